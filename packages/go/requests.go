package postline

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"time"
)

// request is a call of an operation.
type request struct {
	method string
	// path has a name in braces for each of segments.
	path     string
	segments []any
	// query is a struct of parameters; nil for none.
	query any
	// body becomes JSON; nil for none.
	body any
	file *File
	csv  []byte
	// keys are the idempotency keys in the body: with keys, a request that arrives twice takes effect once.
	keys []string
}

// call does a request and returns the JSON of its response.
func call[T any](ctx context.Context, c *Client, r request) (result T, err error) {
	response, body, err := c.do(ctx, r)
	if err != nil || response.StatusCode == http.StatusNoContent {
		return result, err
	}
	if json.Unmarshal(body, &result) != nil || string(bytes.TrimSpace(body)) == "null" {
		failure := errorIn(response, nil)
		failure.Message = "the response is not what Postline returns"
		failure.IdempotencyKeys = r.keys
		return result, failure
	}
	return result, nil
}

// callForBytes does a request and returns the body of its response.
func callForBytes(ctx context.Context, c *Client, r request) ([]byte, error) {
	_, body, err := c.do(ctx, r)
	return body, err
}

// callForNothing does a request whose response has no body.
func callForNothing(ctx context.Context, c *Client, r request) error {
	_, _, err := c.do(ctx, r)
	return err
}

// do makes attempts until one succeeds or another would not help. It returns the response and its body, or an *Error, or
// what is wrong with the arguments.
func (c *Client) do(ctx context.Context, r request) (*http.Response, []byte, error) {
	address, err := c.addressOf(r)
	if err != nil {
		return nil, nil, err
	}
	body, contentType, err := bodyOf(r)
	if err != nil {
		return nil, nil, fmt.Errorf("postline: %w", err)
	}
	for attempt := 0; ; attempt++ {
		response, received, failure := c.attempt(ctx, r.method, address, body, contentType)
		if failure == nil {
			return response, received, nil
		}
		wait, isWorthIt := waitBeforeRetry(failure, r.method == http.MethodGet || len(r.keys) > 0, attempt)
		if isWorthIt && attempt < c.maxRetries && !endsWithin(ctx, wait) {
			failure = sleep(ctx, wait)
		}
		if failure != nil {
			failure.IdempotencyKeys = r.keys
			return nil, nil, failure
		}
	}
}

func (c *Client) attempt(ctx context.Context, method, address string, body []byte, contentType string) (*http.Response, []byte, *Error) {
	timed := ctx
	if c.timeout > 0 {
		var cancel context.CancelFunc
		timed, cancel = context.WithTimeout(ctx, c.timeout)
		defer cancel()
	}
	request, err := http.NewRequestWithContext(timed, method, address, bytes.NewReader(body))
	if err != nil {
		return nil, nil, failureOf(ctx, err)
	}
	request.Header.Set("Authorization", "Bearer "+c.apiKey())
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, nil, failureOf(ctx, err)
	}
	defer response.Body.Close()
	received, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, nil, failureOf(ctx, err)
	}
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return nil, nil, errorIn(response, received)
	}
	return response, received, nil
}

// failureOf returns the error of a request that got no response.
func failureOf(ctx context.Context, err error) *Error {
	if reason := ended(ctx); reason != nil {
		return aborted(reason)
	}
	// Without the URL around it, whose query may have addresses.
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	var timeout interface{ Timeout() bool }
	if errors.As(err, &timeout) && timeout.Timeout() {
		return &Error{Code: CodeTimedOut, Message: "the service did not respond in time", cause: err}
	}
	return &Error{Code: CodeConnectionFailed, Message: fmt.Sprintf("the connection to the service failed: %v", err), cause: err}
}

// ended returns why the context of a call has ended; nil if it has not. A connection may notice a deadline before the
// context does.
func ended(ctx context.Context) error {
	if deadline, ok := ctx.Deadline(); ok && ctx.Err() == nil && !time.Now().Before(deadline) {
		return context.DeadlineExceeded
	}
	return ctx.Err()
}

func aborted(reason error) *Error {
	return &Error{Code: CodeAborted, Message: reason.Error(), cause: reason}
}

var placeholder = regexp.MustCompile(`\{\w+\}`)

func (c *Client) addressOf(r request) (string, error) {
	path := r.path
	for _, segment := range r.segments {
		text := fmt.Sprint(segment)
		if text == "" || text == "." || text == ".." {
			return "", fmt.Errorf("postline: %q cannot be an id or a name", text)
		}
		place := placeholder.FindStringIndex(path)
		path = path[:place[0]] + url.PathEscape(text) + path[place[1]:]
	}
	if query := queryOf(r.query).Encode(); query != "" {
		path += "?" + query
	}
	return c.baseURL + path, nil
}

// queryOf returns the parameters that are set: those with the zero value are left out.
func queryOf(params any) url.Values {
	query := url.Values{}
	if params == nil {
		return query
	}
	value := reflect.ValueOf(params)
	for i := 0; i < value.NumField(); i++ {
		field := value.Field(i)
		if field.IsZero() {
			continue
		}
		name := value.Type().Field(i).Tag.Get("query")
		if moment, ok := field.Interface().(time.Time); ok {
			query.Set(name, moment.Format(time.RFC3339Nano))
		} else {
			query.Set(name, fmt.Sprint(reflect.Indirect(field).Interface()))
		}
	}
	return query
}

// bodyOf returns the body of a request and its type; none for a request without one.
func bodyOf(r request) ([]byte, string, error) {
	if r.file != nil {
		return formOf(*r.file)
	}
	if r.csv != nil {
		return r.csv, "text/csv", nil
	}
	if r.body == nil {
		return nil, "", nil
	}
	body, err := encode(r.body)
	return body, "application/json", err
}
