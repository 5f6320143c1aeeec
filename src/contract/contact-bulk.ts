import { z } from 'zod'
import { ContactChanges } from './contacts.js'
import { cutAbove, idParam, optional } from './fields.js'

/** Most contacts to change at once. */
export const MAX_BULK_CONTACTS = 1_000
const MAX_LISTS = 10

const ids = (max: number, what: string) =>
  cutAbove(
    max,
    z
      .array(idParam(), `must be a list of ids of ${what}`)
      .min(1, 'must not be empty')
      .max(max, `must have at most ${max.toLocaleString('en')} ids`),
  )

export const ContactBulkChange = z
  .strictObject({
    contact_ids: ids(MAX_BULK_CONTACTS, 'contacts').meta({ description: 'The contacts to change, at most 1,000.' }),
    attributes: ContactChanges.shape.attributes,
    add_to_list_ids: optional(ids(MAX_LISTS, 'lists')).meta({
      description: 'Lists to add them to, at most 10. Dynamic lists cannot be changed.',
    }),
    remove_from_list_ids: optional(ids(MAX_LISTS, 'lists')).meta({
      description: 'Lists to take them off, at most 10. Dynamic lists cannot be changed.',
    }),
    delete: optional(z.boolean()).meta({
      description: 'True deletes them, and takes them off their lists. It cannot be combined with other changes.',
    }),
  })
  .superRefine(({ contact_ids: _ids, delete: isDeletion, ...changes }, context) => {
    const given = Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [name]))
    if (isDeletion && given.length > 0)
      context.addIssue({ code: 'custom', path: ['delete'], message: `cannot be combined with ${given.join(', ')}` })
    if (!isDeletion && given.length === 0)
      context.addIssue({ code: 'custom', path: ['attributes'], message: NO_CHANGE })
    const added = new Set(changes.add_to_list_ids)
    for (const [index, list] of (changes.remove_from_list_ids ?? []).entries()) {
      if (!added.has(list)) continue
      const message = 'must not be in add_to_list_ids as well'
      context.addIssue({ code: 'custom', path: ['remove_from_list_ids', index], message })
    }
  })
export type ContactBulkChange = z.output<typeof ContactBulkChange>

const NO_CHANGE = 'is required, unless another change is given: add_to_list_ids, remove_from_list_ids or delete'

/** What became of a contact. */
export const ContactBulkOutcome = z
  .enum(['changed', 'unchanged', 'refused', 'not_found'])
  .meta({ id: 'ContactBulkOutcome' })

export const ContactBulkResult = z
  .object({
    contact_id: z.string().meta({ description: 'The contact, as the request names it.' }),
    outcome: ContactBulkOutcome.meta({
      description:
        'What became of it. `unchanged`: there was nothing to change. `refused`: not all of it could be done; `message` says why.',
    }),
    message: z.string().nullable().meta({ description: 'For `refused`: why; null otherwise.' }),
  })
  .meta({ id: 'ContactBulkResult' })
export type ContactBulkResult = z.output<typeof ContactBulkResult>

export const ContactBulkResults = z
  .object({
    results: z.array(ContactBulkResult).meta({ description: 'One for each contact, in the order of the request.' }),
  })
  .meta({ id: 'ContactBulkResults' })
export type ContactBulkResults = z.output<typeof ContactBulkResults>
