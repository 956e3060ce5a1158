------------------------------- MODULE Observe -------------------------------
(* What a candidate makes of the records it sees: Observation and RememberedTerms of dev.tenure.internal.protocol, line by  *)
(* line, as operators. Every reading of a clock is a number. The models count all of them from the present moment, so that  *)
(* "now" is 0 and a deadline is what is left of it; the checker of traces uses the readings of the simulator as they are.    *)
EXTENDS Integers, FiniteSets

CONSTANTS
    Broken,     \* the name of the one rule that is broken, or "none"
    Wait(_),    \* how long a lease of this ttl is waited out: longer than the ttl
    Delay       \* TakeoverDelay.afterExpiry of the store

Max(a, b) == IF a >= b THEN a ELSE b
Min(a, b) == IF a <= b THEN a ELSE b
MaxOf(S) == CHOOSE m \in S : \A s \in S : s <= m

(* ---- records: Sighting and Lease of dev.tenure.spi. A record is its own version, so one that is rolled back has the       *)
(* version that it had.                                                                                                      *)
Never == [kind |-> "never", tok |-> 0, follows |-> 0]
Unreadable == [kind |-> "unreadable", tok |-> 0, follows |-> 0]
Held(holder, tok, follows, ttl, ren, att) ==
    [kind |-> "held", tok |-> tok, follows |-> follows, holder |-> holder, ttl |-> ttl, ren |-> ren, att |-> att]
Released(tok, follows, for, length) ==
    [kind |-> "released", tok |-> tok, follows |-> follows, for |-> for, length |-> length]
Anyone == "anyone"
NoRecord == [kind |-> "none", tok |-> 0, follows |-> 0]

SameTerm(a, b) == a.kind = "held" /\ b.kind = "held" /\ a.tok = b.tok /\ a.holder = b.holder
Ours(self, seen) == seen.kind = "held" /\ seen.holder = self

(* ---- Observation *)
RELEASE == 1000000  \* the last state of a term is its release
Endless == 1000000000
Blank == [latest |-> NoRecord, high |-> 0, ren |-> -1, clear |-> 0, stated |-> 0, overdue |-> FALSE,
          claiming |-> 0, rem |-> {}]

RenewalOf(seen) == IF seen.kind = "held" THEN seen.ren ELSE IF seen.kind = "released" THEN RELEASE ELSE -1

ClearAt(self, seen, ownTtl, arrived) ==
    CASE seen.kind = "held" -> arrived + Wait(seen.ttl)
      [] seen.kind = "unreadable" ->
            arrived + (CASE Broken = "R16-at-once" -> 0 [] Broken = "R16-never" -> Endless [] OTHER -> Wait(ownTtl))
      [] seen.kind = "released" /\ seen.for \notin {Anyone, self} /\ Broken # "R17-reservation" ->
            arrived + Min(Wait(seen.length), Max(Wait(ownTtl), Wait(Delay)))
      [] OTHER -> arrived

GoesBack(o, before, seen) ==
    \/ seen.kind = "unreadable"
    \/ seen.tok < Max(o.high, before.tok)
    \/ seen.tok = o.high /\ RenewalOf(seen) <= o.ren

(* Until when what was shown before may live on although the record no longer shows it.                                      *)
LivesUntil(o, before, back, ownTtl, arrived) ==
    CASE before.kind = "held" ->
            IF Broken = "R7-from-the-old-sighting" \/ (~back /\ o.overdue) THEN o.stated
            ELSE Max(o.clear, arrived + Wait(before.ttl))
      [] before.kind = "released" /\ back -> arrived + Wait(ownTtl)
      [] OTHER -> o.clear

IsClaimed(o, self, seen) == o.claiming # 0 /\ Ours(self, seen) /\ seen.att = o.claiming

ComesTooEarly(o, self, before, seen, ownTtl, arrived) ==
    /\ Broken # "R7-newcomers-follow"
    /\ ~Ours(self, before)
    /\ ~IsClaimed(o, self, seen)
    /\ arrived < LivesUntil(o, before, FALSE, ownTtl, arrived)
    /\ IF before.kind = "released"
       THEN Ours(self, seen) \/ seen.follows # before.tok
       ELSE /\ ~(seen.kind = "released" /\ seen.tok = before.tok)
            /\ ~SameTerm(before, seen)
            /\ ~(before.kind = "held" /\ seen.follows = before.tok)

(* RememberedTerms.remember: two memories of one term become one, for the longer wait. Token 0 stands for an unknown term.   *)
Remember(rem, m) ==
    LET same == {k \in rem : m.tok # 0 /\ k.tok = m.tok}
        merged == [tok |-> m.tok, ours |-> m.ours /\ \A k \in same : k.ours,
                   until |-> MaxOf({m.until} \cup {k.until : k \in same})]
    IN CASE Broken = "R7-forgets" -> {}
         [] OTHER -> (rem \ same) \cup {merged}

(* What is remembered after a changed record was seen. Any release frees the seat if the rule is broken that way.            *)
Remembered(o, self, before, seen, ownTtl, arrived) ==
    LET back == GoesBack(o, before, seen)
        early == ~back /\ ComesTooEarly(o, self, before, seen, ownTtl, arrived)
        kept == {k \in o.rem : /\ k.until > arrived
                               /\ k.tok = 0 \/ k.tok # seen.follows
                               /\ ~(seen.kind = "released" /\ k.tok # 0 /\ k.tok = seen.tok)
                               /\ ~(Broken = "R7-any-release-frees" /\ seen.kind = "released")}
        wasReleased == before.kind = "released" \/ (before.tok = o.high /\ o.ren = RELEASE)
        lost == [tok |-> IF wasReleased THEN 0 ELSE before.tok,
                 ours |-> Ours(self, before) \/ (back /\ before.kind = "released" /\ Ours(self, seen)),
                 until |-> LivesUntil(o, before, back, ownTtl, arrived)]
    IN IF (back \/ early) /\ before.kind # "never" THEN Remember(kept, lost) ELSE kept

Unexpected(o, self, before, seen, ownTtl, arrived) ==
    GoesBack(o, before, seen) \/ ComesTooEarly(o, self, before, seen, ownTtl, arrived)

(* Observation.note. "old" says that the write was first seen half a ttl before the call was sent that shows it again;       *)
(* "stated" is when the store's own clock finds the lease run out, corrected by its steps, or -1 without such a clock;        *)
(* "aged" says that a lease which is seen for the first time was half a ttl old by that clock.                               *)
Note(o, self, seen, ownTtl, arrived, old, stated, aged) ==
    IF o.latest.kind # "none" /\ o.latest = seen
    THEN [o EXCEPT !.overdue = old,
                   !.stated = IF stated < 0 THEN @ ELSE Max(@, Min(o.clear, stated))]
    ELSE LET before == o.latest
             clear == ClearAt(self, seen, ownTtl, arrived)
             odd == before.kind # "none" /\ Unexpected(o, self, before, seen, ownTtl, arrived)
             newer == seen.tok > o.high
         IN [latest |-> seen,
             high |-> Max(o.high, seen.tok),
             ren |-> IF newer THEN RenewalOf(seen)
                     ELSE IF seen.tok = o.high THEN Max(o.ren, RenewalOf(seen)) ELSE o.ren,
             clear |-> clear,
             stated |-> IF stated < 0 \/ odd THEN clear ELSE Min(clear, stated),
             overdue |-> aged,
             claiming |-> 0,
             rem |-> IF before.kind = "none" THEN o.rem
                     ELSE Remembered(o, self, before, seen, ownTtl, arrived)]

ClaimableAt(o) == MaxOf({o.stated} \cup {k.until : k \in o.rem})

OthersAreOver(o, self, now) ==
    /\ o.latest.kind = "none" \/ Ours(self, o.latest) \/ now >= o.stated
    /\ \A k \in o.rem : k.ours \/ now >= k.until

HasLostTerm(o, now) == ~(\A k \in o.rem : k.ours \/ now >= k.until)
HasSeenRelease(o) == o.ren = RELEASE

(* One tick of "by" on the candidate's own clock, for deadlines that count from the present moment.                          *)
Less(n, by) == IF n = Endless THEN n ELSE Max(0, n - by)
Aged(o, by) ==
    [o EXCEPT !.clear = Less(@, by), !.stated = Less(@, by),
              !.rem = {[k EXCEPT !.until = @ - by] : k \in {r \in @ : r.until > by}}]
=============================================================================
