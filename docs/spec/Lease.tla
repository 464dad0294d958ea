------------------------------- MODULE Lease -------------------------------
(***************************************************************************)
(* The previous-success rule: how long a candidate may believe in its      *)
(* session, against how long ZooKeeper really keeps it.                    *)
(*                                                                         *)
(* Time is discrete and relative: every variable that measures it is an    *)
(* age, so that the model is finite without a last instant.  One unit is   *)
(* half a tick of ZooKeeper in the configuration that is checked.          *)
(*                                                                         *)
(* A renewal may be sent at any time, and not only every Gap: what holds   *)
(* here does not depend on when SessionLease sends, only on what Lease     *)
(* counts.  Pings and reads of the client are left out, as they could only *)
(* lengthen the session.                                                   *)
(***************************************************************************)
EXTENDS Integers, FiniteSets, Sequences

CONSTANTS
  Followers, \* servers other than ZooKeeper's leader
  Timeout,   \* of the session, by the server's clock
  Drift,     \* by how much the server's clock may run ahead of the client's in that time
  Margin,    \* by how much the lease is shorter than the session
  Gap,       \* how long before a renewal is sent an earlier one must have been answered, to be counted
  ClosingTakes, \* less than this passes between taking a session out of the expiry queue and closing it; 0: one step
  InFlight,  \* how many messages fit between a follower and its leader: what makes the model finite
  PingLimit, \* within which time a follower answers a ping of its leader, and hands its touches over
  CountsFromPreviousSuccess \* FALSE breaks the rule: the lease counts from the last success itself

VARIABLES
  session,   \* at the ZooKeeper leader: live; doomed, taken out of the expiry queue; or expired
  idle,      \* time since the session tracker of the ZooKeeper leader was touched
  touched,   \* per follower: how long a touch is in its table, or Never
  link,      \* per follower: what is on its way to the leader, in order
  connected, \* the server that the client is connected to, or Nobody
  renewal,   \* the one that is under way: where it is and how long ago it was sent
  successes, \* of renewals: how long ago each was sent and answered
  left       \* time until the lease ends; 0 if none is held

vars == <<session, idle, touched, link, connected, renewal, successes, left>>

Never == -1
Nobody == "nobody"
Leader == "leader"
Length == Timeout - Margin
Idle == [at |-> "nowhere", sent |-> 0]

Newest(S) == CHOOSE x \in S : \A y \in S : x.sent <= y.sent
Least(m, n) == IF m < n THEN m ELSE n

IsHeld == left > 0

-----------------------------------------------------------------------------
(* Time  *)

(* Lease.newestAnsweredBy: of those that can be the proof of a renewal, all but the newest are forgotten.  *)
Kept(S, sent) ==
  LET proofs == {x \in S : x.answered >= sent + Gap}
  IN  (S \ proofs) \cup (IF proofs = {} THEN {} ELSE {Newest(proofs)})

Aged(S) == {[sent |-> x.sent + 1, answered |-> x.answered + 1] : x \in {y \in S : y.sent + 1 < Length}}

Tick ==
  /\ \A f \in Followers : touched[f] = Never \/ touched[f] + 1 < PingLimit
  /\ session = "doomed" => idle + 1 < ClosingTakes
  /\ idle' = IF session = "expired" THEN 0 ELSE Least(idle + 1, Timeout - Drift)
  /\ touched' = [f \in Followers |-> IF touched[f] = Never THEN Never ELSE touched[f] + 1]
  /\ renewal' = IF renewal = Idle THEN Idle ELSE [renewal EXCEPT !.sent = Least(@ + 1, Length)]
  /\ left' = IF left = 0 THEN 0 ELSE left - 1
  /\ successes' = IF left = 1 THEN {} ELSE Kept(Aged(successes), renewal'.sent)
  /\ UNCHANGED <<session, link, connected>>

-----------------------------------------------------------------------------
(* The session at the ZooKeeper leader (SessionTrackerImpl)  *)

Touch == idle' = IF session = "live" THEN 0 ELSE idle

(* Taken out of the expiry queue, but not closed yet: a touch comes too late, a write still commits.  *)
Doom ==
  /\ session = "live" /\ idle >= Timeout - Drift
  /\ session' = IF ClosingTakes = 0 THEN "expired" ELSE "doomed"
  /\ idle' = 0
  /\ UNCHANGED << touched, link, connected, renewal, successes, left>>

Expire ==
  /\ session = "doomed"
  /\ session' = "expired"
  /\ idle' = 0
  /\ UNCHANGED << touched, link, connected, renewal, successes, left>>

(* A new ZooKeeper leader gives every session its full time again; it knows nothing of touches.  *)
LeaderChange ==
  /\ session # "expired"
  /\ session' = "live" /\ idle' = 0
  /\ touched' = [f \in Followers |-> Never] /\ link' = [f \in Followers |-> <<>>]
  /\ connected' = Nobody /\ renewal' = Idle
  /\ UNCHANGED <<successes, left>>

-----------------------------------------------------------------------------
(* Between client and ZooKeeper leader  *)

Renew ==
  /\ renewal = Idle /\ connected # Nobody
  /\ renewal' = [at |-> "client", sent |-> 0]
  /\ successes' = Kept(successes, 0)
  /\ UNCHANGED <<session, idle, touched, link, connected, left>>

(* At the ZooKeeper leader a request touches the session; at a follower it leaves a touch in the table.  *)
Reach ==
  /\ renewal.at = "client"
  /\ IF connected = Leader
     THEN /\ Touch
          /\ renewal' = IF session = "expired" THEN Idle ELSE [renewal EXCEPT !.at = "committed"]
          /\ UNCHANGED <<touched, link>>
     ELSE /\ Len(link[connected]) < InFlight
          /\ touched' = [touched EXCEPT ![connected] = IF @ = Never THEN 0 ELSE @]
          /\ link' = [link EXCEPT ![connected] = Append(@, "renewal")]
          /\ renewal' = [renewal EXCEPT !.at = "forwarded"]
          /\ UNCHANGED idle
  /\ UNCHANGED <<session, connected, successes, left>>

(* LearnerHandler, case PING: a follower's answer carries the touches of its table.  *)
AnswerPing(f) ==
  /\ touched[f] # Never /\ Len(link[f]) < InFlight
  /\ touched' = [touched EXCEPT ![f] = Never]
  /\ link' = [link EXCEPT ![f] = Append(@, "touch")]
  /\ UNCHANGED <<session, idle, connected, renewal, successes, left>>

(* LearnerHandler, case REQUEST: a forwarded write commits without a touch.  *)
Deliver(f) ==
  /\ link[f] # <<>>
  /\ link' = [link EXCEPT ![f] = Tail(@)]
  /\ IF Head(link[f]) = "touch"
     THEN Touch /\ UNCHANGED renewal
     ELSE /\ renewal' = IF session = "expired" THEN Idle ELSE [renewal EXCEPT !.at = "committed"]
          /\ UNCHANGED idle
  /\ UNCHANGED <<session, touched, connected, successes, left>>

(* Lease.succeeded  *)
Succeed ==
  /\ renewal.at = "committed"
  /\ LET proofs == {x \in successes : x.answered >= renewal.sent + Gap}
         base == IF CountsFromPreviousSuccess THEN Newest(proofs).sent ELSE renewal.sent
     IN  /\ left' = IF CountsFromPreviousSuccess /\ proofs = {} THEN left
                    ELSE IF Length - base > left THEN Length - base ELSE left
         /\ successes' = Kept(successes \cup {[sent |-> renewal.sent, answered |-> 0]}, 0)
  /\ renewal' = Idle
  /\ UNCHANGED <<session, idle, touched, link, connected>>

-----------------------------------------------------------------------------
(* Faults, as often as they like  *)

WithoutRenewal(messages) == SelectSeq(messages, LAMBDA m : m = "touch")

Disconnect ==
  /\ connected # Nobody
  /\ connected' = Nobody /\ renewal' = Idle
  /\ link' = [f \in Followers |-> WithoutRenewal(link[f])] \* whether it commits makes no difference any more
  /\ UNCHANGED <<session, idle, touched, successes, left>>

(* Validation of the session on a new connection touches it, through any server (Leader.revalidateSession).  *)
Connect(server) ==
  /\ connected = Nobody /\ session # "expired"
  /\ connected' = server
  /\ Touch
  /\ UNCHANGED <<session, touched, link, renewal, successes, left>>

(* A follower dies, with its table and all that it had not sent; another takes its place.  *)
CrashFollower(f) ==
  /\ touched[f] # Never \/ link[f] # <<>> \/ connected = f
  /\ touched' = [touched EXCEPT ![f] = Never]
  /\ link' = [link EXCEPT ![f] = <<>>]
  /\ IF connected = f THEN connected' = Nobody /\ renewal' = Idle ELSE UNCHANGED <<connected, renewal>>
  /\ UNCHANGED <<session, idle, successes, left>>

-----------------------------------------------------------------------------
Init ==
  /\ session = "live" /\ idle = 0
  /\ touched = [f \in Followers |-> Never] /\ link = [f \in Followers |-> <<>>]
  /\ connected = Nobody /\ renewal = Idle
  /\ successes = {} /\ left = 0

Next ==
  \/ Tick \/ Doom \/ Expire \/ LeaderChange
  \/ Renew \/ Reach \/ Succeed \/ Disconnect
  \/ \E f \in Followers : AnswerPing(f) \/ Deliver(f) \/ CrashFollower(f)
  \/ \E server \in Followers \cup {Leader} : Connect(server)

Spec == Init /\ [][Next]_vars

-----------------------------------------------------------------------------
LeaseEndsBeforeExpiry == IsHeld => session # "expired"                                           \* R6

(* Does not hold, and must not: otherwise the above would say nothing.  *)
NeverHeld == ~IsHeld
=============================================================================
