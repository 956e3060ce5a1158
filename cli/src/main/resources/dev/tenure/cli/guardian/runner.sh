# Becomes the command, in a session of its own, once it holds the lock that the whole tree inherits as descriptor 9.
# A line on stdin names the term, and the moment until which the wrapper may lead, in hundredths of a second of
# /proc/uptime. It is compared here again, because this process may have been stopped since the line was written.
#
# Arguments: the user, and the command. The lock is in the environment, as every user sees arguments and its path tells
# of the store. It is opened by that path, on which somebody may have put a link since the wrapper looked: so it is
# looked at again, and opened for writing only then.
lock=$TENURE_TREE_LOCK
input=${TENURE_INPUT:-/dev/null}
unset TENURE_RUNNER TENURE_TREE_LOCK TENURE_INPUT
exec 9<"$lock"
[ "$(readlink "/proc/$$/fd/9")" = "$lock" ] && [ "$(stat -L -c '%u %f %h' "/proc/$$/fd/9")" = "$1 8180 1" ] || {
    echo "tenure: $lock is no longer the file it was" >&2
    exit 125
}
exec 9<>"/proc/$$/fd/9"
shift
while read -r until token since; do
    read -r uptime _ </proc/uptime
    now=$((${uptime%.*} * 100 + 1${uptime#*.} - 100))
    [ "$now" -lt "$until" ] || continue
    flock -n 9 || continue
    export TENURE_TOKEN="$token" TENURE_SINCE="$since"
    exec "$@" <"$input"
done
exit 125
