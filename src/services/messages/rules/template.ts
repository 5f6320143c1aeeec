import { randomBytes } from 'node:crypto'
import type { SendRequest } from '../../../contract/messages.js'
import type { RenderedTemplate } from '../../../contract/templates.js'
import { withPlacesAt } from '../../engagement/unsubscribe-url.js'
import type { Renderable, TemplateRendering } from '../../templates/template-rendering.js'

type Templates = Pick<TemplateRendering, 'renderForSend'>

/**
 * The payload of a send, with the rendered template if it names one. The payload's subject takes precedence over the
 * template's, the bodies come from the template, and the rest of the payload is kept.
 * @throws ApiError `missing_variable`, `template_error`.
 */
export async function payloadOf(
  templates: Templates,
  template: Renderable | null,
  { template_vars = {}, payload, message_type }: SendRequest,
): Promise<SendRequest['payload']> {
  if (!template) return payload
  const own = payload?.subject?.trim() ? payload.subject : undefined
  const hasSubject = own !== undefined
  const { subject, body_html, body_text } =
    message_type === 'marketing'
      ? await renderWithLink(templates, template, template_vars, hasSubject)
      : await templates.renderForSend(template, template_vars, { hasSubject })
  return { ...payload, subject: own ?? subject, body_html: body_html || undefined, body_text: body_text || undefined }
}

/**
 * Marketing mail also has the variable `unsubscribe_url`, in its bodies: the place of the link, which is known once the
 * message has an id. While it renders, a mark that nobody can know stands for it. A value of the request takes
 * precedence; null counts as none.
 */
async function renderWithLink(
  templates: Templates,
  template: Renderable,
  given: Record<string, unknown>,
  hasSubject: boolean,
): Promise<RenderedTemplate> {
  const mark = `unsubscribe_url_${randomBytes(16).toString('hex')}`
  const own = given.unsubscribe_url ?? null
  const vars = { ...given, unsubscribe_url: own ?? mark }
  const subjectVars = { unsubscribe_url: own }
  const { subject, body_html, body_text } = await templates.renderForSend(template, vars, { hasSubject, subjectVars })
  return {
    subject,
    body_html: withPlacesAt(mark, body_html),
    body_text: body_text && withPlacesAt(mark, body_text),
  }
}
