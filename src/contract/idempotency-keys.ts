import { z } from 'zod'
import { beginsWithId, ID_PREFIXES, type IdKind } from '../ids.js'
import { atMostChars } from './fields.js'

/*
 * Mail that the service names itself, by an id: it finds the message by that idempotency key when it does something again.
 * A caller who could use such a key would have another mail taken for it.
 */

/** What such a key has before the id. */
export const OWN_KEYS = {
  broadcast: 'broadcast:',
  mailDraft: 'draft-',
  approval: '',
  inboundEmail: 'forward-',
} as const satisfies Partial<Record<IdKind, string>>
type OwnKind = keyof typeof OWN_KEYS

const NAMES: Readonly<Record<OwnKind, string>> = {
  broadcast: 'the mail of a broadcast',
  mailDraft: 'the mail of a draft',
  approval: 'the mail of an approval',
  inboundEmail: 'forwarded mail',
}

const KINDS = Object.keys(OWN_KEYS) as OwnKind[]

/** The kind of mail that the service names so; undefined for the keys that callers may use. */
const ownKindOf = (key: string): OwnKind | undefined =>
  KINDS.find((kind) => key.startsWith(OWN_KEYS[kind]) && beginsWithId(kind, key.slice(OWN_KEYS[kind].length)))

/** A caller's name for a message. */
export const idempotencyKey = () =>
  z
    .string('is required: a string unique to this message, up to 255 characters')
    .min(1, 'must not be empty')
    .max(...atMostChars(255))
    .refine((text) => !/\p{Cs}/u.test(text), 'must be valid Unicode, without unpaired surrogates')
    .superRefine((text, context) => {
      const kind = ownKindOf(text)
      if (kind === undefined) return
      const beginning = `${OWN_KEYS[kind]}${ID_PREFIXES[kind]}`
      context.addIssue({
        code: 'custom',
        message: `must not be a key that begins with ${beginning} and an id, which names ${NAMES[kind]}: choose another`,
      })
    })
