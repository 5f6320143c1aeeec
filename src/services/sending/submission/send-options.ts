import type { MessageType } from '../../../contract/messages.js'
import { ApiError } from '../../../errors.js'

/** What the headers of a submitted mail say about its send. */
export interface SendOptions {
  idempotencyKey?: string
  messageType?: MessageType
  scheduledAt?: string
  opens?: boolean
  clicks?: boolean
  /** Both kinds of tracking, where nothing is said about one of them. */
  tracking?: boolean
  /** Whether nothing must be delivered. */
  simulated?: boolean
}

/** Gathers what several headers say. The send operation checks lengths, counts and times, as for a request over HTTP. */
export class SendOptionsReader {
  readonly options: SendOptions = {}
  readonly metadata = new Map<string, unknown>()
  readonly #tags = new Map<string, string>()
  readonly #labels = new Set<string>()

  /** @throws ApiError `invalid_request` if another header, or the same one before, says otherwise. */
  set<Name extends keyof SendOptions>(header: string, name: Name, value: NonNullable<SendOptions[Name]>): void {
    const before = this.options[name]
    if (before !== undefined && before !== value) refuse(header, 'contradicts another header. Give only one of them')
    this.options[name] = value
  }

  addTag(key: string, value: string): void {
    this.#tags.set(key, value)
  }

  /** A tag that is only a text, as other services have them. */
  addLabel(text: string): void {
    this.#labels.add(text)
  }

  /** @throws ApiError `invalid_request` for the field that names the sender. */
  addMetadata(header: string, key: string, value: unknown): void {
    if (key === 'from_email') refuse(header, 'must not have the field from_email: the sender is in the From header')
    this.metadata.set(key, value)
  }

  /** All tags. The texts get the keys `tag`, `tag_2`, `tag_3` and so on, except those that are taken. */
  get tags(): Map<string, string> {
    const tags = new Map(this.#tags)
    let number = 1
    for (const text of this.#labels) {
      let key = labelKey(number)
      while (tags.has(key)) key = labelKey(++number)
      tags.set(key, text)
    }
    return tags
  }
}

const labelKey = (number: number): string => (number === 1 ? 'tag' : `tag_${number}`)

/** Refuses a mail for one of its headers. */
export function refuse(header: string, problem: string): never {
  throw new ApiError('invalid_request', `The header ${header} ${problem}.`)
}
