------------------------------- MODULE Recipe -------------------------------
(***************************************************************************)
(* Queue, baton, claim and pass: what a candidate does, a step at a time.  *)
(*                                                                         *)
(* Each candidate is in one of the states of dev.baton.election.internal.  *)
(* machine, held as a record with what that state knows, as in the code.   *)
(* ZooKeeper is one order of transactions.  A step of a candidate is at    *)
(* most one request, at the place in that order where it is answered;      *)
(* between two steps any time may pass, so a server that lags behind is no *)
(* different from a candidate that is slow.                                *)
(*                                                                         *)
(* The lease is here only what Lease.tla shows of it: ZooKeeper does not   *)
(* expire the session of a candidate while that one's lease is held.       *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets, TLC

CONSTANTS
  Candidates,      \* processes that stand; one that died may come back
  MaxJoins,        \* znodes ever created: what makes the model finite
  Crashes, Handovers, Lapses, Evictions, Losses, \* how often each may happen
  ReadsBatonFirst, \* FALSE breaks Looking: the queue is read before the baton
  ProvesAbsence    \* FALSE breaks Claim: it does not prove that the old holder is gone

VARIABLES
  queue,     \* the candidates' znodes that exist, by sequence number
  created,   \* the last sequence number handed out
  baton,     \* whom it names, and its version; the version stands for the zxid of the pass: both only grow
  evicted,   \* znodes that an operator deleted although their sessions live
  adrift,    \* transactions whose sender gave up waiting: they may still be applied, at any time
  candidate, \* what each candidate is and knows
  highest,   \* the largest token under which a term has begun
  mishaps    \* how often each has happened

vars == <<queue, created, baton, evicted, adrift, candidate, highest, mishaps>>

Limits == [crash |-> Crashes, handover |-> Handovers, lapse |-> Lapses, eviction |-> Evictions, loss |-> Losses]

None == 0                                  \* no znode has this number
Min(S) == CHOOSE x \in S : \A y \in S : x <= y
Max(S) == CHOOSE x \in S : \A y \in S : x >= y

-----------------------------------------------------------------------------
(* The states.  Joining is not one here: its create is one step of Outside.  *)

Outside == [state |-> "Outside", own |-> None]
\* step 1: nothing read yet, the own znode is not watched; step 2: one of baton and queue is read
Looking(own) == [state |-> "Looking", own |-> own, step |-> 1]
Queued(own, seen, watched, onlyHolderAhead, woken) ==
  [state |-> "Queued", own |-> own, baton |-> seen, watched |-> watched, watching |-> FALSE,
   onlyHolderAhead |-> onlyHolderAhead, woken |-> woken]
Claiming(own, seen) == [state |-> "Claiming", own |-> own, baton |-> seen]
Holding(own, token) == [state |-> "Holding", own |-> own, token |-> token]
Leading(own, token) == [state |-> "Leading", own |-> own, token |-> token, lapsed |-> FALSE]
Yielding(own) == [state |-> "Yielding", own |-> own]
Passing(own, seen, successor) == [state |-> "Passing", own |-> own, baton |-> seen, successor |-> successor]
Leaving(own) == [state |-> "Leaving", own |-> own]

In(c, state) == candidate[c].state = state
Own(c) == candidate[c].own
Becomes(c, next) == candidate' = [candidate EXCEPT ![c] = next]

(* What Leadership.isHeld() answers: nothing need be heard for it to turn false.  *)
IsHeld(c) == In(c, "Leading") /\ ~candidate[c].lapsed

(* What Leadership.write and commit put before the user's operations.  *)
WriteIsAccepted(c) == In(c, "Leading") /\ Own(c) \in queue /\ baton.version = candidate[c].token

Happens(mishap) ==
  /\ mishaps[mishap] < Limits[mishap]
  /\ mishaps' = [mishaps EXCEPT ![mishap] = @ + 1]

-----------------------------------------------------------------------------
(* The two transactions that move the baton (Handover): a claim is to its sender, a pass to another.  *)

Request(c) ==
  [sender |-> Own(c), baton |-> candidate[c].baton,
   to |-> IF In(c, "Claiming") THEN Own(c) ELSE candidate[c].successor]

IsClaim(request) == request.to = request.sender

Holds(request) ==
  /\ request.sender \in queue                     \* check(own znode), or that it can be deleted
  /\ request.to \in queue                         \* the successor's znode can be written
  /\ request.baton.version = baton.version        \* setData(baton, version last read)
  /\ IsClaim(request) /\ ProvesAbsence => request.baton.holder \notin queue \* create + delete of its name

(* A pass writes the successor's znode, which tells a successor who watches it.  *)
Woken(request) ==
  [d \in Candidates |->
    IF ~IsClaim(request) /\ Own(d) = request.to /\ (In(d, "Queued") \/ (In(d, "Looking") /\ candidate[d].step = 2))
    THEN [candidate[d] EXCEPT !.woken = TRUE]
    ELSE candidate[d]]

MoveBaton(request) ==
  /\ baton' = [holder |-> request.to, version |-> baton.version + 1]
  /\ queue' = IF IsClaim(request) THEN queue ELSE queue \ {request.sender}

-----------------------------------------------------------------------------
(* Into the queue, and along it  *)

Join(c) ==
  /\ In(c, "Outside") /\ created < MaxJoins
  /\ created' = created + 1
  /\ queue' = queue \cup {created + 1}
  /\ Becomes(c, Looking(created + 1))
  /\ UNCHANGED <<baton, evicted, adrift, highest, mishaps>>

(* The first two reads of Action.Look, watch of the own znode and baton, count as one.  *)
LookFirst(c) ==
  /\ In(c, "Looking") /\ candidate[c].step = 1
  /\ Becomes(c, [state |-> "Looking", own |-> Own(c), step |-> 2, woken |-> FALSE,
                 read |-> IF ReadsBatonFirst THEN baton ELSE queue])
  /\ UNCHANGED <<queue, created, baton, evicted, adrift, highest, mishaps>>

Stand(own, seen, standing, woken) ==
  LET ahead == {s \in standing : s < own}
      watched == IF ahead = {} THEN seen.holder ELSE Max(ahead)
  IN  CASE own \notin standing -> Outside
        [] own \in standing /\ seen.holder = own -> Holding(own, seen.version)
        [] own \in standing /\ seen.holder # own /\ ahead = {} /\ seen.holder \notin standing -> Claiming(own, seen)
        [] OTHER -> Queued(own, seen, watched, Cardinality(ahead) <= 1 /\ watched = seen.holder, woken)

LookSecond(c) ==
  /\ In(c, "Looking") /\ candidate[c].step = 2
  /\ Becomes(c, IF ReadsBatonFirst
                THEN Stand(Own(c), candidate[c].read, queue, candidate[c].woken)
                ELSE Stand(Own(c), baton, candidate[c].read, candidate[c].woken))
  /\ UNCHANGED <<queue, created, baton, evicted, adrift, highest, mishaps>>

(* The claim straight from the event, without a look, if nobody but the holder can be ahead.  *)
AfterWatchedIsGone(c) ==
  IF candidate[c].onlyHolderAhead THEN Claiming(Own(c), candidate[c].baton) ELSE Looking(Own(c))

Watch(c) ==
  /\ In(c, "Queued") /\ ~candidate[c].watching
  /\ Becomes(c, IF candidate[c].watched \in queue
                THEN [candidate[c] EXCEPT !.watching = TRUE]
                ELSE AfterWatchedIsGone(c))
  /\ UNCHANGED <<queue, created, baton, evicted, adrift, highest, mishaps>>

(* Names are never used again: a watch has fired exactly if the znode is not there.  *)
WatchedGone(c) ==
  /\ In(c, "Queued") /\ candidate[c].watching /\ candidate[c].watched \notin queue
  /\ Becomes(c, AfterWatchedIsGone(c))
  /\ UNCHANGED <<queue, created, baton, evicted, adrift, highest, mishaps>>

OwnChanged(c) ==
  /\ In(c, "Queued") \/ (In(c, "Looking") /\ candidate[c].step = 2)
  /\ candidate[c].woken
  /\ Becomes(c, Looking(Own(c)))
  /\ UNCHANGED <<queue, created, baton, evicted, adrift, highest, mishaps>>

OwnGone(c) ==
  /\ ~In(c, "Outside") /\ ~(In(c, "Looking") /\ candidate[c].step = 1)
  /\ Own(c) \notin queue
  /\ Becomes(c, Outside)
  /\ UNCHANGED <<queue, created, baton, evicted, adrift, highest, mishaps>>

-----------------------------------------------------------------------------
(* To the baton, and from it  *)

Claim(c) ==
  /\ In(c, "Claiming")
  /\ IF Holds(Request(c))
     THEN MoveBaton(Request(c)) /\ Becomes(c, Holding(Own(c), baton.version + 1))
     ELSE UNCHANGED <<queue, baton>> /\ Becomes(c, Looking(Own(c)))
  /\ UNCHANGED <<created, evicted, adrift, highest, mishaps>>

(* Lease.tla: a lease can be held only on a session that lives, whatever became of the znode.  *)
LeaseHeld(c) ==
  /\ In(c, "Holding") /\ Own(c) \in queue \cup evicted
  /\ Becomes(c, Leading(Own(c), candidate[c].token))
  /\ highest' = Max({highest, candidate[c].token})
  /\ UNCHANGED <<queue, created, baton, evicted, adrift, mishaps>>

(* The clock passes the lease's end.  That the loop hears of it is another step, LeaseLapsed.  *)
LeaseEnds(c) ==
  /\ IsHeld(c) /\ Happens("lapse")
  /\ Becomes(c, [candidate[c] EXCEPT !.lapsed = TRUE])
  /\ UNCHANGED <<queue, created, baton, evicted, adrift, highest>>

LeaseLapsed(c) ==
  /\ In(c, "Leading") /\ candidate[c].lapsed
  /\ Becomes(c, Leaving(Own(c)))
  /\ UNCHANGED <<queue, created, baton, evicted, adrift, highest, mishaps>>

Resign(c) ==
  /\ In(c, "Leading") /\ Happens("handover")
  /\ Becomes(c, Yielding(Own(c)))
  /\ UNCHANGED <<queue, created, baton, evicted, adrift, highest>>

(* The listener has finished.  The code passes to the first in the queue; any other would be as safe.  *)
ChooseSuccessor(c) ==
  /\ In(c, "Yielding")
  /\ IF baton.holder = Own(c) /\ queue \ {Own(c)} # {}
     THEN \E s \in queue \ {Own(c)} : Becomes(c, Passing(Own(c), baton, s))
     ELSE Becomes(c, Leaving(Own(c)))
  /\ UNCHANGED <<queue, created, baton, evicted, adrift, highest, mishaps>>

Pass(c) ==
  /\ In(c, "Passing")
  /\ IF Holds(Request(c))
     THEN MoveBaton(Request(c)) /\ candidate' = [Woken(Request(c)) EXCEPT ![c] = Outside]
     ELSE UNCHANGED <<queue, baton>> /\ Becomes(c, Leaving(Own(c)))
  /\ UNCHANGED <<created, evicted, adrift, highest, mishaps>>

Remove(c) ==
  /\ In(c, "Leaving")
  /\ queue' = queue \ {Own(c)}
  /\ Becomes(c, Outside)
  /\ UNCHANGED <<created, baton, evicted, adrift, highest, mishaps>>

-----------------------------------------------------------------------------
(* What a candidate does by itself, sooner or later.  *)
Step(c) ==
  \/ Join(c) \/ LookFirst(c) \/ LookSecond(c) \/ Watch(c) \/ WatchedGone(c) \/ OwnChanged(c) \/ OwnGone(c)
  \/ Claim(c) \/ LeaseHeld(c) \/ LeaseLapsed(c) \/ ChooseSuccessor(c) \/ Pass(c) \/ Remove(c)
=============================================================================
