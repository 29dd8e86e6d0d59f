; Sokoban. What a plan costs is set in the problem: a push (walk-cost 0, push-cost 1), or every move
; (both 1).
(define (domain sokoban)
  (:requirements :strips :typing :action-costs)
  (:types cell way)
  (:predicates
    (player ?c - cell)
    (box ?c - cell)
    (clear ?c - cell)                  ; no box stands there
    (step ?c ?d - cell ?w - way))      ; ?d is the neighbour of ?c in this direction
  (:functions (total-cost) - number (walk-cost) - number (push-cost) - number)

  (:action walk
    :parameters (?w - way ?c ?d - cell)
    :precondition (and (player ?c) (step ?c ?d ?w) (clear ?d))
    :effect (and (not (player ?c)) (player ?d) (increase (total-cost) (walk-cost))))

  (:action push
    :parameters (?w - way ?c ?d ?e - cell)
    :precondition (and (player ?c) (step ?c ?d ?w) (step ?d ?e ?w) (box ?d) (clear ?e))
    :effect (and (not (player ?c)) (player ?d) (not (box ?d)) (clear ?d) (box ?e) (not (clear ?e))
                 (increase (total-cost) (push-cost)))))
