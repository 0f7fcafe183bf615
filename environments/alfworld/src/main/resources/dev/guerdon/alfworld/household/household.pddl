; The household of the games that Guerdon makes itself.
; Things lie in or on furniture; furniture stands in rooms, each piece at a spot of its own; one person carries one thing at a time.
(define (domain household)
  (:requirements :adl :typing)
  (:types person spot room furniture thing kind)

  (:predicates
    (at ?p - person ?s - spot)
    (stands ?f - furniture ?s - spot)
    (part ?f - furniture ?m - room)
    (room ?m - room)
    (has-door ?f - furniture)
    (ajar ?f - furniture)
    (lies ?t - thing ?f - furniture)
    (carries ?p - person ?t - thing)
    (loaded ?p - person)
    (portable ?t - thing)
    (thing-kind ?t - thing ?k - kind)
    (furniture-kind ?f - furniture ?k - kind)
    (holds ?fk - kind ?tk - kind)
    (washes ?f - furniture) (washable ?t - thing) (washed ?t - thing)
    (warms ?f - furniture) (warmable ?t - thing) (warm ?t - thing)
    (chills ?f - furniture) (chillable ?t - thing) (chilled ?t - thing)
    (lamp ?t - thing) (lit ?t - thing))

  (:action look
    :parameters (?p - person ?s - spot)
    :precondition (at ?p ?s)
    :effect (noted ?p))

  (:action check-hands
    :parameters (?p - person)
    :precondition ()
    :effect (noted ?p))

  (:action ask-help
    :parameters (?p - person)
    :precondition ()
    :effect (noted ?p))

  (:action study-furniture
    :parameters (?p - person ?f - furniture)
    :precondition (exists (?s - spot) (and (at ?p ?s) (stands ?f ?s)))
    :effect (noted ?p))

  (:action study-thing
    :parameters (?p - person ?t - thing)
    :precondition (or
      (carries ?p ?t)
      (exists (?f - furniture ?s - spot)
        (and (at ?p ?s) (stands ?f ?s) (lies ?t ?f) (imply (has-door ?f) (ajar ?f)))))
    :effect (noted ?p))

  (:action walk
    :parameters (?p - person ?from - spot ?to - spot ?f - furniture)
    :precondition (and (at ?p ?from) (stands ?f ?to) (not (= ?from ?to)))
    :effect (and (not (at ?p ?from)) (at ?p ?to)))

  (:action open
    :parameters (?p - person ?s - spot ?f - furniture)
    :precondition (and (at ?p ?s) (stands ?f ?s) (has-door ?f) (not (ajar ?f)))
    :effect (ajar ?f))

  (:action close
    :parameters (?p - person ?s - spot ?f - furniture)
    :precondition (and (at ?p ?s) (stands ?f ?s) (has-door ?f) (ajar ?f))
    :effect (not (ajar ?f)))

  (:action take
    :parameters (?p - person ?s - spot ?t - thing ?f - furniture)
    :precondition (and (at ?p ?s) (stands ?f ?s) (lies ?t ?f) (portable ?t)
      (not (loaded ?p)) (imply (has-door ?f) (ajar ?f)))
    :effect (and (not (lies ?t ?f)) (carries ?p ?t) (loaded ?p)))

  (:action place
    :parameters (?p - person ?s - spot ?t - thing ?f - furniture ?tk - kind ?fk - kind)
    :precondition (and (at ?p ?s) (stands ?f ?s) (carries ?p ?t) (imply (has-door ?f) (ajar ?f))
      (thing-kind ?t ?tk) (furniture-kind ?f ?fk) (holds ?fk ?tk))
    :effect (and (lies ?t ?f) (not (carries ?p ?t)) (not (loaded ?p))))

  (:action wash
    :parameters (?p - person ?s - spot ?t - thing ?f - furniture)
    :precondition (and (at ?p ?s) (stands ?f ?s) (washes ?f) (carries ?p ?t) (washable ?t))
    :effect (washed ?t))

  (:action warm-up
    :parameters (?p - person ?s - spot ?t - thing ?f - furniture)
    :precondition (and (at ?p ?s) (stands ?f ?s) (warms ?f) (carries ?p ?t) (warmable ?t))
    :effect (and (warm ?t) (not (chilled ?t))))

  (:action chill
    :parameters (?p - person ?s - spot ?t - thing ?f - furniture)
    :precondition (and (at ?p ?s) (stands ?f ?s) (chills ?f) (carries ?p ?t) (chillable ?t))
    :effect (and (chilled ?t) (not (warm ?t))))

  (:action switch
    :parameters (?p - person ?s - spot ?t - thing ?f - furniture)
    :precondition (and (at ?p ?s) (stands ?f ?s) (lies ?t ?f) (lamp ?t))
    :effect (and (when (lit ?t) (not (lit ?t))) (when (not (lit ?t)) (lit ?t)))))
