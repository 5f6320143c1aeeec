import type { TestApp } from '../../support/start-app.js'
import { type ErrorCase, post, type SuccessCase } from '../case.js'
import { forbidden, invalid, unknownId } from '../refusals.js'

const file = 'email,first_name\nimported@contacts.example,Ada\nnobody,\n'

/** A stored file. Its contact exists, so that each import answers the same. */
async function aFile(app: TestApp): Promise<string> {
  await app.call('POST', '/v1/contacts', { body: { email: 'imported@contacts.example' } })
  const headers = { 'content-type': 'text/csv' }
  return (await app.call('POST', '/v1/contacts/imports', { body: file, headers })).body.storage_key
}

export const successes: readonly SuccessCase[] = [
  { operation: 'contacts.createImport', input: () => ({ csv: file }) },
  { operation: 'contacts.import', input: async (app) => ({ storage_key: await aFile(app) }) },
  {
    operation: 'contacts.import',
    input: async (app) => ({ storage_key: await aFile(app), columns: { first_name: null, email: 'email' } }),
  },
  {
    operation: 'contacts.getImport',
    input: async (app) => ({ id: (await post(app, '/v1/contacts/import', { storage_key: await aFile(app) })).id }),
  },
]

export const errors: readonly ErrorCase[] = [
  invalid('contacts.createImport', 'csv', 'an empty file', { csv: '' }),
  forbidden('contacts.createImport', 'read', { csv: file }),
  invalid('contacts.import', 'storage_key', 'no file', {}),
  invalid('contacts.import', 'columns.first_name', 'an impossible attribute', {
    storage_key: 'imports/a',
    columns: { first_name: '$set' },
  }),
  {
    title: 'a file that is not of the account',
    operation: 'contacts.import',
    input: { storage_key: 'imports/acc_other/file' },
    code: 'forbidden',
  },
  unknownId('contacts.getImport', { id: 'imp_00000000000000000000000000' }),
]
