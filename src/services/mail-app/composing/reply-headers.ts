/** Longest id that is passed on, in characters: one that no line of mail can hold is left out. */
const MAX_ID = 250
/** Most ids of References. Of a longer list the first one, which began the thread, and the last ones. */
const MAX_REFERENCES = 25
const MAX_TOTAL = 2_500
/** Printable ASCII without brackets and blanks: anything else would break out of the header. */
const SAFE_ID = /^[!-;=?-~]+$/

interface Parent {
  /** Message ids without angle brackets. */
  rfcMessageId: string
  inReplyTo: readonly string[]
  references: readonly string[]
}

/**
 * The headers that make a mail an answer (RFC 5322 3.6.4): In-Reply-To has the parent, and References the parent's own
 * references, or else the only mail that it answers, and the parent.
 */
export function replyHeaders({ rfcMessageId, inReplyTo, references }: Parent): Record<string, string> {
  const inherited = references.length > 0 || inReplyTo.length !== 1 ? references : inReplyTo
  const chain = [...new Set([...inherited, rfcMessageId].map(bare).filter(isSafe))]
  const parent = bare(rfcMessageId)
  return {
    ...(isSafe(parent) && { 'In-Reply-To': `<${parent}>` }),
    ...(chain.length > 0 && {
      References: shortened(chain)
        .map((id) => `<${id}>`)
        .join(' '),
    }),
  }
}

/** The first id, and as many of the last ones as there is room for. */
function shortened(chain: readonly string[]): string[] {
  const [first = '', ...others] = chain
  const last: string[] = []
  let total = first.length
  for (const id of others.toReversed()) {
    total += id.length + 3
    if (last.length === MAX_REFERENCES - 1 || total > MAX_TOTAL) break
    last.unshift(id)
  }
  return [first, ...last]
}

const bare = (id: string) => id.replace(/[\s<>]+/g, '')
const isSafe = (id: string) => id.length <= MAX_ID && SAFE_ID.test(id)
