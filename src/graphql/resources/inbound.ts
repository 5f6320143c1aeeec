import { getInboundEmail, listInboundEmails } from '../../operations/inbound.js'
import { builder } from '../builder.js'
import { connectionOf, pageArgs } from '../connections.js'
import type { GraphqlContext } from '../context.js'
import { objectIn, outputOf } from '../contract-types.js'
import { looksUp, pages } from '../resolve.js'

const InboundAttachment = outputOf(
  'InboundAttachment',
  'An attachment of a received mail.',
  objectIn(getInboundEmail.output, 'attachments'),
  {
    types: { content_id: 'String' },
    about: { filename: 'Its file name.', content_type: 'Its MIME type, like `image/png`.' },
  },
)
const InboundHeader = outputOf(
  'InboundHeader',
  'A header of a received mail.',
  objectIn(getInboundEmail.output, 'headers'),
  { about: { name: 'Its name.', value: 'Its value, decoded.' } },
)

export const InboundEmail = outputOf('InboundEmail', 'A received mail.', getInboundEmail.output, {
  node: { kind: 'inboundEmail', operation: getInboundEmail, loader: 'inboundEmails' },
  types: { attachments: [InboundAttachment], headers: [InboundHeader], inbox_id: 'String', thread_id: 'ID' },
  about: {
    domain: 'The domain at which it arrived.',
    to: 'As in the mail, decoded.',
    cc: 'As in the mail, decoded.',
    subject: 'Its subject, decoded.',
    spf_verdict: 'Whether its sender may use the server that it came from (SPF).',
    dkim_verdict: 'Whether a valid signature covers it (DKIM).',
    dmarc_verdict: 'Whether SPF or DKIM hold for the domain in its From (DMARC).',
    spam_verdict: 'Whether a provider found it to be spam.',
    virus_verdict: 'Whether a provider found a virus in it.',
    attachments: 'Its attachments. Their bytes are at `/v1/inbound/{id}/attachments/{index}`.',
    received_at: 'When it arrived.',
    text: 'Its plain text; null if it has none, and once it is removed.',
  },
  resolve: fieldOfEmail,
})

/** Items of a list have few of the fields; the others are looked up for all of them together. */
async function fieldOfEmail(
  email: Record<string, unknown> & { id: string },
  key: string,
  { loaders }: GraphqlContext,
): Promise<unknown> {
  if (key in email) return email[key]
  const details = await loaders.all.inboundEmails.load(email.id)
  return (details as Record<string, unknown> | undefined)?.[key]
}

const InboundEmailConnection = connectionOf('InboundEmail', InboundEmail, 'received mail')

builder.queryFields((t) => ({
  inboundEmail: t.field({
    type: InboundEmail,
    args: { id: t.arg({ type: 'ID', required: true, description: 'The received mail.' }) },
    ...looksUp(getInboundEmail),
  }),
  inboundEmails: t.field({
    type: InboundEmailConnection,
    args: pageArgs(t, listInboundEmails),
    ...pages(listInboundEmails, 'emails'),
  }),
}))
