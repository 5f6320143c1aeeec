/* What the template languages of other services have, besides values and sections. */

/** Resend's own, Postmark's Mustachio, and the Handlebars of SendGrid, Mailgun and SES. */
export type TemplateLanguage = 'resend' | 'mustachio' | 'sendgrid' | 'mailgun' | 'ses'

/** A template cannot be translated. The message names what is in the way. */
export class UntranslatableError extends Error {
  override name = 'UntranslatableError'
}

export const isHandlebars = (language: TemplateLanguage) => ['sendgrid', 'mailgun', 'ses'].includes(language)

/** The helpers that open sections. */
export const HELPERS_OF: Record<TemplateLanguage, RegExp> = {
  resend: /^$/,
  mustachio: /^(each|if)$/,
  sendgrid: /^(each|if|unless|equals|notEquals|greaterThan|lessThan)$/,
  mailgun: /^(each|if|unless)$/,
  ses: /^(each|if|unless)$/,
}

/** Variables that a service fills by itself, with ours that are the same. */
const OWN_VARIABLES: Record<TemplateLanguage, Record<string, string>> = {
  resend: {
    RESEND_UNSUBSCRIBE_URL: 'unsubscribe_url',
    UNSUBSCRIBE_URL: 'unsubscribe_url',
    FIRST_NAME: 'first_name',
    LAST_NAME: 'last_name',
    EMAIL: 'email',
    'contact.first_name': 'first_name',
    'contact.last_name': 'last_name',
    'contact.email': 'email',
  },
  mustachio: { 'pm:unsubscribe_url': 'unsubscribe_url' },
  sendgrid: { unsubscribe: 'unsubscribe_url', unsubscribe_preferences: 'preferences_url' },
  mailgun: {},
  ses: { amazonSESUnsubscribeUrl: 'unsubscribe_url' },
}

/** The variable that a variable of a service is here; null if it is one of the template. */
export function ownVariable(name: string, language: TemplateLanguage): string | null {
  const own = OWN_VARIABLES[language]
  return Object.hasOwn(own, name) ? own[name]! : null
}

/** The name here of a variable that a template declares. */
export const variableOf = (name: string, language: TemplateLanguage): string => ownVariable(name, language) ?? name

/** Tags that are not in braces. Those that are not links to leave have no counterpart. */
const OTHER_TAGS: Partial<Record<TemplateLanguage, { tag: RegExp; ours: Record<string, string> }>> = {
  sendgrid: {
    tag: /<%\s*(asm_\w+)\s*%>/g,
    ours: {
      asm_group_unsubscribe_raw_url: 'unsubscribe_url',
      asm_global_unsubscribe_raw_url: 'unsubscribe_url',
      asm_preferences_raw_url: 'preferences_url',
    },
  },
  mailgun: {
    tag: /%((?:recipient|mailing_list|tag_unsubscribe|unsubscribe)[\w.-]*)%/g,
    ours: {
      unsubscribe_url: 'unsubscribe_url',
      tag_unsubscribe_url: 'unsubscribe_url',
      mailing_list_unsubscribe_url: 'unsubscribe_url',
      recipient: 'email',
      recipient_email: 'email',
    },
  },
}

/**
 * Text between the tags in braces, as Liquid prints it.
 * @throws UntranslatableError
 */
export function plainText(text: string, language: TemplateLanguage): string {
  const others = OTHER_TAGS[language]
  // What would be a tag of Liquid, and was none.
  const literal = text.replaceAll('{%', "{{ '{%' }}")
  return others
    ? literal.replaceAll(others.tag, (tag, name: string) => {
        if (!Object.hasOwn(others.ours, name)) throw new UntranslatableError(`${tag} has no counterpart`)
        return `{{ ${others.ours[name]} }}`
      })
    : literal
}
