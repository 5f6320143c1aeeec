import { z } from 'zod'

/** What a text from outside is. */
export interface UntrustedField {
  /** For HTML: the field beside it with the plain text, in whose place a reader without HTML takes its text. */
  htmlFor?: string
  isUntrusted: true
}

/**
 * Fields with text that people outside the account write: received mail, contacts, answers of other servers. To a language
 * model such text is marked as untrusted, because it may hold instructions (prompt injection; OWASP LLM01).
 */
export const untrustedFields = z.registry<UntrustedField>()

/** Declares that a field has text from outside; all texts in it, if it is a list or an object. */
export const untrusted = <S extends z.ZodType>(schema: S): S => {
  untrustedFields.add(schema, { isUntrusted: true })
  return schema
}

/** The same for HTML, whose text a model gets as `field`, if there is no such field. */
export const untrustedHtml = <S extends z.ZodType>(field: string, schema: S): S => {
  untrustedFields.add(schema, { isUntrusted: true, htmlFor: field })
  return schema
}
