------------------------------- MODULE MCFleet -------------------------------
(* Fleet with what a configuration file cannot say. *)
EXTENDS Fleet
MCWait(t) == t + 1
=============================================================================
