import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isObjectType,
} from 'graphql'
import { snakeCase } from '../../src/graphql/input.js'
import { schema } from '../../src/graphql/schema.js'
import { operationList } from '../../src/operations/list.js'
import { routes } from '../../src/rest/routes.js'
import { call } from '../support/start-app.js'
import { graphqlFields } from './graphql-fields.js'

/** The result of a call in the same form for every door. */
export interface Outcome {
  status: number
  /** The error code; null for a success. */
  code: string | null
  /** Paths of the fields that an error names, as REST writes them. */
  fields: string[]
  message: string
  /** The result in snake_case, as REST answers it. */
  data: unknown
}

/** A way to run an operation by its name with the input of the contract. */
export interface Door {
  name: 'REST' | 'GraphQL' | 'tRPC'
  run(url: string, operation: string, input: Record<string, unknown>, key: string | null): Promise<Outcome>
}

// biome-ignore lint/suspicious/noExplicitAny: whatever JSON comes back
type Json = any

const success = (data: unknown): Outcome => ({ status: 200, code: null, fields: [], message: '', data })

function failure(error: Json, toPath: (path: string) => string = (path) => path): Outcome {
  const fields = (error.details ?? []).map((detail: { path: string }) => toPath(detail.path))
  return { status: error.status, code: error.code, fields, message: error.message, data: null }
}

/** The REST route of an operation. */
export const routeOf = (operation: string) => routes.find((route) => route.operation.name === operation)

/** @throws an error that names the operation and the door. */
function lacking(door: Door['name'], operation: string): never {
  throw new Error(`${operation} is not offered by ${door}, but has cases in test/doors/cases`)
}

const operationOf = (door: Door['name'], operation: string) =>
  operationList.find(({ name }) => name === operation) ?? lacking(door, operation)

const rest: Door = {
  name: 'REST',
  async run(url, operation, input, key) {
    const { method, path, bodyField, bodyType } = routeOf(operation) ?? lacking('REST', operation)
    const rest = { ...input }
    const filled = path.replace(/:(\w+)/g, (_match, name: string) => {
      const value = rest[name]
      delete rest[name]
      return encodeURIComponent(String(value))
    })
    const query = method === 'GET' ? `?${new URLSearchParams(rest as Record<string, string>)}` : ''
    const body = method === 'GET' ? undefined : bodyField ? rest[bodyField] : rest
    const headers: Record<string, string> = bodyType ? { 'content-type': bodyType } : {}
    const response = await call(url, method, filled + query, { key, body, headers })
    if (response.status < 300) return success(response.body || null)
    // If the body is one field of the input, errors use the field's name.
    return failure(response.body.error, (field) => (bodyField && field === 'body' ? bodyField : field))
  },
}

const trpc: Door = {
  name: 'tRPC',
  async run(url, operation, input, key) {
    const isQuery = operationOf('tRPC', operation).kind === 'query'
    const text = encodeURIComponent(JSON.stringify(input))
    // Inputs that are too large for a URL are sent in the body, as the documentation says.
    const inUrl = isQuery && text.length < 8_000
    const options = inUrl ? { key } : { key, body: input }
    const { body } = await call(
      url,
      inUrl ? 'GET' : 'POST',
      `/trpc/${operation}${inUrl ? `?input=${text}` : ''}`,
      options,
    )
    if ('error' in body) return failure(body.error.data.apiError)
    const { data } = body.result
    // Bytes are base64 in JSON.
    return success(data?.mime ? Buffer.from(data.mime, 'base64').toString('latin1') : (data ?? null))
  },
}

const graphql: Door = {
  name: 'GraphQL',
  async run(url, operation, input, key) {
    const { kind } = operationOf('GraphQL', operation)
    const { field: name, nested, args, pick } = graphqlFields[operation] ?? lacking('GraphQL', operation)
    const field = (kind === 'query' ? schema.getQueryType() : schema.getMutationType())!.getFields()[name]!
    const inner = nested ? (getNamedType(field.type) as GraphQLObjectType).getFields()[nested]! : null
    const variables = toVariables([...field.args, ...(inner?.args ?? [])], input, args)
    const declared = [...field.args, ...(inner?.args ?? [])]
      .filter((arg) => arg.name in variables)
      .map((arg) => `$${arg.name}: ${arg.type}`)
    const selection = inner
      ? `{ ${inner.name}${given(inner, variables)} ${selectionOf(inner.type)} }`
      : selectionOf(field.type)
    const head = declared.length > 0 ? `(${declared.join(', ')})` : ''
    const query = `${kind}${head} { ${name}${given(field, variables)} ${selection} }`
    const { body } = await call(url, 'POST', '/graphql', { key, body: { query, variables } })
    const [error] = body.errors ?? []
    if (error) {
      const { message, extensions } = error
      return failure({ message, ...extensions }, (path) => toContractPath(path, field, args))
    }
    const data = nested ? (body.data[name]?.[nested] ?? null) : body.data[name]
    if (data === null && kind === 'query')
      return { status: 404, code: 'not_found', fields: [], message: '', data: null }
    return success(pick(toSnakeCase(data, (inner ?? field).type)))
  },
}

/** All doors; each runs every operation. */
export const doors: readonly Door[] = [rest, graphql, trpc]

type Field = GraphQLField<unknown, unknown>

function given(field: Field, variables: Record<string, unknown>): string {
  const used = field.args.filter((arg) => arg.name in variables).map(({ name }) => `${name}: $${name}`)
  return used.length > 0 ? `(${used.join(', ')})` : ''
}

/** GraphQL errors start with the argument; the fields of an argument `input` have the names of the contract. */
function toContractPath(path: string, field: Field, names: Record<string, string>): string {
  const [first = '', ...rest] = path.split('.')
  if (first === 'input' && field.args.some(({ name }) => name === 'input')) return snakePath(rest) || 'items'
  const [contractName] = Object.entries(names).find(([, name]) => name === first) ?? [first]
  return snakePath([contractName, ...rest])
}

/** Names of the contract, and below `headers` and `tags` names of the caller. */
function snakePath(parts: string[]): string {
  const free = parts.findIndex((part) => FREE_FIELDS.has(part))
  return parts.map((part, index) => (free >= 0 && index > free ? part : snakeCase(part))).join('.')
}

/** The input of an operation as arguments; other fields are in `input`. */
function toVariables(args: readonly GraphQLArgument[], input: Record<string, unknown>, names: Record<string, string>) {
  const variables: Record<string, unknown> = {}
  const typeOf = new Map(args.map(({ name, type }) => [name, type]))
  const inInput = typeOf.has('input') && getNamedType(typeOf.get('input')!)
  if (inInput && !('items' in input)) variables.input = {}
  for (const [key, value] of Object.entries(input)) {
    const name = names[key] ?? toCamel(key)
    if (typeOf.has(name)) variables[name] = toGraphql(value, typeOf.get(name))
    else {
      const type = isInputObjectType(inInput) ? inInput.getFields()[toCamel(key)]?.type : undefined
      variables.input = { ...(variables.input as object), [toCamel(key)]: toGraphql(value, type) }
    }
  }
  return variables
}

/** Names of values of the caller, with keys of their own. */
const FREE_FIELDS = new Set(['attributes', 'columns', 'tags', 'headers', 'template_vars', 'vars', 'sample', 'default'])

/** A value of the contract with the names and enum values of GraphQL. */
function toGraphql(value: unknown, givenType: GraphQLInputType | undefined): unknown {
  if (!givenType || value === null) return value
  const type = getNullableType(givenType)
  if (isListType(type)) return Array.isArray(value) ? value.map((item) => toGraphql(item, type.ofType)) : value
  // Also a word that the enum does not have.
  if (isEnumType(type)) return typeof value === 'string' ? value.toUpperCase().replaceAll('.', '_') : value
  if (!isInputObjectType(type) || typeof value !== 'object') return value
  const fields = type.getFields()
  return Object.fromEntries(
    Object.entries(value!).map(([name, own]) => [toCamel(name), toGraphql(own, fields[toCamel(name)]?.type)]),
  )
}

const toCamel = (name: string) => name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase())

/** All nested fields of the contract's resources, except those that lead to other resources. */
function selectionOf(type: Field['type'], depth = 0): string {
  const named = getNamedType(type)
  if (!isObjectType(named)) return ''
  const fields = Object.values(named.getFields()).flatMap((field) => {
    if (field.args.length > 0 || ['webhookDeliveries', 'edges', 'thread'].includes(field.name)) return []
    const inner = getNamedType(field.type)
    if (named.name === 'SendResult' && !isLeafType(inner)) return []
    if (isLeafType(inner)) return [field.name]
    if (!isObjectType(inner)) return []
    return depth < 4 ? [`${field.name} ${selectionOf(field.type, depth + 1)}`] : []
  })
  return `{ ${fields.join(' ')} }`
}

/** A GraphQL response with the names and values of REST. */
function toSnakeCase(value: Json, givenType: Field['type']): Json {
  const type = getNullableType(givenType)
  if (value === null || value === undefined) return value
  if (isListType(type)) return value.map((item: Json) => toSnakeCase(item, type.ofType))
  if (isEnumType(type)) return type.getValue(value)!.value
  if (!isObjectType(type)) return value
  const fields = type.getFields()
  return Object.fromEntries(
    Object.entries(value).map(([name, own]) => [snakeCase(name), toSnakeCase(own, fields[name]!.type)]),
  )
}
