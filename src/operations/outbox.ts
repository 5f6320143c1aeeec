import { z } from 'zod'
import type { Config } from '../config.js'
import { operation } from './operation.js'
import { id, idParam, nextCursor, pageCursor, pageLimit, timestamp } from './schemas.js'

const enabled = (config: Config) => config.mailProvider === 'capture'

const OutboxMail = z.object({
  id: id('outboxMail'),
  message_id: id('message'),
  from: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  created_at: timestamp(),
})

export const listOutbox = operation({
  name: 'outbox.list',
  kind: 'query',
  scope: 'read',
  summary: 'Lists the mail that was captured instead of sent, newest first.',
  errors: ['not_found'],
  enabled,
  input: z.object({ limit: pageLimit(), cursor: pageCursor() }),
  output: z.object({
    mails: z.array(OutboxMail),
    next_cursor: nextCursor(),
  }),
  run: async ({ caller, services }, page) => {
    const { items, nextCursor } = await services.outbox.list(caller.accountId, page)
    return { mails: items, next_cursor: nextCursor }
  },
})

export const getOutboxMail = operation({
  name: 'outbox.get',
  kind: 'query',
  scope: 'read',
  summary: 'Gets a captured mail as it would have gone out.',
  errors: ['not_found'],
  enabled,
  input: z.object({ id: idParam() }),
  output: OutboxMail.extend({ mime: z.custom<Uint8Array>((value) => value instanceof Uint8Array) }),
  run: ({ caller, services }, input) => services.outbox.get(caller.accountId, input.id),
})
