-------------------------------- MODULE Trace --------------------------------
(* Runs of the simulator on a store without a clock, replayed: every event of a run must be a step of Lease, from the state    *)
(* that the steps before it have led to. Where no step fits, the replay is stuck, which TLC reports as a deadlock.              *)
(*                                                                                                                            *)
(* An event is <<kind, candidate, record, number>>. The record is an index into the records of its run; what the number says   *)
(* depends on the kind. Time is in steps of 0.1 ms, and passes by events of its own.                                           *)
EXTENDS Lease, Sequences

CONSTANTS
    Runs,           \* the runs: [seed, records, events]
    WaitPerMille    \* how long a lease is waited out, in thousandths of its ttl

VARIABLES
    run, at,        \* which run, and its next event
    timing,         \* ttl and trust of each candidate
    said            \* the token of the term that a candidate says it leads, or 0

traceVars == <<run, at, timing, said>>

(* In place of what all candidates have in common in the models.                                                             *)
TraceWait(ttl) == ((ttl \div 10) * WaitPerMille) \div 100 - 2    \* times are rounded
TraceTtl(p) == timing[p].ttl
TraceTrust(p) == timing[p].trust

TraceInit ==
    /\ Init
    /\ run \in 1..Len(Runs) /\ at = 1
    /\ timing = [p \in Procs |-> [ttl |-> 0, trust |-> 0]] /\ said = [p \in Procs |-> 0]

(* ---- what a candidate does. A look takes two steps: it is sent, and Read reads.                                             *)
Starts(p) == IF st[p] = "off" THEN Start(p) ELSE Restand(p)
Looks(p) ==
    /\ MayLook(p)
    /\ call' = [call EXCEPT ![p] = [Call(p, "look", NoRecord, NoRecord, Old(obs[p])) EXCEPT !.step = "read"]]
    /\ UNCHANGED <<obs, must, term, trust, uns, rel>> /\ Unsent
Claims(p, r) == ClaimAs(p, r.tok, r.att) /\ call'[p].new = r
Renews(p, r) == RenewAs(p, r.att) /\ call'[p].new = r
Releases(p, r) == Release(p) /\ call'[p].new = r

(* ---- what the store does: with the call under way, or with a write that was given up *)
Writes(p, r, written) == ~Idle(p) /\ call[p].new = r /\ Write(p) /\ (call'[p].step = "done") = written
WritesLate(r) == \E w \in late : w.new = r /\ LateWrite(w) /\ rec' = r
Reads(p, r) == rec = r /\ Read(p)
Changes(r, isLoss) == IF rec = r THEN UNCHANGED vars ELSE Fault(r, isLoss)

(* ---- what a candidate hears: an answer, or nothing, and what it wrote may land later *)
Hears(p, r, granted) ==
    /\ ~Idle(p) /\ (call[p].step = "done") = granted
    /\ IF call[p].kind = "release" THEN TRUE ELSE Shows(call[p]) = r
    /\ Answer(p)
LandsLater(yes) == (late' # late) = yes
HearsNothing(p, later) == Unknown(p) /\ LandsLater(later) /\ (call[p].kind = "release" => rel'[p] = rel[p])

(* ---- what a candidate says. Trust ends up to 5 ms early: wall clocks, and timings in traces, show whole milliseconds.        *)
Acquires(p, tok) == st[p] = "leading" /\ term[p].tok = tok /\ trust[p] > 0 /\ UNCHANGED vars
Resigns(p, tok) == said[p] = tok /\ Resign(p)
LosesTrust(p, tok) == trust[p] <= 50 /\ Resigns(p, tok)
IsTaken(p, tok) == said[p] = tok /\ over[p] = tok /\ st[p] # "leading" /\ UNCHANGED vars

Happens(what, p, i, n) ==
    LET r == Runs[run].records[i]
    IN CASE what = "passes" -> Pass([q \in Procs |-> n], LAMBDA q, left : Less(left, n)) /\ UNCHANGED <<budget, phase>>
         [] what = "looks" -> Looks(p)
         [] what = "reads" -> Reads(p, r)
         [] what = "hears" -> Hears(p, r, n = 1)
         [] what = "renews" -> Renews(p, r)
         [] what = "claims" -> Claims(p, r)
         [] what = "releases" -> Releases(p, r)
         [] what = "writes" -> Writes(p, r, n = 1)
         [] what = "writes late" -> WritesLate(r)
         [] what = "hears nothing" -> HearsNothing(p, n = 1)
         [] what = "fails" -> Fails(p)
         [] what = "acquires" -> Acquires(p, n)
         [] what = "resigns" -> Resigns(p, n)
         [] what = "loses trust" -> LosesTrust(p, n)
         [] what = "is taken" -> IsTaken(p, n)
         [] what = "starts" -> Starts(p)
         [] what = "starts over" -> EngineFails(p) /\ LandsLater(n = 1)
         [] what = "is gone" -> Crash(p) /\ LandsLater(n = 1)
         [] what = "changes" -> Changes(r, n = 1)

(* ---- what a trace does not tell, but the next event shows: that a candidate gave a lease back instead of leading by it, or   *)
(* left it to run out.                                                                                                       *)
GaveBack(what, p) == what \in {"looks", "claims", "releases"} /\ st[p] = "leading" /\ said[p] = 0
HasLeft(what, p) == what = "claims" /\ st[p] = "ended"

Takes(what, p, i, n) ==
    IF GaveBack(what, p) THEN Resign(p) /\ UNCHANGED <<at, timing, said>>
    ELSE IF HasLeft(what, p) THEN Leave(p) /\ UNCHANGED <<at, timing, said>>
    ELSE /\ Happens(what, p, i, n) /\ at' = at + 1
         /\ timing' = IF what = "starts" THEN [timing EXCEPT ![p] = [ttl |-> i, trust |-> n]] ELSE timing
         /\ said' = CASE what = "acquires" -> [said EXCEPT ![p] = n]
                      [] what \in {"resigns", "loses trust", "is taken", "starts over", "is gone"} -> [said EXCEPT ![p] = 0]
                      [] OTHER -> said

TraceNext ==
    LET events == Runs[run].events
    IN IF at <= Len(events)
       THEN UNCHANGED run /\ \E e \in {events[at]} : Takes(e[1], e[2], e[3], e[4])
       ELSE UNCHANGED vars /\ UNCHANGED traceVars

TraceSpec == TraceInit /\ [][TraceNext]_<<vars, traceVars>>
=============================================================================
