import { z } from 'zod'

export const RecipientToErase = z.strictObject({
  email: z
    .string('is required: the address to erase')
    .meta({ description: 'In any notation, also with a name. Upper and lower case do not matter.' }),
})
export type RecipientToErase = z.output<typeof RecipientToErase>

export const Erasure = z
  .object({
    messages: z.int().meta({ description: 'Messages from which this request has erased the address.' }),
    inbound_emails: z
      .int()
      .meta({ description: 'The same for received mail. That from or to the address is deleted.' }),
    contacts: z.int().meta({ description: 'The same for contacts.' }),
  })
  .meta({ id: 'Erasure' })
export type Erasure = z.output<typeof Erasure>
