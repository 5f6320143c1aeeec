import type { ReactEmailElement } from './react-email.js'
import type { components, paths } from './schema.js'

/*
 * The paths of the API as the client offers them: idempotency keys are optional, and a payload may be an element of React.
 */

/** The types of the API by name, like `Schemas['Message']`. */
export type Schemas = components['schemas']

/** A send with an optional idempotency key: without one, the client makes one. */
export type Send = Omit<Schemas['SendRequest'], 'idempotency_key' | 'payload'> & {
  idempotency_key?: string
  /** Subject and at least one body, or `react`; optional with a `template_id`. */
  payload?: Payload | null
}

type Payload = Schemas['Payload'] & {
  /** Is rendered to `body_html`, and to `body_text` if there is none. Needs `@react-email/render`. */
  react?: ReactEmailElement | null
}

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
