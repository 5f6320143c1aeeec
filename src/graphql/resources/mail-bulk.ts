import { changeThreads, undoThreadChanges } from '../../operations/mail-bulk.js'
import { builder } from '../builder.js'
import { inputOf, objectIn, outputOf } from '../contract-types.js'
import { Folder } from '../enums.js'
import { runs } from '../resolve.js'

const ChangeThreadsInput = inputOf('ChangeThreadsInput', 'A change of many threads.', changeThreads.input, {
  types: { folder: Folder },
})
const BulkThreadResult = outputOf(
  'BulkThreadResult',
  'What became of one of many threads.',
  objectIn(changeThreads.output, 'results'),
)
const BulkThreadResults = outputOf('BulkThreadResults', 'What became of many threads.', changeThreads.output, {
  types: { results: [BulkThreadResult] },
})
const UndoneThread = outputOf(
  'UndoneThread',
  'The result of an undo for one thread.',
  objectIn(undoThreadChanges.output, 'results'),
)
const UndoneThreads = outputOf('UndoneThreads', 'The results of an undo.', undoThreadChanges.output, {
  types: { results: [UndoneThread] },
})

builder.mutationFields((t) => ({
  changeThreads: t.field({
    type: BulkThreadResults,
    args: { input: t.arg({ type: ChangeThreadsInput, required: true, description: 'The threads and the change.' }) },
    ...runs(changeThreads),
  }),
  undoThreadChanges: t.field({
    type: UndoneThreads,
    args: { id: t.arg({ type: 'ID', required: true, description: 'The `undoId` of the change.' }) },
    ...runs(undoThreadChanges),
  }),
}))
