import type { SegmentCondition, SegmentFilter } from '../../contract/segments.js'
import { normalizeAddress } from '../../lib/addresses.js'

const DAY_MS = 86_400_000

/** A filter of MongoDB. It has no operator but those below, whatever a condition says. */
export type ContactsFilter = Record<string, unknown>

/**
 * The filter for the contacts that a segment has at a time. Every value is compared as a value.
 * @param at the time that events are counted back from.
 */
export function segmentFilter({ match, conditions }: SegmentFilter, at: Date): ContactsFilter {
  const filters = conditions.map((condition) => conditionFilter(condition, at))
  return match === 'all' ? { $and: filters } : { $or: filters }
}

function conditionFilter(condition: SegmentCondition, at: Date): ContactsFilter {
  const { field, attribute, event, within_days: days = 0, happened = true } = condition
  if (!event) return { [field ?? `attributes.${attribute}`]: comparison(condition) }
  const recent = { $gte: new Date(at.getTime() - days * DAY_MS) }
  return { [`activity.${event}_at`]: happened ? recent : { $not: recent } }
}

function comparison({ field, op, value }: SegmentCondition): ContactsFilter {
  switch (op) {
    case 'exists':
      return { $ne: null }
    case 'missing':
      return { $eq: null }
    case 'contains':
      return { $regex: escaped(String(value)), $options: 'i' }
    case 'greater_than':
      return { $gt: value }
    case 'less_than':
      return { $lt: value }
    case 'not_equals':
      return { $ne: inFormOf(field, value) }
    default:
      return { $eq: inFormOf(field, value) }
  }
}

/** A value in the form in which it is stored. */
const inFormOf = (field: SegmentCondition['field'], value: SegmentCondition['value']) =>
  field === 'email' ? normalizeAddress(String(value)) : value

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|#-]/g, '\\$&')
