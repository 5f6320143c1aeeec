import './contacts.css'
import { SelectField, TextField } from '../../components/field'
import {
  type DraftCondition,
  type DraftFilter,
  type DraftGroup,
  EVENTS,
  WITH_VALUES,
  withCondition,
  withGroup,
} from './filter-draft'
import { OPS, SUBJECTS, type Subject, WITHOUT_VALUE } from './filter-words'

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
interface FilterFieldsProps {
  filter: DraftFilter
  onChange: (filter: DraftFilter) => void
  /** What is wrong with a field of the filter, by its path, like `conditions.0.op`. */
  fault: (path: string) => string | undefined
  /** Removes the filter if it is a group in another one. */
  onRemove?: (() => void) | null
}

/** Conditions that contacts meet, and groups of them. */
export function FilterFields({ filter, onChange, fault, onRemove }: FilterFieldsProps) {
  const { match, conditions } = filter
  const isGroup = onRemove !== undefined
  const replace = (next: DraftCondition | DraftGroup) =>
    onChange({ match, conditions: conditions.map((one) => (one.key === next.key ? next : one)) })
  const removal = (key: number) =>
    conditions.length > 1 ? () => onChange({ match, conditions: conditions.filter((one) => one.key !== key) }) : null
  return (
    <fieldset className={isGroup ? 'stack condition-group' : 'stack'}>
      <legend className="visually-hidden">{isGroup ? 'Group of conditions' : 'Conditions'}</legend>
      <SelectField
        label={isGroup ? 'It meets' : 'A contact is in the list if it meets'}
        value={match}
        onChange={(next) => onChange({ match: next, conditions })}
        choices={[
          ['all', 'all of these conditions'],
          ['any', 'any of these conditions'],
        ]}
      />
      {conditions.map((one, index) => {
        const faultOf = (field: string) => fault(`conditions.${index}.${field}`)
        const edits = { fault: faultOf, onRemove: removal(one.key) }
        return 'group' in one ? (
          <FilterFields key={one.key} filter={one.group} onChange={(group) => replace({ ...one, group })} {...edits} />
        ) : (
          <Condition key={one.key} condition={one} onChange={(changes) => replace({ ...one, ...changes })} {...edits} />
        )
      })}
      <div className="filter-actions">
        <button type="button" className="button small" onClick={() => onChange(withCondition(filter))}>
          Add a condition
        </button>
        {!isGroup && (
          <button type="button" className="button small" onClick={() => onChange(withGroup(filter))}>
            Add a group
          </button>
        )}
        {onRemove && (
          <button type="button" className="button small" onClick={onRemove}>
            Remove the group
          </button>
        )}
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
  const { subject, attribute, op, value, happened, days } = condition
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
