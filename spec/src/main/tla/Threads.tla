------------------------------- MODULE Threads -------------------------------
(* One candidate with several elections and its threads: the loop, which decides for all of them; threads that call the       *)
(* store; spare threads, which interrupt; the threads of the work. Each step below is a step of one thread.                   *)
(*                                                                                                                            *)
(* Time passes only while no thread can go on that is not blocked. So what is late here is late because one thread waits for  *)
(* another, not because the machine is slow; for that there are the clock and the token.                                      *)
EXTENDS Integers, FiniteSets, Sequences, Breaks

CONSTANTS
    Elections, Ttl, Margin, Grace, TrueMax, DepthMax,
    StuckMax,   \* how often work is inside an operation of the disk that no interrupt ends
    HangMax,    \* how often a call of the store hangs
    EndMax      \* how often a term is asked to end, or the engine fails

VARIABLES
    cam,        \* Campaign: following, leading, ending, ended
    trust,      \* what is left of trust
    grace,      \* what is left of the grace of a term that was asked to end
    snap,       \* LeadershipView: whether the published snapshot shows a term
    todo,       \* effects that the loop has decided on and not carried out yet
    blocked,    \* the election for whose sake the loop waits for another thread, or "no"
    gen,        \* CampaignDriver.generation
    call,       \* the call that the campaign waits for: none, or its trust
    flight,     \* calls that threads of the pool make: election, generation, step
    task,       \* interrupts asked of the spare threads: none, queued, running
    work,       \* none, running, told (interrupted), ended
    stuck,      \* whether the work is inside an operation that no interrupt ends
    lease,      \* what is left of the lease in the store, in true time
    late,       \* for how long work went on that should have been told
    bad, budget, brk

vars == <<cam, trust, grace, snap, todo, blocked, gen, call, flight, task, work, stuck, lease, late, bad, budget, brk>>

NoCall == [on |-> FALSE, trust |-> 0]
Spend(what) == budget[what] > 0 /\ budget' = [budget EXCEPT ![what] = @ - 1]

(* Some of the elections are led at the beginning.                                                                           *)
Init ==
    /\ brk \in Breaks
    /\ \E led \in SUBSET Elections :
        LET by(yes, no) == [e \in Elections |-> IF e \in led THEN yes ELSE no]
        IN /\ cam = by("leading", "following") /\ trust = by(Ttl - Margin, 0) /\ lease = by(Ttl, 0)
           /\ snap = by(TRUE, FALSE) /\ work = by("running", "none")
    /\ grace = [e \in Elections |-> 0] /\ gen = [e \in Elections |-> 0] /\ late = [e \in Elections |-> 0]
    /\ todo = <<>> /\ blocked = "no" /\ call = [e \in Elections |-> NoCall] /\ flight = {}
    /\ task = [e \in Elections |-> "none"] /\ stuck = [e \in Elections |-> FALSE] /\ bad = {}
    /\ budget = [stuck |-> StuckMax, hang |-> HangMax, end |-> EndMax]

LoopFree == blocked = "no"
Deciding == LoopFree /\ todo = <<>>

(* ---- the loop decides: Campaign.on. The snapshot is published before the effects are carried out.                          *)
Effects(e, what) ==
    LET publish == [do |-> "publish", e |-> e]
        rest == [i \in 1..Len(what) |-> [do |-> what[i], e |-> e]]
    IN IF brk = "R5-cancel-first" THEN rest \o <<publish>> ELSE <<publish>> \o rest

Cancels(e) == IF work[e] = "running" THEN <<"cancel">> ELSE <<>>

EndTerm(e) ==
    /\ cam' = [cam EXCEPT ![e] = "ended"]
    /\ trust' = [trust EXCEPT ![e] = 0]
    /\ todo' = Effects(e, Cancels(e))

(* A tick that finds trust over, or the grace. *)
Due(e) == \/ cam[e] \in {"leading", "ending"} /\ trust[e] = 0
          \/ cam[e] = "ending" /\ (grace[e] = 0 \/ work[e] \in {"none", "ended"})
TickFinds(e) ==
    /\ Deciding /\ Due(e)
    /\ EndTerm(e)
    /\ UNCHANGED <<grace, snap, blocked, gen, call, flight, task, work, stuck, lease, late, bad, budget, brk>>

(* A claim or a renewal is sent, one at a time. The pool has a thread for it whatever hangs (R3); if the rule is broken,      *)
(* the loop makes the call itself and waits for it.                                                                           *)
Send(e) ==
    /\ Deciding /\ ~call[e].on /\ ~Due(e)
    /\ cam[e] \in {"following", "leading"}
    /\ cam[e] = "following" => work[e] \in {"none", "ended"} \/ brk = "R5-beside-old-work"
    /\ Cardinality(flight) < 2 * Cardinality(Elections)
    /\ call' = [call EXCEPT ![e] = [on |-> TRUE, trust |-> Ttl - Margin]]
    /\ flight' = flight \cup {[e |-> e, gen |-> gen[e], step |-> "way"]}
    /\ blocked' = IF brk = "R3-call-on-the-loop" THEN e ELSE blocked
    /\ UNCHANGED <<cam, trust, grace, snap, todo, gen, task, work, stuck, lease, late, bad, budget, brk>>

(* The answer reaches the loop: it belongs to the generation that asked.                                                     *)
Hear(f) ==
    /\ LoopFree \/ blocked = f.e
    /\ todo = <<>> /\ f.step = "answered"
    /\ ~Due(f.e)
    /\ flight' = flight \ {f}
    /\ blocked' = IF blocked = f.e THEN "no" ELSE blocked
    /\ LET e == f.e
           counts == call[e].on /\ (f.gen = gen[e] \/ brk = "R11-old-answers")
           begins == counts /\ cam[e] = "following" /\ call[e].trust > 0
       IN /\ call' = IF counts THEN [call EXCEPT ![e] = NoCall] ELSE call
          /\ cam' = IF begins THEN [cam EXCEPT ![e] = "leading"] ELSE cam
          /\ trust' = IF counts /\ (begins \/ cam[e] = "leading") THEN [trust EXCEPT ![e] = call[e].trust] ELSE trust
          /\ todo' = IF begins THEN Effects(e, <<"start">>) ELSE todo
    /\ UNCHANGED <<grace, snap, gen, task, work, stuck, lease, late, bad, budget, brk>>

(* The deadline of a call passes: the loop goes on without it, and what the call thread may still do counts no more (R3).     *)
GiveUp(e) ==
    /\ Deciding /\ call[e].on /\ ~Due(e)
    /\ \E f \in flight : f.e = e /\ f.gen = gen[e] /\ f.step = "hangs"
    /\ call' = [call EXCEPT ![e] = NoCall]
    /\ gen' = [gen EXCEPT ![e] = @ + 1] \* one number serves for the call and for the engine that asked
    /\ UNCHANGED <<cam, trust, grace, snap, todo, blocked, flight, task, work, stuck, lease, late, bad, budget, brk>>

Resign(e) ==
    /\ Deciding /\ cam[e] = "leading" /\ ~Due(e) /\ Spend("end")
    /\ cam' = [cam EXCEPT ![e] = "ending"]
    /\ grace' = [grace EXCEPT ![e] = Grace]
    /\ UNCHANGED <<trust, snap, todo, blocked, gen, call, flight, task, work, stuck, lease, late, bad, brk>>

(* CampaignDriver.startOver: leadership is dropped first, the work is cancelled and waited for, old answers count no more.    *)
EngineFails(e) ==
    /\ Deciding /\ Spend("end")
    /\ gen' = [gen EXCEPT ![e] = @ + 1]
    /\ call' = [call EXCEPT ![e] = NoCall]
    /\ cam' = [cam EXCEPT ![e] = "following"] /\ trust' = [trust EXCEPT ![e] = 0]
    /\ todo' = Effects(e, Cancels(e))
    /\ UNCHANGED <<grace, snap, blocked, flight, task, work, stuck, lease, late, bad, brk>>

(* The lease is released when the work has really ended (R5).                                                                *)
Release(e) ==
    /\ Deciding /\ cam[e] = "ended" /\ ~call[e].on
    /\ work[e] \in {"none", "ended"} \/ brk = "R5-release-under-work"
    /\ cam' = [cam EXCEPT ![e] = "following"]
    /\ bad' = IF work[e] \in {"running", "told"} THEN bad \cup {"release"} ELSE bad
    /\ lease' = [lease EXCEPT ![e] = 0]
    /\ UNCHANGED <<trust, grace, snap, todo, blocked, gen, call, flight, task, work, stuck, late, budget, brk>>

(* ---- the loop does what it has decided *)
LoopInterrupts == brk = "R18-loop-interrupts"
Perform ==
    /\ LoopFree /\ todo # <<>>
    /\ LET next == Head(todo)
           e == next.e
       IN /\ snap' = IF next.do = "publish" THEN [snap EXCEPT ![e] = cam[e] \in {"leading", "ending"}] ELSE snap
          /\ work' = CASE next.do = "start" -> [work EXCEPT ![e] = "running"]
                       [] next.do = "cancel" /\ LoopInterrupts /\ ~stuck[e] /\ work[e] = "running" -> [work EXCEPT ![e] = "told"]
                       [] OTHER -> work
          /\ task' = IF next.do = "cancel" /\ ~LoopInterrupts /\ work[e] = "running" THEN [task EXCEPT ![e] = "queued"] ELSE task
          /\ blocked' = IF next.do = "cancel" /\ LoopInterrupts /\ stuck[e] THEN e ELSE blocked
          /\ bad' = bad \cup (IF next.do = "start" /\ work[e] \in {"running", "told"} THEN {"two works"} ELSE {})
                        \cup (IF next.do = "cancel" /\ snap[e] THEN {"order"} ELSE {})
          /\ todo' = Tail(todo)
    /\ UNCHANGED <<cam, trust, grace, gen, call, flight, stuck, lease, late, budget, brk>>

(* ---- a thread of the pool: the call lands, its answer comes back, or it hangs *)
Land(f) ==
    /\ f.step \in {"way", "hangs"}
    /\ flight' = (flight \ {f}) \cup {[f EXCEPT !.step = "landed"]}
    /\ lease' = [lease EXCEPT ![f.e] = Ttl]
    /\ UNCHANGED <<cam, trust, grace, snap, todo, blocked, gen, call, task, work, stuck, late, bad, budget, brk>>
Return(f) ==
    /\ f.step = "landed"
    /\ flight' = (flight \ {f}) \cup {[f EXCEPT !.step = "answered"]}
    /\ UNCHANGED <<cam, trust, grace, snap, todo, blocked, gen, call, task, work, stuck, lease, late, bad, budget, brk>>
Hang(f) ==
    /\ f.step = "way" /\ Spend("hang")
    /\ flight' = (flight \ {f}) \cup {[f EXCEPT !.step = "hangs"]}
    /\ UNCHANGED <<cam, trust, grace, snap, todo, blocked, gen, call, task, work, stuck, lease, late, bad, brk>>

(* ---- a spare thread: there is always one more (SpareThreads). An interrupt returns when the disk has answered.             *)
SpareIsFree == brk # "R18-one-spare-thread" \/ \A e \in Elections : task[e] # "running"
Take(e) ==
    /\ task[e] = "queued" /\ SpareIsFree
    /\ task' = [task EXCEPT ![e] = "running"]
    /\ UNCHANGED <<cam, trust, grace, snap, todo, blocked, gen, call, flight, work, stuck, lease, late, bad, budget, brk>>
Interrupt(e) ==
    /\ task[e] = "running" /\ ~stuck[e]
    /\ task' = [task EXCEPT ![e] = "none"]
    /\ work' = IF work[e] = "running" THEN [work EXCEPT ![e] = "told"] ELSE work
    /\ UNCHANGED <<cam, trust, grace, snap, todo, blocked, gen, call, flight, stuck, lease, late, bad, budget, brk>>

(* ---- the work *)
WorkEnds(e) ==
    /\ work[e] \in {"running", "told"} /\ ~stuck[e]
    /\ work' = [work EXCEPT ![e] = "ended"]
    /\ UNCHANGED <<cam, trust, grace, snap, todo, blocked, gen, call, flight, task, stuck, lease, late, bad, budget, brk>>
Stick(e) ==
    /\ work[e] = "running" /\ ~stuck[e] /\ Spend("stuck")
    /\ stuck' = [stuck EXCEPT ![e] = TRUE]
    /\ UNCHANGED <<cam, trust, grace, snap, todo, blocked, gen, call, flight, task, work, lease, late, bad, brk>>
DiskAnswers(e) ==
    /\ stuck[e]
    /\ stuck' = [stuck EXCEPT ![e] = FALSE]
    /\ blocked' = IF blocked = e /\ LoopInterrupts THEN "no" ELSE blocked
    /\ work' = IF blocked = e /\ LoopInterrupts /\ work[e] = "running" THEN [work EXCEPT ![e] = "told"] ELSE work
    /\ UNCHANGED <<cam, trust, grace, snap, todo, gen, call, flight, task, lease, late, bad, budget, brk>>

(* ---- time *)
Ready ==
    \/ LoopFree /\ (todo # <<>> \/ \E e \in Elections : Due(e))
    \/ LoopFree /\ \E f \in flight : f.step = "answered"
    \/ \E e \in Elections : task[e] = "queued" /\ SpareIsFree
    \/ \E e \in Elections : task[e] = "running" /\ ~stuck[e]
Less(n) == IF n > 0 THEN n - 1 ELSE 0
Tick ==
    /\ ~Ready
    /\ trust' = [e \in Elections |-> Less(trust[e])] /\ grace' = [e \in Elections |-> Less(grace[e])]
    /\ lease' = [e \in Elections |-> Less(lease[e])]
    /\ call' = [e \in Elections |-> [call[e] EXCEPT !.trust = Less(@)]]
    /\ late' = [e \in Elections |-> IF trust[e] = 0 /\ work[e] = "running" /\ ~stuck[e] /\ late[e] < 1 THEN late[e] + 1 ELSE late[e]]
    /\ UNCHANGED <<cam, snap, todo, blocked, gen, task, work, stuck, flight, bad, budget, brk>>

Next ==
    \/ \E e \in Elections : \/ TickFinds(e) \/ Send(e) \/ GiveUp(e) \/ Resign(e) \/ EngineFails(e) \/ Release(e)
                            \/ Take(e) \/ Interrupt(e) \/ WorkEnds(e) \/ Stick(e) \/ DiskAnswers(e)
    \/ \E f \in flight : Hear(f) \/ Land(f) \/ Return(f) \/ Hang(f)
    \/ Perform \/ Tick
Spec == Init /\ [][Next]_vars

(* ---- what must hold *)
InTime == \A e \in Elections : late[e] = 0
Covered == \A e \in Elections : trust[e] <= lease[e]
CancelIsDeliveredInTime == brk = "none" => InTime
TrustIsWithinTheLease == brk = "none" => Covered
OrderOfLoss == brk = "none" => bad = {}
Bound == Explore(brk, InTime /\ Covered /\ bad = {}, TrueMax, DepthMax)
Symmetric == Permutations(Elections)
=============================================================================
