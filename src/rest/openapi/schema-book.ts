import type { z } from 'zod'
import { type Direction, jsonSchemaOf } from '../../contract/json-schema.js'
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

  #write(schema: z.ZodType, io: Direction): JsonObject {
    const { $defs = {}, ...body } = withComponentRefs(jsonSchemaOf(schema, io) as Json) as JsonObject
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

function withComponentRefs(value: Json): Json {
  if (Array.isArray(value)) return value.map(withComponentRefs)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]): [string, Json] => {
    if (key !== '$ref' || typeof inner !== 'string') return [key, withComponentRefs(inner)]
    return [key, inner.replace('#/$defs/', '#/components/schemas/')]
  })
  return Object.fromEntries(entries)
}
