import { getOutboxMail, listOutbox } from '../../operations/outbox.js'
import { builder } from '../builder.js'
import { connectionOf, pageArgs } from '../connections.js'
import { outputOf } from '../contract-types.js'
import { looksUp, pages } from '../resolve.js'

const OutboxMail = outputOf('OutboxMail', 'A mail that was captured instead of sent.', getOutboxMail.output, {
  node: { kind: 'outboxMail', operation: getOutboxMail, service: 'outbox' },
  types: { mime: 'String' },
  about: {
    message_id: 'The message that it was sent for.',
    from: 'Its From header.',
    to: 'The bare addresses of its recipients.',
    subject: 'Its subject.',
    mime: 'The mail as it would have gone out (message/rfc822). One character stands for one byte (Latin-1), so that no byte is lost; mail of this service is plain ASCII.',
  },
  resolve: async (mail, key, { loaders }) => {
    if (key !== 'mime') return mail[key]
    const bytes: Uint8Array = mail.mime ?? (await loaders.all.mimes.load(mail.id)) ?? new Uint8Array()
    return Buffer.from(bytes).toString('latin1')
  },
})
const OutboxMailConnection = connectionOf('OutboxMail', OutboxMail, 'captured mail')

builder.queryFields((t) => ({
  outboxMail: t.field({
    type: OutboxMail,
    args: { id: t.arg({ type: 'ID', required: true, description: 'The captured mail.' }) },
    ...looksUp(getOutboxMail),
  }),
  outbox: t.field({ type: OutboxMailConnection, args: pageArgs(t, listOutbox), ...pages(listOutbox, 'mails') }),
}))
