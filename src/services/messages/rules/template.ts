import type { SendRequest } from '../../../contract/messages.js'
import type { Renderable, TemplateRendering } from '../../templates/template-rendering.js'

/**
 * The payload of a send, with the rendered template if it names one. The payload's subject takes precedence over the
 * template's, the bodies come from the template, and the rest of the payload is kept.
 * @throws ApiError `missing_variable`, `template_error`.
 */
export async function payloadOf(
  templates: Pick<TemplateRendering, 'renderForSend'>,
  template: Renderable | null,
  { template_vars = {}, payload }: SendRequest,
): Promise<SendRequest['payload']> {
  if (!template) return payload
  const own = payload?.subject?.trim() ? payload.subject : undefined
  const hasSubject = own !== undefined
  const { subject, body_html, body_text } = await templates.renderForSend(template, template_vars, { hasSubject })
  return { ...payload, subject: own ?? subject, body_html: body_html || undefined, body_text: body_text || undefined }
}
