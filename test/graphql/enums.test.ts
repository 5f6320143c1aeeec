import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
} from 'graphql'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { closedWords, enumFor } from '../../src/graphql/contract-enums.js'
import { camelCase } from '../../src/graphql/input.js'
import type { Binding } from '../../src/graphql/resolve.js'
import { schema } from '../../src/graphql/schema.js'
import { operationList } from '../../src/operations/list.js'

/* Compares the schemas of the operations with the types of their fields: a closed set of words is an enum that has them. */

// biome-ignore lint/suspicious/noExplicitAny: definitions differ by kind of schema
type Schema = any
/** A part of the contract with a closed set of words, and its type in GraphQL. */
interface Closed {
  place: string
  words: string[]
  type: GraphQLInputType | GraphQLOutputType
}

/** What is in the wrappers of a schema. */
function cores(schema: Schema): Schema[] {
  const { def } = schema._zod
  if (def.type === 'pipe') return [...cores(def.in), ...cores(def.out)]
  return def.innerType ? cores(def.innerType) : [schema]
}

/** The words that a schema is limited to. Numbers, constants and MIME types are none. */
function wordsOf(schema: Schema): string[] | null {
  const { type, entries, values, options } = schema._zod.def
  const all = type === 'enum' ? Object.values(entries) : type === 'literal' ? values : null
  if (type === 'union') {
    const parts = options.map(wordsOf)
    return parts.includes(null) ? null : parts.flat()
  }
  return all?.every((value: unknown) => typeof value === 'string' && !value.includes('/')) ? (all as string[]) : null
}

function compare(place: string, schema: Schema, type: Closed['type'], seen: Set<unknown>): Closed[] {
  return cores(schema).flatMap((core): Closed[] => {
    const words = wordsOf(core)
    if (words) return [{ place, words, type }]
    const { def } = core._zod
    if (def.type === 'array') return compare(place, def.element, type, seen)
    const named = getNamedType(type)
    if (def.type !== 'object' || !(isObjectType(named) || isInputObjectType(named)) || seen.has(core)) return []
    seen.add(core)
    const fields = named.getFields()
    return Object.entries(core.shape).flatMap(([key, own]) => {
      const field = fields[camelCase(key)]
      return field ? compare(`${named.name}.${field.name}`, own, field.type, seen) : []
    })
  })
}

type Field = GraphQLField<unknown, unknown>
const isSpread = ({ name }: GraphQLArgument, { names }: Binding) => name === 'input' && !names.input

function ofField(owner: string, field: Field): Closed[] {
  const binding = field.extensions as unknown as Binding
  const operation = operationList.find(({ name }) => name === binding.operation)
  if (!operation) return []
  const place = `${owner}.${field.name}`
  const ofArgs = field.args.flatMap((arg) => {
    if (isSpread(arg, binding)) return compare(place, operation.input, arg.type, new Set())
    const key = binding.names[arg.name] ?? arg.name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const own = operation.input.shape[key]
    return own ? compare(`${place}(${arg.name})`, own, arg.type, new Set()) : []
  })
  if (binding.answers === 'done') return ofArgs
  if (binding.answers !== 'page') return [...ofArgs, ...compare(place, operation.output, field.type, new Set())]
  const connection = getNamedType(field.type)
  const list = Object.values<Schema>(operation.output.shape).find(({ _zod: { def } }) => def.type === 'array')
  const nodes = isObjectType(connection) && connection.getFields().nodes
  return [...ofArgs, ...(nodes ? compare(place, list, nodes.type, new Set()) : [])]
}

const closed = Object.values(schema.getTypeMap()).flatMap((type) =>
  isObjectType(type) ? Object.values(type.getFields()).flatMap((field) => ofField(type.name, field)) : [],
)

test('closed sets of words of the contract are enums that have them', () => {
  // So that a change of the walk does not leave the test without anything to look at.
  expect(new Set(closed.map(({ place }) => place)).size).toBeGreaterThan(80)
  for (const place of ['Query.stats(interval)', 'SegmentConditionInput.op', 'Webhook.deliveries(status)']) {
    expect(closed.map((one) => one.place)).toContain(place)
  }
  const wrong = closed.filter(({ words, type }) => {
    const named = getNamedType(type)
    return !isEnumType(named) || words.some((word) => !named.getValues().some(({ value }) => value === word))
  })
  expect(wrong.map(({ place }) => place)).toEqual([])
})

test('words in upper case are the names of the values', () => {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isEnumType(type) || type.name.startsWith('__')) continue
    for (const { name, value } of type.getValues()) expect(name).toBe(value.toUpperCase().replaceAll(/[-.]/g, '_'))
  }
})

test('a closed set that nobody has declared becomes an enum by itself', () => {
  const words = z.union([z.literal('one.new'), z.enum(['two', 'three'])])
  const ref = enumFor(closedWords(words)!, words, 'NewThingInput', 'new_kind')
  expect(ref.name).toBe('NewThingNewKind')
  expect(enumFor(['two', 'three', 'one.new'], words, 'Other', 'kind')).toBe(ref)
  expect(closedWords(z.union([z.literal('one'), z.string()]))).toBeNull()
  expect(closedWords(z.literal(true))).toBeNull()
  expect(closedWords(z.enum(['image/png', 'image/gif']))).toBeNull()
})
