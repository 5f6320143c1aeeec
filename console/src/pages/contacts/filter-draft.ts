import { typedValue } from '../../lib/attribute-value'
import { type StoredCondition, type Subject, WITHOUT_VALUE } from './filter-words'

/** A condition as the reader edits it. */
export interface DraftCondition {
  /** Stays while the condition is edited. */
  key: number
  subject: Subject
  attribute: string
  op: string
  value: string
  happened: boolean
  days: string
}

/** A group of conditions as the reader edits it. */
export interface DraftGroup {
  key: number
  group: DraftFilter
}

/** A filter as the reader edits it, or a group in it, which has no groups. */
export interface DraftFilter {
  match: 'all' | 'any'
  conditions: readonly (DraftCondition | DraftGroup)[]
}

export const EVENTS: readonly string[] = ['opened', 'clicked', 'bounced']
export const WITH_VALUES: readonly string[] = ['in', 'not_in']

const NEW: Omit<DraftCondition, 'key'> = {
  ...{ subject: 'email', attribute: '', op: 'contains', value: '', happened: true, days: '90' },
}

/** A filter to begin with. */
export const EMPTY_FILTER: DraftFilter = { match: 'all', conditions: [{ key: 0, ...NEW }] }

/** A filter with one more condition. */
export const withCondition = (filter: DraftFilter): DraftFilter => ({
  ...filter,
  conditions: [...filter.conditions, { key: nextKey(filter), ...NEW }],
})

/** A filter with one more group, which is of the other kind: one of the same kind would change nothing. */
export const withGroup = (filter: DraftFilter): DraftFilter => ({
  ...filter,
  conditions: [
    ...filter.conditions,
    {
      key: nextKey(filter),
      group: { match: filter.match === 'all' ? 'any' : 'all', conditions: [{ key: 0, ...NEW }] },
    },
  ],
})

const nextKey = ({ conditions }: DraftFilter) => Math.max(0, ...conditions.map(({ key }) => key)) + 1

/** A stored filter, to be edited. */
export const draftFilter = (stored: { match: string; conditions: readonly StoredCondition[] }): DraftFilter => ({
  match: matchOf(stored.match),
  conditions: stored.conditions.map(({ match, conditions, ...leaf }, key) =>
    match && conditions
      ? { key, group: { match: matchOf(match), conditions: conditions.map(draftLeaf) } }
      : draftLeaf(leaf, key),
  ),
})

const matchOf = (stored: string) => (stored === 'any' ? 'any' : 'all')

function draftLeaf(
  { field, attribute, op, value, event, withinDays, happened }: StoredCondition,
  key: number,
): DraftCondition {
  return {
    ...{ key, subject: (event ?? field ?? 'attribute') as Subject, attribute: attribute ?? '' },
    ...{ op: op ?? 'equals', value: value === undefined || value === null ? '' : [value].flat().join(', ') },
    ...{ happened: happened ?? true, days: String(withinDays ?? 90) },
  }
}

/** The conditions of a filter, as the API takes them. */
export const conditionsOf = ({ conditions }: DraftFilter) =>
  conditions.map((one) =>
    'group' in one
      ? { match: one.group.match, conditions: one.group.conditions.filter(isCondition).map(conditionOf) }
      : conditionOf(one),
  )

const isCondition = (one: DraftCondition | DraftGroup): one is DraftCondition => !('group' in one)

function conditionOf({ subject, attribute, op, value, happened, days }: DraftCondition) {
  if (EVENTS.includes(subject)) {
    return { event: subject, withinDays: Number(days), happened }
  }
  const about = subject === 'attribute' ? { attribute } : { field: subject }
  if (WITHOUT_VALUE.includes(op)) return { ...about, op }
  // Fields are texts; attributes may be numbers.
  const typed = (text: string) => (subject === 'attribute' ? typedValue(text) : text)
  return { ...about, op, value: WITH_VALUES.includes(op) ? listed(value).map(typed) : typed(value) }
}

const listed = (text: string) => text.split(',').map((one) => one.trim())
