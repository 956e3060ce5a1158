/*
 * Faults inside one process, by LD_PRELOAD: a clock that runs at another rate and is stepped, connections that lead
 * to a proxy instead of the server, and a disk whose syncs and synchronous writes stall.
 *
 * TENURE_CHAOS_RATE     rate of the clocks in millionths, such as 960000
 * TENURE_CHAOS_CONTROL  file of two 64-bit numbers: the step of the wall clock in ns, and 1 while syncs stall
 * TENURE_CHAOS_PORTS    6379=40001,... : connections to the first port go to the second
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000LL
#define MILLIONTHS 1000000
#define MOST_PORTS 64
/* Monotonic seconds are below this for 31 years of uptime, and wall seconds have been above it since 2001. */
#define LEAST_WALL_SECONDS 1000000000LL

static const volatile int64_t *control;
static int64_t none[2];
static int64_t rate = MILLIONTHS;
static int64_t loaded_at;
static struct { int from, to; } ports[MOST_PORTS];
static int port_count;
static int (*real_timedwait)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);

static int64_t real_nanos(clockid_t id) {
    struct timespec now;
    syscall(SYS_clock_gettime, id, &now);
    return now.tv_sec * SECOND + now.tv_nsec;
}

static int64_t scaled(int64_t nanos) { return (int64_t)((__int128)nanos * rate / MILLIONTHS); }

static int64_t unscaled(int64_t nanos) { return (int64_t)((__int128)nanos * MILLIONTHS / rate); }

/* How far the wall clock of this process is ahead of the real one. */
static int64_t wall_ahead(void) {
    int64_t since = real_nanos(CLOCK_MONOTONIC) - loaded_at;
    return control[0] + scaled(since) - since;
}

static void set(struct timespec *time, int64_t nanos) {
    time->tv_sec = nanos / SECOND;
    time->tv_nsec = nanos % SECOND;
}

__attribute__((constructor)) static void load(void) {
    control = none;
    loaded_at = real_nanos(CLOCK_MONOTONIC);
    const char *text = getenv("TENURE_CHAOS_RATE");
    if (text && atoll(text) > 0) {
        rate = atoll(text);
    }
    const char *file = getenv("TENURE_CHAOS_CONTROL");
    int fd = file ? open(file, O_RDONLY) : -1;
    if (fd >= 0) {
        void *mapped = mmap(NULL, sizeof none, PROT_READ, MAP_SHARED, fd, 0);
        if (mapped != MAP_FAILED) {
            control = mapped;
        }
        close(fd);
    }
    const char *at = getenv("TENURE_CHAOS_PORTS");
    while (at && *at && port_count < MOST_PORTS) {
        ports[port_count].from = atoi(at);
        at = strchr(at, '=');
        ports[port_count++].to = at ? atoi(at + 1) : 0;
        at = at ? strchr(at, ',') : NULL;
        at = at ? at + 1 : NULL;
    }
    *(void **)&real_timedwait = dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");
    if (!real_timedwait) {
        *(void **)&real_timedwait = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
    }
}

int clock_gettime(clockid_t id, struct timespec *time) {
    int failed = (int)syscall(SYS_clock_gettime, id, time);
    if (failed || !control) {
        return failed;
    }
    int64_t nanos = time->tv_sec * SECOND + time->tv_nsec;
    if (id == CLOCK_MONOTONIC || id == CLOCK_MONOTONIC_COARSE) {
        set(time, scaled(nanos));
    } else if (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE) {
        set(time, nanos + wall_ahead());
    }
    return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void)zone;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) {
        *result = now.tv_sec;
    }
    return now.tv_sec;
}

/* The JVM computes the end of a wait by its clocks; the kernel waits by the real ones. */
int pthread_cond_timedwait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict end) {
    int64_t nanos = end->tv_sec > INT64_MAX / SECOND - 1 ? INT64_MAX : end->tv_sec * SECOND + end->tv_nsec;
    if (nanos == INT64_MAX) {
        return real_timedwait(cond, mutex, end);
    }
    struct timespec real;
    set(&real, end->tv_sec < LEAST_WALL_SECONDS ? unscaled(nanos) : nanos - wall_ahead());
    return real_timedwait(cond, mutex, &real);
}

static in_port_t redirected(in_port_t port) {
    for (int i = 0; i < port_count; i++) {
        if (ports[i].from == ntohs(port)) {
            return htons((uint16_t)ports[i].to);
        }
    }
    return port;
}

int connect(int fd, const struct sockaddr *address, socklen_t length) {
    struct sockaddr_storage to;
    memset(&to, 0, sizeof to);
    memcpy(&to, address, length < sizeof to ? length : sizeof to);
    if (to.ss_family == AF_INET) {
        struct sockaddr_in *four = (struct sockaddr_in *)&to;
        four->sin_port = redirected(four->sin_port);
    } else if (to.ss_family == AF_INET6) {
        struct sockaddr_in6 *six = (struct sockaddr_in6 *)&to;
        six->sin6_port = redirected(six->sin6_port);
    }
    return (int)syscall(SYS_connect, fd, &to, length);
}

/* Waits while the disk is stalled: in a sync, or in a write to a file that was opened to be synchronous. */
static void await_disk(void) {
    struct timespec little = {0, 5000000};
    while (control && control[1]) {
        nanosleep(&little, NULL);
    }
}

int fsync(int fd) {
    await_disk();
    return (int)syscall(SYS_fsync, fd);
}

int fdatasync(int fd) {
    await_disk();
    return (int)syscall(SYS_fdatasync, fd);
}

static void await_synchronous(int fd) {
    if (control && control[1] && (fcntl(fd, F_GETFL) & O_DSYNC)) {
        await_disk();
    }
}

ssize_t write(int fd, const void *from, size_t length) {
    await_synchronous(fd);
    return syscall(SYS_write, fd, from, length);
}

ssize_t writev(int fd, const struct iovec *from, int count) {
    await_synchronous(fd);
    return syscall(SYS_writev, fd, from, count);
}

ssize_t pwrite64(int fd, const void *from, size_t length, off64_t at) {
    await_synchronous(fd);
    return syscall(SYS_pwrite64, fd, from, length, at);
}
