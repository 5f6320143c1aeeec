/*
 * What conditions of a filter are called. A filter has conditions and groups of conditions; a group has no groups.
 */

/** What a condition is about. */
export type Subject =
  | ('email' | 'first_name' | 'last_name' | 'status' | 'created_at' | 'lists')
  | ('attribute' | 'opened' | 'clicked' | 'bounced')

/** A condition as the API tells it. */
export interface StoredLeaf {
  field?: string | null | undefined
  attribute?: string | null | undefined
  op?: string | null | undefined
  value?: unknown
  event?: string | null | undefined
  withinDays?: number | null | undefined
  happened?: boolean | null | undefined
}

/** A condition as the API tells it, which may be a group. */
export interface StoredCondition extends StoredLeaf {
  match?: string | null | undefined
  conditions?: readonly StoredLeaf[] | null | undefined
}

export const SUBJECTS: readonly (readonly [Subject, string])[] = [
  ['email', 'The address'],
  ['first_name', 'The first name'],
  ['last_name', 'The last name'],
  ['status', 'The status'],
  ['created_at', 'When it was created'],
  ['lists', 'The lists that it is in'],
  ['attribute', 'The attribute'],
  ['opened', 'Mail was opened'],
  ['clicked', 'A link in mail was followed'],
  ['bounced', 'Mail bounced'],
]

export const OPS = [
  ['equals', 'is'],
  ['not_equals', 'is not'],
  ['in', 'is one of'],
  ['not_in', 'is none of'],
  ['contains', 'contains'],
  ['greater_than', 'is greater than'],
  ['less_than', 'is less than'],
  ['exists', 'is known'],
  ['missing', 'is not known'],
] as const

/** Comparisons without a value. */
export const WITHOUT_VALUE: readonly string[] = ['exists', 'missing']

/** A filter in words. */
export function filterInWords(filter: { match: string; conditions: readonly StoredCondition[] }): string {
  const parts = filter.conditions.map(({ match, conditions, ...leaf }: StoredCondition) =>
    match && conditions ? `(${filterInWords({ match, conditions })})` : leafInWords(leaf),
  )
  return parts.join(filter.match === 'any' ? ', or ' : ', and ')
}

function leafInWords({ field, attribute, op, value, event, withinDays, happened }: StoredLeaf): string {
  const nameOf = (subject: string) => SUBJECTS.find(([name]) => name === subject)![1].toLowerCase()
  if (event) {
    return `${nameOf(event)} ${happened === false ? 'not ' : ''}in the last ${withinDays === 1 ? 'day' : `${withinDays} days`}`
  }
  const what = field ? nameOf(field) : `“${attribute}”`
  const how = OPS.find(([name]) => name === op)?.[1] ?? op
  return WITHOUT_VALUE.includes(op ?? '') ? `${what} ${how}` : `${what} ${how} “${[value].flat().join('”, “')}”`
}
