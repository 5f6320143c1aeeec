import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../errors.js'
import { getInboundEmail } from '../../operations/inbound.js'
import { getMessageContent } from '../../operations/message-content.js'
import { type AnyOperation, assertAllowed } from '../../operations/runner.js'
import type { Caller } from '../../services/caller.js'
import { authenticate } from '../authenticate.js'
import { NEVER_STORED } from '../response-headers.js'
import type { DoorDeps } from '../server.js'
import { type PreviewHtml, receivedHtml, sentHtml, type Wanted } from './preview-html.js'

interface Preview {
  /** The route of a mail's HTML, shown in a frame of the console. */
  route: string
  /** What the caller must be allowed to do. */
  operation: AnyOperation
  read: (deps: DoorDeps, caller: Caller | null, wanted: Wanted) => Promise<PreviewHtml | null>
}

const PREVIEWS: readonly Preview[] = [
  { route: '/preview/messages/:id', operation: getMessageContent, read: sentHtml },
  { route: '/preview/inbound/:id', operation: getInboundEmail, read: receivedHtml },
]

/**
 * What a mail may do: show itself. It gets an origin of its own and cannot run scripts, send forms, load anything, or
 * move the page around it. Its links open in a new tab.
 */
const policyFor = (images: string) =>
  [
    'sandbox allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src ${images}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')

const WITHOUT_REMOTE = 'data:'
const WITH_REMOTE = 'data: https: http:'

/** For these, browsers open connections before they ask the policy, which only keeps them from sending a request. */
const CONNECTING_TAGS = /<(?:link|iframe|frame|object|embed|portal|fencedframe)(?=[\s/>])/gi
/** Links that say where they open: the sandbox would let them do nothing. */
const ANCHOR = /<a\s[^>]*>/gi
const TARGET = /\starget(?=\s*=)/gi
/** Where the head begins, after a doctype: text before that would change how the mail is laid out. */
const BEGINNING = /^(?:\s*<!doctype[^>]*>)?(?:\s*<html[^>]*>)?(?:\s*<head[^>]*>)?/i

/** Serves the HTML of mail as pages of their own, with their own policy. `?images=remote` lets them load pictures. */
export function mountPreview(server: FastifyInstance, deps: DoorDeps): void {
  for (const preview of PREVIEWS) mountOne(server, deps, preview)
}

function mountOne(server: FastifyInstance, deps: DoorDeps, { route, operation, read }: Preview): void {
  server.get<{ Params: { id: string }; Querystring: { images?: string } }>(route, {
    onRequest: async (request, reply) => {
      reply.headers(NEVER_STORED)
      request.caller = await authenticate(deps, request, reply)
      await assertAllowed(deps, operation, request.caller)
    },
    handler: async ({ caller, params, query }, reply) => {
      const withRemote = query.images === 'remote'
      const mail = await read(deps, caller, { id: params.id, withRemote })
      if (!mail) throw new ApiError('not_found', 'The mail has no HTML.')
      return reply
        .headers({
          'content-security-policy': policyFor(withRemote ? WITH_REMOTE : WITHOUT_REMOTE),
          'referrer-policy': 'no-referrer',
          'x-dns-prefetch-control': 'off',
        })
        .type('text/html; charset=utf-8')
        .send(mail.withPictures(toPage(mail.html)))
    },
  })
}

function toPage(mail: string): string {
  const [head = ''] = BEGINNING.exec(mail) ?? []
  const rest = mail.slice(head.length)
  return `${head}<base target="_blank">${rest}`
    .replaceAll(CONNECTING_TAGS, '<meta')
    .replaceAll(ANCHOR, (tag) => tag.replaceAll(TARGET, ' data-target'))
}
