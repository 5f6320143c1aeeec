import { z } from 'zod'
import type { ErrorDetail } from '../errors.js'
import { nearName } from '../lib/text/near-name.js'

/*
 * Inputs are strict objects: a field that is misspelled must not be ignored, or mail leaves at once and not at its time.
 * Objects whose names belong to the caller are records.
 */

/** A name that nobody would read to its end. */
const MAX_NAME_CHARS = 64

type Path = readonly PropertyKey[]

/** The error for each unknown field of an object, with the field that was probably meant. */
export function unknownFields(schema: z.ZodType, path: Path, names: readonly string[]): ErrorDetail[] {
  const known = Object.keys(objectsAt(schema, path)[0]?.shape ?? {})
  return names.map((name) => ({ path: pathOf([...path, name]), message: unknownField(name, known) }))
}

/** What is wrong with a field that an object does not have. */
export function unknownField(name: string, known: readonly string[]): string {
  const near = nearName(name, known)
  return `is not a field here.${near === null ? '' : ` Did you mean ${near}?`}`
}

/** A path as errors name it, without the rest of endless names. */
export const pathOf = (path: Path): string => path.map((step) => shown(String(step))).join('.')

function shown(name: string): string {
  if (name === '') return '""'
  return name.length > MAX_NAME_CHARS ? `${name.slice(0, MAX_NAME_CHARS)}…` : name
}

/** The objects that a schema can have at a path. */
export function objectsAt(schema: z.core.$ZodType, [step, ...rest]: Path): z.ZodObject[] {
  return unwrap(schema).flatMap((core) => {
    if (step === undefined) return core instanceof z.ZodObject ? [core] : []
    if (core instanceof z.ZodArray) return objectsAt(core.element, rest)
    const inner = core instanceof z.ZodObject && Object.hasOwn(core.shape, step) && core.shape[String(step)]
    return inner ? objectsAt(inner, rest) : []
  })
}

/** The schemas within its wrappers: several for a union. */
export function unwrap(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (schema instanceof z.ZodPipe) return [...unwrap(schema.in), ...unwrap(schema.out)]
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(unwrap)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return unwrap(schema.unwrap())
  return [schema]
}
