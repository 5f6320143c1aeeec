import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../errors.js'
import { getMessageContent } from '../../operations/message-content.js'
import { assertAllowed, runOperation } from '../../operations/runner.js'
import { authenticate } from '../authenticate.js'
import { NEVER_STORED } from '../response-headers.js'
import type { DoorDeps } from '../server.js'

/** The route of a mail's HTML, shown in a frame of the console. */
const PREVIEW_ROUTE = '/preview/messages/:id'

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

/** Serves the HTML of a message as a page of its own, with its own policy. `?images=remote` lets it load pictures. */
export function mountPreview(server: FastifyInstance, deps: DoorDeps): void {
  server.get(PREVIEW_ROUTE, {
    onRequest: async (request, reply) => {
      reply.headers(NEVER_STORED)
      request.caller = await authenticate(deps, request, reply)
      await assertAllowed(deps, getMessageContent, request.caller)
    },
    handler: async (request, reply) => {
      const { id } = request.params as { id: string }
      const { images } = request.query as { images?: string }
      const { body_html } = await runOperation(deps, getMessageContent, request.caller, { id })
      if (body_html === null) throw new ApiError('not_found', 'The message has no HTML.')
      return reply
        .headers({
          'content-security-policy': policyFor(images === 'remote' ? WITH_REMOTE : WITHOUT_REMOTE),
          'referrer-policy': 'no-referrer',
          'x-dns-prefetch-control': 'off',
        })
        .type('text/html; charset=utf-8')
        .send(toPage(body_html))
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
