import { randomBytes } from 'node:crypto'
import type { SendRequest } from '../../../../contract/messages.js'
import type { RenderedTemplate } from '../../../../contract/templates.js'
import { withPlacesAt } from '../../../tracking/engagement/link-variables.js'
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
      ? await renderWithLinks(templates, template, template_vars, hasSubject)
      : await templates.renderForSend(template, template_vars, { hasSubject })
  return { ...payload, subject: own ?? subject, body_html: body_html || undefined, body_text: body_text || undefined }
}

/**
 * Marketing mail also has the variables `unsubscribe_url` and `preferences_url`, in its bodies: the places of the links,
 * which are known once the message has an id. While it renders, marks that nobody can know stand for them.
 */
async function renderWithLinks(
  templates: Templates,
  template: Renderable,
  given: Record<string, unknown>,
  hasSubject: boolean,
): Promise<RenderedTemplate> {
  const secret = randomBytes(16).toString('hex')
  const marks = { unsubscribe_url: `unsubscribe_url_${secret}`, preferences_url: `preferences_url_${secret}` }
  const subjectVars = { unsubscribe_url: null, preferences_url: null }
  const vars = { ...given, ...marks }
  const { subject, body_html, body_text } = await templates.renderForSend(template, vars, { hasSubject, subjectVars })
  return {
    subject,
    body_html: withPlacesAt(marks, body_html),
    body_text: body_text && withPlacesAt(marks, body_text),
  }
}
