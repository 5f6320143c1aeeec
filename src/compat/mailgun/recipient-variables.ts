import { ApiError } from '../../errors.js'

const PLACE = /%recipient\.([\w-]{1,64})%/
/** Most different names in a text: its length with values is found name by name. */
const MAX_NAMES = 100

/** What stands in the places of a text, by name. */
export type FilledIn = ReadonlyMap<string, string>

/** A text with places for variables of recipients, `%recipient.name%`. Unknown ones stay, as at Mailgun. */
export class FilledText {
  /** What is written, and after each of it but the last the name of a place. */
  readonly #parts: readonly string[]
  /** How often each name is there. */
  readonly #names = new Map<string, number>()
  readonly #length: number

  /** @throws ApiError `invalid_request` for too many names. */
  constructor(text: string) {
    this.#parts = text.split(PLACE)
    this.#length = text.length
    for (let at = 1; at < this.#parts.length; at += 2) {
      const name = this.#parts[at]!
      this.#names.set(name, (this.#names.get(name) ?? 0) + 1)
      if (this.#names.size > MAX_NAMES) {
        throw new ApiError('invalid_request', `A text can have at most ${MAX_NAMES} different variables of recipients.`)
      }
    }
  }

  /** What the variables of a recipient put into this text. */
  valuesOf(variables: Record<string, unknown>): FilledIn {
    const values = new Map<string, string>()
    for (const name of this.#names.keys()) if (Object.hasOwn(variables, name)) values.set(name, textOf(variables[name]))
    return values
  }

  /** The length with the values, in characters. */
  lengthWith(values: FilledIn): number {
    let length = this.#length
    for (const [name, count] of this.#names) {
      const value = values.get(name)
      if (value !== undefined) length += count * (value.length - placeOf(name).length)
    }
    return length
  }

  with(values: FilledIn): string {
    return this.#parts.map((part, at) => (at % 2 === 0 ? part : (values.get(part) ?? placeOf(part)))).join('')
  }
}

const placeOf = (name: string) => `%recipient.${name}%`

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
