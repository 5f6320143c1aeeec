/** Reasons that the service itself gives, in words. */
const WORDS = new Map([
  ['hard_bounce', 'bounced: the address does not work'],
  ['complaint', 'reported your mail as spam'],
  ['recipient_unsubscribe', 'unsubscribed by the link in a mail'],
  ['provider_unsubscribe', 'unsubscribed at the mail provider'],
  ['manual', 'added by hand'],
  ['import', 'imported'],
])

/** A reason in words; one that somebody has typed as it is. */
export const reasonInWords = (reason: string) => WORDS.get(reason) ?? reason

/** The reasons to choose from, with the one that is chosen, whatever it is. */
export function reasonChoices(chosen: string): (readonly [reason: string, words: string])[] {
  const known = [...WORDS.keys()]
  const all = chosen === '' || WORDS.has(chosen) ? known : [...known, chosen]
  return [['', 'All'], ...all.map((reason) => [reason, reasonInWords(reason)] as const)]
}

/** Queries with one of these types show the list. */
export const LIST_TYPES = ['Suppression', 'SuppressionConnection'] as const
