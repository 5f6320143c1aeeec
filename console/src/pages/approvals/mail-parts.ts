import { sizeInWords } from '../../lib/size.js'

/** A part of what a model wants to send: its name for people, and all of it. */
export interface MailPart {
  name: string
  text: string
}

/** The parts that matter most, in the order of a mail, by their paths in the input. */
const KNOWN: readonly [path: RegExp, name: string][] = [
  [/^from$|^metadata\.from_email$/, 'From'],
  [/^to$|^destination\.email$/, 'To'],
  [/^cc$/, 'Cc'],
  [/^bcc$/, 'Bcc'],
  [/^(payload\.)?subject$/, 'Subject'],
  [/^(payload\.)?body_text$/, 'Text'],
  [/^(payload\.)?body_html$/, 'HTML'],
]

/** Base64 of a file, whose size says more than its characters. */
const FILE = /(^|\.)attachments\.\d+\.content$/

/**
 * Every part of the input of an operation, nothing left out: what an approval sends is what its reader has seen. A mail's
 * usual parts come first.
 */
export function partsOf(input: unknown): MailPart[] {
  const leaves = leavesOf(input, '')
  const rankOf = (path: string) => {
    const rank = KNOWN.findIndex(([known]) => known.test(path))
    return rank < 0 ? KNOWN.length : rank
  }
  return leaves
    .map((leaf) => ({ ...leaf, rank: rankOf(leaf.path) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ path, text, rank }) => ({ name: KNOWN[rank]?.[1] ?? nameOf(path), text }))
}

/** A path for people: `payload.attachments.0.content` is `Attachments: 1 content`. What the sender has named stays as it is. */
function nameOf(path: string): string {
  const [field = '', ...rest] = path.replace(/^(payload|metadata)\./, '').split('.')
  const words = field.charAt(0).toUpperCase() + field.slice(1).replaceAll('_', ' ')
  const within = rest.map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : part)).join(' ')
  return within === '' ? words : `${words}: ${within}`
}

function leavesOf(value: unknown, path: string): { path: string; text: string }[] {
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) {
    return value.length === 0 ? [] : [{ path, text: value.join(', ') }]
  }
  if (value !== null && typeof value === 'object') {
    return Object.entries(value).flatMap(([key, each]) => leavesOf(each, path === '' ? key : `${path}.${key}`))
  }
  if (value === null || value === undefined) return []
  const text = String(value)
  return [
    {
      path,
      text: FILE.test(path) ? `A file of about ${sizeInWords(Math.floor((text.length * 3) / 4))}` : text,
    },
  ]
}
