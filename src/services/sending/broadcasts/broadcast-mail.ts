import type { SendRequest } from '../../../contract/messages.js'
import { LINK_VARIABLES } from '../../../contract/template-vars.js'
import { hasEncodedWord, isSafeName } from '../../../lib/mail/addresses.js'
import type { BroadcastDoc } from '../../../models/broadcast.js'
import type { ContactDoc } from '../../../models/contact.js'
import type { Renderable, TemplateRendering } from '../templates/template-rendering.js'

/*
 * What the mail of a broadcast is made of: a source with variables, rendered for each contact. The source is the
 * broadcast's own, or a template.
 */

/** The fields of a contact that a mail is made of. */
export type Addressee = Pick<ContactDoc, 'email' | 'first_name' | 'last_name' | 'attributes'>

type Source = Pick<BroadcastDoc, '_id' | 'account_id' | 'subject' | 'body_html' | 'body_text' | 'template_id'> & {
  /** Null for a source that is not stored. */
  revision?: number | null
}

/** Variables that no attribute can stand for: the fields of the contact, and what every marketing mail has. */
const OWN_NAMES: readonly string[] = ['email', 'first_name', 'last_name', ...LINK_VARIABLES]
/** Variables that every mail has a value for. */
export const ALWAYS_KNOWN: readonly string[] = ['email', ...LINK_VARIABLES]
/** Most characters of a name that is shown. */
const MAX_NAME_CHARS = 255

/**
 * What renders the mail of a broadcast. Its own subject takes precedence over that of its template.
 * @throws ApiError `template_not_found`, also for an inactive template; `overloaded`.
 */
export async function renderableOf(
  templates: Pick<TemplateRendering, 'findForSend'>,
  { _id, account_id: accountId, subject, body_html, body_text, template_id, revision = 0 }: Source,
): Promise<Renderable> {
  // Each change of a draft makes another revision, so the two together stand for the source.
  const own = revision === null ? null : `${_id}:${revision}`
  if (template_id === null) {
    const source = { subject: subject ?? '', body_html: body_html ?? '', body_text }
    return { id: _id, accountId, isActive: true, version: own, source, variables: [] }
  }
  const template = await templates.findForSend(accountId, template_id)
  if (subject === null) return template
  return { ...template, version: own && `${template.version}:${own}`, source: { ...template.source, subject } }
}

/** The same for a test of a broadcast, marked in its subject. */
export function asTest({ version, source, ...rest }: Renderable): Renderable {
  return { ...rest, version: version && `${version}:test`, source: { ...source, subject: `[Test] ${source.subject}` } }
}

/** The request that makes the mail of a broadcast to a contact. */
export function mailTo(
  { from_email, reply_to, tracking }: Pick<BroadcastDoc, 'from_email' | 'reply_to' | 'tracking'>,
  contact: Addressee,
  idempotencyKey: string,
): SendRequest {
  const name = nameOf(contact)
  return {
    channel: 'email',
    idempotency_key: idempotencyKey,
    message_type: 'marketing',
    destination: { email: contact.email, ...(name && { name }) },
    ...(reply_to.length > 0 && { payload: { reply_to } }),
    ...(from_email !== null && { metadata: { from_email } }),
    ...(tracking && { tracking }),
    template_vars: variablesOf(contact),
  }
}

/** The fields of a contact as variables. What is unknown is null. */
export function variablesOf({ email, first_name, last_name, attributes }: Addressee): Record<string, unknown> {
  const others = Object.entries(attributes).filter(([name]) => !OWN_NAMES.includes(name))
  return { ...Object.fromEntries(others), email, first_name, last_name }
}

function nameOf({ first_name, last_name }: Addressee): string | null {
  const name = [first_name, last_name].filter(Boolean).join(' ')
  const isShown = name !== '' && name.length <= MAX_NAME_CHARS && isSafeName(name) && !hasEncodedWord(name)
  return isShown ? name : null
}
