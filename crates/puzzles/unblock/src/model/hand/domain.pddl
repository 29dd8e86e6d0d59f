; Unblock: a piece is taken in hand and moves cell by cell along its line. What a plan costs is set in the
; problem: a slide (grab-cost 1, step-cost 0) or a step (grab-cost 0, step-cost 1).
(define (domain unblock)
  (:requirements :strips :typing :action-costs)
  (:types piece cell)
  (:predicates
    (held ?p - piece)                  ; the piece in hand
    (back ?p - piece ?c - cell)        ; its first cell: the left or the upper one
    (front ?p - piece ?c - cell)       ; its last cell
    (next ?p - piece ?c ?d - cell)     ; two neighbouring cells of its line, in that order
    (free ?c - cell))
  (:functions (total-cost) - number (grab-cost) - number (step-cost) - number)

  (:action grab
    :parameters (?p ?q - piece)
    :precondition (held ?q)
    :effect (and (not (held ?q)) (held ?p) (increase (total-cost) (grab-cost))))

  (:action forward
    :parameters (?p - piece ?a ?b ?c ?d - cell)
    :precondition (and (held ?p) (back ?p ?a) (front ?p ?c) (next ?p ?a ?b) (next ?p ?c ?d) (free ?d))
    :effect (and (not (back ?p ?a)) (back ?p ?b) (not (front ?p ?c)) (front ?p ?d)
                 (free ?a) (not (free ?d)) (increase (total-cost) (step-cost))))

  (:action backward
    :parameters (?p - piece ?a ?b ?c ?d - cell)
    :precondition (and (held ?p) (back ?p ?b) (front ?p ?d) (next ?p ?a ?b) (next ?p ?c ?d) (free ?a))
    :effect (and (not (back ?p ?b)) (back ?p ?a) (not (front ?p ?d)) (front ?p ?c)
                 (free ?d) (not (free ?a)) (increase (total-cost) (step-cost)))))
