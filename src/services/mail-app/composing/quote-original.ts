import { escapeHtml } from '../../../lib/text/escape-html.js'

/** A mail that is forwarded. */
export interface Original {
  from: string
  to: readonly string[]
  cc: readonly string[]
  subject: string
  sentAt: Date
  /** Made from its HTML if the mail has no text. */
  text: string
  html: string | null
}

interface Bodies {
  body_text: string | undefined
  body_html: string | undefined
}

const MARK = '---------- Forwarded message ----------'

/** The bodies of a forward: what its sender wrote, and below it the original. A body that was not given stays away. */
export function withOriginal({ body_text, body_html }: Bodies, original: Original): Bodies {
  return {
    body_text: body_text === undefined ? undefined : `${body_text}\n\n${quotedText(original)}`,
    body_html: body_html === undefined ? undefined : `${body_html}\n<br>\n${quotedHtml(original)}`,
  }
}

function quotedText(original: Original): string {
  return [MARK, ...headLines(original), '', original.text].join('\n')
}

function quotedHtml(original: Original): string {
  const head = [MARK, ...headLines(original)].map((line) => escapeHtml(line)).join('<br>\n')
  const body = original.html ?? `<pre style="white-space: pre-wrap">${escapeHtml(original.text)}</pre>`
  return `<div>${head}</div>\n<br>\n<div>${body}</div>`
}

function headLines({ from, to, cc, subject, sentAt }: Original): string[] {
  return [
    `From: ${from}`,
    `Date: ${sentAt.toUTCString()}`,
    `Subject: ${subject}`,
    `To: ${to.join(', ')}`,
    ...(cc.length > 0 ? [`Cc: ${cc.join(', ')}`] : []),
  ]
}
