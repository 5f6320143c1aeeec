// A program of a user of the Go module, for test/e2e/go-module.test.ts: runs what its argument names and prints JSON.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"postline"
)

var ctx = context.Background()

func main() {
	programs := map[string]func() any{
		"send": send, "change": change, "retry": retry, "create": create, "limited": limited,
		"cancel": cancel, "fail": fail, "verify": verify,
	}
	result, err := json.Marshal(programs[os.Args[1]]())
	must(err)
	fmt.Println(string(result))
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// get returns a result, or ends the program.
func get[T any](result T, err error) T {
	must(err)
	return result
}

func newClient(options ...postline.Option) *postline.Client {
	return get(postline.NewClient(os.Getenv("BASE_URL"), os.Getenv("API_KEY"), options...))
}

func retries() postline.Option {
	return postline.WithMaxRetries(get(strconv.Atoi(os.Getenv("RETRIES"))))
}

func mail(subject string) postline.SendRequest {
	return postline.SendRequest{
		Destination: postline.Destination{Email: postline.Ptr("ada@example.com")},
		Payload:     &postline.Payload{Subject: &subject, BodyText: postline.Ptr("It <works> & that's all.")},
		Tags:        postline.Tags{"client": "go"},
	}
}

// said is what a test wants to know of an error.
type said struct {
	Code       string                `json:"code"`
	Status     int                   `json:"status"`
	Keys       int                   `json:"keys"`
	HasRequest bool                  `json:"has_request"`
	RetryAfter int                   `json:"retry_after"`
	Details    []postline.FieldError `json:"details"`
	Text       string                `json:"text"`
}

func about(err error) said {
	var failure *postline.Error
	if !errors.As(err, &failure) {
		return said{Text: fmt.Sprint(err)}
	}
	return said{
		Code: failure.Code, Status: failure.Status, Keys: len(failure.IdempotencyKeys), HasRequest: failure.RequestID != "",
		RetryAfter: int(failure.RetryAfter / time.Second), Details: failure.Details, Text: failure.Error(),
	}
}

func send() any {
	client := newClient()
	var ids []string
	for number := 0; number < 5; number++ {
		one := mail("From Go")
		one.IdempotencyKey = fmt.Sprintf("go-%d", number)
		ids = append(ids, get(client.MessagesSend(ctx, one)).ID)
	}
	batch := get(client.MessagesSendBatch(ctx, []postline.SendRequest{mail("In a batch"), {}}))
	found := get(client.MessagesGetByIdempotencyKey(ctx, postline.MessagesGetByIdempotencyKeyParams{IdempotencyKey: "go-3"}))
	filter := postline.MessagesListParams{Tag: "client:go", Search: "From Go", TestMode: postline.Ptr(true), Limit: 2}
	var listed []string
	messages := client.MessagesListAll(ctx, filter)
	for messages.Next() {
		listed = append(listed, messages.Item().ID)
	}
	must(messages.Err())
	ranged := firstOf(client.MessagesListAll(ctx, filter), 3)
	wrong := client.MessagesListAll(ctx, postline.MessagesListParams{Cursor: "wrong"})
	var failures []said
	for _, id := range []string{"msg_none", "a/../b?c", "..", ""} {
		_, err := client.MessagesGet(ctx, id)
		failures = append(failures, about(err))
	}
	_, err := client.MessagesSend(ctx, postline.SendRequest{Destination: postline.Destination{Email: postline.Ptr("nobody")}})
	failures = append(failures, about(err))
	_, err = client.KeysCreate(ctx, postline.KeysCreateBody{Scope: "none"})
	failures = append(failures, about(err))
	yesterday := postline.MessagesExportCsvParams{From: time.Now().Add(-24 * time.Hour)}
	file := postline.File{Name: "gone\".csv", ContentType: "text/csv", Content: []byte("email\ngone@example.com\n")}
	return map[string]any{
		"ids": ids, "batch": batch, "found": found.ID, "listed": listed, "ranged": ranged, "failures": failures,
		"hasWrong": wrong.Next(), "wrong": about(wrong.Err()),
		"imported": get(client.SuppressionsImportFile(ctx, file)).Imported,
		"contacts": get(client.ContactsCreateImport(ctx, []byte("email\nada@example.com\n"))).StorageKey != "",
		"csv":      strings.Count(string(get(client.MessagesExportCsv(ctx, yesterday))), ids[0]),
		"raw":      strings.Contains(string(get(client.MessagesRaw(ctx, ids[0]))), "Subject: From Go"),
		"text":     get(client.MessagesContent(ctx, ids[0])).BodyText,
	}
}

// change shows what is left out, what is empty and what is null.
func change() any {
	client := newClient()
	contact := get(client.ContactsCreate(ctx, postline.ContactsCreateBody{
		Email:      "grace@example.com",
		FirstName:  postline.Ptr("Grace"),
		LastName:   postline.Ptr("Hopper"),
		Attributes: postline.ContactAttributesInput{"rank": 1, "navy": true},
	}))
	update := func(body postline.ContactsUpdateBody) *postline.Contact {
		return get(client.ContactsUpdate(ctx, contact.ID, body))
	}
	kept := update(postline.ContactsUpdateBody{Attributes: postline.ContactAttributeChanges{"navy": nil}})
	removed := update(postline.ContactsUpdateBody{NullFields: []string{"FirstName"}})
	_, unknown := client.ContactsUpdate(ctx, contact.ID, postline.ContactsUpdateBody{NullFields: []string{"first_name"}})
	_, both := client.ContactsUpdate(ctx, contact.ID, postline.ContactsUpdateBody{
		FirstName: postline.Ptr("Ada"), NullFields: []string{"FirstName"},
	})
	draft := get(client.MailDraftsCreate(ctx, postline.MailDraftsCreateBody{To: []string{"ada@example.com"}}))
	same := get(client.MailDraftsUpdate(ctx, draft.ID, postline.MailDraftsUpdateBody{Subject: postline.Ptr("Hello")}))
	cleared := get(client.MailDraftsUpdate(ctx, draft.ID, postline.MailDraftsUpdateBody{To: []string{}}))
	key := get(client.KeysCreate(ctx, postline.KeysCreateBody{Scope: "read", TestMode: postline.Ptr(true), ExpiresAt: postline.Ptr(time.Now().Add(time.Hour))}))
	must(client.KeysRevoke(ctx, key.ID))
	return map[string]any{
		"kept": kept, "removed": removed, "unknown": about(unknown), "both": about(both),
		"same": len(same.To), "cleared": len(cleared.To), "expires": key.ExpiresAt.After(time.Now()),
	}
}

// retry sends one mail, or a batch of two.
func retry() any {
	client := newClient(retries(), postline.WithTimeout(0))
	subject := os.Getenv("SUBJECT")
	if os.Getenv("KIND") == "batch" {
		results, err := client.MessagesSendBatch(ctx, []postline.SendRequest{mail(subject), mail(subject)})
		if err != nil {
			return about(err)
		}
		return []string{results[0].Response.IdempotencyKey, results[1].Response.IdempotencyKey}
	}
	sent, err := client.MessagesSend(ctx, mail(subject))
	if err != nil {
		return about(err)
	}
	return []string{sent.IdempotencyKey}
}

// create is a write without an idempotency key.
func create() any {
	_, err := newClient(retries()).ContactListsCreate(ctx, postline.ContactListsCreateBody{Name: "Once"})
	return about(err)
}

func limited() any {
	create := func(count int, options ...postline.Option) []string {
		client, codes := newClient(options...), make([]string, count)
		var all sync.WaitGroup
		for number := 0; number < count; number++ {
			all.Add(1)
			go func(number int) {
				defer all.Done()
				body := postline.ContactListsCreateBody{Name: fmt.Sprintf("List %d of %d", number, count)}
				_, err := client.ContactListsCreate(ctx, body)
				codes[number] = about(err).Code
			}(number)
		}
		all.Wait()
		return codes
	}
	once := create(20, postline.WithMaxRetries(0))
	return map[string][]string{"once": once, "repeated": create(3, postline.WithMaxRetries(5))}
}

// onResponse is a transport that calls a function once there is a response.
type onResponse func()

func (call onResponse) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := http.DefaultTransport.RoundTrip(request)
	time.AfterFunc(100*time.Millisecond, call)
	return response, err
}

// cancel ends calls while the service does not respond, and while the client waits for another attempt.
func cancel() any {
	silent, failing := os.Getenv("SILENT"), os.Getenv("FAILING")
	ask := func(ctx context.Context, url string, options ...postline.Option) map[string]any {
		client := get(postline.NewClient(url, "sk_test_secret", options...))
		start := time.Now()
		_, err := client.MessagesSend(ctx, mail("Canceled"))
		return map[string]any{
			"error": about(err), "canceled": errors.Is(err, context.Canceled), "late": errors.Is(err, context.DeadlineExceeded),
			// Before the other attempt that the service asked for.
			"early": time.Since(start) < time.Minute,
		}
	}
	canceled, stop := context.WithCancel(ctx)
	time.AfterFunc(200*time.Millisecond, stop)
	waiting, stopWaiting := context.WithCancel(ctx)
	deadline, stopLate := context.WithTimeout(ctx, 200*time.Millisecond)
	defer stopLate()
	soon, stopSoon := context.WithTimeout(ctx, 10*time.Second)
	defer stopSoon()
	return map[string]any{
		"silent":   ask(canceled, silent),
		"waiting":  ask(waiting, failing, postline.WithHTTPClient(&http.Client{Transport: onResponse(stopWaiting)})),
		"deadline": ask(deadline, silent),
		"soon":     ask(soon, failing),
		"timeout":  ask(ctx, silent, postline.WithTimeout(200*time.Millisecond), postline.WithMaxRetries(0)),
	}
}

// fail makes requests that cannot succeed.
func fail() any {
	_, err := newClient(retries()).MessagesList(ctx, postline.MessagesListParams{Recipient: "ada@example.com"})
	failures := map[string]said{"list": about(err)}
	for name, base := range map[string]string{"no url": "", "password": "https://me:secret@mail.example.com", "file": "file:///x"} {
		_, err := postline.NewClient(base, "sk_test_secret")
		failures[name] = about(err)
	}
	for name, key := range map[string]string{"no key": "", "line": "sk_test_secret\n"} {
		_, err := postline.NewClient("https://mail.example.com", key)
		failures[name] = about(err)
	}
	_, err = newClient(retries()).UploadsCreate(ctx, postline.File{Name: "a.png", ContentType: "image/png\r\nX-Other: 1"})
	failures["content type"] = about(err)
	client := get(postline.NewClient("https://mail.example.com", "sk_test_secret"))
	within := struct{ client *postline.Client }{client}
	copied := struct{ client postline.Client }{*client}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d"} {
		failures["client "+verb] = said{Text: fmt.Sprintf(verb+verb+verb+verb, client, *client, within, copied)}
	}
	return failures
}

func verify() any {
	var cases []struct {
		Body    string
		Headers map[string]string
		Secrets []string
		Now     int64
		Prefix  string
	}
	must(json.Unmarshal([]byte(os.Getenv("CASES")), &cases))
	var verdicts []string
	for _, one := range cases {
		header := http.Header{}
		for name, value := range one.Headers {
			header.Set(name, value)
		}
		verifier := postline.WebhookVerifier{Secrets: one.Secrets, HeaderPrefix: one.Prefix}
		if one.Now != 0 {
			verifier.Now = func() time.Time { return time.Unix(one.Now, 0) }
		}
		event, err := verifier.Verify([]byte(one.Body), header)
		var refused *postline.WebhookVerificationError
		switch {
		case errors.As(err, &refused):
			verdicts = append(verdicts, refused.Code)
		case err != nil:
			verdicts = append(verdicts, "error")
		default:
			verdicts = append(verdicts, event.EventID)
		}
	}
	return verdicts
}
