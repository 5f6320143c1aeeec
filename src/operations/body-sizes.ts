import type { JsonLimits } from '../lib/json/json-reader.js'

const KIB = 1024
const MIB = 1024 * KIB

/** What a body may cost: its bytes, and as JSON its tokens and its nesting. */
export interface BodyLimits extends JsonLimits {
  maxBytes: number
}

const USUAL: JsonLimits = { maxTokens: 200_000, maxDepth: 64 }

/** The limits of a request body, by the name of its size. An operation has one of these sizes in every API. */
export const BODY_SIZES = {
  /** Routes that need no key. */
  public: { ...USUAL, maxBytes: 16 * KIB },
  /** Everything that has no other size. */
  plain: { ...USUAL, maxBytes: 256 * KIB },
  /** Templates and their variables. */
  template: { ...USUAL, maxBytes: 2 * MIB },
  /** One message with its attachments. */
  mail: { ...USUAL, maxBytes: 10 * MIB },
  /** Many messages, or thousands of entries. */
  bulk: { maxTokens: 1_000_000, maxDepth: 64, maxBytes: 32 * MIB },
} as const satisfies Record<string, BodyLimits>

/** The name of a size. */
export type BodySize = keyof typeof BODY_SIZES

/** The size of the body of an operation. */
export function bodySizeOf({ body, scope }: { body?: BodySize; scope: string }): BodySize {
  return body ?? (scope === 'public' ? 'public' : 'plain')
}

/** The largest of the sizes of some operations, for requests that ask for several. */
export function largestSize(operations: readonly Parameters<typeof bodySizeOf>[0][]): BodySize {
  const [first = 'plain', ...others] = operations.map(bodySizeOf)
  return others.reduce((one, other) => (BODY_SIZES[other].maxBytes > BODY_SIZES[one].maxBytes ? other : one), first)
}

/** A size in words, like `10 MiB`. */
export function inWords(bytes: number): string {
  return bytes >= MIB ? `${bytes / MIB} MiB` : `${bytes / KIB} KiB`
}
