import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.js'
import { sendError } from '../errors.js'
import { NEVER_STORED } from '../response-headers.js'
import { Html, html } from './html.js'
import { TOKENS } from './tokens.js'

/** A small page for somebody who followed a link in a mail: no account, no script, nothing from other sites. */
export interface Page {
  /** HTTP status. 200 when omitted. */
  status?: number
  title: string
  /** The content below the title: paragraphs and at most one form. */
  body: Html
}

const STYLE = `${TOKENS}
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--back);
  color: var(--text); font: 400 var(--title) / 1.6 var(--font) }
main { width: 100%; max-width: 480px; padding: 32px; background: var(--surface); border: 1px solid var(--line);
  border-radius: var(--corner); overflow-wrap: anywhere }
@media (max-width: 480px) { main { padding: 24px 16px } }
h1 { margin: 0 0 12px; font-size: var(--page); line-height: 1.3; font-weight: 600 }
p { margin: 0 0 16px }
form { margin: 24px 0 }
.quiet { color: var(--muted); font-size: var(--body) }
.quiet + .quiet { margin-top: -8px }
main > :last-child { margin-bottom: 0 }
a { color: var(--accent); text-underline-offset: 2px }
code { font: 0.875em var(--mono) }
.notice { padding: 12px 16px; border-radius: var(--corner); background: var(--sunken); font-weight: 600 }
fieldset { margin: 0 0 24px; padding: 0; border: 0; min-width: 0 }
legend { padding: 0 0 8px; font-weight: 600 }
.option { display: flex; gap: 12px; padding: 12px 0; border-top: 1px solid var(--line); cursor: pointer }
.option input { flex: none; width: 20px; height: 20px; margin: 2px 0 0; accent-color: var(--accent) }
.option span { flex: 1; min-width: 0 }
.option bdi { display: block; text-align: left }
button { width: 100%; min-height: 40px; padding: 8px 16px; border: 1px solid transparent; border-radius: var(--corner);
  background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer }
button + button { margin-top: 12px }
.second { border-color: var(--line-strong); background: none; color: var(--accent) }
button:hover { filter: brightness(1.08) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
`

const SECURITY = {
  ...NEVER_STORED,
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  // The URL of the page is secret.
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}

/** Sends a page with a content security policy that allows only its own style and form. */
export function sendPage(reply: FastifyReply, { status = 200, title, body }: Page): FastifyReply {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${Html.trust(STYLE)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
  return reply.code(status).headers(SECURITY).type('text/html; charset=utf-8').send(page.toString())
}

/** The sender of a mail, as a page names it. The name may be written from right to left. */
export function senderIn({ sender }: { sender: string | null }): Html {
  return sender === null ? html`this sender` : html`<strong><bdi>${sender}</bdi></strong>`
}

/** Whether the client is a browser: programs get errors as JSON. */
export function wantsPage({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') === true
}

/** Refuses the token of a link in a mail, in the format that the client expects. */
export function refuseLink(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const message = 'This link is invalid. It may be incomplete: open it from the mail again.'
  const error = new ApiError('invalid_token', message)
  if (!wantsPage(request)) return sendError(request, reply, error)
  return sendPage(reply, { status: error.status, title: 'This link does not work', body: html`<p>${message}</p>` })
}
