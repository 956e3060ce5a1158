------------------------------- MODULE MCLease -------------------------------
(* Lease with what a configuration file cannot say. *)
EXTENDS Lease
MCWait(t) == t + 1
Exact == {0}
SlowAndFast == {-1, 1}
AnyRate == {-1, 0, 1}
Symmetric == Permutations(First) \cup Permutations(Procs \ First)
=============================================================================
