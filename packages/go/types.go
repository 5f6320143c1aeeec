// Code generated from openapi.json by `npm run generate`. DO NOT EDIT.

package postline

import "time"

type AcceptedMail struct {
	ID string `json:"id"`
	// One of "queued", "scheduled".
	Status         string    `json:"status"`
	Channel        Channel   `json:"channel"`
	IdempotencyKey string    `json:"idempotency_key"`
	CreatedAt      time.Time `json:"created_at"`
	// Until when canceling the message takes the mail back; null if it was sent at once.
	UndoUntil *time.Time `json:"undo_until"`
}

type AccountVerification struct {
	AccountID string `json:"account_id"`
	// The address of its owner, who gets its notices.
	OwnerEmail string `json:"owner_email"`
	// Whether the account has no verified domain.
	SandboxMode bool `json:"sandbox_mode"`
	// The sender in sandbox mode.
	SharedEmailSender string                            `json:"shared_email_sender"`
	Channels          []AccountVerificationChannelsItem `json:"channels"`
	// Why live mail of the account is neither accepted nor sent; null if it is.
	SendingPaused *SendingPause `json:"sending_paused"`
	// Where programs reach the service.
	Endpoints Endpoints `json:"endpoints"`
}

type AccountVerificationChannelsItem struct {
	Channel Channel `json:"channel"`
	// One of "verified", "pending", "sandbox", "ready", "not_configured".
	Status   string `json:"status"`
	Verified bool   `json:"verified"`
}

type AddressValidation struct {
	Email string `json:"email"`
	Valid bool   `json:"valid"`
	// `undeliverable_domain`: the domain has no MX, A or AAAA record, or a null MX. One of "ok",
	// "invalid_syntax", "undeliverable_domain".
	Reason string `json:"reason"`
}

type ApiKey struct {
	ID string `json:"id"`
	// What its owner calls it; null if it has no name.
	Name      *string `json:"name"`
	KeyPrefix string  `json:"key_prefix"`
	// One of "send", "read", "admin".
	Scope    string `json:"scope"`
	TestMode bool   `json:"test_mode"`
	// The inboxes to whose mail it is limited; null for a key that is not bound.
	InboxIDs []string `json:"inbox_ids"`
	// The addresses and domains that it may write to; null for everybody.
	SendTo    []string   `json:"send_to"`
	ExpiresAt *time.Time `json:"expires_at"`
	// The minute in which it was last used, also by its sessions; null before the first use.
	LastUsedAt *time.Time `json:"last_used_at"`
	CreatedAt  time.Time  `json:"created_at"`
}

type ApiKeyWithSecret struct {
	ID string `json:"id"`
	// What its owner calls it; null if it has no name.
	Name      *string `json:"name"`
	KeyPrefix string  `json:"key_prefix"`
	// One of "send", "read", "admin".
	Scope    string `json:"scope"`
	TestMode bool   `json:"test_mode"`
	// The inboxes to whose mail it is limited; null for a key that is not bound.
	InboxIDs []string `json:"inbox_ids"`
	// The addresses and domains that it may write to; null for everybody.
	SendTo    []string   `json:"send_to"`
	ExpiresAt *time.Time `json:"expires_at"`
	// The minute in which it was last used, also by its sessions; null before the first use.
	LastUsedAt *time.Time `json:"last_used_at"`
	CreatedAt  time.Time  `json:"created_at"`
	// The secret. Shown only in this response.
	Key string `json:"key"`
}

type Approval struct {
	ID string `json:"id"`
	// `pending` until somebody decides. Then `refused`, or `approved` until the mail is accepted:
	// `sent`, or `failed` if it was refused as a send.
	Status ApprovalStatus `json:"status"`
	// What sends it, like `messages.send`.
	Operation string `json:"operation"`
	// The mail: the exact input of the operation. Null in lists, and once it is sent, refused or
	// failed.
	Input ApprovedInput `json:"input"`
	// For `mail.drafts.send`: the draft at the time of the request, which is sent exactly like this
	// or not at all. Null for other operations, in lists, and afterwards.
	Draft *MailDraft `json:"draft"`
	// SHA-256 in hex of the operation and its input, and of the content of the draft.
	Digest string `json:"digest"`
	// The key that asked, and that sends it.
	KeyID string `json:"key_id"`
	// Whether that is a test key: no mail leaves.
	TestMode bool `json:"test_mode"`
	// The message that it became; null before.
	MessageID *string `json:"message_id"`
	// Why it failed; null otherwise.
	Error *ApprovalError `json:"error"`
	// The key of the person who decided; null before.
	DecidedBy *string `json:"decided_by"`
	// When that was; null before.
	DecidedAt *time.Time `json:"decided_at"`
	CreatedAt time.Time  `json:"created_at"`
	// When it is deleted: 24 hours after it was asked for, or 30 days after the decision.
	ExpiresAt time.Time `json:"expires_at"`
}

type ApprovalError struct {
	// The code of the error.
	Code string `json:"code"`
	// For people.
	Message string `json:"message"`
}

type ApprovalStatus string

const (
	ApprovalStatusPending  ApprovalStatus = "pending"
	ApprovalStatusApproved ApprovalStatus = "approved"
	ApprovalStatusSent     ApprovalStatus = "sent"
	ApprovalStatusRefused  ApprovalStatus = "refused"
	ApprovalStatusFailed   ApprovalStatus = "failed"
)

type ApprovalsListParams struct {
	// Only those with this status.
	Status ApprovalStatus `query:"status"`
	// Size of the page: 1 to 100. Values out of range are clamped.
	Limit int64 `query:"limit"`
	// The `next_cursor` of the previous page. Keep all filters the same.
	Cursor string `query:"cursor"`
}

type ApprovalsListResponse struct {
	Approvals []Approval `json:"approvals"`
	// The cursor of the next page; null on the last page. A page of a search, or with several
	// filters, may be short, or even empty, while it is set.
	NextCursor *string `json:"next_cursor"`
}

type ApprovedInput map[string]any

type Attachment struct {
	// Required with `content`. Defaults to the name of the upload.
	Filename *string `json:"filename,omitempty"`
	// MIME type. Required with `content`. Defaults to the type of the upload.
	ContentType *string `json:"content_type,omitempty"`
	// Base64. Not allowed with an `upload_id`. All attachments together have at most 7 MiB when
	// decoded.
	Content *string `json:"content,omitempty"`
	// An upload to attach, instead of `content`.
	UploadID *string `json:"upload_id,omitempty"`
	// Name for references as `cid:…` in the HTML; the attachment is then shown inline.
	ContentID *string `json:"content_id,omitempty"`
}

func (r Attachment) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type AuditEntry struct {
	ID string `json:"id"`
	// Who did it: a key, a browser session, an operator at the command line, or the service itself.
	Actor AuditEntryActor `json:"actor"`
	// The name of the operation (its tRPC procedure), with `.refuse` behind it if the key may not do
	// it. `session.create`, `session.delete` and `session.refuse` for sign-ins, sign-outs and refused
	// sign-ins.
	Operation string `json:"operation"`
	// Id of the changed resource; of the key for sign-ins, sign-outs and refusals.
	Target *string `json:"target"`
	// The client's address, for sign-ins, sign-outs and refusals; null otherwise.
	Address *string `json:"address"`
	// What the client calls itself, for sign-ins, sign-outs and refusals; null otherwise.
	UserAgent *string   `json:"user_agent"`
	CreatedAt time.Time `json:"created_at"`
}

// AuditEntryActor: Who did it: a key, a browser session, an operator at the command line, or the
// service itself.
type AuditEntryActor struct {
	// One of "key", "cli", "session", "service".
	Type string `json:"type"`
	// The id of the key, also for a session; for the command line, the user; null for the service
	// itself.
	ID *string `json:"id"`
}

type AuditLogListParams struct {
	// Size of the page: 1 to 100. Values out of range are clamped.
	Limit int64 `query:"limit"`
	// The `next_cursor` of the previous page. Keep all filters the same.
	Cursor string `query:"cursor"`
	// Who did it: the id of a key, also for its sessions; `cli` for operators at the command line;
	// `service` for the service itself.
	Actor string `query:"actor"`
	// What was done: the name of an operation, or its first parts, like `keys` for all that begin
	// with `keys.`.
	Operation string `query:"operation"`
	// Done at this time or later.
	From time.Time `query:"from"`
	// Done at this time or earlier.
	To time.Time `query:"to"`
}

type AuditLogListResponse struct {
	Entries []AuditEntry `json:"entries"`
	// The cursor of the next page; null on the last page. A page of a search, or with several
	// filters, may be short, or even empty, while it is set.
	NextCursor *string `json:"next_cursor"`
}

type BatchItemResult struct {
	Success  bool          `json:"success"`
	Response *SendResponse `json:"response,omitempty"`
	Error    *ErrorBody    `json:"error,omitempty"`
}

type BillingCheckoutBody struct {
	// The plan: starter, pro, growth, scale. Case does not count.
	Plan string `json:"plan"`
	// How often to pay: `month` (the default) or `year`.
	Period *BillingPeriod `json:"period,omitempty"`
}

func (r BillingCheckoutBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type BillingPeriod string

const (
	BillingPeriodMonth BillingPeriod = "month"
	BillingPeriodYear  BillingPeriod = "year"
)

type BillingState struct {
	// The plan; null without an active subscription.
	Plan *Plan `json:"plan"`
	// The status of the subscription at Stripe; `none` without one. With `unpaid`, `incomplete`,
	// `incomplete_expired` and `canceled`, it is not active.
	SubscriptionStatus SubscriptionStatus `json:"subscription_status"`
	// Emails that the plan includes in the current pool: of a month, or of a year with an annual
	// plan.
	IncludedAllotment int64 `json:"included_allotment"`
	// How often the plan is paid for.
	RecurringInterval *BillingPeriod `json:"recurring_interval"`
	// Emails of the current pool that are used: recipients of mail accepted with live keys.
	Used int64 `json:"used"`
	// When the current pool ends.
	CurrentPeriodEnd *time.Time `json:"current_period_end"`
	// Whether the subscription ends and does not renew.
	CancelAtPeriodEnd bool `json:"cancel_at_period_end"`
	// What can be subscribed to. Empty if billing is off.
	PlansForSale []PlanForSale `json:"plans_for_sale"`
}

type BimiRecord struct {
	Type string `json:"type"`
	// The full name, without the final dot.
	Name string `json:"name"`
	// The full text of the record.
	Value string `json:"value"`
}

type BlockedSender struct {
	ID string `json:"id"`
	// An address, or a domain, which stands for all its addresses and subdomains.
	Sender string `json:"sender"`
	// Whether only mail that cannot prove its sender goes to spam: the entry was made from such mail,
	// which anybody may have written.
	ForgedOnly bool `json:"forged_only"`
	// Whether a test key made it. Then it concerns no mail.
	TestMode  bool      `json:"test_mode"`
	CreatedAt time.Time `json:"created_at"`
}

type Broadcast struct {
	ID string `json:"id"`
	// Its name, for people.
	Name string `json:"name"`
	// The list whose members get it.
	ListID string `json:"list_id"`
	// Where it stands.
	Status BroadcastStatus `json:"status"`
	// Why it is paused: `requested`, or the code of what stopped it, like `spend_cap_exceeded`.
	PausedReason *string `json:"paused_reason"`
	// The sender; null for the shared sender.
	FromEmail *string `json:"from_email"`
	// The subject, with variables; null for that of the template.
	Subject *string `json:"subject"`
	// The template; null if the broadcast has its own bodies.
	TemplateID *string `json:"template_id"`
	// Most messages a minute; null for no limit.
	ThrottlePerMinute *int64 `json:"throttle_per_minute"`
	// When it is to start; null if it is not scheduled.
	ScheduledAt *time.Time `json:"scheduled_at"`
	// When it started; null before.
	StartedAt *time.Time `json:"started_at"`
	// When it was sent or canceled; null before.
	FinishedAt *time.Time `json:"finished_at"`
	// Whether a test key started it, so that its mail is simulated.
	TestMode bool `json:"test_mode"`
	// Each message counts at most once in each number.
	Counts    BroadcastCounts `json:"counts"`
	CreatedAt time.Time       `json:"created_at"`
	UpdatedAt time.Time       `json:"updated_at"`
	// Addresses for replies.
	ReplyTo []string `json:"reply_to"`
	// The HTML, with variables; null if there is none.
	BodyHTML *string `json:"body_html"`
	// The plain text, with variables; null if there is none.
	BodyText *string           `json:"body_text"`
	Tracking BroadcastTracking `json:"tracking"`
	// How often it was changed as a draft.
	Revision int64 `json:"revision"`
	// Members for whom no message could be made: the first 1,000.
	Failures []BroadcastFailure `json:"failures"`
}

type BroadcastCounts struct {
	// Members that it reaches: those of the list, as its `member_count` says, until it has taken all
	// of them.
	Total int64 `json:"total"`
	// Members that it has not taken yet, and messages that wait for dispatch.
	Queued int64 `json:"queued"`
	// Messages that were handed to the provider.
	Sent int64 `json:"sent"`
	// Messages that the receiving servers accepted.
	Delivered int64 `json:"delivered"`
	// Messages that were opened at least once.
	Opened int64 `json:"opened"`
	// Messages with at least one clicked link.
	Clicked int64 `json:"clicked"`
	// Messages that the receiving servers refused.
	Bounced int64 `json:"bounced"`
	// Messages that recipients reported as spam.
	Complained int64 `json:"complained"`
	// Members for whom no message could be made, and messages that failed.
	Failed int64 `json:"failed"`
	// Messages that were stopped: the recipient is on the suppression list, or does not want this
	// mail.
	Suppressed int64 `json:"suppressed"`
	// Recipients who unsubscribed through its messages.
	Unsubscribed int64 `json:"unsubscribed"`
}

type BroadcastFailure struct {
	// The contact.
	ContactID string `json:"contact_id"`
	// The code of the error.
	Code string `json:"code"`
	// What is wrong, for people.
	Reason string `json:"reason"`
}

type BroadcastLink struct {
	// The link, without its query and fragment, which may differ by recipient.
	URL string `json:"url"`
	// Clicks, each counted.
	Clicks int64 `json:"clicks"`
	// Recipients who clicked it at least once.
	UniqueClicks int64 `json:"unique_clicks"`
}

type BroadcastLinks struct {
	// Those with the most clicks first, at most 100.
	Links []BroadcastLink `json:"links"`
}

type BroadcastPreview struct {
	// The subject. Empty only with warnings.
	Subject string `json:"subject"`
	// The HTML; null if there is none.
	BodyHTML *string `json:"body_html"`
	// The plain text; null if there is none.
	BodyText *string `json:"body_text"`
	// The contact whose mail it is; null for a made-up one, because no contact of the list was found.
	ContactID *string `json:"contact_id"`
	// How many contacts the warnings are about: the newest of the list, at most 1,000. The members of
	// a dynamic list are looked for only among the newest contacts of the account.
	ContactsChecked int64 `json:"contacts_checked"`
	// Variables that none of these contacts has, and for which the template has no default. If there
	// are no such contacts, all but the names and the address.
	Warnings []VariableWarning `json:"warnings"`
	// Limits that will stop it before the whole list has it, with the key of the request. Empty for
	// test keys, whose mail costs nothing.
	SendingWarnings []SendingWarning `json:"sending_warnings"`
}

type BroadcastPreviewChanges struct {
	// Another list.
	ListID *string `json:"list_id,omitempty"`
	// Another subject; null for that of the template.
	Subject *string `json:"subject,omitempty"`
	// Another HTML; null for none.
	BodyHTML *string `json:"body_html,omitempty"`
	// Another plain text; null for none.
	BodyText *string `json:"body_text,omitempty"`
	// A template, instead of bodies, which must be null then; null for bodies.
	TemplateID *string `json:"template_id,omitempty"`
	// NullFields names optional fields to send as null, which is not the same as leaving them out,
	// like "FirstName".
	NullFields []string `json:"-"`
}

func (r BroadcastPreviewChanges) MarshalJSON() ([]byte, error) {
	return marshalFields(r, r.NullFields)
}

type BroadcastRecipient struct {
	// The message to the recipient.
	MessageID string `json:"message_id"`
	// The address; null once its content was deleted.
	Email *string `json:"email"`
	// The status of the message: its newest event.
	Status MessageStatus `json:"status"`
	// All outcomes of the mail, each once.
	Outcomes []RecipientOutcome `json:"outcomes"`
	// When the recipient unsubscribed by this mail; null otherwise.
	UnsubscribedAt *time.Time `json:"unsubscribed_at"`
}

type BroadcastStatus string

const (
	BroadcastStatusDraft     BroadcastStatus = "draft"
	BroadcastStatusScheduled BroadcastStatus = "scheduled"
	BroadcastStatusSending   BroadcastStatus = "sending"
	BroadcastStatusPaused    BroadcastStatus = "paused"
	BroadcastStatusSent      BroadcastStatus = "sent"
	BroadcastStatusCanceled  BroadcastStatus = "canceled"
)

type BroadcastSummary struct {
	ID string `json:"id"`
	// Its name, for people.
	Name string `json:"name"`
	// The list whose members get it.
	ListID string `json:"list_id"`
	// Where it stands.
	Status BroadcastStatus `json:"status"`
	// Why it is paused: `requested`, or the code of what stopped it, like `spend_cap_exceeded`.
	PausedReason *string `json:"paused_reason"`
	// The sender; null for the shared sender.
	FromEmail *string `json:"from_email"`
	// The subject, with variables; null for that of the template.
	Subject *string `json:"subject"`
	// The template; null if the broadcast has its own bodies.
	TemplateID *string `json:"template_id"`
	// Most messages a minute; null for no limit.
	ThrottlePerMinute *int64 `json:"throttle_per_minute"`
	// When it is to start; null if it is not scheduled.
	ScheduledAt *time.Time `json:"scheduled_at"`
	// When it started; null before.
	StartedAt *time.Time `json:"started_at"`
	// When it was sent or canceled; null before.
	FinishedAt *time.Time `json:"finished_at"`
	// Whether a test key started it, so that its mail is simulated.
	TestMode bool `json:"test_mode"`
	// Each message counts at most once in each number.
	Counts    BroadcastCounts `json:"counts"`
	CreatedAt time.Time       `json:"created_at"`
	UpdatedAt time.Time       `json:"updated_at"`
}

// BroadcastTracking: What it tracks: as given, or else what the deployment tracks.
type BroadcastTracking struct {
	// Whether opens are recorded.
	Opens bool `json:"opens"`
	// Whether clicks are recorded.
	Clicks bool `json:"clicks"`
}

type BroadcastsCreateBody struct {
	// Its name, for people.
	Name string `json:"name"`
	// The list whose members get it.
	ListID string `json:"list_id"`
	// Sender, like `news@example.com` or `News <news@example.com>`. Required if the account has a
	// verified domain, but not for a draft: it is checked when the broadcast is scheduled, tested or
	// sent.
	FromEmail *string `json:"from_email,omitempty"`
	// An address for replies, or several.
	ReplyTo []string `json:"reply_to,omitempty"`
	// The subject, with variables. Required unless a template has one; takes precedence over the
	// template's.
	Subject *string `json:"subject,omitempty"`
	// The HTML, with variables.
	BodyHTML *string `json:"body_html,omitempty"`
	// The plain text, with variables.
	BodyText *string `json:"body_text,omitempty"`
	// A template, instead of bodies. Each message is rendered with its version at that time.
	TemplateID *string `json:"template_id,omitempty"`
	// What to track. Defaults to the setting of the deployment.
	Tracking *Tracking `json:"tracking,omitempty"`
	// Most messages a minute, 1 to 1,000,000. As fast as possible if left out.
	ThrottlePerMinute *int64 `json:"throttle_per_minute,omitempty"`
	// When to start: no more than 1 minute in the past and no more than 90 days in the future. A
	// draft if left out.
	ScheduledAt *time.Time `json:"scheduled_at,omitempty"`
}

func (r BroadcastsCreateBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type BroadcastsListParams struct {
	// Size of the page: 1 to 100. Values out of range are clamped.
	Limit int64 `query:"limit"`
	// The `next_cursor` of the previous page. Keep all filters the same.
	Cursor string `query:"cursor"`
}

type BroadcastsListResponse struct {
	Broadcasts []BroadcastSummary `json:"broadcasts"`
	// The cursor of the next page; null on the last page. A page of a search, or with several
	// filters, may be short, or even empty, while it is set.
	NextCursor *string `json:"next_cursor"`
}

type BroadcastsPreviewBody struct {
	// The contact whose mail to show. Defaults to the newest contact of the list, or to a made-up one
	// if the list is empty.
	ContactID *string `json:"contact_id,omitempty"`
	// Shows the mail as it would be with these changes, which are not stored.
	Changes *BroadcastPreviewChanges `json:"changes,omitempty"`
}

func (r BroadcastsPreviewBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type BroadcastsPreviewNewBody struct {
	// The list whose members get it.
	ListID string `json:"list_id"`
	// The subject, with variables. Required unless a template has one; takes precedence over the
	// template's.
	Subject *string `json:"subject,omitempty"`
	// The HTML, with variables.
	BodyHTML *string `json:"body_html,omitempty"`
	// The plain text, with variables.
	BodyText *string `json:"body_text,omitempty"`
	// A template, instead of bodies. Each message is rendered with its version at that time.
	TemplateID *string `json:"template_id,omitempty"`
	// The contact whose mail to show. Defaults to the newest contact of the list, or to a made-up one
	// if the list is empty.
	ContactID *string `json:"contact_id,omitempty"`
}

func (r BroadcastsPreviewNewBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type BroadcastsRecipientsParams struct {
	// Only recipients whose mail had this outcome at least once, even if it has had others since.
	Outcome RecipientOutcome `query:"outcome"`
	// An address, its beginning or its domain. A page may be short: go on until `next_cursor` is
	// null.
	Search string `query:"search"`
	// Size of the page: 1 to 100. Values out of range are clamped.
	Limit int64 `query:"limit"`
	// The `next_cursor` of the previous page. Keep all filters the same.
	Cursor string `query:"cursor"`
}

type BroadcastsRecipientsResponse struct {
	Recipients []BroadcastRecipient `json:"recipients"`
	// The cursor of the next page; null on the last page. A page of a search, or with several
	// filters, may be short, or even empty, while it is set.
	NextCursor *string `json:"next_cursor"`
}

type BroadcastsTestBody struct {
	// The address to send it to. If a contact has this address, its fields are used.
	Email string `json:"email"`
	// Unique to the test. Without one, each request sends another mail.
	IdempotencyKey string `json:"idempotency_key,omitempty"`
}

func (r BroadcastsTestBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

func (r *BroadcastsTestBody) key() *string { return &r.IdempotencyKey }

type BroadcastsUpdateBody struct {
	// The revision that the changes are based on. If the draft has another one, it stays as it is.
	Revision *int64 `json:"revision,omitempty"`
	// Another name.
	Name *string `json:"name,omitempty"`
	// Another list.
	ListID *string `json:"list_id,omitempty"`
	// Another sender; null for none. It is checked when the broadcast is scheduled, tested or sent.
	FromEmail *string `json:"from_email,omitempty"`
	// All addresses for replies; null for none.
	ReplyTo []string `json:"reply_to,omitempty"`
	// Another subject; null for that of the template.
	Subject *string `json:"subject,omitempty"`
	// Another HTML; null for none.
	BodyHTML *string `json:"body_html,omitempty"`
	// Another plain text; null for none.
	BodyText *string `json:"body_text,omitempty"`
	// A template, instead of bodies, which must be null then; null for bodies.
	TemplateID *string `json:"template_id,omitempty"`
	// What to track; null for what the deployment tracks.
	Tracking *Tracking `json:"tracking,omitempty"`
	// Most messages a minute; null for no limit.
	ThrottlePerMinute *int64 `json:"throttle_per_minute,omitempty"`
	// Schedules the draft: no more than 1 minute in the past and no more than 90 days in the future.
	// It cannot be changed afterwards.
	ScheduledAt *time.Time `json:"scheduled_at,omitempty"`
	// NullFields names optional fields to send as null, which is not the same as leaving them out,
	// like "FirstName".
	NullFields []string `json:"-"`
}

func (r BroadcastsUpdateBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, r.NullFields)
}

type BulkThreadOutcome string

const (
	BulkThreadOutcomeChanged   BulkThreadOutcome = "changed"
	BulkThreadOutcomeUnchanged BulkThreadOutcome = "unchanged"
	BulkThreadOutcomeRefused   BulkThreadOutcome = "refused"
	BulkThreadOutcomeNotFound  BulkThreadOutcome = "not_found"
)

type BulkThreadResult struct {
	// The thread, as the request names it.
	ThreadID string `json:"thread_id"`
	// What became of it. `unchanged`: there was nothing to change. `refused`: the change is not
	// possible; `message` says why.
	Outcome BulkThreadOutcome `json:"outcome"`
	// For `refused`: why; null otherwise.
	Message *string `json:"message"`
}

type BulkThreadResults struct {
	// One for each thread, in the order of the request.
	Results []BulkThreadResult `json:"results"`
	// The id that undoes the change, with the same key; null if nothing has changed.
	UndoID *string `json:"undo_id"`
	// Until when it can be undone: 30 seconds after the change. Null if nothing has changed.
	UndoUntil *time.Time `json:"undo_until"`
}

type ChangedMail struct {
	// The inbound email or the message.
	ID string `json:"id"`
	// Whether it was received or sent.
	Source MailSource `json:"source"`
	// Whether the mail has a star now.
	IsStarred bool `json:"is_starred"`
}

type Channel string

const (
	ChannelEmail   Channel = "email"
	ChannelSms     Channel = "sms"
	ChannelPush    Channel = "push"
	ChannelVoice   Channel = "voice"
	ChannelWebhook Channel = "webhook"
)

type CheckoutResult struct {
	// The checkout page of Stripe, for a new subscription.
	URL *string `json:"url,omitempty"`
	// The active subscription has been changed in place.
	Updated *bool `json:"updated,omitempty"`
	// Its plan after the change.
	Plan *Plan `json:"plan,omitempty"`
}

type ConditionOp string

const (
	ConditionOpEquals      ConditionOp = "equals"
	ConditionOpNotEquals   ConditionOp = "not_equals"
	ConditionOpIn          ConditionOp = "in"
	ConditionOpNotIn       ConditionOp = "not_in"
	ConditionOpContains    ConditionOp = "contains"
	ConditionOpGreaterThan ConditionOp = "greater_than"
	ConditionOpLessThan    ConditionOp = "less_than"
	ConditionOpExists      ConditionOp = "exists"
	ConditionOpMissing     ConditionOp = "missing"
)

type Contact struct {
	ID string `json:"id"`
	// The address, normalized: lower case, domain in A-labels.
	Email string `json:"email"`
	// The first name; null if unknown.
	FirstName *string `json:"first_name"`
	// The last name; null if unknown.
	LastName *string `json:"last_name"`
	// Whatever else is known: texts, numbers, true or false, by name.
	Attributes ContactAttributes `json:"attributes"`
	// From the suppression list: `suppressed` contacts get no mail, `unsubscribed` ones no marketing
	// mail.
	Status    ContactStatus `json:"status"`
	CreatedAt time.Time     `json:"created_at"`
	UpdatedAt time.Time     `json:"updated_at"`
}

type ContactAttributeChanges map[string]any

type ContactAttributes map[string]any

type ContactAttributesInput map[string]any

type ContactBulkOutcome string

const (
	ContactBulkOutcomeChanged   ContactBulkOutcome = "changed"
	ContactBulkOutcomeUnchanged ContactBulkOutcome = "unchanged"
	ContactBulkOutcomeRefused   ContactBulkOutcome = "refused"
	ContactBulkOutcomeNotFound  ContactBulkOutcome = "not_found"
)

type ContactBulkResult struct {
	// The contact, as the request names it.
	ContactID string `json:"contact_id"`
	// What became of it. `unchanged`: there was nothing to change. `refused`: not all of it could be
	// done; `message` says why.
	Outcome ContactBulkOutcome `json:"outcome"`
	// For `refused`: why; null otherwise.
	Message *string `json:"message"`
}

type ContactBulkResults struct {
	// One for each contact, in the order of the request.
	Results []ContactBulkResult `json:"results"`
}

type ContactEvent string

const (
	ContactEventOpened  ContactEvent = "opened"
	ContactEventClicked ContactEvent = "clicked"
	ContactEventBounced ContactEvent = "bounced"
)

type ContactField string

const (
	ContactFieldEmail     ContactField = "email"
	ContactFieldFirstName ContactField = "first_name"
	ContactFieldLastName  ContactField = "last_name"
	ContactFieldStatus    ContactField = "status"
	ContactFieldCreatedAt ContactField = "created_at"
	ContactFieldLists     ContactField = "lists"
)

type ContactImport struct {
	ID string `json:"id"`
	// Rows that were imported before a failure stay.
	Status ContactImportStatus `json:"status"`
	// The list that contacts are added to; null for none.
	ListID *string `json:"list_id"`
	// What happens to rows whose contact exists.
	OnDuplicate OnDuplicateContact `json:"on_duplicate"`
	// Rows read so far: the sum of the four counts.
	Processed int64 `json:"processed"`
	// Contacts created, and added to the list if there is one.
	Imported int64 `json:"imported"`
	// Rows whose contact existed and got their values, and was added to the list if there is one.
	Updated int64 `json:"updated"`
	// Rows whose contact existed and was added to the list, unchanged.
	AddedToList int64 `json:"added_to_list"`
	// Rows that are invalid, or change nothing because their contact exists already.
	Skipped int64 `json:"skipped"`
	// Rows that say `unsubscribed`, `bounced` or the like: their addresses are on the suppression
	// list. Each is one of the four counts, too.
	Suppressed int64 `json:"suppressed"`
	// One for each skipped row, at most 1,000.
	Errors []ContactImportErrorsItem `json:"errors"`
	// Why it failed; null unless it has.
	Failure   *string   `json:"failure"`
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`
}

type ContactImportColumns map[string]*string

type ContactImportErrorsItem struct {
	// Number of the row; the column names are in row 1.
	Row int64 `json:"row"`
	// Its address, as it is in the file.
	Email string `json:"email"`
	// Why it was skipped: `duplicate_contact`, `duplicate_member`, `too_many_contacts`,
	// `too_many_list_members` or what is wrong with it.
	Reason string `json:"reason"`
}

type ContactImportStatus string

const (
	ContactImportStatusRunning ContactImportStatus = "running"
	ContactImportStatusDone    ContactImportStatus = "done"
	ContactImportStatusFailed  ContactImportStatus = "failed"
)

type ContactList struct {
	ID string `json:"id"`
	// Its name. Recipients see that of a topic.
	Name string `json:"name"`
	// What it is for; null for nothing. Recipients see that of a topic.
	Description *string `json:"description"`
	// Whether recipients can leave it on the preference page.
	IsTopic bool `json:"is_topic"`
	// For a dynamic list, who is in it; null for a list whose members are added.
	Filter    *SegmentFilter `json:"filter"`
	CreatedAt time.Time      `json:"created_at"`
	UpdatedAt time.Time      `json:"updated_at"`
}

type ContactListDetails struct {
	ID string `json:"id"`
	// Its name. Recipients see that of a topic.
	Name string `json:"name"`
	// What it is for; null for nothing. Recipients see that of a topic.
	Description *string `json:"description"`
	// Whether recipients can leave it on the preference page.
	IsTopic bool `json:"is_topic"`
	// For a dynamic list, who is in it; null for a list whose members are added.
	Filter    *SegmentFilter `json:"filter"`
	CreatedAt time.Time      `json:"created_at"`
	UpdatedAt time.Time      `json:"updated_at"`
	// How many contacts are in it. For a dynamic list of an account with many contacts, some minutes
	// ago.
	MemberCount int64 `json:"member_count"`
	// When its contacts were counted.
	MemberCountedAt time.Time `json:"member_counted_at"`
}

type ContactListMember struct {
	ListID    string    `json:"list_id"`
	ContactID string    `json:"contact_id"`
	CreatedAt time.Time `json:"created_at"`
}

type ContactListsCreateBody struct {
	// Its name.
	Name string `json:"name"`
	// What it is for.
	Description *string `json:"description,omitempty"`
	// Whether recipients can leave it on the preference page. `false` if left out.
	IsTopic *bool `json:"is_topic,omitempty"`
	// Makes it a dynamic list: its members are the contacts that match whenever it is used.
	Filter *SegmentFilterInput `json:"filter,omitempty"`
}

func (r ContactListsCreateBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type ContactListsListParams struct {
	// Only lists that this contact is in. Of dynamic lists, the newest 200 are looked at.
	ContactID string `query:"contact_id"`
	// Size of the page: 1 to 100. Values out of range are clamped.
	Limit int64 `query:"limit"`
	// The `next_cursor` of the previous page. Keep all filters the same.
	Cursor string `query:"cursor"`
}

type ContactListsListResponse struct {
	ContactLists []ContactList `json:"contact_lists"`
	// The cursor of the next page; null on the last page. A page of a search, or with several
	// filters, may be short, or even empty, while it is set.
	NextCursor *string `json:"next_cursor"`
}

type ContactListsMembersAddBody struct {
	// The contact.
	ContactID string `json:"contact_id"`
}

func (r ContactListsMembersAddBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type ContactListsMembersListParams struct {
	// Size of the page: 1 to 100. Values out of range are clamped.
	Limit int64 `query:"limit"`
	// The `next_cursor` of the previous page. Keep all filters the same.
	Cursor string `query:"cursor"`
}

type ContactListsMembersListResponse struct {
	Members []Contact `json:"members"`
	// The cursor of the next page; null on the last page. A page of a search, or with several
	// filters, may be short, or even empty, while it is set.
	NextCursor *string `json:"next_cursor"`
}

type ContactListsUpdateBody struct {
	// Another name.
	Name *string `json:"name,omitempty"`
	// Null removes it.
	Description *string `json:"description,omitempty"`
	// Whether recipients can leave it on the preference page.
	IsTopic *bool `json:"is_topic,omitempty"`
	// Another filter, for a dynamic list. A list cannot become dynamic, and a dynamic list cannot
	// stop being dynamic.
	Filter *SegmentFilterInput `json:"filter,omitempty"`
	// NullFields names optional fields to send as null, which is not the same as leaving them out,
	// like "FirstName".
	NullFields []string `json:"-"`
}

func (r ContactListsUpdateBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, r.NullFields)
}

type ContactStatus string

const (
	ContactStatusSubscribed   ContactStatus = "subscribed"
	ContactStatusUnsubscribed ContactStatus = "unsubscribed"
	ContactStatusSuppressed   ContactStatus = "suppressed"
)

type ContactTopic struct {
	// The contact list that is the topic.
	ListID string `json:"list_id"`
	// Its name, as recipients see it.
	Name string `json:"name"`
	// What it is for; null for nothing.
	Description *string `json:"description"`
	// Whether the contact has not opted out of it. Broadcasts about it also need a contact whose
	// status is `subscribed`.
	Subscribed bool `json:"subscribed"`
}

type ContactTopics struct {
	Topics []ContactTopic `json:"topics"`
}

type ContactsChangeManyBody struct {
	// The contacts to change, at most 1,000.
	ContactIDs []string `json:"contact_ids"`
	// Attributes to set; null removes one. The others stay.
	Attributes ContactAttributeChanges `json:"attributes,omitempty"`
	// Lists to add them to, at most 10. Dynamic lists cannot be changed.
	AddToListIDs []string `json:"add_to_list_ids,omitempty"`
	// Lists to take them off, at most 10. Dynamic lists cannot be changed.
	RemoveFromListIDs []string `json:"remove_from_list_ids,omitempty"`
	// True deletes them, and takes them off their lists. It cannot be combined with other changes.
	Delete *bool `json:"delete,omitempty"`
	// NullFields names optional fields to send as null, which is not the same as leaving them out,
	// like "FirstName".
	NullFields []string `json:"-"`
}

func (r ContactsChangeManyBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, r.NullFields)
}

type ContactsCreateBody struct {
	// The address. Upper and lower case do not matter.
	Email     string  `json:"email"`
	FirstName *string `json:"first_name,omitempty"`
	LastName  *string `json:"last_name,omitempty"`
	// Up to 50 values by name. Broadcasts and segments use them.
	Attributes ContactAttributesInput `json:"attributes,omitempty"`
}

func (r ContactsCreateBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type ContactsCreateImportResponse struct {
	// Names the file for an import, for 7 days.
	StorageKey string `json:"storage_key"`
}

type ContactsExportParams struct {
	// Only members of this list.
	ListID string `query:"list_id"`
}

type ContactsImportBody struct {
	// The uploaded file.
	StorageKey string `json:"storage_key"`
	// Adds all contacts of the file to this list, also those that exist already.
	ListID *string `json:"list_id,omitempty"`
	// What happens to a row whose contact exists: `skip` leaves the contact as it is, `update` gives
	// it the names and attributes of the row; its others stay. `skip` if left out.
	OnDuplicate *OnDuplicateContact `json:"on_duplicate,omitempty"`
	// What columns mean, by their names: `"email"`, `"first_name"`, `"last_name"`, `"unsubscribed"`,
	// the name of an attribute, or null to leave one out. Other columns have the meaning of their
	// names.
	Columns ContactImportColumns `json:"columns,omitempty"`
	// NullFields names optional fields to send as null, which is not the same as leaving them out,
	// like "FirstName".
	NullFields []string `json:"-"`
}

func (r ContactsImportBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, r.NullFields)
}

type ContactsListParams struct {
	// Words of the name, or the address or a part of it: all must match, each as a whole word. A page
	// may be short: go on until `next_cursor` is null.
	Search string `query:"search"`
	// Only the contact with this address, in any notation.
	Email string `query:"email"`
	// Only members of this list.
	ListID string `query:"list_id"`
	// Size of the page: 1 to 100. Values out of range are clamped.
	Limit int64 `query:"limit"`
	// The `next_cursor` of the previous page. Keep all filters the same.
	Cursor string `query:"cursor"`
}

type ContactsListResponse struct {
	Contacts []Contact `json:"contacts"`
	// The cursor of the next page; null on the last page. A page of a search, or with several
	// filters, may be short, or even empty, while it is set.
	NextCursor *string `json:"next_cursor"`
}

type ContactsSetTopicsBody struct {
	// The topics to change. The others stay as they are.
	Topics []ContactsSetTopicsBodyTopicsItem `json:"topics"`
}

func (r ContactsSetTopicsBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type ContactsSetTopicsBodyTopicsItem struct {
	// The contact list that is the topic.
	ListID string `json:"list_id"`
	// Whether the contact gets mail about it.
	Subscribed bool `json:"subscribed"`
}

func (r ContactsSetTopicsBodyTopicsItem) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type ContactsUpdateBody struct {
	// Another address.
	Email *string `json:"email,omitempty"`
	// Null removes it.
	FirstName *string `json:"first_name,omitempty"`
	// Null removes it.
	LastName *string `json:"last_name,omitempty"`
	// Attributes to set; null removes one. The others stay.
	Attributes ContactAttributeChanges `json:"attributes,omitempty"`
	// NullFields names optional fields to send as null, which is not the same as leaving them out,
	// like "FirstName".
	NullFields []string `json:"-"`
}

func (r ContactsUpdateBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, r.NullFields)
}

type CustomHeaders map[string]string

type DeadLetter struct {
	ID        string `json:"id"`
	AccountID string `json:"account_id"`
	// The kind of work: `dispatch`, `deliveries`, `ingest`, `fan-out`, `inbound` and others.
	Kind string `json:"kind"`
	// What the work is about: a message, a delivery, an event and so on.
	RowID string `json:"row_id"`
	// The error of the last attempt.
	Error string `json:"error"`
	// How often the work crashed before it was given up.
	Crashes int64 `json:"crashes"`
	// When it was given up.
	CreatedAt time.Time `json:"created_at"`
}

type DeadLettersListParams struct {
	// Size of the page: 1 to 100. Values out of range are clamped.
	Limit int64 `query:"limit"`
	// The `next_cursor` of the previous page. Keep all filters the same.
	Cursor string `query:"cursor"`
}

type DeadLettersListResponse struct {
	DeadLetters []DeadLetter `json:"dead_letters"`
	// The cursor of the next page; null on the last page. A page of a search, or with several
	// filters, may be short, or even empty, while it is set.
	NextCursor *string `json:"next_cursor"`
}

type Destination struct {
	// The recipient, like `ada@example.com` or `Ada <ada@example.com>`. Required unless `to` is
	// given.
	Email *string `json:"email,omitempty"`
	// Name shown with `email`. Takes precedence over a name in it.
	Name *string `json:"name,omitempty"`
	// Addresses of several recipients, instead of `email`, like `ada@example.com` or `Ada
	// <ada@example.com>`. All get the same mail and see each other. Marketing mail takes one.
	To  []string `json:"to,omitempty"`
	Cc  []string `json:"cc,omitempty"`
	Bcc []string `json:"bcc,omitempty"`
}

func (r Destination) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type DestinationType string

const (
	DestinationTypeWebhook DestinationType = "webhook"
	DestinationTypeEmail   DestinationType = "email"
)

type DmarcEnforcement struct {
	// Whether the DMARC policy in DNS is strict enough for logos: quarantine or reject, for all mail.
	AtEnforcement bool `json:"at_enforcement"`
	// A sufficient DMARC record, close to the published one.
	Recommended string `json:"recommended"`
}

type DmarcReport struct {
	// The domain, in lower case and A-label form.
	Domain string `json:"domain"`
	// The registrable domain of the organization that sent the report, proven by its mail.
	SentBy string `json:"sent_by"`
	// The name that the reporter gives itself.
	OrgName *string `json:"org_name"`
	// The policy that was found in DNS: `none`, `quarantine` or `reject`.
	Policy   string    `json:"policy"`
	BeginsAt time.Time `json:"begins_at"`
	EndsAt   time.Time `json:"ends_at"`
	// How many mails it is about.
	Messages int64 `json:"messages"`
	// Mails that passed DMARC: by DKIM, SPF or both.
	Aligned int64 `json:"aligned"`
	// The 200 most frequent sources.
	Sources []DmarcSource `json:"sources"`
	// Whether records or sources were left out.
	Truncated  bool      `json:"truncated"`
	ReceivedAt time.Time `json:"received_at"`
}

type DmarcReporter struct {
	// The registrable domain of the organization that sent the report, proven by its mail.
	SentBy string `json:"sent_by"`
	// The days that its reports are about.
	DaysWithReports int64 `json:"days_with_reports"`
	// How many reports it sent.
	Reports int64 `json:"reports"`
	// How many mails they are about.
	Messages int64 `json:"messages"`
	// Mails that passed DMARC: by DKIM, SPF or both.
	Aligned int64 `json:"aligned"`
}

type DmarcSender struct {
	// The IP address that sent it.
	SourceIP string `json:"source_ip"`
	// How many mails it sent.
	Messages int64 `json:"messages"`
	// Mails that passed DMARC: by DKIM, SPF or both.
	Aligned int64 `json:"aligned"`
	// Mails with a valid DKIM signature of the domain.
	DKIMAligned int64 `json:"dkim_aligned"`
	// Mails that passed SPF for the domain.
	SPFAligned int64 `json:"spf_aligned"`
}

type DmarcSource struct {
	// The IP address that sent it.
	SourceIP string `json:"source_ip"`
	// The domain of its author.
	HeaderFrom string `json:"header_from"`
	// How many mails.
	Count int64 `json:"count"`
	// What was done with them: `none`, `quarantine` or `reject`; in newer reports `pass` for those
	// that passed.
	Disposition string `json:"disposition"`
	// Whether a DKIM signature of the domain was valid.
	DKIMAligned bool `json:"dkim_aligned"`
	// Whether SPF passed for the domain.
	SPFAligned bool `json:"spf_aligned"`
}

type DmarcSummary struct {
	// The domain, in lower case and A-label form.
	Domain string `json:"domain"`
	// The days that it is about, up to now.
	Days int64 `json:"days"`
	// The days that a report is about.
	DaysWithReports int64 `json:"days_with_reports"`
	// How many reports were received.
	Reports int64 `json:"reports"`
	// How many mails they are about.
	Messages int64 `json:"messages"`
	// Mails that passed DMARC: by DKIM, SPF or both.
	Aligned int64 `json:"aligned"`
	// The policy of the latest report; null without any.
	Policy *string `json:"policy"`
	// The 100 organizations that report most mail.
	Reporters []DmarcReporter `json:"reporters"`
	// The 100 addresses that sent most.
	Senders []DmarcSender `json:"senders"`
	// Whether the policy `p=reject` would keep hardly any mail from its readers.
	RejectSafe bool `json:"reject_safe"`
	// For people: why it is not safe yet. Empty if it is.
	Reasons []string `json:"reasons"`
}

type DnsHost struct {
	// `unknown` if the name servers are not known.
	ID   string `json:"id"`
	Name string `json:"name"`
	// Instructions of the host.
	DocsURL *string `json:"docs_url"`
	// The console of the host.
	DashboardURL *string `json:"dashboard_url"`
	// Whether the host has an API for records.
	SupportsApi bool `json:"supports_api"`
	// A hint for hosts that may proxy records.
	UnproxyHint *string `json:"unproxy_hint"`
	// The term for the name of a record in its console.
	RecordNameLabel string `json:"record_name_label"`
	// The term for the value of a record in its console.
	RecordValueLabel string `json:"record_value_label"`
}

type DnsRecord struct {
	// One of "CNAME", "MX", "TXT".
	Type string `json:"type"`
	// The full name, without the final dot.
	Name string `json:"name"`
	// The host of a CNAME, `10 host` for an MX, or the full text of a TXT.
	Value string `json:"value"`
}

type DnsSetup struct {
	Domain string `json:"domain"`
	// The zone that the records go into.
	ZoneApex string           `json:"zone_apex"`
	Provider DnsHost          `json:"provider"`
	Records  []DnsSetupRecord `json:"records"`
	// The domain of its envelope senders.
	MailFromDomain  string          `json:"mail_from_domain"`
	InboundMXRecord InboundMxRecord `json:"inbound_mx_record"`
	// The host of the links in its mail; null if it can have none.
	Links *DnsSetupLinks `json:"links"`
	// Why the records cannot be published as they are, and what to do.
	Warnings []string `json:"warnings"`
	// The three CNAME records. `failed` means that the published record is wrong. One of "pending",
	// "verified", "failed".
	DKIMStatus string `json:"dkim_status"`
	// The TXT record of the MAIL FROM subdomain. `failed` means that the published record is wrong.
	// One of "pending", "verified", "failed".
	SPFStatus string `json:"spf_status"`
	// The DMARC record; any policy will do. `failed` means that the published record is wrong. One of
	// "pending", "verified", "failed".
	DMARCStatus string `json:"dmarc_status"`
	// Both TXT records. `failed` means that the published record is wrong. One of "pending",
	// "verified", "failed".
	TXTStatus string `json:"txt_status"`
}

type DnsSetupLinks struct {
	// Whether links may have this host.
	Enabled bool `json:"enabled"`
	// `links.` and the domain.
	Host   string              `json:"host"`
	Record DnsSetupLinksRecord `json:"record"`
	// The status of the record, as of the last verification. `failed` means that the published record
	// is wrong. One of "pending", "verified", "failed".
	Status string `json:"status"`
}

// DnsSetupLinksRecord: The record to publish for it. Sending does not need it.
type DnsSetupLinksRecord struct {
	// One of "CNAME", "MX", "TXT".
	Type string `json:"type"`
	// The full name, without the final dot.
	Name string `json:"name"`
	// The host of a CNAME, `10 host` for an MX, or the full text of a TXT.
	Value string `json:"value"`
	// The name within the zone; `@` for the zone itself.
	Host string `json:"host"`
}

type DnsSetupRecord struct {
	// One of "CNAME", "MX", "TXT".
	Type string `json:"type"`
	// The full name, without the final dot.
	Name string `json:"name"`
	// The host of a CNAME, `10 host` for an MX, or the full text of a TXT.
	Value string `json:"value"`
	// The name within the zone; `@` for the zone itself.
	Host string `json:"host"`
	// The status of the record, as of the last verification. `failed` means that the published record
	// is wrong. One of "pending", "verified", "failed".
	Status string `json:"status"`
}

type Domain struct {
	ID string `json:"id"`
	// Its name in lower case, as A-labels.
	Domain string `json:"domain"`
	// The three CNAME records. `failed` means that the published record is wrong. One of "pending",
	// "verified", "failed".
	DKIMStatus string `json:"dkim_status"`
	// The TXT record of the MAIL FROM subdomain. `failed` means that the published record is wrong.
	// One of "pending", "verified", "failed".
	SPFStatus string `json:"spf_status"`
	// The DMARC record; any policy will do. `failed` means that the published record is wrong. One of
	// "pending", "verified", "failed".
	DMARCStatus string `json:"dmarc_status"`
	// Both TXT records. `failed` means that the published record is wrong. One of "pending",
	// "verified", "failed".
	TXTStatus string `json:"txt_status"`
	// Whether it can send: all four statuses are `verified`, and it is not being deleted.
	FullyVerified bool `json:"fully_verified"`
	// Whether it is the built-in domain of the shared sender.
	Sandbox bool `json:"sandbox"`
	// The records to publish. Empty for the built-in domain.
	DNSRecords []DnsRecord `json:"dns_records"`
	// The status of the TXT record of its Ed25519 key, which also signs mail while the status is
	// `verified`; null without such a key.
	Ed25519Status *DomainStatus `json:"ed25519_status"`
	// The domain of its envelope senders.
	MailFromDomain string `json:"mail_from_domain"`
	// The default sender name of its mail.
	FromName *string `json:"from_name"`
	// Whether mail to the domain is received.
	InboundEnabled bool `json:"inbound_enabled"`
	// The host of the links in its mail. Null if it can have none: the built-in domain, a name that
	// needs no DNS, or a deployment without link hosts.
	Links *DomainLinks `json:"links"`
	// Why the records cannot be published as they are, and what to do.
	Warnings  []string  `json:"warnings"`
	CreatedAt time.Time `json:"created_at"`
}

type DomainCheck struct {
	// The status that the record belongs to. One of "dkim", "spf", "dmarc".
	Field string `json:"field"`
	// Type of the record. One of "CNAME", "MX", "TXT".
	Type string `json:"type"`
	// Name of the record.
	Name string `json:"name"`
	// The result. `failed` means that the published record is wrong. One of "pending", "verified",
	// "failed".
	Status string `json:"status"`
}

type DomainFromName struct {
	Domain   string  `json:"domain"`
	FromName *string `json:"from_name"`
}

type DomainInbound struct {
	// Whether mail to the domain is received.
	Enabled  bool            `json:"enabled"`
	MXRecord InboundMxRecord `json:"mx_record"`
}

type DomainLinks struct {
	// Whether links may have this host.
	Enabled bool `json:"enabled"`
	// `links.` and the domain.
	Host string `json:"host"`
	// The record to publish for it. Sending does not need it.
	Record DnsRecord `json:"record"`
	// The status of the record, as of the last verification. `failed` means that the published record
	// is wrong. One of "pending", "verified", "failed".
	Status string `json:"status"`
}

// DomainStatus: `failed` means that the published record is wrong.
type DomainStatus string

const (
	DomainStatusPending  DomainStatus = "pending"
	DomainStatusVerified DomainStatus = "verified"
	DomainStatusFailed   DomainStatus = "failed"
)

type DomainVerification struct {
	Domain string `json:"domain"`
	// Whether it can now send.
	FullyVerified bool `json:"fully_verified"`
	// One entry for each record that sending requires.
	Results []DomainCheck `json:"results"`
	// The status of the TXT record of its Ed25519 key, which also signs mail while the status is
	// `verified`; null without such a key.
	Ed25519Status *DomainStatus `json:"ed25519_status"`
	// The host of the links in its mail. Null if it can have none: the built-in domain, a name that
	// needs no DNS, or a deployment without link hosts.
	Links *DomainLinks `json:"links"`
}

type DomainsCreateBody struct {
	// A name below a public suffix, like `mail.example.com`.
	Domain string `json:"domain"`
}

func (r DomainsCreateBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type DomainsDmarcReportsParams struct {
	// Size of the page: 1 to 100. Values out of range are clamped.
	Limit int64 `query:"limit"`
	// The `next_cursor` of the previous page. Keep all filters the same.
	Cursor string `query:"cursor"`
	// Received at this time or later.
	From time.Time `query:"from"`
	// Received at this time or earlier.
	To time.Time `query:"to"`
}

type DomainsDmarcReportsResponse struct {
	Reports []DmarcReport `json:"reports"`
	// The cursor of the next page; null on the last page. A page of a search, or with several
	// filters, may be short, or even empty, while it is set.
	NextCursor *string `json:"next_cursor"`
}

type DomainsListParams struct {
	// Size of the page: 1 to 100. Values out of range are clamped.
	Limit int64 `query:"limit"`
	// The `next_cursor` of the previous page. Keep all filters the same.
	Cursor string `query:"cursor"`
}

type DomainsListResponse struct {
	Domains []Domain `json:"domains"`
	// The cursor of the next page; null on the last page. A page of a search, or with several
	// filters, may be short, or even empty, while it is set.
	NextCursor *string `json:"next_cursor"`
}

type DomainsSetEd25519Body struct {
	Enabled bool `json:"enabled"`
}

func (r DomainsSetEd25519Body) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type DomainsSetFromNameBody struct {
	// The name; null or empty for none.
	FromName *string `json:"from_name"`
	// NullFields names optional fields to send as null, which is not the same as leaving them out,
	// like "FirstName".
	NullFields []string `json:"-"`
}

func (r DomainsSetFromNameBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, r.NullFields)
}

type DomainsSetInboundBody struct {
	Enabled bool `json:"enabled"`
}

func (r DomainsSetInboundBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type DomainsSetLinksBody struct {
	Enabled bool `json:"enabled"`
}

func (r DomainsSetLinksBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type DomainsSetLogoBody struct {
	// An https URL of a square logo in SVG Tiny PS; null removes the logo.
	LogoURL *string `json:"logo_url"`
	// NullFields names optional fields to send as null, which is not the same as leaving them out,
	// like "FirstName".
	NullFields []string `json:"-"`
}

func (r DomainsSetLogoBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, r.NullFields)
}

type DomainsTlsReportsParams struct {
	// Size of the page: 1 to 100. Values out of range are clamped.
	Limit int64 `query:"limit"`
	// The `next_cursor` of the previous page. Keep all filters the same.
	Cursor string `query:"cursor"`
	// Received at this time or later.
	From time.Time `query:"from"`
	// Received at this time or earlier.
	To time.Time `query:"to"`
}

type DomainsTlsReportsResponse struct {
	Reports []TlsReport `json:"reports"`
	// The cursor of the next page; null on the last page. A page of a search, or with several
	// filters, may be short, or even empty, while it is set.
	NextCursor *string `json:"next_cursor"`
}

type DraftAttachment struct {
	// Name of the file; null for that of the upload.
	Filename *string `json:"filename"`
	// Its MIME type; null for that of the upload.
	ContentType *string `json:"content_type"`
	// Decoded, in bytes; null for an upload.
	Size *int64 `json:"size"`
	// The upload; null for a file that is not from one.
	UploadID *string `json:"upload_id"`
	// Name for references as `cid:…` in the HTML.
	ContentID *string `json:"content_id"`
}

type DraftKind string

const (
	DraftKindNew      DraftKind = "new"
	DraftKindReply    DraftKind = "reply"
	DraftKindReplyAll DraftKind = "reply_all"
	DraftKindForward  DraftKind = "forward"
)

type DraftStatus string

const (
	DraftStatusDraft   DraftStatus = "draft"
	DraftStatusSending DraftStatus = "sending"
	DraftStatusSent    DraftStatus = "sent"
)

type Endpoints struct {
	// The URL of the service, to which paths like `/v1/send` are added.
	BaseURL string `json:"base_url"`
	// The APIs of other services that the deployment has.
	CompatApis []EndpointsCompatApisItem `json:"compat_apis"`
	// The port of the SMTP listener with STARTTLS; null if there is none.
	SmtpPort *int64 `json:"smtp_port"`
	// Its port with TLS from the first byte; null if there is none.
	SmtpsPort *int64 `json:"smtps_port"`
}

type EndpointsCompatApisItem struct {
	// The service whose API it is, such as `resend`.
	Name string `json:"name"`
	// The URL to give to an SDK of that service.
	URL string `json:"url"`
}

type Erasure struct {
	// Messages from which this request has erased the address.
	Messages int64 `json:"messages"`
	// The same for received mail. That from or to the address is deleted.
	InboundEmails int64 `json:"inbound_emails"`
	// The same for contacts.
	Contacts int64 `json:"contacts"`
	// Where the address stays, because something would stop working without it, like a route that
	// forwards to it. Change or delete these yourself. At most 1,000.
	Kept []KeptAddress `json:"kept"`
}

type ErrorBody struct {
	// Branch on this. Treat an unknown code like its status class.
	Code string `json:"code"`
	// For people. The wording may change.
	Message string `json:"message"`
	// The HTTP status.
	Status int64 `json:"status"`
	// The invalid fields, if the request does not match its schema.
	Details []ErrorBodyDetailsItem `json:"details,omitempty"`
}

type ErrorBodyDetailsItem struct {
	// The field, like `payload.subject`; over REST, `body` is the whole body.
	Path string `json:"path"`
	// What it must be.
	Message string `json:"message"`
}

type ExportedMail struct {
	// The inbound email or the message.
	ID string `json:"id"`
	// Its thread.
	ThreadID string `json:"thread_id"`
	// Whether it was received or sent.
	Source MailSource `json:"source"`
	// The sender, like `Ada <ada@example.com>`.
	From string `json:"from"`
	// The first 200 recipients and your own address; for a mail to several of your addresses, all of
	// them.
	To []string `json:"to"`
	// The subject.
	Subject string `json:"subject"`
	// The plain text; null if there is none.
	TextBody *string `json:"text_body"`
	// When it arrived or was accepted.
	OccurredAt time.Time `json:"occurred_at"`
	// The files; get their bytes at their `url`.
	Attachments []MailAttachment `json:"attachments"`
}

type Folder string

const (
	FolderInbox   Folder = "inbox"
	FolderSent    Folder = "sent"
	FolderArchive Folder = "archive"
	FolderTrash   Folder = "trash"
	FolderSpam    Folder = "spam"
)

type InboundAttachment struct {
	Filename    string `json:"filename"`
	ContentType string `json:"content_type"`
	// Decoded, in bytes.
	Size int64 `json:"size"`
	// How the HTML refers to it, as `cid:…`; null if it does not.
	ContentID *string `json:"content_id"`
}

type InboundEmail struct {
	ID        string `json:"id"`
	AccountID string `json:"account_id"`
	Domain    string `json:"domain"`
	// The address in the envelope at which the mail arrived.
	Recipient string `json:"recipient"`
	// The inbox with exactly this address; null if there was none.
	InboxID *string `json:"inbox_id"`
	// As in the mail, decoded, like `Ada <ada@example.com>`; empty without a From.
	From         string              `json:"from"`
	To           []string            `json:"to"`
	Cc           []string            `json:"cc"`
	Subject      string              `json:"subject"`
	SPFVerdict   Verdict             `json:"spf_verdict"`
	DKIMVerdict  Verdict             `json:"dkim_verdict"`
	DMARCVerdict Verdict             `json:"dmarc_verdict"`
	SpamVerdict  Verdict             `json:"spam_verdict"`
	VirusVerdict Verdict             `json:"virus_verdict"`
	Attachments  []InboundAttachment `json:"attachments"`
	// Size of the raw message.
	SizeBytes  int64     `json:"size_bytes"`
	ReceivedAt time.Time `json:"received_at"`
	// Its thread in the mail app.
	ThreadID *string `json:"thread_id"`
	Text     *string `json:"text"`
	// As received. Do not show it to people: show `html_safe`.
	HTML *string `json:"html"`
	// The HTML for reading: sanitized, without remote images, with the inline images of the mail.
	HTMLSafe *string `json:"html_safe"`
	// The text without quoted mail and without its signature; null without text.
	ReplyText *string `json:"reply_text"`
	// In the order of the mail, decoded.
	Headers []InboundHeader `json:"headers"`
	// The Message-ID without angle brackets.
	RFCMessageID string `json:"rfc_message_id"`
	// Message ids without angle brackets.
	InReplyTo []string `json:"in_reply_to"`
	// Message ids without angle brackets, oldest first.
	References []string `json:"references"`
}

type InboundEmailSummary struct {
	ID        string `json:"id"`
	AccountID string `json:"account_id"`
	Domain    string `json:"domain"`
	// The address in the envelope at which the mail arrived.
	Recipient string `json:"recipient"`
	// The inbox with exactly this address; null if there was none.
	InboxID *string `json:"inbox_id"`
	// As in the mail, decoded, like `Ada <ada@example.com>`; empty without a From.
	From         string              `json:"from"`
	To           []string            `json:"to"`
	Cc           []string            `json:"cc"`
	Subject      string              `json:"subject"`
	SPFVerdict   Verdict             `json:"spf_verdict"`
	DKIMVerdict  Verdict             `json:"dkim_verdict"`
	DMARCVerdict Verdict             `json:"dmarc_verdict"`
	SpamVerdict  Verdict             `json:"spam_verdict"`
	VirusVerdict Verdict             `json:"virus_verdict"`
	Attachments  []InboundAttachment `json:"attachments"`
	// Size of the raw message.
	SizeBytes  int64     `json:"size_bytes"`
	ReceivedAt time.Time `json:"received_at"`
	// Its thread in the mail app.
	ThreadID *string `json:"thread_id"`
}

type InboundHeader struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type InboundListParams struct {
	// Size of the page: 1 to 100. Values out of range are clamped.
	Limit int64 `query:"limit"`
	// The `next_cursor` of the previous page. Keep all filters the same.
	Cursor string `query:"cursor"`
}

type InboundListResponse struct {
	Emails []InboundEmailSummary `json:"emails"`
	// The cursor of the next page; null on the last page. A page of a search, or with several
	// filters, may be short, or even empty, while it is set.
	NextCursor *string `json:"next_cursor"`
}

// InboundMxRecord: The record to publish at the domain, for mail to arrive here.
type InboundMxRecord struct {
	Type     string `json:"type"`
	Priority string `json:"priority"`
	// The host.
	Value string `json:"value"`
}

type InboundRoute struct {
	ID string `json:"id"`
	// The domain whose mail it forwards.
	Domain string `json:"domain"`
	// How the local part of the recipient must begin, in any case. Empty: all mail of the domain.
	MatchPrefix     string          `json:"match_prefix"`
	DestinationType DestinationType `json:"destination_type"`
	// Where a webhook route posts mail; null for an email route.
	ForwardURL *string `json:"forward_url"`
	// Where an email route sends mail; null for a webhook route.
	ForwardAddress *string `json:"forward_address"`
	// How a webhook route writes its requests. An email route makes no requests.
	Format WebhookFormat `json:"format"`
	// The public key that verifies requests in the format `sendgrid`. Null for other formats.
	VerificationKey *string `json:"verification_key"`
	// False while it forwards nothing.
	Active bool `json:"active"`
	// Whether a test key made it. Received mail is live, so such a route forwards nothing.
	TestMode  bool      `json:"test_mode"`
	CreatedAt time.Time `json:"created_at"`
}

type InboundRouteWithSecret struct {
	ID string `json:"id"`
	// The domain whose mail it forwards.
	Domain string `json:"domain"`
	// How the local part of the recipient must begin, in any case. Empty: all mail of the domain.
	MatchPrefix     string          `json:"match_prefix"`
	DestinationType DestinationType `json:"destination_type"`
	// Where a webhook route posts mail; null for an email route.
	ForwardURL *string `json:"forward_url"`
	// Where an email route sends mail; null for a webhook route.
	ForwardAddress *string `json:"forward_address"`
	// How a webhook route writes its requests. An email route makes no requests.
	Format WebhookFormat `json:"format"`
	// The public key that verifies requests in the format `sendgrid`. Null for other formats.
	VerificationKey *string `json:"verification_key"`
	// False while it forwards nothing.
	Active bool `json:"active"`
	// Whether a test key made it. Received mail is live, so such a route forwards nothing.
	TestMode  bool      `json:"test_mode"`
	CreatedAt time.Time `json:"created_at"`
	// Key of the signatures of its requests. Shown only here.
	SigningSecret string `json:"signing_secret"`
	// The same secret in the form that libraries for Standard Webhooks take.
	StandardSecret string `json:"standard_secret"`
}

type InboundRoutesCreateBody struct {
	// The name or id of a verified domain that receives mail.
	Domain          string          `json:"domain"`
	MatchPrefix     *string         `json:"match_prefix,omitempty"`
	DestinationType DestinationType `json:"destination_type"`
	// A public https URL, for a webhook route.
	ForwardURL *string `json:"forward_url,omitempty"`
	// An address, for an email route.
	ForwardAddress *string `json:"forward_address,omitempty"`
	// How a webhook route writes its requests: `postline` by default, or as another mail API hands
	// over received mail.
	Format *WebhookFormat `json:"format,omitempty"`
}

func (r InboundRoutesCreateBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type InboundRoutesListParams struct {
	// Size of the page: 1 to 100. Values out of range are clamped.
	Limit int64 `query:"limit"`
	// The `next_cursor` of the previous page. Keep all filters the same.
	Cursor string `query:"cursor"`
}

type InboundRoutesListResponse struct {
	Routes []InboundRoute `json:"routes"`
	// The cursor of the next page; null on the last page. A page of a search, or with several
	// filters, may be short, or even empty, while it is set.
	NextCursor *string `json:"next_cursor"`
}

type InboundRoutesUpdateBody struct {
	MatchPrefix     *string          `json:"match_prefix,omitempty"`
	DestinationType *DestinationType `json:"destination_type,omitempty"`
	// A public https URL, for a webhook route.
	ForwardURL *string `json:"forward_url,omitempty"`
	// An address, for an email route.
	ForwardAddress *string `json:"forward_address,omitempty"`
	// The format of new mail. Earlier mail keeps its own.
	Format *WebhookFormat `json:"format,omitempty"`
	// False to stop forwarding, true to go on.
	Active *bool `json:"active,omitempty"`
}

func (r InboundRoutesUpdateBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type Indicator struct {
	// Where the logo is; null if there is none.
	LogoURL *string `json:"logo_url"`
	// The record to publish; null without a logo.
	Record *BimiRecord `json:"record"`
	// The current DMARC policy in DNS. Records that DNS does not return count as missing.
	DMARC DmarcEnforcement `json:"dmarc"`
	// Whether DNS has the record at the moment.
	BIMIPublished bool `json:"bimi_published"`
	// Which mailbox providers also require a certificate.
	VMCNote string `json:"vmc_note"`
}

type KeptAddress struct {
	// The kind of object that still has the address. One of "account", "broadcast", "domain",
	// "inbound_route", "inbox", "saved_reply", "template", "webhook".
	Object string `json:"object"`
	// Its id.
	ID string `json:"id"`
	// The field with the address. `versions` for an earlier version of a template.
	Field string `json:"field"`
}

type KeysCreateBody struct {
	// What to call it, like `Web shop`: for people who read the list.
	Name *string `json:"name,omitempty"`
	// One of "send", "read", "admin".
	Scope    string `json:"scope"`
	TestMode *bool  `json:"test_mode,omitempty"`
	// Binds the key to these inboxes: it sees and answers only their mail, and does nothing else.
	// Left out, it is not bound.
	InboxIDs []string `json:"inbox_ids,omitempty"`
	// The addresses, and domains without their subdomains, that the key may write to. Left out, it
	// may write to everybody.
	SendTo    []string   `json:"send_to,omitempty"`
	ExpiresAt *time.Time `json:"expires_at,omitempty"`
}

func (r KeysCreateBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type KeysListParams struct {
	// Size of the page: 1 to 100. Values out of range are clamped.
	Limit int64 `query:"limit"`
	// The `next_cursor` of the previous page. Keep all filters the same.
	Cursor string `query:"cursor"`
}

type KeysListResponse struct {
	Keys []ApiKey `json:"keys"`
	// The cursor of the next page; null on the last page. A page of a search, or with several
	// filters, may be short, or even empty, while it is set.
	NextCursor *string `json:"next_cursor"`
}

type KeysRotateResponse struct {
	ID        string `json:"id"`
	Key       string `json:"key"`
	KeyPrefix string `json:"key_prefix"`
}

type MailAttachment struct {
	// Name of the file.
	Filename string `json:"filename"`
	// Its MIME type, like `image/png`.
	ContentType string `json:"content_type"`
	// Decoded, in bytes.
	Size int64 `json:"size"`
	// How the HTML refers to it, as `cid:…`; null if it does not.
	ContentID *string `json:"content_id"`
	// Where to get it with your key; null for files of mail that was sent.
	URL *string `json:"url"`
}

type MailBlockedSendersCreateBody struct {
	// An address, or a domain for all its addresses and subdomains.
	Sender string `json:"sender"`
}

func (r MailBlockedSendersCreateBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type MailBlockedSendersListParams struct {
	// Size of the page: 1 to 100. Values out of range are clamped.
	Limit int64 `query:"limit"`
	// The `next_cursor` of the previous page. Keep all filters the same.
	Cursor string `query:"cursor"`
}

type MailBlockedSendersListResponse struct {
	BlockedSenders []BlockedSender `json:"blocked_senders"`
	// The cursor of the next page; null on the last page. A page of a search, or with several
	// filters, may be short, or even empty, while it is set.
	NextCursor *string `json:"next_cursor"`
}

type MailChange struct {
	// The cursor after this change, to continue there.
	UpdateCursor string `json:"update_cursor"`
	// What happened. `merged`: all mail of the thread went into another. `split`: the mail was taken
	// out of its thread, and the thread begins with it. `updated`: something that lists show has
	// changed, such as the recipients. `deleted`: the mail is gone for good; without `mail`, the
	// thread. `label_renamed` concerns every thread with the label. `drafted`: a draft was created,
	// changed, or opened again. `draft_gone`: it was sent or deleted.
	Type MailChangeType `json:"type"`
	// When it was recorded.
	OccurredAt time.Time `json:"occurred_at"`
	// The thread; null for `label_renamed` and drafts.
	ThreadID *string `json:"thread_id"`
	// The mail that was received, sent, starred, changed or deleted; null if it is about the thread
	// as a whole.
	Mail *ChangedMail `json:"mail"`
	// For `merged`: the thread that has its mail now.
	MergedInto *string `json:"merged_into"`
	// For `noted`, `note_updated` and `note_deleted`: the note.
	NoteID *string `json:"note_id"`
	// For `split`: the thread that had the mail before.
	SplitFrom *string `json:"split_from"`
	// For `drafted` and `draft_gone`: the draft.
	DraftID *string `json:"draft_id"`
	// The draft as it is now, as lists show it; null if it was sent or is gone.
	Draft *MailDraftSummary `json:"draft"`
	// For `label_renamed`: the label.
	Label *RenamedLabel `json:"label"`
	// The thread as it is now; null if it is deleted, or merged into another.
	Thread *MailThreadSummary `json:"thread"`
}

type MailChangePage struct {
	// In the order in which they were recorded.
	Changes []MailChange `json:"changes"`
	// The cursor after them, for the next request.
	Cursor string `json:"cursor"`
	// Whether more have been recorded already.
	HasMore bool `json:"has_more"`
}

type MailChangeType string

const (
	MailChangeTypeReceived     MailChangeType = "received"
	MailChangeTypeSent         MailChangeType = "sent"
	MailChangeTypeRead         MailChangeType = "read"
	MailChangeTypeUnread       MailChangeType = "unread"
	MailChangeTypeStarred      MailChangeType = "starred"
	MailChangeTypeUnstarred    MailChangeType = "unstarred"
	MailChangeTypeMoved        MailChangeType = "moved"
	MailChangeTypeLabelled     MailChangeType = "labelled"
	MailChangeTypeSnoozed      MailChangeType = "snoozed"
	MailChangeTypeUnsnoozed    MailChangeType = "unsnoozed"
	MailChangeTypeAssigned     MailChangeType = "assigned"
	MailChangeTypeMerged       MailChangeType = "merged"
	MailChangeTypeSplit        MailChangeType = "split"
	MailChangeTypeUpdated      MailChangeType = "updated"
	MailChangeTypeDeleted      MailChangeType = "deleted"
	MailChangeTypeLabelRenamed MailChangeType = "label_renamed"
	MailChangeTypeNoted        MailChangeType = "noted"
	MailChangeTypeNoteUpdated  MailChangeType = "note_updated"
	MailChangeTypeNoteDeleted  MailChangeType = "note_deleted"
	MailChangeTypeDrafted      MailChangeType = "drafted"
	MailChangeTypeDraftGone    MailChangeType = "draft_gone"
)

type MailChangesParams struct {
	// The `update_cursor` of the last change that you have, or the `cursor` of a page. Without it, no
	// changes, but the current cursor.
	Cursor string `query:"cursor"`
	// Size of the page: 1 to 100. Values out of range are clamped.
	Limit int64 `query:"limit"`
}

type MailComposeBody struct {
	// The recipient, or several: at most 50 with those of cc and bcc.
	To []string `json:"to"`
	// Further recipients.
	Cc []string `json:"cc,omitempty"`
	// Further recipients, whom the others do not see.
	Bcc []string `json:"bcc,omitempty"`
	// The sender, at a verified domain of the account.
	From *string `json:"from,omitempty"`
	// The body as HTML.
	BodyHTML *string `json:"body_html,omitempty"`
	// The body as plain text.
	BodyText *string `json:"body_text,omitempty"`
	// Files that come with it: at most 7 MiB in all when decoded.
	Attachments []Attachment `json:"attachments,omitempty"`
	// When to send it: no more than 1 minute in the past and no more than 90 days in the future.
	// Until then the message can be canceled.
	ScheduledAt *time.Time `json:"scheduled_at,omitempty"`
	// Whether the signature of the inbox that it is from is added below the body. Default: false.
	Signature *bool `json:"signature,omitempty"`
	// Unique to this mail. Without one, each request sends another mail.
	IdempotencyKey string `json:"idempotency_key,omitempty"`
	// The subject. Required.
	Subject *string `json:"subject,omitempty"`
}

func (r MailComposeBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

func (r *MailComposeBody) key() *string { return &r.IdempotencyKey }

type MailDraft struct {
	ID string `json:"id"`
	// `new`, `reply`, `reply_all` or `forward`.
	Kind DraftKind `json:"kind"`
	// The thread that it answers or forwards; null for a new mail.
	ThreadID *string `json:"thread_id"`
	// The inbox that it is written in; null for none.
	InboxID *string `json:"inbox_id"`
	// `draft`, `sending` or `sent`. After an interruption it stays `sending` until it is sent again.
	Status DraftStatus `json:"status"`
	// Increases with every change of the content.
	Revision int64 `json:"revision"`
	// The sender; null if it is left open.
	From *string `json:"from"`
	// The recipients.
	To []string `json:"to"`
	// The cc recipients.
	Cc []string `json:"cc"`
	// The bcc recipients.
	Bcc []string `json:"bcc"`
	// The subject; null if it is left open.
	Subject *string `json:"subject"`
	// The message that it was sent as; null before.
	MessageID *string   `json:"message_id"`
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`
	// The body as plain text; null for none.
	BodyText *string `json:"body_text"`
	// The body as HTML; null for none.
	BodyHTML *string `json:"body_html"`
	// The files.
	Attachments []DraftAttachment `json:"attachments"`
	// Whether it is sent with the signature of the inbox that it is from.
	Signature bool `json:"signature"`
}

type MailDraftSummary struct {
	ID string `json:"id"`
	// `new`, `reply`, `reply_all` or `forward`.
	Kind DraftKind `json:"kind"`
	// The thread that it answers or forwards; null for a new mail.
	ThreadID *string `json:"thread_id"`
	// The inbox that it is written in; null for none.
	InboxID *string `json:"inbox_id"`
	// `draft`, `sending` or `sent`. After an interruption it stays `sending` until it is sent again.
	Status DraftStatus `json:"status"`
	// Increases with every change of the content.
	Revision int64 `json:"revision"`
	// The sender; null if it is left open.
	From *string `json:"from"`
	// The recipients.
	To []string `json:"to"`
	// The cc recipients.
	Cc []string `json:"cc"`
	// The bcc recipients.
	Bcc []string `json:"bcc"`
	// The subject; null if it is left open.
	Subject *string `json:"subject"`
	// The message that it was sent as; null before.
	MessageID *string   `json:"message_id"`
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`
}

type MailDraftsCreateBody struct {
	// What it is: `new`, or `reply`, `reply_all` or `forward` of a thread. Default: `reply` with a
	// thread.
	Kind *DraftKind `json:"kind,omitempty"`
	// The thread that it answers or forwards.
	ThreadID *string `json:"thread_id,omitempty"`
	// The inbox that it is written in: the default of `from`.
	InboxID *string `json:"inbox_id,omitempty"`
	// The recipients. A reply without any goes to those to whom `POST …/reply` would send it.
	To []string `json:"to,omitempty"`
	// Further recipients.
	Cc []string `json:"cc,omitempty"`
	// Further recipients, whom the others do not see.
	Bcc []string `json:"bcc,omitempty"`
	// The subject.
	Subject *string `json:"subject,omitempty"`
	// The body as plain text.
	BodyText *string `json:"body_text,omitempty"`
	// The body as HTML.
	BodyHTML *string `json:"body_html,omitempty"`
	// The sender, at a verified domain.
	From *string `json:"from,omitempty"`
	// Whether the signature of the inbox that it is from is added below the body. Default: false.
	Signature *bool `json:"signature,omitempty"`
	// All its files after the change: at most 7 MiB in all when decoded.
	Attachments []Attachment `json:"attachments,omitempty"`
}

func (r MailDraftsCreateBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type MailDraftsListParams struct {
	// Only drafts of this inbox.
	InboxID string `query:"inbox_id"`
	// Only drafts that answer or forward this thread.
	ThreadID string `query:"thread_id"`
	// Size of the page: 1 to 100. Values out of range are clamped.
	Limit int64 `query:"limit"`
	// The `next_cursor` of the previous page. Keep all filters the same.
	Cursor string `query:"cursor"`
}

type MailDraftsListResponse struct {
	Drafts []MailDraftSummary `json:"drafts"`
	// The cursor of the next page; null on the last page. A page of a search, or with several
	// filters, may be short, or even empty, while it is set.
	NextCursor *string `json:"next_cursor"`
}

type MailDraftsSendBody struct {
	// The revision that the change is based on. If the draft has another one, the answer is 409
	// `draft_changed`.
	Revision *int64 `json:"revision,omitempty"`
	// When to send it: no more than 1 minute in the past and no more than 90 days in the future.
	// Until then the message can be canceled.
	ScheduledAt *time.Time `json:"scheduled_at,omitempty"`
}

func (r MailDraftsSendBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type MailDraftsUpdateBody struct {
	// The revision that the change is based on. If the draft has another one, the answer is 409
	// `draft_changed`.
	Revision *int64 `json:"revision,omitempty"`
	// What it is: `new`, or `reply`, `reply_all` or `forward` of a thread. Default: `reply` with a
	// thread.
	Kind *DraftKind `json:"kind,omitempty"`
	// The thread that it answers or forwards.
	ThreadID *string `json:"thread_id,omitempty"`
	// The inbox that it is written in: the default of `from`.
	InboxID *string `json:"inbox_id,omitempty"`
	// The recipients. A reply without any goes to those to whom `POST …/reply` would send it.
	To []string `json:"to,omitempty"`
	// Further recipients.
	Cc []string `json:"cc,omitempty"`
	// Further recipients, whom the others do not see.
	Bcc []string `json:"bcc,omitempty"`
	// The subject.
	Subject *string `json:"subject,omitempty"`
	// The body as plain text.
	BodyText *string `json:"body_text,omitempty"`
	// The body as HTML.
	BodyHTML *string `json:"body_html,omitempty"`
	// The sender, at a verified domain.
	From *string `json:"from,omitempty"`
	// Whether the signature of the inbox that it is from is added below the body. Default: false.
	Signature *bool `json:"signature,omitempty"`
	// All its files after the change: at most 7 MiB in all when decoded.
	Attachments []Attachment `json:"attachments,omitempty"`
	// Files of the draft to keep, by their positions from 0. Those of `attachments` come after them;
	// the others are removed. Name the `revision` too, so that the positions are those that you have
	// read.
	KeepAttachments []int64 `json:"keep_attachments,omitempty"`
}

func (r MailDraftsUpdateBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type MailEntry struct {
	// The inbound email or the message.
	ID string `json:"id"`
	// Whether it was received or sent.
	Source MailSource `json:"source"`
	// The sender, like `Ada <ada@example.com>`; empty without one.
	From string `json:"from"`
	// The first 200 recipients and your own address; for a mail to several of your addresses, all of
	// them.
	To []string `json:"to"`
	// The first 200 cc recipients and your own address.
	Cc []string `json:"cc"`
	// The subject.
	Subject string `json:"subject"`
	// The HTML as it was received or sent. Do not show received HTML to people: show `html_safe`.
	HTMLBody *string `json:"html_body"`
	// Received HTML for reading: sanitized, without remote images. Null for mail that was sent.
	HTMLSafe *string `json:"html_safe"`
	// The plain text; null if there is none.
	TextBody *string `json:"text_body"`
	// The text without quoted mail and without its signature; null without text.
	ReplyText *string `json:"reply_text"`
	// Whether the bodies are left out, because the thread is too large for one response.
	Truncated bool `json:"truncated"`
	// When it arrived or was accepted.
	OccurredAt time.Time `json:"occurred_at"`
	// `received`, or the status of the message. One of "received", "queued", "scheduled", "canceled",
	// "sent", "delivered", "opened", "clicked", "delivery_delayed", "bounced", "complained",
	// "failed", "suppressed".
	Status string `json:"status"`
	// For a scheduled mail: when it leaves. Until then, canceling the message takes it back. Null for
	// others.
	UndoUntil *time.Time `json:"undo_until"`
	// The Message-ID without angle brackets.
	RFCMessageID string `json:"rfc_message_id"`
	// Whether the mail has a star.
	IsStarred bool `json:"is_starred"`
	// Null for mail that was sent, like the other verdicts.
	SPFVerdict *Verdict `json:"spf_verdict"`
	// The result of the DKIM check.
	DKIMVerdict *Verdict `json:"dkim_verdict"`
	// The result of the DMARC check.
	DMARCVerdict *Verdict `json:"dmarc_verdict"`
	// The files.
	Attachments []MailAttachment `json:"attachments"`
	// The timeline of a sent mail, oldest event first; empty for received mail.
	Events []TimelineEvent `json:"events"`
}

type MailExport struct {
	// When it was made.
	ExportedAt time.Time `json:"exported_at"`
	// Number of mails.
	Count int64 `json:"count"`
	// The mails, newest thread first, oldest mail of it first.
	Messages []ExportedMail `json:"messages"`
}

type MailExportMboxParams struct {
	// Only this folder. `sent` has the threads with a mail of ours that are not in trash or spam.
	Folder Folder `query:"folder"`
	// Only threads with this label, by its name.
	Label string `query:"label"`
	// Only threads with a mail that matches this search, in the language of GET /v1/mail/search.
	Q string `query:"q"`
	// Only mail of this inbox.
	InboxID string `query:"inbox_id"`
	// Only mail of this exact address of yours, with or without an inbox.
	Inbox string `query:"inbox"`
	// Only threads with unread mail, or only those without.
	Unread *bool `query:"unread"`
	// Only threads with a star, or only those without.
	Starred *bool `query:"starred"`
	// Size of the page: 1 to 5,000. Values out of range are clamped.
	Limit int64 `query:"limit"`
}

type MailExportParams struct {
	// Only this folder. `sent` has the threads with a mail of ours that are not in trash or spam.
	Folder Folder `query:"folder"`
	// Only threads with this label, by its name.
	Label string `query:"label"`
	// Only threads with a mail that matches this search, in the language of GET /v1/mail/search.
	Q string `query:"q"`
	// Only mail of this inbox.
	InboxID string `query:"inbox_id"`
	// Only mail of this exact address of yours, with or without an inbox.
	Inbox string `query:"inbox"`
	// Only threads with unread mail, or only those without.
	Unread *bool `query:"unread"`
	// Only threads with a star, or only those without.
	Starred *bool `query:"starred"`
	// Size of the page: 1 to 5,000. Values out of range are clamped.
	Limit int64 `query:"limit"`
	// `json` or, over REST, `mbox`. Default: `json`.
	Format string `query:"format"`
}

type MailInbox struct {
	ID string `json:"id"`
	// The domain.
	DomainID string `json:"domain_id"`
	// The name of the domain.
	Domain string `json:"domain"`
	// The part before the @.
	LocalPart string `json:"local_part"`
	// The address, in lower case.
	Address string `json:"address"`
	// A name for people; null if it has none.
	Name *string `json:"name"`
	// Whether compose uses it as the default sender.
	Active bool `json:"active"`
	// Its signature as HTML; null if it has none.
	SignatureHTML *string `json:"signature_html"`
	// Its signature as plain text; null if it has none.
	SignatureText *string   `json:"signature_text"`
	CreatedAt     time.Time `json:"created_at"`
	UpdatedAt     time.Time `json:"updated_at"`
}

type MailInboxesCreateBody struct {
	// The address. Or give `domain` and `local_part`.
	Address *string `json:"address,omitempty"`
	// A domain of the account, with `local_part`.
	Domain *string `json:"domain,omitempty"`
	// The part before the @, with `domain`.
	LocalPart *string `json:"local_part,omitempty"`
	// A name for people.
	Name *string `json:"name,omitempty"`
}

func (r MailInboxesCreateBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type MailInboxesListParams struct {
	// Size of the page: 1 to 100. Values out of range are clamped.
	Limit int64 `query:"limit"`
	// The `next_cursor` of the previous page. Keep all filters the same.
	Cursor string `query:"cursor"`
}

type MailInboxesListResponse struct {
	Inboxes []MailInbox `json:"inboxes"`
	// The cursor of the next page; null on the last page. A page of a search, or with several
	// filters, may be short, or even empty, while it is set.
	NextCursor *string `json:"next_cursor"`
}

type MailInboxesUpdateBody struct {
	// A name for people.
	Name *string `json:"name,omitempty"`
	// Its signature in mail as HTML. Made from the text if there is none. Null removes it.
	SignatureHTML *string `json:"signature_html,omitempty"`
	// Its signature in mail as plain text. Made from the HTML if there is none. Null removes it.
	SignatureText *string `json:"signature_text,omitempty"`
	// NullFields names optional fields to send as null, which is not the same as leaving them out,
	// like "FirstName".
	NullFields []string `json:"-"`
}

func (r MailInboxesUpdateBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, r.NullFields)
}

type MailLabel struct {
	ID string `json:"id"`
	// Its name, unique ignoring case.
	Name string `json:"name"`
	// A color for display; null if it has none.
	Color *string `json:"color"`
	// How many threads with it have unread mail, in all folders together; 1,000 if there are more.
	Unread    int64     `json:"unread"`
	CreatedAt time.Time `json:"created_at"`
}

type MailLabelsCreateBody struct {
	// Its name, unique ignoring case.
	Name string `json:"name"`
	// A color for display, like `#ff8800`.
	Color *string `json:"color,omitempty"`
}

func (r MailLabelsCreateBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type MailLabelsListParams struct {
	// Size of the page: 1 to 100. Values out of range are clamped.
	Limit int64 `query:"limit"`
	// The `next_cursor` of the previous page. Keep all filters the same.
	Cursor string `query:"cursor"`
}

type MailLabelsListResponse struct {
	Labels []MailLabel `json:"labels"`
	// The cursor of the next page; null on the last page. A page of a search, or with several
	// filters, may be short, or even empty, while it is set.
	NextCursor *string `json:"next_cursor"`
}

type MailLabelsUpdateBody struct {
	// Its name, unique ignoring case.
	Name *string `json:"name,omitempty"`
	// A color for display, like `#ff8800`.
	Color *string `json:"color,omitempty"`
}

func (r MailLabelsUpdateBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type MailMessagesStarBody struct {
	// Default: true.
	Starred *bool `json:"starred,omitempty"`
}

func (r MailMessagesStarBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type MailMessagesStarResponse struct {
	// Whether it was received or sent.
	Source MailSource `json:"source"`
	// The inbound email or the message.
	ID string `json:"id"`
	// Whether it has a star.
	Starred bool `json:"starred"`
}

type MailNote struct {
	ID string `json:"id"`
	// The thread.
	ThreadID string `json:"thread_id"`
	// What it says: plain text.
	Text string `json:"text"`
	// Who wrote it: the name given with it, or that of the key.
	Author string `json:"author"`
	// The API key that it was written with.
	KeyID     string    `json:"key_id"`
	CreatedAt time.Time `json:"created_at"`
	// When its text last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

type MailNotesCreateBody struct {
	// What it says: plain text.
	Text string `json:"text"`
	// Who writes it, in your own words, if several people use the key. Default: the name of the key.
	Author *string `json:"author,omitempty"`
}

func (r MailNotesCreateBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type MailNotesListParams struct {
	// Size of the page: 1 to 100. Values out of range are clamped.
	Limit int64 `query:"limit"`
	// The `next_cursor` of the previous page. Keep all filters the same.
	Cursor string `query:"cursor"`
}

type MailNotesListResponse struct {
	Notes []MailNote `json:"notes"`
	// The cursor of the next page; null on the last page. A page of a search, or with several
	// filters, may be short, or even empty, while it is set.
	NextCursor *string `json:"next_cursor"`
}

type MailNotesUpdateBody struct {
	// What it says: plain text.
	Text string `json:"text"`
}

func (r MailNotesUpdateBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type MailPresence struct {
	// Who is at the thread, by name, the client itself too; at most 50.
	Clients []PresentClient `json:"clients"`
}

type MailPresenceSetBody struct {
	// Distinguishes the clients of a key, such as browser tabs: a random text of at most 64
	// characters.
	ClientID string `json:"client_id"`
	// `viewing` or `writing`.
	State PresenceState `json:"state"`
	// Who it is, in your own words, if several people use the key. Default: the name of the key.
	Name *string `json:"name,omitempty"`
}

func (r MailPresenceSetBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type MailSavedRepliesCreateBody struct {
	// Its name, unique ignoring case.
	Name string `json:"name"`
	// The subject, which may contain `{{ name }}` variables; null to keep that of the answer.
	Subject *string `json:"subject,omitempty"`
	// The HTML, which may contain `{{ name }}` variables; their values are escaped. Null if there is
	// none.
	BodyHTML *string `json:"body_html,omitempty"`
	// The plain text, which may contain `{{ name }}` variables; null if there is none.
	BodyText *string `json:"body_text,omitempty"`
	// NullFields names optional fields to send as null, which is not the same as leaving them out,
	// like "FirstName".
	NullFields []string `json:"-"`
}

func (r MailSavedRepliesCreateBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, r.NullFields)
}

type MailSavedRepliesListParams struct {
	// Size of the page: 1 to 100. Values out of range are clamped.
	Limit int64 `query:"limit"`
	// The `next_cursor` of the previous page. Keep all filters the same.
	Cursor string `query:"cursor"`
}

type MailSavedRepliesListResponse struct {
	SavedReplies []SavedReply `json:"saved_replies"`
	// The cursor of the next page; null on the last page. A page of a search, or with several
	// filters, may be short, or even empty, while it is set.
	NextCursor *string `json:"next_cursor"`
}

type MailSavedRepliesRenderBody struct {
	// The thread to reply to. It and its sender provide the variables.
	ThreadID string `json:"thread_id"`
	// Whether to show it with the signature that a reply with `signature` gets. Default: false.
	Signature *bool `json:"signature,omitempty"`
}

func (r MailSavedRepliesRenderBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type MailSavedRepliesUpdateBody struct {
	Name *string `json:"name,omitempty"`
	// The subject, which may contain `{{ name }}` variables; null to keep that of the answer.
	Subject *string `json:"subject,omitempty"`
	// The HTML, which may contain `{{ name }}` variables; their values are escaped. Null if there is
	// none.
	BodyHTML *string `json:"body_html,omitempty"`
	// The plain text, which may contain `{{ name }}` variables; null if there is none.
	BodyText *string `json:"body_text,omitempty"`
	// NullFields names optional fields to send as null, which is not the same as leaving them out,
	// like "FirstName".
	NullFields []string `json:"-"`
}

func (r MailSavedRepliesUpdateBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, r.NullFields)
}

type MailSearchParams struct {
	// Words, which match words with this beginning (from 3 letters on), ignoring case and marks on
	// letters, `"a whole word"` or `"a phrase"`, `-word`, `or`, and the operators `from:`, `to:`,
	// `subject:`, `has:attachment`, `filename:`, `after:YYYY-MM-DD` (with that day),
	// `before:YYYY-MM-DD`, `larger:10k`, `smaller:5M`, `in:` a folder, `is:unread`, `is:read`,
	// `is:starred`, `label:` and `rfc822msgid:`. Only the first 100 recipients of a mail are
	// searched.
	Q string `query:"q"`
	// Only mail of this inbox.
	InboxID string `query:"inbox_id"`
	// Only mail of this exact address of yours.
	Inbox string `query:"inbox"`
	// Size of the page: 1 to 100. Values out of range are clamped.
	Limit int64 `query:"limit"`
	// The `next_cursor` of the previous page. Keep all filters the same.
	Cursor string `query:"cursor"`
}

type MailSearchResponse struct {
	Results []MailSearchResult `json:"results"`
	// The cursor of the next page; null on the last page. A page of a search, or with several
	// filters, may be short, or even empty, while it is set.
	NextCursor *string `json:"next_cursor"`
	// For people: parts of the search that are not operators and were searched as words, like
	// `foo:bar`.
	Hints []string `json:"hints"`
}

type MailSearchResult struct {
	// Its thread.
	ThreadID string `json:"thread_id"`
	// Whether it was received or sent.
	Source MailSource `json:"source"`
	// The inbound email or the message.
	MessageRef string `json:"message_ref"`
	// The sender, like `Ada <ada@example.com>`.
	From string `json:"from"`
	// The subject.
	Subject string `json:"subject"`
	// The beginning of its text without what it quotes, at most 200 characters.
	Snippet string `json:"snippet"`
	// When it arrived or was accepted.
	OccurredAt time.Time `json:"occurred_at"`
}

type MailSource string

const (
	MailSourceInbound  MailSource = "inbound"
	MailSourceOutbound MailSource = "outbound"
)

type MailThread struct {
	ID string `json:"id"`
	// That of its first mail.
	Subject string `json:"subject"`
	// The beginning of its newest mail without what it quotes, at most 200 characters.
	Snippet string `json:"snippet"`
	// The addresses of everyone in its mails, in lower case; at most 100.
	Participants []string `json:"participants"`
	// Their names as the mails have them, in the same order; empty for an address without one.
	ParticipantNames []string `json:"participant_names"`
	// When its newest mail arrived or was accepted.
	LastMessageAt time.Time `json:"last_message_at"`
	// Number of mails.
	MessageCount int64 `json:"message_count"`
	// Whether it has mail that nobody has read.
	HasUnread bool `json:"has_unread"`
	// Whether it has a star.
	IsStarred bool `json:"is_starred"`
	// The names of its labels, by name.
	Labels []string `json:"labels"`
	// Where it is; `sent` if it has only mail of ours.
	Folder Folder `json:"folder"`
	// Until when it is hidden from the inbox; null if it is not snoozed.
	SnoozedUntil *time.Time `json:"snoozed_until"`
	// Who takes care of it; null for nobody.
	Assignee *string `json:"assignee"`
	// Number of its internal notes.
	NoteCount int64 `json:"note_count"`
	// Its mails, oldest first; of more than 2,000, the newest 2,000.
	Messages []MailEntry `json:"messages"`
}

type MailThreadSummary struct {
	ID string `json:"id"`
	// That of its first mail.
	Subject string `json:"subject"`
	// The beginning of its newest mail without what it quotes, at most 200 characters.
	Snippet string `json:"snippet"`
	// The addresses of everyone in its mails, in lower case; at most 100.
	Participants []string `json:"participants"`
	// Their names as the mails have them, in the same order; empty for an address without one.
	ParticipantNames []string `json:"participant_names"`
	// When its newest mail arrived or was accepted.
	LastMessageAt time.Time `json:"last_message_at"`
	// Number of mails.
	MessageCount int64 `json:"message_count"`
	// Whether it has mail that nobody has read.
	HasUnread bool `json:"has_unread"`
	// Whether it has a star.
	IsStarred bool `json:"is_starred"`
	// The names of its labels, by name.
	Labels []string `json:"labels"`
	// Where it is; `sent` if it has only mail of ours.
	Folder Folder `json:"folder"`
	// Until when it is hidden from the inbox; null if it is not snoozed.
	SnoozedUntil *time.Time `json:"snoozed_until"`
	// Who takes care of it; null for nobody.
	Assignee *string `json:"assignee"`
	// Number of its internal notes.
	NoteCount int64 `json:"note_count"`
}

type MailThreadsAssignBody struct {
	// Who takes care of it, in your own words: a name or an address. Null for nobody.
	Assignee *string `json:"assignee"`
	// NullFields names optional fields to send as null, which is not the same as leaving them out,
	// like "FirstName".
	NullFields []string `json:"-"`
}

func (r MailThreadsAssignBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, r.NullFields)
}

type MailThreadsAssignResponse struct {
	ID string `json:"id"`
	// Who takes care of it; null for nobody.
	Assignee *string `json:"assignee"`
}

type MailThreadsChangeLabelsBody struct {
	// Names of labels that it gets. Unknown label names are ignored.
	Add []string `json:"add,omitempty"`
	// Names of labels that it loses.
	Remove []string `json:"remove,omitempty"`
}

func (r MailThreadsChangeLabelsBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type MailThreadsChangeLabelsResponse struct {
	// The thread.
	ID string `json:"id"`
}

type MailThreadsChangeManyBody struct {
	// The threads to change, at most 1,000.
	ThreadIDs []string `json:"thread_ids"`
	// Where to: inbox, archive, trash or spam. It cannot be combined with `snoozed_until`.
	Folder *TargetFolder `json:"folder,omitempty"`
	// Whether they are marked read, or unread.
	Read *bool `json:"read,omitempty"`
	// Whether they have a star.
	Starred *bool `json:"starred,omitempty"`
	// Names of labels that they get. Unknown label names are ignored.
	AddLabels []string `json:"add_labels,omitempty"`
	// Names of labels that they lose.
	RemoveLabels []string `json:"remove_labels,omitempty"`
	// Who takes care of them, in your own words: a name or an address. Null for nobody.
	Assignee *string `json:"assignee,omitempty"`
	// When they come back to the inbox; null for now. At most 366 days from now.
	SnoozedUntil *time.Time `json:"snoozed_until,omitempty"`
	// NullFields names optional fields to send as null, which is not the same as leaving them out,
	// like "FirstName".
	NullFields []string `json:"-"`
}

func (r MailThreadsChangeManyBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, r.NullFields)
}

type MailThreadsForwardBody struct {
	// The recipient, or several: at most 50 with those of cc and bcc.
	To []string `json:"to"`
	// Further recipients.
	Cc []string `json:"cc,omitempty"`
	// Further recipients, whom the others do not see.
	Bcc []string `json:"bcc,omitempty"`
	// The sender, at a verified domain of the account.
	From *string `json:"from,omitempty"`
	// The body as HTML.
	BodyHTML *string `json:"body_html,omitempty"`
	// The body as plain text.
	BodyText *string `json:"body_text,omitempty"`
	// Files that come with it: at most 7 MiB in all when decoded.
	Attachments []Attachment `json:"attachments,omitempty"`
	// When to send it: no more than 1 minute in the past and no more than 90 days in the future.
	// Until then the message can be canceled.
	ScheduledAt *time.Time `json:"scheduled_at,omitempty"`
	// Whether the signature of the inbox that it is from is added below the body. Default: false.
	Signature *bool `json:"signature,omitempty"`
	// Unique to this mail. Without one, each request sends another mail.
	IdempotencyKey string `json:"idempotency_key,omitempty"`
	// The subject. Default: `Fwd: ` and the subject of the newest received mail.
	Subject *string `json:"subject,omitempty"`
}

func (r MailThreadsForwardBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

func (r *MailThreadsForwardBody) key() *string { return &r.IdempotencyKey }

type MailThreadsListParams struct {
	// Only this folder. `sent` has the threads with a mail of ours that are not in trash or spam.
	Folder Folder `query:"folder"`
	// Only threads with this label, by its name.
	Label string `query:"label"`
	// Only threads with a mail that matches this search, in the language of GET /v1/mail/search.
	Q string `query:"q"`
	// Only mail of this inbox.
	InboxID string `query:"inbox_id"`
	// Only mail of this exact address of yours, with or without an inbox.
	Inbox string `query:"inbox"`
	// Only threads with unread mail, or only those without.
	Unread *bool `query:"unread"`
	// Only threads with a star, or only those without.
	Starred *bool `query:"starred"`
	// Size of the page: 1 to 100. Values out of range are clamped.
	Limit int64 `query:"limit"`
	// The `next_cursor` of the previous page. Keep all filters the same.
	Cursor string `query:"cursor"`
}

type MailThreadsListResponse struct {
	Threads []MailThreadSummary `json:"threads"`
	// The cursor of the next page; null on the last page. A page of a search, or with several
	// filters, may be short, or even empty, while it is set.
	NextCursor *string `json:"next_cursor"`
	// For people: parts of the search that are not operators and were searched as words, like
	// `foo:bar`.
	Hints []string `json:"hints"`
}

type MailThreadsMarkReadBody struct {
	// Default: true.
	Read *bool `json:"read,omitempty"`
}

func (r MailThreadsMarkReadBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type MailThreadsMarkReadResponse struct {
	ID string `json:"id"`
	// Whether the thread is read.
	Read bool `json:"read"`
}

type MailThreadsMergeBody struct {
	// The thread whose mail moves into the other one. Its id then leads to that thread.
	ThreadID string `json:"thread_id"`
}

func (r MailThreadsMergeBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type MailThreadsMoveBody struct {
	// Where to: inbox, archive, trash or spam.
	Folder TargetFolder `json:"folder"`
}

func (r MailThreadsMoveBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type MailThreadsMoveResponse struct {
	ID string `json:"id"`
	// Where it is now.
	Folder Folder `json:"folder"`
}

type MailThreadsReplyBody struct {
	// The recipients. Default: the first sender in the thread.
	To []string `json:"to,omitempty"`
	// Further recipients.
	Cc []string `json:"cc,omitempty"`
	// Further recipients, whom the others do not see.
	Bcc []string `json:"bcc,omitempty"`
	// The sender, at a verified domain of the account.
	From *string `json:"from,omitempty"`
	// The body as HTML.
	BodyHTML *string `json:"body_html,omitempty"`
	// The body as plain text.
	BodyText *string `json:"body_text,omitempty"`
	// Files that come with it: at most 7 MiB in all when decoded.
	Attachments []Attachment `json:"attachments,omitempty"`
	// When to send it: no more than 1 minute in the past and no more than 90 days in the future.
	// Until then the message can be canceled.
	ScheduledAt *time.Time `json:"scheduled_at,omitempty"`
	// Whether the signature of the inbox that it is from is added below the body. Default: false.
	Signature *bool `json:"signature,omitempty"`
	// Unique to this mail. Without one, each request sends another mail.
	IdempotencyKey string `json:"idempotency_key,omitempty"`
	// The subject. Default: `Re: ` and the subject of the thread without such prefixes.
	Subject *string `json:"subject,omitempty"`
}

func (r MailThreadsReplyBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

func (r *MailThreadsReplyBody) key() *string { return &r.IdempotencyKey }

type MailThreadsSetLabelsBody struct {
	// The names of all its labels from now on. Unknown label names are ignored.
	Labels []string `json:"labels"`
}

func (r MailThreadsSetLabelsBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type MailThreadsSetLabelsResponse struct {
	// The thread.
	ID string `json:"id"`
}

type MailThreadsSnoozeBody struct {
	// When it comes back to the inbox; null for now. At most 366 days from now.
	Until *time.Time `json:"until"`
	// NullFields names optional fields to send as null, which is not the same as leaving them out,
	// like "FirstName".
	NullFields []string `json:"-"`
}

func (r MailThreadsSnoozeBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, r.NullFields)
}

type MailThreadsSnoozeResponse struct {
	ID string `json:"id"`
	// Until when it is hidden from the inbox; null if it is not snoozed.
	SnoozedUntil *time.Time `json:"snoozed_until"`
}

type MailThreadsStarBody struct {
	// Default: true.
	Starred *bool `json:"starred,omitempty"`
}

func (r MailThreadsStarBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type MailThreadsStarResponse struct {
	ID string `json:"id"`
	// Whether it has a star.
	Starred bool `json:"starred"`
}

type Message struct {
	ID      string  `json:"id"`
	Channel Channel `json:"channel"`
	// The type of the newest timeline event, once there is one.
	Status      MessageStatus `json:"status"`
	MessageType MessageType   `json:"message_type"`
	// The sender, like `Me <me@example.com>`.
	From *string `json:"from"`
	// The addresses of the main recipients.
	To []string `json:"to"`
	// The addresses of the cc recipients.
	Cc []string `json:"cc"`
	// The subject; of a template, the rendered one.
	Subject *string `json:"subject"`
	// The tags; null if it was sent with none.
	Tags MessageTags `json:"tags"`
	// When it leaves; null if it was sent at once.
	ScheduledAt *time.Time `json:"scheduled_at"`
	// Whether it was sent with a test key.
	TestMode          bool      `json:"test_mode"`
	CreatedAt         time.Time `json:"created_at"`
	IdempotencyKey    string    `json:"idempotency_key"`
	ProviderMessageID *string   `json:"provider_message_id"`
	UpdatedAt         time.Time `json:"updated_at"`
	// Oldest first.
	Events []TimelineEvent `json:"events"`
}

type MessageContent struct {
	// The sender, like `Me <me@example.com>`.
	From string `json:"from"`
	// The main recipients, with their names.
	To []string `json:"to"`
	// The cc recipients.
	Cc []string `json:"cc"`
	// The bcc recipients.
	Bcc []string `json:"bcc"`
	// Where answers go.
	ReplyTo []string `json:"reply_to"`
	// The subject; of a template, the rendered one.
	Subject string `json:"subject"`
	// The HTML, before links are tracked; null if there is none.
	BodyHTML *string `json:"body_html"`
	// The plain text; null if there is none.
	BodyText *string `json:"body_text"`
	// The custom headers.
	Headers map[string]string `json:"headers"`
	// The files, without their bytes.
	Attachments []StoredAttachment `json:"attachments"`
}

type MessageStatus string

const (
	MessageStatusQueued          MessageStatus = "queued"
	MessageStatusScheduled       MessageStatus = "scheduled"
	MessageStatusCanceled        MessageStatus = "canceled"
	MessageStatusSent            MessageStatus = "sent"
	MessageStatusDelivered       MessageStatus = "delivered"
	MessageStatusOpened          MessageStatus = "opened"
	MessageStatusClicked         MessageStatus = "clicked"
	MessageStatusDeliveryDelayed MessageStatus = "delivery_delayed"
	MessageStatusBounced         MessageStatus = "bounced"
	MessageStatusComplained      MessageStatus = "complained"
	MessageStatusFailed          MessageStatus = "failed"
	MessageStatusSuppressed      MessageStatus = "suppressed"
)

type MessageSummary struct {
	ID      string  `json:"id"`
	Channel Channel `json:"channel"`
	// The type of the newest timeline event, once there is one.
	Status      MessageStatus `json:"status"`
	MessageType MessageType   `json:"message_type"`
	// The sender, like `Me <me@example.com>`.
	From *string `json:"from"`
	// The addresses of the main recipients.
	To []string `json:"to"`
	// The addresses of the cc recipients.
	Cc []string `json:"cc"`
	// The subject; of a template, the rendered one.
	Subject *string `json:"subject"`
	// The tags; null if it was sent with none.
	Tags MessageTags `json:"tags"`
	// When it leaves; null if it was sent at once.
	ScheduledAt *time.Time `json:"scheduled_at"`
	// Whether it was sent with a test key.
	TestMode  bool      `json:"test_mode"`
	CreatedAt time.Time `json:"created_at"`
}

type MessageTags map[string]string

type MessageType string

const (
	MessageTypeTransactional MessageType = "transactional"
	MessageTypeMarketing     MessageType = "marketing"
)

type MessagesCancelResponse struct {
	ID     string `json:"id"`
	Status string `json:"status"`
}

type MessagesExportCsvParams struct {
	Channel Channel       `query:"channel"`
	Status  MessageStatus `query:"status"`
	// Words of the subject, or addresses of recipients or of the sender; all must match. Words and
	// addresses of three letters or more may be beginnings. Or, alone, the id or the idempotency key
	// of a message.
	Search string `query:"search"`
	// A tag, like `order`, or a tag and its exact value, like `order:8471`.
	Tag string `query:"tag"`
	// The whole address of a recipient: to, cc or bcc.
	Recipient string `query:"recipient"`
	// The whole address of the sender.
	Sender string `query:"sender"`
	// Only mail of this template, by its id or slug.
	TemplateID string `query:"template_id"`
	// Only mail that this API key has sent.
	KeyID string `query:"key_id"`
	// Only mail of this broadcast.
	BroadcastID string `query:"broadcast_id"`
	// Whether the message was sent with a test key.
	TestMode *bool `query:"test_mode"`
	// Created at this time or later.
	From time.Time `query:"from"`
	// Created at this time or earlier.
	To time.Time `query:"to"`
}

type MessagesExportNdjsonParams struct {
	Channel Channel       `query:"channel"`
	Status  MessageStatus `query:"status"`
	// Words of the subject, or addresses of recipients or of the sender; all must match. Words and
	// addresses of three letters or more may be beginnings. Or, alone, the id or the idempotency key
	// of a message.
	Search string `query:"search"`
	// A tag, like `order`, or a tag and its exact value, like `order:8471`.
	Tag string `query:"tag"`
	// The whole address of a recipient: to, cc or bcc.
	Recipient string `query:"recipient"`
	// The whole address of the sender.
	Sender string `query:"sender"`
	// Only mail of this template, by its id or slug.
	TemplateID string `query:"template_id"`
	// Only mail that this API key has sent.
	KeyID string `query:"key_id"`
	// Only mail of this broadcast.
	BroadcastID string `query:"broadcast_id"`
	// Whether the message was sent with a test key.
	TestMode *bool `query:"test_mode"`
	// Created at this time or later.
	From time.Time `query:"from"`
	// Created at this time or earlier.
	To time.Time `query:"to"`
}

type MessagesGetByIdempotencyKeyParams struct {
	IdempotencyKey string `query:"idempotency_key"`
}

type MessagesListParams struct {
	Channel Channel       `query:"channel"`
	Status  MessageStatus `query:"status"`
	// Words of the subject, or addresses of recipients or of the sender; all must match. Words and
	// addresses of three letters or more may be beginnings. Or, alone, the id or the idempotency key
	// of a message.
	Search string `query:"search"`
	// A tag, like `order`, or a tag and its exact value, like `order:8471`.
	Tag string `query:"tag"`
	// The whole address of a recipient: to, cc or bcc.
	Recipient string `query:"recipient"`
	// The whole address of the sender.
	Sender string `query:"sender"`
	// Only mail of this template, by its id or slug.
	TemplateID string `query:"template_id"`
	// Only mail that this API key has sent.
	KeyID string `query:"key_id"`
	// Only mail of this broadcast.
	BroadcastID string `query:"broadcast_id"`
	// Whether the message was sent with a test key.
	TestMode *bool `query:"test_mode"`
	// Created at this time or later.
	From time.Time `query:"from"`
	// Created at this time or earlier.
	To time.Time `query:"to"`
	// Size of the page: 1 to 100. Values out of range are clamped.
	Limit int64 `query:"limit"`
	// The `next_cursor` of the previous page. Keep all filters the same.
	Cursor string `query:"cursor"`
}

type MessagesListResponse struct {
	Messages []MessageSummary `json:"messages"`
	// The cursor of the next page; null on the last page. A page of a search, or with several
	// filters, may be short, or even empty, while it is set.
	NextCursor *string `json:"next_cursor"`
}

type MessagesResendBody struct {
	// Unique to the new message. Without one, each request makes another message.
	IdempotencyKey string `json:"idempotency_key,omitempty"`
}

func (r MessagesResendBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

func (r *MessagesResendBody) key() *string { return &r.IdempotencyKey }

type MessagesValidateBody struct {
	Email string `json:"email"`
}

func (r MessagesValidateBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type Metadata map[string]any

type OnDuplicateContact string

const (
	OnDuplicateContactSkip   OnDuplicateContact = "skip"
	OnDuplicateContactUpdate OnDuplicateContact = "update"
)

type Payload struct {
	Subject  *string  `json:"subject,omitempty"`
	BodyHTML *string  `json:"body_html,omitempty"`
	BodyText *string  `json:"body_text,omitempty"`
	ReplyTo  []string `json:"reply_to,omitempty"`
	// Custom headers of the mail. Headers that the service sets itself or that mail relays obey are
	// refused.
	Headers     CustomHeaders `json:"headers,omitempty"`
	Attachments []Attachment  `json:"attachments,omitempty"`
}

func (r Payload) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type Plan string

const (
	PlanStarter Plan = "starter"
	PlanPro     Plan = "pro"
	PlanGrowth  Plan = "growth"
	PlanScale   Plan = "scale"
)

type PlanForSale struct {
	// The plan.
	Plan Plan `json:"plan"`
	// How often it can be paid for.
	Periods []BillingPeriod `json:"periods"`
}

type PortalSession struct {
	// The customer portal of Stripe. The link works for a short time.
	URL string `json:"url"`
}

type PresenceState string

const (
	PresenceStateViewing PresenceState = "viewing"
	PresenceStateWriting PresenceState = "writing"
)

type PresentClient struct {
	// The client, by the id that it chose.
	ClientID string `json:"client_id"`
	// `viewing`: somebody has the thread open. `writing`: somebody is writing an answer.
	State PresenceState `json:"state"`
	// Who it is: the name that the client gave, or that of the key.
	Name string `json:"name"`
}

type RecipientOutcome string

const (
	RecipientOutcomeSent         RecipientOutcome = "sent"
	RecipientOutcomeDelivered    RecipientOutcome = "delivered"
	RecipientOutcomeOpened       RecipientOutcome = "opened"
	RecipientOutcomeClicked      RecipientOutcome = "clicked"
	RecipientOutcomeBounced      RecipientOutcome = "bounced"
	RecipientOutcomeComplained   RecipientOutcome = "complained"
	RecipientOutcomeFailed       RecipientOutcome = "failed"
	RecipientOutcomeSuppressed   RecipientOutcome = "suppressed"
	RecipientOutcomeUnsubscribed RecipientOutcome = "unsubscribed"
)

type RecipientsEraseBody struct {
	// In any notation, also with a name. Upper and lower case do not matter.
	Email string `json:"email"`
}

func (r RecipientsEraseBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type RenamedLabel struct {
	// The new name.
	Name string `json:"name"`
	// The old name.
	PreviousName string `json:"previous_name"`
}

type RenderedReply struct {
	// The subject; null if the saved reply has none.
	Subject *string `json:"subject"`
	// The HTML; null if the saved reply has none.
	BodyHTML *string `json:"body_html"`
	// The plain text; null if the saved reply has none.
	BodyText *string `json:"body_text"`
}

type RenderedTemplate struct {
	Subject  string  `json:"subject"`
	BodyHTML string  `json:"body_html"`
	BodyText *string `json:"body_text"`
}

type SavedReply struct {
	ID string `json:"id"`
	// Its name, unique ignoring case.
	Name string `json:"name"`
	// The subject, which may contain `{{ name }}` variables; null to keep that of the answer.
	Subject *string `json:"subject"`
	// The HTML, which may contain `{{ name }}` variables; their values are escaped. Null if there is
	// none.
	BodyHTML *string `json:"body_html"`
	// The plain text, which may contain `{{ name }}` variables; null if there is none.
	BodyText  *string   `json:"body_text"`
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`
}

type SegmentCondition struct {
	// Compares this field of the contact. A condition has one of `field`, `attribute` and `event`; a
	// group has `conditions`.
	Field *ContactField `json:"field,omitempty"`
	// Compares this attribute of the contact.
	Attribute *string `json:"attribute,omitempty"`
	// How a field or an attribute is compared. `contains` ignores case.
	Op *ConditionOp `json:"op,omitempty"`
	// What it is compared with: for `in` and `not_in` a list of 1 to 100 values; none for `exists`
	// and `missing`.
	Value any `json:"value,omitempty"`
	// Looks for such an event of mail to the contact.
	Event *ContactEvent `json:"event,omitempty"`
	// How many days back to look for the event.
	WithinDays *int64 `json:"within_days,omitempty"`
	// False to find contacts without such an event. `true` if left out.
	Happened *bool `json:"happened,omitempty"`
	// Makes it a group: whether a contact must meet all of its conditions, or any. One of "all",
	// "any".
	Match *string `json:"match,omitempty"`
	// The conditions of the group. A group has no groups.
	Conditions []SegmentGroupCondition `json:"conditions,omitempty"`
}

type SegmentConditionInput struct {
	// Compares this field of the contact. A condition has one of `field`, `attribute` and `event`; a
	// group has `conditions`.
	Field *ContactField `json:"field,omitempty"`
	// Compares this attribute of the contact.
	Attribute *string `json:"attribute,omitempty"`
	// How a field or an attribute is compared. `contains` ignores case.
	Op *ConditionOp `json:"op,omitempty"`
	// What it is compared with: for `in` and `not_in` a list of 1 to 100 values; none for `exists`
	// and `missing`.
	Value any `json:"value,omitempty"`
	// Looks for such an event of mail to the contact.
	Event *ContactEvent `json:"event,omitempty"`
	// How many days back to look for the event.
	WithinDays *int64 `json:"within_days,omitempty"`
	// False to find contacts without such an event. `true` if left out.
	Happened *bool `json:"happened,omitempty"`
	// Makes it a group: whether a contact must meet all of its conditions, or any.
	Match *SegmentMatch `json:"match,omitempty"`
	// The conditions of the group. A group has no groups.
	Conditions []SegmentGroupConditionInput `json:"conditions,omitempty"`
}

func (r SegmentConditionInput) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type SegmentFilter struct {
	// Whether a contact must meet all conditions, or any. One of "all", "any".
	Match string `json:"match"`
	// The conditions, each with the fields of its kind.
	Conditions []SegmentCondition `json:"conditions"`
}

type SegmentFilterInput struct {
	// Whether a contact must meet all conditions, or any. One of "all", "any".
	Match string `json:"match"`
	// 1 to 20 conditions, and groups of them.
	Conditions []SegmentConditionInput `json:"conditions"`
}

func (r SegmentFilterInput) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type SegmentGroupCondition struct {
	// Compares this field of the contact. A condition has one of `field`, `attribute` and `event`; a
	// group has `conditions`.
	Field *ContactField `json:"field,omitempty"`
	// Compares this attribute of the contact.
	Attribute *string `json:"attribute,omitempty"`
	// How a field or an attribute is compared. `contains` ignores case.
	Op *ConditionOp `json:"op,omitempty"`
	// What it is compared with: for `in` and `not_in` a list of 1 to 100 values; none for `exists`
	// and `missing`.
	Value any `json:"value,omitempty"`
	// Looks for such an event of mail to the contact.
	Event *ContactEvent `json:"event,omitempty"`
	// How many days back to look for the event.
	WithinDays *int64 `json:"within_days,omitempty"`
	// False to find contacts without such an event. `true` if left out.
	Happened *bool `json:"happened,omitempty"`
}

type SegmentGroupConditionInput struct {
	// Compares this field of the contact. A condition has one of `field`, `attribute` and `event`; a
	// group has `conditions`.
	Field *ContactField `json:"field,omitempty"`
	// Compares this attribute of the contact.
	Attribute *string `json:"attribute,omitempty"`
	// How a field or an attribute is compared. `contains` ignores case.
	Op *ConditionOp `json:"op,omitempty"`
	// What it is compared with: for `in` and `not_in` a list of 1 to 100 values; none for `exists`
	// and `missing`.
	Value any `json:"value,omitempty"`
	// Looks for such an event of mail to the contact.
	Event *ContactEvent `json:"event,omitempty"`
	// How many days back to look for the event.
	WithinDays *int64 `json:"within_days,omitempty"`
	// False to find contacts without such an event. `true` if left out.
	Happened *bool `json:"happened,omitempty"`
}

func (r SegmentGroupConditionInput) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type SegmentMatch string

const (
	SegmentMatchAll SegmentMatch = "all"
	SegmentMatchAny SegmentMatch = "any"
)

type SendRequest struct {
	// `email` if left out. The others are not enabled: 422 `channel_not_enabled`.
	Channel *Channel `json:"channel,omitempty"`
	// Unique to this message. A repeated request with the same key and body gets the first response
	// again.
	IdempotencyKey string `json:"idempotency_key,omitempty"`
	// The kind of mail; `transactional` if left out. `marketing` mail is not sent to unsubscribed
	// recipients, and has an unsubscribe link.
	MessageType *MessageType `json:"message_type,omitempty"`
	// At most 50 recipients in total; each is billed as one message.
	Destination Destination `json:"destination"`
	// Subject and at least one body; optional with a `template_id`.
	Payload *Payload `json:"payload,omitempty"`
	// The sender, and any other fields: webhooks about the message repeat them. At most 4,096
	// characters as JSON.
	Metadata Metadata `json:"metadata,omitempty"`
	Tags     Tags     `json:"tags,omitempty"`
	// Tracking of the HTML. Off unless the deployment turns it on.
	Tracking *Tracking `json:"tracking,omitempty"`
	// When to send it: no more than 1 minute in the past and no more than 90 days in the future.
	ScheduledAt *time.Time `json:"scheduled_at,omitempty"`
	// Sends a real mail to a verified test recipient, free of charge.
	TestSend *bool `json:"test_send,omitempty"`
	// Refuses recipients whose domain has no MX, A or AAAA record.
	ValidateRecipient *bool `json:"validate_recipient,omitempty"`
	// Template, by its id or slug, for the subject and the bodies, in its newest version.
	// `payload.subject` takes precedence.
	TemplateID *string `json:"template_id,omitempty"`
	// Values of the template's variables, by name.
	TemplateVars TemplateVars `json:"template_vars,omitempty"`
}

func (r SendRequest) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

func (r *SendRequest) key() *string { return &r.IdempotencyKey }

type SendResponse struct {
	ID string `json:"id"`
	// One of "queued", "scheduled".
	Status         string    `json:"status"`
	Channel        Channel   `json:"channel"`
	IdempotencyKey string    `json:"idempotency_key"`
	CreatedAt      time.Time `json:"created_at"`
}

type SendingPause struct {
	// The reason: too much mail is reported as spam, or bounces permanently. One of "complaints",
	// "bounces".
	Reason string `json:"reason"`
	// The number of those mails.
	Affected int64 `json:"affected"`
	// The number of all live mails of the 24 hours before.
	Mails int64 `json:"mails"`
	// The share of `affected` in `mails`, in percent.
	RatePercent float64 `json:"rate_percent"`
	// The share above which sending is paused, in percent.
	LimitPercent float64 `json:"limit_percent"`
	// Since when sending is paused.
	Since time.Time `json:"since"`
}

type SendingWarning struct {
	// `over_plan`: the plan includes fewer mails. `over_spend_cap`: a spend cap stops it before its
	// end. One of "over_plan", "over_spend_cap".
	Code string `json:"code"`
	// The limit, for people.
	Message string `json:"message"`
}

type SpendCap struct {
	ID        string `json:"id"`
	AccountID string `json:"account_id"`
	// The key; null for the account.
	KeyID *string `json:"key_id"`
	// Alerts the owner by mail when reached.
	SoftLimitMicros *int64 `json:"soft_limit_micros"`
	// Blocks sends that would exceed it.
	HardLimitMicros *int64 `json:"hard_limit_micros"`
	// What the account or the key has spent in the current month (UTC).
	UsedMicros int64 `json:"used_micros"`
}

type SpendCapsListParams struct {
	// Size of the page: 1 to 100. Values out of range are clamped.
	Limit int64 `query:"limit"`
	// The `next_cursor` of the previous page. Keep all filters the same.
	Cursor string `query:"cursor"`
}

type SpendCapsListResponse struct {
	SpendCaps []SpendCap `json:"spend_caps"`
	// The cursor of the next page; null on the last page. A page of a search, or with several
	// filters, may be short, or even empty, while it is set.
	NextCursor *string `json:"next_cursor"`
}

type SpendCapsSetBody struct {
	// The key to cap. If left out, the cap is for the account.
	KeyID *string `json:"key_id,omitempty"`
	// Alerts the owner when reached, once a month. Null clears it; if left out, it does not change.
	SoftLimitMicros *int64 `json:"soft_limit_micros,omitempty"`
	// Blocks sends that would exceed it. Null clears it; if left out, it does not change.
	HardLimitMicros *int64 `json:"hard_limit_micros,omitempty"`
	// NullFields names optional fields to send as null, which is not the same as leaving them out,
	// like "FirstName".
	NullFields []string `json:"-"`
}

func (r SpendCapsSetBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, r.NullFields)
}

type Stats struct {
	// One for each hour or day, also without events, oldest first. Empty with `group_by`.
	Buckets []StatsBucket `json:"buckets"`
	// Those with the most sent mail first, then those with the most clicks. Null without `group_by`.
	Groups []StatsGroup `json:"groups"`
	// Events that are counted in no group, because their day had more than 500 of them. Null if there
	// are none.
	Other *UngroupedStats `json:"other"`
}

type StatsBucket struct {
	// When it begins: a whole hour or day (UTC).
	Start time.Time `json:"start"`
	// Messages accepted in this time, with those that the suppression list stopped.
	Accepted int64 `json:"accepted"`
	// Handed over to the provider.
	Sent int64 `json:"sent"`
	// Deliveries that were reported.
	Delivered int64 `json:"delivered"`
	// Opens, each counted.
	Opened int64 `json:"opened"`
	// Clicks, each counted.
	Clicked int64 `json:"clicked"`
	// Bounces that were reported.
	Bounced int64 `json:"bounced"`
	// Complaints that were reported.
	Complained int64 `json:"complained"`
	// Messages that could not be sent.
	Failed int64 `json:"failed"`
	// Messages stopped because a recipient is suppressed, or has unsubscribed.
	Suppressed int64 `json:"suppressed"`
}

type StatsGetParams struct {
	// Begins with the bucket of this time. Defaults to 24 hours, or 30 days, up to `to`.
	From time.Time `query:"from"`
	// Ends with the bucket before this time. Defaults to now.
	To time.Time `query:"to"`
	// The length of a bucket. Defaults to `hour`. Cannot be combined with `group_by`.
	Interval StatsInterval `query:"interval"`
	// Counts events by tag, template, link or broadcast instead of over time: whole days (UTC), at
	// most 92, by default 30.
	GroupBy StatsGroupBy `query:"group_by"`
	Limit   int64        `query:"limit"`
	// True for mail sent with test keys. Defaults to live mail.
	TestMode *bool `query:"test_mode"`
}

type StatsGroup struct {
	// The tag as `name:value`, the id of the template or broadcast, or the link without its query and
	// fragment.
	Key string `json:"key"`
	// Handed over to the provider.
	Sent int64 `json:"sent"`
	// Deliveries that were reported.
	Delivered int64 `json:"delivered"`
	// Opens, each counted.
	Opened int64 `json:"opened"`
	// Clicks, each counted.
	Clicked int64 `json:"clicked"`
	// Bounces that were reported.
	Bounced int64 `json:"bounced"`
	// Complaints that were reported.
	Complained int64 `json:"complained"`
	// Messages that could not be sent.
	Failed int64 `json:"failed"`
	// Messages stopped because a recipient is suppressed, or has unsubscribed.
	Suppressed int64 `json:"suppressed"`
}

type StatsGroupBy string

const (
	StatsGroupByTag       StatsGroupBy = "tag"
	StatsGroupByTemplate  StatsGroupBy = "template"
	StatsGroupByLink      StatsGroupBy = "link"
	StatsGroupByBroadcast StatsGroupBy = "broadcast"
)

type StatsInterval string

const (
	StatsIntervalHour StatsInterval = "hour"
	StatsIntervalDay  StatsInterval = "day"
)

type StoredAttachment struct {
	// Name of the file.
	Filename string `json:"filename"`
	// Its MIME type, like `image/png`.
	ContentType string `json:"content_type"`
	// Its bytes.
	Size int64 `json:"size"`
	// Name for references as `cid:…` in the HTML.
	ContentID *string `json:"content_id"`
}

type StsMode string

const (
	StsModeEnforce StsMode = "enforce"
	StsModeTesting StsMode = "testing"
	StsModeNone    StsMode = "none"
)

type SubscriptionStatus string

const (
	SubscriptionStatusNone              SubscriptionStatus = "none"
	SubscriptionStatusActive            SubscriptionStatus = "active"
	SubscriptionStatusTrialing          SubscriptionStatus = "trialing"
	SubscriptionStatusPastDue           SubscriptionStatus = "past_due"
	SubscriptionStatusPaused            SubscriptionStatus = "paused"
	SubscriptionStatusUnpaid            SubscriptionStatus = "unpaid"
	SubscriptionStatusIncomplete        SubscriptionStatus = "incomplete"
	SubscriptionStatusIncompleteExpired SubscriptionStatus = "incomplete_expired"
	SubscriptionStatusCanceled          SubscriptionStatus = "canceled"
)

type Suppression struct {
	ID      string  `json:"id"`
	Channel Channel `json:"channel"`
	// The normalized address: lower case, domain in A-labels. For an erased recipient, `erased:` and
	// a keyed hash.
	Recipient string `json:"recipient"`
	// `suppressed` blocks all mail, `unsubscribed` only marketing mail.
	State SuppressionState `json:"state"`
	// Why, like `hard_bounce`, `complaint`, `recipient_unsubscribe` or your own text.
	Reason    string    `json:"reason"`
	UpdatedAt time.Time `json:"updated_at"`
}

type SuppressionEntry struct {
	// The address of the recipient.
	Email string `json:"email"`
	// Why, for people who read the list. `import` if left out.
	Reason *string `json:"reason,omitempty"`
	// What it blocks. `suppressed` if left out. `unsubscribed` never weakens a `suppressed` entry.
	State *SuppressionState `json:"state,omitempty"`
}

func (r SuppressionEntry) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type SuppressionState string

const (
	SuppressionStateSuppressed   SuppressionState = "suppressed"
	SuppressionStateUnsubscribed SuppressionState = "unsubscribed"
)

type SuppressionsCreateBody struct {
	// Only `email` is enabled; the others are 422 `channel_not_enabled`.
	Channel Channel `json:"channel"`
	// The address to block.
	Recipient string `json:"recipient"`
	// Why, for people who read the list. `manual` if left out.
	Reason *string `json:"reason,omitempty"`
}

func (r SuppressionsCreateBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type SuppressionsDeleteParams struct {
	// Only `email` is enabled; the others are 422 `channel_not_enabled`.
	Channel Channel `query:"channel"`
	// The address, in any notation.
	Recipient string `query:"recipient"`
	// Only an entry with this state; one with another stays.
	State SuppressionState `query:"state"`
	// Only an entry with exactly this reason; one with another stays.
	Reason string `query:"reason"`
}

type SuppressionsGetParams struct {
	// `email` if left out.
	Channel Channel `query:"channel"`
}

type SuppressionsImportBody struct {
	// `email` if left out.
	Channel *Channel `json:"channel,omitempty"`
	// Up to 10,000; more are 422 `invalid_request`.
	Entries []SuppressionEntry `json:"entries"`
	// Keeps the entries that are on the list, with their reasons, unless `suppressed` meets
	// `unsubscribed`. `false` if left out: then they get the state and the reason of the import.
	KeepExisting *bool `json:"keep_existing,omitempty"`
}

func (r SuppressionsImportBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type SuppressionsImportFileResponse struct {
	// Recipients that are now on the list, new or not.
	Imported int64 `json:"imported"`
	// Lines that are invalid or repeat an earlier address.
	Skipped int64 `json:"skipped"`
	// One for each skipped line, at most 1,000.
	Errors []SuppressionsImportFileResponseErrorsItem `json:"errors"`
}

type SuppressionsImportFileResponseErrorsItem struct {
	// Number of the line; 1 is the first.
	Line int64 `json:"line"`
	// Why it was skipped.
	Reason string `json:"reason"`
}

type SuppressionsImportResponse struct {
	// Recipients that are now on the list, new or not.
	Imported int64 `json:"imported"`
	// Entries that are invalid or repeat an earlier one.
	Skipped int64 `json:"skipped"`
	// One for each skipped entry.
	Errors []SuppressionsImportResponseErrorsItem `json:"errors"`
}

type SuppressionsImportResponseErrorsItem struct {
	// Index of the entry in the request.
	Index int64 `json:"index"`
	// Why it was skipped.
	Reason string `json:"reason"`
}

type SuppressionsListParams struct {
	// Only this channel; all if left out.
	Channel Channel `query:"channel"`
	// Only entries with exactly this reason, like `hard_bounce`.
	Reason string `query:"reason"`
	// Size of the page: 1 to 100. Values out of range are clamped.
	Limit int64 `query:"limit"`
	// The `next_cursor` of the previous page. Keep all filters the same.
	Cursor string `query:"cursor"`
}

type SuppressionsListResponse struct {
	Suppressions []Suppression `json:"suppressions"`
	// The cursor of the next page; null on the last page. A page of a search, or with several
	// filters, may be short, or even empty, while it is set.
	NextCursor *string `json:"next_cursor"`
}

type Tags map[string]string

type TargetFolder string

const (
	TargetFolderInbox   TargetFolder = "inbox"
	TargetFolderArchive TargetFolder = "archive"
	TargetFolderTrash   TargetFolder = "trash"
	TargetFolderSpam    TargetFolder = "spam"
)

type Template struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Its name for programs, unique in the account. It is taken wherever its id is.
	Slug    string `json:"slug"`
	Channel string `json:"channel"`
	// 1, plus one for each change of its content.
	Version int64 `json:"version"`
	// Only active templates can be sent.
	IsActive bool `json:"is_active"`
	// Whether it is a layout: a frame around the bodies of other templates, which is not sent by
	// itself.
	IsLayout bool `json:"is_layout"`
	// The layout around its bodies; null if there is none.
	LayoutID  *string   `json:"layout_id"`
	CreatedAt time.Time `json:"created_at"`
	// May contain `{{ name }}` variables. Empty for a layout.
	Subject string `json:"subject"`
	// May contain `{{ name }}` variables; their values are escaped.
	BodyHTML string `json:"body_html"`
	// The plain text; null if there is none.
	BodyText  *string            `json:"body_text"`
	Variables []TemplateVariable `json:"variables"`
	UpdatedAt time.Time          `json:"updated_at"`
}

type TemplateSummary struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Its name for programs, unique in the account. It is taken wherever its id is.
	Slug    string `json:"slug"`
	Channel string `json:"channel"`
	// 1, plus one for each change of its content.
	Version int64 `json:"version"`
	// Only active templates can be sent.
	IsActive bool `json:"is_active"`
	// Whether it is a layout: a frame around the bodies of other templates, which is not sent by
	// itself.
	IsLayout bool `json:"is_layout"`
	// The layout around its bodies; null if there is none.
	LayoutID  *string   `json:"layout_id"`
	CreatedAt time.Time `json:"created_at"`
}

type TemplateVariable struct {
	Name string `json:"name"`
	// An example, for people. Any JSON value.
	Sample any `json:"sample"`
	// Whether rendering fails without it.
	Required bool `json:"required"`
	// The value to use when it is absent. Any JSON value; null for none.
	Default any `json:"default"`
}

type TemplateVariableInput struct {
	Name string `json:"name"`
	// An example, for people. Any JSON value.
	Sample   any   `json:"sample,omitempty"`
	Required *bool `json:"required,omitempty"`
	// The value to use when it is absent. Any JSON value; null for none.
	Default any `json:"default,omitempty"`
	// NullFields names optional fields to send as null, which is not the same as leaving them out,
	// like "FirstName".
	NullFields []string `json:"-"`
}

func (r TemplateVariableInput) MarshalJSON() ([]byte, error) {
	return marshalFields(r, r.NullFields)
}

type TemplateVars map[string]any

type TemplateVersion struct {
	ID      string `json:"id"`
	Version int64  `json:"version"`
	// May contain `{{ name }}` variables. Empty for a layout.
	Subject string `json:"subject"`
	// May contain `{{ name }}` variables; their values are escaped.
	BodyHTML string `json:"body_html"`
	// The plain text; null if there is none.
	BodyText  *string            `json:"body_text"`
	Variables []TemplateVariable `json:"variables"`
	CreatedAt time.Time          `json:"created_at"`
}

type TemplatesCreateBody struct {
	Name string `json:"name"`
	// Its name for programs, unique in the account. Made from the name if left out: `order-shipped`.
	Slug *string `json:"slug,omitempty"`
	// `email` if left out. The others are not enabled: 422 `channel_not_enabled`.
	Channel *Channel `json:"channel,omitempty"`
	// Required, except for a layout, which has none.
	Subject *string `json:"subject,omitempty"`
	// A layout has `{{ content }}` in it exactly once.
	BodyHTML  string                  `json:"body_html"`
	BodyText  *string                 `json:"body_text,omitempty"`
	Variables []TemplateVariableInput `json:"variables,omitempty"`
	// Whether it is a layout: a frame around the bodies of other templates, which is not sent by
	// itself. False if left out.
	IsLayout *bool `json:"is_layout,omitempty"`
	// Id or slug of the layout to put around its bodies. A layout has none.
	LayoutID *string `json:"layout_id,omitempty"`
}

func (r TemplatesCreateBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type TemplatesDeleteResponse struct {
	Message string `json:"message"`
}

type TemplatesListParams struct {
	// Size of the page: 1 to 100. Values out of range are clamped.
	Limit int64 `query:"limit"`
	// The `next_cursor` of the previous page. Keep all filters the same.
	Cursor string `query:"cursor"`
	// Only layouts, or only templates that are not layouts.
	IsLayout *bool `query:"is_layout"`
	// Only templates with this layout. Its id or slug.
	LayoutID string `query:"layout_id"`
}

type TemplatesListResponse struct {
	Templates []TemplateSummary `json:"templates"`
	// The cursor of the next page; null on the last page. A page of a search, or with several
	// filters, may be short, or even empty, while it is set.
	NextCursor *string `json:"next_cursor"`
}

type TemplatesPreviewBody struct {
	// Required, except for a layout, which has none.
	Subject *string `json:"subject,omitempty"`
	// A layout has `{{ content }}` in it exactly once.
	BodyHTML  string                  `json:"body_html"`
	BodyText  *string                 `json:"body_text,omitempty"`
	Variables []TemplateVariableInput `json:"variables,omitempty"`
	// Whether it is a layout: a frame around the bodies of other templates, which is not sent by
	// itself. False if left out.
	IsLayout *bool `json:"is_layout,omitempty"`
	// Id or slug of the layout to put around its bodies. A layout has none.
	LayoutID *string      `json:"layout_id,omitempty"`
	Vars     TemplateVars `json:"vars,omitempty"`
}

func (r TemplatesPreviewBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type TemplatesRenderBody struct {
	Vars TemplateVars `json:"vars,omitempty"`
}

func (r TemplatesRenderBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type TemplatesUpdateBody struct {
	Name *string `json:"name,omitempty"`
	// Another slug. The old one becomes free.
	Slug     *string `json:"slug,omitempty"`
	Subject  *string `json:"subject,omitempty"`
	BodyHTML *string `json:"body_html,omitempty"`
	// Null removes the plain text.
	BodyText *string `json:"body_text,omitempty"`
	// All variables: they replace the previous ones.
	Variables []TemplateVariableInput `json:"variables,omitempty"`
	// If false, it cannot be sent.
	IsActive *bool `json:"is_active,omitempty"`
	// Id or slug of the layout to put around its bodies. Null removes the layout.
	LayoutID *string `json:"layout_id,omitempty"`
	// NullFields names optional fields to send as null, which is not the same as leaving them out,
	// like "FirstName".
	NullFields []string `json:"-"`
}

func (r TemplatesUpdateBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, r.NullFields)
}

type TemplatesUpdateResponse struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Version int64  `json:"version"`
}

type TemplatesVersionsParams struct {
	// Size of the page: 1 to 100. Values out of range are clamped.
	Limit int64 `query:"limit"`
	// The `next_cursor` of the previous page. Keep all filters the same.
	Cursor string `query:"cursor"`
}

type TemplatesVersionsResponse struct {
	Versions []TemplateVersion `json:"versions"`
	// The cursor of the next page; null on the last page. A page of a search, or with several
	// filters, may be short, or even empty, while it is set.
	NextCursor *string `json:"next_cursor"`
}

type TestRecipient struct {
	ID    string `json:"id"`
	Email string `json:"email"`
	// Pending until its link is used. One of "pending", "verified".
	Status     string     `json:"status"`
	CreatedAt  time.Time  `json:"created_at"`
	VerifiedAt *time.Time `json:"verified_at"`
}

type TestRecipientsCreateBody struct {
	Email string `json:"email"`
}

func (r TestRecipientsCreateBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type TestRecipientsListParams struct {
	// Size of the page: 1 to 100. Values out of range are clamped.
	Limit int64 `query:"limit"`
	// The `next_cursor` of the previous page. Keep all filters the same.
	Cursor string `query:"cursor"`
}

type TestRecipientsListResponse struct {
	TestRecipients []TestRecipient `json:"test_recipients"`
	// The cursor of the next page; null on the last page. A page of a search, or with several
	// filters, may be short, or even empty, while it is set.
	NextCursor *string `json:"next_cursor"`
}

type TestRecipientsVerifyBody struct {
	Token string `json:"token"`
}

func (r TestRecipientsVerifyBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type TimelineEvent struct {
	ID        string            `json:"id"`
	Type      TimelineEventType `json:"type"`
	MessageID string            `json:"message_id"`
	AccountID string            `json:"account_id"`
	// Who reported it: the send pipeline, the suppression check, or the provider. One of "worker",
	// "router", "ses", "sns", "smtp".
	Source string `json:"source"`
	// Identifies the event, however often it is reported.
	ProviderEventID string `json:"provider_event_id"`
	// Its shape depends on the source. With the source `smtp`, `suppresses: false` and a `reason`
	// mean that a bounce or complaint did not suppress its recipient.
	Payload map[string]any `json:"payload"`
	// When it happened. The timeline is ordered by this.
	OccurredAt time.Time `json:"occurred_at"`
	// When it was recorded.
	CreatedAt time.Time `json:"created_at"`
}

type TimelineEventType string

const (
	TimelineEventTypeSent            TimelineEventType = "sent"
	TimelineEventTypeDelivered       TimelineEventType = "delivered"
	TimelineEventTypeOpened          TimelineEventType = "opened"
	TimelineEventTypeClicked         TimelineEventType = "clicked"
	TimelineEventTypeDeliveryDelayed TimelineEventType = "delivery_delayed"
	TimelineEventTypeBounced         TimelineEventType = "bounced"
	TimelineEventTypeComplained      TimelineEventType = "complained"
	TimelineEventTypeFailed          TimelineEventType = "failed"
	TimelineEventTypeSuppressed      TimelineEventType = "suppressed"
	TimelineEventTypeUnsubscribed    TimelineEventType = "unsubscribed"
)

type TlsDay struct {
	// The day in UTC on which the reports begin.
	Day string `json:"day"`
	// Sessions in which TLS was negotiated as the policy asks.
	SuccessfulSessions int64 `json:"successful_sessions"`
	// Sessions in which it was not.
	FailedSessions int64 `json:"failed_sessions"`
}

type TlsFailure struct {
	// What asked for TLS: MTA-STS (`sts`), DANE (`tlsa`) or nothing. One of "sts", "tlsa",
	// "no-policy-found".
	PolicyType string `json:"policy_type"`
	// Why they failed, such as `certificate-expired` (RFC 8460 section 4.3).
	ResultType string `json:"result_type"`
	// The mail server of the domain; null if the report does not name it.
	ReceivingMX *string `json:"receiving_mx"`
	// Its IP address; null if the report does not say it.
	ReceivingIP *string `json:"receiving_ip"`
	// The IP address that tried to send.
	SendingIP *string `json:"sending_ip"`
	// Further information from the sender.
	Reason *string `json:"reason"`
	// How many sessions failed in this way.
	Sessions int64 `json:"sessions"`
}

type TlsFailureSum struct {
	// Why they failed, such as `certificate-expired` (RFC 8460 section 4.3).
	ResultType string `json:"result_type"`
	// What asked for TLS: MTA-STS (`sts`), DANE (`tlsa`) or nothing. One of "sts", "tlsa",
	// "no-policy-found".
	PolicyType string `json:"policy_type"`
	// The mail server of the domain; null if the report does not name it.
	ReceivingMX *string `json:"receiving_mx"`
	// How many sessions failed in this way.
	Sessions int64 `json:"sessions"`
}

type TlsPolicySum struct {
	// What asked for TLS: MTA-STS (`sts`), DANE (`tlsa`) or nothing. One of "sts", "tlsa",
	// "no-policy-found".
	PolicyType string `json:"policy_type"`
	// The mode of an MTA-STS policy; null for others, and if the report does not say it.
	Mode *StsMode `json:"mode"`
	// Sessions in which TLS was negotiated as the policy asks.
	SuccessfulSessions int64 `json:"successful_sessions"`
	// Sessions in which it was not.
	FailedSessions int64 `json:"failed_sessions"`
}

type TlsReport struct {
	// The domain, in lower case and A-label form.
	Domain string `json:"domain"`
	// The registrable domain of the organization that sent the report, proven by its mail.
	SentBy string `json:"sent_by"`
	// The name that the reporter gives itself.
	OrgName  *string   `json:"org_name"`
	BeginsAt time.Time `json:"begins_at"`
	EndsAt   time.Time `json:"ends_at"`
	// Sessions in which TLS was negotiated as the policy asks.
	SuccessfulSessions int64 `json:"successful_sessions"`
	// Sessions in which it was not.
	FailedSessions int64 `json:"failed_sessions"`
	// The sessions by the policy that applied.
	Policies []TlsPolicySum `json:"policies"`
	// The 200 most frequent failures.
	Failures []TlsFailure `json:"failures"`
	// Whether policies or failures were left out.
	Truncated  bool      `json:"truncated"`
	ReceivedAt time.Time `json:"received_at"`
}

type TlsSender struct {
	// The registrable domain of the organization that sent the report, proven by its mail.
	SentBy string `json:"sent_by"`
	// How many reports it sent.
	Reports int64 `json:"reports"`
	// Sessions in which TLS was negotiated as the policy asks.
	SuccessfulSessions int64 `json:"successful_sessions"`
	// Sessions in which it was not.
	FailedSessions int64 `json:"failed_sessions"`
}

type TlsSummary struct {
	// The domain, in lower case and A-label form.
	Domain string `json:"domain"`
	// The days that it is about, up to now.
	Days int64 `json:"days"`
	// The days that a report is about.
	DaysWithReports int64 `json:"days_with_reports"`
	// How many reports were received.
	Reports int64 `json:"reports"`
	// Sessions in which TLS was negotiated as the policy asks.
	SuccessfulSessions int64 `json:"successful_sessions"`
	// Sessions in which it was not.
	FailedSessions int64 `json:"failed_sessions"`
	// The sessions of each day with a report, oldest first.
	ByDay []TlsDay `json:"by_day"`
	// The sessions by the policy that applied.
	ByPolicy []TlsPolicySum `json:"by_policy"`
	// The 100 most frequent failures.
	ByFailure []TlsFailureSum `json:"by_failure"`
	// The 100 organizations that report most sessions.
	BySender []TlsSender `json:"by_sender"`
}

type Tracking struct {
	// Whether to record opens.
	Opens *bool `json:"opens,omitempty"`
	// Whether to record clicks on links.
	Clicks *bool `json:"clicks,omitempty"`
}

func (r Tracking) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type UndoneThread struct {
	// A thread that the change had changed.
	ThreadID string `json:"thread_id"`
	// What became of it. `changed_since`: somebody, or new mail, has changed it since, so it stays as
	// it is. `not_found`: it is gone.
	Outcome UndoneThreadOutcome `json:"outcome"`
}

type UndoneThreadOutcome string

const (
	UndoneThreadOutcomeRestored     UndoneThreadOutcome = "restored"
	UndoneThreadOutcomeChangedSince UndoneThreadOutcome = "changed_since"
	UndoneThreadOutcomeNotFound     UndoneThreadOutcome = "not_found"
)

type UndoneThreads struct {
	// One for each thread that the change had changed.
	Results []UndoneThread `json:"results"`
}

type UngroupedStats struct {
	// Handed over to the provider.
	Sent int64 `json:"sent"`
	// Deliveries that were reported.
	Delivered int64 `json:"delivered"`
	// Opens, each counted.
	Opened int64 `json:"opened"`
	// Clicks, each counted.
	Clicked int64 `json:"clicked"`
	// Bounces that were reported.
	Bounced int64 `json:"bounced"`
	// Complaints that were reported.
	Complained int64 `json:"complained"`
	// Messages that could not be sent.
	Failed int64 `json:"failed"`
	// Messages stopped because a recipient is suppressed, or has unsubscribed.
	Suppressed int64 `json:"suppressed"`
}

type Upload struct {
	// For `upload_id` in attachments.
	ID string `json:"id"`
	// The public URL; its content never changes.
	URL string `json:"url"`
	// Detected from the content. One of "image/png", "image/jpeg", "image/gif", "image/webp".
	ContentType string `json:"content_type"`
	// Size in bytes.
	Size int64 `json:"size"`
}

type UploadsListParams struct {
	// Size of the page: 1 to 100. Values out of range are clamped.
	Limit int64 `query:"limit"`
	// The `next_cursor` of the previous page. Keep all filters the same.
	Cursor string `query:"cursor"`
}

type UploadsListResponse struct {
	Uploads []Upload `json:"uploads"`
	// The cursor of the next page; null on the last page. A page of a search, or with several
	// filters, may be short, or even empty, while it is set.
	NextCursor *string `json:"next_cursor"`
}

type Usage struct {
	Period string `json:"period"`
	// Recipients of mail accepted with live keys.
	TotalSendCount  int64               `json:"total_send_count"`
	TotalCostMicros int64               `json:"total_cost_micros"`
	Channels        []UsageChannelsItem `json:"channels"`
}

type UsageChannelsItem struct {
	Channel    string `json:"channel"`
	SendCount  int64  `json:"send_count"`
	CostMicros int64  `json:"cost_micros"`
}

type UsageGetParams struct {
	// Year and month (UTC), like 2026-11. Defaults to the current month.
	Period string `query:"period"`
}

type VariableWarning struct {
	// The name of the variable.
	Variable string `json:"variable"`
	// What is wrong with it, for people.
	Message string `json:"message"`
}

type Verdict string

const (
	VerdictPass Verdict = "PASS"
	VerdictFail Verdict = "FAIL"
	VerdictNone Verdict = "NONE"
	VerdictGray Verdict = "GRAY"
)

type WebhookAttempt struct {
	AttemptedAt    time.Time `json:"attempted_at"`
	ResponseStatus *int64    `json:"response_status"`
	// Why there was no response.
	Error      *string `json:"error"`
	DurationMs int64   `json:"duration_ms"`
	// The headers of the request, with its signatures.
	RequestHeaders []WebhookHeader `json:"request_headers"`
	// The first headers of the response, together up to 1,024 characters.
	ResponseHeaders []WebhookHeader `json:"response_headers"`
	// The first 1 KiB of the response body.
	ResponseBody *string `json:"response_body"`
}

type WebhookDelivery struct {
	ID             string           `json:"id"`
	SubscriptionID string           `json:"subscription_id"`
	EventID        string           `json:"event_id"`
	EventType      WebhookEventType `json:"event_type"`
	// The message (`msg_…`), or for `email.received` the inbound email (`inb_…`).
	MessageID string `json:"message_id"`
	// One of "pending", "succeeded", "failed", "exhausted".
	Status string `json:"status"`
	// Number of attempts in all rounds.
	AttemptCount int64 `json:"attempt_count"`
	// 1, plus one for each redelivery.
	Round          int64      `json:"round"`
	ResponseStatus *int64     `json:"response_status"`
	NextRetryAt    *time.Time `json:"next_retry_at"`
	CreatedAt      time.Time  `json:"created_at"`
	// The last 36, oldest first.
	Attempts []WebhookAttempt `json:"attempts"`
	// The exact request body as text, which the signatures cover. The same in every attempt, except
	// for the `signature` of the format `mailgun`, which is left out here.
	Payload *string `json:"payload"`
}

type WebhookEventType string

const (
	WebhookEventTypeSent            WebhookEventType = "sent"
	WebhookEventTypeDelivered       WebhookEventType = "delivered"
	WebhookEventTypeOpened          WebhookEventType = "opened"
	WebhookEventTypeClicked         WebhookEventType = "clicked"
	WebhookEventTypeDeliveryDelayed WebhookEventType = "delivery_delayed"
	WebhookEventTypeBounced         WebhookEventType = "bounced"
	WebhookEventTypeComplained      WebhookEventType = "complained"
	WebhookEventTypeFailed          WebhookEventType = "failed"
	WebhookEventTypeEmailReceived   WebhookEventType = "email.received"
)

type WebhookFormat string

const (
	WebhookFormatPostline WebhookFormat = "postline"
	WebhookFormatResend   WebhookFormat = "resend"
	WebhookFormatPostmark WebhookFormat = "postmark"
	WebhookFormatSendgrid WebhookFormat = "sendgrid"
	WebhookFormatMailgun  WebhookFormat = "mailgun"
)

type WebhookHeader struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type WebhookMessage struct {
	// Null once the message was erased.
	Subject *string `json:"subject"`
	// The sender, like `Me <me@example.com>`.
	From *string `json:"from"`
	// The addresses of the main recipients.
	To          []string    `json:"to"`
	MessageType MessageType `json:"message_type"`
	// The tags; null if it was sent with none.
	Tags MessageTags `json:"tags"`
	// Your own fields of the `metadata` of the send.
	Metadata map[string]any `json:"metadata"`
}

type WebhookRequest struct {
	// The same in every attempt. Use it to drop duplicates.
	EventID   string           `json:"event_id"`
	EventType WebhookEventType `json:"event_type"`
	// The message (`msg_…`), or for `email.received` the inbound email (`inb_…`).
	MessageID string `json:"message_id"`
	AccountID string `json:"account_id"`
	// Its shape depends on the source of the event.
	Payload    map[string]any `json:"payload"`
	OccurredAt time.Time      `json:"occurred_at"`
	CreatedAt  time.Time      `json:"created_at"`
	// Fields of the message, so that you need not get it. Null for `email.received`.
	Message *WebhookMessage `json:"message"`
	// The address that the event is about. Null if the mail has several and the event names none.
	Recipient *string `json:"recipient"`
}

type WebhookSubscription struct {
	ID          string `json:"id"`
	AccountID   string `json:"account_id"`
	EndpointURL string `json:"endpoint_url"`
	// Empty for all event types.
	EventTypes []WebhookEventType `json:"event_types"`
	// How its requests are written: as ours, or as those of another mail API.
	Format WebhookFormat `json:"format"`
	// The public key that verifies requests in the format `sendgrid`, as that API shows it. It
	// changes with the signing secret. Null for other formats.
	VerificationKey *string `json:"verification_key"`
	// False while its deliveries are paused.
	IsActive bool `json:"is_active"`
	// Whether a test key made it: it gets only events of test mail.
	TestMode  bool      `json:"test_mode"`
	CreatedAt time.Time `json:"created_at"`
}

type WebhookSubscriptionWithSecret struct {
	ID          string `json:"id"`
	AccountID   string `json:"account_id"`
	EndpointURL string `json:"endpoint_url"`
	// Empty for all event types.
	EventTypes []WebhookEventType `json:"event_types"`
	// How its requests are written: as ours, or as those of another mail API.
	Format WebhookFormat `json:"format"`
	// The public key that verifies requests in the format `sendgrid`, as that API shows it. It
	// changes with the signing secret. Null for other formats.
	VerificationKey *string `json:"verification_key"`
	// False while its deliveries are paused.
	IsActive bool `json:"is_active"`
	// Whether a test key made it: it gets only events of test mail.
	TestMode  bool      `json:"test_mode"`
	CreatedAt time.Time `json:"created_at"`
	// Key of the signatures. Shown only on create and rotate.
	SigningSecret string `json:"signing_secret"`
	// The same secret in the form that libraries for Standard Webhooks take.
	StandardSecret string `json:"standard_secret"`
}

type WebhooksCreateBody struct {
	EndpointURL string             `json:"endpoint_url"`
	EventTypes  []WebhookEventType `json:"event_types,omitempty"`
	// How requests are written: `postline` by default, or with the fields and signatures of another
	// mail API. Events that this format does not have are not sent.
	Format *WebhookFormat `json:"format,omitempty"`
}

func (r WebhooksCreateBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type WebhooksDeleteResponse struct {
	Message string `json:"message"`
}

type WebhooksDeliveriesParams struct {
	// Size of the page: 1 to 100. Values out of range are clamped.
	Limit int64 `query:"limit"`
	// The `next_cursor` of the previous page. Keep all filters the same.
	Cursor string `query:"cursor"`
	// Only deliveries with this status. One of "pending", "succeeded", "failed", "exhausted".
	Status string `query:"status"`
	// Only deliveries of events of this type.
	EventType WebhookEventType `query:"event_type"`
	// Created at this time or later.
	From time.Time `query:"from"`
	// Created at this time or earlier.
	To time.Time `query:"to"`
}

type WebhooksDeliveriesResponse struct {
	Deliveries []WebhookDelivery `json:"deliveries"`
	// The cursor of the next page; null on the last page. A page of a search, or with several
	// filters, may be short, or even empty, while it is set.
	NextCursor *string `json:"next_cursor"`
}

type WebhooksListParams struct {
	// Size of the page: 1 to 100. Values out of range are clamped.
	Limit int64 `query:"limit"`
	// The `next_cursor` of the previous page. Keep all filters the same.
	Cursor string `query:"cursor"`
}

type WebhooksListResponse struct {
	Webhooks []WebhookSubscription `json:"webhooks"`
	// The cursor of the next page; null on the last page. A page of a search, or with several
	// filters, may be short, or even empty, while it is set.
	NextCursor *string `json:"next_cursor"`
}

type WebhooksRedeliverManyBody struct {
	// The deliveries (`whd_…`). Those that are not in the log of the webhook are left out.
	DeliveryIDs []string `json:"delivery_ids"`
}

func (r WebhooksRedeliverManyBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type WebhooksRedeliverManyResponse struct {
	// The deliveries as they are now, in the order of the ids.
	Deliveries []WebhookDelivery `json:"deliveries"`
}

type WebhooksTestBody struct {
	EventType *WebhookEventType `json:"event_type,omitempty"`
}

func (r WebhooksTestBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}

type WebhooksUpdateBody struct {
	EndpointURL *string            `json:"endpoint_url,omitempty"`
	EventTypes  []WebhookEventType `json:"event_types,omitempty"`
	// The format of new events. Earlier events keep theirs.
	Format   *WebhookFormat `json:"format,omitempty"`
	IsActive *bool          `json:"is_active,omitempty"`
}

func (r WebhooksUpdateBody) MarshalJSON() ([]byte, error) {
	return marshalFields(r, nil)
}
