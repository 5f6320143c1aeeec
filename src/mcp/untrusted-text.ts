import type { UntrustedFields } from './untrusted-fields.js'

/** Longest text from outside that a result has, in characters. */
export const MAX_TEXT_CHARS = 20_000
/** Most of all such texts of a result together, in characters. */
const MAX_ALL_CHARS = 100_000
/** So much of a text stays also when there is no more room, in characters: subjects and snippets. */
const MIN_TEXT_CHARS = 300

/** Gives the text of HTML. */
export type TextOf = (html: string) => Promise<string>

/** Cuts the texts from outside that a result has, and gives HTML as text. */
export class UntrustedText {
  readonly #textOf: TextOf
  readonly #found = new Set<string>()
  #left = MAX_ALL_CHARS
  #cuts = 0

  constructor(textOf: TextOf) {
    this.#textOf = textOf
  }

  /** The fields that have such text, like `messages.subject`. */
  get found(): readonly string[] {
    return [...this.#found]
  }

  /** Whether a text was cut. */
  get isCut(): boolean {
    return this.#cuts > 0
  }

  /** A result as a model gets it. */
  async sanitize(value: unknown, fields: UntrustedFields, path = ''): Promise<unknown> {
    if (fields.text) return this.#cut(value, path)
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) {
      const items: unknown[] = []
      // One after the other: earlier ones have the room first.
      for (const item of value) items.push(fields.items ? await this.sanitize(item, fields.items, path) : item)
      return items
    }
    return this.#tameObject(value, fields, path)
  }

  async #tameObject(object: object, { fields, items }: UntrustedFields, path: string): Promise<object> {
    const sanitized: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(await this.#withoutHtml(object, fields))) {
      const inner = fields?.get(name) ?? items
      sanitized[name] = inner ? await this.sanitize(value, inner, path === '' ? name : `${path}.${name}`) : value
    }
    return sanitized
  }

  /** An object with the text of its HTML instead of the HTML, unless it has that text already. */
  async #withoutHtml(object: object, fields: UntrustedFields['fields'] = new Map()): Promise<object> {
    const given: Record<string, unknown> = { ...object }
    for (const [name, { text }] of fields) {
      if (text?.htmlFor === undefined) continue
      const { [name]: html } = given
      delete given[name]
      if (typeof html === 'string' && !given[text.htmlFor]) given[text.htmlFor] = await this.#textOf(html)
    }
    return given
  }

  #cut(value: unknown, path: string): unknown {
    if (typeof value === 'string') return this.#cutText(value, path)
    if (Array.isArray(value)) return value.map((item) => this.#cut(item, path))
    if (typeof value !== 'object' || value === null) return value
    // The names are from outside, too.
    if (Object.keys(value).length > 0) this.#found.add(path)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, this.#cut(inner, path)]))
  }

  #cutText(text: string, path: string): string {
    if (text !== '') this.#found.add(path)
    const room = Math.min(MAX_TEXT_CHARS, Math.max(MIN_TEXT_CHARS, this.#left))
    this.#left -= Math.min(text.length, room)
    if (text.length <= room) return text
    this.#cuts += 1
    const chars = (count: number) => count.toLocaleString('en-US')
    return `${text.slice(0, room)}… [cut: the first ${chars(room)} of ${chars(text.length)} characters]`
  }
}
