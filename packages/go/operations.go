// Code generated from openapi.json by `npm run generate`. DO NOT EDIT.

package postline

import "context"

// MessagesSend sends one message, now or at a scheduled time.
//
// POST /v1/send. Needs a key with the scope `send` or `admin`. Keys that are bound to inboxes are
// refused.
func (c *Client) MessagesSend(ctx context.Context, body SendRequest) (*SendResponse, error) {
	keyed, keys := withKey(body)
	return call[*SendResponse](ctx, c, request{method: "POST", path: "/v1/send", body: keyed, keys: keys})
}

// MessagesSendBatch sends up to 1,000 messages. Each one succeeds or fails independently.
//
// POST /v1/send/batch. Needs a key with the scope `send` or `admin`. Keys that are bound to inboxes
// are refused.
func (c *Client) MessagesSendBatch(ctx context.Context, body []SendRequest) ([]BatchItemResult, error) {
	keyed, keys := withKeys(body)
	return call[[]BatchItemResult](ctx, c, request{method: "POST", path: "/v1/send/batch", body: keyed, keys: keys})
}

// MessagesList lists messages, newest first.
//
// GET /v1/messages. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes
// are refused. With the query parameter `idempotency_key` it answers like
// `messagesGetByIdempotencyKey`; filters that only this one has are then ignored.
func (c *Client) MessagesList(ctx context.Context, params MessagesListParams) (*MessagesListResponse, error) {
	return call[*MessagesListResponse](ctx, c, request{method: "GET", path: "/v1/messages", query: params})
}

// MessagesListAll returns every item of MessagesList. It fetches the next page when it is needed;
// Limit is the size of a page.
func (c *Client) MessagesListAll(ctx context.Context, params MessagesListParams) *Iterator[MessageSummary] {
	return iterate(func(cursor string) ([]MessageSummary, *string, error) {
		if cursor != "" {
			params.Cursor = cursor
		}
		page, err := c.MessagesList(ctx, params)
		if err != nil {
			return nil, nil, err
		}
		return page.Messages, page.NextCursor, nil
	})
}

// MessagesGet gets one message with its timeline.
//
// GET /v1/messages/{id}. Needs a key with the scope `read` or `admin`.
func (c *Client) MessagesGet(ctx context.Context, id string) (*Message, error) {
	return call[*Message](ctx, c, request{method: "GET", path: "/v1/messages/{id}", segments: []any{id}})
}

// MessagesGetByIdempotencyKey gets the message sent with an idempotency key.
//
// GET /v1/messages/by-idempotency-key. Needs a key with the scope `read` or `admin`. Keys that are
// bound to inboxes are refused.
func (c *Client) MessagesGetByIdempotencyKey(ctx context.Context, params MessagesGetByIdempotencyKeyParams) (*Message, error) {
	return call[*Message](ctx, c, request{method: "GET", path: "/v1/messages/by-idempotency-key", query: params})
}

// MessagesCancel cancels a scheduled message. Mail of the mail app leaves its thread.
//
// POST /v1/messages/{id}/cancel. Needs a key with the scope `send` or `admin`.
func (c *Client) MessagesCancel(ctx context.Context, id string) (*MessagesCancelResponse, error) {
	return call[*MessagesCancelResponse](ctx, c, request{method: "POST", path: "/v1/messages/{id}/cancel", segments: []any{id}})
}

// MessagesContent gets the content of a message as it was accepted, without the bytes of its files.
//
// GET /v1/messages/{id}/content. Needs a key with the scope `read` or `admin`. Keys that are bound
// to inboxes are refused.
func (c *Client) MessagesContent(ctx context.Context, id string) (*MessageContent, error) {
	return call[*MessageContent](ctx, c, request{method: "GET", path: "/v1/messages/{id}/content", segments: []any{id}})
}

// MessagesDeleteContent deletes the bodies, files and headers of a message for good. Its timeline
// stays.
//
// DELETE /v1/messages/{id}/content. Needs a key of scope `admin`. Keys that are bound to inboxes
// are refused.
func (c *Client) MessagesDeleteContent(ctx context.Context, id string) error {
	return callForNothing(ctx, c, request{method: "DELETE", path: "/v1/messages/{id}/content", segments: []any{id}})
}

// MessagesRaw gets a message as a mail (MIME), as it leaves, except for its signature and changes
// by tracking.
//
// GET /v1/messages/{id}/raw. Needs a key with the scope `read` or `admin`. Keys that are bound to
// inboxes are refused.
func (c *Client) MessagesRaw(ctx context.Context, id string) ([]byte, error) {
	return callForBytes(ctx, c, request{method: "GET", path: "/v1/messages/{id}/raw", segments: []any{id}})
}

// MessagesAttachment gets an attachment of a message, with its type and its file name.
//
// GET /v1/messages/{id}/attachments/{index}. Needs a key with the scope `read` or `admin`. Keys
// that are bound to inboxes are refused.
func (c *Client) MessagesAttachment(ctx context.Context, id string, index int64) ([]byte, error) {
	return callForBytes(ctx, c, request{method: "GET", path: "/v1/messages/{id}/attachments/{index}", segments: []any{id, index}})
}

// MessagesExportCsv gets all messages that a filter finds as CSV, newest first. The response is a
// stream.
//
// GET /v1/messages/export.csv. Needs a key with the scope `read` or `admin`. Keys that are bound to
// inboxes are refused.
func (c *Client) MessagesExportCsv(ctx context.Context, params MessagesExportCsvParams) ([]byte, error) {
	return callForBytes(ctx, c, request{method: "GET", path: "/v1/messages/export.csv", query: params})
}

// MessagesExportNdjson gets all messages that a filter finds as JSON, one a line, newest first. The
// response is a stream.
//
// GET /v1/messages/export.ndjson. Needs a key with the scope `read` or `admin`. Keys that are bound
// to inboxes are refused.
func (c *Client) MessagesExportNdjson(ctx context.Context, params MessagesExportNdjsonParams) ([]byte, error) {
	return callForBytes(ctx, c, request{method: "GET", path: "/v1/messages/export.ndjson", query: params})
}

// MessagesResend sends the content of a message again, at once, as a new message.
//
// POST /v1/messages/{id}/resend. Needs a key with the scope `send` or `admin`. Keys that are bound
// to inboxes are refused.
func (c *Client) MessagesResend(ctx context.Context, id string, body MessagesResendBody) (*SendResponse, error) {
	keyed, keys := withKey(body)
	return call[*SendResponse](ctx, c, request{method: "POST", path: "/v1/messages/{id}/resend", segments: []any{id}, body: keyed, keys: keys})
}

// MessagesValidate checks whether an address can receive mail: its syntax, and its domain in DNS.
// Sends nothing.
//
// POST /v1/validate. Needs a key with the scope `send` or `admin`. Keys that are bound to inboxes
// are refused.
func (c *Client) MessagesValidate(ctx context.Context, body MessagesValidateBody) (*AddressValidation, error) {
	return call[*AddressValidation](ctx, c, request{method: "POST", path: "/v1/validate", body: body})
}

// WebhooksCreate subscribes an endpoint to events. Its signing secret is shown only in this
// response.
//
// POST /v1/webhooks. Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
func (c *Client) WebhooksCreate(ctx context.Context, body WebhooksCreateBody) (*WebhookSubscriptionWithSecret, error) {
	return call[*WebhookSubscriptionWithSecret](ctx, c, request{method: "POST", path: "/v1/webhooks", body: body})
}

// WebhooksList lists webhook subscriptions, newest first.
//
// GET /v1/webhooks. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes
// are refused.
func (c *Client) WebhooksList(ctx context.Context, params WebhooksListParams) (*WebhooksListResponse, error) {
	return call[*WebhooksListResponse](ctx, c, request{method: "GET", path: "/v1/webhooks", query: params})
}

// WebhooksListAll returns every item of WebhooksList. It fetches the next page when it is needed;
// Limit is the size of a page.
func (c *Client) WebhooksListAll(ctx context.Context, params WebhooksListParams) *Iterator[WebhookSubscription] {
	return iterate(func(cursor string) ([]WebhookSubscription, *string, error) {
		if cursor != "" {
			params.Cursor = cursor
		}
		page, err := c.WebhooksList(ctx, params)
		if err != nil {
			return nil, nil, err
		}
		return page.Webhooks, page.NextCursor, nil
	})
}

// WebhooksGet gets one webhook subscription.
//
// GET /v1/webhooks/{id}. Needs a key with the scope `read` or `admin`. Keys that are bound to
// inboxes are refused.
func (c *Client) WebhooksGet(ctx context.Context, id string) (*WebhookSubscription, error) {
	return call[*WebhookSubscription](ctx, c, request{method: "GET", path: "/v1/webhooks/{id}", segments: []any{id}})
}

// WebhooksUpdate changes the given fields of a webhook subscription, or pauses or resumes it.
//
// PUT /v1/webhooks/{id}. Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
func (c *Client) WebhooksUpdate(ctx context.Context, id string, body WebhooksUpdateBody) (*WebhookSubscription, error) {
	return call[*WebhookSubscription](ctx, c, request{method: "PUT", path: "/v1/webhooks/{id}", segments: []any{id}, body: body})
}

// WebhooksDelete deletes a webhook subscription and stops its retries.
//
// DELETE /v1/webhooks/{id}. Needs a key of scope `admin`. Keys that are bound to inboxes are
// refused.
func (c *Client) WebhooksDelete(ctx context.Context, id string) (*WebhooksDeleteResponse, error) {
	return call[*WebhooksDeleteResponse](ctx, c, request{method: "DELETE", path: "/v1/webhooks/{id}", segments: []any{id}})
}

// WebhooksRotateSecret creates a new signing secret for a webhook subscription, shown only in this
// response.
//
// POST /v1/webhooks/{id}/rotate-secret. Needs a key of scope `admin`. Keys that are bound to
// inboxes are refused.
func (c *Client) WebhooksRotateSecret(ctx context.Context, id string) (*WebhookSubscriptionWithSecret, error) {
	return call[*WebhookSubscriptionWithSecret](ctx, c, request{method: "POST", path: "/v1/webhooks/{id}/rotate-secret", segments: []any{id}})
}

// WebhooksTest sends a test event to a webhook endpoint.
//
// POST /v1/webhooks/{id}/test. Needs a key of scope `admin`. Keys that are bound to inboxes are
// refused.
func (c *Client) WebhooksTest(ctx context.Context, id string, body WebhooksTestBody) (*WebhookDelivery, error) {
	return call[*WebhookDelivery](ctx, c, request{method: "POST", path: "/v1/webhooks/{id}/test", segments: []any{id}, body: body})
}

// WebhooksDeliveries lists the deliveries of a webhook subscription, newest first.
//
// GET /v1/webhooks/{id}/deliveries. Needs a key with the scope `read` or `admin`. Keys that are
// bound to inboxes are refused.
func (c *Client) WebhooksDeliveries(ctx context.Context, id string, params WebhooksDeliveriesParams) (*WebhooksDeliveriesResponse, error) {
	return call[*WebhooksDeliveriesResponse](ctx, c, request{method: "GET", path: "/v1/webhooks/{id}/deliveries", segments: []any{id}, query: params})
}

// WebhooksDeliveriesAll returns every item of WebhooksDeliveries. It fetches the next page when it
// is needed; Limit is the size of a page.
func (c *Client) WebhooksDeliveriesAll(ctx context.Context, id string, params WebhooksDeliveriesParams) *Iterator[WebhookDelivery] {
	return iterate(func(cursor string) ([]WebhookDelivery, *string, error) {
		if cursor != "" {
			params.Cursor = cursor
		}
		page, err := c.WebhooksDeliveries(ctx, id, params)
		if err != nil {
			return nil, nil, err
		}
		return page.Deliveries, page.NextCursor, nil
	})
}

// WebhooksGetDelivery gets one delivery with its attempts.
//
// GET /v1/webhooks/{id}/deliveries/{delivery_id}. Needs a key with the scope `read` or `admin`.
// Keys that are bound to inboxes are refused.
func (c *Client) WebhooksGetDelivery(ctx context.Context, id string, delivery_id string) (*WebhookDelivery, error) {
	return call[*WebhookDelivery](ctx, c, request{method: "GET", path: "/v1/webhooks/{id}/deliveries/{delivery_id}", segments: []any{id, delivery_id}})
}

// WebhooksRedeliver delivers an event again in a new round of attempts.
//
// POST /v1/webhooks/{id}/deliveries/{delivery_id}/redeliver. Needs a key of scope `admin`. Keys
// that are bound to inboxes are refused.
func (c *Client) WebhooksRedeliver(ctx context.Context, id string, delivery_id string) (*WebhookDelivery, error) {
	return call[*WebhookDelivery](ctx, c, request{method: "POST", path: "/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver", segments: []any{id, delivery_id}})
}

// WebhooksRedeliverMany delivers up to 100 events again, each in a new round of attempts.
//
// POST /v1/webhooks/{id}/redeliver. Needs a key of scope `admin`. Keys that are bound to inboxes
// are refused.
func (c *Client) WebhooksRedeliverMany(ctx context.Context, id string, body WebhooksRedeliverManyBody) (*WebhooksRedeliverManyResponse, error) {
	return call[*WebhooksRedeliverManyResponse](ctx, c, request{method: "POST", path: "/v1/webhooks/{id}/redeliver", segments: []any{id}, body: body})
}

// DomainsCreate adds a sending domain, and returns the records to publish for it.
//
// POST /v1/domains. Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
func (c *Client) DomainsCreate(ctx context.Context, body DomainsCreateBody) (*Domain, error) {
	return call[*Domain](ctx, c, request{method: "POST", path: "/v1/domains", body: body})
}

// DomainsList lists the domains of the account, newest first; the built-in one comes last.
//
// GET /v1/domains. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are
// refused.
func (c *Client) DomainsList(ctx context.Context, params DomainsListParams) (*DomainsListResponse, error) {
	return call[*DomainsListResponse](ctx, c, request{method: "GET", path: "/v1/domains", query: params})
}

// DomainsListAll returns every item of DomainsList. It fetches the next page when it is needed;
// Limit is the size of a page.
func (c *Client) DomainsListAll(ctx context.Context, params DomainsListParams) *Iterator[Domain] {
	return iterate(func(cursor string) ([]Domain, *string, error) {
		if cursor != "" {
			params.Cursor = cursor
		}
		page, err := c.DomainsList(ctx, params)
		if err != nil {
			return nil, nil, err
		}
		return page.Domains, page.NextCursor, nil
	})
}

// DomainsGet gets a domain.
//
// GET /v1/domains/{domain}. Needs a key with the scope `read` or `admin`. Keys that are bound to
// inboxes are refused.
func (c *Client) DomainsGet(ctx context.Context, domain string) (*Domain, error) {
	return call[*Domain](ctx, c, request{method: "GET", path: "/v1/domains/{domain}", segments: []any{domain}})
}

// DomainsDelete deletes a domain, also at the mail provider.
//
// DELETE /v1/domains/{domain}. Needs a key of scope `admin`. Keys that are bound to inboxes are
// refused.
func (c *Client) DomainsDelete(ctx context.Context, domain string) error {
	return callForNothing(ctx, c, request{method: "DELETE", path: "/v1/domains/{domain}", segments: []any{domain}})
}

// DomainsVerify looks up the records of a domain in DNS. Statuses without an answer do not change.
//
// POST /v1/domains/{domain}/verify. Needs a key of scope `admin`. Keys that are bound to inboxes
// are refused.
func (c *Client) DomainsVerify(ctx context.Context, domain string) (*DomainVerification, error) {
	return call[*DomainVerification](ctx, c, request{method: "POST", path: "/v1/domains/{domain}/verify", segments: []any{domain}})
}

// DomainsSetFromName sets the default sender name of a domain, for sends whose `from_email` has no
// name.
//
// PUT /v1/domains/{domain}/from-name. Needs a key of scope `admin`. Keys that are bound to inboxes
// are refused.
func (c *Client) DomainsSetFromName(ctx context.Context, domain string, body DomainsSetFromNameBody) (*DomainFromName, error) {
	return call[*DomainFromName](ctx, c, request{method: "PUT", path: "/v1/domains/{domain}/from-name", segments: []any{domain}, body: body})
}

// DomainsSetInbound turns the receiving of mail to a domain on or off, and returns the MX record to
// publish.
//
// POST /v1/domains/{domain}/inbound. Needs a key of scope `admin`. Keys that are bound to inboxes
// are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) DomainsSetInbound(ctx context.Context, domain string, body DomainsSetInboundBody) (*DomainInbound, error) {
	return call[*DomainInbound](ctx, c, request{method: "POST", path: "/v1/domains/{domain}/inbound", segments: []any{domain}, body: body})
}

// DomainsSetLinks turns the domain's own link host on or off. Links in its mail use it once its
// record is verified.
//
// PUT /v1/domains/{domain}/links. Needs a key of scope `admin`. Keys that are bound to inboxes are
// refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) DomainsSetLinks(ctx context.Context, domain string, body DomainsSetLinksBody) (*DomainLinks, error) {
	return call[*DomainLinks](ctx, c, request{method: "PUT", path: "/v1/domains/{domain}/links", segments: []any{domain}, body: body})
}

// DomainsSetEd25519 turns a second signature of mail, with Ed25519, on or off. While it is on, the
// domain has one more record to publish; once that is verified, mail has both signatures.
//
// PUT /v1/domains/{domain}/ed25519. Needs a key of scope `admin`. Keys that are bound to inboxes
// are refused.
func (c *Client) DomainsSetEd25519(ctx context.Context, domain string, body DomainsSetEd25519Body) (*Domain, error) {
	return call[*Domain](ctx, c, request{method: "PUT", path: "/v1/domains/{domain}/ed25519", segments: []any{domain}, body: body})
}

// DomainsDnsSetup gets instructions for publishing the records of a domain at its DNS host.
//
// GET /v1/domains/{domain}/dns-setup. Needs a key with the scope `read` or `admin`. Keys that are
// bound to inboxes are refused.
func (c *Client) DomainsDnsSetup(ctx context.Context, domain string) (*DnsSetup, error) {
	return call[*DnsSetup](ctx, c, request{method: "GET", path: "/v1/domains/{domain}/dns-setup", segments: []any{domain}})
}

// DomainsZonefile gets the records of a domain as a zone file, in the format of BIND.
//
// GET /v1/domains/{domain}/dns-setup/zonefile. Needs a key with the scope `read` or `admin`. Keys
// that are bound to inboxes are refused.
func (c *Client) DomainsZonefile(ctx context.Context, domain string) ([]byte, error) {
	return callForBytes(ctx, c, request{method: "GET", path: "/v1/domains/{domain}/dns-setup/zonefile", segments: []any{domain}})
}

// DomainsDmarcReports lists the DMARC reports about a domain, the latest first.
//
// GET /v1/domains/{domain}/dmarc-reports. Needs a key with the scope `read` or `admin`. Keys that
// are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it
// answers 404 `not_found`.
func (c *Client) DomainsDmarcReports(ctx context.Context, domain string, params DomainsDmarcReportsParams) (*DomainsDmarcReportsResponse, error) {
	return call[*DomainsDmarcReportsResponse](ctx, c, request{method: "GET", path: "/v1/domains/{domain}/dmarc-reports", segments: []any{domain}, query: params})
}

// DomainsDmarcReportsAll returns every item of DomainsDmarcReports. It fetches the next page when
// it is needed; Limit is the size of a page.
func (c *Client) DomainsDmarcReportsAll(ctx context.Context, domain string, params DomainsDmarcReportsParams) *Iterator[DmarcReport] {
	return iterate(func(cursor string) ([]DmarcReport, *string, error) {
		if cursor != "" {
			params.Cursor = cursor
		}
		page, err := c.DomainsDmarcReports(ctx, domain, params)
		if err != nil {
			return nil, nil, err
		}
		return page.Reports, page.NextCursor, nil
	})
}

// DomainsDmarcSummary sums up the DMARC reports of 30 days about a domain: who sends in its name,
// what passes, and whether `p=reject` is safe.
//
// GET /v1/domains/{domain}/dmarc-summary. Needs a key with the scope `read` or `admin`. Keys that
// are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it
// answers 404 `not_found`.
func (c *Client) DomainsDmarcSummary(ctx context.Context, domain string) (*DmarcSummary, error) {
	return call[*DmarcSummary](ctx, c, request{method: "GET", path: "/v1/domains/{domain}/dmarc-summary", segments: []any{domain}})
}

// DomainsGetLogo gets the logo of a domain (BIMI), and what it still needs to be shown.
//
// GET /v1/domains/{domain}/bimi. Needs a key with the scope `read` or `admin`. Keys that are bound
// to inboxes are refused.
func (c *Client) DomainsGetLogo(ctx context.Context, domain string) (*Indicator, error) {
	return call[*Indicator](ctx, c, request{method: "GET", path: "/v1/domains/{domain}/bimi", segments: []any{domain}})
}

// DomainsSetLogo sets the logo of a domain by URL, or removes it.
//
// PUT /v1/domains/{domain}/bimi. Needs a key of scope `admin`. Keys that are bound to inboxes are
// refused.
func (c *Client) DomainsSetLogo(ctx context.Context, domain string, body DomainsSetLogoBody) (*Indicator, error) {
	return call[*Indicator](ctx, c, request{method: "PUT", path: "/v1/domains/{domain}/bimi", segments: []any{domain}, body: body})
}

// DomainsUploadLogo uploads the logo of a domain, which this service then serves.
//
// POST /v1/domains/{domain}/bimi/logo. Needs a key of scope `admin`. Keys that are bound to inboxes
// are refused.
func (c *Client) DomainsUploadLogo(ctx context.Context, domain string, file File) (*Indicator, error) {
	return call[*Indicator](ctx, c, request{method: "POST", path: "/v1/domains/{domain}/bimi/logo", segments: []any{domain}, file: &file})
}

// DomainsTlsReports lists the TLS reports about a domain, the latest first.
//
// GET /v1/domains/{domain}/tls-reports. Needs a key with the scope `read` or `admin`. Keys that are
// bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers
// 404 `not_found`.
func (c *Client) DomainsTlsReports(ctx context.Context, domain string, params DomainsTlsReportsParams) (*DomainsTlsReportsResponse, error) {
	return call[*DomainsTlsReportsResponse](ctx, c, request{method: "GET", path: "/v1/domains/{domain}/tls-reports", segments: []any{domain}, query: params})
}

// DomainsTlsReportsAll returns every item of DomainsTlsReports. It fetches the next page when it is
// needed; Limit is the size of a page.
func (c *Client) DomainsTlsReportsAll(ctx context.Context, domain string, params DomainsTlsReportsParams) *Iterator[TlsReport] {
	return iterate(func(cursor string) ([]TlsReport, *string, error) {
		if cursor != "" {
			params.Cursor = cursor
		}
		page, err := c.DomainsTlsReports(ctx, domain, params)
		if err != nil {
			return nil, nil, err
		}
		return page.Reports, page.NextCursor, nil
	})
}

// DomainsTlsSummary sums up the TLS reports of 30 days about a domain: how many sessions with its
// mail servers were encrypted as its policy asks, and why others failed.
//
// GET /v1/domains/{domain}/tls-summary. Needs a key with the scope `read` or `admin`. Keys that are
// bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers
// 404 `not_found`.
func (c *Client) DomainsTlsSummary(ctx context.Context, domain string) (*TlsSummary, error) {
	return call[*TlsSummary](ctx, c, request{method: "GET", path: "/v1/domains/{domain}/tls-summary", segments: []any{domain}})
}

// InboundList lists received mail, newest first.
//
// GET /v1/inbound. Needs a key with the scope `read` or `admin`. Only where the deployment has it
// switched on; elsewhere it answers 404 `not_found`.
func (c *Client) InboundList(ctx context.Context, params InboundListParams) (*InboundListResponse, error) {
	return call[*InboundListResponse](ctx, c, request{method: "GET", path: "/v1/inbound", query: params})
}

// InboundListAll returns every item of InboundList. It fetches the next page when it is needed;
// Limit is the size of a page.
func (c *Client) InboundListAll(ctx context.Context, params InboundListParams) *Iterator[InboundEmailSummary] {
	return iterate(func(cursor string) ([]InboundEmailSummary, *string, error) {
		if cursor != "" {
			params.Cursor = cursor
		}
		page, err := c.InboundList(ctx, params)
		if err != nil {
			return nil, nil, err
		}
		return page.Emails, page.NextCursor, nil
	})
}

// InboundGet gets a received mail with its text, HTML and headers.
//
// GET /v1/inbound/{id}. Needs a key with the scope `read` or `admin`. Only where the deployment has
// it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) InboundGet(ctx context.Context, id string) (*InboundEmail, error) {
	return call[*InboundEmail](ctx, c, request{method: "GET", path: "/v1/inbound/{id}", segments: []any{id}})
}

// InboundRaw gets the exact bytes of a received mail.
//
// GET /v1/inbound/{id}/raw. Needs a key with the scope `read` or `admin`. Only where the deployment
// has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) InboundRaw(ctx context.Context, id string) ([]byte, error) {
	return callForBytes(ctx, c, request{method: "GET", path: "/v1/inbound/{id}/raw", segments: []any{id}})
}

// InboundAttachment gets an attachment of a received mail, with its type and its file name.
//
// GET /v1/inbound/{id}/attachments/{index}. Needs a key with the scope `read` or `admin`. Only
// where the deployment has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) InboundAttachment(ctx context.Context, id string, index int64) ([]byte, error) {
	return callForBytes(ctx, c, request{method: "GET", path: "/v1/inbound/{id}/attachments/{index}", segments: []any{id, index}})
}

// InboundRoutesCreate forwards received mail to an endpoint or an address. The signing secret is
// shown only in this response.
//
// POST /v1/inbound/routes. Needs a key of scope `admin`. Keys with `send_to` are refused. Keys that
// are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it
// answers 404 `not_found`.
func (c *Client) InboundRoutesCreate(ctx context.Context, body InboundRoutesCreateBody) (*InboundRouteWithSecret, error) {
	return call[*InboundRouteWithSecret](ctx, c, request{method: "POST", path: "/v1/inbound/routes", body: body})
}

// InboundRoutesList lists the routes of received mail, newest first.
//
// GET /v1/inbound/routes. Needs a key with the scope `read` or `admin`. Keys that are bound to
// inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404
// `not_found`.
func (c *Client) InboundRoutesList(ctx context.Context, params InboundRoutesListParams) (*InboundRoutesListResponse, error) {
	return call[*InboundRoutesListResponse](ctx, c, request{method: "GET", path: "/v1/inbound/routes", query: params})
}

// InboundRoutesListAll returns every item of InboundRoutesList. It fetches the next page when it is
// needed; Limit is the size of a page.
func (c *Client) InboundRoutesListAll(ctx context.Context, params InboundRoutesListParams) *Iterator[InboundRoute] {
	return iterate(func(cursor string) ([]InboundRoute, *string, error) {
		if cursor != "" {
			params.Cursor = cursor
		}
		page, err := c.InboundRoutesList(ctx, params)
		if err != nil {
			return nil, nil, err
		}
		return page.Routes, page.NextCursor, nil
	})
}

// InboundRoutesGet gets one route of received mail.
//
// GET /v1/inbound/routes/{id}. Needs a key with the scope `read` or `admin`. Keys that are bound to
// inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404
// `not_found`.
func (c *Client) InboundRoutesGet(ctx context.Context, id string) (*InboundRoute, error) {
	return call[*InboundRoute](ctx, c, request{method: "GET", path: "/v1/inbound/routes/{id}", segments: []any{id}})
}

// InboundRoutesUpdate changes the given fields of a route, or stops and resumes it.
//
// PUT /v1/inbound/routes/{id}. Needs a key of scope `admin`. Keys with `send_to` are refused. Keys
// that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it
// answers 404 `not_found`.
func (c *Client) InboundRoutesUpdate(ctx context.Context, id string, body InboundRoutesUpdateBody) (*InboundRoute, error) {
	return call[*InboundRoute](ctx, c, request{method: "PUT", path: "/v1/inbound/routes/{id}", segments: []any{id}, body: body})
}

// InboundRoutesDelete deletes a route and stops its retries.
//
// DELETE /v1/inbound/routes/{id}. Needs a key of scope `admin`. Keys that are bound to inboxes are
// refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) InboundRoutesDelete(ctx context.Context, id string) error {
	return callForNothing(ctx, c, request{method: "DELETE", path: "/v1/inbound/routes/{id}", segments: []any{id}})
}

// InboundRoutesRotateSecret creates a new signing secret for a route, shown only in this response.
//
// POST /v1/inbound/routes/{id}/rotate-secret. Needs a key of scope `admin`. Keys that are bound to
// inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404
// `not_found`.
func (c *Client) InboundRoutesRotateSecret(ctx context.Context, id string) (*InboundRouteWithSecret, error) {
	return call[*InboundRouteWithSecret](ctx, c, request{method: "POST", path: "/v1/inbound/routes/{id}/rotate-secret", segments: []any{id}})
}

// SuppressionsCreate blocks all mail to a recipient.
//
// POST /v1/suppressions. Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
func (c *Client) SuppressionsCreate(ctx context.Context, body SuppressionsCreateBody) (*Suppression, error) {
	return call[*Suppression](ctx, c, request{method: "POST", path: "/v1/suppressions", body: body})
}

// SuppressionsList lists suppressed and unsubscribed recipients, newest first.
//
// GET /v1/suppressions. Needs a key with the scope `read` or `admin`. Keys that are bound to
// inboxes are refused.
func (c *Client) SuppressionsList(ctx context.Context, params SuppressionsListParams) (*SuppressionsListResponse, error) {
	return call[*SuppressionsListResponse](ctx, c, request{method: "GET", path: "/v1/suppressions", query: params})
}

// SuppressionsListAll returns every item of SuppressionsList. It fetches the next page when it is
// needed; Limit is the size of a page.
func (c *Client) SuppressionsListAll(ctx context.Context, params SuppressionsListParams) *Iterator[Suppression] {
	return iterate(func(cursor string) ([]Suppression, *string, error) {
		if cursor != "" {
			params.Cursor = cursor
		}
		page, err := c.SuppressionsList(ctx, params)
		if err != nil {
			return nil, nil, err
		}
		return page.Suppressions, page.NextCursor, nil
	})
}

// SuppressionsDelete removes a recipient from the list, which allows mail again.
//
// DELETE /v1/suppressions. Needs a key of scope `admin`. Keys that are bound to inboxes are
// refused. The query parameters can be in a JSON body instead.
func (c *Client) SuppressionsDelete(ctx context.Context, params SuppressionsDeleteParams) error {
	return callForNothing(ctx, c, request{method: "DELETE", path: "/v1/suppressions", query: params})
}

// SuppressionsGet gets the entry of a recipient, which says what is blocked and why.
//
// GET /v1/suppressions/{recipient}. Needs a key with the scope `read` or `admin`. Keys that are
// bound to inboxes are refused.
func (c *Client) SuppressionsGet(ctx context.Context, recipient string, params SuppressionsGetParams) (*Suppression, error) {
	return call[*Suppression](ctx, c, request{method: "GET", path: "/v1/suppressions/{recipient}", segments: []any{recipient}, query: params})
}

// SuppressionsImport adds up to 10,000 recipients to the list.
//
// POST /v1/suppressions/import. Needs a key of scope `admin`. Keys that are bound to inboxes are
// refused.
func (c *Client) SuppressionsImport(ctx context.Context, body SuppressionsImportBody) (*SuppressionsImportResponse, error) {
	return call[*SuppressionsImportResponse](ctx, c, request{method: "POST", path: "/v1/suppressions/import", body: body})
}

// SuppressionsImportFile adds the recipients in a CSV file of up to 100,000 lines to the list.
//
// POST /v1/suppressions/import/file. Needs a key of scope `admin`. Keys that are bound to inboxes
// are refused.
func (c *Client) SuppressionsImportFile(ctx context.Context, file File) (*SuppressionsImportFileResponse, error) {
	return call[*SuppressionsImportFileResponse](ctx, c, request{method: "POST", path: "/v1/suppressions/import/file", file: &file})
}

// SuppressionsExport gets the whole list as CSV, oldest entries first, in the form that an import
// takes.
//
// GET /v1/suppressions/export. Needs a key with the scope `read` or `admin`. Keys that are bound to
// inboxes are refused.
func (c *Client) SuppressionsExport(ctx context.Context) ([]byte, error) {
	return callForBytes(ctx, c, request{method: "GET", path: "/v1/suppressions/export"})
}

// ContactsCreate creates a contact.
//
// POST /v1/contacts. Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
func (c *Client) ContactsCreate(ctx context.Context, body ContactsCreateBody) (*Contact, error) {
	return call[*Contact](ctx, c, request{method: "POST", path: "/v1/contacts", body: body})
}

// ContactsList lists contacts, newest first.
//
// GET /v1/contacts. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes
// are refused.
func (c *Client) ContactsList(ctx context.Context, params ContactsListParams) (*ContactsListResponse, error) {
	return call[*ContactsListResponse](ctx, c, request{method: "GET", path: "/v1/contacts", query: params})
}

// ContactsListAll returns every item of ContactsList. It fetches the next page when it is needed;
// Limit is the size of a page.
func (c *Client) ContactsListAll(ctx context.Context, params ContactsListParams) *Iterator[Contact] {
	return iterate(func(cursor string) ([]Contact, *string, error) {
		if cursor != "" {
			params.Cursor = cursor
		}
		page, err := c.ContactsList(ctx, params)
		if err != nil {
			return nil, nil, err
		}
		return page.Contacts, page.NextCursor, nil
	})
}

// ContactsGet gets one contact.
//
// GET /v1/contacts/{id}. Needs a key with the scope `read` or `admin`. Keys that are bound to
// inboxes are refused.
func (c *Client) ContactsGet(ctx context.Context, id string) (*Contact, error) {
	return call[*Contact](ctx, c, request{method: "GET", path: "/v1/contacts/{id}", segments: []any{id}})
}

// ContactsUpdate changes the given fields and attributes of a contact.
//
// PUT /v1/contacts/{id}. Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
func (c *Client) ContactsUpdate(ctx context.Context, id string, body ContactsUpdateBody) (*Contact, error) {
	return call[*Contact](ctx, c, request{method: "PUT", path: "/v1/contacts/{id}", segments: []any{id}, body: body})
}

// ContactsDelete deletes a contact, and takes it off its lists. Messages to it stay.
//
// DELETE /v1/contacts/{id}. Needs a key of scope `admin`. Keys that are bound to inboxes are
// refused.
func (c *Client) ContactsDelete(ctx context.Context, id string) error {
	return callForNothing(ctx, c, request{method: "DELETE", path: "/v1/contacts/{id}", segments: []any{id}})
}

// ContactsChangeMany changes up to 1,000 contacts at once. A request that was cut off can be
// repeated.
//
// POST /v1/contacts/bulk. Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
func (c *Client) ContactsChangeMany(ctx context.Context, body ContactsChangeManyBody) (*ContactBulkResults, error) {
	return call[*ContactBulkResults](ctx, c, request{method: "POST", path: "/v1/contacts/bulk", body: body})
}

// ContactsCreateImport stores a CSV file of at most 32 MiB for an import of contacts.
//
// POST /v1/contacts/imports. Needs a key of scope `admin`. Keys that are bound to inboxes are
// refused.
func (c *Client) ContactsCreateImport(ctx context.Context, csv []byte) (*ContactsCreateImportResponse, error) {
	return call[*ContactsCreateImportResponse](ctx, c, request{method: "POST", path: "/v1/contacts/imports", csv: csv})
}

// ContactsImport imports the contacts of a stored file. A file of up to 10,000 rows is imported
// before the response, which is then 200.
//
// POST /v1/contacts/import. Needs a key of scope `admin`. Keys that are bound to inboxes are
// refused.
func (c *Client) ContactsImport(ctx context.Context, body ContactsImportBody) (*ContactImport, error) {
	return call[*ContactImport](ctx, c, request{method: "POST", path: "/v1/contacts/import", body: body})
}

// ContactsGetImport gets an import of contacts, with its progress.
//
// GET /v1/contacts/imports/{id}. Needs a key with the scope `read` or `admin`. Keys that are bound
// to inboxes are refused.
func (c *Client) ContactsGetImport(ctx context.Context, id string) (*ContactImport, error) {
	return call[*ContactImport](ctx, c, request{method: "GET", path: "/v1/contacts/imports/{id}", segments: []any{id}})
}

// ContactsExport gets all contacts, or those of a list, as CSV, oldest first, in the form that an
// import takes.
//
// GET /v1/contacts/export. Needs a key with the scope `read` or `admin`. Keys that are bound to
// inboxes are refused.
func (c *Client) ContactsExport(ctx context.Context, params ContactsExportParams) ([]byte, error) {
	return callForBytes(ctx, c, request{method: "GET", path: "/v1/contacts/export", query: params})
}

// ContactsGetTopics gets the topics of the account, and whether a contact has opted out of them.
//
// GET /v1/contacts/{id}/topics. Needs a key with the scope `read` or `admin`. Keys that are bound
// to inboxes are refused.
func (c *Client) ContactsGetTopics(ctx context.Context, id string) (*ContactTopics, error) {
	return call[*ContactTopics](ctx, c, request{method: "GET", path: "/v1/contacts/{id}/topics", segments: []any{id}})
}

// ContactsSetTopics opts a contact out of topics, or in again. Returns all topics.
//
// PUT /v1/contacts/{id}/topics. Needs a key of scope `admin`. Keys that are bound to inboxes are
// refused.
func (c *Client) ContactsSetTopics(ctx context.Context, id string, body ContactsSetTopicsBody) (*ContactTopics, error) {
	return call[*ContactTopics](ctx, c, request{method: "PUT", path: "/v1/contacts/{id}/topics", segments: []any{id}, body: body})
}

// ContactListsCreate creates a list of contacts: an empty one, or with a filter a dynamic one.
//
// POST /v1/contact-lists. Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
func (c *Client) ContactListsCreate(ctx context.Context, body ContactListsCreateBody) (*ContactList, error) {
	return call[*ContactList](ctx, c, request{method: "POST", path: "/v1/contact-lists", body: body})
}

// ContactListsList lists the lists of contacts, newest first.
//
// GET /v1/contact-lists. Needs a key with the scope `read` or `admin`. Keys that are bound to
// inboxes are refused.
func (c *Client) ContactListsList(ctx context.Context, params ContactListsListParams) (*ContactListsListResponse, error) {
	return call[*ContactListsListResponse](ctx, c, request{method: "GET", path: "/v1/contact-lists", query: params})
}

// ContactListsListAll returns every item of ContactListsList. It fetches the next page when it is
// needed; Limit is the size of a page.
func (c *Client) ContactListsListAll(ctx context.Context, params ContactListsListParams) *Iterator[ContactList] {
	return iterate(func(cursor string) ([]ContactList, *string, error) {
		if cursor != "" {
			params.Cursor = cursor
		}
		page, err := c.ContactListsList(ctx, params)
		if err != nil {
			return nil, nil, err
		}
		return page.ContactLists, page.NextCursor, nil
	})
}

// ContactListsGet gets one list of contacts, with the number of its members.
//
// GET /v1/contact-lists/{id}. Needs a key with the scope `read` or `admin`. Keys that are bound to
// inboxes are refused.
func (c *Client) ContactListsGet(ctx context.Context, id string) (*ContactListDetails, error) {
	return call[*ContactListDetails](ctx, c, request{method: "GET", path: "/v1/contact-lists/{id}", segments: []any{id}})
}

// ContactListsUpdate changes the given fields of a list of contacts.
//
// PUT /v1/contact-lists/{id}. Needs a key of scope `admin`. Keys that are bound to inboxes are
// refused.
func (c *Client) ContactListsUpdate(ctx context.Context, id string, body ContactListsUpdateBody) (*ContactList, error) {
	return call[*ContactList](ctx, c, request{method: "PUT", path: "/v1/contact-lists/{id}", segments: []any{id}, body: body})
}

// ContactListsDelete deletes a list of contacts that no dynamic list names. The contacts stay.
//
// DELETE /v1/contact-lists/{id}. Needs a key of scope `admin`. Keys that are bound to inboxes are
// refused.
func (c *Client) ContactListsDelete(ctx context.Context, id string) error {
	return callForNothing(ctx, c, request{method: "DELETE", path: "/v1/contact-lists/{id}", segments: []any{id}})
}

// ContactListsMembersList lists the contacts in a list, newest contacts first. The members of a
// dynamic list are looked up now.
//
// GET /v1/contact-lists/{id}/members. Needs a key with the scope `read` or `admin`. Keys that are
// bound to inboxes are refused.
func (c *Client) ContactListsMembersList(ctx context.Context, id string, params ContactListsMembersListParams) (*ContactListsMembersListResponse, error) {
	return call[*ContactListsMembersListResponse](ctx, c, request{method: "GET", path: "/v1/contact-lists/{id}/members", segments: []any{id}, query: params})
}

// ContactListsMembersListAll returns every item of ContactListsMembersList. It fetches the next
// page when it is needed; Limit is the size of a page.
func (c *Client) ContactListsMembersListAll(ctx context.Context, id string, params ContactListsMembersListParams) *Iterator[Contact] {
	return iterate(func(cursor string) ([]Contact, *string, error) {
		if cursor != "" {
			params.Cursor = cursor
		}
		page, err := c.ContactListsMembersList(ctx, id, params)
		if err != nil {
			return nil, nil, err
		}
		return page.Members, page.NextCursor, nil
	})
}

// ContactListsMembersAdd adds a contact to a list.
//
// POST /v1/contact-lists/{id}/members. Needs a key of scope `admin`. Keys that are bound to inboxes
// are refused.
func (c *Client) ContactListsMembersAdd(ctx context.Context, id string, body ContactListsMembersAddBody) (*ContactListMember, error) {
	return call[*ContactListMember](ctx, c, request{method: "POST", path: "/v1/contact-lists/{id}/members", segments: []any{id}, body: body})
}

// ContactListsMembersRemove takes a contact off a list. The contact stays.
//
// DELETE /v1/contact-lists/{id}/members/{contact_id}. Needs a key of scope `admin`. Keys that are
// bound to inboxes are refused.
func (c *Client) ContactListsMembersRemove(ctx context.Context, id string, contact_id string) error {
	return callForNothing(ctx, c, request{method: "DELETE", path: "/v1/contact-lists/{id}/members/{contact_id}", segments: []any{id, contact_id}})
}

// TemplatesCreate creates a template.
//
// POST /v1/templates. Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
func (c *Client) TemplatesCreate(ctx context.Context, body TemplatesCreateBody) (*Template, error) {
	return call[*Template](ctx, c, request{method: "POST", path: "/v1/templates", body: body})
}

// TemplatesList lists templates, newest first, without their content.
//
// GET /v1/templates. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes
// are refused.
func (c *Client) TemplatesList(ctx context.Context, params TemplatesListParams) (*TemplatesListResponse, error) {
	return call[*TemplatesListResponse](ctx, c, request{method: "GET", path: "/v1/templates", query: params})
}

// TemplatesListAll returns every item of TemplatesList. It fetches the next page when it is needed;
// Limit is the size of a page.
func (c *Client) TemplatesListAll(ctx context.Context, params TemplatesListParams) *Iterator[TemplateSummary] {
	return iterate(func(cursor string) ([]TemplateSummary, *string, error) {
		if cursor != "" {
			params.Cursor = cursor
		}
		page, err := c.TemplatesList(ctx, params)
		if err != nil {
			return nil, nil, err
		}
		return page.Templates, page.NextCursor, nil
	})
}

// TemplatesPreview renders a template that is not stored, without sending.
//
// POST /v1/templates/preview. Needs a key with the scope `read` or `admin`. Keys that are bound to
// inboxes are refused.
func (c *Client) TemplatesPreview(ctx context.Context, body TemplatesPreviewBody) (*RenderedTemplate, error) {
	return call[*RenderedTemplate](ctx, c, request{method: "POST", path: "/v1/templates/preview", body: body})
}

// TemplatesGet gets one template.
//
// GET /v1/templates/{id}. Needs a key with the scope `read` or `admin`. Keys that are bound to
// inboxes are refused.
func (c *Client) TemplatesGet(ctx context.Context, id string) (*Template, error) {
	return call[*Template](ctx, c, request{method: "GET", path: "/v1/templates/{id}", segments: []any{id}})
}

// TemplatesUpdate changes the given fields of a template. New content makes a new version.
//
// PUT /v1/templates/{id}. Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
func (c *Client) TemplatesUpdate(ctx context.Context, id string, body TemplatesUpdateBody) (*TemplatesUpdateResponse, error) {
	return call[*TemplatesUpdateResponse](ctx, c, request{method: "PUT", path: "/v1/templates/{id}", segments: []any{id}, body: body})
}

// TemplatesDelete deletes a template. Mail that was accepted with it is still sent.
//
// DELETE /v1/templates/{id}. Needs a key of scope `admin`. Keys that are bound to inboxes are
// refused.
func (c *Client) TemplatesDelete(ctx context.Context, id string) (*TemplatesDeleteResponse, error) {
	return call[*TemplatesDeleteResponse](ctx, c, request{method: "DELETE", path: "/v1/templates/{id}", segments: []any{id}})
}

// TemplatesVersions lists the versions of a template, newest first.
//
// GET /v1/templates/{id}/versions. Needs a key with the scope `read` or `admin`. Keys that are
// bound to inboxes are refused.
func (c *Client) TemplatesVersions(ctx context.Context, id string, params TemplatesVersionsParams) (*TemplatesVersionsResponse, error) {
	return call[*TemplatesVersionsResponse](ctx, c, request{method: "GET", path: "/v1/templates/{id}/versions", segments: []any{id}, query: params})
}

// TemplatesVersionsAll returns every item of TemplatesVersions. It fetches the next page when it is
// needed; Limit is the size of a page.
func (c *Client) TemplatesVersionsAll(ctx context.Context, id string, params TemplatesVersionsParams) *Iterator[TemplateVersion] {
	return iterate(func(cursor string) ([]TemplateVersion, *string, error) {
		if cursor != "" {
			params.Cursor = cursor
		}
		page, err := c.TemplatesVersions(ctx, id, params)
		if err != nil {
			return nil, nil, err
		}
		return page.Versions, page.NextCursor, nil
	})
}

// TemplatesRender renders a template without sending.
//
// POST /v1/templates/{id}/render. Needs a key with the scope `read` or `admin`. Keys that are bound
// to inboxes are refused.
func (c *Client) TemplatesRender(ctx context.Context, id string, body TemplatesRenderBody) (*RenderedTemplate, error) {
	return call[*RenderedTemplate](ctx, c, request{method: "POST", path: "/v1/templates/{id}/render", segments: []any{id}, body: body})
}

// KeysCreate creates an API key. Its secret is shown only in this response.
//
// POST /v1/keys. Needs a key of scope `admin`. Keys with `send_to` are refused. Keys that are bound
// to inboxes are refused.
func (c *Client) KeysCreate(ctx context.Context, body KeysCreateBody) (*ApiKeyWithSecret, error) {
	return call[*ApiKeyWithSecret](ctx, c, request{method: "POST", path: "/v1/keys", body: body})
}

// KeysList lists the API keys that are not revoked, without secrets.
//
// GET /v1/keys. Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
func (c *Client) KeysList(ctx context.Context, params KeysListParams) (*KeysListResponse, error) {
	return call[*KeysListResponse](ctx, c, request{method: "GET", path: "/v1/keys", query: params})
}

// KeysListAll returns every item of KeysList. It fetches the next page when it is needed; Limit is
// the size of a page.
func (c *Client) KeysListAll(ctx context.Context, params KeysListParams) *Iterator[ApiKey] {
	return iterate(func(cursor string) ([]ApiKey, *string, error) {
		if cursor != "" {
			params.Cursor = cursor
		}
		page, err := c.KeysList(ctx, params)
		if err != nil {
			return nil, nil, err
		}
		return page.Keys, page.NextCursor, nil
	})
}

// KeysRotate creates a new secret for an API key, shown only in this response. The old one stops
// working at once.
//
// POST /v1/keys/{id}/rotate. Needs a key of scope `admin`. Keys with `send_to` are refused. Keys
// that are bound to inboxes are refused.
func (c *Client) KeysRotate(ctx context.Context, id string) (*KeysRotateResponse, error) {
	return call[*KeysRotateResponse](ctx, c, request{method: "POST", path: "/v1/keys/{id}/rotate", segments: []any{id}})
}

// KeysRevoke revokes an API key. The last live admin key of an account cannot be revoked.
//
// DELETE /v1/keys/{id}. Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
func (c *Client) KeysRevoke(ctx context.Context, id string) error {
	return callForNothing(ctx, c, request{method: "DELETE", path: "/v1/keys/{id}", segments: []any{id}})
}

// AccountVerification gets what the account may send, from which sender, and where programs reach
// the service.
//
// GET /v1/account/verification. Accepts any valid key.
func (c *Client) AccountVerification(ctx context.Context) (*AccountVerification, error) {
	return call[*AccountVerification](ctx, c, request{method: "GET", path: "/v1/account/verification"})
}

// UsageGet gets the number of recipients and the cost of a month.
//
// GET /v1/usage. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are
// refused.
func (c *Client) UsageGet(ctx context.Context, params UsageGetParams) (*Usage, error) {
	return call[*Usage](ctx, c, request{method: "GET", path: "/v1/usage", query: params})
}

// SpendCapsList lists the spend caps of the account and its keys, newest first.
//
// GET /v1/spend-caps. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes
// are refused.
func (c *Client) SpendCapsList(ctx context.Context, params SpendCapsListParams) (*SpendCapsListResponse, error) {
	return call[*SpendCapsListResponse](ctx, c, request{method: "GET", path: "/v1/spend-caps", query: params})
}

// SpendCapsListAll returns every item of SpendCapsList. It fetches the next page when it is needed;
// Limit is the size of a page.
func (c *Client) SpendCapsListAll(ctx context.Context, params SpendCapsListParams) *Iterator[SpendCap] {
	return iterate(func(cursor string) ([]SpendCap, *string, error) {
		if cursor != "" {
			params.Cursor = cursor
		}
		page, err := c.SpendCapsList(ctx, params)
		if err != nil {
			return nil, nil, err
		}
		return page.SpendCaps, page.NextCursor, nil
	})
}

// SpendCapsSet sets the monthly spend cap (UTC) of the account or of one of its keys.
//
// PUT /v1/spend-caps. Needs a key of scope `admin`. Test keys are refused. Keys that are bound to
// inboxes are refused.
func (c *Client) SpendCapsSet(ctx context.Context, body SpendCapsSetBody) (*SpendCap, error) {
	return call[*SpendCap](ctx, c, request{method: "PUT", path: "/v1/spend-caps", body: body})
}

// SpendCapsDelete removes a spend cap.
//
// DELETE /v1/spend-caps/{id}. Needs a key of scope `admin`. Test keys are refused. Keys that are
// bound to inboxes are refused.
func (c *Client) SpendCapsDelete(ctx context.Context, id string) error {
	return callForNothing(ctx, c, request{method: "DELETE", path: "/v1/spend-caps/{id}", segments: []any{id}})
}

// StatsGet gets the numbers of accepted messages and of events, by hour or day (UTC), or of events
// by group.
//
// GET /v1/stats. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are
// refused.
func (c *Client) StatsGet(ctx context.Context, params StatsGetParams) (*Stats, error) {
	return call[*Stats](ctx, c, request{method: "GET", path: "/v1/stats", query: params})
}

// BillingGet gets the plan of the account, the emails that it includes, and how many are used.
//
// GET /v1/billing. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are
// refused.
func (c *Client) BillingGet(ctx context.Context) (*BillingState, error) {
	return call[*BillingState](ctx, c, request{method: "GET", path: "/v1/billing"})
}

// BillingCheckout starts the checkout of a plan, or changes an active subscription in place: the
// difference is invoiced at once, with the unused time credited.
//
// POST /v1/billing/checkout. Needs a key of scope `admin`. Test keys are refused. Keys that are
// bound to inboxes are refused.
func (c *Client) BillingCheckout(ctx context.Context, body BillingCheckoutBody) (*CheckoutResult, error) {
	return call[*CheckoutResult](ctx, c, request{method: "POST", path: "/v1/billing/checkout", body: body})
}

// BillingPortal opens the customer portal, for invoices, payment methods and cancellation.
//
// POST /v1/billing/portal. Needs a key of scope `admin`. Test keys are refused. Keys that are bound
// to inboxes are refused.
func (c *Client) BillingPortal(ctx context.Context) (*PortalSession, error) {
	return call[*PortalSession](ctx, c, request{method: "POST", path: "/v1/billing/portal"})
}

// TestRecipientsCreate registers an address for test mail, and mails it a confirmation link.
//
// POST /v1/test-recipients. Needs a key of scope `admin`. Keys with `send_to` are refused. Keys
// that are bound to inboxes are refused.
func (c *Client) TestRecipientsCreate(ctx context.Context, body TestRecipientsCreateBody) (*TestRecipient, error) {
	return call[*TestRecipient](ctx, c, request{method: "POST", path: "/v1/test-recipients", body: body})
}

// TestRecipientsList lists test recipients, newest first.
//
// GET /v1/test-recipients. Needs a key with the scope `read` or `admin`. Keys that are bound to
// inboxes are refused.
func (c *Client) TestRecipientsList(ctx context.Context, params TestRecipientsListParams) (*TestRecipientsListResponse, error) {
	return call[*TestRecipientsListResponse](ctx, c, request{method: "GET", path: "/v1/test-recipients", query: params})
}

// TestRecipientsListAll returns every item of TestRecipientsList. It fetches the next page when it
// is needed; Limit is the size of a page.
func (c *Client) TestRecipientsListAll(ctx context.Context, params TestRecipientsListParams) *Iterator[TestRecipient] {
	return iterate(func(cursor string) ([]TestRecipient, *string, error) {
		if cursor != "" {
			params.Cursor = cursor
		}
		page, err := c.TestRecipientsList(ctx, params)
		if err != nil {
			return nil, nil, err
		}
		return page.TestRecipients, page.NextCursor, nil
	})
}

// TestRecipientsVerify verifies the address that a link was mailed to. The token works once.
//
// POST /v1/test-recipients/verify. Needs no key.
func (c *Client) TestRecipientsVerify(ctx context.Context, body TestRecipientsVerifyBody) (*TestRecipient, error) {
	return call[*TestRecipient](ctx, c, request{method: "POST", path: "/v1/test-recipients/verify", body: body})
}

// TestRecipientsDelete removes a test recipient, which makes room for another.
//
// DELETE /v1/test-recipients/{id}. Needs a key of scope `admin`. Keys that are bound to inboxes are
// refused.
func (c *Client) TestRecipientsDelete(ctx context.Context, id string) error {
	return callForNothing(ctx, c, request{method: "DELETE", path: "/v1/test-recipients/{id}", segments: []any{id}})
}

// UploadsCreate uploads an image for the content of mails.
//
// POST /v1/uploads. Needs a key of scope `admin`.
func (c *Client) UploadsCreate(ctx context.Context, file File) (*Upload, error) {
	return call[*Upload](ctx, c, request{method: "POST", path: "/v1/uploads", file: &file})
}

// UploadsList lists uploaded images, newest first.
//
// GET /v1/uploads. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are
// refused.
func (c *Client) UploadsList(ctx context.Context, params UploadsListParams) (*UploadsListResponse, error) {
	return call[*UploadsListResponse](ctx, c, request{method: "GET", path: "/v1/uploads", query: params})
}

// UploadsListAll returns every item of UploadsList. It fetches the next page when it is needed;
// Limit is the size of a page.
func (c *Client) UploadsListAll(ctx context.Context, params UploadsListParams) *Iterator[Upload] {
	return iterate(func(cursor string) ([]Upload, *string, error) {
		if cursor != "" {
			params.Cursor = cursor
		}
		page, err := c.UploadsList(ctx, params)
		if err != nil {
			return nil, nil, err
		}
		return page.Uploads, page.NextCursor, nil
	})
}

// UploadsDelete deletes an uploaded image. Its URL then answers 404, even in mail already sent.
//
// DELETE /v1/uploads/{id}. Needs a key of scope `admin`. Keys that are bound to inboxes are
// refused.
func (c *Client) UploadsDelete(ctx context.Context, id string) error {
	return callForNothing(ctx, c, request{method: "DELETE", path: "/v1/uploads/{id}", segments: []any{id}})
}

// AuditLogList lists changes, sign-ins, sign-outs and refusals, newest first.
//
// GET /v1/audit-log. Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
func (c *Client) AuditLogList(ctx context.Context, params AuditLogListParams) (*AuditLogListResponse, error) {
	return call[*AuditLogListResponse](ctx, c, request{method: "GET", path: "/v1/audit-log", query: params})
}

// AuditLogListAll returns every item of AuditLogList. It fetches the next page when it is needed;
// Limit is the size of a page.
func (c *Client) AuditLogListAll(ctx context.Context, params AuditLogListParams) *Iterator[AuditEntry] {
	return iterate(func(cursor string) ([]AuditEntry, *string, error) {
		if cursor != "" {
			params.Cursor = cursor
		}
		page, err := c.AuditLogList(ctx, params)
		if err != nil {
			return nil, nil, err
		}
		return page.Entries, page.NextCursor, nil
	})
}

// DeadLettersList lists work that crashed repeatedly and was given up, newest first.
//
// GET /v1/dead-letters. Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
func (c *Client) DeadLettersList(ctx context.Context, params DeadLettersListParams) (*DeadLettersListResponse, error) {
	return call[*DeadLettersListResponse](ctx, c, request{method: "GET", path: "/v1/dead-letters", query: params})
}

// DeadLettersListAll returns every item of DeadLettersList. It fetches the next page when it is
// needed; Limit is the size of a page.
func (c *Client) DeadLettersListAll(ctx context.Context, params DeadLettersListParams) *Iterator[DeadLetter] {
	return iterate(func(cursor string) ([]DeadLetter, *string, error) {
		if cursor != "" {
			params.Cursor = cursor
		}
		page, err := c.DeadLettersList(ctx, params)
		if err != nil {
			return nil, nil, err
		}
		return page.DeadLetters, page.NextCursor, nil
	})
}

// DeadLettersRetry retries work that was given up: it starts within seconds, and leaves the
// dead-letter list.
//
// POST /v1/dead-letters/{id}/retry. Needs a key of scope `admin`. Keys that are bound to inboxes
// are refused.
func (c *Client) DeadLettersRetry(ctx context.Context, id string) (*DeadLetter, error) {
	return call[*DeadLetter](ctx, c, request{method: "POST", path: "/v1/dead-letters/{id}/retry", segments: []any{id}})
}

// ApprovalsList lists requests of models to send mail, newest first, without the mails.
//
// GET /v1/approvals. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes
// are refused.
func (c *Client) ApprovalsList(ctx context.Context, params ApprovalsListParams) (*ApprovalsListResponse, error) {
	return call[*ApprovalsListResponse](ctx, c, request{method: "GET", path: "/v1/approvals", query: params})
}

// ApprovalsListAll returns every item of ApprovalsList. It fetches the next page when it is needed;
// Limit is the size of a page.
func (c *Client) ApprovalsListAll(ctx context.Context, params ApprovalsListParams) *Iterator[Approval] {
	return iterate(func(cursor string) ([]Approval, *string, error) {
		if cursor != "" {
			params.Cursor = cursor
		}
		page, err := c.ApprovalsList(ctx, params)
		if err != nil {
			return nil, nil, err
		}
		return page.Approvals, page.NextCursor, nil
	})
}

// ApprovalsGet gets one approval, with the mail while it waits. A key with the scope send, or bound
// to inboxes, sees only its own.
//
// GET /v1/approvals/{id}. Accepts any valid key.
func (c *Client) ApprovalsGet(ctx context.Context, id string) (*Approval, error) {
	return call[*Approval](ctx, c, request{method: "GET", path: "/v1/approvals/{id}", segments: []any{id}})
}

// ApprovalsApprove approves a mail, and sends exactly what the approval shows, once. A draft that
// was changed since is not sent.
//
// POST /v1/approvals/{id}/approve. Needs a key of scope `admin`. Keys with `send_to` are refused.
// Keys that are bound to inboxes are refused.
func (c *Client) ApprovalsApprove(ctx context.Context, id string) (*Approval, error) {
	return call[*Approval](ctx, c, request{method: "POST", path: "/v1/approvals/{id}/approve", segments: []any{id}})
}

// ApprovalsRefuse refuses a mail, which is then deleted.
//
// POST /v1/approvals/{id}/refuse. Needs a key of scope `admin`. Keys that are bound to inboxes are
// refused.
func (c *Client) ApprovalsRefuse(ctx context.Context, id string) (*Approval, error) {
	return call[*Approval](ctx, c, request{method: "POST", path: "/v1/approvals/{id}/refuse", segments: []any{id}})
}

// BroadcastsCreate creates a broadcast: a draft or, with `scheduled_at`, one that starts then.
//
// POST /v1/broadcasts. Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
func (c *Client) BroadcastsCreate(ctx context.Context, body BroadcastsCreateBody) (*Broadcast, error) {
	return call[*Broadcast](ctx, c, request{method: "POST", path: "/v1/broadcasts", body: body})
}

// BroadcastsList lists broadcasts, newest first, without their bodies.
//
// GET /v1/broadcasts. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes
// are refused.
func (c *Client) BroadcastsList(ctx context.Context, params BroadcastsListParams) (*BroadcastsListResponse, error) {
	return call[*BroadcastsListResponse](ctx, c, request{method: "GET", path: "/v1/broadcasts", query: params})
}

// BroadcastsListAll returns every item of BroadcastsList. It fetches the next page when it is
// needed; Limit is the size of a page.
func (c *Client) BroadcastsListAll(ctx context.Context, params BroadcastsListParams) *Iterator[BroadcastSummary] {
	return iterate(func(cursor string) ([]BroadcastSummary, *string, error) {
		if cursor != "" {
			params.Cursor = cursor
		}
		page, err := c.BroadcastsList(ctx, params)
		if err != nil {
			return nil, nil, err
		}
		return page.Broadcasts, page.NextCursor, nil
	})
}

// BroadcastsGet gets one broadcast with its counts.
//
// GET /v1/broadcasts/{id}. Needs a key with the scope `read` or `admin`. Keys that are bound to
// inboxes are refused.
func (c *Client) BroadcastsGet(ctx context.Context, id string) (*Broadcast, error) {
	return call[*Broadcast](ctx, c, request{method: "GET", path: "/v1/broadcasts/{id}", segments: []any{id}})
}

// BroadcastsUpdate changes the given fields of a draft or, with `scheduled_at`, schedules it.
//
// PUT /v1/broadcasts/{id}. Needs a key of scope `admin`. Keys that are bound to inboxes are
// refused.
func (c *Client) BroadcastsUpdate(ctx context.Context, id string, body BroadcastsUpdateBody) (*Broadcast, error) {
	return call[*Broadcast](ctx, c, request{method: "PUT", path: "/v1/broadcasts/{id}", segments: []any{id}, body: body})
}

// BroadcastsDelete deletes a broadcast that is not being sent. Its messages stay.
//
// DELETE /v1/broadcasts/{id}. Needs a key of scope `admin`. Keys that are bound to inboxes are
// refused.
func (c *Client) BroadcastsDelete(ctx context.Context, id string) error {
	return callForNothing(ctx, c, request{method: "DELETE", path: "/v1/broadcasts/{id}", segments: []any{id}})
}

// BroadcastsPreview renders the mail of a broadcast for a contact, without sending, and warns of
// variables that no contact has.
//
// POST /v1/broadcasts/{id}/preview. Needs a key with the scope `read` or `admin`. Keys that are
// bound to inboxes are refused.
func (c *Client) BroadcastsPreview(ctx context.Context, id string, body BroadcastsPreviewBody) (*BroadcastPreview, error) {
	return call[*BroadcastPreview](ctx, c, request{method: "POST", path: "/v1/broadcasts/{id}/preview", segments: []any{id}, body: body})
}

// BroadcastsPreviewNew renders the mail of a broadcast that is not created yet, as the preview of a
// broadcast does.
//
// POST /v1/broadcasts/preview. Needs a key with the scope `read` or `admin`. Keys that are bound to
// inboxes are refused.
func (c *Client) BroadcastsPreviewNew(ctx context.Context, body BroadcastsPreviewNewBody) (*BroadcastPreview, error) {
	return call[*BroadcastPreview](ctx, c, request{method: "POST", path: "/v1/broadcasts/preview", body: body})
}

// BroadcastsRecipients lists the recipients of a broadcast, newest first, with the outcome of the
// mail to each.
//
// GET /v1/broadcasts/{id}/recipients. Needs a key with the scope `read` or `admin`. Keys that are
// bound to inboxes are refused.
func (c *Client) BroadcastsRecipients(ctx context.Context, id string, params BroadcastsRecipientsParams) (*BroadcastsRecipientsResponse, error) {
	return call[*BroadcastsRecipientsResponse](ctx, c, request{method: "GET", path: "/v1/broadcasts/{id}/recipients", segments: []any{id}, query: params})
}

// BroadcastsRecipientsAll returns every item of BroadcastsRecipients. It fetches the next page when
// it is needed; Limit is the size of a page.
func (c *Client) BroadcastsRecipientsAll(ctx context.Context, id string, params BroadcastsRecipientsParams) *Iterator[BroadcastRecipient] {
	return iterate(func(cursor string) ([]BroadcastRecipient, *string, error) {
		if cursor != "" {
			params.Cursor = cursor
		}
		page, err := c.BroadcastsRecipients(ctx, id, params)
		if err != nil {
			return nil, nil, err
		}
		return page.Recipients, page.NextCursor, nil
	})
}

// BroadcastsLinks counts the clicks on each link of a broadcast, and the recipients who clicked it.
//
// GET /v1/broadcasts/{id}/links. Needs a key with the scope `read` or `admin`. Keys that are bound
// to inboxes are refused.
func (c *Client) BroadcastsLinks(ctx context.Context, id string) (*BroadcastLinks, error) {
	return call[*BroadcastLinks](ctx, c, request{method: "GET", path: "/v1/broadcasts/{id}/links", segments: []any{id}})
}

// BroadcastsSend starts a draft, or a scheduled broadcast before its time.
//
// POST /v1/broadcasts/{id}/send. Needs a key of scope `admin`. Keys that are bound to inboxes are
// refused.
func (c *Client) BroadcastsSend(ctx context.Context, id string) (*Broadcast, error) {
	return call[*Broadcast](ctx, c, request{method: "POST", path: "/v1/broadcasts/{id}/send", segments: []any{id}})
}

// BroadcastsCancel ends a scheduled, running or paused broadcast for good. Messages that were
// accepted are sent.
//
// POST /v1/broadcasts/{id}/cancel. Needs a key of scope `admin`. Keys that are bound to inboxes are
// refused.
func (c *Client) BroadcastsCancel(ctx context.Context, id string) (*Broadcast, error) {
	return call[*Broadcast](ctx, c, request{method: "POST", path: "/v1/broadcasts/{id}/cancel", segments: []any{id}})
}

// BroadcastsPause pauses a running broadcast. Messages that were accepted are sent.
//
// POST /v1/broadcasts/{id}/pause. Needs a key of scope `admin`. Keys that are bound to inboxes are
// refused.
func (c *Client) BroadcastsPause(ctx context.Context, id string) (*Broadcast, error) {
	return call[*Broadcast](ctx, c, request{method: "POST", path: "/v1/broadcasts/{id}/pause", segments: []any{id}})
}

// BroadcastsResume continues a paused broadcast where it was.
//
// POST /v1/broadcasts/{id}/resume. Needs a key of scope `admin`. Keys that are bound to inboxes are
// refused.
func (c *Client) BroadcastsResume(ctx context.Context, id string) (*Broadcast, error) {
	return call[*Broadcast](ctx, c, request{method: "POST", path: "/v1/broadcasts/{id}/resume", segments: []any{id}})
}

// BroadcastsTest sends one mail of a broadcast to an address. Its subject begins with `[Test]`, and
// it does not count.
//
// POST /v1/broadcasts/{id}/test. Needs a key of scope `admin`. Keys that are bound to inboxes are
// refused.
func (c *Client) BroadcastsTest(ctx context.Context, id string, body BroadcastsTestBody) (*SendResponse, error) {
	keyed, keys := withKey(body)
	return call[*SendResponse](ctx, c, request{method: "POST", path: "/v1/broadcasts/{id}/test", segments: []any{id}, body: keyed, keys: keys})
}

// MailThreadsList lists threads, newest first.
//
// GET /v1/mail/threads. Needs a key with the scope `read` or `admin`. Only where the deployment has
// it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailThreadsList(ctx context.Context, params MailThreadsListParams) (*MailThreadsListResponse, error) {
	return call[*MailThreadsListResponse](ctx, c, request{method: "GET", path: "/v1/mail/threads", query: params})
}

// MailThreadsGet gets one thread with its mails, and marks it read.
//
// GET /v1/mail/threads/{id}. Needs a key with the scope `read` or `admin`. Only where the
// deployment has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailThreadsGet(ctx context.Context, id string) (*MailThread, error) {
	return call[*MailThread](ctx, c, request{method: "GET", path: "/v1/mail/threads/{id}", segments: []any{id}})
}

// MailThreadsMarkRead marks a thread read or unread.
//
// POST /v1/mail/threads/{id}/read. Needs a key with the scope `read` or `admin`. Only where the
// deployment has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailThreadsMarkRead(ctx context.Context, id string, body MailThreadsMarkReadBody) (*MailThreadsMarkReadResponse, error) {
	return call[*MailThreadsMarkReadResponse](ctx, c, request{method: "POST", path: "/v1/mail/threads/{id}/read", segments: []any{id}, body: body})
}

// MailThreadsStar gives a thread a star, or takes it away.
//
// POST /v1/mail/threads/{id}/star. Needs a key with the scope `read` or `admin`. Only where the
// deployment has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailThreadsStar(ctx context.Context, id string, body MailThreadsStarBody) (*MailThreadsStarResponse, error) {
	return call[*MailThreadsStarResponse](ctx, c, request{method: "POST", path: "/v1/mail/threads/{id}/star", segments: []any{id}, body: body})
}

// MailThreadsMove moves a thread to the inbox, the archive, the trash or spam. Spam blocks its
// first sender, and a move from there to the inbox or the archive unblocks that sender.
//
// POST /v1/mail/threads/{id}/move. Needs a key with the scope `read` or `admin`. Only where the
// deployment has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailThreadsMove(ctx context.Context, id string, body MailThreadsMoveBody) (*MailThreadsMoveResponse, error) {
	return call[*MailThreadsMoveResponse](ctx, c, request{method: "POST", path: "/v1/mail/threads/{id}/move", segments: []any{id}, body: body})
}

// MailThreadsSetLabels replaces the labels of a thread. Unknown label names are ignored.
//
// PUT /v1/mail/threads/{id}/labels. Needs a key with the scope `read` or `admin`. Only where the
// deployment has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailThreadsSetLabels(ctx context.Context, id string, body MailThreadsSetLabelsBody) (*MailThreadsSetLabelsResponse, error) {
	return call[*MailThreadsSetLabelsResponse](ctx, c, request{method: "PUT", path: "/v1/mail/threads/{id}/labels", segments: []any{id}, body: body})
}

// MailThreadsChangeLabels adds labels to a thread and takes others off. Labels that are not named
// stay as they are.
//
// POST /v1/mail/threads/{id}/labels. Needs a key with the scope `read` or `admin`. Only where the
// deployment has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailThreadsChangeLabels(ctx context.Context, id string, body MailThreadsChangeLabelsBody) (*MailThreadsChangeLabelsResponse, error) {
	return call[*MailThreadsChangeLabelsResponse](ctx, c, request{method: "POST", path: "/v1/mail/threads/{id}/labels", segments: []any{id}, body: body})
}

// MailThreadsSnooze takes a thread out of the inbox until a time, or until it gets new mail.
//
// POST /v1/mail/threads/{id}/snooze. Needs a key with the scope `read` or `admin`. Only where the
// deployment has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailThreadsSnooze(ctx context.Context, id string, body MailThreadsSnoozeBody) (*MailThreadsSnoozeResponse, error) {
	return call[*MailThreadsSnoozeResponse](ctx, c, request{method: "POST", path: "/v1/mail/threads/{id}/snooze", segments: []any{id}, body: body})
}

// MailThreadsAssign assigns a thread to somebody, or to nobody.
//
// PUT /v1/mail/threads/{id}/assignee. Needs a key with the scope `read` or `admin`. Only where the
// deployment has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailThreadsAssign(ctx context.Context, id string, body MailThreadsAssignBody) (*MailThreadsAssignResponse, error) {
	return call[*MailThreadsAssignResponse](ctx, c, request{method: "PUT", path: "/v1/mail/threads/{id}/assignee", segments: []any{id}, body: body})
}

// MailMessagesStar gives one mail of a thread a star, or takes it away.
//
// POST /v1/mail/messages/{source}/{id}/star. Needs a key with the scope `read` or `admin`. Only
// where the deployment has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailMessagesStar(ctx context.Context, source MailSource, id string, body MailMessagesStarBody) (*MailMessagesStarResponse, error) {
	return call[*MailMessagesStarResponse](ctx, c, request{method: "POST", path: "/v1/mail/messages/{source}/{id}/star", segments: []any{source, id}, body: body})
}

// MailBlockedSendersCreate blocks a sender: later mail of the address or domain goes to spam.
//
// POST /v1/mail/blocked-senders. Needs a key with the scope `read` or `admin`. Keys that are bound
// to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404
// `not_found`.
func (c *Client) MailBlockedSendersCreate(ctx context.Context, body MailBlockedSendersCreateBody) (*BlockedSender, error) {
	return call[*BlockedSender](ctx, c, request{method: "POST", path: "/v1/mail/blocked-senders", body: body})
}

// MailBlockedSendersList lists blocked senders, newest first.
//
// GET /v1/mail/blocked-senders. Needs a key with the scope `read` or `admin`. Keys that are bound
// to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404
// `not_found`.
func (c *Client) MailBlockedSendersList(ctx context.Context, params MailBlockedSendersListParams) (*MailBlockedSendersListResponse, error) {
	return call[*MailBlockedSendersListResponse](ctx, c, request{method: "GET", path: "/v1/mail/blocked-senders", query: params})
}

// MailBlockedSendersListAll returns every item of MailBlockedSendersList. It fetches the next page
// when it is needed; Limit is the size of a page.
func (c *Client) MailBlockedSendersListAll(ctx context.Context, params MailBlockedSendersListParams) *Iterator[BlockedSender] {
	return iterate(func(cursor string) ([]BlockedSender, *string, error) {
		if cursor != "" {
			params.Cursor = cursor
		}
		page, err := c.MailBlockedSendersList(ctx, params)
		if err != nil {
			return nil, nil, err
		}
		return page.BlockedSenders, page.NextCursor, nil
	})
}

// MailBlockedSendersDelete unblocks a sender. Mail that is in spam stays there.
//
// DELETE /v1/mail/blocked-senders/{id}. Needs a key with the scope `read` or `admin`. Keys that are
// bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers
// 404 `not_found`.
func (c *Client) MailBlockedSendersDelete(ctx context.Context, id string) error {
	return callForNothing(ctx, c, request{method: "DELETE", path: "/v1/mail/blocked-senders/{id}", segments: []any{id}})
}

// MailThreadsChangeMany changes up to 1,000 threads at once, as their single operations do. It can
// be undone for 30 seconds. A request that was cut off can be repeated.
//
// POST /v1/mail/threads/bulk. Needs a key with the scope `read` or `admin`. Only where the
// deployment has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailThreadsChangeMany(ctx context.Context, body MailThreadsChangeManyBody) (*BulkThreadResults, error) {
	return call[*BulkThreadResults](ctx, c, request{method: "POST", path: "/v1/mail/threads/bulk", body: body})
}

// MailThreadsUndoMany undoes a change of many threads, once and within 30 seconds. Threads that
// have changed since stay as they are. A request that was cut off can be repeated.
//
// POST /v1/mail/threads/bulk/{id}/undo. Needs a key with the scope `read` or `admin`. Only where
// the deployment has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailThreadsUndoMany(ctx context.Context, id string) (*UndoneThreads, error) {
	return call[*UndoneThreads](ctx, c, request{method: "POST", path: "/v1/mail/threads/bulk/{id}/undo", segments: []any{id}})
}

// MailChanges lists changes of mail since a cursor, oldest first. Without a cursor, returns one to
// begin with.
//
// GET /v1/mail/changes. Needs a key with the scope `read` or `admin`. Only where the deployment has
// it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailChanges(ctx context.Context, params MailChangesParams) (*MailChangePage, error) {
	return call[*MailChangePage](ctx, c, request{method: "GET", path: "/v1/mail/changes", query: params})
}

// MailCompose sends a new mail from a verified domain, and files it in a thread.
//
// POST /v1/mail/compose. Needs a key with the scope `send` or `admin`. Only where the deployment
// has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailCompose(ctx context.Context, body MailComposeBody) (*AcceptedMail, error) {
	keyed, keys := withKey(body)
	return call[*AcceptedMail](ctx, c, request{method: "POST", path: "/v1/mail/compose", body: keyed, keys: keys})
}

// MailThreadsReply answers the newest received mail of a thread, and marks the thread read.
//
// POST /v1/mail/threads/{id}/reply. Needs a key with the scope `send` or `admin`. Only where the
// deployment has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailThreadsReply(ctx context.Context, id string, body MailThreadsReplyBody) (*AcceptedMail, error) {
	keyed, keys := withKey(body)
	return call[*AcceptedMail](ctx, c, request{method: "POST", path: "/v1/mail/threads/{id}/reply", segments: []any{id}, body: keyed, keys: keys})
}

// MailThreadsForward forwards the newest received mail of a thread, with its files.
//
// POST /v1/mail/threads/{id}/forward. Needs a key of scope `admin`. Only where the deployment has
// it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailThreadsForward(ctx context.Context, id string, body MailThreadsForwardBody) (*AcceptedMail, error) {
	keyed, keys := withKey(body)
	return call[*AcceptedMail](ctx, c, request{method: "POST", path: "/v1/mail/threads/{id}/forward", segments: []any{id}, body: keyed, keys: keys})
}

// MailDraftsCreate creates a draft: a new mail, or an answer to a thread. It may be incomplete.
//
// POST /v1/mail/drafts. Needs a key with the scope `read` or `admin`. Only where the deployment has
// it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailDraftsCreate(ctx context.Context, body MailDraftsCreateBody) (*MailDraft, error) {
	return call[*MailDraft](ctx, c, request{method: "POST", path: "/v1/mail/drafts", body: body})
}

// MailDraftsList lists drafts that are not sent, newest first, without bodies and files.
//
// GET /v1/mail/drafts. Needs a key with the scope `read` or `admin`. Only where the deployment has
// it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailDraftsList(ctx context.Context, params MailDraftsListParams) (*MailDraftsListResponse, error) {
	return call[*MailDraftsListResponse](ctx, c, request{method: "GET", path: "/v1/mail/drafts", query: params})
}

// MailDraftsListAll returns every item of MailDraftsList. It fetches the next page when it is
// needed; Limit is the size of a page.
func (c *Client) MailDraftsListAll(ctx context.Context, params MailDraftsListParams) *Iterator[MailDraftSummary] {
	return iterate(func(cursor string) ([]MailDraftSummary, *string, error) {
		if cursor != "" {
			params.Cursor = cursor
		}
		page, err := c.MailDraftsList(ctx, params)
		if err != nil {
			return nil, nil, err
		}
		return page.Drafts, page.NextCursor, nil
	})
}

// MailDraftsGet gets one draft with its bodies.
//
// GET /v1/mail/drafts/{id}. Needs a key with the scope `read` or `admin`. Only where the deployment
// has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailDraftsGet(ctx context.Context, id string) (*MailDraft, error) {
	return call[*MailDraft](ctx, c, request{method: "GET", path: "/v1/mail/drafts/{id}", segments: []any{id}})
}

// MailDraftsUpdate changes the given fields of a draft. Empty texts and lists clear a field.
//
// PUT /v1/mail/drafts/{id}. Needs a key with the scope `read` or `admin`. Only where the deployment
// has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailDraftsUpdate(ctx context.Context, id string, body MailDraftsUpdateBody) (*MailDraft, error) {
	return call[*MailDraft](ctx, c, request{method: "PUT", path: "/v1/mail/drafts/{id}", segments: []any{id}, body: body})
}

// MailDraftsDelete deletes a draft that is not sent.
//
// DELETE /v1/mail/drafts/{id}. Needs a key with the scope `read` or `admin`. Only where the
// deployment has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailDraftsDelete(ctx context.Context, id string) error {
	return callForNothing(ctx, c, request{method: "DELETE", path: "/v1/mail/drafts/{id}", segments: []any{id}})
}

// MailDraftsSend sends a draft, once: a repeated request gets the first response again.
//
// POST /v1/mail/drafts/{id}/send. Needs a key with the scope `send` or `admin`. Only where the
// deployment has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailDraftsSend(ctx context.Context, id string, body MailDraftsSendBody) (*AcceptedMail, error) {
	return call[*AcceptedMail](ctx, c, request{method: "POST", path: "/v1/mail/drafts/{id}/send", segments: []any{id}, body: body})
}

// MailExport exports the mails of threads as JSON, or over REST with `format=mbox` as a mailbox
// file. Over REST the response is a stream of any size; otherwise it has at most 16 MiB of text.
//
// GET /v1/mail/export. Needs a key with the scope `read` or `admin`. Only where the deployment has
// it switched on; elsewhere it answers 404 `not_found`. With the query parameter `format=mbox` it
// answers like `mailExportMbox`; filters that only this one has are then ignored.
func (c *Client) MailExport(ctx context.Context, params MailExportParams) (*MailExport, error) {
	return call[*MailExport](ctx, c, request{method: "GET", path: "/v1/mail/export", query: params})
}

// MailExportMbox exports the mails of threads as a mailbox file (mboxrd), as `format=mbox` does.
// The response is a stream.
//
// GET /v1/mail/export.mbox. Needs a key with the scope `read` or `admin`. Only where the deployment
// has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailExportMbox(ctx context.Context, params MailExportMboxParams) ([]byte, error) {
	return callForBytes(ctx, c, request{method: "GET", path: "/v1/mail/export.mbox", query: params})
}

// MailInboxesCreate creates an inbox for an address of a domain that receives mail. Other addresses
// receive mail as before.
//
// POST /v1/mail/inboxes. Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
// Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailInboxesCreate(ctx context.Context, body MailInboxesCreateBody) (*MailInbox, error) {
	return call[*MailInbox](ctx, c, request{method: "POST", path: "/v1/mail/inboxes", body: body})
}

// MailInboxesList lists inboxes, newest first.
//
// GET /v1/mail/inboxes. Needs a key with the scope `read` or `admin`. Only where the deployment has
// it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailInboxesList(ctx context.Context, params MailInboxesListParams) (*MailInboxesListResponse, error) {
	return call[*MailInboxesListResponse](ctx, c, request{method: "GET", path: "/v1/mail/inboxes", query: params})
}

// MailInboxesListAll returns every item of MailInboxesList. It fetches the next page when it is
// needed; Limit is the size of a page.
func (c *Client) MailInboxesListAll(ctx context.Context, params MailInboxesListParams) *Iterator[MailInbox] {
	return iterate(func(cursor string) ([]MailInbox, *string, error) {
		if cursor != "" {
			params.Cursor = cursor
		}
		page, err := c.MailInboxesList(ctx, params)
		if err != nil {
			return nil, nil, err
		}
		return page.Inboxes, page.NextCursor, nil
	})
}

// MailInboxesUpdate changes the given fields of an inbox: its name and its signature.
//
// PUT /v1/mail/inboxes/{id}. Needs a key of scope `admin`. Keys that are bound to inboxes are
// refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailInboxesUpdate(ctx context.Context, id string, body MailInboxesUpdateBody) (*MailInbox, error) {
	return call[*MailInbox](ctx, c, request{method: "PUT", path: "/v1/mail/inboxes/{id}", segments: []any{id}, body: body})
}

// MailInboxesDelete deletes an inbox. Its mail keeps its recipient and its thread.
//
// DELETE /v1/mail/inboxes/{id}. Needs a key of scope `admin`. Keys that are bound to inboxes are
// refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailInboxesDelete(ctx context.Context, id string) error {
	return callForNothing(ctx, c, request{method: "DELETE", path: "/v1/mail/inboxes/{id}", segments: []any{id}})
}

// MailLabelsCreate creates a label.
//
// POST /v1/mail/labels. Needs a key with the scope `read` or `admin`. Keys that are bound to
// inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404
// `not_found`.
func (c *Client) MailLabelsCreate(ctx context.Context, body MailLabelsCreateBody) (*MailLabel, error) {
	return call[*MailLabel](ctx, c, request{method: "POST", path: "/v1/mail/labels", body: body})
}

// MailLabelsList lists labels by name.
//
// GET /v1/mail/labels. Needs a key with the scope `read` or `admin`. Only where the deployment has
// it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailLabelsList(ctx context.Context, params MailLabelsListParams) (*MailLabelsListResponse, error) {
	return call[*MailLabelsListResponse](ctx, c, request{method: "GET", path: "/v1/mail/labels", query: params})
}

// MailLabelsListAll returns every item of MailLabelsList. It fetches the next page when it is
// needed; Limit is the size of a page.
func (c *Client) MailLabelsListAll(ctx context.Context, params MailLabelsListParams) *Iterator[MailLabel] {
	return iterate(func(cursor string) ([]MailLabel, *string, error) {
		if cursor != "" {
			params.Cursor = cursor
		}
		page, err := c.MailLabelsList(ctx, params)
		if err != nil {
			return nil, nil, err
		}
		return page.Labels, page.NextCursor, nil
	})
}

// MailLabelsUpdate changes the given fields of a label. Threads keep it.
//
// PUT /v1/mail/labels/{id}. Needs a key with the scope `read` or `admin`. Keys that are bound to
// inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404
// `not_found`.
func (c *Client) MailLabelsUpdate(ctx context.Context, id string, body MailLabelsUpdateBody) (*MailLabel, error) {
	return call[*MailLabel](ctx, c, request{method: "PUT", path: "/v1/mail/labels/{id}", segments: []any{id}, body: body})
}

// MailLabelsDelete deletes a label, and takes it off every thread.
//
// DELETE /v1/mail/labels/{id}. Needs a key with the scope `read` or `admin`. Keys that are bound to
// inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404
// `not_found`.
func (c *Client) MailLabelsDelete(ctx context.Context, id string) error {
	return callForNothing(ctx, c, request{method: "DELETE", path: "/v1/mail/labels/{id}", segments: []any{id}})
}

// MailThreadsMerge moves all mail of another thread into this one. The other id then leads to this
// thread.
//
// POST /v1/mail/threads/{id}/merge. Needs a key with the scope `read` or `admin`. Only where the
// deployment has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailThreadsMerge(ctx context.Context, id string, body MailThreadsMergeBody) (*MailThreadSummary, error) {
	return call[*MailThreadSummary](ctx, c, request{method: "POST", path: "/v1/mail/threads/{id}/merge", segments: []any{id}, body: body})
}

// MailMessagesSplit takes one mail out of its thread and begins a new thread with it. Later answers
// to the mail follow it.
//
// POST /v1/mail/messages/{source}/{id}/split. Needs a key with the scope `read` or `admin`. Only
// where the deployment has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailMessagesSplit(ctx context.Context, source MailSource, id string) (*MailThreadSummary, error) {
	return call[*MailThreadSummary](ctx, c, request{method: "POST", path: "/v1/mail/messages/{source}/{id}/split", segments: []any{source, id}})
}

// MailNotesCreate writes an internal note on a thread. No mail contains it.
//
// POST /v1/mail/threads/{id}/notes. Needs a key with the scope `read` or `admin`. Only where the
// deployment has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailNotesCreate(ctx context.Context, id string, body MailNotesCreateBody) (*MailNote, error) {
	return call[*MailNote](ctx, c, request{method: "POST", path: "/v1/mail/threads/{id}/notes", segments: []any{id}, body: body})
}

// MailNotesList lists the notes of a thread, newest first.
//
// GET /v1/mail/threads/{id}/notes. Needs a key with the scope `read` or `admin`. Only where the
// deployment has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailNotesList(ctx context.Context, id string, params MailNotesListParams) (*MailNotesListResponse, error) {
	return call[*MailNotesListResponse](ctx, c, request{method: "GET", path: "/v1/mail/threads/{id}/notes", segments: []any{id}, query: params})
}

// MailNotesListAll returns every item of MailNotesList. It fetches the next page when it is needed;
// Limit is the size of a page.
func (c *Client) MailNotesListAll(ctx context.Context, id string, params MailNotesListParams) *Iterator[MailNote] {
	return iterate(func(cursor string) ([]MailNote, *string, error) {
		if cursor != "" {
			params.Cursor = cursor
		}
		page, err := c.MailNotesList(ctx, id, params)
		if err != nil {
			return nil, nil, err
		}
		return page.Notes, page.NextCursor, nil
	})
}

// MailNotesGet gets one note.
//
// GET /v1/mail/notes/{id}. Needs a key with the scope `read` or `admin`. Only where the deployment
// has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailNotesGet(ctx context.Context, id string) (*MailNote, error) {
	return call[*MailNote](ctx, c, request{method: "GET", path: "/v1/mail/notes/{id}", segments: []any{id}})
}

// MailNotesUpdate changes the text of a note.
//
// PUT /v1/mail/notes/{id}. Needs a key with the scope `read` or `admin`. Only where the deployment
// has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailNotesUpdate(ctx context.Context, id string, body MailNotesUpdateBody) (*MailNote, error) {
	return call[*MailNote](ctx, c, request{method: "PUT", path: "/v1/mail/notes/{id}", segments: []any{id}, body: body})
}

// MailNotesDelete deletes a note.
//
// DELETE /v1/mail/notes/{id}. Needs a key with the scope `read` or `admin`. Only where the
// deployment has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailNotesDelete(ctx context.Context, id string) error {
	return callForNothing(ctx, c, request{method: "DELETE", path: "/v1/mail/notes/{id}", segments: []any{id}})
}

// MailPresenceSet reports that somebody has a thread open, or is writing a reply, for the next 30
// seconds. Returns everybody at the thread.
//
// PUT /v1/mail/threads/{id}/presence. Needs a key with the scope `read` or `admin`. Only where the
// deployment has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailPresenceSet(ctx context.Context, id string, body MailPresenceSetBody) (*MailPresence, error) {
	return call[*MailPresence](ctx, c, request{method: "PUT", path: "/v1/mail/threads/{id}/presence", segments: []any{id}, body: body})
}

// MailPresenceList lists who has a thread open or is writing a reply.
//
// GET /v1/mail/threads/{id}/presence. Needs a key with the scope `read` or `admin`. Only where the
// deployment has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailPresenceList(ctx context.Context, id string) (*MailPresence, error) {
	return call[*MailPresence](ctx, c, request{method: "GET", path: "/v1/mail/threads/{id}/presence", segments: []any{id}})
}

// MailPresenceDelete reports that a client of this key has left a thread.
//
// DELETE /v1/mail/threads/{id}/presence/{client_id}. Needs a key with the scope `read` or `admin`.
// Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailPresenceDelete(ctx context.Context, id string, client_id string) error {
	return callForNothing(ctx, c, request{method: "DELETE", path: "/v1/mail/threads/{id}/presence/{client_id}", segments: []any{id, client_id}})
}

// MailSavedRepliesCreate saves a reply with variables, in the language of templates.
//
// POST /v1/mail/saved-replies. Needs a key with the scope `read` or `admin`. Keys that are bound to
// inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404
// `not_found`.
func (c *Client) MailSavedRepliesCreate(ctx context.Context, body MailSavedRepliesCreateBody) (*SavedReply, error) {
	return call[*SavedReply](ctx, c, request{method: "POST", path: "/v1/mail/saved-replies", body: body})
}

// MailSavedRepliesList lists saved replies by name.
//
// GET /v1/mail/saved-replies. Needs a key with the scope `read` or `admin`. Only where the
// deployment has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailSavedRepliesList(ctx context.Context, params MailSavedRepliesListParams) (*MailSavedRepliesListResponse, error) {
	return call[*MailSavedRepliesListResponse](ctx, c, request{method: "GET", path: "/v1/mail/saved-replies", query: params})
}

// MailSavedRepliesListAll returns every item of MailSavedRepliesList. It fetches the next page when
// it is needed; Limit is the size of a page.
func (c *Client) MailSavedRepliesListAll(ctx context.Context, params MailSavedRepliesListParams) *Iterator[SavedReply] {
	return iterate(func(cursor string) ([]SavedReply, *string, error) {
		if cursor != "" {
			params.Cursor = cursor
		}
		page, err := c.MailSavedRepliesList(ctx, params)
		if err != nil {
			return nil, nil, err
		}
		return page.SavedReplies, page.NextCursor, nil
	})
}

// MailSavedRepliesGet gets one saved reply.
//
// GET /v1/mail/saved-replies/{id}. Needs a key with the scope `read` or `admin`. Only where the
// deployment has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailSavedRepliesGet(ctx context.Context, id string) (*SavedReply, error) {
	return call[*SavedReply](ctx, c, request{method: "GET", path: "/v1/mail/saved-replies/{id}", segments: []any{id}})
}

// MailSavedRepliesUpdate changes the given fields of a saved reply.
//
// PUT /v1/mail/saved-replies/{id}. Needs a key with the scope `read` or `admin`. Keys that are
// bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers
// 404 `not_found`.
func (c *Client) MailSavedRepliesUpdate(ctx context.Context, id string, body MailSavedRepliesUpdateBody) (*SavedReply, error) {
	return call[*SavedReply](ctx, c, request{method: "PUT", path: "/v1/mail/saved-replies/{id}", segments: []any{id}, body: body})
}

// MailSavedRepliesDelete deletes a saved reply.
//
// DELETE /v1/mail/saved-replies/{id}. Needs a key with the scope `read` or `admin`. Keys that are
// bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers
// 404 `not_found`.
func (c *Client) MailSavedRepliesDelete(ctx context.Context, id string) error {
	return callForNothing(ctx, c, request{method: "DELETE", path: "/v1/mail/saved-replies/{id}", segments: []any{id}})
}

// MailSavedRepliesRender renders a saved reply for a thread, without sending.
//
// POST /v1/mail/saved-replies/{id}/render. Needs a key with the scope `read` or `admin`. Only where
// the deployment has it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailSavedRepliesRender(ctx context.Context, id string, body MailSavedRepliesRenderBody) (*RenderedReply, error) {
	return call[*RenderedReply](ctx, c, request{method: "POST", path: "/v1/mail/saved-replies/{id}/render", segments: []any{id}, body: body})
}

// MailSearch finds mails, newest first. A page may be short, or even empty, although others follow.
//
// GET /v1/mail/search. Needs a key with the scope `read` or `admin`. Only where the deployment has
// it switched on; elsewhere it answers 404 `not_found`.
func (c *Client) MailSearch(ctx context.Context, params MailSearchParams) (*MailSearchResponse, error) {
	return call[*MailSearchResponse](ctx, c, request{method: "GET", path: "/v1/mail/search", query: params})
}

// RecipientsErase erases an address from everything that the account has, and lists where it stays
// because something would stop working without it.
//
// POST /v1/recipients/erase. Needs a key of scope `admin`. Test keys are refused. Keys that are
// bound to inboxes are refused.
func (c *Client) RecipientsErase(ctx context.Context, body RecipientsEraseBody) (*Erasure, error) {
	return call[*Erasure](ctx, c, request{method: "POST", path: "/v1/recipients/erase", body: body})
}
