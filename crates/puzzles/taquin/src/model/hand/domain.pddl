; Taquin: an action is named by where the blank goes.
(define (domain taquin)
  (:requirements :strips :typing)
  (:types tile cell)
  (:predicates
    (on ?t - tile ?c - cell)
    (blank ?c - cell)
    (above ?c ?d - cell)               ; ?c is directly above ?d
    (left-of ?c ?d - cell))            ; ?c is directly to the left of ?d

  (:action up
    :parameters (?t - tile ?here ?there - cell)
    :precondition (and (blank ?here) (above ?there ?here) (on ?t ?there))
    :effect (and (not (blank ?here)) (blank ?there) (not (on ?t ?there)) (on ?t ?here)))

  (:action down
    :parameters (?t - tile ?here ?there - cell)
    :precondition (and (blank ?here) (above ?here ?there) (on ?t ?there))
    :effect (and (not (blank ?here)) (blank ?there) (not (on ?t ?there)) (on ?t ?here)))

  (:action left
    :parameters (?t - tile ?here ?there - cell)
    :precondition (and (blank ?here) (left-of ?there ?here) (on ?t ?there))
    :effect (and (not (blank ?here)) (blank ?there) (not (on ?t ?there)) (on ?t ?here)))

  (:action right
    :parameters (?t - tile ?here ?there - cell)
    :precondition (and (blank ?here) (left-of ?here ?there) (on ?t ?there))
    :effect (and (not (blank ?here)) (blank ?there) (not (on ?t ?there)) (on ?t ?here))))
