import { getContactImport, importContacts, storeContactFile } from '../../operations/contact-imports.js'
import { builder } from '../builder.js'
import { inputOf, objectIn, outputOf } from '../contract-types.js'
import { looksUp, runs } from '../resolve.js'

const SkippedContact = outputOf(
  'SkippedContact',
  'A row of an import that was skipped.',
  objectIn(getContactImport.output, 'errors'),
)
const ContactImport = outputOf('ContactImport', 'An import of contacts.', getContactImport.output, {
  node: { kind: 'contactImport', operation: getContactImport, service: 'contactImports' },
  types: { errors: [SkippedContact] },
})
const StoredContactFile = outputOf('StoredContactFile', 'A file for an import.', storeContactFile.output)

const ImportContactsInput = inputOf('ImportContactsInput', 'What to import, and where to.', importContacts.input, {
  types: { columns: 'JSON' },
})

builder.queryFields((t) => ({
  contactImport: t.field({
    type: ContactImport,
    args: { id: t.arg({ type: 'ID', required: true, description: 'The import.' }) },
    ...looksUp(getContactImport),
  }),
}))

builder.mutationFields((t) => ({
  createContactImport: t.field({
    type: StoredContactFile,
    args: {
      csv: t.arg.string({
        required: true,
        description: 'The file: a line of column names, then one contact in each line.',
      }),
    },
    ...runs(storeContactFile),
  }),
  importContacts: t.field({
    type: ContactImport,
    args: { input: t.arg({ type: ImportContactsInput, required: true, description: 'The import.' }) },
    ...runs(importContacts),
  }),
}))
