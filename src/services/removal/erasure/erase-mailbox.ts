import { domainToUnicode } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { groupBy } from '../../../lib/collections/group-by.js'
import { mapInSlices } from '../../../lib/concurrency/time-slices.js'
import { splitAddress } from '../../../lib/mail/addresses.js'
import type { Models } from '../../../models/index.js'
import type { MailItemDoc } from '../../../models/mail-item.js'
import { folded } from '../../mail-app/search/fold-letters.js'
import { plainTerm } from '../../mail-app/search/mail-terms.js'
import { reviseAssignees, reviseMails } from '../../mail-app/threads/revise-thread.js'
import { words } from '../../platform/search/message-terms.js'
import { filenameWithout } from './erased-row.js'
import type { Erasing } from './message-eraser.js'
import { searchRows } from './search-rows.js'

const BATCH = 100
const THREAD_FIELDS = { subject: 1, base_subject: 1, snippet: 1, participants: 1, assignee: 1 } as const

/** What stands in searched texts where an erased address was. No search finds it: it is between words. */
const GONE = ' | '

/** The words of a mail without the address. */
interface TextLeft {
  left: string
  /** Whether the address was there. */
  isChanged: boolean
}

/**
 * Erases an address from what the mail app has of mails to others: what lists show, participants, and the words by which
 * searches find them. Searched texts have an address as its words, so the rows are not searched as bytes. Repeatable.
 */
export async function eraseMailbox(models: Models, accountId: string, erasing: Erasing): Promise<void> {
  for (let after = ''; ; ) {
    const startedMs = performance.now()
    const batch = await models.mailItems.collection
      .find({ account_id: accountId, position: { $gt: after } }, { sort: { position: 1 }, limit: BATCH })
      .toArray()
    const last = batch.at(-1)
    if (!last) break
    after = last.position
    await eraseItems(models, batch, erasing)
    await erasing.rest(performance.now() - startedMs)
  }
  // Who takes care of a thread may be named by an address.
  await reviseAssignees(models, accountId, (name) => erasing.traces.removeFrom(name))
  // What undoes a change has assignees and blocked senders. It lasts minutes, so it goes as a whole.
  for await (const { ids } of searchRows(models, models.mailUndos, erasing, { filter: { account_id: accountId } })) {
    await models.mailUndos.collection.deleteMany({ account_id: accountId, _id: { $in: ids } })
  }
  await eraseMerged(models, accountId, erasing)
}

async function eraseItems(models: Models, items: MailItemDoc[], erasing: Erasing): Promise<void> {
  const texts = await models.mailTexts.collection.find({ _id: { $in: items.map(({ _id }) => _id) } }).toArray()
  const wordsOf = new Map(texts.map(({ _id, words: inOrder }) => [_id, inOrder]))
  const found = await mapInSlices(items, async (item) => {
    const had = wordsOf.get(item._id) ?? ''
    const left = withoutWords(had, erasing.address)
    const text: TextLeft = { left, isChanged: left !== had }
    const isClean = !text.isChanged && (await withoutAddress(item, text, erasing)) === item
    return isClean ? [] : [{ item, text }]
  })
  for (const mails of groupBy(found.flat(), ({ item }) => item.thread_id).values()) {
    for (const { item } of mails) await eraseSubject(models, item, erasing)
    const textOf = new Map(mails.map(({ item, text }) => [item._id, text]))
    const copies = mails.flatMap(({ item }) => item.copies.map(({ id }) => id))
    await reviseMails(models, copies, (item) => {
      const text = textOf.get(item._id)
      return text ? withoutAddress(item, text, erasing) : item
    })
    // Texts go last: they are how a mail is found again if this is interrupted.
    for (const [_id, { left }] of textOf)
      await models.mailTexts.collection.updateOne({ _id }, { $set: { words: left } })
  }
}

/** The subject as message ids have it. Nothing lists ids by subject, so this reads all of the account: it is rare. */
async function eraseSubject({ mailIds }: Models, { account_id, base_subject }: MailItemDoc, { traces }: Erasing) {
  const clean = traces.removeFrom(base_subject)
  if (clean === base_subject) return
  await mailIds.collection.updateMany({ account_id, base_subject }, { $set: { base_subject: clean } })
}

/** Rows of threads that became a part of another: nobody reads them, but they name the participants of that time. */
async function eraseMerged({ mailThreads }: Models, accountId: string, { traces }: Erasing): Promise<void> {
  const merged = { account_id: accountId, position: '', merged_into: { $exists: true } }
  for await (const { _id, ...fields } of mailThreads.collection.find(merged, { projection: THREAD_FIELDS })) {
    const clean = await traces.removeFromAll(fields)
    if (!isDeepStrictEqual(clean, fields))
      await mailThreads.collection.updateOne({ _id }, { $set: { ...clean, participant_names: [] } })
  }
}

/** The mail without the address; the same object if it does not have it. */
async function withoutAddress(item: MailItemDoc, text: TextLeft, erasing: Erasing): Promise<MailItemDoc> {
  const { terms, ...shown } = item
  const clean = await erasing.traces.removeFromAll(shown)
  const isNamed = text.isChanged || terms.some((term) => hasAddress(term, erasing))
  const isSame = isDeepStrictEqual(clean, shown)
  const left = isNamed || !isSame ? withoutTerms(terms, text.left, erasing) : terms
  return isSame && left.length === terms.length ? item : { ...clean, terms: left }
}

/** Without the address and its words, unless the rest of the text has them. */
function withoutTerms(terms: readonly string[], textLeft: string, erasing: Erasing): string[] {
  const { address } = erasing
  const left = new Set(textLeft.split(' '))
  const parts = new Set(
    [splitAddress(address).local, ...spellings(address).flatMap(words).flatMap(folded)].filter(
      (part) => !left.has(part),
    ),
  )
  return terms.filter((term) => !parts.has(plainTerm(term)) && !hasAddress(term, erasing))
}

/** Whether a term names the address: most have no `@`. */
const hasAddress = (term: string, { traces }: Erasing): boolean =>
  term.includes('@') && (traces.removeFrom(term) !== term || filenameWithout(term, traces) !== term)

/** Words in order without those of the address. Two addresses that follow each other share a blank, hence the loop. */
function withoutWords(text: string, address: string): string {
  let left = text
  for (const spelling of spellings(address)) {
    for (const form of folded(words(spelling).join(' '))) {
      const phrase = ` ${form} `
      while (left.includes(phrase)) left = left.replaceAll(phrase, GONE)
    }
  }
  return left
}

/** The address as texts have it: also with the letters of its domain, and in the links of a mail. */
function spellings(address: string): string[] {
  const { local, domain } = splitAddress(address)
  const shown = [address, `${local}@${domainToUnicode(domain) || domain}`]
  return [...new Set([...shown, ...shown.map(encodeURIComponent)])]
}
