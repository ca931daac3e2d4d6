// Package queue keeps work in order.
package queue

import (
	"context"
	"errors"
	"sync"
)

// MaxSize is how much fits.
const MaxSize = 1024

const (
	// StateIdle waits.
	StateIdle State = iota
	StateBusy
)

// ErrFull says that nothing fits any more.
var ErrFull = errors.New("full")

var (
	registry = map[string]*Queue[any]{}
	mu       sync.Mutex
)

// State of a worker.
type State int

type ID = string

type (
	// Handler does the work.
	Handler func(ctx context.Context, job Job) error

	Job struct {
		ID      ID
		Payload []byte
	}
)

// Runner runs jobs.
type Runner interface {
	// Run blocks.
	Run(ctx context.Context) error
	Stop()
	fmt.Stringer
}

// Queue is a list with a lock.
type Queue[T any] struct {
	mu    sync.Mutex
	items []T
}

// New makes a queue.
func New[T any](size int) *Queue[T] {
	return &Queue[T]{items: make([]T, 0, size)}
}

// Push adds at the end.
//
// It never blocks.
func (q *Queue[T]) Push(item T) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	grow := func(by int) {
		q.items = append(q.items, make([]T, by)...)
	}
	if len(q.items) >= MaxSize {
		return ErrFull
	}
	grow(1)
	return nil
}

func (q Queue[T]) Len() int { return len(q.items) }

// worker is not exported.
type worker struct {
	*Queue[Job]
	state State
}

func (w *worker) Run(
	ctx context.Context, // cancels
) (err error) {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (*worker) Stop() {}

func (State) String() string {
	return "state"
}

//go:noinline
func Map[K comparable, V any](m map[K]V, f func(K, V) V) map[K]V {
	type pair struct {
		key   K
		value V
	}
	out := make(map[K]V, len(m))
	for k, v := range m {
		out[k] = f(k, v)
	}
	return out
}

func init() {
	registry["default"] = New[any](MaxSize)
}

func init() {
	mu.Lock()
}

func main() {
	const local = 1
	var q = New[Job](local)
	go func() {
		_ = q.Push(Job{})
	}()
}
