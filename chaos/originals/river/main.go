// A client of River that writes down when it acts as leader. It is started by chaos/run-beside-river.
//
// River does not tell who leads. But the periodic jobs of a client are scheduled only while it believes that it leads,
// so the moments at which River asks for such a job show when it acts on that belief. No job is ever inserted.
//
// Arguments: the URL of the database, the file to write to.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

const (
	every = 20 * time.Millisecond

	// A longer pause between two moments ends what is taken for one time of leading.
	longestPause = int64(500 * time.Millisecond)

	monotonic   = 1 // CLOCK_MONOTONIC, the clock that every process on this host shares
	stopTimeout = 15 * time.Second
)

type noArgs struct{}

func (noArgs) Kind() string { return "none" }

type noWorker struct{ river.WorkerDefaults[noArgs] }

func (noWorker) Work(context.Context, *river.Job[noArgs]) error { return nil }

// recorder writes lines of the form WHO TOKEN START END.
type recorder struct {
	mu    sync.Mutex
	file  *os.File
	token int64
	start int64
	last  int64
}

func (r *recorder) acts() {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := nanos()
	if r.start == 0 || now-r.last > longestPause {
		r.start = now
		r.token = time.Now().UnixMicro()
	}
	r.last = now
	fmt.Fprintf(r.file, "river-%d %d %d %d\n", os.Getpid(), r.token, r.start, now)
}

func nanos() int64 {
	var now syscall.Timespec
	if _, _, failed := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, monotonic, uintptr(unsafe.Pointer(&now)), 0); failed != 0 {
		panic(failed)
	}
	return now.Nano()
}

func main() {
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(url, path string) error {
	// The input ends with the parent, however that ends.
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()

	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()

	ctx, cancel := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer cancel()
	pool, err := pgxpool.New(ctx, url)
	if err != nil {
		return err
	}
	defer pool.Close()

	migrator, err := rivermigrate.New(riverpgxv5.New(pool), nil)
	if err != nil {
		return err
	}
	if _, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return err
	}
	if path == os.DevNull {
		return nil // only the migrations were asked for
	}

	acting := &recorder{file: file}
	workers := river.NewWorkers()
	river.AddWorker(workers, noWorker{})
	client, err := river.NewClient(riverpgxv5.New(pool), &river.Config{
		ID:      fmt.Sprintf("river-%d", os.Getpid()),
		Queues:  map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 1}},
		Workers: workers,
		PeriodicJobs: []*river.PeriodicJob{
			river.NewPeriodicJob(river.PeriodicInterval(every), func() (river.JobArgs, *river.InsertOpts) {
				acting.acts()
				return nil, nil
			}, &river.PeriodicJobOpts{RunOnStart: true}),
		},
	})
	if err != nil {
		return err
	}
	if err := client.Start(context.Background()); err != nil {
		return err
	}
	<-ctx.Done()

	stopping, stopped := context.WithTimeout(context.Background(), stopTimeout)
	defer stopped()
	return client.Stop(stopping)
}
