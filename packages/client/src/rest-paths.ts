import type { components, paths } from './schema.js'

/*
 * The paths of the API as the client offers them: idempotency keys are optional.
 */

/** The types of the API by name, like `Schemas['Message']`. */
export type Schemas = components['schemas']

/** A send with an optional idempotency key: without one, the client makes one. */
export type Send = Omit<Schemas['SendRequest'], 'idempotency_key'> & { idempotency_key?: string }

export type Method = 'get' | 'post' | 'put' | 'delete'

export type Paths = Omit<paths, '/v1/send' | '/v1/send/batch'> & {
  '/v1/send': WithBody<paths['/v1/send'], Send>
  '/v1/send/batch': WithBody<paths['/v1/send/batch'], Send[]>
}

export type PathsWith<M extends Method> = {
  [P in keyof Paths]: Paths[P] extends Record<M, { responses: unknown }> ? P : never
}[keyof Paths]

export type Operation<P extends keyof Paths, M extends Method> = Paths[P][M & keyof Paths[P]]

type WithBody<P extends { post: unknown }, B> = Omit<P, 'post'> & {
  post: Omit<P['post'], 'requestBody'> & { requestBody: { content: { 'application/json': B } } }
}
