import type { ErrorCode } from '../../errors.js'
import { BODY_SIZES, bodySizeOf, inWords } from '../../operations/body-sizes.js'
import type { AnyOperation } from '../../operations/runner.js'
import { takesKey } from '../idempotency-key.js'
import type { Route } from '../routes.js'
import type { Json, JsonObject } from './json.js'
import { countedHeaders, type ErrorResponses, replayHeader } from './responses.js'
import type { SchemaBook } from './schema-book.js'
import { tagOf } from './tags.js'

/** Errors that every operation can return. */
const GENERAL_ERRORS: readonly ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'account_suspended',
  'rate_limit_exceeded',
  'internal_error',
  'overloaded',
]

const SUCCESS: Record<number, string> = { 201: 'Created.', 202: 'Accepted.', 204: 'Done.' }

/** Describes a route as an OpenAPI operation object. */
export function describeRoute(book: SchemaBook, errors: ErrorResponses, route: Route): JsonObject {
  const { operation } = route
  const fields = splitInput(book, route)
  const exchanges: readonly Exchange[] = operation.examples ?? []
  return {
    operationId: toOperationId(operation.name),
    tags: [tagOf(operation)],
    summary: operation.summary.replace(/\.$/, ''),
    description: describe(route, fields.query.size > 0),
    ...(operation.scope === 'public' && { security: [] }),
    ...withParameters(route, fields, exchanges),
    ...withBody(book, route, fields, exchanges),
    responses: {
      [route.status ?? 200]: success(book, route, exchanges),
      ...(route.statusIfExisted && { [route.statusIfExisted]: alreadyThere(book, route) }),
      ...errors.of(errorsOf(route), operation.refusesTooMany ? ['invalid_request'] : []),
    },
  }
}

/** An example of any operation. */
interface Exchange {
  summary: string
  input: Record<string, unknown>
  output: unknown
}

/** `messages.sendBatch` → `messagesSendBatch`. */
function toOperationId(name: string): string {
  return name.replaceAll(/\.(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function describe({ method, operation, instead }: Route, hasQuery: boolean): string {
  const { scope } = operation
  const sentences = [
    scope === 'public' && 'Needs no key.',
    scope === 'any' && 'Accepts any valid key.',
    scope === 'admin' && 'Needs a key of scope `admin`.',
    (scope === 'read' || scope === 'send') && `Needs a key with the scope \`${scope}\` or \`admin\`.`,
    operation.liveAction && 'Test keys are refused.',
    operation.reachesAnyone && 'Keys with `send_to` are refused.',
    scope !== 'public' && !operation.forBoundKeys && 'Keys that are bound to inboxes are refused.',
    operation.enabled && 'Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.',
    method === 'DELETE' && hasQuery && 'The query parameters can be in a JSON body instead.',
    instead &&
      `With the query parameter \`${nameOf(instead)}\` it answers like \`${toOperationId(instead.operation.name)}\`; filters that only this one has are then ignored.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

const nameOf = ({ parameter, value }: NonNullable<Route['instead']>) =>
  value === undefined ? parameter : `${parameter}=${value}`

/** All error codes of a route. */
export function errorsOf({ method, operation, instead }: Route): ErrorCode[] {
  return [
    ...GENERAL_ERRORS,
    // Requests that change something are also refused if another site makes them with a session cookie.
    ...(operation.scope === 'public' || (operation.scope === 'any' && method === 'GET')
      ? []
      : (['forbidden'] as const)),
    ...(operation.scope === 'public' || operation.forBoundKeys ? [] : (['bound_key'] as const)),
    ...(operation.enabled ? (['not_found'] as const) : []),
    ...(method === 'GET' ? [] : (['payload_too_large'] as const)),
    ...operation.errors,
    ...(instead?.operation.errors ?? []),
  ]
}

interface InputFields {
  path: Map<string, JsonObject>
  query: Map<string, JsonObject>
  body: Map<string, JsonObject>
  required: Set<string>
}

/** The source of each input field: the inverse of `inputOf`. */
function splitInput(book: SchemaBook, route: Route): InputFields {
  const { properties, required } = objectShape(book, route.operation)
  const inPath = new Set(parametersOf(route.path))
  const rest = Object.entries(properties).filter(([name]) => !inPath.has(name))
  const isQuery = route.method === 'GET' || route.method === 'DELETE'
  const query = new Map(isQuery ? rest.map(([name, schema]) => [name, withoutNull(schema)]) : [])
  return {
    path: new Map([...inPath].map((name) => [name, properties[name]!])),
    query,
    body: new Map(isQuery ? [] : rest),
    required: new Set(required),
  }
}

const parametersOf = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)

function objectShape(book: SchemaBook, operation: AnyOperation) {
  const schema = book.resolve(book.input(operation.input))
  return schema as { properties: Record<string, JsonObject>; required?: string[] }
}

/** Query parameters cannot be null. */
function withoutNull(schema: JsonObject): JsonObject {
  const { type, anyOf, ...rest } = schema
  if (Array.isArray(type)) {
    const types = type.filter((each) => each !== 'null')
    return { type: types.length === 1 ? types[0]! : types, ...rest }
  }
  if (!Array.isArray(anyOf)) return schema
  const others = anyOf.filter((each) => (each as JsonObject).type !== 'null')
  return others.length === 1 ? { ...(others[0] as JsonObject), ...rest } : { anyOf: others, ...rest }
}

function withParameters(
  route: Route,
  { path, query, required }: InputFields,
  exchanges: readonly Exchange[],
): JsonObject {
  const parameters = [
    ...[...path].map(([name, schema]) => parameter('path', name, schema, true, exchanges)),
    ...[...query].map(([name, schema]) => parameter('query', name, schema, required.has(name), exchanges)),
    ...(takesKey(route) ? [IDEMPOTENCY_KEY] : []),
  ]
  return parameters.length > 0 ? { parameters } : {}
}

const IDEMPOTENCY_KEY: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Stands in for `idempotency_key` where the body has none. If both are given, they must be equal.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function parameter(
  place: 'path' | 'query',
  name: string,
  { description, ...schema }: JsonObject,
  required: boolean,
  exchanges: readonly Exchange[],
): JsonObject {
  const examples = exchanges.map(({ input }) => input[name]).filter((value) => value !== undefined)
  return {
    name,
    in: place,
    required,
    ...(description !== undefined && { description }),
    schema,
    ...(examples.length > 0 && { example: examples[0] as Json }),
  }
}

function withBody(
  book: SchemaBook,
  route: Route,
  { body, path, required }: InputFields,
  exchanges: readonly Exchange[],
): JsonObject {
  if (body.size === 0) return {}
  if (route.file) return { requestBody: { required: true, content: { 'multipart/form-data': { schema: form(body) } } } }
  const needed = [...body.keys()].filter((name) => required.has(name))
  // A schema that is the whole body keeps its name.
  const whole = path.size === 0 ? book.input(route.operation.input) : null
  const schema = route.bodyField
    ? body.get(route.bodyField)!
    : (whole ?? {
        type: 'object',
        properties: Object.fromEntries(body),
        ...(needed.length > 0 && { required: needed }),
        additionalProperties: false,
      })
  const examples = exchanges.map(({ summary, input }) => ({ summary, value: bodyOf(route, input, path) }))
  return {
    requestBody: {
      description: `At most ${inWords(BODY_SIZES[bodySizeOf(route.operation)].maxBytes)}.`,
      required: needed.length > 0,
      content: { [route.bodyType ?? 'application/json']: { schema, ...withExamples(examples) } },
    },
  }
}

/** The only part of a form. */
const form = (body: InputFields['body']): JsonObject => ({
  type: 'object',
  properties: { file: body.get('file')! },
  required: ['file'],
  additionalProperties: false,
})

function bodyOf({ bodyField }: Route, input: Exchange['input'], path: Map<string, JsonObject>): Json {
  if (bodyField) return input[bodyField] as Json
  return Object.fromEntries(Object.entries(input).filter(([name]) => !path.has(name))) as JsonObject
}

function success(book: SchemaBook, route: Route, exchanges: readonly Exchange[]): JsonObject {
  const { operation, answer } = route
  const headers = { ...countedHeaders(), ...(takesKey(route) && replayHeader()) }
  const head = { description: SUCCESS[route.status ?? 200] ?? 'Done.', headers }
  if (route.status === 204) return head
  if (answer) return { ...head, content: { [answer.mediaType]: {} } }
  const schema = book.output(operation.output)
  const examples = exchanges.map(({ summary, output }) => ({ summary, value: output as Json }))
  return { ...head, content: { 'application/json': { schema, ...withExamples(examples) } } }
}

/** The same response if it already existed. */
function alreadyThere(book: SchemaBook, route: Route): JsonObject {
  return { ...success(book, route, []), description: route.existedMeans ?? 'It already existed.' }
}

function withExamples(examples: { summary: string; value: Json }[]): JsonObject {
  if (examples.length === 0) return {}
  const entries = examples.map((example) => [toKey(example.summary), { ...example }] as const)
  return { examples: Object.fromEntries(entries) }
}

const toKey = (summary: string) =>
  summary
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
