import { z } from 'zod'
import { isSafeName } from '../lib/mail/addresses.js'
import { isLinkVariable } from './attribute-names.js'
import {
  atMostChars,
  cutAbove,
  documentedAs,
  id,
  idParam,
  nextCursor,
  optional,
  pageCursor,
  pageLimit,
  timestamp,
  wholeAddress,
} from './fields.js'
import { AttributeName, AttributeValue, RESERVED_NAME, StoredAttributeName } from './segments.js'
import { untrusted } from './untrusted.js'

const MAX_NAME_CHARS = 255
/** Most attributes of a contact. */
export const MAX_ATTRIBUTES = 50
const MAX_SEARCH_CHARS = 255

/** Which mail a contact gets. */
export const ContactStatus = z.enum(['subscribed', 'unsubscribed', 'suppressed']).meta({ id: 'ContactStatus' })
export type ContactStatus = z.output<typeof ContactStatus>

const Attributes = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
  .meta({ id: 'ContactAttributes' })
export type Attributes = z.output<typeof Attributes>

export const Contact = z
  .object({
    id: id('contact'),
    email: z.string().meta({ description: 'The address, normalized: lower case, domain in A-labels.' }),
    first_name: untrusted(z.string().nullable()).meta({ description: 'The first name; null if unknown.' }),
    last_name: untrusted(z.string().nullable()).meta({ description: 'The last name; null if unknown.' }),
    attributes: untrusted(
      Attributes.meta({ description: 'Whatever else is known: texts, numbers, true or false, by name.' }),
    ),
    status: ContactStatus.meta({
      description:
        'From the suppression list: `suppressed` contacts get no mail, `unsubscribed` ones no marketing mail.',
    }),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .meta({ id: 'Contact' })
export type Contact = z.output<typeof Contact>

const email = () => z.string('is required: the address of the contact')

/** A name; null or an empty text for none. */
export const contactName = () =>
  z
    .string()
    .max(...atMostChars(MAX_NAME_CHARS))
    .refine(isSafeName, 'must not contain control characters or text direction marks')
    .transform((name) => name.trim() || null)
    .nullable()
    .register(documentedAs, { type: ['string', 'null'], maxLength: MAX_NAME_CHARS })

const attributes = <V extends z.ZodType>(id: string, name: z.ZodType<string, string>, value: V) =>
  cutAbove(
    MAX_ATTRIBUTES,
    z
      .record(name, value, 'must be an object of values by name')
      .refine(
        (values) => Object.keys(values).length <= MAX_ATTRIBUTES,
        `must have at most ${MAX_ATTRIBUTES} attributes`,
      )
      .meta({ id, maxProperties: MAX_ATTRIBUTES }),
  )

export const NewContact = z.strictObject({
  email: email().meta({ description: 'The address. Upper and lower case do not matter.' }),
  first_name: contactName().optional(),
  last_name: contactName().optional(),
  attributes: optional(attributes('ContactAttributesInput', AttributeName, AttributeValue)).meta({
    description: 'Up to 50 values by name. Broadcasts and segments use them.',
  }),
})
export type NewContact = z.output<typeof NewContact>

/** Refuses values of attributes whose names are reserved by now. Null removes one from before. */
function onlyRemoveLinks(values: Record<string, unknown>, context: z.RefinementCtx): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === null || !isLinkVariable(name)) continue
    context.addIssue({ code: 'custom', path: [name], message: RESERVED_NAME })
  }
}

export const ContactChanges = z.strictObject({
  id: idParam(),
  email: optional(email()).meta({ description: 'Another address.' }),
  first_name: contactName().optional().meta({ description: 'Null removes it.' }),
  last_name: contactName().optional().meta({ description: 'Null removes it.' }),
  attributes: optional(
    attributes('ContactAttributeChanges', StoredAttributeName, AttributeValue.nullable()).superRefine(onlyRemoveLinks),
  ).meta({
    description: 'Attributes to set; null removes one. The others stay.',
  }),
})
export type ContactChanges = z.output<typeof ContactChanges>

export const ContactFilter = z.strictObject({
  search: optional(z.string().max(...atMostChars(MAX_SEARCH_CHARS))).meta({
    description:
      'Words of the name, or the address or a part of it: all must match, each as a whole word. A page may be short: go on until `next_cursor` is null.',
  }),
  email: optional(wholeAddress()).meta({
    description: 'Only the contact with this address, in any notation.',
  }),
  list_id: optional(idParam()).meta({ description: 'Only members of this list.' }),
  limit: pageLimit(),
  cursor: pageCursor(),
})
export type ContactFilter = z.output<typeof ContactFilter>

export const ContactPage = z.object({ contacts: z.array(Contact), next_cursor: nextCursor() })
