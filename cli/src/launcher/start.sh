# What the launchers of a checkout and of an installation share: finds Java, and starts the command. POSIX sh, to be sourced.
# Before: 'home', the folder with lib/usual and lib/more, in which an archive of classes may be kept, and 'jar', the command's.
has_built=

fail() {
    code=$1
    shift
    echo "tenure: $*" >&2
    exit "$code"
}

# The Java that was installed with the command, if any, or else that of the machine.
find_java() {
    if [ -x "$home/runtime/bin/java" ]; then
        java=$home/runtime/bin/java
    elif [ -n "${JAVA_HOME:-}" ] && [ -x "$JAVA_HOME/bin/java" ]; then
        java=$JAVA_HOME/bin/java
    else
        java=$(command -v java) || fail 71 "no Java found: install Java 17 or newer, or set JAVA_HOME"
    fi
    # What it says about itself; nothing if 'java' is not in its folder.
    java_version=
    java_home=$(readlink -f "$java" 2>/dev/null) || java_home=
    if [ -r "${java_home%/bin/java}/release" ]; then
        while IFS== read -r key value; do
            case $key in JAVA_RUNTIME_VERSION | JAVA_VERSION) java_version=$value ;; esac
            [ "$key" != JAVA_RUNTIME_VERSION ] || break
        done <"${java_home%/bin/java}/release"
        java_version=${java_version#\"}
        java_version=${java_version%\"}
    fi
    major=${java_version%%[!0-9]*}
    [ -n "$major" ] || major=$("$java" -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p')
    [ "${major:-0}" -ge 17 ] || fail 71 "$java is Java ${major:-of no known version}: install Java 17 or newer, or set JAVA_HOME"
}

# Locks a folder. Descriptor 9 would be that of a command under 'tenure run', which must stay open.
lock() {
    folder=$1
    shift
    command -v flock >/dev/null || return 0
    (: >>"$folder/launcher.lock") 2>/dev/null || return 1
    exec 7>>"$folder/launcher.lock"
    flock "$@" 7
}

# Most starts need few libraries; those of AWS and Kafka, which are many, only if the store is theirs, or is not known here.
choose_libraries() {
    usual=$jar
    for file in "$home"/lib/usual/*.jar; do
        usual=$usual:$file
    done
    store=${TENURE_STORE:-${TENURE_CONFIG:+unknown:}} value_follows= named=
    for word; do
        if [ -n "$value_follows" ]; then
            store=$named$word value_follows= named=several:
        else
            case $word in
                --) break ;;
                --store) value_follows=yes ;;
                --store=*) store=$named${word#--store=} named=several: ;;
                --config | --config=*) store=${store:-unknown:} ;; # a file, which may name one
                @*) store=unknown: ; break ;; # a file of arguments, which may too
            esac
        fi
    done
    libraries=$usual kind=file
    case $store in
        '' | file:*) ;;
        postgres:* | postgresql:* | river:*) kind=postgres ;;
        redis:* | rediss:* | redis-cluster:* | redis-sentinel:*) kind=redis ;;
        *)
            for file in "$home"/lib/more/*.jar; do
                libraries=$libraries:$file
            done
            ;;
    esac
}

# A quick start and little memory matter more than speed later, except where there is much to compute. What the JVM has to say
# is not the command's output. Java 17 has two threads besides that it can do without.
choose_options() {
    small='-XX:+IgnoreUnrecognizedVMOptions -XX:+UseSerialGC -Xms6m -XX:NewSize=2m -XX:TieredStopAtLevel=1 -XX:CICompilerCount=1'
    small="$small -XX:-UsePerfData -Xshare:auto -Xlog:all=off:stdout"
    case $java_version in
        17.*) small="$small -XX:-UseNotificationThread -XX:-MethodFlushing" ;;
    esac
}

# The archive has the classes of a start on such a store as this JDK wants them in memory. It is made anew when a jar is younger.
# The JVM compares it with itself and with the jars too, and does without one that does not fit. Who may not write into the
# folder of the command, and finds none there, has one in a folder of his own.
choose_archive() {
    cache=$home
    archive=$cache/start-$kind-$java_version.jsa
    [ ! -f "$archive" ] && [ ! -w "$cache" ] || return 0
    own=${XDG_CACHE_HOME:-${HOME:-}/.cache}/tenure$home
    case $own in
        /.cache/* | [!/]*) ;;
        *) (umask 077; mkdir -p "$own") 2>/dev/null && cache=$own archive=$own/${archive##*/} || : ;;
    esac
}

lacks_archive() {
    [ -f "$archive" ] || return 0
    for file in "$jar" "$home"/lib/usual/*.jar; do
        [ ! "$file" -nt "$archive" ] || return 0
    done
    return 1
}

# An archive is code, so it must come from somebody whose code runs anyway: this user or the owner of the jar, and nobody else
# may have changed it.
is_trusted() {
    [ -n "$(find "$archive" -prune -type f -size +0c ! -perm -020 ! -perm -002 2>/dev/null)" ] && [ -r "$archive" ] || return 1
    [ -O "$archive" ] || [ "$(stat -c %u "$archive" 2>/dev/null)" = "$(stat -c %u "$jar" 2>/dev/null || echo nobody)" ]
}

# Whoever comes first makes the archive, under another name until it is complete. One that cannot be made is left empty, so that
# the next start does not try again.
make_archive() {
    lock "$cache" -n && lacks_archive || return 0
    umask 022
    unset TENURE_STORE JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS
    rm -rf "$cache"/rehearsal.*
    new=$cache/rehearsal.$$
    mkdir "$new" || return 0
    # shellcheck disable=SC2086 # options, to be split
    nice "$java" $small -XX:DumpLoadedClassList="$new/classes" -cp "$usual" dev.tenure.cli.StartRehearsal "$kind" "$new/store" || :
    nice "$java" -Xshare:dump -XX:SharedClassListFile="$new/classes" -XX:SharedArchiveFile="$new.jsa" -XX:+UseG1GC -cp "$usual" || :
    [ -s "$new.jsa" ] || : >"$new.jsa"
    for file in "$jar" "$home"/lib/usual/*.jar; do # a jar may come from the future
        [ ! "$file" -nt "$new.jsa" ] || touch -r "$file" "$new.jsa"
    done
    for old in "$cache"/start-*.jsa; do
        [ "$old" -nt "$jar" ] || rm -f "$old"
    done
    rm -rf "$new"
    mv -f "$new.jsa" "$archive"
}

# The first process of a container inherits every orphan, and has to take note of its end. A shell does that while it waits. It
# passes signals on; INT as TERM, because a shell has its children ignore INT.
run_as_init() {
    "$@" <&0 &
    child=$!
    trap 'kill -s TERM "$child" 2>/dev/null || :' INT QUIT TERM
    trap 'kill -s HUP "$child" 2>/dev/null || :' HUP
    while :; do
        status=0
        wait "$child" || status=$?
        kill -0 "$child" 2>/dev/null || exit "$status" # otherwise a signal ended the waiting only
    done
}

start() {
    choose_libraries "$@"
    choose_options
    choose_archive
    # A start waits for an archive only if it has waited for a build already.
    if [ -n "$java_version" ] && lacks_archive && [ -w "$cache" ]; then
        if [ -n "$has_built" ]; then
            (make_archive) </dev/null >/dev/null 2>&1 || :
        else
            (make_archive </dev/null >/dev/null 2>&1 &)
        fi
    fi
    case ${1:-} in
        simulate) exec "$java" -cp "$libraries" dev.tenure.cli.Main "$@" ;;
    esac
    set -- -cp "$libraries" dev.tenure.cli.Main "$@"
    ! is_trusted || set -- -XX:SharedArchiveFile="$archive" "$@"
    # shellcheck disable=SC2086 # options, to be split
    [ $$ != 1 ] || run_as_init "$java" $small "$@"
    # shellcheck disable=SC2086
    exec "$java" $small "$@"
}
