# Guards one command for one term, in a session of its own: kills it when the wrapper is gone, or has not renewed in
# time. POSIX sh on Linux. docs/decisions/0021 says why it is as it is; GuardianTest tries every case.
#
# Arguments: the grace, the place (boot and pid namespace) in which process ids mean something, and the user. In the
# environment, as every user sees arguments and a path tells of the store: the guardian's lock file, and the tree's.
# All times are hundredths of a second of /proc/uptime, which counts on while
# a machine sleeps and cannot be stepped; they are absolute, so that a line read late grants nothing.
#
# Orders, on stdin:                                    Answers, on stdout:
#   guard PID    the session; the first order            waiting PIDS  a predecessor is still there
#   term TOKEN   the wrapper was elected                 ready         nothing of a predecessor lives: start
#   trust T      it may lead until T                     late          trust ran out, the command was told to stop
#   stop T       TERM now, KILL at T                     gone          nothing of the command lives
#   end of pipe  KILL now: the wrapper is gone
mine_path=$TENURE_GUARDIAN_LOCK trees_path=$TENURE_TREE_LOCK grace=$1 place=$2 user=$3
unset TENURE_GUARDIAN TENURE_GUARDIAN_LOCK TENURE_TREE_LOCK
trap '' HUP INT QUIT PIPE TERM USR1 USR2

# The locks are opened by their paths, on which somebody may have put a link since the wrapper looked. So they are looked
# at again, must be plain files that this user alone may open, and are written only then, through their descriptors.
exec 9<"$mine_path" 8<"$trees_path"
mine=/proc/$$/fd/9 trees=/proc/$$/fd/8
[ "$(readlink "$mine")" = "$mine_path" ] && [ "$(readlink "$trees")" = "$trees_path" ] &&
    [ "$(stat -L -c '%u %f %h' "$mine" "$trees")" = "$user 8180 1
$user 8180 1" ] || {
    echo "tenure: the locks $mine_path and $trees_path are no longer the files they were" >&2
    exit 77
}
exec 9<>"$mine" 8<>"$trees"

# The ids of ourselves and of the wrapper, with its group and its session.
{ read -r ours </proc/$PPID/stat; } 2>/dev/null
set -- ${ours##*) }
ours="$$ $PPID ${3:-} ${4:-}"
session= born= inherited= token=0 held= until=0 kill_at= armed=0 waiting_since= asked=

now() {
    read -r uptime _ </proc/uptime
    now=$((${uptime%.*} * 100 + 1${uptime#*.} - 100))
}

say() {
    echo "$*" 2>/dev/null
}

# The start of a process, which tells it from a later one with the same id. Nothing if there is none.
birth() {
    birth=
    { read -r birth <"/proc/$1/stat"; } 2>/dev/null || return 0
    set -- ${birth##*) }
    birth=${20}
}

# Everybody who holds the lock on a file. The kernel shows a lock with every descriptor that shares it.
holders() {
    holders=
    for fd in /proc/[0-9]*/fd/9; do
        [ "$fd" -ef "$1" ] || continue
        pid=${fd#/proc/}
        pid=${pid%%/*}
        [ "$pid" = $$ ] || while read -r tag _; do
            [ "$tag" != lock: ] || holders="$holders $pid"
        done 2>/dev/null <"/proc/$pid/fdinfo/9"
    done
}

# Tells whether a process or group may be meant by something that was read: never all processes (0, 1), nor our own, nor
# the wrapper's. Whose processes may be killed is the kernel's business: a command of root's may change its user.
is_other() {
    case $1 in '' | 0* | 1 | *[!0-9]* | ???????????*) return 1 ;; esac
    case " $ours " in *" $1 "*) return 1 ;; esac
}

# Kills the process groups of those processes. A group never reaches beyond the session it is in, and they are all in
# sessions that a guardian made, or that the command made itself. The kernel shows 0 for a group outside our namespace.
kill_groups_of() {
    for pid; do
        { read -r stat <"/proc/$pid/stat"; } 2>/dev/null || continue
        set -- ${stat##*) }
        if is_other "$3"; then
            kill -s KILL -- "-$3" 2>/dev/null
        else
            ! is_other "$pid" || kill -s KILL "$pid" 2>/dev/null
        fi
    done
}

# Signals the session, unless its id may have passed on to somebody else. A process that has only just been started
# may not have made its session yet.
signal() {
    [ -n "$session" ] || return 0
    birth "$session"
    [ "$birth" = "$born" ] || [ -z "$birth$inherited" ] || return 0
    kill -s "$1" -- "-$session" 2>/dev/null || kill -s "$1" "$session" 2>/dev/null
}

# Tells whether anything lives: holds the lock that the tree inherits, or is in the session, in whichever group. What was
# written down long ago, and has lost its leader, must also prove by its environment that it is meant.
alive() {
    members=
    flock -n 8 || return 0
    exec 8<>"$trees" # a new descriptor, without the lock
    [ -n "$session" ] || return 1
    birth "$session"
    [ -z "$birth" ] || [ "$birth" = "$born" ] || return 1
    members=$(grep -lE "^([0-9]+ \(.*\) [^ZX] [0-9]+ [0-9]+ $session|$session \(.*\) [^ZX]) " /proc/[0-9]*/stat 2>/dev/null) ||
        [ $? -lt 126 ] || return 0
    if [ -n "$inherited" ] && [ -z "$birth" ]; then
        candidates=$members members=
        for member in $candidates; do
            ! grep -q "TENURE_TOKEN=$inherited" "${member%stat}environ" 2>/dev/null || members="$members $member"
        done
    fi
    [ -n "$members" ]
}

# Kills all that lives, and returns when nothing does. That may be never, if a process hangs in the kernel or is
# another user's: then no command starts here.
bury() {
    rounds=0
    signal KILL
    while alive; do
        signal KILL
        for member in $members; do
            member=${member#/proc/}
            kill -s KILL "${member%/stat}" 2>/dev/null
        done
        holders "$trees"
        kill_groups_of $holders
        rounds=$((rounds + 1))
        [ "$rounds" != 100 ] || say "waiting$holders"
        sleep 0.01
    done
}

# Takes the lock, and buries what a predecessor left that died together with its own guardian.
take_over() {
    flock -n 9 || return 1
    own_session=$session own_born=$born
    { read -r inherited session born where <"$mine"; } 2>/dev/null
    case $inherited:$born in *[!0-9:]* | :* | *:) where= ;; esac
    [ "$where" = "$place" ] && is_other "$session" || session= born=
    bury
    session=$own_session born=$own_born inherited= held=yes
    echo "$token $session $born $place" >"$mine"
    say ready
}

# A predecessor that still holds the lock is stopped, or cannot finish its command. Its lease has ended, since ours has
# begun, so after a while it is killed. First the ids are read and then the token, so that a lock which passed on to a
# successor of ours meanwhile is left alone.
overrule() {
    holders "$mine"
    { read -r other _ <"$mine"; } 2>/dev/null || return 0
    if [ -z "$waiting_since" ]; then
        waiting_since=$now
        say "waiting$holders"
    elif [ "$now" -gt $((waiting_since + grace + 100)) ] && [ "$other" -lt "$token" ] 2>/dev/null; then
        for pid in $holders; do
            ! grep -qs tenure-guardian "/proc/$pid/cmdline" || kill_groups_of "$pid"
        done
    fi
}

stop() {
    [ -n "$kill_at" ] && [ "$kill_at" -le "$1" ] || kill_at=$1
    [ -n "$asked" ] || signal TERM
    asked=yes
}

# The lock is free before the wrapper hears of it, so that the next leader's guardian need not try twice.
leave() {
    [ -z "$held" ] || echo "$token" >"$mine"
    exec 9>&-
    say gone
    kill -s KILL -- "-$$" # our own group: ourselves, and whoever still waits to tick
}

# Before a term, and without the lock, nothing was started, or another guardian sees to it.
finish() {
    if [ -n "$held" ] || { [ "$token" != 0 ] && take_over; }; then
        bury
    else
        signal KILL
    fi
    leave
}

# A tick comes in at the other end of our own stdin, so that one loop hears everything. Until then nothing holds that
# end open but the wrapper.
tick_at() {
    [ "$armed" -le "$now" ] || [ "$armed" -gt "$1" ] || return 0
    armed=$1
    left=$(($1 - now))
    [ "$left" -gt 0 ] || left=1
    (
        sleep "$((left / 100)).$((left / 10 % 10))$((left % 10))"
        echo tick >"/proc/$$/fd/0"
    ) 8>&- 9>&- </dev/null >/dev/null 2>&1 &
}

while read -r order value; do
    now
    case $order in
        term) token=$value ;;
        trust) until=$value ;;
        stop) stop "$value" ;;
        guard)
            session=$value
            birth "$session"
            born=$birth
            ;;
    esac
    if [ -z "$held" ]; then
        [ -z "$asked" ] || finish
        [ "$until" -le "$now" ] || take_over || overrule
        [ -n "$held" ] || continue
    fi
    # Only a tick may find trust run out: it stands behind every line that the wrapper wrote before it.
    if [ -z "$asked" ] && [ "$order" = tick ] && [ "$until" -le "$now" ]; then
        stop $((until + grace))
        say late
    fi
    if [ -z "$asked" ]; then
        tick_at "$until"
    elif ! alive; then
        leave
    elif [ "$kill_at" -le "$now" ]; then
        finish
    else
        tick_at $((now + 3 < kill_at ? now + 3 : kill_at))
    fi
done
finish
