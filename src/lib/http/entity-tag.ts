import { hash } from 'node:crypto'

/** The strong entity tag of a content, with quotes, as in the header (RFC 9110, section 8.8.3). */
export const etagOf = (content: Uint8Array): string => `"${hash('sha256', content, 'base64url').slice(0, 27)}"`

/** Weak comparison (RFC 9110, section 13.1.2). */
export function hasTag(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags !== undefined && (tags.includes(etag) || tags.includes('*'))
}
