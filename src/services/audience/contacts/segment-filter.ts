import type { mongo } from 'mongoose'
import type { SegmentCondition, SegmentFilter, SegmentValue } from '../../../contract/segments.js'
import { idFloor } from '../../../ids.js'
import { normalizeAddress } from '../../../lib/mail/addresses.js'
import { escapeRegex } from '../../../lib/text/escape-regex.js'
import type { ContactDoc } from '../../../models/contact.js'
import type { Models } from '../../../models/index.js'

/*
 * Finds the contacts that a segment has. What a contact has itself is compared as it is stored. Its status and its lists
 * are in other collections: they are looked up for each contact that is looked at, by indexes that begin with the account.
 */

const DAY_MS = 86_400_000

/** A filter of MongoDB. It has no operator but those below, whatever a condition says. */
export type ContactsFilter = Record<string, unknown>

/** Whose contacts, and which of them. */
export interface Segment {
  account_id: string
  filter: SegmentFilter
  /** The time that events are counted back from. */
  at: Date
}

interface Wanted {
  /** Further conditions that the contacts must meet. */
  where?: ContactsFilter
  /** The order by age: 1 is oldest first. */
  order: 1 | -1
  /** Most contacts. All if left out. */
  limit?: number
  /** Leaves out everything but the ids. */
  idsOnly?: boolean
  /** The index to begin with. */
  hint?: mongo.Hint
}

export type SegmentCollections = Pick<Models, 'contacts' | 'suppressions' | 'listMembers'>

/** Contacts that a segment has. */
export function contactsMatching(
  models: SegmentCollections,
  segment: Segment,
  { where = {}, order, limit, idsOnly = false, hint }: Wanted,
): Promise<ContactDoc[]> {
  const stages = [
    { $match: { account_id: segment.account_id, ...where } },
    { $sort: { _id: order } },
    ...stagesOf(models, segment),
    ...(limit === undefined ? [] : [{ $limit: limit }]),
    idsOnly ? { $project: { _id: 1 } } : { $unset: [STATUS, LISTS] },
  ]
  return models.contacts.collection.aggregate<ContactDoc>(stages, hint ? { hint } : {}).toArray()
}

/** Where what is looked up stands while a contact is compared. */
const STATUS = 'looked_up_status'
const LISTS = 'looked_up_lists'

/** Finds rows of another collection that belong to contacts, and puts them into a field of these. */
export interface JoinedRows {
  from: string
  /** Which rows. */
  match: mongo.Document
  /** The field of the contact, and the one of the row that is equal to it. */
  localField: string
  foreignField: string
  /** The field of the row that is compared. */
  field: string
  /** The field of the contact that gets the rows, each with its field. */
  as: string
}

/** For each contact that comes along. */
const lookUp = ({ from, match, localField, foreignField, field, as }: JoinedRows): mongo.Document[] => [
  {
    $lookup: {
      ...{ from, localField, foreignField, as },
      pipeline: [{ $match: match }, { $project: { _id: 0, [field]: 1 } }],
    },
  },
]

/**
 * Leaves those contacts that a segment has.
 * @param find how suppressions and members of lists are found.
 */
export function stagesOf(
  { suppressions, listMembers }: SegmentCollections,
  { account_id, filter, at }: Segment,
  find: (companion: JoinedRows) => mongo.Document[] = lookUp,
): mongo.Document[] {
  const leaves = leavesOf(filter)
  const lists = leaves.flatMap(({ field, value }) => (field === 'lists' ? (value as string[]) : []))
  const status = {
    from: suppressions.collection.collectionName,
    match: { account_id, channel: 'email' },
    ...{ localField: 'email', foreignField: 'recipient', field: 'state', as: STATUS },
  }
  const members = {
    from: listMembers.collection.collectionName,
    match: { account_id, list_id: { $in: [...new Set(lists)] } },
    ...{ localField: '_id', foreignField: 'contact_id', field: 'list_id', as: LISTS },
  }
  return [
    ...(leaves.some(({ field }) => field === 'status') ? find(status) : []),
    ...(lists.length > 0 ? find(members) : []),
    { $match: groupFilter(filter, at) },
  ]
}

/** Whether a filter asks for more than a contact has itself. */
export const looksUp = (filter: SegmentFilter): boolean =>
  leavesOf(filter).some(({ field }) => field === 'status' || field === 'lists')

const leavesOf = ({ conditions }: SegmentFilter) => conditions.flatMap((one) => one.conditions ?? [one])

/** The fields of a contact itself that a filter compares, besides its id. */
export const ownFieldsOf = (filter: SegmentFilter): string[] =>
  leavesOf(filter).flatMap(({ field, attribute, event }) => {
    if (event) return [activityOf(event)]
    if (attribute !== undefined) return [`attributes.${attribute}`]
    return field === 'status' || field === 'lists' || field === 'created_at' ? [] : [field!]
  })

const activityOf = (event: string) => `activity.${event}_at`

function groupFilter({ match, conditions }: Pick<SegmentFilter, 'match' | 'conditions'>, at: Date): ContactsFilter {
  const filters = conditions.map((condition) => conditionFilter(condition, at))
  return match === 'all' ? { $and: filters } : { $or: filters }
}

function conditionFilter(condition: SegmentCondition, at: Date): ContactsFilter {
  const { field, attribute, event, within_days: days = 0, happened = true, match, conditions } = condition
  if (match && conditions) return groupFilter({ match, conditions }, at)
  if (event) {
    const recent = { $gte: new Date(at.getTime() - days * DAY_MS) }
    return { [activityOf(event)]: happened ? recent : { $not: recent } }
  }
  if (field === 'status') return statusFilter(condition)
  if (field === 'lists') return { [`${LISTS}.list_id`]: comparison(condition) }
  if (field === 'created_at') return { _id: ageFilter(condition) }
  return { [field ?? `attributes.${attribute}`]: comparison(condition) }
}

/** Whoever is not on the suppression list is subscribed. */
function statusFilter({ op, value }: SegmentCondition): ContactsFilter {
  const wanted = [value].flat()
  const states = wanted.filter((status) => status !== 'subscribed')
  const either: ContactsFilter[] = [{ [`${STATUS}.state`]: { $in: states } }]
  if (states.length < wanted.length) either.push({ [STATUS]: { $size: 0 } })
  return op === 'not_equals' || op === 'not_in' ? { $nor: either } : { $or: either }
}

/** Ids hold the time of creation, and sort by it. Times in requests have milliseconds, too. */
function ageFilter({ op, value }: SegmentCondition): ContactsFilter {
  const time = new Date(String(value))
  if (op === 'less_than') return { $lt: idFloor('contact', time) }
  return { $gte: idFloor('contact', new Date(time.getTime() + 1)) }
}

function comparison({ field, op, value }: SegmentCondition): ContactsFilter {
  switch (op) {
    case 'exists':
      return { $ne: null }
    case 'missing':
      return { $eq: null }
    case 'contains':
      return { $regex: escapeRegex(String(value)), $options: 'i' }
    case 'greater_than':
      return { $gt: value }
    case 'less_than':
      return { $lt: value }
    case 'not_equals':
      return { $ne: inFormOf(field, value) }
    case 'in':
      return { $in: [value].flat().map((one) => inFormOf(field, one)) }
    case 'not_in':
      return { $nin: [value].flat().map((one) => inFormOf(field, one)) }
    default:
      return { $eq: inFormOf(field, value) }
  }
}

/** A value in the form in which it is stored. */
const inFormOf = (field: SegmentCondition['field'], value: SegmentValue | undefined) =>
  field === 'email' ? normalizeAddress(String(value)) : value
