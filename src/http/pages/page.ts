import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.js'
import { sendError } from '../errors.js'
import { NEVER_STORED } from '../response-headers.js'
import { Html, html } from './html.js'

/** A small page for somebody who followed a link in a mail: no account, no script, nothing from other sites. */
export interface Page {
  /** HTTP status. 200 when omitted. */
  status?: number
  title: string
  /** The content below the title: paragraphs and at most one form. */
  body: Html
}

// The colors of the console: console/src/styles/tokens.css.
const STYLE = `
:root { color-scheme: light dark; --back: #fbfbfc; --card: #fff; --text: #1b1b22; --quiet: #5b5b69; --line: #e4e4e9; --main: #3b4fd8; --on-main: #fff }
@media (prefers-color-scheme: dark) {
  :root { --back: #101014; --card: #17171c; --text: #ececf1; --quiet: #a3a3b1; --line: #2c2c35; --main: #98a5ff; --on-main: #101014 }
}
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem; background: var(--back);
  color: var(--text); font: 1rem/1.6 system-ui, sans-serif }
main { width: 100%; max-width: 30rem; padding: 2rem; background: var(--card); border: 1px solid var(--line); border-radius: .75rem;
  overflow-wrap: anywhere }
h1 { margin: 0 0 .75rem; font-size: 1.375rem; line-height: 1.3 }
p, form { margin: 0 0 1rem }
p:last-child, form:last-child { margin-bottom: 0 }
.quiet { color: var(--quiet); font-size: .9375rem }
a { color: var(--main) }
.notice { padding: .75rem 1rem; border-radius: .5rem; background: var(--back); font-weight: 600 }
fieldset { margin: 0 0 1.25rem; padding: 0; border: 0; min-width: 0 }
legend { padding: 0 0 .5rem; font-weight: 600 }
.option { display: flex; gap: .75rem; padding: .75rem 0; border-top: 1px solid var(--line); cursor: pointer }
.option input { flex: none; width: 1.25rem; height: 1.25rem; margin: .175rem 0 0; accent-color: var(--main) }
.option span { flex: 1; min-width: 0 }
.option bdi { display: block; text-align: left }
button { font: inherit; font-weight: 600; width: 100%; padding: .75rem 1rem; border: 0; border-radius: .5rem; background: var(--main);
  color: var(--on-main); cursor: pointer }
.second { margin-top: .75rem; background: none; color: var(--main); border: 1px solid var(--line) }
button:hover { filter: brightness(1.08) }
:focus-visible { outline: 3px solid var(--main); outline-offset: 3px }
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
