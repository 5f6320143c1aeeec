/** A mail that is answered. */
export interface Answered {
  /** Where its sender wants answers, as its header says it; empty for where it came from. */
  replyTo: string
  from: string
  to: readonly string[]
  cc: readonly string[]
}

/** Who gets an answer. */
export interface Recipients {
  to: string[]
  cc: string[]
}

/** Addresses of a text, like `Ada <ada@example.com>, bo@example.org`. Commas in quotes belong to a name. */
export function splitAddresses(text: string): string[] {
  const parts = text.match(/(?:"(?:[^"\\]|\\.)*"|<[^>]*>|[^,;\n"<]|["<])+/g) ?? []
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** The bare address in `Ada <ada@example.com>`, in lower case. */
export function emailOf(mailbox: string): string {
  const [, email] = /<([^<>]*)>\s*$/.exec(mailbox) ?? []
  return (email ?? mailbox).trim().toLowerCase()
}

/**
 * The recipients of an answer to a received mail.
 * @param own addresses of ours, in lower case: what is sent there would come back.
 * @param toAll whether everybody gets it who got the mail.
 */
export function recipientsOf(mail: Answered, own: ReadonlySet<string>, toAll: boolean): Recipients {
  const wanted = splitAddresses(mail.replyTo)
  const to = wanted.length > 0 ? wanted : [mail.from].filter((address) => address !== '')
  if (!toAll) return { to, cc: [] }
  const known = new Set([...own, ...to.map(emailOf)])
  const cc: string[] = []
  for (const mailbox of [...mail.to, ...mail.cc]) {
    const email = emailOf(mailbox)
    if (email === '' || known.has(email)) continue
    known.add(email)
    cc.push(mailbox)
  }
  return { to, cc }
}
