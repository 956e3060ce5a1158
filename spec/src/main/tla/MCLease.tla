------------------------------- MODULE MCLease -------------------------------
(* Lease with its liveness, and with what a configuration file cannot say. *)
EXTENDS Lease
MCWait(t) == t + 1
Exact == {0}
SlowAndFast == {-1, 1}
AnyRate == {-1, 0, 1}
Symmetric == Permutations(First) \cup Permutations(Procs \ First)
Right == Exclusive /\ bad = {}
Bound == Explore(brk, Right, TrueMax, DepthMax)

(* ---- liveness: whatever record is left behind is replaced, as long as there is a token to give and a candidate to claim   *)
Live == {p \in Procs : On(p)}
Stale == rec.kind = "unreadable" \/ (rec.kind = "held" /\ st[rec.holder] = "dead")
Exhausted == Live = {} \/ \E p \in Live : Max(top, obs[p].high) >= TokenMax
EveryRecordIsReplaced == (Stale ~> (~Stale \/ Exhausted))
FairSpec == Led("left") /\ [][Next]_vars /\ WF_vars(Tick(None)) /\ \A p \in Procs : WF_vars(Steps(p))
=============================================================================
