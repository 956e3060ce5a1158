-------------------------------- MODULE Fleet --------------------------------
(* Candidates and one record on a store with a clock of its own (LeaseStore), with all that decides who leads next:           *)
(* succession without a look, reservations, the takeover delay beside a foreign program, ttls that change, steps of the       *)
(* store's clock. A call is carried out in one step at the store, some time after it was sent and before it is answered.      *)
(* Time and deadlines are as in Lease.                                                                                        *)
EXTENDS Integers, FiniteSets, Breaks

CONSTANTS
    Procs, Leader, Watcher, Foreign,
    Ttls,       \* the ttls that a candidate may be configured with; Ttl is the one at the beginning
    Ttl, Margin, TokenMax, RenewMax, LateMax, UnknownMax, FaultMax, ResignMax, ChangeMax, StepMax, Step, TrueMax, DepthMax,
    Succession, \* whether the store has it, and Watcher is first in order
    Lost,       \* whether the record has just been lost at the beginning
    Reserve,    \* for how long a release may be reserved for one candidate, or 0
    Delay,      \* TakeoverDelay.afterExpiry: a foreign leader acts for less than this after its lease has run out
    Wait(_)

VARIABLES
    rec, free,  \* the record, and what is left until the store's clock finds it free
    budget, late, st, obs, must, term, trust, opens, call, uns, rel, to, over,
    ttl,        \* CampaignSetup.timing: the ttl of the next write
    stepped,    \* by how much the store's clock stepped ahead since this candidate read it; -1 if it never did
    acts,       \* what is left of what a foreign leader may still do
    saw, lost, top, led, bad, brk

own == <<st, obs, must, term, trust, opens, uns, rel, to, over>>
ghosts == <<saw, lost, top, led, bad>>
vars == <<rec, free, budget, late, call, own, ttl, stepped, acts, ghosts, brk>>

INSTANCE Observe WITH Broken <- brk

NoCall == [kind |-> "none", trust |-> 0]
NoWay == [for |-> Anyone, length |-> 0]
Nobody == "nobody"
NotBefore(n) == IF n <= 0 THEN NoWay ELSE [for |-> Nobody, length |-> n]
TermOf(r) == [holder |-> r.holder, tok |-> r.tok]
Each(x) == [p \in Procs |-> x]
Idle(p) == call[p].kind = "none"
Spend(what) == budget[what] > 0 /\ budget' = [budget EXCEPT ![what] = @ - 1]

(* Either one of the candidates has just claimed, and Watcher saw that, or a foreign program leads.                           *)
Init ==
    LET mine == Held(Leader, 1, 0, Ttl, 0, 1)
        theirs == Held(Foreign, 1, 0, Ttl, 0, 1)
        seen(r) == [Blank EXCEPT !.latest = r, !.high = 1, !.ren = 0, !.clear = Wait(Ttl), !.stated = Ttl]
    IN \E foreign \in (IF Delay > 0 THEN {TRUE} ELSE {FALSE}) :
        LET r == IF foreign THEN theirs ELSE mine
        IN /\ brk \in Breaks
           /\ rec = (IF Lost THEN Never ELSE r) /\ free = (IF Lost THEN 0 ELSE Ttl) /\ late = {} /\ call = Each(NoCall)
           /\ budget = [unknown |-> UnknownMax, fault |-> FaultMax, resign |-> ResignMax, change |-> ChangeMax, step |-> StepMax]
           /\ st = [p \in Procs |-> IF ~foreign /\ p = Leader THEN "leading" ELSE "following"]
           /\ obs = [p \in Procs |-> IF p = Watcher \/ (~foreign /\ p = Leader) THEN seen(r) ELSE Blank]
           /\ stepped = [p \in Procs |-> IF p = Watcher \/ (~foreign /\ p = Leader) THEN 0 ELSE -1]
           /\ must = Each(FALSE)
           /\ term = [p \in Procs |-> IF ~foreign /\ p = Leader THEN mine ELSE NoRecord]
           /\ trust = [p \in Procs |-> IF ~foreign /\ p = Leader THEN Ttl - Margin ELSE 0]
           /\ opens = Each(0) /\ uns = Each({}) /\ rel = Each(NoRecord) /\ to = Each(NoWay) /\ over = Each(0)
           /\ ttl = Each(Ttl) /\ acts = IF foreign THEN Ttl + Delay ELSE 0
           /\ saw = [p \in Procs |-> IF obs[p].latest = r THEN {TermOf(r)} ELSE {}]
           /\ lost = (IF Lost THEN {TermOf(r)} ELSE {}) /\ top = 1 /\ led = {TermOf(r)} /\ bad = {}

Shown == {rec} \cup {obs[q].latest : q \in Procs} \cup {term[q] : q \in Procs} \cup {rel[q] : q \in Procs}
         \cup {w.exp : w \in late} \cup {call[q].exp : q \in {q \in Procs : ~Idle(q)}}
         \cup {call[q].ans : q \in {q \in Procs : ~Idle(q)}}
Used(p) == {r.att : r \in {r \in Shown : r.kind = "held" /\ r.holder = p}} \cup {u.att : u \in uns[p]} \cup {obs[p].claiming}
           \cup {w.att : w \in {w \in late : w.by = p}}
Fresh(p) == CHOOSE a \in 1..12 : a \notin Used(p) /\ \A b \in 1..(a - 1) : b \in Used(p)

(* ---- sending *)
Call(p, kind, exp, high, waited) ==
    [kind |-> kind, by |-> p, step |-> "way", exp |-> exp, high |-> high, waited |-> waited, ttl |-> ttl[p], att |-> Fresh(p),
     to |-> to[p], trust |-> IF kind \in {"claim", "succeed", "renew"} THEN ttl[p] - Margin ELSE 0,
     old |-> obs[p].latest.kind = "held" /\ 2 * (Wait(obs[p].latest.ttl) - obs[p].clear) >= obs[p].latest.ttl,
     ans |-> NoRecord, left |-> 0, steps |-> 0, hold |-> 0]
Attempt(c) == [att |-> c.att, trust |-> c.trust, left |-> c.ttl]
Send(p, c) ==
    /\ call' = [call EXCEPT ![p] = c]
    /\ uns' = IF c.kind \in {"claim", "succeed", "renew"} THEN [uns EXCEPT ![p] = @ \cup {Attempt(c)}] ELSE uns
    /\ UNCHANGED <<rec, free, budget, late, st, must, term, opens, rel, to, over, ttl, stepped, acts, ghosts, brk>>

(* A look is carried out when it is sent, as in Lease, and only if it may tell something.                                     *)
Look(p) ==
    /\ st[p] = "following" /\ Idle(p)
    /\ must[p] \/ rec # obs[p].latest
    /\ LET c == Call(p, "look", NoRecord, 0, FALSE) IN Send(p, [c EXCEPT !.step = "shown", !.ans = rec, !.left = free, !.steps = stepped[p], !.att = 0])
    /\ UNCHANGED <<obs, trust>>

(* The very first claim names no record: the store judges it. Later ones name what was seen.                                  *)
Claim(p) ==
    /\ st[p] = "following" /\ Idle(p) /\ ~must[p] /\ top < TokenMax
    /\ obs[p].latest.kind = "none" \/ ClaimableAt(obs[p]) <= 0
    /\ LET c == Call(p, "claim", obs[p].latest, Max(obs[p].high, obs[p].latest.tok),
                     obs[p].latest.kind # "none" /\ obs[p].clear <= 0)
       IN Send(p, c) /\ obs' = [obs EXCEPT ![p].claiming = c.att]
    /\ UNCHANGED trust

(* A wake-up is followed by a claim without a look: Follower.maySucceed.                                                      *)
Succeed(p) ==
    /\ Succession /\ p = Watcher /\ st[p] = "following" /\ Idle(p) /\ top < TokenMax
    /\ obs[p].latest.kind = "held" /\ ~Ours(p, obs[p].latest) /\ ~HasSeenRelease(obs[p])
    /\ ~HasLostTerm(obs[p], 0) \/ brk = "R7-succeeds-lost"
    /\ uns[p] = {}
    /\ Send(p, Call(p, "succeed", NoRecord, obs[p].high, TRUE))
    /\ UNCHANGED <<obs, trust>>

Renew(p) ==
    /\ st[p] \in {"held", "leading"} /\ Idle(p) /\ trust[p] > 0 /\ term[p].ren < RenewMax
    /\ LET c == Call(p, "renew", term[p], 0, FALSE)
       IN /\ Send(p, c)
          /\ trust' = [trust EXCEPT ![p] = IF brk = "R14-old-ttl-is-trusted" THEN @ ELSE Min(@, c.trust)]
    /\ UNCHANGED obs

Release(p) ==
    /\ st[p] = "ended" /\ Idle(p) /\ rel[p].kind = "held"
    /\ Send(p, [Call(p, "release", rel[p], 0, FALSE) EXCEPT !.att = 0])
    /\ UNCHANGED <<obs, trust>>

(* ---- the store: MemoryStore. A claim that named no record is told what it replaced (Answer.Granted.hold).                  *)
ReservedFor(p) == rec.kind = "released" /\ rec.for = p
Granted(c) ==
    CASE c.kind = "succeed" ->
            /\ rec.kind = "released"
            /\ IF brk = "R9-succeeds-any" THEN rec.tok >= c.high ELSE rec.tok = c.high
            /\ rec.for \in {Anyone, c.by}
      [] c.kind = "claim" ->
            /\ c.exp.kind = "none" \/ rec = c.exp
            /\ c.waited \/ free = 0 \/ rec.kind = "never" \/ ReservedFor(c.by)
      [] OTHER -> FALSE
New(c) ==
    CASE c.kind = "renew" -> [c.exp EXCEPT !.ren = @ + 1, !.att = c.att, !.ttl = c.ttl]
      [] c.kind = "release" -> Released(c.exp.tok, c.exp.follows, c.to.for, c.to.length)
      [] OTHER -> Held(c.by, Max(Max(rec.tok, c.high), top) + 1, IF rec.kind = "released" THEN rec.tok ELSE 0, c.ttl, 0, c.att)
Done(c) ==
    CASE c.kind = "renew" -> rec = c.exp /\ free > 0
      [] c.kind = "release" -> SameTerm(rec, c.exp)
      [] OTHER -> Granted(c)
Lands(c) ==
    /\ rec' = IF Done(c) THEN New(c) ELSE rec
    /\ free' = IF ~Done(c) THEN free ELSE IF c.kind = "release" THEN c.to.length ELSE c.ttl
    /\ top' = IF Done(c) THEN Max(top, New(c).tok) ELSE top
    /\ bad' = IF Done(c) /\ c.kind \in {"claim", "succeed"} /\ rec.kind = "released" /\ rec.for \notin {Anyone, c.by} /\ free > 0
              THEN bad \cup {"reserved"} ELSE bad

Land(p) ==
    /\ ~Idle(p) /\ call[p].step = "way"
    /\ Lands(call[p])
    /\ LET c == call[p]
       IN call' = [call EXCEPT ![p] =
            IF Done(c) THEN [c EXCEPT !.step = "done", !.exp = NoRecord,
                                      !.ans = IF c.kind = "release" THEN NoRecord ELSE New(c),
                                      !.hold = IF c.kind \in {"claim", "succeed"} /\ rec.kind = "held" THEN Delay ELSE 0]
            ELSE IF c.kind = "release" THEN [c EXCEPT !.step = "done"]
            ELSE [c EXCEPT !.step = "shown", !.exp = NoRecord, !.ans = rec, !.left = free, !.steps = stepped[p]]]
    /\ UNCHANGED <<budget, late, own, ttl, stepped, acts, saw, lost, led, brk>>
LateLand(w) ==
    /\ late' = late \ {w}
    /\ Lands(w)
    /\ UNCHANGED <<budget, call, own, ttl, stepped, acts, saw, lost, led, brk>>

(* ---- what a candidate makes of an answer *)
Me(p) == [st |-> st[p], obs |-> obs[p], must |-> must[p], term |-> term[p], trust |-> trust[p], opens |-> opens[p],
          uns |-> uns[p], rel |-> rel[p], to |-> to[p], over |-> over[p]]
InTerm(m) == m.st \in {"held", "leading"}
EndTerm(m, toRelease, way) ==
    [m EXCEPT !.st = "ended", !.over = m.term.tok, !.must = TRUE, !.trust = 0, !.term = NoRecord, !.opens = 0,
              !.rel = IF toRelease THEN m.term ELSE NoRecord,
              !.to = IF m.opens > 0 /\ brk # "R7-delay-is-dropped" THEN NotBefore(m.opens) ELSE way]
EndIfOver(m) == IF InTerm(m) /\ m.trust = 0 THEN EndTerm(m, TRUE, NoWay) ELSE m
Following(m) == IF m.st = "ended" /\ m.rel.kind = "none" THEN [m EXCEPT !.st = "following", !.to = NoWay] ELSE m
GiveBack(m, lease, delay) ==
    [m EXCEPT !.st = "ended", !.rel = lease,
              !.to = IF m.st = "ended" /\ SameTerm(m.rel, lease) THEN @ ELSE NotBefore(delay)]
LeadOrRelease(m, lease, earned, delay) ==
    IF earned > 0
    THEN [m EXCEPT !.st = IF delay > 0 THEN "held" ELSE "leading", !.opens = delay, !.term = lease, !.trust = earned,
                   !.rel = NoRecord]
    ELSE GiveBack(m, lease, delay)
TrustIn(m, lease) == LET known == {u \in m.uns : u.att = lease.att}
                     IN IF known = {} THEN 0 ELSE (CHOOSE u \in known : TRUE).trust

(* Only what followers read tells the time of the store: what is left, and by how much its clock stepped since.               *)
NoteIn(m, p, c) ==
    LET left == c.left + (IF brk = "R7-steps-count" THEN 0 ELSE Max(0, c.steps))
        clocked == c.step = "shown" /\ c.ans.kind = "held"
    IN [m EXCEPT !.obs = Note(@, p, c.ans, ttl[p], 0, c.old, IF clocked THEN left ELSE -1,
                              clocked /\ 2 * (c.ans.ttl - left) >= c.ans.ttl),
                 !.must = FALSE]
Saw(m, p, c) ==
    LET n == NoteIn(m, p, c)
        ours == Ours(p, c.ans) /\ OthersAreOver(n.obs, p, 0)
        isNew == c.ans.tok > n.over /\ c.ans.tok >= n.obs.high
    IN IF ours THEN LeadOrRelease(n, c.ans, IF isNew THEN TrustIn(n, c.ans) ELSE 0, Delay) ELSE n

Answered(m0, p, c) ==
    LET e == EndIfOver(m0)
        m == [e EXCEPT !.uns = {u \in @ : u.att # c.att}]
    IN CASE c.kind = "look" -> Saw(m, p, c)
         [] c.kind \in {"claim", "succeed"} /\ c.step = "done" ->
                LeadOrRelease(NoteIn(m, p, c), c.ans, c.trust, c.hold)
         [] c.kind \in {"claim", "succeed"} -> Saw(m, p, c)
         [] c.kind = "renew" /\ c.step = "done" ->
                LET n == [m EXCEPT !.obs = Note(@, p, c.ans, ttl[p], 0, FALSE, -1, FALSE)]
                IN IF InTerm(n) THEN [n EXCEPT !.term = c.ans, !.trust = c.trust] ELSE GiveBack(n, c.ans, Delay)
         [] c.kind = "renew" /\ InTerm(m) /\ SameTerm(m.term, c.ans) ->
                [m EXCEPT !.term = c.ans, !.trust = Max(@, TrustIn(m, c.ans))]
         [] c.kind = "renew" -> Saw(IF InTerm(m) THEN EndTerm(m, FALSE, NoWay) ELSE [m EXCEPT !.rel = NoRecord], p, c)
         [] OTHER -> [m EXCEPT !.rel = NoRecord, !.must = TRUE]

Become(p, m0, seen) ==
    LET m == Following(m0)
        begins == m.term.kind = "held" /\ ~SameTerm(m.term, term[p])
        mine == TermOf(m.term)
        early == obs[p].latest.kind = "held" /\ seen.kind \in {"held", "released"} /\ seen.tok > obs[p].latest.tok
        missed == IF early /\ obs[p].overdue THEN {TermOf(obs[p].latest)} ELSE {}
        sawNow == (saw[p] \ missed) \cup (IF seen.kind = "held" THEN {TermOf(seen)} ELSE {})
    IN /\ st' = [st EXCEPT ![p] = m.st] /\ obs' = [obs EXCEPT ![p] = m.obs] /\ must' = [must EXCEPT ![p] = m.must]
       /\ term' = [term EXCEPT ![p] = m.term] /\ trust' = [trust EXCEPT ![p] = m.trust] /\ opens' = [opens EXCEPT ![p] = m.opens]
       /\ uns' = [uns EXCEPT ![p] = m.uns] /\ rel' = [rel EXCEPT ![p] = m.rel] /\ to' = [to EXCEPT ![p] = m.to]
       /\ over' = [over EXCEPT ![p] = m.over]
       /\ saw' = [saw EXCEPT ![p] = sawNow]
       /\ led' = IF begins THEN led \cup {mine} ELSE led
       /\ bad' = IF begins /\ \E t \in led : t.tok >= mine.tok THEN bad \cup {"token"} ELSE bad
       /\ UNCHANGED <<ttl, acts, brk>>

Answer(p) ==
    /\ ~Idle(p) /\ call[p].step \in {"done", "shown"}
    /\ LET c == call[p]
       IN /\ call' = [call EXCEPT ![p] = NoCall]
          /\ Become(p, Answered(Me(p), p, c), c.ans)
          /\ stepped' = IF c.step = "shown" /\ c.ans.kind = "held" THEN [stepped EXCEPT ![p] = @ - c.steps] ELSE stepped
    /\ UNCHANGED <<rec, free, budget, late, lost, top>>

Unknown(p) ==
    /\ call[p].kind \in {"claim", "succeed", "renew", "release"} /\ Spend("unknown")
    /\ \E lands, leave \in BOOLEAN :
          /\ lands => call[p].step = "way" /\ Cardinality(late) < LateMax
          /\ leave => call[p].kind = "release"
          /\ late' = IF lands THEN late \cup {call[p]} ELSE late
          /\ LET m == [EndIfOver(Me(p)) EXCEPT !.must = TRUE]
             IN Become(p, IF leave THEN [m EXCEPT !.rel = NoRecord] ELSE m, NoRecord)
    /\ call' = [call EXCEPT ![p] = NoCall]
    /\ UNCHANGED <<rec, free, stepped, lost, top>>

Same == UNCHANGED <<rec, free, late, call, stepped, lost, top>>
TrustEnds(p) == InTerm(Me(p)) /\ trust[p] = 0 /\ Become(p, EndIfOver(Me(p)), NoRecord) /\ UNCHANGED budget /\ Same
Opens(p) == st[p] = "held" /\ opens[p] = 0 /\ trust[p] > 0 /\ Become(p, [Me(p) EXCEPT !.st = "leading"], NoRecord) /\ UNCHANGED budget /\ Same

(* A term is given up, to anyone or in favour of another. *)
Resign(p) ==
    /\ InTerm(Me(p)) /\ trust[p] > 0 /\ Spend("resign")
    /\ \E way \in {NoWay} \cup (IF Reserve > 0 THEN {[for |-> q, length |-> Reserve] : q \in Procs \ {p}} ELSE {}) :
          Become(p, EndTerm(Me(p), TRUE, way), NoRecord)
    /\ Same

(* Input.Reconfigure: another ttl from the next write on. *)
Change(p) ==
    /\ \E t \in Ttls \ {ttl[p]} : ttl' = [ttl EXCEPT ![p] = t]
    /\ Spend("change")
    /\ UNCHANGED <<rec, free, late, call, own, stepped, acts, ghosts, brk>>

(* ---- faults. A raised ttl that nobody saw before its record was lost is not waited out, nor is a step of the store's clock   *)
(* by one that never read it, such as a leader whose first claim was granted (docs/safety.md).                                *)
Lose ==
    /\ rec # Never /\ Spend("fault")
    /\ rec' = Never /\ free' = 0
    /\ lost' = lost \cup (IF rec.kind = "held" THEN {TermOf(rec)} ELSE {t \in led : t.tok = rec.tok})
    /\ UNCHANGED <<late, call, own, ttl, stepped, acts, saw, top, led, bad, brk>>
StoreSteps ==
    /\ \A p \in Procs : stepped[p] = 0
    /\ Spend("step")
    /\ free' = Less(free, Step)
    /\ stepped' = [p \in Procs |-> IF stepped[p] < 0 THEN stepped[p] ELSE stepped[p] + Step]
    /\ UNCHANGED <<rec, late, call, own, ttl, acts, ghosts, brk>>

Tick ==
    /\ free' = Less(free, 1) /\ acts' = Less(acts, 1)
    /\ obs' = [p \in Procs |-> Aged(obs[p], 1)]
    /\ trust' = [p \in Procs |-> Less(trust[p], 1)] /\ opens' = [p \in Procs |-> Less(opens[p], 1)]
    /\ call' = [p \in Procs |-> [call[p] EXCEPT !.trust = Less(@, 1)]]
    /\ uns' = [p \in Procs |-> {[u EXCEPT !.trust = Less(@, 1), !.left = @ - 1] : u \in {u \in uns[p] : u.left > 1}}]
    /\ UNCHANGED <<rec, budget, late, st, must, term, rel, to, over, ttl, stepped, ghosts, brk>>

Next ==
    \/ \E p \in Procs : Look(p) \/ Claim(p) \/ Succeed(p) \/ Renew(p) \/ Release(p) \/ Land(p) \/ Answer(p) \/ Unknown(p)
                        \/ TrustEnds(p) \/ Opens(p) \/ Resign(p) \/ Change(p)
    \/ \E w \in late : LateLand(w)
    \/ Lose \/ StoreSteps \/ Tick
Spec == Init /\ [][Next]_vars

(* ---- what must hold *)
Trusts(p) == InTerm(Me(p)) /\ trust[p] > 0
Exempt(p, q) == TermOf(term[q]) \in lost /\ TermOf(term[q]) \notin saw[p]
Exclusive == \A p, q \in Procs : p # q /\ Trusts(p) /\ Trusts(q) => Exempt(p, q) \/ Exempt(q, p)
ForeignIsOver == \A p \in Procs : st[p] = "leading" /\ trust[p] > 0 => acts = 0
Right == Exclusive /\ ForeignIsOver /\ bad = {}
OneTrustedTerm == brk = "none" => Exclusive
ForeignLeaderHasStopped == brk = "none" => ForeignIsOver
TokensGrowAndReservationsHold == brk = "none" => bad = {}
Bound == Explore(brk, Right, TrueMax, DepthMax)
=============================================================================
