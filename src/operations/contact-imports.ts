import { Readable } from 'node:stream'
import {
  ContactCsvText,
  ContactExportFilter,
  ContactFile,
  ContactImport,
  NewContactImport,
  StoredContactFile,
} from '../contract/contact-imports.js'
import { ById } from '../contract/fields.js'
import { get, operation, post, restOnly } from './operation.js'

const storageKey = 'imports/acc_01kaj2b4c6d8e0f2g4h6j8k0m2/4f1d7c0b9e8a6352d1c0f9b8a7e6d5c4'

const done = {
  id: 'imp_01kajqx5t2n8w4e6r9y7m3b1c0',
  status: 'done' as const,
  list_id: null,
  on_duplicate: 'skip' as const,
  processed: 3,
  imported: 1,
  updated: 0,
  added_to_list: 0,
  skipped: 2,
  suppressed: 0,
  errors: [
    { row: 3, email: 'nobody', reason: 'email: must be a valid address, like user@example.com' },
    { row: 4, email: 'Ada@example.com', reason: 'duplicate_contact' },
  ],
  failure: null,
  created_at: '2026-11-21T09:00:00.000Z',
  updated_at: '2026-11-21T09:00:00.120Z',
}

const running = {
  ...{ ...done, id: 'imp_01kajqw5c7v9b1n3m5q7w9e1r3', status: 'running' as const, errors: [] },
  ...{ processed: 40_000, imported: 40_000, skipped: 0, updated_at: '2026-11-21T09:00:08.412Z' },
}

export const storeContactFile = operation({
  name: 'contacts.createImport',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/contacts/imports', { status: 201, bodyField: 'csv', bodyType: 'text/csv' }),
  summary: 'Stores a CSV file of at most 32 MiB for an import of contacts.',
  errors: ['payload_too_large', 'overloaded'],
  body: 'bulk',
  input: ContactFile,
  output: StoredContactFile,
  target: () => null,
  examples: [
    {
      summary: 'A small file',
      input: { csv: 'email,first_name,plan\ngrace@example.com,Grace,pro\n' },
      output: { storage_key: storageKey },
    },
  ],
  run: ({ caller, services }, { csv }) => services.contactImports.store(caller.accountId, csv),
})

export const importContacts = operation({
  name: 'contacts.import',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/contacts/import', { status: 202, statusIfExisted: 200, existedMeans: 'It is complete.' }),
  summary:
    'Imports the contacts of a stored file. A file of up to 10,000 rows is imported before the response, which is then 200.',
  errors: ['not_found', 'overloaded'],
  input: NewContactImport,
  output: ContactImport,
  examples: [
    { summary: 'A small file', input: { storage_key: storageKey }, output: done },
    {
      summary: 'A long file into a list, with the meaning of two columns, which also updates contacts',
      input: {
        storage_key: storageKey,
        on_duplicate: 'update',
        list_id: 'cl_01kajqx0a2s4d6f8g0h2j4k6m8',
        columns: { Rufname: 'first_name', 'Internal no.': null },
      },
      output: { ...running, list_id: 'cl_01kajqx0a2s4d6f8g0h2j4k6m8', on_duplicate: 'update' },
    },
  ],
  run: async ({ caller, services, facts }, input) => {
    const answer = await services.contactImports.create(caller.accountId, input)
    facts.existed = answer.status !== 'running'
    return answer
  },
})

export const getContactImport = operation({
  name: 'contacts.getImport',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/contacts/imports/:id'),
  summary: 'Gets an import of contacts, with its progress.',
  errors: ['not_found'],
  input: ById,
  output: ContactImport,
  examples: [{ summary: 'An import in progress', input: { id: running.id }, output: running }],
  run: ({ caller, services }, { id }) => services.contactImports.get(caller.accountId, id),
})

export const exportContacts = restOnly(
  operation({
    name: 'contacts.export',
    kind: 'query',
    scope: 'read',
    rest: get('/v1/contacts/export', {
      answer: { mediaType: 'text/csv; charset=utf-8', content: (lines: AsyncIterable<string>) => Readable.from(lines) },
    }),
    summary: 'Gets all contacts, or those of a list, as CSV, oldest first, in the form that an import takes.',
    errors: ['not_found', 'list_not_found'],
    input: ContactExportFilter,
    output: ContactCsvText,
    examples: [{ summary: 'All contacts', input: {}, output: null }],
    run: ({ caller, services }, { list_id }) => services.contactExport.lines(caller.accountId, list_id),
  }),
)
