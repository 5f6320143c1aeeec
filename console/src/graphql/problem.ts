import type { CombinedError } from '@urql/core'

/** What went wrong, for a reader. */
export interface Problem {
  message: string
  /** A code of the API; null if there was no answer. */
  code: string | null
  /** Messages for fields, by their path in the input or among the arguments, like `endpointUrl`. */
  fields: Map<string, string>
}

interface Detail {
  path: string
  message: string
}

/** How the API names the argument that holds the fields of a form. */
const INPUT = /^input\./
/** A message about one field. Only malformed requests (400) have details besides. */
const ABOUT_FIELD = /^input\.([\w.]+): (.+)$/s

/** The first error of a result in the API's own words. */
export function problemOf({ graphQLErrors, networkError, response }: CombinedError): Problem {
  const [first] = graphQLErrors
  if (first) {
    const { code, details } = first.extensions as { code?: string; details?: Detail[] }
    const [, path, message] = ABOUT_FIELD.exec(first.message) ?? []
    const named = details ?? (path && message ? [{ path, message: message.replaceAll('; input.', '; ') }] : [])
    const fields = new Map(named.map((detail) => [detail.path.replace(INPUT, ''), detail.message]))
    const faults = [...fields].map(([field, fault]) => fieldErrorInWords(field, fault))
    const text = faults.join(' ') || inReadersWords(first.message)
    return { message: text, code: code ?? null, fields }
  }
  const status = (response as Response | undefined)?.status
  const message = status
    ? `The server answered ${status}. Try again in a moment.`
    : 'The server cannot be reached. Check that it runs, and try again.'
  return {
    message: networkError || status ? message : 'Something went wrong. Try again.',
    code: null,
    fields: new Map(),
  }
}

/** What is wrong with a field, as a sentence that names it. */
export const fieldErrorInWords = (field: string, fault: string) =>
  sentence(`${inWords(field)} ${inReadersWords(fault)}`)

const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`)

/** Fields whose names say nothing to a reader, as forms call them. */
const WORDS: Record<string, string> = {
  bodyHtml: 'HTML',
  bodyText: 'Plain text',
  contactId: 'Contact',
  email: 'Address',
  endpointUrl: 'URL',
  eventTypes: 'Events',
  expiresAt: 'Last day',
  fromEmail: 'From',
  hardLimitMicros: 'The limit at which sends stop',
  isTopic: 'Topic',
  keyId: 'Key',
  listId: 'List',
  logoUrl: 'Address of the logo',
  recipient: 'Address',
  replyTo: 'Replies to',
  scheduledAt: 'Time',
  sendTo: 'May write to',
  softLimitMicros: 'The limit that warns',
  templateId: 'Template',
  throttlePerMinute: 'Mails a minute',
}

const SNAKE = Object.fromEntries(
  Object.entries(WORDS).map(([name, words]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), words]),
)

/** A message of the API with its names of fields as forms call them: `body_text` is `“Plain text”`. */
const inReadersWords = (message: string) =>
  message.replaceAll(/\b(?:metadata\.|payload\.)?([a-z]+(?:_[a-z]+)+)\b/g, (name, field: string) =>
    Object.hasOwn(SNAKE, field) ? `“${SNAKE[field]}”` : name,
  )

/** A field as a reader calls it: `payload.bodyHtml` is `HTML`, and `firstName` is `First name`. */
function inWords(path: string): string {
  const name = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? path
  const words = WORDS[name] ?? name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
