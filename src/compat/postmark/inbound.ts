import { z } from 'zod'
import type { InboundEmail, InboundEmailSummary } from '../../contract/inbound.js'
import { getInboundEmail, listInboundEmails } from '../../operations/inbound.js'
import type { CompatRoute } from '../common/api.js'
import { itemsAt, totalOf } from '../common/offset-pages.js'
import { PAGE, queryText, recipientOf, refuseGiven } from './fields.js'

const FILTERS = ['mailboxHash', 'recipient', 'fromEmail', 'tag', 'status', 'fromDate', 'toDate', 'subject'] as const
const ListQuery = z.strictObject({
  ...PAGE,
  ...(Object.fromEntries(FILTERS.map((name) => [name, queryText()])) as Record<
    (typeof FILTERS)[number],
    ReturnType<typeof queryText>
  >),
})

/** Mail that came in. */
export const inbound: readonly CompatRoute[] = [
  {
    method: 'GET',
    path: '/messages/inbound',
    operation: listInboundEmails,
    answer: async ({ query, run }) => {
      const { count, offset, ...filter } = query(ListQuery)
      refuseGiven(filter, FILTERS, 'Search received mail with GET /v1/mail/search.')
      const { items, hasMore } = await itemsAt(
        { count, offset },
        async (page) => {
          const { emails, next_cursor } = await run(listInboundEmails, page)
          return { items: emails, next: next_cursor }
        },
        'Use GET /v1/inbound with a cursor.',
      )
      return { TotalCount: totalOf(offset, items.length, hasMore), InboundMessages: items.map(present) }
    },
  },
  {
    method: 'GET',
    path: '/messages/inbound/:id/details',
    operation: getInboundEmail,
    answer: async ({ param, run }) => {
      const email = await run(getInboundEmail, { id: param('id') })
      const { text, html, reply_text, headers } = email
      return {
        ...present(email),
        TextBody: text ?? '',
        HtmlBody: html ?? '',
        StrippedTextReply: reply_text ?? '',
        Headers: headers.map(({ name, value }) => ({ Name: name, Value: value })),
        BlockedReason: '',
      }
    },
  },
]

function present(email: InboundEmailSummary | InboundEmail) {
  const sender = recipientOf(email.from)
  return {
    FromName: sender.Name,
    From: sender.Email,
    FromFull: withHash(sender),
    To: email.to.join(', '),
    ToFull: email.to.map((text) => withHash(recipientOf(text))),
    Cc: email.cc.join(', '),
    CcFull: email.cc.map((text) => withHash(recipientOf(text))),
    Bcc: '',
    BccFull: [],
    ReplyTo: '',
    OriginalRecipient: email.recipient,
    Subject: email.subject,
    Date: email.received_at,
    MailboxHash: withHash({ Email: email.recipient, Name: '' }).MailboxHash,
    Tag: '',
    MessageID: email.id,
    Status: 'Processed',
    Attachments: email.attachments.map(({ filename, content_type, size, content_id }) => ({
      ...{ Name: filename, ContentType: content_type, ContentLength: size, ContentID: content_id ?? '' },
    })),
    MessageStream: 'inbound',
  }
}

/** What follows the first plus sign of a local part (RFC 5233). */
const withHash = (recipient: { Email: string; Name: string }) => ({
  ...recipient,
  MailboxHash: /^[^@+]*\+([^@]*)@/.exec(recipient.Email)?.[1] ?? '',
})
