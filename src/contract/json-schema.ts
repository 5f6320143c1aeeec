import { z } from 'zod'
import { documentedAs } from './fields.js'

/** Whether a schema describes what is sent to the service or what it answers, which may get new fields. */
export type Direction = 'input' | 'output'

/** The JSON schema of a zod schema (draft 2020-12). Schemas with a name (`.meta({ id })`) are in its `$defs`. */
export function jsonSchemaOf(schema: z.ZodType, io: Direction): z.core.JSONSchema.BaseSchema {
  const override = io === 'input' ? describe : describeOpen
  const { $schema: _, ...written } = z.toJSONSchema(schema, { io, override, unrepresentable: 'any' })
  return written
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
