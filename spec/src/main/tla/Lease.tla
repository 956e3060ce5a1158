-------------------------------- MODULE Lease --------------------------------
(* Candidates and one record on a store without a clock (a Cell behind CellStore). Calls are made in their real steps: a      *)
(* conditional write, then, if it was refused, a look. A call may be given up before it lands, and land later or never.      *)
(*                                                                                                                            *)
(* Time is discrete. Every deadline is kept as what is left of it on the clock of its owner; Tick takes from it what that    *)
(* clock advances. Nothing must happen at any tick, so every candidate may be paused anywhere for any time.                   *)
EXTENDS Integers, FiniteSets, Breaks

CONSTANTS
    Procs,      \* instances; each starts once, so those that start later are newcomers
    None,       \* no process
    Leader, Watcher, \* who leads and who follows where the model begins with a leader
    First,      \* those that run from the beginning; the others start when they like
    Ttl, Margin, TokenMax, RenewMax,
    LateMax,    \* how many writes that were given up are under way at once
    UnknownMax, \* how many calls fail, are given up, or lose their answers
    FaultMax,   \* how often the record is lost, rolled back or corrupted
    FaultKinds, \* which of these: a subset of {"lose", "corrupt", "rollback"}
    EndMax,     \* how often a candidate resigns, crashes, stands again, leaves its lease or has its engine start over
    EndKinds,   \* which of these: a subset of {"resign", "crash", "restand", "engine", "overrun"}
    SleepMax,   \* how many ticks machines sleep
    Rates,      \* by how much a clock is ahead (1) or behind (-1) after Period ticks: a subset of {-1, 0, 1}
    Period,
    TrueMax, DepthMax, \* how many steps a behaviour has at most: a true one, and a broken one
    Wall        \* whether wall clocks are roughly right, so that a new token exceeds all that were given before

CONSTANT Wait(_)
VARIABLES
    rec,        \* the record
    backup,     \* an earlier state of it, to which it may go back
    budget,     \* how many faults, ends and sleeps are left
    late,       \* writes that were given up and may land yet
    st,         \* State: off, following, leading, ended, dead
    obs,        \* Observation
    must,       \* Follower.mustLook
    term,       \* the lease held, or NoRecord
    trust,      \* what is left of the trust in it
    call,       \* the call under way, or NoCall
    uns,        \* StoreCalls.unsettled: attempts whose outcome is not known
    rel,        \* State.Ended.toRelease, or NoRecord
    over,       \* TermLifecycle.lastEndedToken
    phase, rate,
    \* What the candidates do not know, for the invariants only:
    saw,        \* the terms that each has seen
    alive,      \* terms that each saw alive, and what is left of their wait
    lost,       \* terms whose record was lost while it showed them
    top,        \* the highest token that was granted
    led,        \* terms that began
    bad,        \* what went wrong at a step
    brk         \* the rule that is broken, or "none"

vars == <<rec, backup, budget, late, st, obs, must, term, trust, call, uns, rel, over, phase, rate, saw, alive, lost, top, led, bad, brk>>

INSTANCE Observe WITH Broken <- brk, Delay <- 0
NoCall == [kind |-> "none", trust |-> 0]
TermOf(r) == [holder |-> r.holder, tok |-> r.tok]
(* What differs between candidates in runs of the simulator; Trace puts its own in the place of these two.                    *)
OwnTtl(p) == Ttl
TrustedFor(p) == IF brk = "R1-no-margin" THEN Ttl ELSE Ttl - Margin

Init ==
    /\ rec = Never /\ backup = Never /\ late = {} /\ phase = 0
    /\ budget = [fault |-> FaultMax, unknown |-> UnknownMax, end |-> EndMax, sleep |-> SleepMax]
    /\ st = [p \in Procs |-> IF p \in First THEN "following" ELSE "off"]
    /\ obs = [p \in Procs |-> Blank] /\ must = [p \in Procs |-> TRUE]
    /\ term = [p \in Procs |-> NoRecord] /\ trust = [p \in Procs |-> 0] /\ call = [p \in Procs |-> NoCall]
    /\ uns = [p \in Procs |-> {}] /\ rel = [p \in Procs |-> NoRecord] /\ over = [p \in Procs |-> 0]
    /\ rate \in [Procs -> Rates]
    /\ saw = [p \in Procs |-> {}] /\ alive = [p \in Procs |-> {}] /\ lost = {} /\ top = 0 /\ led = {} /\ bad = {}
    /\ brk \in Breaks

Spend(what) == budget[what] > 0 /\ budget' = [budget EXCEPT ![what] = @ - 1]
(* A later beginning: Leader has just renewed its lease once, and Watcher saw that, or the write before it some time ago.     *)
(* "lost" is then whether its record has just been lost, "left" whether it has just died, perhaps by what damaged its record. *)
Led(how) ==
    LET now == Held(Leader, 1, 0, Ttl, 1, 2)
        before == Held(Leader, 1, 0, Ttl, 0, 1)
        own == [Blank EXCEPT !.latest = now, !.high = 1, !.ren = 1, !.clear = Wait(Ttl), !.stated = Wait(Ttl)]
        dead == how = "left"
        leads(yes, no) == [p \in Procs |-> IF p = Leader /\ ~dead THEN yes ELSE no]
    IN \E seen \in (IF how = "lost" THEN {now} ELSE {now, before}), left \in 1..Wait(Ttl), old \in BOOLEAN :
        /\ brk \in Breaks
        /\ seen = now => left = Wait(Ttl)
        /\ old => 2 * (Wait(Ttl) - left) >= Ttl
        /\ rec \in (CASE how = "lost" -> {Never} [] dead -> {now, Unreadable} [] OTHER -> {now})
        /\ backup = before /\ late = {} /\ phase = 0
        /\ budget = [fault |-> FaultMax, unknown |-> UnknownMax, end |-> EndMax, sleep |-> SleepMax]
        /\ st = [p \in Procs |-> IF p = Leader THEN IF dead THEN "dead" ELSE "leading"
                                 ELSE IF p \in First THEN "following" ELSE "off"]
        /\ obs = [p \in Procs |-> IF p = Watcher THEN [own EXCEPT !.latest = seen, !.ren = seen.ren, !.clear = left,
                                                                  !.stated = left, !.overdue = old]
                                  ELSE leads(own, Blank)[p]]
        /\ must = [p \in Procs |-> p \notin {Leader, Watcher}]
        /\ term = leads(now, NoRecord) /\ trust = leads(TrustedFor(Leader), 0) /\ call = [p \in Procs |-> NoCall]
        /\ uns = [p \in Procs |-> {}] /\ rel = [p \in Procs |-> NoRecord] /\ over = [p \in Procs |-> 0]
        /\ rate \in [Procs -> Rates]
        /\ saw = [p \in Procs |-> IF p \in {Leader, Watcher} THEN {TermOf(now)} ELSE {}]
        /\ alive = [p \in Procs |-> IF p = Watcher THEN {[holder |-> Leader, tok |-> 1, left |-> left]} ELSE {}]
        /\ lost = (IF how = "lost" THEN {TermOf(now)} ELSE {}) /\ top = 1 /\ led = {TermOf(now)} /\ bad = {}

On(p) == st[p] \in {"following", "leading", "ended"}
Idle(p) == call[p].kind = "none"

(* ---- attempt ids: the smallest that nothing refers to, so that there are finitely many *)
Shown == {rec, backup} \cup {obs[q].latest : q \in Procs} \cup {term[q] : q \in Procs} \cup {rel[q] : q \in Procs}
         \cup UNION {{w.exp, w.new} : w \in late}
         \cup UNION {{call[q].exp, call[q].new, call[q].ans} : q \in {q \in Procs : ~Idle(q)}}
Used(p) == {r.att : r \in {r \in Shown : r.kind = "held" /\ r.holder = p}} \cup {u.att : u \in uns[p]} \cup {obs[p].claiming}
Fresh(p) == CHOOSE a \in 1..12 : a \notin Used(p) /\ \A b \in 1..(a - 1) : b \in Used(p)

(* ---- sending: StoreCalls *)
Old(o) == o.latest.kind = "held" /\ 2 * (Wait(o.latest.ttl) - o.clear) >= o.latest.ttl
Call(p, kind, exp, new, old) ==
    [kind |-> kind, step |-> "write", exp |-> exp, new |-> new, ans |-> NoRecord,
     trust |-> IF kind \in {"claim", "renew"} THEN TrustedFor(p) ELSE 0, old |-> old]
Attempt(c) == [att |-> c.new.att, trust |-> c.trust]

Unsent == UNCHANGED <<rec, backup, budget, late, phase, rate, saw, alive, lost, top, led, bad, st, over, brk>>

(* A look reads when it is sent: one that is slow to read is one that is sent later. Looks that would tell nothing new are    *)
(* left out. While the work of an ended term runs on, its candidate looks before it releases.                                *)
MayLook(p) == (st[p] = "following" \/ (st[p] = "ended" /\ "overrun" \in EndKinds)) /\ Idle(p)
Look(p) ==
    /\ MayLook(p)
    /\ must[p] \/ rec # obs[p].latest \/ Old(obs[p]) # obs[p].overdue
    /\ call' = [call EXCEPT ![p] = [Call(p, "look", NoRecord, NoRecord, Old(obs[p])) EXCEPT !.step = "shown", !.ans = rec]]
    /\ UNCHANGED <<obs, must, term, trust, uns, rel>> /\ Unsent

KnownTo(p) == IF brk = "R15-token-of-the-record" THEN obs[p].latest.tok ELSE Max(obs[p].latest.tok, obs[p].high)
ClaimAs(p, tok, att) ==
    /\ st[p] = "following" /\ Idle(p) /\ ~must[p] /\ obs[p].latest.kind # "none"
    /\ ClaimableAt(obs[p]) <= 0 /\ tok > KnownTo(p)
    /\ LET seen == obs[p].latest
           new == Held(p, tok, IF seen.kind = "released" THEN seen.tok ELSE 0, OwnTtl(p), 0, att)
           c == Call(p, "claim", seen, new, Old(obs[p]))
       IN /\ call' = [call EXCEPT ![p] = c]
          /\ uns' = [uns EXCEPT ![p] = @ \cup {Attempt(c)}]
          /\ obs' = [obs EXCEPT ![p].claiming = new.att]
          /\ bad' = IF Wall /\ tok <= top THEN bad \cup {"token"} ELSE bad
    /\ UNCHANGED <<rec, backup, budget, late, phase, rate, saw, alive, lost, top, led, st, over, brk, must, term, trust, rel>>

Claim(p) ==
    LET tok == Max(KnownTo(p), IF Wall /\ brk # "R15-token-of-the-record" THEN top ELSE 0) + 1
    IN tok <= TokenMax /\ ClaimAs(p, tok, Fresh(p))

RenewAs(p, att) ==
    /\ st[p] = "leading" /\ Idle(p) /\ trust[p] > 0
    /\ LET new == [term[p] EXCEPT !.ren = @ + 1, !.att = att]
           c == Call(p, "renew", term[p], new, FALSE)
       IN /\ call' = [call EXCEPT ![p] = c]
          /\ uns' = [uns EXCEPT ![p] = @ \cup {Attempt(c)}]
          /\ trust' = [trust EXCEPT ![p] = Min(@, c.trust)]
    /\ UNCHANGED <<obs, must, term, rel>> /\ Unsent

Renew(p) == term[p].kind = "held" /\ term[p].ren < RenewMax /\ RenewAs(p, Fresh(p))

Release(p) ==
    /\ st[p] = "ended" /\ Idle(p) /\ rel[p].kind = "held"
    /\ call' = [call EXCEPT ![p] = Call(p, "release", rel[p], Released(rel[p].tok, rel[p].follows, Anyone, 0), FALSE)]
    /\ UNCHANGED <<obs, must, term, trust, uns, rel>> /\ Unsent

(* ---- the store: CellStore over a Cell. A release reads the record and tries again while it is of its term *)
Fits(exp, new) ==
    \/ rec = exp
    \/ brk = "R6-unconditional" /\ rec.kind = "held"
Unstored == UNCHANGED <<backup, budget, late, st, obs, must, term, trust, uns, rel, over, phase, rate, saw, alive, lost, led, bad, brk>>
Grants(r) == top' = IF r.kind = "held" THEN Max(top, r.tok) ELSE top
Write(p) ==
    /\ ~Idle(p) /\ call[p].step = "write"
    /\ IF Fits(call[p].exp, call[p].new)
       THEN rec' = call[p].new /\ call' = [call EXCEPT ![p].step = "done", ![p].exp = NoRecord]
       ELSE rec' = rec /\ call' = [call EXCEPT ![p].step = "read"]
    /\ Grants(rec')
    /\ Unstored

Read(p) ==
    /\ ~Idle(p) /\ call[p].step = "read"
    /\ call' = [call EXCEPT ![p] =
            CASE @.kind = "release" /\ SameTerm(rec, @.exp) -> [@ EXCEPT !.exp = rec, !.step = "write"]
              [] @.kind = "release" -> [@ EXCEPT !.step = "done", !.exp = NoRecord]
              [] @.kind = "claim" /\ rec = @.new -> [@ EXCEPT !.step = "done", !.exp = NoRecord]
              [] OTHER -> [@ EXCEPT !.step = "shown", !.exp = NoRecord, !.ans = rec]]
    /\ UNCHANGED <<rec, top>> /\ Unstored

LateWrite(w) ==
    /\ late' = late \ {w}
    /\ rec' = IF Fits(w.exp, w.new) \/ (w.new.kind = "released" /\ SameTerm(rec, w.exp)) THEN w.new ELSE rec
    /\ Grants(rec')
    /\ UNCHANGED <<backup, budget, st, obs, must, term, trust, call, uns, rel, over, phase, rate, saw, alive, lost, led, bad, brk>>

(* ---- what p knows after a step: a tuple of its own variables, so that steps can be put together *)
Me(p) == [st |-> st[p], obs |-> obs[p], must |-> must[p], term |-> term[p], trust |-> trust[p], uns |-> uns[p],
          rel |-> rel[p], over |-> over[p]]
EndTerm(m, toRelease) ==
    [m EXCEPT !.st = "ended", !.over = m.term.tok, !.must = TRUE, !.trust = 0, !.term = NoRecord,
              !.rel = IF toRelease THEN m.term ELSE NoRecord]
EndIfOver(m) == IF m.st = "leading" /\ m.trust = 0 THEN EndTerm(m, TRUE) ELSE m
Following(m) == IF m.st = "ended" /\ m.rel.kind = "none" THEN [m EXCEPT !.st = "following"] ELSE m

LeadOrRelease(m, lease, earned) ==
    IF earned > 0
    THEN [m EXCEPT !.st = "leading", !.term = lease, !.trust = earned, !.rel = NoRecord]
    ELSE [m EXCEPT !.st = "ended", !.rel = lease]

TrustIn(m, p, lease) ==
    LET known == {u \in m.uns : u.att = lease.att}
    IN CASE brk = "R8-any-of-ours" -> TrustedFor(p)
         [] known = {} -> 0
         [] OTHER -> (CHOOSE u \in known : TRUE).trust

NoteIn(m, p, seen, old) == [m EXCEPT !.obs = Note(@, p, seen, OwnTtl(p), 0, old, -1, FALSE), !.must = FALSE]

(* Campaign.saw: a lease of ours in the record is settled once nobody else can lead beside it.                               *)
Saw(m, p, seen, old) ==
    LET n == NoteIn(m, p, seen, old)
        ours == Ours(p, seen) /\ (OthersAreOver(n.obs, p, 0) \/ brk = "R8-beside-others")
        isNew == (seen.tok > n.over \/ brk = "R8-revives") /\ (seen.tok >= n.obs.high \/ brk = "R8-beside-others")
    IN IF ours THEN LeadOrRelease(n, seen, IF isNew THEN TrustIn(n, p, seen) ELSE 0) ELSE n

Settle(m, c) == [m EXCEPT !.uns = {u \in @ : c.kind \notin {"claim", "renew"} \/ u.att # c.new.att}]

Answered(m0, p, c) ==
    LET m == Settle(EndIfOver(m0), c)
        earned == IF brk = "R1-trust-from-answer" THEN TrustedFor(p) ELSE c.trust
    IN CASE c.kind = "look" -> Saw(m, p, c.ans, c.old)
         [] c.kind = "claim" /\ c.step = "done" -> LeadOrRelease(NoteIn(m, p, c.new, c.old), c.new, earned)
         [] c.kind = "claim" -> Saw(m, p, c.ans, c.old)
         [] c.kind = "renew" /\ c.step = "done" ->
                LET n == [m EXCEPT !.obs = Note(@, p, c.new, OwnTtl(p), 0, c.old, -1, FALSE)]
                IN IF n.st = "leading" THEN [n EXCEPT !.term = c.new, !.trust = earned]
                   ELSE [n EXCEPT !.st = "ended", !.rel = c.new]
         [] c.kind = "renew" /\ m.st = "leading" /\ SameTerm(m.term, c.ans) ->
                [m EXCEPT !.term = c.ans, !.trust = Max(@, TrustIn(m, p, c.ans))]
         [] c.kind = "renew" ->
                Saw(IF m.st = "leading" THEN EndTerm(m, FALSE) ELSE [m EXCEPT !.rel = NoRecord], p, c.ans, c.old)
         [] OTHER -> [m EXCEPT !.rel = NoRecord, !.must = TRUE]

Leads(p) == st[p] = "leading" /\ trust[p] > 0
Shows(c) == IF c.kind \in {"claim", "renew"} /\ c.step = "done" THEN c.new ELSE c.ans

(* Puts the variables of p to what is in m, and keeps the books of the invariants. "seen" is what p saw in this step.        *)
Become(p, m0, seen) ==
    LET m == Following(m0)
        begins == m.term.kind = "held" /\ ~SameTerm(m.term, term[p])
        shown == IF seen.kind = "held" THEN {TermOf(seen)} ELSE {}
        early == obs[p].latest.kind = "held" /\ seen.kind \notin {"none", "asked", "unreadable"} /\ seen.tok > obs[p].latest.tok
        missed == IF early /\ obs[p].overdue THEN {TermOf(obs[p].latest)} ELSE {}
        freed == {seen.follows} \cup (IF seen.kind = "released" THEN {seen.tok} ELSE {})
        fresh == IF seen.kind = "held" /\ seen.holder # p /\ seen # obs[p].latest
                 THEN {[holder |-> seen.holder, tok |-> seen.tok, left |-> Wait(seen.ttl)]} ELSE {}
        living == {a \in alive[p] : a.tok \notin freed /\ \A f \in fresh : TermOf(a) # TermOf(f)} \cup fresh
        sawNow == ((saw[p] \ missed) \cup shown)
        mine == TermOf(m.term)
        notHigher == {t \in led : /\ t.tok >= mine.tok
                                  /\ ~(t \in lost /\ t \notin sawNow)
                                  /\ ~(mine \in lost /\ mine \notin saw[t.holder])}
    IN /\ st' = [st EXCEPT ![p] = m.st] /\ obs' = [obs EXCEPT ![p] = m.obs] /\ must' = [must EXCEPT ![p] = m.must]
       /\ term' = [term EXCEPT ![p] = m.term] /\ trust' = [trust EXCEPT ![p] = m.trust]
       /\ uns' = [uns EXCEPT ![p] = m.uns] /\ rel' = [rel EXCEPT ![p] = m.rel] /\ over' = [over EXCEPT ![p] = m.over]
       /\ saw' = [saw EXCEPT ![p] = IF FaultMax > 0 THEN sawNow ELSE {}]
       /\ alive' = [alive EXCEPT ![p] = living]
       /\ led' = IF begins THEN led \cup {mine} ELSE led
       /\ bad' = bad \cup (IF begins /\ notHigher # {} THEN {"token"} ELSE {})
                     \cup (IF call[p].kind = "renew" /\ seen.kind = "none" /\ Leads(p) /\ m.st = "ended" THEN {"loss"} ELSE {})
                     \cup (IF begins /\ {a \in living : TermOf(a) # mine} # {} THEN {"wait"} ELSE {})
       /\ UNCHANGED <<backup, phase, rate, top, brk>>

Answer(p) ==
    /\ On(p) /\ ~Idle(p) /\ call[p].step \in {"done", "shown"}
    /\ call' = [call EXCEPT ![p] = NoCall]
    /\ Become(p, Answered(Me(p), p, call[p]), Shows(call[p]))
    /\ UNCHANGED <<rec, budget, late, lost>>

(* The call is given up at its deadline, or its answer is lost: its outcome is unknown. What was not written yet may land    *)
(* later, or never. A failed release is tried again, or left to the record.                                                  *)
Unknown(p) ==
    /\ On(p) /\ call[p].kind \in {"claim", "renew", "release"}
    /\ \E lands \in BOOLEAN :
          /\ lands => call[p].step = "write" /\ Cardinality(late) < LateMax
          /\ late' = IF lands THEN late \cup {[exp |-> call[p].exp, new |-> call[p].new]} ELSE late
    /\ call' = [call EXCEPT ![p] = NoCall]
    /\ \E leave \in BOOLEAN :
          /\ leave => call[p].kind = "release"
          /\ LET m == [EndIfOver(Me(p)) EXCEPT !.must = TRUE]
                              n == IF brk = "R4-error-is-loss" /\ m.st = "leading" THEN EndTerm(m, TRUE) ELSE m
             IN Become(p, IF leave THEN [n EXCEPT !.rel = NoRecord] ELSE n, NoRecord)
    /\ Spend("unknown")
    /\ UNCHANGED <<rec, lost>>

(* The call fails, and is known to have written nothing: as if it had not been sent.                                        *)
Fails(p) ==
    /\ On(p) /\ call[p].kind \in {"claim", "renew", "release"} /\ call[p].step # "done"
    /\ call' = [call EXCEPT ![p] = NoCall]
    /\ Become(p, Settle(EndIfOver(Me(p)), call[p]), NoRecord)
    /\ Spend("unknown")
    /\ UNCHANGED <<rec, late, lost>>

(* Before anything else a term whose trust is over has ended.                                                                *)
TrustEnds(p) ==
    /\ st[p] = "leading" /\ trust[p] = 0
    /\ Become(p, EndIfOver(Me(p)), NoRecord)
    /\ UNCHANGED <<rec, budget, late, call, lost>>

(* ---- ends *)
Stray(p) == IF ~Idle(p) /\ call[p].step = "write" /\ Cardinality(late) < LateMax
            THEN {late \cup {[exp |-> call[p].exp, new |-> call[p].new]}, late} ELSE {late}

Asked == [NoRecord EXCEPT !.kind = "asked"]
Resign(p) ==
    /\ "resign" \in EndKinds /\ st[p] = "leading" /\ Spend("end")
    /\ Become(p, EndTerm(Me(p), TRUE), Asked)
    /\ UNCHANGED <<rec, late, call, lost>>

(* Work, or whoever a release waits for, has not ended in time: the lease is left to run out.                                *)
Leave(p) ==
    /\ "overrun" \in EndKinds /\ st[p] = "ended" /\ Idle(p) /\ Spend("end")
    /\ Become(p, [Me(p) EXCEPT !.rel = NoRecord], Asked)
    /\ UNCHANGED <<rec, late, call, lost>>

Crash(p) ==
    /\ "crash" \in EndKinds /\ On(p) /\ Spend("end")
    /\ late' \in Stray(p)
    /\ call' = [call EXCEPT ![p] = NoCall]
    /\ Become(p, [st |-> "dead", obs |-> Blank, must |-> FALSE, term |-> NoRecord, trust |-> 0, uns |-> {}, rel |-> NoRecord,
                  over |-> 0], Asked)
    /\ UNCHANGED <<rec, lost>>

(* A campaign that starts over knows nothing but what it saw.                                                                *)
Anew(m, o) == [m EXCEPT !.st = "following", !.obs = o, !.must = TRUE, !.term = NoRecord, !.trust = 0, !.uns = {},
                        !.rel = NoRecord, !.over = 0]

(* The engine failed: CampaignDriver.startOver. Leadership is dropped, answers to earlier calls are not listened to.         *)
EngineFails(p) ==
    /\ "engine" \in EndKinds /\ On(p) /\ Spend("end")
    /\ late' \in Stray(p)
    /\ call' = [call EXCEPT ![p] = NoCall]
    /\ Become(p, Anew(Me(p), obs[p]), Asked)
    /\ UNCHANGED <<rec, lost>>

(* Closed while it follows, it stands again: CampaignSetup.passOnTo.                                                         *)
Restand(p) ==
    /\ "restand" \in EndKinds /\ st[p] = "following" /\ Idle(p) /\ Spend("end")
    /\ LET forgets == ClaimableAt(obs[p]) <= 0 \/ brk = "R7-restand-forgets"
           o == IF forgets THEN Blank ELSE [obs[p] EXCEPT !.claiming = 0]
       IN /\ st' = [st EXCEPT ![p] = "following"]
          /\ obs' = [obs EXCEPT ![p] = o] /\ must' = [must EXCEPT ![p] = TRUE]
          /\ uns' = [uns EXCEPT ![p] = {}] /\ over' = [over EXCEPT ![p] = 0]
          /\ saw' = [saw EXCEPT ![p] = IF ClaimableAt(obs[p]) <= 0 THEN {} ELSE @]
    /\ UNCHANGED <<rec, backup, late, term, trust, call, rel, phase, rate, alive, lost, top, led, bad, brk>>

Start(p) ==
    /\ st[p] = "off"
    /\ st' = [st EXCEPT ![p] = "following"]
    /\ UNCHANGED <<rec, backup, budget, late, obs, must, term, trust, call, uns, rel, over, phase, rate, saw, alive, lost, top, led, bad, brk>>

(* ---- faults of the record *)
Fault(to, isLoss) ==
    /\ rec # to
    /\ Spend("fault")
    /\ rec' = to
    /\ lost' = lost \cup (IF ~isLoss THEN {} ELSE IF rec.kind = "held" THEN {TermOf(rec)} ELSE {t \in led : t.tok = rec.tok})
    /\ UNCHANGED <<backup, late, st, obs, must, term, trust, call, uns, rel, over, phase, rate, saw, alive, top, led, bad, brk>>

Lose == "lose" \in FaultKinds /\ Fault(Never, TRUE)
Corrupt == "corrupt" \in FaultKinds /\ rec # Never /\ Fault(Unreadable, FALSE) \* whoever sees that waits, newcomers too

(* Nobody can notice that the record went back to the very state that it saw last (docs/safety.md).                          *)
RollBack ==
    /\ "rollback" \in FaultKinds
    /\ \A p \in Procs : obs[p].latest # backup /\ (IF Idle(p) THEN TRUE ELSE call[p].ans # backup)
    /\ Fault(backup, TRUE)

Save ==
    /\ "rollback" \in FaultKinds /\ budget.fault > 0 /\ backup # rec
    /\ backup' = rec
    /\ UNCHANGED <<rec, budget, late, st, obs, must, term, trust, call, uns, rel, over, phase, rate, saw, alive, lost, top, led, bad, brk>>

(* ---- time. "by" is what the clock of each candidate advances, "left" what that leaves of a trust.                           *)
Pass(by, left(_, _)) ==
    /\ obs' = [p \in Procs |-> Aged(obs[p], by[p])]
    /\ trust' = [p \in Procs |-> IF brk = "R2-flag" THEN trust[p] ELSE left(p, trust[p])]
    /\ call' = [p \in Procs |-> IF Idle(p) THEN NoCall ELSE [call[p] EXCEPT !.trust = left(p, @)]]
    /\ uns' = [p \in Procs |-> {[u EXCEPT !.trust = left(p, @)] : u \in {u \in uns[p] : left(p, u.trust) > 0}}]
    /\ alive' = [p \in Procs |-> {[a EXCEPT !.left = @ - by[p]] : a \in {a \in alive[p] : a.left > by[p]}}]
    /\ UNCHANGED <<rec, backup, late, st, must, term, rel, over, rate, saw, lost, top, led, bad, brk>>

(* A clock that is fast or slow is so by one tick in each Period. A machine that sleeps has a monotonic clock that *)
(* stands still; its other clocks tell, and end all trust (R2).                                                              *)
Tick(asleep) ==
    /\ IF asleep = None THEN UNCHANGED budget ELSE Spend("sleep")
    /\ phase' = (phase + 1) % Period
    /\ LET by == [p \in Procs |-> IF p = asleep THEN 0 ELSE IF phase = 0 THEN 1 + rate[p] ELSE 1]
           left(p, n) == IF p # asleep THEN Less(n, by[p]) ELSE IF brk = "R2-sleep-unnoticed" THEN n ELSE 0
       IN Pass(by, left)

(* A wall clock that is stepped ahead ends all trust as a sleep does, and nothing else: no wait is measured by it.            *)
WallSteps(p) ==
    /\ Spend("sleep")
    /\ trust' = [trust EXCEPT ![p] = 0]
    /\ uns' = [uns EXCEPT ![p] = {}]
    /\ call' = [call EXCEPT ![p].trust = 0]
    /\ UNCHANGED <<rec, backup, late, st, obs, must, term, rel, over, phase, rate, saw, alive, lost, top, led, bad, brk>>

Steps(p) == Look(p) \/ Claim(p) \/ Renew(p) \/ Release(p) \/ Write(p) \/ Read(p) \/ Answer(p) \/ TrustEnds(p)
Ends(p) == Unknown(p) \/ Fails(p) \/ Resign(p) \/ Leave(p) \/ Crash(p) \/ EngineFails(p) \/ Restand(p) \/ Start(p)
Next ==
    \/ \E p \in Procs : Steps(p) \/ Ends(p) \/ WallSteps(p)
    \/ \E w \in late : LateWrite(w)
    \/ Lose \/ Corrupt \/ RollBack \/ Save
    \/ \E s \in Procs \cup {None} : Tick(s)

Spec == Init /\ [][Next]_vars
LedSpec == Led("live") /\ [][Next]_vars
LostSpec == Led("lost") /\ [][Next]_vars

(* ---- what must hold *)
(* At most one term is trusted. Exempt is a candidate beside a term that it never saw, and whose record was lost.            *)
Exempt(p, q) == TermOf(term[q]) \in lost /\ TermOf(term[q]) \notin saw[p]
Exclusive == LET leaders == {p \in Procs : Leads(p)}
             IN \A p, q \in leaders : p # q => Exempt(p, q) \/ Exempt(q, p)
OneTrustedTerm == brk = "none" => Exclusive
NobodyLeadsWithinTheWait == brk = "none" => "wait" \notin bad
TokensGrow == brk = "none" => "token" \notin bad
ErrorsAreNotLoss == brk = "none" => "loss" \notin bad
=============================================================================
