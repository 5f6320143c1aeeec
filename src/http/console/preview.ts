import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { ApiError } from '../../errors.js'
import { FairQueue } from '../../lib/concurrency/fair-queue.js'
import { getInboundEmail } from '../../operations/inbound.js'
import { getMessageContent } from '../../operations/message-content.js'
import { type AnyOperation, assertAllowed } from '../../operations/runner.js'
import type { Caller } from '../../services/caller.js'
import { FRAME_SCRIPT } from '../../services/reading/mail-pages/frame-script.js'
import type { MailPageParts } from '../../services/reading/mail-pages/mail-page.js'
import { authenticate } from '../authenticate.js'
import { NEVER_STORED } from '../response-headers.js'
import type { DoorDeps } from '../server.js'
import { type PreviewRequest, receivedHtml, sentHtml } from './preview-html.js'

/** The route of an empty page, for mail that is being written in the console. */
const BLANK_ROUTE = '/preview/blank'

interface Preview {
  /** The route of a mail's HTML, shown in a frame of the console. */
  route: string
  /** What the caller must be allowed to do. */
  operation: AnyOperation
  read: (deps: DoorDeps, caller: Caller, wanted: PreviewRequest) => Promise<MailPageParts | null>
}

const PREVIEWS: readonly Preview[] = [
  { route: '/preview/messages/:id', operation: getMessageContent, read: sentHtml },
  { route: '/preview/inbound/:id', operation: getInboundEmail, read: receivedHtml },
]

/** What a frame may do. */
interface FrameRights {
  sandbox: string
  /** The scripts that run in it, as a source of the policy. */
  scripts: string
}

/**
 * What a mail may do: show itself. It gets a separate origin and cannot run its own scripts, send forms, load anything,
 * or move the page around it. Its links open in a new tab.
 */
const policyFor = ({ sandbox, scripts }: FrameRights, images: string) =>
  [
    `sandbox ${sandbox}`,
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'unsafe-inline'",
    `img-src ${images}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')

/**
 * Links of a mail open in new tabs, which may do what tabs may do. Our script runs in it, known by its digest (CSP 3, 2.3.1),
 * and no other.
 */
const OF_A_MAIL: FrameRights = {
  sandbox: 'allow-scripts allow-popups allow-popups-to-escape-sandbox',
  scripts: `'sha256-${createHash('sha256').update(FRAME_SCRIPT).digest('base64')}'`,
}
/** The console writes into it. Nothing in it can run, so nothing in it can reach the console. */
const OF_A_DRAFT: FrameRights = { sandbox: 'allow-same-origin', scripts: "'none'" }

/** What is shown of a mail whose page takes too long to make. */
const UNREADABLE =
  '<!doctype html><p>This mail takes too long to show, so nothing of its HTML is shown here. Read its text, or its HTML source.</p>'

/**
 * Mails that are made into pages at a time: each takes several times its size in memory until it is sent. An account's are
 * read in one thread anyway, so a second one is all that it needs here.
 */
const PERMITS = 8
const PERMITS_PER_ACCOUNT = 2

const WITHOUT_REMOTE = 'data:'
const WITH_REMOTE = 'data: https: http:'

/**
 * Serves the HTML of mail as separate pages with their own policy, and an empty page for drafts. `?images=remote` lets
 * them load pictures.
 */
export function mountPreview(server: FastifyInstance, deps: DoorDeps): void {
  const queue = new FairQueue({ permits: () => PERMITS, perAccount: () => PERMITS_PER_ACCOUNT })
  for (const preview of PREVIEWS) mountOne(server, deps, queue, preview)
  server.get<{ Querystring: { images?: string } }>(BLANK_ROUTE, ({ query }, reply) =>
    sendFrame(reply, OF_A_DRAFT, query.images === 'remote', '<!doctype html>'),
  )
}

function mountOne(
  server: FastifyInstance,
  deps: DoorDeps,
  queue: FairQueue,
  { route, operation, read }: Preview,
): void {
  server.get<{ Params: { id: string }; Querystring: { images?: string } }>(route, {
    onRequest: async (request, reply) => {
      reply.headers(NEVER_STORED)
      request.caller = await authenticate(deps, request, reply)
      await assertAllowed(deps, operation, request.caller)
    },
    handler: async ({ caller, params, query }, reply) => {
      const withRemote = query.images === 'remote'
      // Without one the request was refused.
      const { accountId } = caller!
      const page = await queue.hold({ accountId }, async () => {
        const mail = await read(deps, caller!, { id: params.id, withRemote })
        if (!mail) throw new ApiError('not_found', 'The mail has no HTML.')
        return deps.services.htmlReader.page(accountId, mail)
      })
      return sendFrame(reply, OF_A_MAIL, withRemote, page ?? UNREADABLE)
    },
  })
}

function sendFrame(reply: FastifyReply, rights: FrameRights, withRemote: boolean, page: string | Buffer): FastifyReply {
  return reply
    .headers({
      'content-security-policy': policyFor(rights, withRemote ? WITH_REMOTE : WITHOUT_REMOTE),
      'referrer-policy': 'no-referrer',
      'x-dns-prefetch-control': 'off',
    })
    .type('text/html; charset=utf-8')
    .send(page)
}
