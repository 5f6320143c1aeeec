import { pascalCase } from './client-names.js'

/** What of a JSON Schema the API uses. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  format?: string
  description?: string
}

export interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
}

/** The body of a request: JSON, one file in a form, or CSV. */
export type RequestBody = { kind: 'json'; schema: Schema; required: boolean } | { kind: 'file' } | { kind: 'csv' }

/** What a call returns: JSON of any of the successful responses, text, bytes, or nothing. */
export type Result = { reads: 'json'; schema: Schema } | { reads: 'text' | 'bytes' | 'nothing' }

/** An operation of the API as the clients that are generated offer it. */
export interface ClientOperation {
  id: string
  /** `GET`, `POST`, `PUT` or `DELETE`. */
  verb: string
  path: string
  summary: string
  description: string
  /** The prefix of the types that it alone has: `MessagesList`. */
  place: string
  inPath: Parameter[]
  inQuery: Parameter[]
  body: RequestBody | null
  result: Result
  /** The field with the items, and their schema, of a list in pages. */
  list: { field: string; items: Schema } | null
}

type Content = Record<string, { schema?: Schema }>

interface DocumentedOperation {
  operationId?: string
  summary?: string
  description?: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, { content?: Content }>
}

/** What of an OpenAPI document the clients are made from. */
export interface ClientDocument {
  paths: Record<string, Record<string, DocumentedOperation>>
  components: { schemas: Record<string, Schema> }
}

/** The operations of `/v1`, without the callbacks of mail providers. */
export function clientOperations({ paths }: ClientDocument): ClientOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    !path.startsWith('/v1/') || path.startsWith('/v1/callbacks/')
      ? []
      : Object.entries(item).flatMap(([verb, operation]) =>
          operation.operationId ? [clientOperation(operation.operationId, verb, path, operation)] : [],
        ),
  )
}

function clientOperation(id: string, verb: string, path: string, operation: DocumentedOperation): ClientOperation {
  const { summary = '', description = '', parameters = [], requestBody, responses } = operation
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  return {
    id,
    verb: verb.toUpperCase(),
    path,
    summary,
    description,
    place: pascalCase(id),
    inPath: parameters.filter((parameter) => parameter.in === 'path'),
    inQuery,
    body: bodyOf(requestBody),
    result: resultOf(responses),
    list: listIn(responses['200']?.content?.['application/json']?.schema, inQuery),
  }
}

function bodyOf(requestBody: DocumentedOperation['requestBody']): RequestBody | null {
  if (!requestBody) return null
  const { content, required = false } = requestBody
  if (content['multipart/form-data']) return { kind: 'file' }
  if (content['text/csv']) return { kind: 'csv' }
  return { kind: 'json', schema: content['application/json']?.schema ?? {}, required }
}

function resultOf(responses: DocumentedOperation['responses']): Result {
  const contents = Object.entries(responses).flatMap(([status, { content = {} }]) => (status < '3' ? [content] : []))
  const schemas = new Map(
    contents.flatMap((content) => {
      const schema = content['application/json']?.schema
      return schema ? [[JSON.stringify(schema), schema] as const] : []
    }),
  )
  if (schemas.size > 0) return { reads: 'json', schema: { anyOf: [...schemas.values()] } }
  const media = contents.flatMap((content) => Object.keys(content))
  if (media.length === 0) return { reads: 'nothing' }
  return { reads: media.some((type) => type.startsWith('text/')) ? 'text' : 'bytes' }
}

function listIn(page: Schema | undefined, query: Parameter[]): ClientOperation['list'] {
  if (!page?.properties?.next_cursor || !query.some(({ name }) => name === 'cursor')) return null
  const lists = Object.entries(page.properties).filter(([, { type }]) => type === 'array')
  const [field, list] = lists[0] ?? []
  return lists.length === 1 && field && list?.items ? { field, items: list.items } : null
}
