import {
  createSuppression,
  deleteSuppression,
  getSuppression,
  importSuppressions,
  listSuppressions,
} from '../../operations/suppressions.js'
import { builder } from '../builder.js'
import { connectionOf, pageArgs } from '../connections.js'
import { inputOf, objectIn, outputOf } from '../contract-types.js'
import { Channel, SuppressionState } from '../enums.js'
import { does, looksUp, pages, runs } from '../resolve.js'

const about = { channel: 'The channel that it is about: always `EMAIL`.' }

const Suppression = outputOf(
  'Suppression',
  'A recipient that gets no mail, or no marketing mail.',
  createSuppression.output,
  {
    node: { kind: 'suppression', operation: getSuppression, service: 'suppressions' },
    about,
  },
)
const SuppressionConnection = connectionOf('Suppression', Suppression, 'suppressions')

const SkippedEntry = outputOf(
  'SkippedEntry',
  'An entry of an import that was skipped.',
  objectIn(importSuppressions.output, 'errors'),
)
const SuppressionImport = outputOf('SuppressionImport', 'What became of an import.', importSuppressions.output, {
  types: { errors: [SkippedEntry] },
})

const AddSuppressionInput = inputOf('AddSuppressionInput', 'A recipient to stop mail to.', createSuppression.input, {
  types: { recipient: 'String' },
  about: { recipient: 'The address to block.' },
})
const SuppressionEntryInput = inputOf(
  'SuppressionEntryInput',
  'A recipient to import.',
  objectIn(importSuppressions.input, 'entries'),
)
const ImportSuppressionsInput = inputOf(
  'ImportSuppressionsInput',
  'Recipients to add to the list.',
  importSuppressions.input,
  { types: { entries: [SuppressionEntryInput] }, about: { channel: 'EMAIL by default.' } },
)

builder.queryFields((t) => ({
  suppression: t.field({
    type: Suppression,
    args: {
      recipient: t.arg.string({ required: true, description: 'The address, in any notation.' }),
      channel: t.arg({ type: Channel, description: 'The channel of the list; `EMAIL` by default.' }),
    },
    ...looksUp(getSuppression),
  }),
  suppressions: t.field({
    type: SuppressionConnection,
    args: {
      channel: t.arg({ type: Channel, description: 'Only this channel.' }),
      reason: t.arg.string({ description: 'Only entries with exactly this reason, like `hard_bounce`.' }),
      ...pageArgs(t, listSuppressions),
    },
    ...pages(listSuppressions, 'suppressions'),
  }),
}))

builder.mutationFields((t) => ({
  addSuppression: t.field({
    type: Suppression,
    args: { input: t.arg({ type: AddSuppressionInput, required: true, description: 'The recipient.' }) },
    ...runs(createSuppression),
  }),
  importSuppressions: t.field({
    type: SuppressionImport,
    args: { input: t.arg({ type: ImportSuppressionsInput, required: true, description: 'The recipients.' }) },
    ...runs(importSuppressions),
  }),
  removeSuppression: t.field({
    type: 'Boolean',
    args: {
      channel: t.arg({
        type: Channel,
        required: true,
        description: 'The channel of the list; only `EMAIL` is enabled.',
      }),
      recipient: t.arg.string({ required: true, description: 'The address, in any notation.' }),
      state: t.arg({ type: SuppressionState, description: 'Only an entry with this state; one with another stays.' }),
      reason: t.arg.string({ description: 'Only an entry with exactly this reason; one with another stays.' }),
    },
    ...does(deleteSuppression),
  }),
}))
