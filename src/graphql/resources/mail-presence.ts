import { enterThread, leaveThread, listPresence, livePresence } from '../../operations/mail-presence.js'
import { builder } from '../builder.js'
import { objectIn, outputOf } from '../contract-types.js'
import { does, looksUp, runs, streams } from '../resolve.js'

const PresentClient = outputOf(
  'PresentClient',
  'Somebody who has a thread open.',
  objectIn(listPresence.output, 'clients'),
)
const MailPresence = outputOf('MailPresence', 'Who is at a thread.', listPresence.output, {
  types: { clients: [PresentClient] },
})

const NAMES = { threadId: 'id' }
// biome-ignore lint/suspicious/noExplicitAny: the builder of the fields of any object
const threadId = (t: any) => ({ threadId: t.arg({ type: 'ID', required: true, description: 'The thread.' }) })
// biome-ignore lint/suspicious/noExplicitAny: the builder of the fields of any object
const clientId = (t: any) => ({
  clientId: t.arg({
    type: 'ID',
    required: true,
    description: 'Distinguishes the clients of a key: a random text of at most 64 characters.',
  }),
})

builder.queryField('mailPresence', (t) =>
  t.field({ type: MailPresence, args: threadId(t), ...looksUp(listPresence, NAMES) }),
)

builder.mutationFields((t) => ({
  setMailPresence: t.field({
    type: MailPresence,
    args: {
      ...threadId(t),
      ...clientId(t),
      state: t.arg.string({ required: true, description: '`viewing` or `writing`.' }),
      name: t.arg.string({ description: 'Who it is, if several people use the key. Default: the name of the key.' }),
    },
    ...runs(enterThread, NAMES),
  }),
  deleteMailPresence: t.field({
    type: 'Boolean',
    args: { ...threadId(t), ...clientId(t) },
    ...does(leaveThread, NAMES),
  }),
}))

builder.subscriptionField('mailPresence', (t) =>
  t.field({
    type: MailPresence,
    args: threadId(t),
    description: livePresence.summary,
    ...streams(livePresence, NAMES),
  }),
)
