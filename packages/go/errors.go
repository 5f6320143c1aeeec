package postline

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// Codes of an Error without a response of the service. All others are codes of the API.
const (
	// CodeTimedOut: the service did not respond in time.
	CodeTimedOut = "timed_out"
	// CodeConnectionFailed: there was no connection, or it broke.
	CodeConnectionFailed = "connection_failed"
	// CodeAborted: the context of the call was canceled, or its deadline passed.
	CodeAborted = "aborted"
	// CodeUnexpectedResponse: the response is not from Postline, but for example from a proxy.
	CodeUnexpectedResponse = "unexpected_response"
)

// Error says that a request failed: the service refused it, could not complete it, or did not respond.
type Error struct {
	// Code is what to branch on: a code of the API, like recipient_suppressed, or one of the constants above.
	Code    string
	Message string
	// Status is the HTTP status; 0 without a response.
	Status int
	// Details are the wrong fields of an invalid request.
	Details []FieldError
	// RequestID identifies the request in the logs of the service; empty without a response.
	RequestID string
	// RetryAfter is how long to wait before another attempt, if the service says so.
	RetryAfter time.Duration
	// IdempotencyKeys are the keys in the request: one for a send, one for each item of a batch. To learn the result,
	// repeat the request with the same keys and body.
	IdempotencyKeys []string

	cause error
}

// FieldError is what is wrong with one field of a request.
type FieldError struct {
	Path    string `json:"path"`
	Message string `json:"message"`
}

func (e *Error) Error() string { return fmt.Sprintf("postline: %s: %s", e.Code, e.Message) }

// Unwrap returns the error of the context or of the connection, if there is one.
func (e *Error) Unwrap() error { return e.cause }

// errorIn returns the error of a response that is not a success.
func errorIn(response *http.Response, body []byte) *Error {
	failure := &Error{
		Code:       CodeUnexpectedResponse,
		Message:    fmt.Sprintf("the response has status %d and is not an error of Postline", response.StatusCode),
		Status:     response.StatusCode,
		RequestID:  response.Header.Get("X-Request-Id"),
		RetryAfter: retryAfter(response.Header),
	}
	var fault struct {
		Error struct {
			Code, Message string
			Details       []FieldError
		}
	}
	if json.Unmarshal(body, &fault) == nil && fault.Error.Code != "" && fault.Error.Message != "" {
		failure.Code, failure.Message, failure.Details = fault.Error.Code, fault.Error.Message, fault.Error.Details
	}
	return failure
}
