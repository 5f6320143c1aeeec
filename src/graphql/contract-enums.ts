import type { z } from 'zod'
import { builder, type TypeParam } from './builder.js'

/*
 * Closed sets of words of the contract are enums. The values are the words in upper case, with underscores: `email.received`
 * is EMAIL_RECEIVED.
 */

const enums: { words: readonly string[]; ref: TypeParam }[] = []

const nameOf = (word: string) => word.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')

/** Declares an enum for words of the contract. Fields with only these words get this type. */
export function enumOf<const V extends string>(name: string, description: string, about: Record<V, string>) {
  const values = Object.fromEntries(
    Object.entries<string>(about).map(([value, text]) => [nameOf(value), { value: value as V, description: text }]),
  )
  const ref = builder.enumType(name, { description, values: values as Record<string, { value: V }> })
  enums.push({ words: Object.keys(about), ref })
  return ref
}

// biome-ignore lint/suspicious/noExplicitAny: definitions differ by kind of schema
type AnySchema = z.ZodType & { _zod: { def: any } }

/** The words that a schema is limited to; null if it is not, or to values of another standard, like `image/png`. */
export function closedWords(schema: z.ZodType): string[] | null {
  const { def } = (schema as AnySchema)._zod
  if (def.type === 'union') {
    const words = def.options.map(closedWords)
    return words.includes(null) ? null : words.flat()
  }
  const values = def.type === 'enum' ? Object.values(def.entries) : def.type === 'literal' ? def.values : []
  return values.length > 0 && values.every(isWord) ? values : null
}

const isWord = (value: unknown) => typeof value === 'string' && /^[A-Za-z][\w.-]*$/.test(value)

/**
 * The enum of a field with a closed set of words: the one with exactly these, or the first that has all of them. If none is
 * declared, a new one with the id of the schema or the name of the field.
 */
export function enumFor(words: readonly string[], schema: z.ZodType, owner: string, key: string): TypeParam {
  const fits = enums.filter((each) => words.every((word) => each.words.includes(word)))
  const known = fits.find((each) => each.words.length === words.length) ?? fits[0]
  if (known) return known.ref
  const name = schema.meta()?.id ?? `${owner.replace(/Input$/, '')}_${key}`.replaceAll(/_(.)/g, upper)
  const about = Object.fromEntries(words.map((word) => [word, `\`${word}\` over REST.`]))
  return enumOf(name, `The words of \`${key}\`.`, about)
}

/** A description of a field with the words of its schema as they are in GraphQL. */
export function inEnumNames(description: string, schema: z.ZodType): string {
  const words = closedWords(schema) ?? []
  return description.replaceAll(/`([^`]+)`/g, (quoted, word: string) =>
    words.includes(word) ? `\`${nameOf(word)}\`` : quoted,
  )
}

const upper = (_match: string, letter: string) => letter.toUpperCase()
