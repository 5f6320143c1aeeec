import { Readable } from 'node:stream'
import { NoFields, Nothing } from '../contract/fields.js'
import {
  FileImportResult,
  ImportResult,
  NewSuppression,
  Suppression,
  SuppressionCsvText,
  SuppressionFile,
  SuppressionFilter,
  SuppressionImport,
  SuppressionLookUp,
  SuppressionPage,
  SuppressionRef,
} from '../contract/suppressions.js'
import { del, get, operation, post, restOnly, type Tag } from './operation.js'
import { answerPage } from './page.js'

const MAX_FILE_BYTES = 16 * 1024 ** 2

/** Its section of the documentation. */
export const tag: Tag = { title: 'Suppressions', description: 'Recipients who get no mail, and why.', order: 4 }

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
  summary: 'Blocks all mail to a recipient.',
  errors: ['channel_not_enabled'],
  input: NewSuppression,
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
  summary: 'Lists suppressed and unsubscribed recipients, newest first.',
  errors: ['channel_not_enabled'],
  input: SuppressionFilter,
  output: SuppressionPage,
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
        next_cursor: 'djIgc3VwcHJlc3Npb24gc3VwXzAxa2FqcXc1Yzd2OWIxbjNtNXE3dzllMXIz',
      },
    },
  ],
  run: ({ caller, services }, filter) =>
    answerPage('suppressions', services.suppressions.list(caller.accountId, filter)),
})

export const getSuppression = operation({
  name: 'suppressions.get',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/suppressions/:recipient'),
  summary: 'Gets the entry of a recipient, which says what is blocked and why.',
  errors: ['not_found', 'channel_not_enabled'],
  input: SuppressionLookUp,
  output: Suppression,
  examples: [{ summary: 'A recipient', input: { recipient: 'ada@example.com' }, output: entry }],
  run: ({ caller, services }, input) => services.suppressions.get(caller.accountId, input),
})

export const importSuppressions = operation({
  name: 'suppressions.import',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/suppressions/import'),
  summary: 'Adds up to 10,000 recipients to the list.',
  errors: ['channel_not_enabled', 'payload_too_large'],
  refusesTooMany: true,
  body: 'bulk',
  input: SuppressionImport,
  output: ImportResult,
  examples: [
    {
      summary: 'A list from another service',
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
          { index: 3, reason: 'repeats the address of an earlier entry' },
        ],
      },
    },
  ],
  run: ({ caller, services }, input) => services.suppressions.import(caller.accountId, input),
})

export const importSuppressionFile = restOnly(
  operation({
    name: 'suppressions.importFile',
    kind: 'mutation',
    scope: 'admin',
    rest: post('/v1/suppressions/import/file', { file: { maxBytes: MAX_FILE_BYTES } }),
    summary: 'Adds the recipients in a CSV file of up to 100,000 lines to the list.',
    errors: ['payload_too_large'],
    refusesTooMany: true,
    input: SuppressionFile,
    output: FileImportResult,
    examples: [
      {
        summary: 'A list from another service',
        input: {
          file: {
            bytes: Buffer.from('email,state\nada@example.com,suppressed\nbob@example.com,unsubscribed\nnobody,\n'),
            filename: 'suppressions.csv',
          },
        },
        output: {
          imported: 2,
          skipped: 1,
          errors: [{ line: 4, reason: 'is not a valid address, like user@example.com' }],
        },
      },
    ],
    run: ({ caller, services }, { file }, signal) =>
      services.suppressionCsv.importFile(caller.accountId, file.bytes, signal),
  }),
)

export const exportSuppressions = restOnly(
  operation({
    name: 'suppressions.export',
    kind: 'query',
    scope: 'read',
    rest: get('/v1/suppressions/export', {
      answer: { mediaType: 'text/csv; charset=utf-8', content: (lines: AsyncIterable<string>) => Readable.from(lines) },
    }),
    summary: 'Gets the whole list as CSV, oldest entries first, in the form that an import takes.',
    errors: [],
    input: NoFields,
    output: SuppressionCsvText,
    examples: [{ summary: 'The whole list', input: {}, output: null }],
    run: async ({ caller, services }) => services.suppressionCsv.export(caller.accountId),
  }),
)

export const deleteSuppression = operation({
  name: 'suppressions.delete',
  kind: 'mutation',
  scope: 'admin',
  rest: del('/v1/suppressions', { status: 204 }),
  summary: 'Removes a recipient from the list, which allows mail again.',
  errors: ['not_found', 'channel_not_enabled'],
  input: SuppressionRef,
  output: Nothing,
  examples: [{ summary: 'A recipient', input: { channel: 'email', recipient: 'ada@example.com' }, output: null }],
  run: async ({ caller, services, facts }, input) => {
    facts.target = await services.suppressions.delete(caller.accountId, input)
    return null
  },
})
