import { fieldError } from '../../errors.js'
import type { Form } from '../../http/multipart.js'

/** The fields of a form as an object: a field that is there several times is a list. */
export function fieldsOf({ fields }: Pick<Form, 'fields'>): Record<string, string | string[]> {
  const values = new Map<string, string[]>()
  for (const [name, value] of fields) {
    const found = values.get(name)
    if (found) found.push(value)
    else values.set(name, [value])
  }
  return Object.fromEntries([...values].map(([name, found]) => [name, found.length === 1 ? found[0]! : found]))
}

/** The fields whose names begin with a prefix, without it. @throws ApiError `invalid_request` for one that is there twice. */
export function prefixed({ fields }: Pick<Form, 'fields'>, prefix: string): Record<string, string> {
  const own = new Map<string, string>()
  for (const [name, value] of fields) {
    if (!name.startsWith(prefix)) continue
    if (own.has(name)) throw fieldError('invalid_request', name, 'must be there once')
    own.set(name, value)
  }
  return Object.fromEntries([...own].map(([name, value]) => [name.slice(prefix.length), value]))
}

/** A form without the fields whose names begin with one of some prefixes. */
export const withoutPrefixed = ({ fields }: Pick<Form, 'fields'>, prefixes: readonly string[]) => ({
  fields: fields.filter(([name]) => !prefixes.some((prefix) => name.startsWith(prefix))),
})
