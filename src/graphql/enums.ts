import { enumOf } from './contract-enums.js'

/** Words of the contract. What these say of their values, an enum that follows from the contract alone does not. */

export const Channel = enumOf('Channel', 'A way to reach somebody.', {
  email: 'Mail, the one channel that sends.',
  sms: 'Not enabled.',
  push: 'Not enabled.',
  voice: 'Not enabled.',
  webhook: 'Requests to your endpoint.',
})

enumOf('ChannelStatus', 'Where a channel stands.', {
  verified: 'Mail: a domain is verified.',
  pending: 'Mail: a domain is not verified yet.',
  sandbox: 'Mail: there is no domain, so it comes from the shared sender.',
  ready: 'Requests: there is a webhook.',
  not_configured: 'There is no webhook, or the channel is not enabled.',
})

enumOf('SendingPauseReason', 'What there is too much of.', {
  complaints: 'Mail that is reported as spam.',
  bounces: 'Mail that bounces permanently.',
})

enumOf('DestinationType', 'How a route forwards mail.', {
  webhook: 'As a signed request to an endpoint.',
  email: 'As a mail to an address.',
})

enumOf('MessageType', 'What a message is for.', {
  transactional: 'It answers something that its recipient did.',
  marketing: 'It may be unsubscribed from.',
})

enumOf('ContactEvent', 'What a contact did with mail.', {
  opened: 'It was opened.',
  clicked: 'A link in it was followed.',
  bounced: 'The receiving server refused it.',
})

const messageStatuses = {
  queued: 'Accepted, and on its way to the provider.',
  scheduled: 'Waits for its time.',
  canceled: 'Canceled before its time; never sent.',
  sent: 'Handed to the provider.',
  delivered: 'The receiving server accepted it.',
  opened: 'It was opened.',
  clicked: 'A link in it was followed.',
  delivery_delayed: 'The receiving server deferred it. Sending is tried again.',
  bounced: 'The receiving server refused it.',
  complained: 'The recipient reported it as spam.',
  failed: 'The provider refused it.',
  suppressed: 'The recipient is on the suppression list; never sent.',
}

export const MessageStatus = enumOf(
  'MessageStatus',
  'The status of a message: one of its own until dispatch, then the type of its newest event.',
  messageStatuses,
)

enumOf('SuppressionState', 'Which mail a recipient does not get.', {
  suppressed: 'All mail.',
  unsubscribed: 'Marketing mail only.',
})

enumOf('ContactStatus', 'Which mail a contact gets.', {
  subscribed: 'All mail.',
  unsubscribed: 'No marketing mail.',
  suppressed: 'No mail.',
})

export const EventType = enumOf('EventType', 'What happened.', {
  sent: 'A message was handed to the provider.',
  delivered: 'The receiving server accepted a message.',
  opened: 'A message was opened.',
  clicked: 'A link in a message was followed.',
  bounced: 'The receiving server refused a message.',
  complained: 'The recipient reported a message as spam.',
  failed: 'The provider refused a message.',
  delivery_delayed: 'The receiving server deferred a message. Sending is tried again.',
  suppressed: 'A message was stopped: its recipient is on the suppression list. Timelines only, no webhooks.',
  unsubscribed: 'A message was stopped: its recipient has unsubscribed. Timelines only, no webhooks.',
  'email.received': 'A mail came in. Webhooks only.',
})

export const DeliveryStatus = enumOf('DeliveryStatus', 'Where a webhook delivery stands.', {
  pending: 'Its first attempt is due or in flight.',
  succeeded: 'The endpoint answered 2xx.',
  failed: 'The last attempt failed; a retry is scheduled.',
  exhausted: 'Every attempt failed; there is no further one.',
})

enumOf('KeyScope', 'What an API key may do.', {
  send: 'Send messages and cancel scheduled ones.',
  read: 'Read, and organize the mailbox.',
  admin: 'Everything.',
})

enumOf('BroadcastStatus', 'Where a broadcast stands.', {
  draft: 'Not sent yet.',
  scheduled: 'Waits for its time.',
  sending: 'Its messages are being made and sent.',
  paused: 'It takes no further members until it is resumed; `pausedReason` says why.',
  sent: 'All messages were handed over, failed or were stopped.',
  canceled: 'Ended before its time.',
})

export const Folder = enumOf('Folder', 'Where a thread is.', {
  inbox: 'What came in.',
  sent: 'Threads with a mail of ours that are not in trash or spam.',
  archive: 'What is done.',
  trash: 'What was thrown away.',
  spam: 'What nobody wanted.',
})

export const MailSource = enumOf('MailSource', 'Where a mail comes from.', {
  inbound: 'It was received.',
  outbound: 'It was sent.',
})

enumOf('MailEntryStatus', 'Where a mail of a thread stands: received, or the status of its message.', {
  received: 'It was received.',
  ...messageStatuses,
})

enumOf('EventSource', 'Who reported an event.', {
  worker: 'This service, when it handed the mail over.',
  router: 'This service, when it stopped the mail.',
  ses: 'Amazon SES.',
  sns: 'Amazon SES, through a notification of SNS.',
  smtp: 'The receiving server, or a report that it sent.',
})

enumOf('ActorType', 'What acted.', {
  key: 'An API key.',
  cli: 'An operator at the command line.',
  session: 'A browser session of a key.',
  service: 'The service itself.',
})

enumOf('DnsRecordType', 'The type of a DNS record.', {
  CNAME: 'It names another host.',
  MX: 'It names the server that receives mail.',
  TXT: 'It holds a text.',
})

enumOf('DnsRecordStatus', 'Where DNS records stand.', {
  pending: 'Not found yet.',
  verified: 'Found as it must be.',
  failed: 'The published record is wrong.',
})

enumOf('DomainCheckField', 'The status of a domain that a record belongs to.', {
  dkim: 'The records of the keys that sign mail (DKIM).',
  spf: 'The record of the servers that may send (SPF).',
  dmarc: 'The policy for mail that proves neither (DMARC).',
})

enumOf('Verdict', 'What a check of a received mail said.', {
  PASS: 'It passed.',
  FAIL: 'It failed.',
  NONE: 'It was not made.',
  GRAY: 'It could not decide.',
})

enumOf('TestRecipientStatus', 'Whether a test recipient has agreed.', {
  pending: 'The link that was mailed to it is not used yet.',
  verified: 'Its owner has used the link.',
})

enumOf('AddressValidationReason', 'Why an address is taken for valid or not.', {
  ok: 'It can receive mail.',
  invalid_syntax: 'It is no address.',
  undeliverable_domain: 'The domain has no MX, A or AAAA record, or a null MX.',
})

export const StatsInterval = enumOf('StatsInterval', 'The length of a bucket.', {
  hour: 'An hour.',
  day: 'A day (UTC).',
})

export const StatsGroupBy = enumOf('StatsGroupBy', 'What events are counted by.', {
  tag: 'The tags of the mail.',
  template: 'The template of the mail.',
  link: 'The links that were followed.',
  broadcast: 'The broadcast of the mail.',
})

export const Plan = enumOf('Plan', 'A plan.', {
  starter: 'Starter.',
  pro: 'Pro.',
  growth: 'Growth.',
  scale: 'Scale.',
})

enumOf('BillingPeriod', 'How often a plan is paid for.', {
  month: 'Each month.',
  year: 'Each year.',
})

enumOf('SubscriptionStatus', 'The status of a subscription at Stripe.', {
  none: 'There is no subscription.',
  active: 'It is paid for.',
  trialing: 'It is on trial.',
  past_due: 'A payment failed and is tried again. It is still active.',
  paused: 'Its payments are paused.',
  unpaid: 'Its payments failed. It is not active.',
  incomplete: 'Its first payment is not made. It is not active.',
  incomplete_expired: 'Its first payment was not made in time. It is not active.',
  canceled: 'It has ended. It is not active.',
})

enumOf('ContactImportStatus', 'Where an import stands.', {
  running: 'It goes on.',
  done: 'All rows are imported.',
  failed: 'It has stopped. What was imported stays.',
})

enumOf('OnDuplicateContact', 'What a row of an import does whose contact exists.', {
  skip: 'It leaves the contact as it is.',
  update: 'It gives the contact its names and attributes.',
})

enumOf('SegmentMatch', 'How conditions are combined.', {
  all: 'A contact must meet all.',
  any: 'A contact must meet one.',
})

enumOf('ContactField', 'A field of a contact that a condition compares.', {
  email: 'The address.',
  first_name: 'The first name.',
  last_name: 'The last name.',
  status: 'Which mail it gets.',
  created_at: 'When it was created, in days.',
  lists: 'The lists that it is in.',
})

enumOf('ConditionOp', 'How a condition compares.', {
  equals: 'It is the value.',
  not_equals: 'It is not the value.',
  in: 'It is one of the values.',
  not_in: 'It is none of the values.',
  contains: 'It contains the value, in any case.',
  greater_than: 'It is greater than the value.',
  less_than: 'It is less than the value.',
  exists: 'It has a value.',
  missing: 'It has no value.',
})

enumOf('KeptObject', 'A kind of thing that can contain an address after its erasure.', {
  account: 'The account.',
  broadcast: 'A broadcast.',
  domain: 'A domain.',
  inbound_route: 'An inbound route.',
  inbox: 'An inbox.',
  template: 'A template.',
  webhook: 'A webhook.',
})
