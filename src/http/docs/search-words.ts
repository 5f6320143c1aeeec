/** Words that say nothing about what is looked for. */
const FILLERS = new Set(
  'a an and are at be can do does for from get have how i if in into is it me my of on or should that the this to use using via we what when where which why with you your'.split(
    ' ',
  ),
)

/** What people type, and what these pages call it. */
const SYNONYMS: Record<string, readonly string[]> = {
  apikey: ['key'],
  apikeys: ['key'],
  blocklist: ['suppression'],
  check: ['verify'],
  checking: ['verify'],
  compose: ['docker'],
  deploy: ['host'],
  email: ['mail'],
  emails: ['mail'],
  hook: ['webhook'],
  install: ['start'],
  javascript: ['typescript'],
  js: ['typescript'],
  library: ['client'],
  migrate: ['move'],
  migrating: ['move'],
  newsletter: ['broadcast'],
  nodejs: ['typescript', 'node'],
  node: ['typescript', 'node'],
  price: ['billing'],
  pricing: ['billing'],
  sdk: ['client'],
  throttling: ['rate'],
  token: ['key'],
  unsubscribing: ['unsubscribe'],
  validate: ['check', 'verify'],
  verify: ['check'],
  verifying: ['check'],
}

const MAX_CHARS = 40

/** The words of a text, in lower case. A name like `bounce_count` is one word, and each of its parts is another. */
export function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  return words.flatMap((word) => {
    const parts = word.includes('_') ? word.split('_').filter(Boolean) : []
    return [word.slice(0, MAX_CHARS), ...parts.map((part) => part.slice(0, MAX_CHARS))]
  })
}

/** The words somebody looks for, each with those that mean the same. */
export function searchedWords(query: string): string[][] {
  const words = (query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).map((word) => word.slice(0, MAX_CHARS))
  const telling = words.filter((word) => !FILLERS.has(word))
  return (telling.length > 0 ? telling : words).map((word) => [word, ...(SYNONYMS[word] ?? [])])
}

/** A word without its ending, so that `sending` finds `send`, and `domains` finds `domain`. */
export function stemOf(word: string): string {
  const [, stem = word] = /^(.{3,}?)(?:ations?|ings?|ies|ied|ed|es|e|y|s)$/.exec(word) ?? []
  return stem
}
