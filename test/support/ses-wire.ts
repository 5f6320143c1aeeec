import type { ServerResponse } from 'node:http'
import type { z } from 'zod'

/** An error of SES. */
export interface SesFailure {
  /** Sent as `x-amzn-errortype`. */
  type: string
  status: number
  message?: string
}

/** Thrown by an operation of the stand-in that fails like the one of SES. */
export class SesFailed extends Error {
  readonly failure: SesFailure

  constructor(type: string, status: number, message: string) {
    super(message)
    this.failure = { type, status, message }
  }
}

/** Reads a body as AWS documents it; an unknown or missing field is a 400. */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new SesFailed('BadRequestException', 400, `${issue!.path.join('.')}: ${issue!.message}`)
}

/** The used routes of the API (version 2019-09-27). */
const ROUTES = [
  ['SendEmail', 'POST', /^\/v2\/email\/outbound-emails$/],
  ['GetAccount', 'GET', /^\/v2\/email\/account$/],
  ['GetConfigurationSet', 'GET', /^\/v2\/email\/configuration-sets\/([^/]+)$/],
  ['CreateEmailIdentity', 'POST', /^\/v2\/email\/identities$/],
  ['GetEmailIdentity', 'GET', /^\/v2\/email\/identities\/([^/]+)$/],
  ['DeleteEmailIdentity', 'DELETE', /^\/v2\/email\/identities\/([^/]+)$/],
  ['PutEmailIdentityMailFromAttributes', 'PUT', /^\/v2\/email\/identities\/([^/]+)\/mail-from$/],
  ['PutEmailIdentityDkimSigningAttributes', 'PUT', /^\/v2\/email\/identities\/([^/]+)\/dkim\/signing$/],
] as const

export type SesOperation = (typeof ROUTES)[number][0]

/** The operation of a request, and the resource in its path. */
export function routeOf(method: string, url: string): { operation: SesOperation; subject: string } | null {
  for (const [operation, verb, path] of ROUTES) {
    const match = verb === method ? path.exec(url) : null
    if (match) return { operation, subject: decodeURIComponent(match[1] ?? '') }
  }
  return null
}

/** Responds like SES: JSON, with the type of an error in a header. */
export function answer(response: ServerResponse, status: number, body: unknown, errorType?: string): void {
  response
    .writeHead(status, { 'content-type': 'application/json', ...(errorType && { 'x-amzn-errortype': errorType }) })
    .end(JSON.stringify(body))
}
