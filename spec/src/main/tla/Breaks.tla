------------------------------- MODULE Breaks -------------------------------
(* Broken specifications beside the true one, in one run: the first state of a behaviour says which rule is broken in it. A   *)
(* behaviour ends where it breaks what must hold, and no further one of that kind is followed. The true one has invariants.   *)
EXTENDS TLC, Integers

CONSTANT Breaks     \* rules to break, by name, and "none" for the true specification

ASSUME TLCSet(1, {})

(* The constraint of a model: whether to go on from here. The true specification is followed for trueMax steps, a broken one   *)
(* for depthMax. Prints each broken rule when it is found.                                                                    *)
Explore(brk, right, trueMax, depthMax) ==
    /\ \/ brk = "none"
       \/ IF right THEN brk \notin TLCGet(1)
          ELSE /\ IF brk \in TLCGet(1) THEN TRUE
                  ELSE PrintT(<<"found", brk, TLCGet("level")>>) /\ TLCSet(1, TLCGet(1) \cup {brk})
               /\ FALSE
    /\ TLCGet("level") < IF brk = "none" THEN trueMax ELSE depthMax
=============================================================================
