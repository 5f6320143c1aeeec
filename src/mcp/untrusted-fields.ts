import { z } from 'zod'
import { type UntrustedField, untrustedFields } from '../contract/untrusted.js'

/** Where the outputs of an operation have text from outside. */
export interface UntrustedFields {
  /** It is such a text, or contains nothing else. */
  text?: UntrustedField
  /** Of an object: its fields with such text. */
  fields?: Map<string, UntrustedFields>
  /** Of a list, or of an object whose names are data: its values. */
  items?: UntrustedFields
}

/** Finds what a schema declares as text from outside; null if there is none. */
export function untrustedFieldsOf(schema: z.core.$ZodType): UntrustedFields | null {
  const text = untrustedFields.get(schema)
  if (text) return { text }
  if (schema instanceof z.ZodObject) return ofObject(schema)
  if (schema instanceof z.ZodArray) return ofItems(schema.element)
  if (schema instanceof z.ZodRecord) return ofItems(schema.valueType)
  if (schema instanceof z.ZodUnion) return schema.options.map(untrustedFieldsOf).reduce(merged, null)
  if (schema instanceof z.ZodPipe) return untrustedFieldsOf(schema.out)
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return untrustedFieldsOf(schema.unwrap())
  return null
}

function ofObject({ shape }: z.ZodObject): UntrustedFields | null {
  const found = Object.entries(shape).flatMap(([name, field]): [string, UntrustedFields][] => {
    const fields = untrustedFieldsOf(field)
    return fields ? [[name, fields]] : []
  })
  return found.length > 0 ? { fields: new Map(found) } : null
}

function ofItems(element: z.core.$ZodType): UntrustedFields | null {
  const items = untrustedFieldsOf(element)
  return items && { items }
}

/** What one of two kinds of objects can have. */
function merged(one: UntrustedFields | null, other: UntrustedFields | null): UntrustedFields | null {
  if (!one || !other) return one ?? other
  const names = new Set([...(one.fields?.keys() ?? []), ...(other.fields?.keys() ?? [])])
  const fields = [...names].flatMap((name): [string, UntrustedFields][] => {
    const both = merged(one.fields?.get(name) ?? null, other.fields?.get(name) ?? null)
    return both ? [[name, both]] : []
  })
  const items = merged(one.items ?? null, other.items ?? null)
  return { ...one, ...other, ...(fields.length > 0 && { fields: new Map(fields) }), ...(items && { items }) }
}
