import { z } from 'zod'
import { normalizeAddress, parseAddress } from '../lib/addresses.js'
import { CHANNELS } from '../models/channel.js'
import { SUPPRESSION_STATES } from '../models/suppression.js'
import { MAX_IMPORT_ENTRIES } from '../services/suppressions/suppression-service.js'
import { del, get, operation, post, type Tag } from './operation.js'
import { cutAbove, id, nextCursor, optional, pageCursor, pageLimit, timestamp } from './schemas.js'

/** Its section of the documentation. */
export const tag: Tag = { title: 'Suppressions', description: 'Recipients that mail is kept from, and why.', order: 4 }

const MAX_REASON_CHARS = 255
/** 10,000 entries of the longest address and the longest reason, in the widest characters. */
const MAX_IMPORT_BYTES = 32 * 1024 * 1024

const channel = () =>
  z
    .enum(CHANNELS, `must be one of ${CHANNELS.join(', ')}`)
    .meta({ description: 'Only `email` has a list; the others answer 422 `channel_not_enabled`.' })
const reason = () =>
  z
    .string()
    .min(1, 'must not be empty')
    .max(MAX_REASON_CHARS, `must have at most ${MAX_REASON_CHARS} characters`)
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'must be one line of text')
const state = () => z.enum(SUPPRESSION_STATES, `must be one of ${SUPPRESSION_STATES.join(', ')}`)

const Suppression = z
  .object({
    id: id('suppression'),
    channel: z.enum(CHANNELS),
    recipient: z.string().meta({ description: 'The address in normalized form: lower case, the domain in A-labels.' }),
    state: z.enum(SUPPRESSION_STATES).meta({
      description: '`suppressed` stops all mail, `unsubscribed` marketing alone.',
    }),
    reason: z.string().meta({
      description: 'Why, like `hard_bounce`, `complaint`, `recipient_unsubscribe`, or words of your own.',
    }),
    updated_at: timestamp(),
  })
  .meta({ id: 'Suppression' })

const entry = {
  id: 'sup_01kajqx0a2s4d6f8g0h2j4k6m8',
  channel: 'email' as const,
  recipient: 'ada@example.com',
  state: 'suppressed' as const,
  reason: 'asked_by_phone',
  updated_at: '2026-11-21T09:00:00.000Z',
}

export const createSuppression = operation({
  name: 'suppressions.create',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/suppressions', { status: 201 }),
  summary: 'Stops all mail to a recipient.',
  errors: ['channel_not_enabled'],
  input: z.object({
    channel: channel(),
    recipient: z
      .string('is required: the address of the recipient')
      .refine((text) => parseAddress(text) !== null, 'must be a valid address, like user@example.com')
      .meta({ description: 'The address that nothing is sent to any more.' }),
    reason: optional(reason()).meta({ default: 'manual', description: 'Why, for whoever reads the list.' }),
  }),
  output: Suppression,
  target: (_input, { recipient }) => recipient,
  examples: [
    {
      summary: 'A recipient',
      input: { channel: 'email', recipient: 'Ada@Example.com', reason: entry.reason },
      output: entry,
    },
  ],
  run: ({ caller, services }, input) => services.suppressions.create(caller.accountId, input),
})

export const listSuppressions = operation({
  name: 'suppressions.list',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/suppressions'),
  summary: 'Lists the recipients that mail is kept from, those added last first.',
  errors: ['channel_not_enabled'],
  input: z.object({
    channel: optional(channel()).meta({ description: 'Only those of this channel; all when left out.' }),
    limit: pageLimit(),
    cursor: pageCursor(),
  }),
  output: z.object({ suppressions: z.array(Suppression), next_cursor: nextCursor() }),
  examples: [
    {
      summary: 'The newest',
      input: { limit: 2 },
      output: {
        suppressions: [
          entry,
          {
            ...entry,
            id: 'sup_01kajqw5c7v9b1n3m5q7w9e1r3',
            recipient: 'bob@example.com',
            state: 'unsubscribed',
            reason: 'recipient_unsubscribe',
          },
        ],
        next_cursor: 'djE6c3VwXzAxa2FqcXc1Yzd2OWIxbjNtNXE3dzllMXIz',
      },
    },
  ],
  run: async ({ caller, services }, filter) => {
    const { items, nextCursor } = await services.suppressions.list(caller.accountId, filter)
    return { suppressions: items, next_cursor: nextCursor }
  },
})

const SuppressionEntry = z
  .object(
    {
      email: z.string('is required: an address').meta({ description: 'The address of the recipient.' }),
      reason: optional(reason()).meta({ default: 'import', description: 'Why, for whoever reads the list.' }),
      state: optional(state()).meta({
        default: 'suppressed',
        description: 'What it stops. `unsubscribed` never weakens an entry that is `suppressed`.',
      }),
    },
    'must be an object with the address as `email`',
  )
  .meta({ id: 'SuppressionEntry' })

export const importSuppressions = operation({
  name: 'suppressions.import',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/suppressions/import'),
  summary: 'Puts up to 10,000 recipients on the list at once.',
  errors: ['channel_not_enabled', 'payload_too_large'],
  maxBodyBytes: MAX_IMPORT_BYTES,
  input: z.object({
    channel: optional(channel()).meta({ default: 'email' }),
    entries: cutAbove(
      MAX_IMPORT_ENTRIES,
      z.array(SuppressionEntry, `must be an array of up to ${MAX_IMPORT_ENTRIES.toLocaleString('en')} entries`),
    ).meta({ maxItems: MAX_IMPORT_ENTRIES, description: 'Up to 10,000; more answer 422 `invalid_request`.' }),
  }),
  output: z.object({
    imported: z.int().meta({ description: 'Recipients that are on the list now, new or not.' }),
    skipped: z.int().meta({ description: 'Entries that are invalid or repeat an earlier one.' }),
    errors: z
      .array(
        z.object({
          index: z.int().meta({ description: 'Place of the entry in the request, from 0.' }),
          reason: z.string().meta({ description: 'Why it was skipped.' }),
        }),
      )
      .meta({ description: 'One for each entry that was skipped.' }),
  }),
  examples: [
    {
      summary: 'A list of another service',
      input: {
        entries: [
          { email: 'ada@example.com', reason: 'hard_bounce' },
          { email: 'bob@example.com', state: 'unsubscribed' },
          { email: 'nobody' },
          { email: 'ADA@example.com' },
        ],
      },
      output: {
        imported: 2,
        skipped: 2,
        errors: [
          { index: 2, reason: 'is not a valid address, like user@example.com' },
          { index: 3, reason: 'repeats an address of an earlier entry' },
        ],
      },
    },
  ],
  run: ({ caller, services }, input) =>
    services.suppressions.import(caller.accountId, input.channel ?? 'email', input.entries),
})

export const deleteSuppression = operation({
  name: 'suppressions.delete',
  kind: 'mutation',
  scope: 'admin',
  rest: del('/v1/suppressions', { status: 204 }),
  summary: 'Takes a recipient off the list: mail reaches it again.',
  errors: ['not_found', 'channel_not_enabled'],
  input: z.object({
    channel: channel(),
    recipient: z.string('is required: the address of the recipient').meta({ description: 'In any spelling.' }),
  }),
  output: z.null(),
  target: ({ recipient }) => normalizeAddress(recipient),
  examples: [{ summary: 'A recipient', input: { channel: 'email', recipient: 'ada@example.com' }, output: null }],
  run: async ({ caller, services }, { channel, recipient }) => {
    await services.suppressions.delete(caller.accountId, channel, recipient)
    return null
  },
})
