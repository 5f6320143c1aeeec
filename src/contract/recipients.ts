import { z } from 'zod'

export const RecipientToErase = z.strictObject({
  email: z
    .string('is required: the address to erase')
    .meta({ description: 'In any notation, also with a name. Upper and lower case do not matter.' }),
})
export type RecipientToErase = z.output<typeof RecipientToErase>

/** Kinds of things of an account that can contain an address after its erasure. */
const KEPT_OBJECTS = [
  'account',
  'broadcast',
  'domain',
  'inbound_route',
  'inbox',
  'saved_reply',
  'template',
  'webhook',
] as const

export const KeptAddress = z
  .object({
    object: z.enum(KEPT_OBJECTS).meta({ description: 'The kind of object that still has the address.' }),
    id: z.string().meta({ description: 'Its id.' }),
    field: z.string().meta({
      description: 'The field with the address. `versions` for an earlier version of a template.',
    }),
  })
  .meta({ id: 'KeptAddress' })
export type KeptAddress = z.output<typeof KeptAddress>

export const Erasure = z
  .object({
    messages: z.int().meta({ description: 'Messages from which this request has erased the address.' }),
    inbound_emails: z
      .int()
      .meta({ description: 'The same for received mail. That from or to the address is deleted.' }),
    contacts: z.int().meta({ description: 'The same for contacts.' }),
    kept: z.array(KeptAddress).meta({
      description:
        'Where the address stays, because something would stop working without it, like a route that forwards to it. Change or delete these yourself. At most 1,000.',
    }),
  })
  .meta({ id: 'Erasure' })
export type Erasure = z.output<typeof Erasure>
