import { shouldYield, yieldToEventLoop } from '../../lib/concurrency/time-slices.js'
import type { Models } from '../../models/index.js'
import type { MailItemDoc } from '../../models/mail-item.js'
import { folded } from './fold-letters.js'
import { MAX_TERMS } from './mail-terms.js'

/*
 * Earlier versions filed mail with the letters of its words as they were written. This adds the words without marks on
 * their letters, by which searches find it today. It happens once in a deployment, in small batches. A row remembers how
 * far it has come, so another process can go on. Mail of today passes unchanged.
 */

/** The id of the last mail that is done, or {@link DONE}. */
const POSITION = 'mail:folded'
const DONE = 'done'
const BATCH = 50
/** After this many batches it goes on in the next round, so that nothing that is due there waits for hours. */
const MAX_BATCHES = 1_000

type Filed = Pick<Models, 'mailItems' | 'mailTexts' | 'system'>

/** Batches of mails, each with the number that it has changed. */
export async function* foldEarlierMail(models: Filed): AsyncGenerator<number, void> {
  const { mailItems, system } = models
  const row = await system.findById(POSITION).lean()
  let after = row?.value ?? ''
  for (let batch = 0; after !== DONE && batch < MAX_BATCHES; batch += 1) {
    const rows = await mailItems.collection
      .find({ _id: { $gt: after } }, { projection: { account_id: 1 }, sort: { _id: 1 }, limit: BATCH })
      .toArray()
    let changed = 0
    for (const { _id, account_id } of rows) if (await foldMail(models, { _id, account_id })) changed += 1
    after = rows.length < BATCH ? DONE : rows.at(-1)!._id
    await system.updateOne({ _id: POSITION }, { $set: { value: after } }, { upsert: true })
    yield changed
  }
}

/** Returns whether the mail was changed. */
async function foldMail(
  { mailItems, mailTexts }: Filed,
  own: Pick<MailItemDoc, '_id' | 'account_id'>,
): Promise<boolean> {
  if (shouldYield()) await yieldToEventLoop()
  const hasTerms = await rewrite(
    () => mailItems.collection.findOne(own, { projection: { terms: 1 } }),
    ({ terms }) => foldTerms(terms),
    // Unless it was changed meanwhile: what was erased from it must not come back.
    async ({ terms }, next) =>
      (await mailItems.collection.updateOne({ ...own, terms }, { $set: { terms: next } })).matchedCount === 1,
  )
  const hasWords = await rewrite(
    () => mailTexts.collection.findOne(own, { projection: { words: 1 } }),
    ({ words }) => foldWords(words),
    async ({ words }, next) =>
      (await mailTexts.collection.updateOne({ ...own, words }, { $set: { words: next } })).matchedCount === 1,
  )
  return hasTerms || hasWords
}

/** Writes what follows from a row, unless nothing changes. Repeats if the row was changed meanwhile. */
async function rewrite<Row, Value>(
  read: () => Promise<Row | null>,
  next: (row: Row) => Value | null,
  write: (row: Row, value: Value) => Promise<boolean>,
): Promise<boolean> {
  for (;;) {
    const row = await read()
    const value = row && next(row)
    if (!row || value === null) return false
    if (await write(row, value)) return true
  }
}

/** The terms with those that are missing; null if there are none, or no room. Words of operators stay in front. */
function foldTerms(terms: readonly string[]): string[] | null {
  const all = [...new Set([...terms, ...terms.flatMap(folded)])].slice(0, Math.max(MAX_TERMS, terms.length))
  return all.length === terms.length ? null : all
}

/** The words in order, as `wordsInOrder` has them; null if they are so already. */
function foldWords(words: string): string | null {
  const all = folded(words).join('|')
  return all === words ? null : all
}
