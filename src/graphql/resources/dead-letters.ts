import { listDeadLetters, retryDeadLetter } from '../../operations/dead-letters.js'
import { builder } from '../builder.js'
import { connectionOf, pageArgs } from '../connections.js'
import { outputOf } from '../contract-types.js'
import { pages, runs } from '../resolve.js'

const DeadLetter = outputOf('DeadLetter', 'Work that crashed repeatedly and was given up.', retryDeadLetter.output, {
  node: { kind: 'deadLetter', operation: listDeadLetters, service: 'deadLetters' },
})
const DeadLetterConnection = connectionOf('DeadLetter', DeadLetter, 'dead letters')

builder.queryField('deadLetters', (t) =>
  t.field({
    type: DeadLetterConnection,
    args: pageArgs(t, listDeadLetters),
    ...pages(listDeadLetters, 'dead_letters'),
  }),
)

builder.mutationField('retryDeadLetter', (t) =>
  t.field({
    type: DeadLetter,
    args: { id: t.arg({ type: 'ID', required: true, description: 'The dead letter.' }) },
    ...runs(retryDeadLetter),
  }),
)
