import { TIMELINE_EVENT_TYPES } from '../contract/events.js'
import { SendResponse } from '../contract/messages.js'
import { WEBHOOK_EVENT_TYPES } from '../contract/webhooks.js'
import { enumOf } from './contract-types.js'

/** The words of the contract that are enums. All others are strings, because they may grow. */

enumOf('DestinationType', 'How a route forwards mail.', {
  webhook: 'As a signed request to an endpoint.',
  email: 'As a mail to an address.',
})

export const Channel = enumOf('Channel', 'A way to reach somebody.', {
  email: 'Mail, the one channel that sends.',
  sms: 'Not enabled.',
  push: 'Not enabled.',
  voice: 'Not enabled.',
  webhook: 'Requests to your endpoint.',
})

enumOf('MessageType', 'What a message is for.', {
  transactional: 'Sent because of something that its recipient did.',
  marketing: 'Recipients can unsubscribe from it.',
})

export const MessageStatus = enumOf(
  'MessageStatus',
  'The status of a message: queued, scheduled or canceled until its first event, then the type of its newest event.',
  {
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
  },
  SendResponse.shape.status.options,
)

export const SuppressionState = enumOf('SuppressionState', 'Which mail a recipient does not get.', {
  suppressed: 'All mail.',
  unsubscribed: 'Marketing mail only.',
})

export const EventType = enumOf(
  'EventType',
  'What happened.',
  {
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
  },
  TIMELINE_EVENT_TYPES,
  WEBHOOK_EVENT_TYPES,
)

export const DeliveryStatus = enumOf('DeliveryStatus', 'The status of a webhook delivery.', {
  pending: 'Its first attempt is due or in flight.',
  succeeded: 'The endpoint answered 2xx.',
  failed: 'The last attempt failed; a retry is scheduled.',
  exhausted: 'Every attempt failed; there is no further one.',
})

enumOf('WebhookFormat', 'How the requests of a webhook are written: as ours, or as those of another mail API.', {
  postline: 'Our own.',
  resend: 'Resend: signed in the headers of Svix.',
  postmark: 'Postmark, which has no signatures: ours are beside it.',
  sendgrid: 'SendGrid: signed with a key of which `verificationKey` is the public part.',
  mailgun: 'Mailgun: signed in the body.',
})

enumOf('KeyScope', 'What an API key may do.', {
  send: 'Send messages and cancel scheduled ones.',
  read: 'Read, and organize the mailbox.',
  admin: 'Everything.',
})

enumOf('BroadcastStatus', 'The status of a broadcast.', {
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
  trash: 'Mail that was thrown away.',
  spam: 'Unwanted mail.',
})

export const MailSource = enumOf('MailSource', 'Where a mail comes from.', {
  inbound: 'It was received.',
  outbound: 'It was sent.',
})
