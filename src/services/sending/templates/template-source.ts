/** The rendered fields of a template. */
export interface TemplateSource {
  subject: string
  body_html: string
  body_text: string | null
}

export type TemplateField = keyof TemplateSource

export const TEMPLATE_FIELDS = ['subject', 'body_html', 'body_text'] as const satisfies TemplateField[]

/** Most characters of a rendered body. */
export const MAX_RENDERED_CHARS = 2 * 1024 * 1024
/** Most characters of a rendered subject: those of a header line (RFC 5322, section 2.1.1). */
export const MAX_SUBJECT_CHARS = 998

/** Why a template cannot be parsed or rendered. Lines and columns start at 1. */
export interface TemplateProblem {
  kind: 'syntax' | 'render'
  field: TemplateField
  position: { line: number; column: number } | null
  message: string
}
