// Package postline is a client of the REST API of Postline, the transactional email service that you run yourself.
//
// Every operation of the API is a method of Client, named like its operationId in openapi.json. Optional fields of
// requests are pointers, slices and maps: nil leaves a field out, and an empty slice or map is sent.
package postline

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

const (
	defaultRetries = 3
	defaultTimeout = 60 * time.Second
)

// Client calls the API. Goroutines may share it.
type Client struct {
	baseURL string
	// apiKey is a function, because printing a struct with a client in it shows all other values.
	apiKey     func() string
	http       *http.Client
	maxRetries int
	timeout    time.Duration
}

// Format hides the key, whatever the verb: a client may be logged.
func (c Client) Format(state fmt.State, _ rune) {
	_, _ = fmt.Fprintf(state, "postline.Client{baseURL:%q}", c.baseURL)
}

// Option changes a default of NewClient.
type Option func(*Client)

// WithMaxRetries sets how often a request is retried if that is safe: 3 times by default; 0 disables retries.
func WithMaxRetries(retries int) Option {
	return func(c *Client) { c.maxRetries = retries }
}

// WithTimeout sets the time for each attempt, including the body of the response: 60 seconds by default; 0 sets no limit.
// For a call with all its retries, use a context with a deadline.
func WithTimeout(timeout time.Duration) Option {
	return func(c *Client) { c.timeout = timeout }
}

// WithHTTPClient replaces the HTTP client, for example to set a proxy or certificates. The default one follows no
// redirects.
func WithHTTPClient(client *http.Client) Option {
	return func(c *Client) {
		if client != nil {
			c.http = client
		}
	}
}

// NewClient makes a client of the service at baseURL, like https://mail.example.com. apiKey is sk_live_… or sk_test_….
func NewClient(baseURL, apiKey string, options ...Option) (*Client, error) {
	// No error shows what it is about: that may be a secret.
	address, err := url.Parse(baseURL)
	if err != nil || (address.Scheme != "http" && address.Scheme != "https") || address.Host == "" ||
		address.User != nil || address.RawQuery != "" || address.Fragment != "" {
		return nil, errors.New("postline: the base URL must be like https://mail.example.com")
	}
	if apiKey == "" || strings.TrimSpace(apiKey) != apiKey {
		return nil, errors.New("postline: the API key is empty, or has spaces or line breaks around it")
	}
	client := &Client{
		baseURL:    strings.TrimRight(baseURL, "/"),
		apiKey:     func() string { return apiKey },
		http:       newHTTPClient(),
		maxRetries: defaultRetries,
		timeout:    defaultTimeout,
	}
	for _, option := range options {
		option(client)
	}
	return client, nil
}

func newHTTPClient() *http.Client {
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	if transport, ok := http.DefaultTransport.(*http.Transport); ok {
		// All connections are to one host: goroutines that send at the same time keep theirs.
		transport = transport.Clone()
		transport.MaxIdleConnsPerHost = transport.MaxIdleConns
		client.Transport = transport
	}
	return client
}
