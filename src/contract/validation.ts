import { z } from 'zod'

/** Why an address is taken for valid or not. */
export const VALIDATION_REASONS = ['ok', 'invalid_syntax', 'undeliverable_domain'] as const

export const AddressToValidate = z.strictObject({
  email: z.string('is required: the address to check').max(1_000, 'must have at most 1,000 characters'),
})

export const AddressValidation = z
  .object({
    email: z.string(),
    valid: z.boolean(),
    reason: z
      .enum(VALIDATION_REASONS)
      .meta({ description: '`undeliverable_domain`: the domain has no MX, A or AAAA record, or a null MX.' }),
  })
  .meta({ id: 'AddressValidation' })
export type AddressValidation = z.output<typeof AddressValidation>
