import { z } from 'zod'
import { ATTRIBUTE_NAME, isReservedName } from './attribute-names.js'
import { atMostChars, cutAbove, optional } from './fields.js'

const MAX_CONDITIONS = 20
const MAX_DAYS = 3_650
/** Most characters of the value of an attribute. */
const MAX_VALUE_CHARS = 1_000

/** Comparisons of conditions. The last two take no value. */
const OPS = ['equals', 'not_equals', 'contains', 'greater_than', 'less_than', 'exists', 'missing'] as const
const WITHOUT_VALUE: readonly string[] = ['exists', 'missing']

/** What a condition can be about: a field, an attribute, or an event. */
const SUBJECTS = ['field', 'attribute', 'event'] as const

/** The name of an attribute. Templates use the same names for variables. */
export const AttributeName = z
  .string()
  .regex(ATTRIBUTE_NAME, 'must be 1 to 64 letters, digits and underscores, not starting with a digit')
  .refine((name) => !isReservedName(name), 'is reserved: choose another name')

const text = z
  .string()
  .max(...atMostChars(MAX_VALUE_CHARS))
  .refine((value) => !/[\p{Cs}\0]/u.test(value), 'must be valid Unicode, without unpaired surrogates and NUL')

/** The value of an attribute. */
export const AttributeValue = z.union(
  [text, z.number(), z.boolean()],
  `must be a text of at most ${MAX_VALUE_CHARS.toLocaleString('en-US')} characters, a number, true or false`,
)
export type AttributeValue = z.output<typeof AttributeValue>

const FIELDS = ['email', 'first_name', 'last_name'] as const
const EVENTS = ['opened', 'clicked', 'bounced'] as const
const MATCHES = ['all', 'any'] as const

const words = <const W extends readonly [string, ...string[]]>(id: string, values: W) =>
  z.enum(values, `must be one of ${values.join(', ')}`).meta({ id })
const ContactField = words('ContactField', FIELDS)
const ConditionOp = words('ConditionOp', OPS)
const ContactEvent = words('ContactEvent', EVENTS)

const days = () =>
  z
    .int(`must be a whole number of days, 1 to ${MAX_DAYS.toLocaleString('en-US')}`)
    .min(1, 'must be at least 1')
    .max(MAX_DAYS, `must be at most ${MAX_DAYS.toLocaleString('en-US')}`)

const about = {
  field: 'Compares this field of the contact. A condition has one of `field`, `attribute` and `event`.',
  attribute: 'Compares this attribute of the contact.',
  op: 'How a field or an attribute is compared. `contains` ignores case.',
  value: 'What it is compared with; none for `exists` and `missing`.',
  event: 'Looks for such an event of mail to the contact.',
  within_days: 'How many days back to look for the event.',
  happened: 'False to find contacts without such an event. `true` if left out.',
  match: 'Whether a contact must meet all conditions, or any.',
  conditions: `1 to ${MAX_CONDITIONS} conditions.`,
}

const SegmentCondition = z
  .object({
    field: ContactField.optional().meta({ description: about.field }),
    attribute: z.string().optional().meta({ description: about.attribute }),
    op: ConditionOp.optional().meta({ description: about.op }),
    value: z.union([z.string(), z.number(), z.boolean()]).optional().meta({ description: about.value }),
    event: ContactEvent.optional().meta({ description: about.event }),
    within_days: z.int().optional().meta({ description: about.within_days }),
    happened: z.boolean().optional().meta({ description: about.happened }),
  })
  .meta({ id: 'SegmentCondition' })
export type SegmentCondition = z.output<typeof SegmentCondition>

/** The filter of a dynamic list, as it was given. */
export const SegmentFilter = z
  .object({
    match: z.enum(MATCHES).meta({ description: about.match }),
    conditions: z.array(SegmentCondition).meta({ description: 'The conditions, each with the fields of its kind.' }),
  })
  .meta({ id: 'SegmentFilter' })
export type SegmentFilter = z.output<typeof SegmentFilter>

const NewCondition = z
  .strictObject({
    field: optional(ContactField).meta({ description: about.field }),
    attribute: optional(AttributeName).meta({ description: about.attribute }),
    op: optional(ConditionOp).meta({ description: about.op }),
    value: optional(AttributeValue).meta({ description: about.value }),
    event: optional(ContactEvent).meta({ description: about.event }),
    within_days: optional(days()).meta({ description: about.within_days }),
    happened: optional(z.boolean('must be true or false')).meta({ description: about.happened }),
  })
  .superRefine((condition, context) => {
    for (const [path, message] of faultsOf(condition)) context.addIssue({ code: 'custom', path, message })
  })
  .meta({ id: 'SegmentConditionInput' })

/** The filter of a dynamic list in a request. */
export const NewFilter = z
  .strictObject(
    {
      match: z.enum(MATCHES, 'must be all or any').meta({ description: about.match }),
      conditions: cutAbove(
        MAX_CONDITIONS,
        z
          .array(NewCondition, 'must be a list of conditions')
          .min(1, 'must have at least one condition')
          .max(MAX_CONDITIONS, `must have at most ${MAX_CONDITIONS} conditions`),
      ).meta({ description: about.conditions }),
    },
    'must be an object with `match` and `conditions`',
  )
  .meta({ id: 'SegmentFilterInput' })

type Fault = [path: string[], message: string]
type Given = { [name in keyof SegmentCondition]?: unknown }

function faultsOf(condition: Given): Fault[] {
  const subjects = SUBJECTS.filter((name) => condition[name] !== undefined)
  if (subjects.length !== 1) return [[[], 'must have exactly one of `field`, `attribute` and `event`']]
  return condition.event === undefined ? comparisonFaults(condition) : eventFaults(condition)
}

function comparisonFaults({ field, op, value, within_days, happened }: Given): Fault[] {
  const strange: Fault[] = []
  if (within_days !== undefined) strange.push([['within_days'], 'is only for events'])
  if (happened !== undefined) strange.push([['happened'], 'is only for events'])
  if (op === undefined) return [...strange, [['op'], 'is required: how to compare']]
  return [...strange, ...valueFaults(String(op), value, field !== undefined)]
}

function valueFaults(op: string, value: unknown, isField: boolean): Fault[] {
  const fault = (message: string): Fault[] => [[['value'], message]]
  if (WITHOUT_VALUE.includes(op)) return value === undefined ? [] : fault(`must be left out with ${op}`)
  if (value === undefined) return fault('is required: what to compare with')
  if (op === 'contains') return typeof value === 'string' && value !== '' ? [] : fault('must be a text, not empty')
  if (isField && typeof value !== 'string') return fault('must be a text')
  const isOrder = op === 'greater_than' || op === 'less_than'
  return isOrder && typeof value === 'boolean' ? fault('must be a text or a number') : []
}

function eventFaults({ op, value, within_days }: Given): Fault[] {
  const faults: Fault[] = []
  if (op !== undefined) faults.push([['op'], 'is only for fields and attributes'])
  if (value !== undefined) faults.push([['value'], 'is only for fields and attributes'])
  if (within_days === undefined) faults.push([['within_days'], 'is required: how many days back to look'])
  return faults
}
