import { validateAddress } from '../../operations/validation.js'
import { builder } from '../builder.js'
import { outputOf } from '../contract-types.js'
import { runs } from '../resolve.js'

const AddressValidation = outputOf(
  'AddressValidation',
  'Whether an address can receive mail, checked without sending any.',
  validateAddress.output,
  {
    about: { email: 'The address, as it was given.', valid: 'Whether it can.' },
  },
)

builder.mutationField('validateAddress', (t) =>
  t.field({
    type: AddressValidation,
    args: { email: t.arg.string({ required: true, description: 'The address to check.' }) },
    ...runs(validateAddress),
  }),
)
