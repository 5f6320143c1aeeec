import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { ApiError } from '../../errors.js'
import type { Form } from '../../http/multipart.js'
import type { RunFacts } from '../../operations/operation.js'
import type { AnyOperation } from '../../operations/runner.js'
import type { SubmittedRequest } from '../../services/sending/submission/send-request-of.js'
import type { SubmittedMail } from '../../services/sending/submission/submitted-mails.js'

/** What the error of a request depends on: the path of its route, if it has one. */
export interface AnsweredRequest {
  id: string
  headers: IncomingHttpHeaders
  routeOptions: { url?: string | undefined }
}

/** The API of another service, as far as it is understood here. */
export interface CompatApi {
  /** Where its key is: the value of an Authorization header with it, or undefined if there is none. */
  authorizationOf: (request: FastifyRequest) => string | undefined
  /** The status and body that an error has in that API. The request may have been refused before anything was read. */
  answerError: (error: ApiError, request: AnsweredRequest) => { status: number; body: object }
  /** Whether names of query parameters may have any capitals, as where SDKs and documentation differ in them. */
  hasAnyCapitals?: boolean
  routes: readonly CompatRoute[]
  /** Where calls that cannot be mapped are answered with 501. */
  unsupported: readonly Unsupported[]
}

/** A call of that API that operations answer. */
export interface CompatRoute {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the prefix of the API, like `/emails/:id`. */
  path: string
  /** Whose scope, mode and body size the call has: they are checked before the body is read. */
  operation: AnyOperation
  /** Whether its body is a form, which {@link CompatCall.form} reads. */
  isForm?: boolean
  /** The status of a success; 200 if omitted, or 204 for null. */
  status?: number
  /** Field names of ours and what that API calls them, the first that fits: errors name the latter. */
  names?: FieldNames
  /** The body of the answer; null for none. */
  answer: (call: CompatCall) => Promise<object | null>
}

/** A path of ours, as a whole or at its beginning, and that of the other API. */
export type FieldNames = readonly (readonly [ours: string, theirs: string])[]

/** Calls that have no counterpart. */
export interface Unsupported {
  /** This path and those below it, like `/automations`, as far as no route has them; all methods unless some are named. */
  path: string
  methods?: readonly CompatRoute['method'][]
  /** A sentence that says what to use here. */
  instead: string
}

/** A request to a route, and what its answer is made with. */
export interface CompatCall {
  request: FastifyRequest
  /** The parameter `:id` of the path, or another one. */
  param: (name: string) => string
  /**
   * Reads the body by a strict schema. Fields that it does not know are named in the header `Postline-Ignored`. Objects in
   * unions must not differ by their fields alone: what is unknown to one would be an error.
   */
  body: <S extends z.ZodType>(schema: S) => z.output<S>
  /** The same for a part of it, or for all of it. */
  read: <S extends z.ZodType>(schema: S, given: unknown) => z.output<S>
  /** Reads the query by a strict schema. @throws ApiError 501 for a parameter that it does not know. */
  query: <S extends z.ZodType>(schema: S) => z.output<S>
  /** Reads the body of a route whose body is a form. */
  form: () => Promise<Form>
  /** A mail in MIME as a request to send. @throws ApiError `invalid_request`. */
  readMail: (mail: SubmittedMail) => Promise<SubmittedRequest>
  /**
   * Runs a change of the account's webhooks that first reads them, while no other one runs in any process.
   * @throws ApiError `overloaded`.
   */
  changeWebhooks: <T>(change: () => Promise<T>) => Promise<T>
  /** Sets a header of the answer. */
  setHeader: (name: string, value: string) => void
  /** Names a field that is known and has no effect here in the header `Postline-Ignored`. */
  ignore: (path: string) => void
  /** Runs an operation for the caller, under all its rules. */
  run: <Op extends AnyOperation>(operation: Op, input: unknown, facts?: RunFacts) => Promise<z.output<Op['output']>>
}
