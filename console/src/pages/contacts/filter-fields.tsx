import './contacts.css'
import { SelectField, TextField } from '../../components/field'
import type { ContactEvent } from '../../graphql/enums'
import { typedValue } from '../../lib/attribute-value'

/** What a condition is about. */
type Subject =
  | ('email' | 'first_name' | 'last_name' | 'status' | 'created_at' | 'lists')
  | ('attribute' | 'opened' | 'clicked' | 'bounced' | 'group')

/** A condition as the reader edits it. */
interface DraftCondition {
  key: number
  subject: Subject
  attribute: string
  op: string
  value: string
  happened: boolean
  days: string
  /** A group, which stays as it is stored. */
  group?: StoredGroup
}

/** A filter as the reader edits it. */
export interface DraftFilter {
  match: 'all' | 'any'
  conditions: DraftCondition[]
}

/** A group of conditions as the API tells it. */
interface StoredGroup {
  match: string
  conditions: readonly StoredLeaf[]
}

/** A condition as the API tells it, which may be a group. */
interface StoredCondition extends StoredLeaf {
  match?: string | null | undefined
  conditions?: readonly StoredLeaf[] | null | undefined
}

interface StoredLeaf {
  field?: string | null | undefined
  attribute?: string | null | undefined
  op?: string | null | undefined
  value?: unknown
  event?: ContactEvent | null | undefined
  withinDays?: number | null | undefined
  happened?: boolean | null | undefined
}

const SUBJECTS: readonly (readonly [Subject, string])[] = [
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
const EVENTS: readonly string[] = ['opened', 'clicked', 'bounced']
const OPS = [
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
const WITHOUT_VALUE: readonly string[] = ['exists', 'missing']
const WITH_VALUES: readonly string[] = ['in', 'not_in']
/** How what does not take all of them compares. */
const OPS_OF: Partial<Record<Subject, readonly string[]>> = {
  status: ['equals', 'not_equals', 'in', 'not_in'],
  created_at: ['greater_than', 'less_than'],
  lists: ['in', 'not_in'],
}
const HINTS: Partial<Record<Subject, string>> = {
  status: 'subscribed, unsubscribed or suppressed.',
  created_at: 'A time, like 2026-11-21T09:00:00Z.',
  lists: 'Ids of lists, separated by commas.',
}

const opsOf = (subject: Subject) => OPS.filter(([name]) => OPS_OF[subject]?.includes(name) ?? true)
const hintOf = ({ subject, op }: Pick<DraftCondition, 'subject' | 'op'>) =>
  HINTS[subject] ?? (WITH_VALUES.includes(op) ? 'Several, separated by commas.' : undefined)
const listed = (text: string) => text.split(',').map((one) => one.trim())

const NEW: Omit<DraftCondition, 'key'> = {
  ...{ subject: 'email', attribute: '', op: 'contains', value: '', happened: true, days: '90' },
}

/** A filter to begin with. */
export const EMPTY_FILTER: DraftFilter = { match: 'all', conditions: [{ key: 0, ...NEW }] }

/** A stored filter, to be edited. */
export function draftFilter(stored: { match: string; conditions: readonly StoredCondition[] }): DraftFilter {
  return {
    match: stored.match === 'any' ? 'any' : 'all',
    conditions: stored.conditions.map(draftCondition),
  }
}

function draftCondition({ match, conditions, ...leaf }: StoredCondition, key: number): DraftCondition {
  if (match && conditions) return { key, ...NEW, subject: 'group', group: { match, conditions } }
  const { field, attribute, op, value, event, withinDays, happened } = leaf
  return {
    ...{ key, subject: (event?.toLowerCase() ?? field ?? 'attribute') as Subject, attribute: attribute ?? '' },
    ...{ op: op ?? 'equals', value: value === undefined || value === null ? '' : [value].flat().join(', ') },
    ...{ happened: happened ?? true, days: String(withinDays ?? 90) },
  }
}

/** A stored condition, as the API takes it. */
const again = ({ field, attribute, op, value, event, withinDays, happened }: StoredLeaf) => ({
  ...(field && { field }),
  ...(attribute && { attribute }),
  ...(op && { op }),
  ...(value !== null && value !== undefined && { value }),
  ...(event && { event, withinDays: withinDays ?? null, happened: happened ?? null }),
})

/** The conditions of a filter, as the API takes them. */
export const conditionsOf = ({ conditions }: DraftFilter) =>
  conditions.map(({ subject, attribute, op, value, happened, days, group }) => {
    if (group) return { match: group.match, conditions: group.conditions.map(again) }
    if (EVENTS.includes(subject)) {
      return { event: subject.toUpperCase() as ContactEvent, withinDays: Number(days), happened }
    }
    const about = subject === 'attribute' ? { attribute } : { field: subject }
    if (WITHOUT_VALUE.includes(op)) return { ...about, op }
    // Fields are texts; attributes may be numbers.
    const typed = (text: string) => (subject === 'attribute' ? typedValue(text) : text)
    return { ...about, op, value: WITH_VALUES.includes(op) ? listed(value).map(typed) : typed(value) }
  })

interface FilterFieldsProps {
  filter: DraftFilter
  onChange: (filter: DraftFilter) => void
  fault: (path: string) => string | undefined
}

/** Conditions that contacts meet, in words. */
export function FilterFields({ filter, onChange, fault }: FilterFieldsProps) {
  const { match, conditions } = filter
  const set = (key: number, changes: Partial<DraftCondition>) =>
    onChange({ match, conditions: conditions.map((one) => (one.key === key ? { ...one, ...changes } : one)) })
  const add = () => {
    const key = Math.max(0, ...conditions.map((one) => one.key)) + 1
    onChange({ match, conditions: [...conditions, { key, ...NEW }] })
  }
  return (
    <fieldset className="stack">
      <legend className="visually-hidden">Conditions</legend>
      <SelectField
        label="A contact is in the list if it meets"
        value={match}
        onChange={(next) => onChange({ match: next, conditions })}
        choices={[
          ['all', 'all of these conditions'],
          ['any', 'any of these conditions'],
        ]}
      />
      {conditions.map((one, index) => (
        <Condition
          key={one.key}
          condition={one}
          onChange={(changes) => set(one.key, changes)}
          onRemove={
            conditions.length > 1
              ? () => onChange({ match, conditions: conditions.filter(({ key }) => key !== one.key) })
              : null
          }
          fault={(field) => fault(`filter.conditions.${index}.${field}`)}
        />
      ))}
      <div>
        <button type="button" className="button small" onClick={add}>
          Add a condition
        </button>
      </div>
    </fieldset>
  )
}

interface ConditionProps {
  condition: DraftCondition
  onChange: (changes: Partial<DraftCondition>) => void
  onRemove: (() => void) | null
  fault: (field: string) => string | undefined
}

function Condition({ condition, onChange, onRemove, fault }: ConditionProps) {
  const { subject, attribute, op, value, happened, days, group } = condition
  if (group) {
    return (
      <div className="condition">
        <p>
          {group.match === 'any' ? 'Any' : 'All'} of: {filterInWords(group)}
        </p>
        {onRemove && (
          <button type="button" className="button small" onClick={onRemove}>
            Remove
          </button>
        )}
      </div>
    )
  }
  const isEvent = EVENTS.includes(subject)
  return (
    <div className="condition">
      <SelectField
        label="What"
        value={subject}
        onChange={(next) =>
          onChange({ subject: next, op: opsOf(next).some(([name]) => name === op) ? op : opsOf(next)[0]![0] })
        }
        choices={SUBJECTS}
        fault={fault('field')}
      />
      {subject === 'attribute' && (
        <TextField
          label="Called"
          value={attribute}
          onChange={(text) => onChange({ attribute: text })}
          fault={fault('attribute')}
        />
      )}
      {isEvent ? (
        <>
          <SelectField
            label="When"
            value={happened ? 'yes' : 'no'}
            onChange={(next) => onChange({ happened: next === 'yes' })}
            choices={[
              ['yes', 'in the last'],
              ['no', 'not in the last'],
            ]}
          />
          <TextField
            label="Days"
            type="number"
            value={days}
            onChange={(text) => onChange({ days: text })}
            fault={fault('withinDays')}
          />
        </>
      ) : (
        <SelectField
          label="How"
          value={op}
          onChange={(next) => onChange({ op: next })}
          choices={opsOf(subject) as readonly (readonly [string, string])[]}
          fault={fault('op')}
        />
      )}
      {!isEvent && !WITHOUT_VALUE.includes(op) && (
        <TextField
          label="Value"
          value={value}
          onChange={(text) => onChange({ value: text })}
          hint={hintOf(condition)}
          fault={fault('value')}
        />
      )}
      {onRemove && (
        <button type="button" className="button small" onClick={onRemove}>
          Remove
        </button>
      )}
    </div>
  )
}

/** A filter in words. */
export function filterInWords(filter: { match: string; conditions: readonly StoredCondition[] }): string {
  const parts = filter.conditions.map(({ match, conditions, ...leaf }: StoredCondition) => {
    if (match && conditions) return `(${filterInWords({ match, conditions })})`
    const { field, attribute, op, value, event, withinDays, happened } = leaf
    if (event) {
      const what = SUBJECTS.find(([name]) => name === event.toLowerCase())![1].toLowerCase()
      return `${what} ${happened === false ? 'not ' : ''}in the last ${withinDays} days`
    }
    const what = field ? SUBJECTS.find(([name]) => name === field)![1].toLowerCase() : `“${attribute}”`
    const how = OPS.find(([name]) => name === op)?.[1] ?? op
    return WITHOUT_VALUE.includes(op ?? '') ? `${what} ${how}` : `${what} ${how} “${[value].flat().join('”, “')}”`
  })
  return parts.join(filter.match === 'any' ? ', or ' : ', and ')
}
