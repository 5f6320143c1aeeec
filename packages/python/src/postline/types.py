# Made from openapi.json by `npm run generate`. Do not edit.
"""The types of requests and responses: dictionaries, as they are in JSON."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Union

from typing_extensions import Required, TypedDict


class AcceptedMail(TypedDict, total=False):
    id: Required[str]
    status: Required[Literal["queued", "scheduled"]]
    channel: Required["Channel"]
    idempotency_key: Required[str]
    created_at: Required[str]
    # Until when canceling the message takes the mail back; null if it was sent at once.
    undo_until: Required[Optional[str]]


class AccountVerification(TypedDict, total=False):
    account_id: Required[str]
    # The address of its owner, who gets its notices.
    owner_email: Required[str]
    # Whether the account has no verified domain.
    sandbox_mode: Required[bool]
    # The sender in sandbox mode.
    shared_email_sender: Required[str]
    channels: Required[List["AccountVerificationChannelsItem"]]
    # Why live mail of the account is neither accepted nor sent; null if it is.
    sending_paused: Required[Optional["SendingPause"]]
    # Where programs reach the service.
    endpoints: Required["Endpoints"]


class AccountVerificationChannelsItem(TypedDict, total=False):
    channel: Required["Channel"]
    status: Required[Literal["verified", "pending", "sandbox", "ready", "not_configured"]]
    verified: Required[bool]


class AddressValidation(TypedDict, total=False):
    email: Required[str]
    valid: Required[bool]
    # `undeliverable_domain`: the domain has no MX, A or AAAA record, or a null MX.
    reason: Required[Literal["ok", "invalid_syntax", "undeliverable_domain"]]


class ApiKey(TypedDict, total=False):
    id: Required[str]
    # What its owner calls it; null if it has no name.
    name: Required[Optional[str]]
    key_prefix: Required[str]
    scope: Required[Literal["send", "read", "admin"]]
    test_mode: Required[bool]
    # The inboxes to whose mail it is limited; null for a key that is not bound.
    inbox_ids: Required[Optional[List[str]]]
    # The addresses and domains that it may write to; null for everybody.
    send_to: Required[Optional[List[str]]]
    expires_at: Required[Optional[str]]
    # The minute in which it was last used, also by its sessions; null before the first use.
    last_used_at: Required[Optional[str]]
    created_at: Required[str]


class ApiKeyWithSecret(TypedDict, total=False):
    id: Required[str]
    # What its owner calls it; null if it has no name.
    name: Required[Optional[str]]
    key_prefix: Required[str]
    scope: Required[Literal["send", "read", "admin"]]
    test_mode: Required[bool]
    # The inboxes to whose mail it is limited; null for a key that is not bound.
    inbox_ids: Required[Optional[List[str]]]
    # The addresses and domains that it may write to; null for everybody.
    send_to: Required[Optional[List[str]]]
    expires_at: Required[Optional[str]]
    # The minute in which it was last used, also by its sessions; null before the first use.
    last_used_at: Required[Optional[str]]
    created_at: Required[str]
    # The secret. Shown only in this response.
    key: Required[str]


class Approval(TypedDict, total=False):
    id: Required[str]
    # `pending` until somebody decides. Then `refused`, or `approved` until the mail is accepted: `sent`, or `failed` if it was refused as a send.
    status: Required["ApprovalStatus"]
    # What sends it, like `messages.send`.
    operation: Required[str]
    # The mail: the exact input of the operation. Null in lists, and once it is sent, refused or failed.
    input: Required[Optional["ApprovedInput"]]
    # For `mail.drafts.send`: the draft at the time of the request, which is sent exactly like this or not at all. Null for other operations, in lists, and afterwards.
    draft: Required[Optional["MailDraft"]]
    # SHA-256 in hex of the operation and its input, and of the content of the draft.
    digest: Required[str]
    # The key that asked, and that sends it.
    key_id: Required[str]
    # Whether that is a test key: no mail leaves.
    test_mode: Required[bool]
    # The message that it became; null before.
    message_id: Required[Optional[str]]
    # Why it failed; null otherwise.
    error: Required[Optional["ApprovalError"]]
    # The key of the person who decided; null before.
    decided_by: Required[Optional[str]]
    # When that was; null before.
    decided_at: Required[Optional[str]]
    created_at: Required[str]
    # When it is deleted: 24 hours after it was asked for, or 30 days after the decision.
    expires_at: Required[str]


class ApprovalError(TypedDict, total=False):
    # The code of the error.
    code: Required[str]
    # For people.
    message: Required[str]


ApprovalStatus = Literal["pending", "approved", "sent", "refused", "failed"]


class ApprovalsListResponse(TypedDict, total=False):
    approvals: Required[List["Approval"]]
    # The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set.
    next_cursor: Required[Optional[str]]


ApprovedInput = Dict[str, Any]


class Attachment(TypedDict, total=False):
    # Required with `content`. Defaults to the name of the upload.
    filename: Optional[str]
    # MIME type. Required with `content`. Defaults to the type of the upload.
    content_type: Optional[str]
    # Base64. Not allowed with an `upload_id`. All attachments together have at most 7 MiB when decoded.
    content: Optional[str]
    # An upload to attach, instead of `content`.
    upload_id: Optional[str]
    # Name for references as `cid:…` in the HTML; the attachment is then shown inline.
    content_id: Optional[str]


class AuditEntry(TypedDict, total=False):
    id: Required[str]
    # Who did it: a key, a browser session, an operator at the command line, or the service itself.
    actor: Required["AuditEntryActor"]
    # The name of the operation (its tRPC procedure), with `.refuse` behind it if the key may not do it. `session.create`, `session.delete` and `session.refuse` for sign-ins, sign-outs and refused sign-ins.
    operation: Required[str]
    # Id of the changed resource; of the key for sign-ins, sign-outs and refusals.
    target: Required[Optional[str]]
    # The client's address, for sign-ins, sign-outs and refusals; null otherwise.
    address: Required[Optional[str]]
    # What the client calls itself, for sign-ins, sign-outs and refusals; null otherwise.
    user_agent: Required[Optional[str]]
    created_at: Required[str]


class AuditEntryActor(TypedDict, total=False):
    """Who did it: a key, a browser session, an operator at the command line, or the service itself."""

    type: Required[Literal["key", "cli", "session", "service"]]
    # The id of the key, also for a session; for the command line, the user; null for the service itself.
    id: Required[Optional[str]]


class AuditLogListResponse(TypedDict, total=False):
    entries: Required[List["AuditEntry"]]
    # The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set.
    next_cursor: Required[Optional[str]]


class BatchFailure(TypedDict, total=False):
    success: Required[Literal[False]]
    error: Required["ErrorBody"]


BatchItemResult = Union["BatchSuccess", "BatchFailure"]


class BatchSuccess(TypedDict, total=False):
    success: Required[Literal[True]]
    response: Required["SendResponse"]


class BillingCheckoutBody(TypedDict, total=False):
    # The plan: starter, pro, growth, scale. Case does not count.
    plan: Required[str]
    # How often to pay: `month` (the default) or `year`.
    period: Optional["BillingPeriod"]


BillingPeriod = Literal["month", "year"]


class BillingState(TypedDict, total=False):
    # The plan; null without an active subscription.
    plan: Required[Optional["Plan"]]
    # The status of the subscription at Stripe; `none` without one. With `unpaid`, `incomplete`, `incomplete_expired` and `canceled`, it is not active.
    subscription_status: Required["SubscriptionStatus"]
    # Emails that the plan includes in the current pool: of a month, or of a year with an annual plan.
    included_allotment: Required[int]
    # How often the plan is paid for.
    recurring_interval: Required[Optional["BillingPeriod"]]
    # Emails of the current pool that are used: recipients of mail accepted with live keys.
    used: Required[int]
    # When the current pool ends.
    current_period_end: Required[Optional[str]]
    # Whether the subscription ends and does not renew.
    cancel_at_period_end: Required[bool]
    # What can be subscribed to. Empty if billing is off.
    plans_for_sale: Required[List["PlanForSale"]]


class BimiRecord(TypedDict, total=False):
    type: Required[Literal["TXT"]]
    # The full name, without the final dot.
    name: Required[str]
    # The full text of the record.
    value: Required[str]


class BlockedSender(TypedDict, total=False):
    id: Required[str]
    # An address, or a domain, which stands for all its addresses and subdomains.
    sender: Required[str]
    # Whether only mail that cannot prove its sender goes to spam: the entry was made from such mail, which anybody may have written.
    forged_only: Required[bool]
    # Whether a test key made it. Then it concerns no mail.
    test_mode: Required[bool]
    created_at: Required[str]


class Broadcast(TypedDict, total=False):
    id: Required[str]
    # Its name, for people.
    name: Required[str]
    # The list whose members get it.
    list_id: Required[str]
    # Where it stands.
    status: Required["BroadcastStatus"]
    # Why it is paused: `requested`, or the code of what stopped it, like `spend_cap_exceeded`.
    paused_reason: Required[Optional[str]]
    # The sender; null for the shared sender.
    from_email: Required[Optional[str]]
    # The subject, with variables; null for that of the template.
    subject: Required[Optional[str]]
    # The template; null if the broadcast has its own bodies.
    template_id: Required[Optional[str]]
    # Most messages a minute; null for no limit.
    throttle_per_minute: Required[Optional[int]]
    # When it is to start; null if it is not scheduled.
    scheduled_at: Required[Optional[str]]
    # When it started; null before.
    started_at: Required[Optional[str]]
    # When it was sent or canceled; null before.
    finished_at: Required[Optional[str]]
    # Whether a test key started it, so that its mail is simulated.
    test_mode: Required[bool]
    # Each message counts at most once in each number.
    counts: Required["BroadcastCounts"]
    created_at: Required[str]
    updated_at: Required[str]
    # Addresses for replies.
    reply_to: Required[List[str]]
    # The HTML, with variables; null if there is none.
    body_html: Required[Optional[str]]
    # The plain text, with variables; null if there is none.
    body_text: Required[Optional[str]]
    tracking: Required["BroadcastTracking"]
    # How often it was changed as a draft.
    revision: Required[int]
    # Members for whom no message could be made: the first 1,000.
    failures: Required[List["BroadcastFailure"]]


class BroadcastCounts(TypedDict, total=False):
    # Members that it reaches: those of the list, as its `member_count` says, until it has taken all of them.
    total: Required[int]
    # Members that it has not taken yet, and messages that wait for dispatch.
    queued: Required[int]
    # Messages that were handed to the provider.
    sent: Required[int]
    # Messages that the receiving servers accepted.
    delivered: Required[int]
    # Messages that were opened at least once.
    opened: Required[int]
    # Messages with at least one clicked link.
    clicked: Required[int]
    # Messages that the receiving servers refused.
    bounced: Required[int]
    # Messages that recipients reported as spam.
    complained: Required[int]
    # Members for whom no message could be made, and messages that failed.
    failed: Required[int]
    # Messages that were stopped: the recipient is on the suppression list, or does not want this mail.
    suppressed: Required[int]
    # Recipients who unsubscribed through its messages.
    unsubscribed: Required[int]


class BroadcastFailure(TypedDict, total=False):
    # The contact.
    contact_id: Required[str]
    # The code of the error.
    code: Required[str]
    # What is wrong, for people.
    reason: Required[str]


class BroadcastLink(TypedDict, total=False):
    # The link, without its query and fragment, which may differ by recipient.
    url: Required[str]
    # Clicks, each counted.
    clicks: Required[int]
    # Recipients who clicked it at least once.
    unique_clicks: Required[int]


class BroadcastLinks(TypedDict, total=False):
    # Those with the most clicks first, at most 100.
    links: Required[List["BroadcastLink"]]


class BroadcastPreview(TypedDict, total=False):
    # The subject. Empty only with warnings.
    subject: Required[str]
    # The HTML; null if there is none.
    body_html: Required[Optional[str]]
    # The plain text; null if there is none.
    body_text: Required[Optional[str]]
    # The contact whose mail it is; null for a made-up one, because no contact of the list was found.
    contact_id: Required[Optional[str]]
    # How many contacts the warnings are about: the newest of the list, at most 1,000. The members of a dynamic list are looked for only among the newest contacts of the account.
    contacts_checked: Required[int]
    # Variables that none of these contacts has, and for which the template has no default. If there are no such contacts, all but the names and the address.
    warnings: Required[List["VariableWarning"]]
    # Limits that will stop it before the whole list has it, with the key of the request. Empty for test keys, whose mail costs nothing.
    sending_warnings: Required[List["SendingWarning"]]


class BroadcastPreviewChanges(TypedDict, total=False):
    # Another list.
    list_id: Optional[str]
    # Another subject; null for that of the template.
    subject: Optional[str]
    # Another HTML; null for none.
    body_html: Optional[str]
    # Another plain text; null for none.
    body_text: Optional[str]
    # A template, instead of bodies, which must be null then; null for bodies.
    template_id: Optional[str]


class BroadcastRecipient(TypedDict, total=False):
    # The message to the recipient.
    message_id: Required[str]
    # The address; null once its content was deleted.
    email: Required[Optional[str]]
    # The status of the message: its newest event.
    status: Required["MessageStatus"]
    # All outcomes of the mail, each once.
    outcomes: Required[List["RecipientOutcome"]]
    # When the recipient unsubscribed by this mail; null otherwise.
    unsubscribed_at: Required[Optional[str]]


BroadcastStatus = Literal["draft", "scheduled", "sending", "paused", "sent", "canceled"]


class BroadcastSummary(TypedDict, total=False):
    id: Required[str]
    # Its name, for people.
    name: Required[str]
    # The list whose members get it.
    list_id: Required[str]
    # Where it stands.
    status: Required["BroadcastStatus"]
    # Why it is paused: `requested`, or the code of what stopped it, like `spend_cap_exceeded`.
    paused_reason: Required[Optional[str]]
    # The sender; null for the shared sender.
    from_email: Required[Optional[str]]
    # The subject, with variables; null for that of the template.
    subject: Required[Optional[str]]
    # The template; null if the broadcast has its own bodies.
    template_id: Required[Optional[str]]
    # Most messages a minute; null for no limit.
    throttle_per_minute: Required[Optional[int]]
    # When it is to start; null if it is not scheduled.
    scheduled_at: Required[Optional[str]]
    # When it started; null before.
    started_at: Required[Optional[str]]
    # When it was sent or canceled; null before.
    finished_at: Required[Optional[str]]
    # Whether a test key started it, so that its mail is simulated.
    test_mode: Required[bool]
    # Each message counts at most once in each number.
    counts: Required["BroadcastCounts"]
    created_at: Required[str]
    updated_at: Required[str]


class BroadcastTracking(TypedDict, total=False):
    """What it tracks: as given, or else what the deployment tracks."""

    # Whether opens are recorded.
    opens: Required[bool]
    # Whether clicks are recorded.
    clicks: Required[bool]


class BroadcastsCreateBody(TypedDict, total=False):
    # Its name, for people.
    name: Required[str]
    # The list whose members get it.
    list_id: Required[str]
    # Sender, like `news@example.com` or `News <news@example.com>`. Required if the account has a verified domain, but not for a draft: it is checked when the broadcast is scheduled, tested or sent.
    from_email: Optional[str]
    # An address for replies, or several.
    reply_to: Optional[Union[str, List[str]]]
    # The subject, with variables. Required unless a template has one; takes precedence over the template's.
    subject: Optional[str]
    # The HTML, with variables.
    body_html: Optional[str]
    # The plain text, with variables.
    body_text: Optional[str]
    # A template, instead of bodies. Each message is rendered with its version at that time.
    template_id: Optional[str]
    # What to track. Defaults to the setting of the deployment.
    tracking: Optional["Tracking"]
    # Most messages a minute, 1 to 1,000,000. As fast as possible if left out.
    throttle_per_minute: Optional[int]
    # When to start: no more than 1 minute in the past and no more than 90 days in the future. A draft if left out.
    scheduled_at: Optional[str]


class BroadcastsListResponse(TypedDict, total=False):
    broadcasts: Required[List["BroadcastSummary"]]
    # The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set.
    next_cursor: Required[Optional[str]]


class BroadcastsPreviewBody(TypedDict, total=False):
    # The contact whose mail to show. Defaults to the newest contact of the list, or to a made-up one if the list is empty.
    contact_id: Optional[str]
    # Shows the mail as it would be with these changes, which are not stored.
    changes: Optional["BroadcastPreviewChanges"]


class BroadcastsPreviewNewBody(TypedDict, total=False):
    # The list whose members get it.
    list_id: Required[str]
    # The subject, with variables. Required unless a template has one; takes precedence over the template's.
    subject: Optional[str]
    # The HTML, with variables.
    body_html: Optional[str]
    # The plain text, with variables.
    body_text: Optional[str]
    # A template, instead of bodies. Each message is rendered with its version at that time.
    template_id: Optional[str]
    # The contact whose mail to show. Defaults to the newest contact of the list, or to a made-up one if the list is empty.
    contact_id: Optional[str]


class BroadcastsRecipientsResponse(TypedDict, total=False):
    recipients: Required[List["BroadcastRecipient"]]
    # The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set.
    next_cursor: Required[Optional[str]]


class BroadcastsTestBody(TypedDict, total=False):
    # The address to send it to. If a contact has this address, its fields are used.
    email: Required[str]
    # Unique to the test. Without one, each request sends another mail.
    idempotency_key: Optional[str]


class BroadcastsUpdateBody(TypedDict, total=False):
    # The revision that the changes are based on. If the draft has another one, it stays as it is.
    revision: Optional[int]
    # Another name.
    name: Optional[str]
    # Another list.
    list_id: Optional[str]
    # Another sender; null for none. It is checked when the broadcast is scheduled, tested or sent.
    from_email: Optional[str]
    # All addresses for replies; null for none.
    reply_to: Optional[Union[str, List[str]]]
    # Another subject; null for that of the template.
    subject: Optional[str]
    # Another HTML; null for none.
    body_html: Optional[str]
    # Another plain text; null for none.
    body_text: Optional[str]
    # A template, instead of bodies, which must be null then; null for bodies.
    template_id: Optional[str]
    # What to track; null for what the deployment tracks.
    tracking: Optional["Tracking"]
    # Most messages a minute; null for no limit.
    throttle_per_minute: Optional[int]
    # Schedules the draft: no more than 1 minute in the past and no more than 90 days in the future. It cannot be changed afterwards.
    scheduled_at: Optional[str]


BulkThreadOutcome = Literal["changed", "unchanged", "refused", "not_found"]


class BulkThreadResult(TypedDict, total=False):
    # The thread, as the request names it.
    thread_id: Required[str]
    # What became of it. `unchanged`: there was nothing to change. `refused`: the change is not possible; `message` says why.
    outcome: Required["BulkThreadOutcome"]
    # For `refused`: why; null otherwise.
    message: Required[Optional[str]]


class BulkThreadResults(TypedDict, total=False):
    # One for each thread, in the order of the request.
    results: Required[List["BulkThreadResult"]]
    # The id that undoes the change, with the same key; null if nothing has changed.
    undo_id: Required[Optional[str]]
    # Until when it can be undone: 30 seconds after the change. Null if nothing has changed.
    undo_until: Required[Optional[str]]


class ChangedMail(TypedDict, total=False):
    # The inbound email or the message.
    id: Required[str]
    # Whether it was received or sent.
    source: Required["MailSource"]
    # Whether the mail has a star now.
    is_starred: Required[bool]


Channel = Literal["email", "sms", "push", "voice", "webhook"]


class CheckoutResult(TypedDict, total=False):
    # The checkout page of Stripe, for a new subscription.
    url: str
    # The active subscription has been changed in place.
    updated: Literal[True]
    # Its plan after the change.
    plan: "Plan"


ConditionOp = Literal["equals", "not_equals", "in", "not_in", "contains", "greater_than", "less_than", "exists", "missing"]


class Contact(TypedDict, total=False):
    id: Required[str]
    # The address, normalized: lower case, domain in A-labels.
    email: Required[str]
    # The first name; null if unknown.
    first_name: Required[Optional[str]]
    # The last name; null if unknown.
    last_name: Required[Optional[str]]
    # Whatever else is known: texts, numbers, true or false, by name.
    attributes: Required["ContactAttributes"]
    # From the suppression list: `suppressed` contacts get no mail, `unsubscribed` ones no marketing mail.
    status: Required["ContactStatus"]
    created_at: Required[str]
    updated_at: Required[str]


ContactAttributeChanges = Dict[str, Optional[Union[str, float, bool]]]


ContactAttributes = Dict[str, Union[str, float, bool]]


ContactAttributesInput = Dict[str, Union[str, float, bool]]


ContactBulkOutcome = Literal["changed", "unchanged", "refused", "not_found"]


class ContactBulkResult(TypedDict, total=False):
    # The contact, as the request names it.
    contact_id: Required[str]
    # What became of it. `unchanged`: there was nothing to change. `refused`: not all of it could be done; `message` says why.
    outcome: Required["ContactBulkOutcome"]
    # For `refused`: why; null otherwise.
    message: Required[Optional[str]]


class ContactBulkResults(TypedDict, total=False):
    # One for each contact, in the order of the request.
    results: Required[List["ContactBulkResult"]]


ContactEvent = Literal["opened", "clicked", "bounced"]


ContactField = Literal["email", "first_name", "last_name", "status", "created_at", "lists"]


class ContactImport(TypedDict, total=False):
    id: Required[str]
    # Rows that were imported before a failure stay.
    status: Required["ContactImportStatus"]
    # The list that contacts are added to; null for none.
    list_id: Required[Optional[str]]
    # What happens to rows whose contact exists.
    on_duplicate: Required["OnDuplicateContact"]
    # Rows read so far: the sum of the four counts.
    processed: Required[int]
    # Contacts created, and added to the list if there is one.
    imported: Required[int]
    # Rows whose contact existed and got their values, and was added to the list if there is one.
    updated: Required[int]
    # Rows whose contact existed and was added to the list, unchanged.
    added_to_list: Required[int]
    # Rows that are invalid, or change nothing because their contact exists already.
    skipped: Required[int]
    # Rows that say `unsubscribed`, `bounced` or the like: their addresses are on the suppression list. Each is one of the four counts, too.
    suppressed: Required[int]
    # One for each skipped row, at most 1,000.
    errors: Required[List["ContactImportErrorsItem"]]
    # Why it failed; null unless it has.
    failure: Required[Optional[str]]
    created_at: Required[str]
    updated_at: Required[str]


ContactImportColumns = Dict[str, Optional[str]]


class ContactImportErrorsItem(TypedDict, total=False):
    # Number of the row; the column names are in row 1.
    row: Required[int]
    # Its address, as it is in the file.
    email: Required[str]
    # Why it was skipped: `duplicate_contact`, `duplicate_member`, `too_many_contacts`, `too_many_list_members` or what is wrong with it.
    reason: Required[str]


ContactImportStatus = Literal["running", "done", "failed"]


class ContactList(TypedDict, total=False):
    id: Required[str]
    # Its name. Recipients see that of a topic.
    name: Required[str]
    # What it is for; null for nothing. Recipients see that of a topic.
    description: Required[Optional[str]]
    # Whether recipients can leave it on the preference page.
    is_topic: Required[bool]
    # For a dynamic list, who is in it; null for a list whose members are added.
    filter: Required[Optional["SegmentFilter"]]
    created_at: Required[str]
    updated_at: Required[str]


class ContactListDetails(TypedDict, total=False):
    id: Required[str]
    # Its name. Recipients see that of a topic.
    name: Required[str]
    # What it is for; null for nothing. Recipients see that of a topic.
    description: Required[Optional[str]]
    # Whether recipients can leave it on the preference page.
    is_topic: Required[bool]
    # For a dynamic list, who is in it; null for a list whose members are added.
    filter: Required[Optional["SegmentFilter"]]
    created_at: Required[str]
    updated_at: Required[str]
    # How many contacts are in it. For a dynamic list of an account with many contacts, some minutes ago.
    member_count: Required[int]
    # When its contacts were counted.
    member_counted_at: Required[str]


class ContactListMember(TypedDict, total=False):
    list_id: Required[str]
    contact_id: Required[str]
    created_at: Required[str]


class ContactListsCreateBody(TypedDict, total=False):
    # Its name.
    name: Required[str]
    # What it is for.
    description: Optional[str]
    # Whether recipients can leave it on the preference page. `false` if left out.
    is_topic: Optional[bool]
    # Makes it a dynamic list: its members are the contacts that match whenever it is used.
    filter: Optional["SegmentFilterInput"]


class ContactListsListResponse(TypedDict, total=False):
    contact_lists: Required[List["ContactList"]]
    # The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set.
    next_cursor: Required[Optional[str]]


class ContactListsMembersAddBody(TypedDict, total=False):
    # The contact.
    contact_id: Required[str]


class ContactListsMembersListResponse(TypedDict, total=False):
    members: Required[List["Contact"]]
    # The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set.
    next_cursor: Required[Optional[str]]


class ContactListsUpdateBody(TypedDict, total=False):
    # Another name.
    name: Optional[str]
    # Null removes it.
    description: Optional[str]
    # Whether recipients can leave it on the preference page.
    is_topic: Optional[bool]
    # Another filter, for a dynamic list. A list cannot become dynamic, and a dynamic list cannot stop being dynamic.
    filter: Optional["SegmentFilterInput"]


ContactStatus = Literal["subscribed", "unsubscribed", "suppressed"]


class ContactTopic(TypedDict, total=False):
    # The contact list that is the topic.
    list_id: Required[str]
    # Its name, as recipients see it.
    name: Required[str]
    # What it is for; null for nothing.
    description: Required[Optional[str]]
    # Whether the contact has not opted out of it. Broadcasts about it also need a contact whose status is `subscribed`.
    subscribed: Required[bool]


class ContactTopics(TypedDict, total=False):
    topics: Required[List["ContactTopic"]]


class ContactsChangeManyBody(TypedDict, total=False):
    # The contacts to change, at most 1,000.
    contact_ids: Required[List[str]]
    # Attributes to set; null removes one. The others stay.
    attributes: Optional["ContactAttributeChanges"]
    # Lists to add them to, at most 10. Dynamic lists cannot be changed.
    add_to_list_ids: Optional[List[str]]
    # Lists to take them off, at most 10. Dynamic lists cannot be changed.
    remove_from_list_ids: Optional[List[str]]
    # True deletes them, and takes them off their lists. It cannot be combined with other changes.
    delete: Optional[bool]


class ContactsCreateBody(TypedDict, total=False):
    # The address. Upper and lower case do not matter.
    email: Required[str]
    first_name: Optional[str]
    last_name: Optional[str]
    # Up to 50 values by name. Broadcasts and segments use them.
    attributes: Optional["ContactAttributesInput"]


class ContactsCreateImportResponse(TypedDict, total=False):
    # Names the file for an import, for 7 days.
    storage_key: Required[str]


class ContactsImportBody(TypedDict, total=False):
    # The uploaded file.
    storage_key: Required[str]
    # Adds all contacts of the file to this list, also those that exist already.
    list_id: Optional[str]
    # What happens to a row whose contact exists: `skip` leaves the contact as it is, `update` gives it the names and attributes of the row; its others stay. `skip` if left out.
    on_duplicate: Optional["OnDuplicateContact"]
    # What columns mean, by their names: `"email"`, `"first_name"`, `"last_name"`, `"unsubscribed"`, the name of an attribute, or null to leave one out. Other columns have the meaning of their names.
    columns: Optional["ContactImportColumns"]


class ContactsListResponse(TypedDict, total=False):
    contacts: Required[List["Contact"]]
    # The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set.
    next_cursor: Required[Optional[str]]


class ContactsSetTopicsBody(TypedDict, total=False):
    # The topics to change. The others stay as they are.
    topics: Required[List["ContactsSetTopicsBodyTopicsItem"]]


class ContactsSetTopicsBodyTopicsItem(TypedDict, total=False):
    # The contact list that is the topic.
    list_id: Required[str]
    # Whether the contact gets mail about it.
    subscribed: Required[bool]


class ContactsUpdateBody(TypedDict, total=False):
    # Another address.
    email: Optional[str]
    # Null removes it.
    first_name: Optional[str]
    # Null removes it.
    last_name: Optional[str]
    # Attributes to set; null removes one. The others stay.
    attributes: Optional["ContactAttributeChanges"]


CustomHeaders = Dict[str, str]


class DeadLetter(TypedDict, total=False):
    id: Required[str]
    account_id: Required[str]
    # The kind of work: `dispatch`, `deliveries`, `ingest`, `fan-out`, `inbound` and others.
    kind: Required[str]
    # What the work is about: a message, a delivery, an event and so on.
    row_id: Required[str]
    # The error of the last attempt.
    error: Required[str]
    # How often the work crashed before it was given up.
    crashes: Required[int]
    # When it was given up.
    created_at: Required[str]


class DeadLettersListResponse(TypedDict, total=False):
    dead_letters: Required[List["DeadLetter"]]
    # The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set.
    next_cursor: Required[Optional[str]]


class Destination(TypedDict, total=False):
    # The recipient, like `ada@example.com` or `Ada <ada@example.com>`. Required unless `to` is given.
    email: Optional[str]
    # Name shown with `email`. Takes precedence over a name in it.
    name: Optional[str]
    # Addresses of several recipients, instead of `email`, like `ada@example.com` or `Ada <ada@example.com>`. All get the same mail and see each other. Marketing mail takes one.
    to: Optional[List[str]]
    cc: Optional[List[str]]
    bcc: Optional[List[str]]


DestinationType = Literal["webhook", "email"]


class DmarcEnforcement(TypedDict, total=False):
    # Whether the DMARC policy in DNS is strict enough for logos: quarantine or reject, for all mail.
    at_enforcement: Required[bool]
    # A sufficient DMARC record, close to the published one.
    recommended: Required[str]


class DmarcReport(TypedDict, total=False):
    # The domain, in lower case and A-label form.
    domain: Required[str]
    # The registrable domain of the organization that sent the report, proven by its mail.
    sent_by: Required[str]
    # The name that the reporter gives itself.
    org_name: Required[Optional[str]]
    # The policy that was found in DNS: `none`, `quarantine` or `reject`.
    policy: Required[str]
    begins_at: Required[str]
    ends_at: Required[str]
    # How many mails it is about.
    messages: Required[int]
    # Mails that passed DMARC: by DKIM, SPF or both.
    aligned: Required[int]
    # The 200 most frequent sources.
    sources: Required[List["DmarcSource"]]
    # Whether records or sources were left out.
    truncated: Required[bool]
    received_at: Required[str]


class DmarcReporter(TypedDict, total=False):
    # The registrable domain of the organization that sent the report, proven by its mail.
    sent_by: Required[str]
    # The days that its reports are about.
    days_with_reports: Required[int]
    # How many reports it sent.
    reports: Required[int]
    # How many mails they are about.
    messages: Required[int]
    # Mails that passed DMARC: by DKIM, SPF or both.
    aligned: Required[int]


class DmarcSender(TypedDict, total=False):
    # The IP address that sent it.
    source_ip: Required[str]
    # How many mails it sent.
    messages: Required[int]
    # Mails that passed DMARC: by DKIM, SPF or both.
    aligned: Required[int]
    # Mails with a valid DKIM signature of the domain.
    dkim_aligned: Required[int]
    # Mails that passed SPF for the domain.
    spf_aligned: Required[int]


class DmarcSource(TypedDict, total=False):
    # The IP address that sent it.
    source_ip: Required[str]
    # The domain of its author.
    header_from: Required[str]
    # How many mails.
    count: Required[int]
    # What was done with them: `none`, `quarantine` or `reject`; in newer reports `pass` for those that passed.
    disposition: Required[str]
    # Whether a DKIM signature of the domain was valid.
    dkim_aligned: Required[bool]
    # Whether SPF passed for the domain.
    spf_aligned: Required[bool]


class DmarcSummary(TypedDict, total=False):
    # The domain, in lower case and A-label form.
    domain: Required[str]
    # The days that it is about, up to now.
    days: Required[int]
    # The days that a report is about.
    days_with_reports: Required[int]
    # How many reports were received.
    reports: Required[int]
    # How many mails they are about.
    messages: Required[int]
    # Mails that passed DMARC: by DKIM, SPF or both.
    aligned: Required[int]
    # The policy of the latest report; null without any.
    policy: Required[Optional[str]]
    # The 100 organizations that report most mail.
    reporters: Required[List["DmarcReporter"]]
    # The 100 addresses that sent most.
    senders: Required[List["DmarcSender"]]
    # Whether the policy `p=reject` would keep hardly any mail from its readers.
    reject_safe: Required[bool]
    # For people: why it is not safe yet. Empty if it is.
    reasons: Required[List[str]]


class DnsHost(TypedDict, total=False):
    # `unknown` if the name servers are not known.
    id: Required[str]
    name: Required[str]
    # Instructions of the host.
    docs_url: Required[Optional[str]]
    # The console of the host.
    dashboard_url: Required[Optional[str]]
    # Whether the host has an API for records.
    supports_api: Required[bool]
    # A hint for hosts that may proxy records.
    unproxy_hint: Required[Optional[str]]
    # The term for the name of a record in its console.
    record_name_label: Required[str]
    # The term for the value of a record in its console.
    record_value_label: Required[str]


class DnsRecord(TypedDict, total=False):
    type: Required[Literal["CNAME", "MX", "TXT"]]
    # The full name, without the final dot.
    name: Required[str]
    # The host of a CNAME, `10 host` for an MX, or the full text of a TXT.
    value: Required[str]


class DnsSetup(TypedDict, total=False):
    domain: Required[str]
    # The zone that the records go into.
    zone_apex: Required[str]
    provider: Required["DnsHost"]
    records: Required[List["DnsSetupRecord"]]
    # The domain of its envelope senders.
    mail_from_domain: Required[str]
    inbound_mx_record: Required["InboundMxRecord"]
    # The host of the links in its mail; null if it can have none.
    links: Required[Optional["DnsSetupLinks"]]
    # Why the records cannot be published as they are, and what to do.
    warnings: Required[List[str]]
    # The three CNAME records. `failed` means that the published record is wrong.
    dkim_status: Required[Literal["pending", "verified", "failed"]]
    # The TXT record of the MAIL FROM subdomain. `failed` means that the published record is wrong.
    spf_status: Required[Literal["pending", "verified", "failed"]]
    # The DMARC record; any policy will do. `failed` means that the published record is wrong.
    dmarc_status: Required[Literal["pending", "verified", "failed"]]
    # Both TXT records. `failed` means that the published record is wrong.
    txt_status: Required[Literal["pending", "verified", "failed"]]


class DnsSetupLinks(TypedDict, total=False):
    # Whether links may have this host.
    enabled: Required[bool]
    # `links.` and the domain.
    host: Required[str]
    record: Required["DnsSetupLinksRecord"]
    # The status of the record, as of the last verification. `failed` means that the published record is wrong.
    status: Required[Literal["pending", "verified", "failed"]]


class DnsSetupLinksRecord(TypedDict, total=False):
    """The record to publish for it. Sending does not need it."""

    type: Required[Literal["CNAME", "MX", "TXT"]]
    # The full name, without the final dot.
    name: Required[str]
    # The host of a CNAME, `10 host` for an MX, or the full text of a TXT.
    value: Required[str]
    # The name within the zone; `@` for the zone itself.
    host: Required[str]


class DnsSetupRecord(TypedDict, total=False):
    type: Required[Literal["CNAME", "MX", "TXT"]]
    # The full name, without the final dot.
    name: Required[str]
    # The host of a CNAME, `10 host` for an MX, or the full text of a TXT.
    value: Required[str]
    # The name within the zone; `@` for the zone itself.
    host: Required[str]
    # The status of the record, as of the last verification. `failed` means that the published record is wrong.
    status: Required[Literal["pending", "verified", "failed"]]


class Domain(TypedDict, total=False):
    id: Required[str]
    # Its name in lower case, as A-labels.
    domain: Required[str]
    # The three CNAME records. `failed` means that the published record is wrong.
    dkim_status: Required[Literal["pending", "verified", "failed"]]
    # The TXT record of the MAIL FROM subdomain. `failed` means that the published record is wrong.
    spf_status: Required[Literal["pending", "verified", "failed"]]
    # The DMARC record; any policy will do. `failed` means that the published record is wrong.
    dmarc_status: Required[Literal["pending", "verified", "failed"]]
    # Both TXT records. `failed` means that the published record is wrong.
    txt_status: Required[Literal["pending", "verified", "failed"]]
    # Whether it can send: all four statuses are `verified`, and it is not being deleted.
    fully_verified: Required[bool]
    # Whether it is the built-in domain of the shared sender.
    sandbox: Required[bool]
    # The records to publish. Empty for the built-in domain.
    dns_records: Required[List["DnsRecord"]]
    # The status of the TXT record of its Ed25519 key, which also signs mail while the status is `verified`; null without such a key.
    ed25519_status: Required[Optional["DomainStatus"]]
    # The domain of its envelope senders.
    mail_from_domain: Required[str]
    # The default sender name of its mail.
    from_name: Required[Optional[str]]
    # Whether mail to the domain is received.
    inbound_enabled: Required[bool]
    # The host of the links in its mail. Null if it can have none: the built-in domain, a name that needs no DNS, or a deployment without link hosts.
    links: Required[Optional["DomainLinks"]]
    # Why the records cannot be published as they are, and what to do.
    warnings: Required[List[str]]
    created_at: Required[str]


class DomainCheck(TypedDict, total=False):
    # The status that the record belongs to.
    field: Required[Literal["dkim", "spf", "dmarc"]]
    # Type of the record.
    type: Required[Literal["CNAME", "MX", "TXT"]]
    # Name of the record.
    name: Required[str]
    # The result. `failed` means that the published record is wrong.
    status: Required[Literal["pending", "verified", "failed"]]


class DomainFromName(TypedDict, total=False):
    domain: Required[str]
    from_name: Required[Optional[str]]


class DomainInbound(TypedDict, total=False):
    # Whether mail to the domain is received.
    enabled: Required[bool]
    mx_record: Required["InboundMxRecord"]


class DomainLinks(TypedDict, total=False):
    # Whether links may have this host.
    enabled: Required[bool]
    # `links.` and the domain.
    host: Required[str]
    # The record to publish for it. Sending does not need it.
    record: Required["DnsRecord"]
    # The status of the record, as of the last verification. `failed` means that the published record is wrong.
    status: Required[Literal["pending", "verified", "failed"]]


DomainStatus = Literal["pending", "verified", "failed"]


class DomainVerification(TypedDict, total=False):
    domain: Required[str]
    # Whether it can now send.
    fully_verified: Required[bool]
    # One entry for each record that sending requires.
    results: Required[List["DomainCheck"]]
    # The status of the TXT record of its Ed25519 key, which also signs mail while the status is `verified`; null without such a key.
    ed25519_status: Required[Optional["DomainStatus"]]
    # The host of the links in its mail. Null if it can have none: the built-in domain, a name that needs no DNS, or a deployment without link hosts.
    links: Required[Optional["DomainLinks"]]


class DomainsCreateBody(TypedDict, total=False):
    # A name below a public suffix, like `mail.example.com`.
    domain: Required[str]


class DomainsDmarcReportsResponse(TypedDict, total=False):
    reports: Required[List["DmarcReport"]]
    # The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set.
    next_cursor: Required[Optional[str]]


class DomainsListResponse(TypedDict, total=False):
    domains: Required[List["Domain"]]
    # The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set.
    next_cursor: Required[Optional[str]]


class DomainsSetEd25519Body(TypedDict, total=False):
    enabled: Required[bool]


class DomainsSetFromNameBody(TypedDict, total=False):
    # The name; null or empty for none.
    from_name: Required[Optional[str]]


class DomainsSetInboundBody(TypedDict, total=False):
    enabled: Required[bool]


class DomainsSetLinksBody(TypedDict, total=False):
    enabled: Required[bool]


class DomainsSetLogoBody(TypedDict, total=False):
    # An https URL of a square logo in SVG Tiny PS; null removes the logo.
    logo_url: Required[Optional[str]]


class DomainsTlsReportsResponse(TypedDict, total=False):
    reports: Required[List["TlsReport"]]
    # The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set.
    next_cursor: Required[Optional[str]]


class DraftAttachment(TypedDict, total=False):
    # Name of the file; null for that of the upload.
    filename: Required[Optional[str]]
    # Its MIME type; null for that of the upload.
    content_type: Required[Optional[str]]
    # Decoded, in bytes; null for an upload.
    size: Required[Optional[int]]
    # The upload; null for a file that is not from one.
    upload_id: Required[Optional[str]]
    # Name for references as `cid:…` in the HTML.
    content_id: Required[Optional[str]]


DraftKind = Literal["new", "reply", "reply_all", "forward"]


DraftStatus = Literal["draft", "sending", "sent"]


class Endpoints(TypedDict, total=False):
    # The URL of the service, to which paths like `/v1/send` are added.
    base_url: Required[str]
    # The APIs of other services that the deployment has.
    compat_apis: Required[List["EndpointsCompatApisItem"]]
    # The port of the SMTP listener with STARTTLS; null if there is none.
    smtp_port: Required[Optional[int]]
    # Its port with TLS from the first byte; null if there is none.
    smtps_port: Required[Optional[int]]


class EndpointsCompatApisItem(TypedDict, total=False):
    # The service whose API it is, such as `resend`.
    name: Required[str]
    # The URL to give to an SDK of that service.
    url: Required[str]


class Erasure(TypedDict, total=False):
    # Messages from which this request has erased the address.
    messages: Required[int]
    # The same for received mail. That from or to the address is deleted.
    inbound_emails: Required[int]
    # The same for contacts.
    contacts: Required[int]
    # Where the address stays, because something would stop working without it, like a route that forwards to it. Change or delete these yourself. At most 1,000.
    kept: Required[List["KeptAddress"]]


class Error(TypedDict, total=False):
    error: Required["ErrorBody"]


class ErrorBody(TypedDict, total=False):
    # Branch on this. Treat an unknown code like its status class.
    code: Required[str]
    # For people. The wording may change.
    message: Required[str]
    # The HTTP status.
    status: Required[int]
    # The invalid fields, if the request does not match its schema.
    details: List["ErrorBodyDetailsItem"]


class ErrorBodyDetailsItem(TypedDict, total=False):
    # The field, like `payload.subject`; over REST, `body` is the whole body.
    path: Required[str]
    # What it must be.
    message: Required[str]


ExportedMail = TypedDict(
    "ExportedMail",
    {
        # The inbound email or the message.
        "id": 'Required[str]',
        # Its thread.
        "thread_id": 'Required[str]',
        # Whether it was received or sent.
        "source": 'Required["MailSource"]',
        # The sender, like `Ada <ada@example.com>`.
        "from": 'Required[str]',
        # The first 200 recipients and your own address; for a mail to several of your addresses, all of them.
        "to": 'Required[List[str]]',
        # The subject.
        "subject": 'Required[str]',
        # The plain text; null if there is none.
        "text_body": 'Required[Optional[str]]',
        # When it arrived or was accepted.
        "occurred_at": 'Required[str]',
        # The files; get their bytes at their `url`.
        "attachments": 'Required[List["MailAttachment"]]',
    },
    total=False,
)


Folder = Literal["inbox", "sent", "archive", "trash", "spam"]


class InboundAttachment(TypedDict, total=False):
    filename: Required[str]
    content_type: Required[str]
    # Decoded, in bytes.
    size: Required[int]
    # How the HTML refers to it, as `cid:…`; null if it does not.
    content_id: Required[Optional[str]]


InboundEmail = TypedDict(
    "InboundEmail",
    {
        "id": 'Required[str]',
        "account_id": 'Required[str]',
        "domain": 'Required[str]',
        # The address in the envelope at which the mail arrived.
        "recipient": 'Required[str]',
        # The inbox with exactly this address; null if there was none.
        "inbox_id": 'Required[Optional[str]]',
        # As in the mail, decoded, like `Ada <ada@example.com>`; empty without a From.
        "from": 'Required[str]',
        "to": 'Required[List[str]]',
        "cc": 'Required[List[str]]',
        "subject": 'Required[str]',
        "spf_verdict": 'Required["Verdict"]',
        "dkim_verdict": 'Required["Verdict"]',
        "dmarc_verdict": 'Required["Verdict"]',
        "spam_verdict": 'Required["Verdict"]',
        "virus_verdict": 'Required["Verdict"]',
        "attachments": 'Required[List["InboundAttachment"]]',
        # Size of the raw message.
        "size_bytes": 'Required[int]',
        "received_at": 'Required[str]',
        # Its thread in the mail app.
        "thread_id": 'Required[Optional[str]]',
        "text": 'Required[Optional[str]]',
        # As received. Do not show it to people: show `html_safe`.
        "html": 'Required[Optional[str]]',
        # The HTML for reading: sanitized, without remote images, with the inline images of the mail.
        "html_safe": 'Required[Optional[str]]',
        # The text without quoted mail and without its signature; null without text.
        "reply_text": 'Required[Optional[str]]',
        # In the order of the mail, decoded.
        "headers": 'Required[List["InboundHeader"]]',
        # The Message-ID without angle brackets.
        "rfc_message_id": 'Required[str]',
        # Message ids without angle brackets.
        "in_reply_to": 'Required[List[str]]',
        # Message ids without angle brackets, oldest first.
        "references": 'Required[List[str]]',
    },
    total=False,
)


InboundEmailSummary = TypedDict(
    "InboundEmailSummary",
    {
        "id": 'Required[str]',
        "account_id": 'Required[str]',
        "domain": 'Required[str]',
        # The address in the envelope at which the mail arrived.
        "recipient": 'Required[str]',
        # The inbox with exactly this address; null if there was none.
        "inbox_id": 'Required[Optional[str]]',
        # As in the mail, decoded, like `Ada <ada@example.com>`; empty without a From.
        "from": 'Required[str]',
        "to": 'Required[List[str]]',
        "cc": 'Required[List[str]]',
        "subject": 'Required[str]',
        "spf_verdict": 'Required["Verdict"]',
        "dkim_verdict": 'Required["Verdict"]',
        "dmarc_verdict": 'Required["Verdict"]',
        "spam_verdict": 'Required["Verdict"]',
        "virus_verdict": 'Required["Verdict"]',
        "attachments": 'Required[List["InboundAttachment"]]',
        # Size of the raw message.
        "size_bytes": 'Required[int]',
        "received_at": 'Required[str]',
        # Its thread in the mail app.
        "thread_id": 'Required[Optional[str]]',
    },
    total=False,
)


class InboundHeader(TypedDict, total=False):
    name: Required[str]
    value: Required[str]


class InboundListResponse(TypedDict, total=False):
    emails: Required[List["InboundEmailSummary"]]
    # The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set.
    next_cursor: Required[Optional[str]]


class InboundMxRecord(TypedDict, total=False):
    """The record to publish at the domain, for mail to arrive here."""

    type: Required[Literal["MX"]]
    priority: Required[str]
    # The host.
    value: Required[str]


class InboundRoute(TypedDict, total=False):
    id: Required[str]
    # The domain whose mail it forwards.
    domain: Required[str]
    # How the local part of the recipient must begin, in any case. Empty: all mail of the domain.
    match_prefix: Required[str]
    destination_type: Required["DestinationType"]
    # Where a webhook route posts mail; null for an email route.
    forward_url: Required[Optional[str]]
    # Where an email route sends mail; null for a webhook route.
    forward_address: Required[Optional[str]]
    # How a webhook route writes its requests. An email route makes no requests.
    format: Required["WebhookFormat"]
    # The public key that verifies requests in the format `sendgrid`. Null for other formats.
    verification_key: Required[Optional[str]]
    # False while it forwards nothing.
    active: Required[bool]
    # Whether a test key made it. Received mail is live, so such a route forwards nothing.
    test_mode: Required[bool]
    created_at: Required[str]


class InboundRouteWithSecret(TypedDict, total=False):
    id: Required[str]
    # The domain whose mail it forwards.
    domain: Required[str]
    # How the local part of the recipient must begin, in any case. Empty: all mail of the domain.
    match_prefix: Required[str]
    destination_type: Required["DestinationType"]
    # Where a webhook route posts mail; null for an email route.
    forward_url: Required[Optional[str]]
    # Where an email route sends mail; null for a webhook route.
    forward_address: Required[Optional[str]]
    # How a webhook route writes its requests. An email route makes no requests.
    format: Required["WebhookFormat"]
    # The public key that verifies requests in the format `sendgrid`. Null for other formats.
    verification_key: Required[Optional[str]]
    # False while it forwards nothing.
    active: Required[bool]
    # Whether a test key made it. Received mail is live, so such a route forwards nothing.
    test_mode: Required[bool]
    created_at: Required[str]
    # Key of the signatures of its requests. Shown only here.
    signing_secret: Required[str]
    # The same secret in the form that libraries for Standard Webhooks take.
    standard_secret: Required[str]


class InboundRoutesCreateBody(TypedDict, total=False):
    # The name or id of a verified domain that receives mail.
    domain: Required[str]
    match_prefix: Optional[str]
    destination_type: Required["DestinationType"]
    # A public https URL, for a webhook route.
    forward_url: Optional[str]
    # An address, for an email route.
    forward_address: Optional[str]
    # How a webhook route writes its requests: `postline` by default, or as another mail API hands over received mail.
    format: Optional["WebhookFormat"]


class InboundRoutesListResponse(TypedDict, total=False):
    routes: Required[List["InboundRoute"]]
    # The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set.
    next_cursor: Required[Optional[str]]


class InboundRoutesUpdateBody(TypedDict, total=False):
    match_prefix: Optional[str]
    destination_type: Optional["DestinationType"]
    # A public https URL, for a webhook route.
    forward_url: Optional[str]
    # An address, for an email route.
    forward_address: Optional[str]
    # The format of new mail. Earlier mail keeps its own.
    format: Optional["WebhookFormat"]
    # False to stop forwarding, true to go on.
    active: Optional[bool]


class Indicator(TypedDict, total=False):
    # Where the logo is; null if there is none.
    logo_url: Required[Optional[str]]
    # The record to publish; null without a logo.
    record: Required[Optional["BimiRecord"]]
    # The current DMARC policy in DNS. Records that DNS does not return count as missing.
    dmarc: Required["DmarcEnforcement"]
    # Whether DNS has the record at the moment.
    bimi_published: Required[bool]
    # Which mailbox providers also require a certificate.
    vmc_note: Required[str]


class KeptAddress(TypedDict, total=False):
    # The kind of object that still has the address.
    object: Required[Literal["account", "broadcast", "domain", "inbound_route", "inbox", "saved_reply", "template", "webhook"]]
    # Its id.
    id: Required[str]
    # The field with the address. `versions` for an earlier version of a template.
    field: Required[str]


class KeysCreateBody(TypedDict, total=False):
    # What to call it, like `Web shop`: for people who read the list.
    name: Optional[str]
    scope: Required[Literal["send", "read", "admin"]]
    test_mode: Optional[bool]
    # Binds the key to these inboxes: it sees and answers only their mail, and does nothing else. Left out, it is not bound.
    inbox_ids: Optional[List[str]]
    # The addresses, and domains without their subdomains, that the key may write to. Left out, it may write to everybody.
    send_to: Optional[List[str]]
    expires_at: Optional[str]


class KeysListResponse(TypedDict, total=False):
    keys: Required[List["ApiKey"]]
    # The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set.
    next_cursor: Required[Optional[str]]


class KeysRotateResponse(TypedDict, total=False):
    id: Required[str]
    key: Required[str]
    key_prefix: Required[str]


class MailAttachment(TypedDict, total=False):
    # Name of the file.
    filename: Required[str]
    # Its MIME type, like `image/png`.
    content_type: Required[str]
    # Decoded, in bytes.
    size: Required[int]
    # How the HTML refers to it, as `cid:…`; null if it does not.
    content_id: Required[Optional[str]]
    # Where to get it with your key; null for files of mail that was sent.
    url: Required[Optional[str]]


class MailBlockedSendersCreateBody(TypedDict, total=False):
    # An address, or a domain for all its addresses and subdomains.
    sender: Required[str]


class MailBlockedSendersListResponse(TypedDict, total=False):
    blocked_senders: Required[List["BlockedSender"]]
    # The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set.
    next_cursor: Required[Optional[str]]


class MailChange(TypedDict, total=False):
    # The cursor after this change, to continue there.
    update_cursor: Required[str]
    # What happened. `merged`: all mail of the thread went into another. `split`: the mail was taken out of its thread, and the thread begins with it. `updated`: something that lists show has changed, such as the recipients. `deleted`: the mail is gone for good; without `mail`, the thread. `label_renamed` concerns every thread with the label. `drafted`: a draft was created, changed, or opened again. `draft_gone`: it was sent or deleted.
    type: Required["MailChangeType"]
    # When it was recorded.
    occurred_at: Required[str]
    # The thread; null for `label_renamed` and drafts.
    thread_id: Required[Optional[str]]
    # The mail that was received, sent, starred, changed or deleted; null if it is about the thread as a whole.
    mail: Required[Optional["ChangedMail"]]
    # For `merged`: the thread that has its mail now.
    merged_into: Required[Optional[str]]
    # For `noted`, `note_updated` and `note_deleted`: the note.
    note_id: Required[Optional[str]]
    # For `split`: the thread that had the mail before.
    split_from: Required[Optional[str]]
    # For `drafted` and `draft_gone`: the draft.
    draft_id: Required[Optional[str]]
    # The draft as it is now, as lists show it; null if it was sent or is gone.
    draft: Required[Optional["MailDraftSummary"]]
    # For `label_renamed`: the label.
    label: Required[Optional["RenamedLabel"]]
    # The thread as it is now; null if it is deleted, or merged into another.
    thread: Required[Optional["MailThreadSummary"]]


class MailChangePage(TypedDict, total=False):
    # In the order in which they were recorded.
    changes: Required[List["MailChange"]]
    # The cursor after them, for the next request.
    cursor: Required[str]
    # Whether more have been recorded already.
    has_more: Required[bool]


MailChangeType = Literal["received", "sent", "read", "unread", "starred", "unstarred", "moved", "labelled", "snoozed", "unsnoozed", "assigned", "merged", "split", "updated", "deleted", "label_renamed", "noted", "note_updated", "note_deleted", "drafted", "draft_gone"]


MailComposeBody = TypedDict(
    "MailComposeBody",
    {
        # The recipient, or several: at most 50 with those of cc and bcc.
        "to": 'Required[Union[str, List[str]]]',
        # Further recipients.
        "cc": 'Optional[Union[str, List[str]]]',
        # Further recipients, whom the others do not see.
        "bcc": 'Optional[Union[str, List[str]]]',
        # The sender, at a verified domain of the account.
        "from": 'Optional[str]',
        # The body as HTML.
        "body_html": 'Optional[str]',
        # The body as plain text.
        "body_text": 'Optional[str]',
        # Files that come with it: at most 7 MiB in all when decoded.
        "attachments": 'Optional[List["Attachment"]]',
        # When to send it: no more than 1 minute in the past and no more than 90 days in the future. Until then the message can be canceled.
        "scheduled_at": 'Optional[str]',
        # Whether the signature of the inbox that it is from is added below the body. Default: false.
        "signature": 'Optional[bool]',
        # Unique to this mail. Without one, each request sends another mail.
        "idempotency_key": 'Optional[str]',
        # The subject. Required.
        "subject": 'Optional[str]',
    },
    total=False,
)


MailDraft = TypedDict(
    "MailDraft",
    {
        "id": 'Required[str]',
        # `new`, `reply`, `reply_all` or `forward`.
        "kind": 'Required["DraftKind"]',
        # The thread that it answers or forwards; null for a new mail.
        "thread_id": 'Required[Optional[str]]',
        # The inbox that it is written in; null for none.
        "inbox_id": 'Required[Optional[str]]',
        # `draft`, `sending` or `sent`. After an interruption it stays `sending` until it is sent again.
        "status": 'Required["DraftStatus"]',
        # Increases with every change of the content.
        "revision": 'Required[int]',
        # The sender; null if it is left open.
        "from": 'Required[Optional[str]]',
        # The recipients.
        "to": 'Required[List[str]]',
        # The cc recipients.
        "cc": 'Required[List[str]]',
        # The bcc recipients.
        "bcc": 'Required[List[str]]',
        # The subject; null if it is left open.
        "subject": 'Required[Optional[str]]',
        # The message that it was sent as; null before.
        "message_id": 'Required[Optional[str]]',
        "created_at": 'Required[str]',
        "updated_at": 'Required[str]',
        # The body as plain text; null for none.
        "body_text": 'Required[Optional[str]]',
        # The body as HTML; null for none.
        "body_html": 'Required[Optional[str]]',
        # The files.
        "attachments": 'Required[List["DraftAttachment"]]',
        # Whether it is sent with the signature of the inbox that it is from.
        "signature": 'Required[bool]',
    },
    total=False,
)


MailDraftSummary = TypedDict(
    "MailDraftSummary",
    {
        "id": 'Required[str]',
        # `new`, `reply`, `reply_all` or `forward`.
        "kind": 'Required["DraftKind"]',
        # The thread that it answers or forwards; null for a new mail.
        "thread_id": 'Required[Optional[str]]',
        # The inbox that it is written in; null for none.
        "inbox_id": 'Required[Optional[str]]',
        # `draft`, `sending` or `sent`. After an interruption it stays `sending` until it is sent again.
        "status": 'Required["DraftStatus"]',
        # Increases with every change of the content.
        "revision": 'Required[int]',
        # The sender; null if it is left open.
        "from": 'Required[Optional[str]]',
        # The recipients.
        "to": 'Required[List[str]]',
        # The cc recipients.
        "cc": 'Required[List[str]]',
        # The bcc recipients.
        "bcc": 'Required[List[str]]',
        # The subject; null if it is left open.
        "subject": 'Required[Optional[str]]',
        # The message that it was sent as; null before.
        "message_id": 'Required[Optional[str]]',
        "created_at": 'Required[str]',
        "updated_at": 'Required[str]',
    },
    total=False,
)


MailDraftsCreateBody = TypedDict(
    "MailDraftsCreateBody",
    {
        # What it is: `new`, or `reply`, `reply_all` or `forward` of a thread. Default: `reply` with a thread.
        "kind": 'Optional["DraftKind"]',
        # The thread that it answers or forwards.
        "thread_id": 'Optional[str]',
        # The inbox that it is written in: the default of `from`.
        "inbox_id": 'Optional[str]',
        # The recipients. A reply without any goes to those to whom `POST …/reply` would send it.
        "to": 'Optional[Union[str, List[str]]]',
        # Further recipients.
        "cc": 'Optional[Union[str, List[str]]]',
        # Further recipients, whom the others do not see.
        "bcc": 'Optional[Union[str, List[str]]]',
        # The subject.
        "subject": 'Optional[str]',
        # The body as plain text.
        "body_text": 'Optional[str]',
        # The body as HTML.
        "body_html": 'Optional[str]',
        # The sender, at a verified domain.
        "from": 'Optional[Union[Optional[str], Literal[""]]]',
        # Whether the signature of the inbox that it is from is added below the body. Default: false.
        "signature": 'Optional[bool]',
        # All its files after the change: at most 7 MiB in all when decoded.
        "attachments": 'Optional[List["Attachment"]]',
    },
    total=False,
)


class MailDraftsListResponse(TypedDict, total=False):
    drafts: Required[List["MailDraftSummary"]]
    # The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set.
    next_cursor: Required[Optional[str]]


class MailDraftsSendBody(TypedDict, total=False):
    # The revision that the change is based on. If the draft has another one, the answer is 409 `draft_changed`.
    revision: Optional[int]
    # When to send it: no more than 1 minute in the past and no more than 90 days in the future. Until then the message can be canceled.
    scheduled_at: Optional[str]


MailDraftsUpdateBody = TypedDict(
    "MailDraftsUpdateBody",
    {
        # The revision that the change is based on. If the draft has another one, the answer is 409 `draft_changed`.
        "revision": 'Optional[int]',
        # What it is: `new`, or `reply`, `reply_all` or `forward` of a thread. Default: `reply` with a thread.
        "kind": 'Optional["DraftKind"]',
        # The thread that it answers or forwards.
        "thread_id": 'Optional[str]',
        # The inbox that it is written in: the default of `from`.
        "inbox_id": 'Optional[str]',
        # The recipients. A reply without any goes to those to whom `POST …/reply` would send it.
        "to": 'Optional[Union[str, List[str]]]',
        # Further recipients.
        "cc": 'Optional[Union[str, List[str]]]',
        # Further recipients, whom the others do not see.
        "bcc": 'Optional[Union[str, List[str]]]',
        # The subject.
        "subject": 'Optional[str]',
        # The body as plain text.
        "body_text": 'Optional[str]',
        # The body as HTML.
        "body_html": 'Optional[str]',
        # The sender, at a verified domain.
        "from": 'Optional[Union[Optional[str], Literal[""]]]',
        # Whether the signature of the inbox that it is from is added below the body. Default: false.
        "signature": 'Optional[bool]',
        # All its files after the change: at most 7 MiB in all when decoded.
        "attachments": 'Optional[List["Attachment"]]',
        # Files of the draft to keep, by their positions from 0. Those of `attachments` come after them; the others are removed. Name the `revision` too, so that the positions are those that you have read.
        "keep_attachments": 'Optional[List[int]]',
    },
    total=False,
)


MailEntry = TypedDict(
    "MailEntry",
    {
        # The inbound email or the message.
        "id": 'Required[str]',
        # Whether it was received or sent.
        "source": 'Required["MailSource"]',
        # The sender, like `Ada <ada@example.com>`; empty without one.
        "from": 'Required[str]',
        # The first 200 recipients and your own address; for a mail to several of your addresses, all of them.
        "to": 'Required[List[str]]',
        # The first 200 cc recipients and your own address.
        "cc": 'Required[List[str]]',
        # The subject.
        "subject": 'Required[str]',
        # The HTML as it was received or sent. Do not show received HTML to people: show `html_safe`.
        "html_body": 'Required[Optional[str]]',
        # Received HTML for reading: sanitized, without remote images. Null for mail that was sent.
        "html_safe": 'Required[Optional[str]]',
        # The plain text; null if there is none.
        "text_body": 'Required[Optional[str]]',
        # The text without quoted mail and without its signature; null without text.
        "reply_text": 'Required[Optional[str]]',
        # Whether the bodies are left out, because the thread is too large for one response.
        "truncated": 'Required[bool]',
        # When it arrived or was accepted.
        "occurred_at": 'Required[str]',
        # `received`, or the status of the message.
        "status": 'Required[Literal["received", "queued", "scheduled", "canceled", "sent", "delivered", "opened", "clicked", "delivery_delayed", "bounced", "complained", "failed", "suppressed"]]',
        # For a scheduled mail: when it leaves. Until then, canceling the message takes it back. Null for others.
        "undo_until": 'Required[Optional[str]]',
        # The Message-ID without angle brackets.
        "rfc_message_id": 'Required[str]',
        # Whether the mail has a star.
        "is_starred": 'Required[bool]',
        # Null for mail that was sent, like the other verdicts.
        "spf_verdict": 'Required[Optional["Verdict"]]',
        # The result of the DKIM check.
        "dkim_verdict": 'Required[Optional["Verdict"]]',
        # The result of the DMARC check.
        "dmarc_verdict": 'Required[Optional["Verdict"]]',
        # The files.
        "attachments": 'Required[List["MailAttachment"]]',
        # The timeline of a sent mail, oldest event first; empty for received mail.
        "events": 'Required[List["TimelineEvent"]]',
    },
    total=False,
)


class MailExport(TypedDict, total=False):
    # When it was made.
    exported_at: Required[str]
    # Number of mails.
    count: Required[int]
    # The mails, newest thread first, oldest mail of it first.
    messages: Required[List["ExportedMail"]]


class MailInbox(TypedDict, total=False):
    id: Required[str]
    # The domain.
    domain_id: Required[str]
    # The name of the domain.
    domain: Required[str]
    # The part before the @.
    local_part: Required[str]
    # The address, in lower case.
    address: Required[str]
    # A name for people; null if it has none.
    name: Required[Optional[str]]
    # Whether compose uses it as the default sender.
    active: Required[bool]
    # Its signature as HTML; null if it has none.
    signature_html: Required[Optional[str]]
    # Its signature as plain text; null if it has none.
    signature_text: Required[Optional[str]]
    created_at: Required[str]
    updated_at: Required[str]


class MailInboxesCreateBody(TypedDict, total=False):
    # The address. Or give `domain` and `local_part`.
    address: Optional[str]
    # A domain of the account, with `local_part`.
    domain: Optional[str]
    # The part before the @, with `domain`.
    local_part: Optional[str]
    # A name for people.
    name: Optional[str]


class MailInboxesListResponse(TypedDict, total=False):
    inboxes: Required[List["MailInbox"]]
    # The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set.
    next_cursor: Required[Optional[str]]


class MailInboxesUpdateBody(TypedDict, total=False):
    # A name for people.
    name: Optional[str]
    # Its signature in mail as HTML. Made from the text if there is none. Null removes it.
    signature_html: Optional[str]
    # Its signature in mail as plain text. Made from the HTML if there is none. Null removes it.
    signature_text: Optional[str]


class MailLabel(TypedDict, total=False):
    id: Required[str]
    # Its name, unique ignoring case.
    name: Required[str]
    # A color for display; null if it has none.
    color: Required[Optional[str]]
    # How many threads with it have unread mail, in all folders together; 1,000 if there are more.
    unread: Required[int]
    created_at: Required[str]


class MailLabelsCreateBody(TypedDict, total=False):
    # Its name, unique ignoring case.
    name: Required[str]
    # A color for display, like `#ff8800`.
    color: Optional[str]


class MailLabelsListResponse(TypedDict, total=False):
    labels: Required[List["MailLabel"]]
    # The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set.
    next_cursor: Required[Optional[str]]


class MailLabelsUpdateBody(TypedDict, total=False):
    # Its name, unique ignoring case.
    name: Optional[str]
    # A color for display, like `#ff8800`.
    color: Optional[str]


class MailMessagesStarBody(TypedDict, total=False):
    # Default: true.
    starred: Optional[bool]


class MailMessagesStarResponse(TypedDict, total=False):
    # Whether it was received or sent.
    source: Required["MailSource"]
    # The inbound email or the message.
    id: Required[str]
    # Whether it has a star.
    starred: Required[bool]


class MailNote(TypedDict, total=False):
    id: Required[str]
    # The thread.
    thread_id: Required[str]
    # What it says: plain text.
    text: Required[str]
    # Who wrote it: the name given with it, or that of the key.
    author: Required[str]
    # The API key that it was written with.
    key_id: Required[str]
    created_at: Required[str]
    # When its text last changed.
    updated_at: Required[str]


class MailNotesCreateBody(TypedDict, total=False):
    # What it says: plain text.
    text: Required[str]
    # Who writes it, in your own words, if several people use the key. Default: the name of the key.
    author: Optional[str]


class MailNotesListResponse(TypedDict, total=False):
    notes: Required[List["MailNote"]]
    # The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set.
    next_cursor: Required[Optional[str]]


class MailNotesUpdateBody(TypedDict, total=False):
    # What it says: plain text.
    text: Required[str]


class MailPresence(TypedDict, total=False):
    # Who is at the thread, by name, the client itself too; at most 50.
    clients: Required[List["PresentClient"]]


class MailPresenceSetBody(TypedDict, total=False):
    # Distinguishes the clients of a key, such as browser tabs: a random text of at most 64 characters.
    client_id: Required[str]
    # `viewing` or `writing`.
    state: Required["PresenceState"]
    # Who it is, in your own words, if several people use the key. Default: the name of the key.
    name: Optional[str]


class MailSavedRepliesCreateBody(TypedDict, total=False):
    # Its name, unique ignoring case.
    name: Required[str]
    # The subject, which may contain `{{ name }}` variables; null to keep that of the answer.
    subject: Optional[str]
    # The HTML, which may contain `{{ name }}` variables; their values are escaped. Null if there is none.
    body_html: Optional[str]
    # The plain text, which may contain `{{ name }}` variables; null if there is none.
    body_text: Optional[str]


class MailSavedRepliesListResponse(TypedDict, total=False):
    saved_replies: Required[List["SavedReply"]]
    # The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set.
    next_cursor: Required[Optional[str]]


class MailSavedRepliesRenderBody(TypedDict, total=False):
    # The thread to reply to. It and its sender provide the variables.
    thread_id: Required[str]
    # Whether to show it with the signature that a reply with `signature` gets. Default: false.
    signature: Optional[bool]


class MailSavedRepliesUpdateBody(TypedDict, total=False):
    name: Optional[str]
    # The subject, which may contain `{{ name }}` variables; null to keep that of the answer.
    subject: Optional[str]
    # The HTML, which may contain `{{ name }}` variables; their values are escaped. Null if there is none.
    body_html: Optional[str]
    # The plain text, which may contain `{{ name }}` variables; null if there is none.
    body_text: Optional[str]


class MailSearchResponse(TypedDict, total=False):
    results: Required[List["MailSearchResult"]]
    # The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set.
    next_cursor: Required[Optional[str]]
    # For people: parts of the search that are not operators and were searched as words, like `foo:bar`.
    hints: Required[List[str]]


MailSearchResult = TypedDict(
    "MailSearchResult",
    {
        # Its thread.
        "thread_id": 'Required[str]',
        # Whether it was received or sent.
        "source": 'Required["MailSource"]',
        # The inbound email or the message.
        "message_ref": 'Required[str]',
        # The sender, like `Ada <ada@example.com>`.
        "from": 'Required[str]',
        # The subject.
        "subject": 'Required[str]',
        # The beginning of its text without what it quotes, at most 200 characters.
        "snippet": 'Required[str]',
        # When it arrived or was accepted.
        "occurred_at": 'Required[str]',
    },
    total=False,
)


MailSource = Literal["inbound", "outbound"]


class MailThread(TypedDict, total=False):
    id: Required[str]
    # That of its first mail.
    subject: Required[str]
    # The beginning of its newest mail without what it quotes, at most 200 characters.
    snippet: Required[str]
    # The addresses of everyone in its mails, in lower case; at most 100.
    participants: Required[List[str]]
    # Their names as the mails have them, in the same order; empty for an address without one.
    participant_names: Required[List[str]]
    # When its newest mail arrived or was accepted.
    last_message_at: Required[str]
    # Number of mails.
    message_count: Required[int]
    # Whether it has mail that nobody has read.
    has_unread: Required[bool]
    # Whether it has a star.
    is_starred: Required[bool]
    # The names of its labels, by name.
    labels: Required[List[str]]
    # Where it is; `sent` if it has only mail of ours.
    folder: Required["Folder"]
    # Until when it is hidden from the inbox; null if it is not snoozed.
    snoozed_until: Required[Optional[str]]
    # Who takes care of it; null for nobody.
    assignee: Required[Optional[str]]
    # Number of its internal notes.
    note_count: Required[int]
    # Its mails, oldest first; of more than 2,000, the newest 2,000.
    messages: Required[List["MailEntry"]]


class MailThreadSummary(TypedDict, total=False):
    id: Required[str]
    # That of its first mail.
    subject: Required[str]
    # The beginning of its newest mail without what it quotes, at most 200 characters.
    snippet: Required[str]
    # The addresses of everyone in its mails, in lower case; at most 100.
    participants: Required[List[str]]
    # Their names as the mails have them, in the same order; empty for an address without one.
    participant_names: Required[List[str]]
    # When its newest mail arrived or was accepted.
    last_message_at: Required[str]
    # Number of mails.
    message_count: Required[int]
    # Whether it has mail that nobody has read.
    has_unread: Required[bool]
    # Whether it has a star.
    is_starred: Required[bool]
    # The names of its labels, by name.
    labels: Required[List[str]]
    # Where it is; `sent` if it has only mail of ours.
    folder: Required["Folder"]
    # Until when it is hidden from the inbox; null if it is not snoozed.
    snoozed_until: Required[Optional[str]]
    # Who takes care of it; null for nobody.
    assignee: Required[Optional[str]]
    # Number of its internal notes.
    note_count: Required[int]


class MailThreadsAssignBody(TypedDict, total=False):
    # Who takes care of it, in your own words: a name or an address. Null for nobody.
    assignee: Required[Optional[str]]


class MailThreadsAssignResponse(TypedDict, total=False):
    id: Required[str]
    # Who takes care of it; null for nobody.
    assignee: Required[Optional[str]]


class MailThreadsChangeLabelsBody(TypedDict, total=False):
    # Names of labels that it gets. Unknown label names are ignored.
    add: Optional[List[str]]
    # Names of labels that it loses.
    remove: Optional[List[str]]


class MailThreadsChangeLabelsResponse(TypedDict, total=False):
    # The thread.
    id: Required[str]


class MailThreadsChangeManyBody(TypedDict, total=False):
    # The threads to change, at most 1,000.
    thread_ids: Required[List[str]]
    # Where to: inbox, archive, trash or spam. It cannot be combined with `snoozed_until`.
    folder: Optional["TargetFolder"]
    # Whether they are marked read, or unread.
    read: Optional[bool]
    # Whether they have a star.
    starred: Optional[bool]
    # Names of labels that they get. Unknown label names are ignored.
    add_labels: Optional[List[str]]
    # Names of labels that they lose.
    remove_labels: Optional[List[str]]
    # Who takes care of them, in your own words: a name or an address. Null for nobody.
    assignee: Optional[str]
    # When they come back to the inbox; null for now. At most 366 days from now.
    snoozed_until: Optional[str]


MailThreadsForwardBody = TypedDict(
    "MailThreadsForwardBody",
    {
        # The recipient, or several: at most 50 with those of cc and bcc.
        "to": 'Required[Union[str, List[str]]]',
        # Further recipients.
        "cc": 'Optional[Union[str, List[str]]]',
        # Further recipients, whom the others do not see.
        "bcc": 'Optional[Union[str, List[str]]]',
        # The sender, at a verified domain of the account.
        "from": 'Optional[str]',
        # The body as HTML.
        "body_html": 'Optional[str]',
        # The body as plain text.
        "body_text": 'Optional[str]',
        # Files that come with it: at most 7 MiB in all when decoded.
        "attachments": 'Optional[List["Attachment"]]',
        # When to send it: no more than 1 minute in the past and no more than 90 days in the future. Until then the message can be canceled.
        "scheduled_at": 'Optional[str]',
        # Whether the signature of the inbox that it is from is added below the body. Default: false.
        "signature": 'Optional[bool]',
        # Unique to this mail. Without one, each request sends another mail.
        "idempotency_key": 'Optional[str]',
        # The subject. Default: `Fwd: ` and the subject of the newest received mail.
        "subject": 'Optional[str]',
    },
    total=False,
)


class MailThreadsListResponse(TypedDict, total=False):
    threads: Required[List["MailThreadSummary"]]
    # The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set.
    next_cursor: Required[Optional[str]]
    # For people: parts of the search that are not operators and were searched as words, like `foo:bar`.
    hints: Required[List[str]]


class MailThreadsMarkReadBody(TypedDict, total=False):
    # Default: true.
    read: Optional[bool]


class MailThreadsMarkReadResponse(TypedDict, total=False):
    id: Required[str]
    # Whether the thread is read.
    read: Required[bool]


class MailThreadsMergeBody(TypedDict, total=False):
    # The thread whose mail moves into the other one. Its id then leads to that thread.
    thread_id: Required[str]


class MailThreadsMoveBody(TypedDict, total=False):
    # Where to: inbox, archive, trash or spam.
    folder: Required["TargetFolder"]


class MailThreadsMoveResponse(TypedDict, total=False):
    id: Required[str]
    # Where it is now.
    folder: Required["Folder"]


MailThreadsReplyBody = TypedDict(
    "MailThreadsReplyBody",
    {
        # The recipients. Default: the first sender in the thread.
        "to": 'Optional[Union[str, List[str]]]',
        # Further recipients.
        "cc": 'Optional[Union[str, List[str]]]',
        # Further recipients, whom the others do not see.
        "bcc": 'Optional[Union[str, List[str]]]',
        # The sender, at a verified domain of the account.
        "from": 'Optional[str]',
        # The body as HTML.
        "body_html": 'Optional[str]',
        # The body as plain text.
        "body_text": 'Optional[str]',
        # Files that come with it: at most 7 MiB in all when decoded.
        "attachments": 'Optional[List["Attachment"]]',
        # When to send it: no more than 1 minute in the past and no more than 90 days in the future. Until then the message can be canceled.
        "scheduled_at": 'Optional[str]',
        # Whether the signature of the inbox that it is from is added below the body. Default: false.
        "signature": 'Optional[bool]',
        # Unique to this mail. Without one, each request sends another mail.
        "idempotency_key": 'Optional[str]',
        # The subject. Default: `Re: ` and the subject of the thread without such prefixes.
        "subject": 'Optional[str]',
    },
    total=False,
)


class MailThreadsSetLabelsBody(TypedDict, total=False):
    # The names of all its labels from now on. Unknown label names are ignored.
    labels: Required[List[str]]


class MailThreadsSetLabelsResponse(TypedDict, total=False):
    # The thread.
    id: Required[str]


class MailThreadsSnoozeBody(TypedDict, total=False):
    # When it comes back to the inbox; null for now. At most 366 days from now.
    until: Required[Optional[str]]


class MailThreadsSnoozeResponse(TypedDict, total=False):
    id: Required[str]
    # Until when it is hidden from the inbox; null if it is not snoozed.
    snoozed_until: Required[Optional[str]]


class MailThreadsStarBody(TypedDict, total=False):
    # Default: true.
    starred: Optional[bool]


class MailThreadsStarResponse(TypedDict, total=False):
    id: Required[str]
    # Whether it has a star.
    starred: Required[bool]


Message = TypedDict(
    "Message",
    {
        "id": 'Required[str]',
        "channel": 'Required["Channel"]',
        # The type of the newest timeline event, once there is one.
        "status": 'Required["MessageStatus"]',
        "message_type": 'Required["MessageType"]',
        # The sender, like `Me <me@example.com>`.
        "from": 'Required[Optional[str]]',
        # The addresses of the main recipients.
        "to": 'Required[List[str]]',
        # The addresses of the cc recipients.
        "cc": 'Required[List[str]]',
        # The subject; of a template, the rendered one.
        "subject": 'Required[Optional[str]]',
        # The tags; null if it was sent with none.
        "tags": 'Required[Optional["MessageTags"]]',
        # When it leaves; null if it was sent at once.
        "scheduled_at": 'Required[Optional[str]]',
        # Whether it was sent with a test key.
        "test_mode": 'Required[bool]',
        "created_at": 'Required[str]',
        "idempotency_key": 'Required[str]',
        "provider_message_id": 'Required[Optional[str]]',
        "updated_at": 'Required[str]',
        # Oldest first.
        "events": 'Required[List["TimelineEvent"]]',
    },
    total=False,
)


MessageContent = TypedDict(
    "MessageContent",
    {
        # The sender, like `Me <me@example.com>`.
        "from": 'Required[str]',
        # The main recipients, with their names.
        "to": 'Required[List[str]]',
        # The cc recipients.
        "cc": 'Required[List[str]]',
        # The bcc recipients.
        "bcc": 'Required[List[str]]',
        # Where answers go.
        "reply_to": 'Required[List[str]]',
        # The subject; of a template, the rendered one.
        "subject": 'Required[str]',
        # The HTML, before links are tracked; null if there is none.
        "body_html": 'Required[Optional[str]]',
        # The plain text; null if there is none.
        "body_text": 'Required[Optional[str]]',
        # The custom headers.
        "headers": 'Required[Dict[str, str]]',
        # The files, without their bytes.
        "attachments": 'Required[List["StoredAttachment"]]',
    },
    total=False,
)


MessageStatus = Literal["queued", "scheduled", "canceled", "sent", "delivered", "opened", "clicked", "delivery_delayed", "bounced", "complained", "failed", "suppressed"]


MessageSummary = TypedDict(
    "MessageSummary",
    {
        "id": 'Required[str]',
        "channel": 'Required["Channel"]',
        # The type of the newest timeline event, once there is one.
        "status": 'Required["MessageStatus"]',
        "message_type": 'Required["MessageType"]',
        # The sender, like `Me <me@example.com>`.
        "from": 'Required[Optional[str]]',
        # The addresses of the main recipients.
        "to": 'Required[List[str]]',
        # The addresses of the cc recipients.
        "cc": 'Required[List[str]]',
        # The subject; of a template, the rendered one.
        "subject": 'Required[Optional[str]]',
        # The tags; null if it was sent with none.
        "tags": 'Required[Optional["MessageTags"]]',
        # When it leaves; null if it was sent at once.
        "scheduled_at": 'Required[Optional[str]]',
        # Whether it was sent with a test key.
        "test_mode": 'Required[bool]',
        "created_at": 'Required[str]',
    },
    total=False,
)


MessageTags = Dict[str, str]


MessageType = Literal["transactional", "marketing"]


class MessagesCancelResponse(TypedDict, total=False):
    id: Required[str]
    status: Required[Literal["canceled"]]


class MessagesListResponse(TypedDict, total=False):
    messages: Required[List["MessageSummary"]]
    # The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set.
    next_cursor: Required[Optional[str]]


class MessagesResendBody(TypedDict, total=False):
    # Unique to the new message. Without one, each request makes another message.
    idempotency_key: Optional[str]


class MessagesValidateBody(TypedDict, total=False):
    email: Required[str]


Metadata = Dict[str, Any]


OnDuplicateContact = Literal["skip", "update"]


class Payload(TypedDict, total=False):
    subject: Optional[str]
    body_html: Optional[str]
    body_text: Optional[str]
    reply_to: Optional[Union[str, List[str]]]
    # Custom headers of the mail. Headers that the service sets itself or that mail relays obey are refused.
    headers: Optional["CustomHeaders"]
    attachments: Optional[List["Attachment"]]


Plan = Literal["starter", "pro", "growth", "scale"]


class PlanForSale(TypedDict, total=False):
    # The plan.
    plan: Required["Plan"]
    # How often it can be paid for.
    periods: Required[List["BillingPeriod"]]


class PortalSession(TypedDict, total=False):
    # The customer portal of Stripe. The link works for a short time.
    url: Required[str]


PresenceState = Literal["viewing", "writing"]


class PresentClient(TypedDict, total=False):
    # The client, by the id that it chose.
    client_id: Required[str]
    # `viewing`: somebody has the thread open. `writing`: somebody is writing an answer.
    state: Required["PresenceState"]
    # Who it is: the name that the client gave, or that of the key.
    name: Required[str]


class Problem(TypedDict, total=False):
    # Branch on this. Treat an unknown code like its status class.
    code: Required[str]
    # The HTTP status.
    status: Required[int]
    # The invalid fields, if the request does not match its schema.
    details: List["ProblemDetailsItem"]
    # Identifies the code, like `urn:postline:error:not_found`. It is not the address of a page.
    type: Required[str]
    # What the code means.
    title: Required[str]
    # What is wrong with this request, for people. The wording may change.
    detail: Required[str]
    # Identifies the request: `urn:postline:request:` and its `X-Request-Id`.
    instance: Required[str]


class ProblemDetailsItem(TypedDict, total=False):
    # The field, like `payload.subject`; over REST, `body` is the whole body.
    path: Required[str]
    # What it must be.
    message: Required[str]


RecipientOutcome = Literal["sent", "delivered", "opened", "clicked", "bounced", "complained", "failed", "suppressed", "unsubscribed"]


class RecipientsEraseBody(TypedDict, total=False):
    # In any notation, also with a name. Upper and lower case do not matter.
    email: Required[str]


class RenamedLabel(TypedDict, total=False):
    # The new name.
    name: Required[str]
    # The old name.
    previous_name: Required[str]


class RenderedReply(TypedDict, total=False):
    # The subject; null if the saved reply has none.
    subject: Required[Optional[str]]
    # The HTML; null if the saved reply has none.
    body_html: Required[Optional[str]]
    # The plain text; null if the saved reply has none.
    body_text: Required[Optional[str]]


class RenderedTemplate(TypedDict, total=False):
    subject: Required[str]
    body_html: Required[str]
    body_text: Required[Optional[str]]


class SavedReply(TypedDict, total=False):
    id: Required[str]
    # Its name, unique ignoring case.
    name: Required[str]
    # The subject, which may contain `{{ name }}` variables; null to keep that of the answer.
    subject: Required[Optional[str]]
    # The HTML, which may contain `{{ name }}` variables; their values are escaped. Null if there is none.
    body_html: Required[Optional[str]]
    # The plain text, which may contain `{{ name }}` variables; null if there is none.
    body_text: Required[Optional[str]]
    created_at: Required[str]
    updated_at: Required[str]


class SegmentCondition(TypedDict, total=False):
    # Compares this field of the contact. A condition has one of `field`, `attribute` and `event`; a group has `conditions`.
    field: "ContactField"
    # Compares this attribute of the contact.
    attribute: str
    # How a field or an attribute is compared. `contains` ignores case.
    op: "ConditionOp"
    # What it is compared with: for `in` and `not_in` a list of 1 to 100 values; none for `exists` and `missing`.
    value: Union[str, float, bool, List[Union[str, float, bool]]]
    # Looks for such an event of mail to the contact.
    event: "ContactEvent"
    # How many days back to look for the event.
    within_days: int
    # False to find contacts without such an event. `true` if left out.
    happened: bool
    # Makes it a group: whether a contact must meet all of its conditions, or any.
    match: Literal["all", "any"]
    # The conditions of the group. A group has no groups.
    conditions: List["SegmentGroupCondition"]


class SegmentConditionInput(TypedDict, total=False):
    # Compares this field of the contact. A condition has one of `field`, `attribute` and `event`; a group has `conditions`.
    field: Optional["ContactField"]
    # Compares this attribute of the contact.
    attribute: Optional[str]
    # How a field or an attribute is compared. `contains` ignores case.
    op: Optional["ConditionOp"]
    # What it is compared with: for `in` and `not_in` a list of 1 to 100 values; none for `exists` and `missing`.
    value: Optional[Union[Union[str, float, bool], List[Union[str, float, bool]]]]
    # Looks for such an event of mail to the contact.
    event: Optional["ContactEvent"]
    # How many days back to look for the event.
    within_days: Optional[int]
    # False to find contacts without such an event. `true` if left out.
    happened: Optional[bool]
    # Makes it a group: whether a contact must meet all of its conditions, or any.
    match: Optional["SegmentMatch"]
    # The conditions of the group. A group has no groups.
    conditions: Optional[List["SegmentGroupConditionInput"]]


class SegmentFilter(TypedDict, total=False):
    # Whether a contact must meet all conditions, or any.
    match: Required[Literal["all", "any"]]
    # The conditions, each with the fields of its kind.
    conditions: Required[List["SegmentCondition"]]


class SegmentFilterInput(TypedDict, total=False):
    # Whether a contact must meet all conditions, or any.
    match: Required[Literal["all", "any"]]
    # 1 to 20 conditions, and groups of them.
    conditions: Required[List["SegmentConditionInput"]]


class SegmentGroupCondition(TypedDict, total=False):
    # Compares this field of the contact. A condition has one of `field`, `attribute` and `event`; a group has `conditions`.
    field: "ContactField"
    # Compares this attribute of the contact.
    attribute: str
    # How a field or an attribute is compared. `contains` ignores case.
    op: "ConditionOp"
    # What it is compared with: for `in` and `not_in` a list of 1 to 100 values; none for `exists` and `missing`.
    value: Union[str, float, bool, List[Union[str, float, bool]]]
    # Looks for such an event of mail to the contact.
    event: "ContactEvent"
    # How many days back to look for the event.
    within_days: int
    # False to find contacts without such an event. `true` if left out.
    happened: bool


class SegmentGroupConditionInput(TypedDict, total=False):
    # Compares this field of the contact. A condition has one of `field`, `attribute` and `event`; a group has `conditions`.
    field: Optional["ContactField"]
    # Compares this attribute of the contact.
    attribute: Optional[str]
    # How a field or an attribute is compared. `contains` ignores case.
    op: Optional["ConditionOp"]
    # What it is compared with: for `in` and `not_in` a list of 1 to 100 values; none for `exists` and `missing`.
    value: Optional[Union[Union[str, float, bool], List[Union[str, float, bool]]]]
    # Looks for such an event of mail to the contact.
    event: Optional["ContactEvent"]
    # How many days back to look for the event.
    within_days: Optional[int]
    # False to find contacts without such an event. `true` if left out.
    happened: Optional[bool]


SegmentMatch = Literal["all", "any"]


class SendRequest(TypedDict, total=False):
    # `email` if left out. The others are not enabled: 422 `channel_not_enabled`.
    channel: Optional["Channel"]
    # Unique to this message. A repeated request with the same key and body gets the first response again.
    idempotency_key: str
    # The kind of mail; `transactional` if left out. `marketing` mail is not sent to unsubscribed recipients, and has an unsubscribe link.
    message_type: Optional["MessageType"]
    # At most 50 recipients in total; each is billed as one message.
    destination: Required["Destination"]
    # Subject and at least one body; optional with a `template_id`.
    payload: Optional["Payload"]
    # The sender, and any other fields: webhooks about the message repeat them. At most 4,096 characters as JSON.
    metadata: Optional["Metadata"]
    tags: Optional["Tags"]
    # Tracking of the HTML. Off unless the deployment turns it on.
    tracking: Optional["Tracking"]
    # When to send it: no more than 1 minute in the past and no more than 90 days in the future.
    scheduled_at: Optional[str]
    # Sends a real mail to a verified test recipient, free of charge.
    test_send: Optional[bool]
    # Refuses recipients whose domain has no MX, A or AAAA record.
    validate_recipient: Optional[bool]
    # Template, by its id or slug, for the subject and the bodies, in its newest version. `payload.subject` takes precedence.
    template_id: Optional[str]
    # Values of the template's variables, by name.
    template_vars: Optional["TemplateVars"]


class SendResponse(TypedDict, total=False):
    id: Required[str]
    status: Required[Literal["queued", "scheduled"]]
    channel: Required["Channel"]
    idempotency_key: Required[str]
    created_at: Required[str]


class SendingPause(TypedDict, total=False):
    # The reason: too much mail is reported as spam, or bounces permanently.
    reason: Required[Literal["complaints", "bounces"]]
    # The number of those mails.
    affected: Required[int]
    # The number of all live mails of the 24 hours before.
    mails: Required[int]
    # The share of `affected` in `mails`, in percent.
    rate_percent: Required[float]
    # The share above which sending is paused, in percent.
    limit_percent: Required[float]
    # Since when sending is paused.
    since: Required[str]


class SendingWarning(TypedDict, total=False):
    # `over_plan`: the plan includes fewer mails. `over_spend_cap`: a spend cap stops it before its end.
    code: Required[Literal["over_plan", "over_spend_cap"]]
    # The limit, for people.
    message: Required[str]


class SpendCap(TypedDict, total=False):
    id: Required[str]
    account_id: Required[str]
    # The key; null for the account.
    key_id: Required[Optional[str]]
    # Alerts the owner by mail when reached.
    soft_limit_micros: Required[Optional[int]]
    # Blocks sends that would exceed it.
    hard_limit_micros: Required[Optional[int]]
    # What the account or the key has spent in the current month (UTC).
    used_micros: Required[int]


class SpendCapsListResponse(TypedDict, total=False):
    spend_caps: Required[List["SpendCap"]]
    # The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set.
    next_cursor: Required[Optional[str]]


class SpendCapsSetBody(TypedDict, total=False):
    # The key to cap. If left out, the cap is for the account.
    key_id: Optional[str]
    # Alerts the owner when reached, once a month. Null clears it; if left out, it does not change.
    soft_limit_micros: Optional[int]
    # Blocks sends that would exceed it. Null clears it; if left out, it does not change.
    hard_limit_micros: Optional[int]


class Stats(TypedDict, total=False):
    # One for each hour or day, also without events, oldest first. Empty with `group_by`.
    buckets: Required[List["StatsBucket"]]
    # Those with the most sent mail first, then those with the most clicks. Null without `group_by`.
    groups: Required[Optional[List["StatsGroup"]]]
    # Events that are counted in no group, because their day had more than 500 of them. Null if there are none.
    other: Required[Optional["UngroupedStats"]]


class StatsBucket(TypedDict, total=False):
    # When it begins: a whole hour or day (UTC).
    start: Required[str]
    # Messages accepted in this time, with those that the suppression list stopped.
    accepted: Required[int]
    # Handed over to the provider.
    sent: Required[int]
    # Deliveries that were reported.
    delivered: Required[int]
    # Opens, each counted.
    opened: Required[int]
    # Clicks, each counted.
    clicked: Required[int]
    # Bounces that were reported.
    bounced: Required[int]
    # Complaints that were reported.
    complained: Required[int]
    # Messages that could not be sent.
    failed: Required[int]
    # Messages stopped because a recipient is suppressed, or has unsubscribed.
    suppressed: Required[int]


class StatsGroup(TypedDict, total=False):
    # The tag as `name:value`, the id of the template or broadcast, or the link without its query and fragment.
    key: Required[str]
    # Handed over to the provider.
    sent: Required[int]
    # Deliveries that were reported.
    delivered: Required[int]
    # Opens, each counted.
    opened: Required[int]
    # Clicks, each counted.
    clicked: Required[int]
    # Bounces that were reported.
    bounced: Required[int]
    # Complaints that were reported.
    complained: Required[int]
    # Messages that could not be sent.
    failed: Required[int]
    # Messages stopped because a recipient is suppressed, or has unsubscribed.
    suppressed: Required[int]


StatsGroupBy = Literal["tag", "template", "link", "broadcast"]


StatsInterval = Literal["hour", "day"]


class StoredAttachment(TypedDict, total=False):
    # Name of the file.
    filename: Required[str]
    # Its MIME type, like `image/png`.
    content_type: Required[str]
    # Its bytes.
    size: Required[int]
    # Name for references as `cid:…` in the HTML.
    content_id: Required[Optional[str]]


StsMode = Literal["enforce", "testing", "none"]


SubscriptionStatus = Literal["none", "active", "trialing", "past_due", "paused", "unpaid", "incomplete", "incomplete_expired", "canceled"]


class Suppression(TypedDict, total=False):
    id: Required[str]
    channel: Required["Channel"]
    # The normalized address: lower case, domain in A-labels. For an erased recipient, `erased:` and a keyed hash.
    recipient: Required[str]
    # `suppressed` blocks all mail, `unsubscribed` only marketing mail.
    state: Required["SuppressionState"]
    # Why, like `hard_bounce`, `complaint`, `recipient_unsubscribe` or your own text.
    reason: Required[str]
    updated_at: Required[str]


class SuppressionEntry(TypedDict, total=False):
    # The address of the recipient.
    email: Required[str]
    # Why, for people who read the list. `import` if left out.
    reason: Optional[str]
    # What it blocks. `suppressed` if left out. `unsubscribed` never weakens a `suppressed` entry.
    state: Optional["SuppressionState"]


SuppressionState = Literal["suppressed", "unsubscribed"]


class SuppressionsCreateBody(TypedDict, total=False):
    # Only `email` is enabled; the others are 422 `channel_not_enabled`.
    channel: Required["Channel"]
    # The address to block.
    recipient: Required[str]
    # Why, for people who read the list. `manual` if left out.
    reason: Optional[str]


class SuppressionsImportBody(TypedDict, total=False):
    # `email` if left out.
    channel: Optional["Channel"]
    # Up to 10,000; more are 422 `invalid_request`.
    entries: Required[List["SuppressionEntry"]]
    # Keeps the entries that are on the list, with their reasons, unless `suppressed` meets `unsubscribed`. `false` if left out: then they get the state and the reason of the import.
    keep_existing: Optional[bool]


class SuppressionsImportFileResponse(TypedDict, total=False):
    # Recipients that are now on the list, new or not.
    imported: Required[int]
    # Lines that are invalid or repeat an earlier address.
    skipped: Required[int]
    # One for each skipped line, at most 1,000.
    errors: Required[List["SuppressionsImportFileResponseErrorsItem"]]


class SuppressionsImportFileResponseErrorsItem(TypedDict, total=False):
    # Number of the line; 1 is the first.
    line: Required[int]
    # Why it was skipped.
    reason: Required[str]


class SuppressionsImportResponse(TypedDict, total=False):
    # Recipients that are now on the list, new or not.
    imported: Required[int]
    # Entries that are invalid or repeat an earlier one.
    skipped: Required[int]
    # One for each skipped entry.
    errors: Required[List["SuppressionsImportResponseErrorsItem"]]


class SuppressionsImportResponseErrorsItem(TypedDict, total=False):
    # Index of the entry in the request.
    index: Required[int]
    # Why it was skipped.
    reason: Required[str]


class SuppressionsListResponse(TypedDict, total=False):
    suppressions: Required[List["Suppression"]]
    # The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set.
    next_cursor: Required[Optional[str]]


Tags = Dict[str, str]


TargetFolder = Literal["inbox", "archive", "trash", "spam"]


class Template(TypedDict, total=False):
    id: Required[str]
    name: Required[str]
    # Its name for programs, unique in the account. It is taken wherever its id is.
    slug: Required[str]
    channel: Required[Literal["email"]]
    # 1, plus one for each change of its content.
    version: Required[int]
    # Only active templates can be sent.
    is_active: Required[bool]
    # Whether it is a layout: a frame around the bodies of other templates, which is not sent by itself.
    is_layout: Required[bool]
    # The layout around its bodies; null if there is none.
    layout_id: Required[Optional[str]]
    created_at: Required[str]
    # May contain `{{ name }}` variables. Empty for a layout.
    subject: Required[str]
    # May contain `{{ name }}` variables; their values are escaped.
    body_html: Required[str]
    # The plain text; null if there is none.
    body_text: Required[Optional[str]]
    variables: Required[List["TemplateVariable"]]
    updated_at: Required[str]


class TemplateSummary(TypedDict, total=False):
    id: Required[str]
    name: Required[str]
    # Its name for programs, unique in the account. It is taken wherever its id is.
    slug: Required[str]
    channel: Required[Literal["email"]]
    # 1, plus one for each change of its content.
    version: Required[int]
    # Only active templates can be sent.
    is_active: Required[bool]
    # Whether it is a layout: a frame around the bodies of other templates, which is not sent by itself.
    is_layout: Required[bool]
    # The layout around its bodies; null if there is none.
    layout_id: Required[Optional[str]]
    created_at: Required[str]


class TemplateVariable(TypedDict, total=False):
    name: Required[str]
    # An example, for people. Any JSON value.
    sample: Required[Optional[Any]]
    # Whether rendering fails without it.
    required: Required[bool]
    # The value to use when it is absent. Any JSON value; null for none.
    default: Required[Optional[Any]]


class TemplateVariableInput(TypedDict, total=False):
    name: Required[str]
    # An example, for people. Any JSON value.
    sample: Any
    required: Optional[bool]
    # The value to use when it is absent. Any JSON value; null for none.
    default: Any


TemplateVars = Dict[str, Any]


class TemplateVersion(TypedDict, total=False):
    id: Required[str]
    version: Required[int]
    # May contain `{{ name }}` variables. Empty for a layout.
    subject: Required[str]
    # May contain `{{ name }}` variables; their values are escaped.
    body_html: Required[str]
    # The plain text; null if there is none.
    body_text: Required[Optional[str]]
    variables: Required[List["TemplateVariable"]]
    created_at: Required[str]


class TemplatesCreateBody(TypedDict, total=False):
    name: Required[str]
    # Its name for programs, unique in the account. Made from the name if left out: `order-shipped`.
    slug: Optional[str]
    # `email` if left out. The others are not enabled: 422 `channel_not_enabled`.
    channel: Optional["Channel"]
    # Required, except for a layout, which has none.
    subject: Optional[str]
    # A layout has `{{ content }}` in it exactly once.
    body_html: Required[str]
    body_text: Optional[str]
    variables: Optional[List["TemplateVariableInput"]]
    # Whether it is a layout: a frame around the bodies of other templates, which is not sent by itself. False if left out.
    is_layout: Optional[bool]
    # Id or slug of the layout to put around its bodies. A layout has none.
    layout_id: Optional[str]


class TemplatesDeleteResponse(TypedDict, total=False):
    message: Required[str]


class TemplatesListResponse(TypedDict, total=False):
    templates: Required[List["TemplateSummary"]]
    # The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set.
    next_cursor: Required[Optional[str]]


class TemplatesPreviewBody(TypedDict, total=False):
    # Required, except for a layout, which has none.
    subject: Optional[str]
    # A layout has `{{ content }}` in it exactly once.
    body_html: Required[str]
    body_text: Optional[str]
    variables: Optional[List["TemplateVariableInput"]]
    # Whether it is a layout: a frame around the bodies of other templates, which is not sent by itself. False if left out.
    is_layout: Optional[bool]
    # Id or slug of the layout to put around its bodies. A layout has none.
    layout_id: Optional[str]
    vars: Optional["TemplateVars"]


class TemplatesRenderBody(TypedDict, total=False):
    vars: Optional["TemplateVars"]


class TemplatesUpdateBody(TypedDict, total=False):
    name: Optional[str]
    # Another slug. The old one becomes free.
    slug: Optional[str]
    subject: Optional[str]
    body_html: Optional[str]
    # Null removes the plain text.
    body_text: Optional[str]
    # All variables: they replace the previous ones.
    variables: Optional[List["TemplateVariableInput"]]
    # If false, it cannot be sent.
    is_active: Optional[bool]
    # Id or slug of the layout to put around its bodies. Null removes the layout.
    layout_id: Optional[str]


class TemplatesUpdateResponse(TypedDict, total=False):
    id: Required[str]
    name: Required[str]
    version: Required[int]


class TemplatesVersionsResponse(TypedDict, total=False):
    versions: Required[List["TemplateVersion"]]
    # The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set.
    next_cursor: Required[Optional[str]]


class TestRecipient(TypedDict, total=False):
    id: Required[str]
    email: Required[str]
    # Pending until its link is used.
    status: Required[Literal["pending", "verified"]]
    created_at: Required[str]
    verified_at: Required[Optional[str]]


class TestRecipientsCreateBody(TypedDict, total=False):
    email: Required[str]


class TestRecipientsListResponse(TypedDict, total=False):
    test_recipients: Required[List["TestRecipient"]]
    # The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set.
    next_cursor: Required[Optional[str]]


class TestRecipientsVerifyBody(TypedDict, total=False):
    token: Required[str]


class TimelineEvent(TypedDict, total=False):
    id: Required[str]
    type: Required["TimelineEventType"]
    message_id: Required[str]
    account_id: Required[str]
    # Who reported it: the send pipeline, the suppression check, or the provider.
    source: Required[Literal["worker", "router", "ses", "sns", "smtp"]]
    # Identifies the event, however often it is reported.
    provider_event_id: Required[str]
    # Its shape depends on the source. With the source `smtp`, `suppresses: false` and a `reason` mean that a bounce or complaint did not suppress its recipient.
    payload: Required[Dict[str, Any]]
    # When it happened. The timeline is ordered by this.
    occurred_at: Required[str]
    # When it was recorded.
    created_at: Required[str]


TimelineEventType = Literal["sent", "delivered", "opened", "clicked", "delivery_delayed", "bounced", "complained", "failed", "suppressed", "unsubscribed"]


class TlsDay(TypedDict, total=False):
    # The day in UTC on which the reports begin.
    day: Required[str]
    # Sessions in which TLS was negotiated as the policy asks.
    successful_sessions: Required[int]
    # Sessions in which it was not.
    failed_sessions: Required[int]


class TlsFailure(TypedDict, total=False):
    # What asked for TLS: MTA-STS (`sts`), DANE (`tlsa`) or nothing.
    policy_type: Required[Literal["sts", "tlsa", "no-policy-found"]]
    # Why they failed, such as `certificate-expired` (RFC 8460 section 4.3).
    result_type: Required[str]
    # The mail server of the domain; null if the report does not name it.
    receiving_mx: Required[Optional[str]]
    # Its IP address; null if the report does not say it.
    receiving_ip: Required[Optional[str]]
    # The IP address that tried to send.
    sending_ip: Required[Optional[str]]
    # Further information from the sender.
    reason: Required[Optional[str]]
    # How many sessions failed in this way.
    sessions: Required[int]


class TlsFailureSum(TypedDict, total=False):
    # Why they failed, such as `certificate-expired` (RFC 8460 section 4.3).
    result_type: Required[str]
    # What asked for TLS: MTA-STS (`sts`), DANE (`tlsa`) or nothing.
    policy_type: Required[Literal["sts", "tlsa", "no-policy-found"]]
    # The mail server of the domain; null if the report does not name it.
    receiving_mx: Required[Optional[str]]
    # How many sessions failed in this way.
    sessions: Required[int]


class TlsPolicySum(TypedDict, total=False):
    # What asked for TLS: MTA-STS (`sts`), DANE (`tlsa`) or nothing.
    policy_type: Required[Literal["sts", "tlsa", "no-policy-found"]]
    # The mode of an MTA-STS policy; null for others, and if the report does not say it.
    mode: Required[Optional["StsMode"]]
    # Sessions in which TLS was negotiated as the policy asks.
    successful_sessions: Required[int]
    # Sessions in which it was not.
    failed_sessions: Required[int]


class TlsReport(TypedDict, total=False):
    # The domain, in lower case and A-label form.
    domain: Required[str]
    # The registrable domain of the organization that sent the report, proven by its mail.
    sent_by: Required[str]
    # The name that the reporter gives itself.
    org_name: Required[Optional[str]]
    begins_at: Required[str]
    ends_at: Required[str]
    # Sessions in which TLS was negotiated as the policy asks.
    successful_sessions: Required[int]
    # Sessions in which it was not.
    failed_sessions: Required[int]
    # The sessions by the policy that applied.
    policies: Required[List["TlsPolicySum"]]
    # The 200 most frequent failures.
    failures: Required[List["TlsFailure"]]
    # Whether policies or failures were left out.
    truncated: Required[bool]
    received_at: Required[str]


class TlsSender(TypedDict, total=False):
    # The registrable domain of the organization that sent the report, proven by its mail.
    sent_by: Required[str]
    # How many reports it sent.
    reports: Required[int]
    # Sessions in which TLS was negotiated as the policy asks.
    successful_sessions: Required[int]
    # Sessions in which it was not.
    failed_sessions: Required[int]


class TlsSummary(TypedDict, total=False):
    # The domain, in lower case and A-label form.
    domain: Required[str]
    # The days that it is about, up to now.
    days: Required[int]
    # The days that a report is about.
    days_with_reports: Required[int]
    # How many reports were received.
    reports: Required[int]
    # Sessions in which TLS was negotiated as the policy asks.
    successful_sessions: Required[int]
    # Sessions in which it was not.
    failed_sessions: Required[int]
    # The sessions of each day with a report, oldest first.
    by_day: Required[List["TlsDay"]]
    # The sessions by the policy that applied.
    by_policy: Required[List["TlsPolicySum"]]
    # The 100 most frequent failures.
    by_failure: Required[List["TlsFailureSum"]]
    # The 100 organizations that report most sessions.
    by_sender: Required[List["TlsSender"]]


class Tracking(TypedDict, total=False):
    # Whether to record opens.
    opens: Optional[bool]
    # Whether to record clicks on links.
    clicks: Optional[bool]


class UndoneThread(TypedDict, total=False):
    # A thread that the change had changed.
    thread_id: Required[str]
    # What became of it. `changed_since`: somebody, or new mail, has changed it since, so it stays as it is. `not_found`: it is gone.
    outcome: Required["UndoneThreadOutcome"]


UndoneThreadOutcome = Literal["restored", "changed_since", "not_found"]


class UndoneThreads(TypedDict, total=False):
    # One for each thread that the change had changed.
    results: Required[List["UndoneThread"]]


class UngroupedStats(TypedDict, total=False):
    # Handed over to the provider.
    sent: Required[int]
    # Deliveries that were reported.
    delivered: Required[int]
    # Opens, each counted.
    opened: Required[int]
    # Clicks, each counted.
    clicked: Required[int]
    # Bounces that were reported.
    bounced: Required[int]
    # Complaints that were reported.
    complained: Required[int]
    # Messages that could not be sent.
    failed: Required[int]
    # Messages stopped because a recipient is suppressed, or has unsubscribed.
    suppressed: Required[int]


class Upload(TypedDict, total=False):
    # For `upload_id` in attachments.
    id: Required[str]
    # The public URL; its content never changes.
    url: Required[str]
    # Detected from the content.
    content_type: Required[Literal["image/png", "image/jpeg", "image/gif", "image/webp"]]
    # Size in bytes.
    size: Required[int]


class UploadsListResponse(TypedDict, total=False):
    uploads: Required[List["Upload"]]
    # The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set.
    next_cursor: Required[Optional[str]]


class Usage(TypedDict, total=False):
    period: Required[str]
    # Recipients of mail accepted with live keys.
    total_send_count: Required[int]
    total_cost_micros: Required[int]
    channels: Required[List["UsageChannelsItem"]]


class UsageChannelsItem(TypedDict, total=False):
    channel: Required[Literal["email"]]
    send_count: Required[int]
    cost_micros: Required[int]


class VariableWarning(TypedDict, total=False):
    # The name of the variable.
    variable: Required[str]
    # What is wrong with it, for people.
    message: Required[str]


Verdict = Literal["PASS", "FAIL", "NONE", "GRAY"]


class WebhookAttempt(TypedDict, total=False):
    attempted_at: Required[str]
    response_status: Required[Optional[int]]
    # Why there was no response.
    error: Required[Optional[str]]
    duration_ms: Required[int]
    # The headers of the request, with its signatures.
    request_headers: Required[List["WebhookHeader"]]
    # The first headers of the response, together up to 1,024 characters.
    response_headers: Required[List["WebhookHeader"]]
    # The first 1 KiB of the response body.
    response_body: Required[Optional[str]]


class WebhookDelivery(TypedDict, total=False):
    id: Required[str]
    subscription_id: Required[str]
    event_id: Required[str]
    event_type: Required["WebhookEventType"]
    # The message (`msg_…`), or for `email.received` the inbound email (`inb_…`).
    message_id: Required[str]
    status: Required[Literal["pending", "succeeded", "failed", "exhausted"]]
    # Number of attempts in all rounds.
    attempt_count: Required[int]
    # 1, plus one for each redelivery.
    round: Required[int]
    response_status: Required[Optional[int]]
    next_retry_at: Required[Optional[str]]
    created_at: Required[str]
    # The last 36, oldest first.
    attempts: Required[List["WebhookAttempt"]]
    # The exact request body as text, which the signatures cover. The same in every attempt, except for the `signature` of the format `mailgun`, which is left out here.
    payload: Required[Optional[str]]


WebhookEventType = Literal["sent", "delivered", "opened", "clicked", "delivery_delayed", "bounced", "complained", "failed", "email.received"]


WebhookFormat = Literal["postline", "resend", "postmark", "sendgrid", "mailgun"]


class WebhookHeader(TypedDict, total=False):
    name: Required[str]
    value: Required[str]


WebhookMessage = TypedDict(
    "WebhookMessage",
    {
        # Null once the message was erased.
        "subject": 'Required[Optional[str]]',
        # The sender, like `Me <me@example.com>`.
        "from": 'Required[Optional[str]]',
        # The addresses of the main recipients.
        "to": 'Required[List[str]]',
        "message_type": 'Required["MessageType"]',
        # The tags; null if it was sent with none.
        "tags": 'Required[Optional["MessageTags"]]',
        # Your own fields of the `metadata` of the send.
        "metadata": 'Required[Dict[str, Any]]',
    },
    total=False,
)


class WebhookRequest(TypedDict, total=False):
    # The same in every attempt. Use it to drop duplicates.
    event_id: Required[str]
    event_type: Required["WebhookEventType"]
    # The message (`msg_…`), or for `email.received` the inbound email (`inb_…`).
    message_id: Required[str]
    account_id: Required[str]
    # Its shape depends on the source of the event.
    payload: Required[Dict[str, Any]]
    occurred_at: Required[str]
    created_at: Required[str]
    # Fields of the message, so that you need not get it. Null for `email.received`.
    message: Required[Optional["WebhookMessage"]]
    # The address that the event is about. Null if the mail has several and the event names none.
    recipient: Required[Optional[str]]


class WebhookSubscription(TypedDict, total=False):
    id: Required[str]
    account_id: Required[str]
    endpoint_url: Required[str]
    # Empty for all event types.
    event_types: Required[List["WebhookEventType"]]
    # How its requests are written: as ours, or as those of another mail API.
    format: Required["WebhookFormat"]
    # The public key that verifies requests in the format `sendgrid`, as that API shows it. It changes with the signing secret. Null for other formats.
    verification_key: Required[Optional[str]]
    # False while its deliveries are paused.
    is_active: Required[bool]
    # Whether a test key made it: it gets only events of test mail.
    test_mode: Required[bool]
    created_at: Required[str]


class WebhookSubscriptionWithSecret(TypedDict, total=False):
    id: Required[str]
    account_id: Required[str]
    endpoint_url: Required[str]
    # Empty for all event types.
    event_types: Required[List["WebhookEventType"]]
    # How its requests are written: as ours, or as those of another mail API.
    format: Required["WebhookFormat"]
    # The public key that verifies requests in the format `sendgrid`, as that API shows it. It changes with the signing secret. Null for other formats.
    verification_key: Required[Optional[str]]
    # False while its deliveries are paused.
    is_active: Required[bool]
    # Whether a test key made it: it gets only events of test mail.
    test_mode: Required[bool]
    created_at: Required[str]
    # Key of the signatures. Shown only on create and rotate.
    signing_secret: Required[str]
    # The same secret in the form that libraries for Standard Webhooks take.
    standard_secret: Required[str]


class WebhooksCreateBody(TypedDict, total=False):
    endpoint_url: Required[str]
    event_types: Optional[List["WebhookEventType"]]
    # How requests are written: `postline` by default, or with the fields and signatures of another mail API. Events that this format does not have are not sent.
    format: Optional["WebhookFormat"]


class WebhooksDeleteResponse(TypedDict, total=False):
    message: Required[str]


class WebhooksDeliveriesResponse(TypedDict, total=False):
    deliveries: Required[List["WebhookDelivery"]]
    # The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set.
    next_cursor: Required[Optional[str]]


class WebhooksListResponse(TypedDict, total=False):
    webhooks: Required[List["WebhookSubscription"]]
    # The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set.
    next_cursor: Required[Optional[str]]


class WebhooksRedeliverManyBody(TypedDict, total=False):
    # The deliveries (`whd_…`). Those that are not in the log of the webhook are left out.
    delivery_ids: Required[List[str]]


class WebhooksRedeliverManyResponse(TypedDict, total=False):
    # The deliveries as they are now, in the order of the ids.
    deliveries: Required[List["WebhookDelivery"]]


class WebhooksTestBody(TypedDict, total=False):
    event_type: Optional["WebhookEventType"]


class WebhooksUpdateBody(TypedDict, total=False):
    endpoint_url: Optional[str]
    event_types: Optional[List["WebhookEventType"]]
    # The format of new events. Earlier events keep theirs.
    format: Optional["WebhookFormat"]
    is_active: Optional[bool]
