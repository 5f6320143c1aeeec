import { z } from 'zod'
import { ATTRIBUTE_NAME, isDriverName, isLinkVariable } from './attribute-names.js'
import { atMostChars, cutAbove, instant, optional } from './fields.js'

/** Most conditions of a filter, those in its groups included. */
const MAX_CONDITIONS = 20
/** Most values of `in` and `not_in`. */
const MAX_VALUES = 100
/** Most lists that conditions of a filter name, because each contact is looked up in them. */
const MAX_LISTS = 10
const MAX_DAYS = 3_650
/** Most characters of the value of an attribute. */
const MAX_VALUE_CHARS = 1_000

/** Comparisons of conditions. */
const OPS = [
  ...(['equals', 'not_equals', 'in', 'not_in', 'contains', 'greater_than', 'less_than'] as const),
  ...(['exists', 'missing'] as const),
] as const
type Op = (typeof OPS)[number]
const WITHOUT_VALUE: readonly string[] = ['exists', 'missing']
const WITH_VALUES: readonly string[] = ['in', 'not_in']

/** What a condition can be about: a field, an attribute, or an event. A group has conditions instead. */
const SUBJECTS = ['field', 'attribute', 'event', 'conditions'] as const

export const RESERVED_NAME = 'is reserved: choose another name'

/** The name of an attribute that a contact may have: some have those that were reserved later. */
export const StoredAttributeName = z
  .string()
  .regex(ATTRIBUTE_NAME, 'must be 1 to 64 letters, digits and underscores, not starting with a digit')
  .refine((name) => !isDriverName(name), RESERVED_NAME)

/** The name of an attribute. Templates use the same names for variables. */
export const AttributeName = StoredAttributeName.refine((name) => !isLinkVariable(name), RESERVED_NAME)

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
const NO_VALUE = `must be a text of at most ${MAX_VALUE_CHARS.toLocaleString('en-US')} characters, a number, true or false, or for in and not_in a list of 1 to ${MAX_VALUES} of them`

const FIELDS = ['email', 'first_name', 'last_name', 'status', 'created_at', 'lists'] as const
type Field = (typeof FIELDS)[number]
/** The operators of fields that do not take all. */
const OPS_OF: Partial<Record<Field, readonly Op[]>> = {
  status: ['equals', 'not_equals', 'in', 'not_in'],
  created_at: ['greater_than', 'less_than'],
  lists: ['in', 'not_in'],
}
const STATUSES: readonly string[] = ['subscribed', 'unsubscribed', 'suppressed']
const EVENTS = ['opened', 'clicked', 'bounced'] as const
const MATCHES = ['all', 'any'] as const

const words = <const W extends readonly [string, ...string[]]>(id: string, values: W) =>
  z.enum(values, `must be one of ${values.join(', ')}`).meta({ id })
const ContactField = words('ContactField', FIELDS)
const ConditionOp = words('ConditionOp', OPS)
const ContactEvent = words('ContactEvent', EVENTS)
const SegmentMatch = z.enum(MATCHES, 'must be all or any').meta({ id: 'SegmentMatch' })

const days = () =>
  z
    .int(`must be a whole number of days, 1 to ${MAX_DAYS.toLocaleString('en-US')}`)
    .min(1, 'must be at least 1')
    .max(MAX_DAYS, `must be at most ${MAX_DAYS.toLocaleString('en-US')}`)

const about = {
  field:
    'Compares this field of the contact. A condition has one of `field`, `attribute` and `event`; a group has `conditions`.',
  attribute: 'Compares this attribute of the contact.',
  op: 'How a field or an attribute is compared. `contains` ignores case.',
  value: `What it is compared with: for \`in\` and \`not_in\` a list of 1 to ${MAX_VALUES} values; none for \`exists\` and \`missing\`.`,
  event: 'Looks for such an event of mail to the contact.',
  within_days: 'How many days back to look for the event.',
  happened: 'False to find contacts without such an event. `true` if left out.',
  match: 'Whether a contact must meet all conditions, or any.',
  conditions: `1 to ${MAX_CONDITIONS} conditions, and groups of them.`,
  group_match: 'Makes it a group: whether a contact must meet all of its conditions, or any.',
  group_conditions: 'The conditions of the group. A group has no groups.',
}

const leaf = {
  field: ContactField.optional().meta({ description: about.field }),
  attribute: z.string().optional().meta({ description: about.attribute }),
  op: ConditionOp.optional().meta({ description: about.op }),
  value: z
    .union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number(), z.boolean()]))])
    .optional()
    .meta({ description: about.value }),
  event: ContactEvent.optional().meta({ description: about.event }),
  within_days: z.int().optional().meta({ description: about.within_days }),
  happened: z.boolean().optional().meta({ description: about.happened }),
}

const SegmentGroupCondition = z.object(leaf).meta({ id: 'SegmentGroupCondition' })

const SegmentCondition = z
  .object({
    ...leaf,
    match: z.enum(MATCHES).optional().meta({ description: about.group_match }),
    conditions: z.array(SegmentGroupCondition).optional().meta({ description: about.group_conditions }),
  })
  .meta({ id: 'SegmentCondition' })
export type SegmentCondition = z.output<typeof SegmentCondition>
export type SegmentValue = NonNullable<SegmentCondition['value']>

/** The filter of a dynamic list, as it was given. */
export const SegmentFilter = z
  .object({
    match: z.enum(MATCHES).meta({ description: about.match }),
    conditions: z.array(SegmentCondition).meta({ description: 'The conditions, each with the fields of its kind.' }),
  })
  .meta({ id: 'SegmentFilter' })
export type SegmentFilter = z.output<typeof SegmentFilter>

const newLeaf = {
  field: optional(ContactField).meta({ description: about.field }),
  attribute: optional(AttributeName).meta({ description: about.attribute }),
  op: optional(ConditionOp).meta({ description: about.op }),
  value: optional(z.union([AttributeValue, cutAbove(MAX_VALUES, z.array(AttributeValue))], NO_VALUE)).meta({
    description: about.value,
  }),
  event: optional(ContactEvent).meta({ description: about.event }),
  within_days: optional(days()).meta({ description: about.within_days }),
  happened: optional(z.boolean('must be true or false')).meta({ description: about.happened }),
}

const complain = (condition: Given, context: z.RefinementCtx) => {
  for (const [path, message] of faultsOf(condition)) context.addIssue({ code: 'custom', path, message })
}

const NewGroupCondition = z.strictObject(newLeaf).superRefine(complain).meta({ id: 'SegmentGroupConditionInput' })

const NewCondition = z
  .strictObject({
    ...newLeaf,
    match: optional(SegmentMatch).meta({ description: about.group_match }),
    conditions: optional(
      cutAbove(
        MAX_CONDITIONS,
        z
          .array(NewGroupCondition, 'must be a list of conditions')
          .min(1, 'must have at least one condition')
          .max(MAX_CONDITIONS, `must have at most ${MAX_CONDITIONS} conditions`),
      ),
    ).meta({ description: about.group_conditions }),
  })
  .superRefine(complain)
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
  .superRefine(({ conditions }, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['conditions'], message })
    const leaves = conditions.flatMap((one) => one.conditions ?? [one])
    if (leaves.length > MAX_CONDITIONS)
      refuse(`must have at most ${MAX_CONDITIONS} conditions, with those of its groups`)
    const lists = leaves.flatMap(({ field, value }) => (field === 'lists' && Array.isArray(value) ? value : []))
    if (new Set(lists).size > MAX_LISTS) refuse(`must name at most ${MAX_LISTS} lists`)
  })
  .meta({ id: 'SegmentFilterInput' })

type Fault = [path: string[], message: string]
type Given = { [name in keyof SegmentCondition]?: unknown }

function faultsOf(condition: Given): Fault[] {
  const subjects = SUBJECTS.filter((name) => condition[name] !== undefined)
  if (subjects.length !== 1) return [[[], 'must have exactly one of `field`, `attribute`, `event` and `conditions`']]
  const { match, conditions, event } = condition
  if (conditions !== undefined) return groupFaults(condition)
  if (match !== undefined) return [[['match'], 'is only for groups, which have `conditions`']]
  return event === undefined ? comparisonFaults(condition) : eventFaults(condition)
}

function groupFaults({ match, op, value, within_days, happened }: Given): Fault[] {
  const others = Object.entries({ op, value, within_days, happened }).filter(([, given]) => given !== undefined)
  const faults = others.map(([name]): Fault => [[name], 'is not for groups'])
  return match === undefined ? [...faults, [['match'], 'is required for a group: all or any']] : faults
}

function comparisonFaults({ field, op, value, within_days, happened }: Given): Fault[] {
  const strange: Fault[] = []
  if (within_days !== undefined) strange.push([['within_days'], 'is only for events'])
  if (happened !== undefined) strange.push([['happened'], 'is only for events'])
  if (op === undefined) return [...strange, [['op'], 'is required: how to compare']]
  const ops = OPS_OF[field as Field]
  if (ops && !ops.includes(op as Op)) return [...strange, [['op'], `must be one of ${ops.join(', ')} for ${field}`]]
  return [...strange, ...valueFaults(op as Op, value, field as Field | undefined)]
}

function valueFaults(op: Op, value: unknown, field: Field | undefined): Fault[] {
  const fault = (message: string): Fault[] => [[['value'], message]]
  if (WITHOUT_VALUE.includes(op)) return value === undefined ? [] : fault(`must be left out with ${op}`)
  if (value === undefined) return fault('is required: what to compare with')
  if (WITH_VALUES.includes(op)) {
    if (!Array.isArray(value) || value.length === 0 || value.length > MAX_VALUES) {
      return fault(`must be a list of 1 to ${MAX_VALUES} values`)
    }
  } else if (Array.isArray(value)) return fault('must be a single value: a list is for in and not_in')
  if (op === 'contains') return containsFaults(value, field).flatMap(fault)
  if (field !== undefined) return fieldFaults(field, [value].flat()).flatMap(fault)
  const isOrder = op === 'greater_than' || op === 'less_than'
  return isOrder && typeof value === 'boolean' ? fault('must be a text or a number') : []
}

/** What is wrong with the value that a text must contain; at most one thing. */
function containsFaults(value: unknown, field: Field | undefined): string[] {
  if (typeof value !== 'string' || value === '') return ['must be a text, not empty']
  // Addresses are stored in A-labels, and a part of a label has no such form.
  const isForeign = field === 'email' && /[^\p{ASCII}]/u.test(value)
  return isForeign
    ? ['must have only ASCII characters: write a domain like xn--bcher-kva.example, as contacts show it']
    : []
}

/** What is wrong with the values of a field; at most one thing. */
function fieldFaults(field: Field, values: readonly unknown[]): string[] {
  const isText = (value: unknown) => typeof value === 'string'
  if (field === 'status' && !values.every((value) => STATUSES.includes(value as string))) {
    return [`must be one of ${STATUSES.join(', ')}`]
  }
  if (field === 'created_at' && !values.every((value) => instant().safeParse(value).success)) {
    return ['must be an RFC 3339 timestamp, like 2026-11-21T09:00:00Z']
  }
  if (values.every(isText)) return []
  return [field === 'lists' ? 'must be ids of lists' : values.length > 1 ? 'must be texts' : 'must be a text']
}

function eventFaults({ op, value, within_days }: Given): Fault[] {
  const faults: Fault[] = []
  if (op !== undefined) faults.push([['op'], 'is only for fields and attributes'])
  if (value !== undefined) faults.push([['value'], 'is only for fields and attributes'])
  if (within_days === undefined) faults.push([['within_days'], 'is required: how many days back to look'])
  return faults
}
