import { eraseRecipient } from '../../operations/recipients.js'
import { builder } from '../builder.js'
import { outputOf } from '../contract-types.js'
import { runs } from '../resolve.js'

const KeptAddress = outputOf('KeptAddress', 'Where an erased address stays.', eraseRecipient.output.shape.kept.element)
const Erasure = outputOf('Erasure', 'How much an erasure has changed.', eraseRecipient.output, {
  types: { kept: [KeptAddress] },
})

builder.mutationField('eraseRecipient', (t) =>
  t.field({
    type: Erasure,
    args: { email: t.arg.string({ required: true, description: 'The address, in any notation.' }) },
    ...runs(eraseRecipient),
  }),
)
