import { createHash } from 'node:crypto'
import { bareId } from '@postline/mail-parser'

/** Longest id that is stored as it is, in characters. */
const MAX_LENGTH = 256
/** Most ids that a mail is filed by: the first and the last ones, which are the nearest relatives. */
const MAX_NAMED = 60
const FIRST_NAMED = 10

/**
 * A message id as ids are compared: without case, angle brackets and white space. A very long one is hashed.
 * @returns null for one without any character.
 */
export function comparableId(id: string): string | null {
  const bare = bareId(id).toLowerCase()
  if (bare === '') return null
  return bare.length > MAX_LENGTH ? `sha256:${createHash('sha256').update(bare).digest('hex')}` : bare
}

interface Relatives {
  inReplyTo: readonly string[]
  references: readonly string[]
}

/**
 * The ids that a mail names, nearest relative first: In-Reply-To, then References from its end. Of a very long list the
 * first ids, which began the thread, and the last ones.
 */
export function namedIds({ inReplyTo, references }: Relatives): string[] {
  const chain =
    references.length > MAX_NAMED
      ? [...references.slice(0, FIRST_NAMED), ...references.slice(FIRST_NAMED - MAX_NAMED)]
      : references
  const nearest = [...inReplyTo.slice(0, MAX_NAMED), ...chain.toReversed()]
  return [...new Set(nearest.flatMap((id) => comparableId(id) ?? []))]
}
