-------------------------------- MODULE Trace --------------------------------
(* Runs of the simulator on a store without a clock, replayed: is what the real engine did a behaviour of the specification?  *)
(* The events come from the trace of a run, in true time, in steps of 0.1 ms. The specification keeps its own record and,      *)
(* for each candidate, its own Observation of what that candidate heard, by the operators of the models.                      *)
(*                                                                                                                            *)
(* Clocks of candidates are up to 5 % off. What must be waited for is taken as short, and what is trusted as long, as they     *)
(* allow, so that no candidate is blamed for its clock.                                                                       *)
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS
    Traces,         \* the runs, each a sequence of events
    WaitPerMille    \* the wait in thousandths of a ttl: 1.1 by a clock that is 5 % fast

VARIABLES
    trace, at,      \* which run, and its next event
    rec,            \* the record
    obs,            \* the Observation of each candidate
    tried,          \* the records that each has claimed
    terms,          \* for each term granted: until when it may be trusted, and whether its candidate says that it leads
    saw, lost,      \* terms that each has seen; terms whose record was lost
    wrong           \* what no behaviour of the specification does

vars == <<trace, at, rec, obs, tried, terms, saw, lost, wrong>>

TraceWait(ttl) == (ttl \div 1000) * WaitPerMille
INSTANCE Observe WITH Broken <- "none", Wait <- TraceWait, Delay <- 0

TrustedFor(ttl) == (ttl \div 1000) * 948     \* 0.9 ttl by a clock that is 5 % slow

E == Traces[trace][at]
In(f, p, otherwise) == IF p \in DOMAIN f THEN f[p] ELSE otherwise
Put(f, p, x) == (p :> x) @@ f
TermOf(r) == [holder |-> r.holder, tok |-> r.tok]
Mine == [holder |-> E.p, tok |-> E.tok]

Init ==
    /\ trace \in 1..Len(Traces) /\ at = 1 /\ rec = Never
    /\ obs = <<>> /\ tried = <<>> /\ terms = <<>> /\ saw = <<>> /\ lost = {} /\ wrong = {}

Blame(what, holds) == wrong' = IF holds THEN wrong ELSE wrong \cup {what}

(* A claim leaves its candidate, which may send it by what it saw.                                                           *)
Claims ==
    /\ E.e = "claims"
    /\ LET o == In(obs, E.p, Blank)
       IN /\ Blame("claims too early", o.latest.kind # "none" /\ ClaimableAt(o) <= E.t)
          /\ tried' = Put(tried, E.p, In(tried, E.p, {}) \cup {o.latest})
    /\ UNCHANGED <<rec, obs, terms, saw, lost>>

(* A claim is granted: the record is one that this candidate has claimed, and the new term says what it follows.             *)
Granted ==
    /\ E.e = "granted"
    /\ LET o == In(obs, E.p, Blank)
       IN /\ Blame("granted what was not claimed", /\ rec \in In(tried, E.p, {})
                                                    /\ E.r.tok > rec.tok /\ E.r.ren = 0
                                                    /\ E.r.follows = (IF rec.kind = "released" THEN rec.tok ELSE 0))
          /\ obs' = IF o.latest = rec THEN Put(obs, E.p, [o EXCEPT !.claiming = E.r.att]) ELSE obs
    /\ rec' = E.r
    /\ terms' = Put(terms, TermOf(E.r), [until |-> E.t + TrustedFor(E.r.ttl), on |-> FALSE])
    /\ UNCHANGED <<tried, saw, lost>>

Renewed ==
    /\ E.e = "renewed"
    /\ Blame("renewed another write than the last", SameTerm(rec, E.r) /\ rec.ren + 1 = E.r.ren)
    /\ rec' = E.r
    /\ terms' = Put(terms, TermOf(E.r), [In(terms, TermOf(E.r), [until |-> 0, on |-> FALSE]) EXCEPT !.until = E.t + TrustedFor(E.r.ttl)])
    /\ UNCHANGED <<obs, tried, saw, lost>>

(* A release changes its own term only, and not while its candidate says that it leads.                                      *)
IsReleased ==
    /\ E.e = "released"
    /\ rec' = IF rec.kind = "held" /\ TermOf(rec) = Mine THEN Released(rec.tok, rec.follows, Anyone, 0) ELSE rec
    /\ Blame("released while it leads", ~In(terms, Mine, [on |-> FALSE]).on)
    /\ UNCHANGED <<obs, tried, terms, saw, lost>>

(* A candidate hears what the record shows. A leader that finds its own term goes on, and notes nothing.                      *)
Hears ==
    /\ E.e = "hears"
    /\ LET o == In(obs, E.p, Blank)
           r == E.r
           old == o.latest.kind = "held" /\ 2100 * ((E.s - (o.clear - TraceWait(o.latest.ttl))) \div 1000 + 1) >= o.latest.ttl
           early == o.latest.kind = "held" /\ r.kind \in {"held", "released"} /\ r.tok > o.latest.tok
           missed == IF early /\ o.overdue THEN {TermOf(o.latest)} ELSE {}
       IN /\ obs' = IF E.own THEN obs ELSE Put(obs, E.p, Note(o, E.p, r, E.ttl, E.t, old, -1, FALSE))
          /\ saw' = Put(saw, E.p, (In(saw, E.p, {}) \ missed) \cup (IF r.kind = "held" THEN {TermOf(r)} ELSE {}))
    /\ UNCHANGED <<rec, tried, terms, lost, wrong>>

(* A candidate says that it leads: by a lease that was granted, and beside no other term that may be trusted.                *)
Exempt(t, u) == u \in lost /\ u \notin In(saw, t.holder, {})
Acquires ==
    /\ E.e = "acquires"
    /\ LET others == {u \in DOMAIN terms : u.holder # E.p /\ terms[u].on /\ terms[u].until > E.t}
       IN Blame("leads beside another", /\ Mine \in DOMAIN terms
                                        /\ \A u \in others : Exempt(Mine, u) \/ Exempt(u, Mine))
    /\ terms' = Put(terms, Mine, [In(terms, Mine, [until |-> E.t, on |-> TRUE]) EXCEPT !.on = TRUE])
    /\ UNCHANGED <<rec, obs, tried, saw, lost>>

Ends ==
    /\ E.e = "ends"
    /\ terms' = [u \in DOMAIN terms |-> IF u = Mine \/ (E.tok = 0 /\ u.holder = E.p) THEN [terms[u] EXCEPT !.on = FALSE] ELSE terms[u]]
    /\ UNCHANGED <<rec, obs, tried, saw, lost, wrong>>

Fault ==
    /\ E.e = "fault"
    /\ rec' = E.r
    /\ lost' = IF rec.kind = "held" THEN lost \cup {TermOf(rec)} ELSE lost
    /\ UNCHANGED <<obs, tried, terms, saw, wrong>>

Next ==
    /\ at <= Len(Traces[trace]) /\ at' = at + 1 /\ UNCHANGED trace
    /\ Claims \/ Granted \/ Renewed \/ IsReleased \/ Hears \/ Acquires \/ Ends \/ Fault
Spec == Init /\ [][Next]_vars

IsABehaviour == wrong = {}
=============================================================================
