import { z } from 'zod'
import { type OutsideText, writtenOutside } from '../contract/written-outside.js'

/** Where the outputs of an operation have text from outside. */
export interface OutsideFields {
  /** It is such a text, or contains nothing else. */
  text?: OutsideText
  /** Of an object: its fields with such text. */
  fields?: Map<string, OutsideFields>
  /** Of a list, or of an object whose names are data: its values. */
  items?: OutsideFields
}

/** Finds what a schema declares as text from outside; null if there is none. */
export function outsideFieldsOf(schema: z.core.$ZodType): OutsideFields | null {
  const text = writtenOutside.get(schema)
  if (text) return { text }
  if (schema instanceof z.ZodObject) return ofObject(schema)
  if (schema instanceof z.ZodArray) return ofItems(schema.element)
  if (schema instanceof z.ZodRecord) return ofItems(schema.valueType)
  if (schema instanceof z.ZodUnion) return schema.options.map(outsideFieldsOf).reduce(merged, null)
  if (schema instanceof z.ZodPipe) return outsideFieldsOf(schema.out)
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return outsideFieldsOf(schema.unwrap())
  return null
}

function ofObject({ shape }: z.ZodObject): OutsideFields | null {
  const found = Object.entries(shape).flatMap(([name, field]): [string, OutsideFields][] => {
    const fields = outsideFieldsOf(field)
    return fields ? [[name, fields]] : []
  })
  return found.length > 0 ? { fields: new Map(found) } : null
}

function ofItems(element: z.core.$ZodType): OutsideFields | null {
  const items = outsideFieldsOf(element)
  return items && { items }
}

/** What one of two kinds of objects can have. */
function merged(one: OutsideFields | null, other: OutsideFields | null): OutsideFields | null {
  if (!one || !other) return one ?? other
  const names = new Set([...(one.fields?.keys() ?? []), ...(other.fields?.keys() ?? [])])
  const fields = [...names].flatMap((name): [string, OutsideFields][] => {
    const both = merged(one.fields?.get(name) ?? null, other.fields?.get(name) ?? null)
    return both ? [[name, both]] : []
  })
  const items = merged(one.items ?? null, other.items ?? null)
  return { ...one, ...other, ...(fields.length > 0 && { fields: new Map(fields) }), ...(items && { items }) }
}
