import type { InputRef } from '@pothos/core'
import type { z } from 'zod'
import { builder } from './builder.js'
import { camelCase } from './input.js'
import { addNode, Node, type NodeSource } from './node.js'

/*
 * Builds GraphQL types from the schemas of the operations, so that fields are described only once for all APIs. A field
 * of an object is the one with the same name in camelCase.
 */

/** The type of a field: a scalar by name, a type, or a list of either. */
// biome-ignore lint/suspicious/noExplicitAny: Pothos's own types of this run over all types of the schema
export type TypeParam = any

interface Options {
  /** Types that cannot be derived from the schema, by schema name. */
  types?: Record<string, TypeParam>
  /** Descriptions that the schema does not have, or that fit better, by schema name. */
  about?: Record<string, string>
  /** Schema names to leave out. */
  omit?: readonly string[]
}

interface InputOptions extends Options {
  /** A JSON field for the fields that the schema does not name but takes, and its description. */
  rest?: { name: string; about: string }
}

interface OutputOptions extends Options {
  /** How it is found by its id alone, which makes it a `Node`. */
  node?: NodeSource
  /** Resolves values that are not properties, by schema name. */
  // biome-ignore lint/suspicious/noExplicitAny: values are of any type, as the schema says
  resolve?: (parent: any, name: string, context: (typeof builder)['$inferSchemaTypes']['Context']) => unknown
  /** Additional fields that are not in the schema. */
  // biome-ignore lint/suspicious/noExplicitAny: the builder of the fields of any object
  more?: (t: any) => Record<string, unknown>
}

/** Descriptions for common names. */
const COMMON: Record<string, string> = {
  id: 'Its identifier.',
  account_id: 'The account that it belongs to.',
  message_id: 'The message that it belongs to.',
  created_at: 'When it was created.',
  updated_at: 'When it last changed.',
  channel: 'The channel; `EMAIL` is the one that sends.',
}

const enums = new Map<string, TypeParam>()
const keyOf = (words: readonly string[]) => words.toSorted().join()

/**
 * Declares an enum for words of the contract: the type of fields with exactly these, or with exactly those of one of the parts.
 * All other words are strings.
 */
export function enumOf<const V extends string>(
  name: string,
  description: string,
  about: Record<V, string>,
  ...parts: (readonly NoInfer<V>[])[]
) {
  const values = Object.fromEntries(
    Object.entries<string>(about).map(([value, text]) => [
      value.toUpperCase().replaceAll('.', '_'),
      { value: value as V, description: text },
    ]),
  )
  const ref = builder.enumType(name, { description, values: values as Record<string, { value: V }> })
  for (const words of [Object.keys(about), ...parts]) enums.set(keyOf(words), ref)
  return ref
}

/** Declares an object with the fields of a schema. */
export function outputOf<S extends z.ZodObject>(
  name: string,
  description: string,
  schema: S,
  options: OutputOptions = {},
) {
  const { resolve = (parent, key) => parent[key], more, node } = options
  if (node) addNode(name, node)
  return builder.objectRef<z.output<S>>(name).implement({
    description,
    interfaces: node ? ([Node] as never) : [],
    // biome-ignore lint/suspicious/noExplicitAny: the types follow from the schema at run time
    fields: (t: any) => ({
      ...eachField(name, schema, options, 'out', ({ key, type, nullable, text }) =>
        t.field({
          type,
          nullable,
          description: text,
          resolve: (parent: unknown, _args: unknown, context: never) => resolve(parent, key, context),
        }),
      ),
      ...more?.(t),
    }),
  })
}

/** Declares an input object with the fields of a schema. */
export function inputOf<S extends z.ZodObject>(
  name: string,
  description: string,
  schema: S,
  options: InputOptions = {},
): InputRef<Record<string, unknown>> {
  const { rest } = options
  return builder.inputRef<Record<string, unknown>>(name).implement({
    description,
    // biome-ignore lint/suspicious/noExplicitAny: the types follow from the schema at run time
    fields: (t: any) => ({
      ...eachField(name, schema, options, 'in', ({ type, nullable, text }) =>
        t.field({ type, required: !nullable, description: text }),
      ),
      ...(rest && { [rest.name]: t.field({ type: 'JSON', description: rest.about, extensions: { isRest: true } }) }),
    }),
  })
}

/** The object schema of a field, or of its list items. */
export function objectIn(schema: z.ZodObject, key: string): z.ZodObject {
  const { core } = unwrap(schema.shape[key] as z.ZodType, 'in')
  return (core.element ? unwrap(core.element, 'in').core : core) as unknown as z.ZodObject
}

interface FieldOf {
  key: string
  type: TypeParam
  nullable: boolean
  text: string
}

function eachField<T>(
  owner: string,
  schema: z.ZodObject,
  { types = {}, about = {}, omit = [] }: Options,
  side: 'in' | 'out',
  declare: (field: FieldOf) => T,
): Record<string, T> {
  const keys = Object.keys(schema.shape).filter((key) => !omit.includes(key))
  return Object.fromEntries(
    keys.map((key) => {
      const { core, nullable, description } = unwrap(schema.shape[key] as z.ZodType, side)
      const type = types[key] ?? typeOf(core, key, side)
      const text = about[key] ?? description ?? COMMON[key]
      if (!type) throw new Error(`${owner}.${key}: no GraphQL type follows from its schema; name one`)
      if (!text) throw new Error(`${owner}.${key} has no description`)
      return [camelCase(key), declare({ key, type, nullable, text })]
    }),
  )
}

// biome-ignore lint/suspicious/noExplicitAny: definitions differ by kind of schema
type AnySchema = z.ZodType & { _zod: { def: any }; format?: string | null; options?: string[]; element?: z.ZodType }

/** Unwraps a schema, and returns what its wrappers say. */
function unwrap(schema: z.ZodType, side: 'in' | 'out') {
  let core = schema as AnySchema
  let nullable = false
  let description: string | undefined
  for (;;) {
    description ??= core.meta()?.description
    const { def } = core._zod
    if (def.type === 'nullable' || def.type === 'optional') nullable = true
    if (def.type === 'pipe') {
      // In a conversion, the end with a type.
      const [end, other] = side === 'in' ? [def.in, def.out] : [def.out, def.in]
      core = end._zod.def.type === 'transform' ? other : end
    } else if (def.innerType) core = def.innerType
    else return { core, nullable, description }
  }
}

function typeOf(schema: AnySchema, key: string, side: 'in' | 'out'): TypeParam {
  const { def } = schema._zod
  switch (def.type) {
    case 'string':
      if (schema.format === 'datetime') return 'DateTime'
      return key === 'id' || key.endsWith('_id') ? 'ID' : 'String'
    case 'enum':
      return enums.get(keyOf(schema.options!)) ?? 'String'
    case 'number':
      return 'Int'
    case 'boolean':
      return 'Boolean'
    case 'record':
      return 'JSON'
    case 'array': {
      const inner = typeOf(unwrap(schema.element!, side).core, key, side)
      return inner && [inner]
    }
    default:
      return null
  }
}
