import type { ConditionOp, ContactEvent, ContactField, SegmentMatch } from '../../graphql/enums'

/*
 * What conditions of a filter are called. A filter has conditions and groups of conditions; a group has no groups.
 */

/** What a condition is about. */
export type Subject = ContactField | ContactEvent | 'attribute'

/** A condition as the API tells it. */
export interface StoredLeaf {
  field?: ContactField | null | undefined
  attribute?: string | null | undefined
  op?: ConditionOp | null | undefined
  value?: unknown
  event?: ContactEvent | null | undefined
  withinDays?: number | null | undefined
  happened?: boolean | null | undefined
}

/** A condition as the API tells it, which may be a group. */
export interface StoredCondition extends StoredLeaf {
  match?: SegmentMatch | null | undefined
  conditions?: readonly StoredLeaf[] | null | undefined
}

export const SUBJECTS: readonly (readonly [Subject, string])[] = [
  ['EMAIL', 'The address'],
  ['FIRST_NAME', 'The first name'],
  ['LAST_NAME', 'The last name'],
  ['STATUS', 'The status'],
  ['CREATED_AT', 'When it was created'],
  ['LISTS', 'The lists that it is in'],
  ['attribute', 'The attribute'],
  ['OPENED', 'Mail was opened'],
  ['CLICKED', 'A link in mail was followed'],
  ['BOUNCED', 'Mail bounced'],
]

export const OPS: readonly (readonly [ConditionOp, string])[] = [
  ['EQUALS', 'is'],
  ['NOT_EQUALS', 'is not'],
  ['IN', 'is one of'],
  ['NOT_IN', 'is none of'],
  ['CONTAINS', 'contains'],
  ['GREATER_THAN', 'is greater than'],
  ['LESS_THAN', 'is less than'],
  ['EXISTS', 'is known'],
  ['MISSING', 'is not known'],
]

/** Comparisons without a value. */
export const WITHOUT_VALUE: readonly ConditionOp[] = ['EXISTS', 'MISSING']

/** A filter in words. */
export function filterInWords(filter: { match: SegmentMatch; conditions: readonly StoredCondition[] }): string {
  const parts = filter.conditions.map(({ match, conditions, ...leaf }: StoredCondition) =>
    match && conditions ? `(${filterInWords({ match, conditions })})` : leafInWords(leaf),
  )
  return parts.join(filter.match === 'ANY' ? ', or ' : ', and ')
}

function leafInWords({ field, attribute, op, value, event, withinDays, happened }: StoredLeaf): string {
  const nameOf = (subject: Subject) => SUBJECTS.find(([name]) => name === subject)![1].toLowerCase()
  if (event) {
    return `${nameOf(event)} ${happened === false ? 'not ' : ''}in the last ${withinDays} days`
  }
  const what = field ? nameOf(field) : `“${attribute}”`
  const how = OPS.find(([name]) => name === op)?.[1] ?? op
  return op && WITHOUT_VALUE.includes(op) ? `${what} ${how}` : `${what} ${how} “${[value].flat().join('”, “')}”`
}
