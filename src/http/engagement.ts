import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.js'
import type { UnsubscribeRequest } from '../services/audience/preferences/preference-service.js'
import type { TrackedRequest } from '../services/tracking/engagement/engagement-recorder.js'
import { CLICK_PATH, OPEN_PATH, PREFERENCES_PATH, UNSUBSCRIBE_PATH } from '../services/tracking/engagement/links.js'
import { countAddress } from './authenticate.js'
import { clientAddress } from './client-address.js'
import { isHead } from './head-requests.js'
import { MAIL_LINK } from './host-names.js'
import { checkLinkHosts } from './link-hosts.js'
import { acceptFormsOnly } from './pages/form-body.js'
import { html } from './pages/html.js'
import { refuseLink, senderIn, sendPage } from './pages/page.js'
import type { DoorDeps } from './server.js'

/** A transparent picture of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

const NOT_KEPT = { 'cache-control': 'no-store, private', 'x-robots-tag': 'noindex, nofollow' }

/**
 * The routes behind links in mails. They need no key or cookie. Signed links are not rate limited, because a large mail
 * service sends its requests from a few addresses; invalid links are limited by client address.
 */
export function mountEngagement(server: FastifyInstance, deps: DoorDeps): void {
  server.register(async (scope) => {
    acceptFormsOnly(scope)
    checkLinkHosts(scope, deps)
    mountTracking(scope, deps)
    mountUnsubscribe(scope, deps)
  })
}

function mountTracking(scope: FastifyInstance, deps: DoorDeps): void {
  const { services, log } = deps
  scope.get<{ Params: { file: string } }>(`${OPEN_PATH}:file`, MAIL_LINK, (request, reply) => {
    // Always send the picture at once: a broken one would be visible in the mail.
    if (!isHead(request)) {
      const token = request.params.file.replace(/\.gif$/, '')
      services.engagement.open(token, trackedRequestOf(request)).catch((error: unknown) => {
        log.warn({ err: error }, 'an open could not be recorded')
      })
    }
    return reply.headers(NOT_KEPT).type('image/gif').send(PIXEL)
  })

  scope.get<{ Params: { token: string } }>(`${CLICK_PATH}:token`, MAIL_LINK, async (request, reply) => {
    const tracked = isHead(request) ? null : trackedRequestOf(request)
    const target = await services.engagement.follow(request.params.token, tracked)
    if (target !== null) return reply.headers({ ...NOT_KEPT, 'referrer-policy': 'no-referrer' }).redirect(target, 302)
    await countAddress(deps, request, reply)
    return sendPage(reply, {
      status: 404,
      title: 'This link does not work',
      body: html`<p>It may be incomplete. Open it from the mail again.</p>`,
    })
  })
}

function mountUnsubscribe(scope: FastifyInstance, deps: DoorDeps): void {
  const { services } = deps
  const url = `${UNSUBSCRIBE_PATH}:token`

  // A GET changes nothing: programs follow every link of a mail before anybody reads it.
  scope.get<{ Params: { token: string } }>(url, MAIL_LINK, async (request, reply) => {
    const found = await services.preferences.unsubscribing(request.params.token)
    if (found === null) return refuse(request, reply)
    return sendPage(reply, {
      title: 'Unsubscribe',
      body: html`<p>Stop marketing mail from ${senderIn(found)} to <strong>${found.recipient}</strong>?</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>Unsubscribe</button></form>
<p class="quiet">You will still get mail that you need, such as receipts.</p>
<p class="quiet"><a href="${preferencesOf(found)}">Choose what mail you get</a></p>`,
    })
  })

  // RFC 8058 3.2: one request, without cookies and without a redirect.
  scope.post<{ Params: { token: string }; Body: FormData | undefined }>(url, MAIL_LINK, async (request, reply) => {
    if (request.body?.get('List-Unsubscribe') !== 'One-Click') {
      throw new ApiError('invalid_request', 'The body must be the form field `List-Unsubscribe=One-Click`.')
    }
    const found = await services.preferences.unsubscribe(request.params.token)
    if (found === null) return refuse(request, reply)
    return sendPage(reply, {
      title: 'You are unsubscribed',
      body: html`<p><strong>${found.recipient}</strong> will get no more marketing mail from ${senderIn(found)}.</p>
<p class="quiet">You will still get mail that you need, such as receipts.</p>
<p class="quiet">A mistake? <a href="${preferencesOf(found)}">Change what mail you get</a></p>`,
    })
  })

  async function refuse(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await countAddress(deps, request, reply)
    return refuseLink(request, reply)
  }
}

/** Relative to the page, which may be under a path of a proxy. */
const preferencesOf = ({ preferencesToken }: UnsubscribeRequest) => `..${PREFERENCES_PATH}${preferencesToken}`

function trackedRequestOf(request: FastifyRequest): TrackedRequest {
  return { ipAddress: clientAddress(request), userAgent: request.headers['user-agent'] ?? null }
}
