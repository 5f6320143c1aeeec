import { ById, Nothing } from '../contract/fields.js'
import { EnterThread, LeaveThread, MailPresence } from '../contract/mail-presence.js'
import { hasMailApp, thread } from './mail-threads.js'
import { del, get, operation, put, READER_STATE } from './operation.js'

const { id } = thread
const client_id = 'tab-7f3c2a'
const clients = [{ client_id, state: 'writing' as const, name: 'Ada' }]

const common = { scope: 'read', forBoundKeys: true, enabled: hasMailApp } as const

export const enterThread = operation({
  name: 'mail.presence.set',
  ...common,
  kind: 'mutation',
  unaudited: READER_STATE,
  rest: put('/v1/mail/threads/:id/presence'),
  summary:
    'Reports that somebody has a thread open, or is writing a reply, for the next 30 seconds. Returns everybody at the thread.',
  errors: ['not_found', 'overloaded'],
  input: EnterThread,
  output: MailPresence,
  examples: [
    {
      summary: 'Ada is writing an answer',
      input: { id, client_id, state: 'writing', name: 'Ada' },
      output: { clients },
    },
  ],
  run: ({ caller, services }, input) => services.presence.enter(caller, input),
})

export const listPresence = operation({
  name: 'mail.presence.list',
  ...common,
  kind: 'query',
  rest: get('/v1/mail/threads/:id/presence'),
  summary: 'Lists who has a thread open or is writing a reply.',
  errors: ['not_found', 'overloaded'],
  input: ById,
  output: MailPresence,
  examples: [{ summary: 'One is writing', input: { id }, output: { clients } }],
  run: ({ caller, services }, input) => services.presence.list(caller, input.id),
})

export const leaveThread = operation({
  name: 'mail.presence.delete',
  ...common,
  kind: 'mutation',
  unaudited: READER_STATE,
  rest: del('/v1/mail/threads/:id/presence/:client_id', { status: 204 }),
  summary: 'Reports that a client of this key has left a thread.',
  errors: ['not_found', 'overloaded'],
  input: LeaveThread,
  output: Nothing,
  examples: [{ summary: 'The thread was closed', input: { id, client_id }, output: null }],
  run: async ({ caller, services }, input) => {
    await services.presence.leave(caller, input)
    return null
  },
})

export const livePresence = operation({
  name: 'mail.presence.live',
  ...common,
  kind: 'subscription',
  summary: 'Streams who is at a thread: as it is now, then whenever that changes.',
  errors: ['not_found', 'stream_overflow', 'stream_interrupted'],
  input: ById,
  output: MailPresence,
  run: ({ caller, services }, input, signal) => services.presence.subscribe(caller, input.id, signal),
})
