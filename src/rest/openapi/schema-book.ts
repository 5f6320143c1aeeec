import { z } from 'zod'
import { documentedAs } from '../../contract/fields.js'
import type { Json, JsonObject } from './json.js'

/**
 * Converts zod schemas to JSON schemas. Schemas with a name (`.meta({ id })`) become components, and others refer to
 * them.
 */
export class SchemaBook {
  readonly #components = new Map<string, JsonObject>()

  /** The schema of an input: unknown fields are refused, except where their names belong to the caller. */
  input(schema: z.ZodType): JsonObject {
    return this.#write(schema, 'input')
  }

  /** The schema of an output, which may get new fields. */
  output(schema: z.ZodType): JsonObject {
    return this.#write(schema, 'output')
  }

  /** Resolves a reference to a component. */
  resolve(schema: JsonObject): JsonObject {
    const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1)! : null
    return name ? this.#components.get(name)! : schema
  }

  /** All named schemas so far, in alphabetical order. */
  components(): JsonObject {
    return Object.fromEntries([...this.#components].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  #write(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
    const override = io === 'input' ? describe : describeOpen
    const written = z.toJSONSchema(schema, { io, override, unrepresentable: 'any' })
    const { $schema: _, $defs = {}, ...body } = withComponentRefs(written as Json) as JsonObject
    for (const [name, component] of Object.entries($defs as JsonObject)) this.#add(name, component as JsonObject)
    return body
  }

  /** @throws Error if one name has two shapes: a schema that differs between input and output. */
  #add(name: string, component: JsonObject): void {
    const known = this.#components.get(name)
    if (known && JSON.stringify(known) !== JSON.stringify(component)) {
      throw new Error(`two different schemas are named ${name}`)
    }
    this.#components.set(name, component)
  }
}

interface Described {
  zodSchema: z.core.$ZodType
  jsonSchema: z.core.JSONSchema.BaseSchema
}

function describe({ zodSchema, jsonSchema }: Described): void {
  const instead = documentedAs.get(zodSchema as z.ZodType)
  if (!instead && zodSchema._zod.def.type === 'custom') throw new Error('a custom type says nothing of its JSON schema')
  if (!instead) simplify(jsonSchema)
  else {
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
    Object.assign(jsonSchema, instead)
  }
}

function describeOpen(described: Described): void {
  describe(described)
  if (described.jsonSchema.additionalProperties === false) delete described.jsonSchema.additionalProperties
}

/** Removes redundant keywords. */
function simplify(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.format === 'date-time') delete schema.pattern
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}

function withComponentRefs(value: Json): Json {
  if (Array.isArray(value)) return value.map(withComponentRefs)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]): [string, Json] => {
    if (key !== '$ref' || typeof inner !== 'string') return [key, withComponentRefs(inner)]
    return [key, inner.replace('#/$defs/', '#/components/schemas/')]
  })
  return Object.fromEntries(entries)
}
