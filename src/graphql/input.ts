import {
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLResolveInfo,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql'
import { ApiError, type ErrorBody, renameFields } from '../errors.js'

/*
 * Converts between GraphQL arguments and operation inputs, which differ only in names: camelCase here, snake_case
 * there, and the fields of an argument `input` are at the top level. JSON values belong to the caller and stay
 * unchanged; the declared types show where they start.
 */

/** Input names of arguments that cannot be derived. */
export type Names = Readonly<Record<string, string>>

/** A field, of which only the arguments matter. */
export type Field = Pick<GraphQLField<unknown, unknown>, 'args'>

/** `bodyHtml` → `body_html`. */
export const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** `body_html` → `bodyHtml`. */
export const camelCase = (name: string) =>
  name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase())

/** Converts the arguments of a field to the input of its operation. */
export function toInput(field: Field, args: Record<string, unknown>, names: Names = {}): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const { name, type } of field.args) {
    if (args[name] === undefined) continue
    const value = convert(args[name], type)
    if (isSpread(name, names)) Object.assign(input, value)
    else input[nameOf(name, names)] = value
  }
  return input
}

function convert(value: unknown, givenType: GraphQLInputType): unknown {
  const type = getNullableType(givenType)
  if (value === null || value === undefined) return value
  if (isListType(type)) return Array.isArray(value) ? value.map((item) => convert(item, type.ofType)) : value
  if (!isInputObjectType(type)) return value
  const fields = type.getFields()
  const restName = restOf(type)
  const rest = restName === undefined ? null : (value as Record<string, unknown>)[restName]
  // Spread, a text or a list would become an object. So it takes the place of the whole, where the contract refuses it.
  if (typeof (rest ?? {}) !== 'object' || Array.isArray(rest)) return rest
  const named = Object.entries(value).filter(([name]) => name !== restName)
  return {
    ...(rest as object | null | undefined),
    ...Object.fromEntries(named.map(([name, own]) => [snakeCase(name), convert(own, fields[name]!.type)])),
  }
}

/** The field of an input with the caller's own fields, which the operation takes beside the others. */
const restOf = (type: GraphQLInputObjectType) =>
  Object.values(type.getFields()).find(({ extensions }) => extensions.isRest === true)?.name

/** Converts paths in an operation's error to paths in the arguments of the field. */
export function inArguments(field: Field, error: unknown, names: Names = {}): unknown {
  return error instanceof ApiError ? error.withPaths((path) => toArgumentPath(field, path, names)) : error
}

/** Converts an input path to an argument path: `payload.body_html` → `input.payload.bodyHtml`. */
export function toArgumentPath(field: Field, path: string, names: Names = {}): string {
  const [first = '', ...rest] = path.split('.')
  for (const { name, type } of field.args) {
    if (isSpread(name, names)) {
      if (hasField(type, camelCase(first))) return [name, ...renamed([first, ...rest], type)].join('.')
    } else if (nameOf(name, names) === first) return [name, ...renamed(rest, type)].join('.')
  }
  return path
}

/** The same for errors of single items, if the only argument is a list of them. */
export function inItems<R extends object>(results: R[], { parentType, fieldName }: GraphQLResolveInfo): R[] {
  const list = getNullableType(parentType.getFields()[fieldName]!.args[0]!.type)
  if (!isListType(list)) return results
  const toPath = (path: string) => renamed(path.split('.'), list.ofType).join('.')
  return results.map((result) => {
    const { error } = result as { error?: ErrorBody }
    return error?.details ? { ...result, error: { ...error, ...renameFields(error.details, toPath) } } : result
  })
}

function renamed(segments: string[], givenType: GraphQLInputType): string[] {
  const [first, ...rest] = segments
  const type = getNullableType(givenType)
  if (first === undefined) {
    // The caller's own fields are at fault where the whole is: GraphQL has checked the types of the others.
    const restName = isInputObjectType(type) ? restOf(type) : undefined
    return restName === undefined ? [] : [restName]
  }
  if (isListType(type)) return [first, ...renamed(rest, type.ofType)]
  if (!isInputObjectType(type)) return segments
  const name = camelCase(first)
  const field = type.getFields()[name]
  return field ? [name, ...renamed(rest, field.type)] : segments
}

function hasField(givenType: GraphQLInputType, name: string): boolean {
  const type = getNullableType(givenType)
  return isInputObjectType(type) && name in type.getFields()
}

const isSpread = (name: string, names: Names) => name === 'input' && !names.input
const nameOf = (name: string, names: Names) => names[name] ?? snakeCase(name)
