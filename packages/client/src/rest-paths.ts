import type { components, paths } from './schema.js'

/*
 * The paths of the API as the client offers them: idempotency keys are optional, and `GET /v1/messages` only lists,
 * because the look-up by idempotency key, which shares the path, has its own method.
 */

/** The types of the API by name, like `Schemas['Message']`. */
export type Schemas = components['schemas']

/** A send with an optional idempotency key: without one, the client makes one. */
export type Send = Omit<Schemas['SendRequest'], 'idempotency_key'> & { idempotency_key?: string }

export type Method = 'get' | 'post' | 'put' | 'delete'

export type Paths = Omit<paths, '/v1/send' | '/v1/send/batch' | '/v1/messages'> & {
  '/v1/send': WithBody<paths['/v1/send'], Send>
  '/v1/send/batch': WithBody<paths['/v1/send/batch'], Send[]>
  '/v1/messages': Omit<paths['/v1/messages'], 'get'> & { get: ListMessages }
}

export type PathsWith<M extends Method> = {
  [P in keyof Paths]: Paths[P] extends Record<M, { responses: unknown }> ? P : never
}[keyof Paths]

export type Operation<P extends keyof Paths, M extends Method> = Paths[P][M & keyof Paths[P]]

type WithBody<P extends { post: unknown }, B> = Omit<P, 'post'> & {
  post: Omit<P['post'], 'requestBody'> & { requestBody: { content: { 'application/json': B } } }
}

type GetMessages = paths['/v1/messages']['get']
type MessagesPage = Extract<GetMessages['responses'][200]['content']['application/json'], { next_cursor: unknown }>

type ListMessages = Omit<GetMessages, 'parameters' | 'responses'> & {
  parameters: Omit<GetMessages['parameters'], 'query'> & {
    query?: Omit<NonNullable<GetMessages['parameters']['query']>, 'idempotency_key'>
  }
  responses: Omit<GetMessages['responses'], 200> & {
    200: Omit<GetMessages['responses'][200], 'content'> & { content: { 'application/json': MessagesPage } }
  }
}
