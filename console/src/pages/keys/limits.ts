/** An inbox of the account, for a key that sees it alone. */
export interface Inbox {
  id: string
  address: string
}

/** Addresses and domains of a text, between which are commas, semicolons or spaces. Null for none. */
export function recipientsIn(text: string): string[] | null {
  const all = text.split(/[\s,;]+/).filter((each) => each !== '')
  return all.length > 0 ? all : null
}

/**
 * What a key is limited to, in sentences.
 * @param inboxes those that are known; others are told by their ids.
 */
export function limitsOf(
  { inboxIds, sendTo }: { inboxIds: readonly string[] | null; sendTo: readonly string[] | null },
  inboxes: readonly Inbox[],
): string[] {
  const addresses = inboxIds?.map((id) => inboxes.find((inbox) => inbox.id === id)?.address ?? id)
  return [
    ...(addresses ? [`sees and answers only the mail of ${addresses.join(', ')}`] : []),
    ...(sendTo ? [`writes only to ${sendTo.join(', ')}`] : []),
  ]
}
