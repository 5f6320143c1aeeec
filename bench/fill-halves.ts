import mongoose from 'mongoose'
import { createIds, idTime } from '../src/ids.js'
import type { ContactDoc } from '../src/models/contact.js'
import type { MailItemDoc } from '../src/models/mail-item.js'
import type { MailThreadDoc } from '../src/models/mail-thread.js'
import { contactTerms } from '../src/services/audience/contacts/contact-fields.js'
import { completed, EMPTY_SUMMARY, positionOf } from '../src/services/mail-app/threads/thread-state.js'
import { BULK_WRITE, halfOf, word, YearClock } from './fill-ledger.js'
import { say } from './ground.js'

const BATCH = 2_000
/** Words of a mail beside that of its half. */
const WORDS = 40
/** The label of the threads that are not in the inbox. */
export const LABEL = 'Later'
const LABEL_ID = 'label_bench'

/**
 * Writes threads of one mail each, and contacts, over a year: those with odd numbers share conditions that those with even
 * numbers do not meet.
 */
export async function fillHalves(mongodbUri: string, accountId: string, rows: number): Promise<void> {
  const connection = await mongoose.createConnection(mongodbUri).asPromise()
  const clock = new YearClock()
  const newId = createIds(clock)
  try {
    const label = { account_id: accountId, name: LABEL, name_key: LABEL.toLowerCase(), color: null }
    await connection.collection<{ _id: string }>('mail_labels').insertOne({ _id: LABEL_ID, ...label })
    for (let first = 0; first < rows; first += BATCH) {
      const filled = Array.from({ length: Math.min(BATCH, rows - first) }, (_none, at) => {
        clock.set((first + at) / rows)
        const ids = { thread: newId('thread'), mail: newId('inboundEmail'), contact: newId('contact') }
        return { ...mailOf(accountId, ids, first + at), contact: contactOf(accountId, ids.contact, first + at) }
      })
      const insert = <T extends mongoose.mongo.Document>(name: string, docs: T[]) =>
        connection.collection(name).insertMany(docs, BULK_WRITE)
      await Promise.all([
        insert(
          'mail_threads',
          filled.map(({ thread }) => thread),
        ),
        insert(
          'mail_items',
          filled.map(({ item }) => item),
        ),
        insert(
          'contacts',
          filled.map(({ contact }) => contact),
        ),
      ])
    }
    say(`threads and contacts filled: ${rows}`)
  } finally {
    await connection.close()
  }
}

function mailOf(account_id: string, ids: { thread: string; mail: string }, index: number) {
  const at = idTime(ids.thread)
  const isOdd = index % 2 === 1
  const from = [{ name: null, email: `person${index % 5_000}@example.org` }]
  const address = 'support@bench.test'
  const copies = [{ id: ids.mail, own_address: address, inbox_id: null }]
  const subject = `Order ${index} ${halfOf(index)}`
  const texts = { subject, base_subject: subject.toLowerCase(), snippet: 'Thank you. '.repeat(15) }
  const thread: MailThreadDoc = completed({
    ...{ _id: ids.thread, account_id, version: 1, seq: index + 1, ...EMPTY_SUMMARY, ...texts },
    ...{ participants: [from[0]!.email, address], last_message_at: at, message_count: 1, has_inbound: true },
    ...{ own_addresses: [address], folder: isOdd ? ('archive' as const) : ('inbox' as const) },
    ...{ unread: false, starred: false, labels: isOdd ? [LABEL_ID] : [] },
  })
  const words = Array.from({ length: WORDS }, (_none, place) => word((index * 7_919 + place * 50_021) % 30_000))
  const item: MailItemDoc = {
    ...{ _id: ids.mail, account_id, thread_id: ids.thread, source: 'inbound', copies, rfc_id: ids.mail },
    ...{ rfc_message_id: ids.mail, ...texts, from, to: [{ name: null, email: address }], cc: [], occurred_at: at },
    ...{ position: positionOf(at, ids.mail), starred: false, size_bytes: 10_000 },
    terms: [...new Set(['order', String(index), halfOf(index), ` s:${halfOf(index)}`, ...words])],
  }
  return { thread, item }
}

function contactOf(account_id: string, _id: string, index: number): ContactDoc {
  const fields = { email: `person${index}@example.org`, first_name: `Number ${index}`, last_name: halfOf(index) }
  const rest = { attributes: { half: halfOf(index) }, updated_at: idTime(_id) }
  return { _id, account_id, ...fields, ...rest, search: contactTerms({ ...fields, attributes: rest.attributes }) }
}
