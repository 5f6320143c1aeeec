import { API_PATH } from '../pages.js'

/** The parts of a JSON schema that our OpenAPI document uses. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
  example?: unknown
}

interface Example {
  summary?: string
  value: unknown
}

/** What one media type of a request or a response has. */
export interface Content {
  schema?: Schema
  examples?: Record<string, Example>
}

export interface Response {
  $ref?: string
  description?: string
  content?: Record<string, Content>
}

export interface ApiOperation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  /** An empty list if no key is needed. */
  security?: object[]
  parameters?: Parameter[]
  requestBody?: { description?: string; content: Record<string, Content> }
  responses: Record<string, Response>
}

type PathItem = Record<string, ApiOperation>

export interface Tag {
  name: string
  description: string
}

/** The parts of our OpenAPI document that the reference shows. */
export interface ApiDocument {
  info: { description: string }
  tags: Tag[]
  paths: Record<string, PathItem>
  webhooks: Record<string, PathItem>
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> }
}

/** An operation with its route. */
export interface ApiEntry {
  method: string
  /** Like `/v1/messages/{id}`; null for a request that the service makes to an endpoint. */
  path: string | null
  operation: ApiOperation
}

/** A page of the reference: the operations of a tag. */
export interface ApiSection {
  title: string
  description: string
  /** Its address. */
  path: string
  entries: ApiEntry[]
}

/** The sections of the reference, in the order of the document. */
export function sectionsOf({ tags, paths, webhooks }: ApiDocument): ApiSection[] {
  const entries = [
    ...Object.entries(paths).flatMap(([path, item]) => entriesOf(path, item)),
    ...Object.values(webhooks).flatMap((item) => entriesOf(null, item)),
  ]
  return tags.map((tag) => ({
    title: tag.name,
    description: tag.description,
    path: pathOf(tag),
    entries: entries.filter(({ operation }) => operation.tags.includes(tag.name)),
  }))
}

/** The address of its page. */
export const pathOf = ({ name }: Tag): string => `${API_PATH}/${name.toLowerCase().replaceAll(' ', '-')}`

const entriesOf = (path: string | null, item: PathItem): ApiEntry[] =>
  Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation }))

/** Its route in words, like `POST /v1/send`. */
export const routeOf = ({ method, path }: ApiEntry): string => `${method} ${path ?? 'to your endpoint'}`

/** The OpenAPI document, which is built when it is needed, and its tags, which are there before. */
export interface ApiSource {
  tags: readonly Tag[]
  load: () => Promise<ApiDocument>
}
