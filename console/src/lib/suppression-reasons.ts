/** Reasons that the service itself gives, in words. */
const WORDS = new Map([
  ['hard_bounce', 'mail bounced, the address does not work'],
  ['complaint', 'reported your mail as spam'],
  ['recipient_unsubscribe', 'unsubscribed by the link in a mail'],
  ['provider_unsubscribe', 'unsubscribed at the mail provider'],
  ['manual', 'added by hand'],
  ['import', 'imported'],
])

/** Why an address is on the suppression list, in words: a reason that somebody has typed as it is. */
export const reasonInWords = (reason: string) => WORDS.get(reason) ?? reason

/** The reasons to choose from, with the one that is chosen, whatever it is. */
export function reasonChoices(chosen: string): (readonly [reason: string, words: string])[] {
  const known = [...WORDS.keys()]
  const all = chosen === '' || WORDS.has(chosen) ? known : [...known, chosen]
  return [['', 'All'], ...all.map((reason) => [reason, reasonInWords(reason)] as const)]
}

/** What to do about an address on the suppression list. */
export function adviceForSuppressed(reason: string): string {
  if (reason === 'hard_bounce') return 'Remove it only if you know that the address works now.'
  if (['complaint', 'recipient_unsubscribe', 'provider_unsubscribe'].includes(reason))
    return 'Remove it only if the person has asked you for mail again.'
  return 'Remove it if mail may go there again.'
}
