------------------------------ MODULE Election ------------------------------
(***************************************************************************)
(* Candidates who follow the recipe, what may go wrong around them, and    *)
(* what holds all the same: one leader, under a growing token, and always  *)
(* one again.                                                              *)
(***************************************************************************)
EXTENDS Recipe

(* What goes wrong  *)

UnderWay(c) == IF In(c, "Claiming") \/ In(c, "Passing") THEN {Request(c)} ELSE {}

(* The connection goes before the answer: neither applied nor refused, as far as the candidate knows.  *)
LoseAnswer(c) ==
  /\ UnderWay(c) # {} /\ Happens("loss")
  /\ adrift' = adrift \cup UnderWay(c)
  /\ Becomes(c, IF In(c, "Claiming") THEN Looking(Own(c)) ELSE Leaving(Own(c)))
  /\ UNCHANGED <<queue, created, baton, evicted, highest>>

Arrive(request) ==
  /\ adrift' = adrift \ {request}
  /\ IF Holds(request)
     THEN MoveBaton(request) /\ candidate' = Woken(request)
     ELSE UNCHANGED <<queue, baton, candidate>>
  /\ UNCHANGED <<created, evicted, highest, mishaps>>

(* The process dies, or gives its session up (Event.SessionEnded); the znode stays until ZooKeeper expires it.  *)
Crash(c) ==
  /\ ~In(c, "Outside") /\ Happens("crash")
  /\ adrift' = adrift \cup UnderWay(c)
  /\ Becomes(c, Outside)
  /\ UNCHANGED <<queue, created, baton, evicted, highest>>

ExpireAbandoned(znode) ==
  /\ znode \in queue \ {Own(c) : c \in Candidates}
  /\ queue' = queue \ {znode}
  /\ UNCHANGED <<created, baton, evicted, adrift, candidate, highest, mishaps>>

(* The session of a live process, which has not heard of it yet.  This is where the lease counts.  *)
ExpireLive(c) ==
  /\ Own(c) \in queue /\ ~IsHeld(c) /\ Happens("lapse")
  /\ queue' = queue \ {Own(c)}
  /\ UNCHANGED <<created, baton, evicted, adrift, candidate, highest>>

(* Of a lease that has lapsed anyway, one mishap is enough.  *)
ExpireLapsed(c) ==
  /\ In(c, "Leading") /\ candidate[c].lapsed /\ Own(c) \in queue
  /\ queue' = queue \ {Own(c)}
  /\ UNCHANGED <<created, baton, evicted, adrift, candidate, highest, mishaps>>

Evict(c) ==
  /\ Own(c) \in queue /\ Happens("eviction")
  /\ queue' = queue \ {Own(c)}
  /\ evicted' = evicted \cup {Own(c)}
  /\ UNCHANGED <<created, baton, adrift, candidate, highest>>

-----------------------------------------------------------------------------
Init ==
  /\ queue = {} /\ created = 0 /\ evicted = {} /\ adrift = {} /\ highest = 0
  /\ baton = [holder |-> None, version |-> 0]
  /\ candidate = [c \in Candidates |-> Outside]
  /\ mishaps = [m \in DOMAIN Limits |-> 0]

Expiry == \E znode \in queue : ExpireAbandoned(znode)

Mishap(c) ==
  Resign(c) \/ LeaseEnds(c) \/ LoseAnswer(c) \/ Crash(c) \/ ExpireLive(c) \/ ExpireLapsed(c) \/ Evict(c)

Next ==
  \/ \E c \in Candidates : Step(c) \/ Mishap(c)
  \/ \E request \in adrift : Arrive(request)
  \/ Expiry

Safety == Init /\ [][Next]_vars
Spec == Safety /\ WF_vars(Expiry) /\ \A c \in Candidates : WF_vars(Step(c))

-----------------------------------------------------------------------------
(* What must hold.  R14: of a leader whose znode was deleted under it, only WriteIsAccepted is promised.  *)

Deposed(c) == Own(c) \in evicted
Leaders == {c \in Candidates : IsHeld(c) /\ ~Deposed(c)}

AtMostOneLeader == Cardinality(Leaders) <= 1                                                     \* R2

HolderIsTrue ==                                                                                  \* R2, R3
  \A c \in Leaders : Own(c) \in queue /\ baton = [holder |-> Own(c), version |-> candidate[c].token]

AtMostOneWriter == Cardinality({c \in Candidates : WriteIsAccepted(c)}) <= 1                     \* R13

TokensGrow ==                                                                                    \* R5
  [][\A c \in Candidates : LeaseHeld(c) /\ ~Deposed(c) => candidate[c].token > highest]_vars

AlwaysALeaderAgain ==                                                                            \* R10
  <>[]((\A c \in Candidates : In(c, "Outside")) \/ (\E c \in Candidates : IsHeld(c)))

(* Without the exception of R14: does not hold once an operator has deleted the znode of a leader.  *)
NoTwoBelieve == Cardinality({c \in Candidates : IsHeld(c)}) <= 1

Symmetry == Permutations(Candidates)
=============================================================================
