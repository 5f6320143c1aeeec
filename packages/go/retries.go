package postline

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	baseDelay = 500 * time.Millisecond
	maxDelay  = 8 * time.Second
	// maxRetryAfter: if Retry-After is longer, the caller gets the error at once.
	maxRetryAfter = time.Minute
)

// waitBeforeRetry returns how long to wait before another attempt, and whether one is useful and safe.
//
// After a 429, everything is repeated, because it had no effect. After server errors, timeouts and broken connections,
// only what is repeatable is, because it may have had an effect.
func waitBeforeRetry(failure *Error, isRepeatable bool, attempt int) (time.Duration, bool) {
	switch {
	// A retry cannot help: the caller gave up, or the deployment lacks something.
	case failure.Code == CodeAborted, strings.HasSuffix(failure.Code, "_not_configured"):
		return 0, false
	case failure.Status != http.StatusTooManyRequests && !(isRepeatable && (failure.Status == 0 || failure.Status >= 500)):
		return 0, false
	case failure.RetryAfter > 0:
		return failure.RetryAfter + time.Duration(fraction()*float64(baseDelay)), failure.RetryAfter <= maxRetryAfter
	}
	delay := baseDelay << attempt
	if delay > maxDelay || delay <= 0 {
		delay = maxDelay
	}
	return time.Duration(float64(delay) * (0.5 + fraction()/2)), true
}

// endsWithin reports whether a context ends before a wait is over, so that the caller learns more from the failure.
func endsWithin(ctx context.Context, wait time.Duration) bool {
	deadline, isSet := ctx.Deadline()
	return isSet && time.Until(deadline) < wait
}

// sleep waits, or returns an error if the context ends before.
func sleep(ctx context.Context, wait time.Duration) *Error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return aborted(ctx.Err())
	}
}

// retryAfter reads Retry-After: seconds or a date (RFC 9110 section 10.2.3).
func retryAfter(header http.Header) time.Duration {
	text := header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(text, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if moment, err := http.ParseTime(text); err == nil && time.Until(moment) > 0 {
		return time.Until(moment)
	}
	return 0
}

// fraction returns a random number from 0 to 1. math/rand of Go 1.19 would give all programs the same numbers.
func fraction() float64 {
	return float64(binary.BigEndian.Uint64(randomBytes(8))>>11) / (1 << 53)
}

func randomBytes(count int) []byte {
	bytes := make([]byte, count)
	if _, err := rand.Read(bytes); err != nil {
		panic(fmt.Sprintf("postline: the system has no random numbers: %v", err))
	}
	return bytes
}

// newKey returns a new idempotency key: a random UUID (RFC 9562 section 5.4).
func newKey() string {
	id := randomBytes(16)
	id[6] = id[6]&0x0f | 0x40
	id[8] = id[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}

// keyed is a request with an idempotency key.
type keyed[T any] interface {
	*T
	key() *string
}

// withKey returns a copy of a request that has an idempotency key, which stays the same for all attempts, and the key.
func withKey[T any, P keyed[T]](body T) (T, []string) {
	key := P(&body).key()
	if *key == "" {
		*key = newKey()
	}
	return body, []string{*key}
}

// withKeys does the same for each item of a batch.
func withKeys[T any, P keyed[T]](bodies []T) ([]T, []string) {
	copies := make([]T, len(bodies))
	keys := make([]string, len(bodies))
	for i, body := range bodies {
		one, key := withKey[T, P](body)
		copies[i], keys[i] = one, key[0]
	}
	return copies, keys
}
