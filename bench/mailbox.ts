import { Agent, request } from 'node:http'
import mongoose from 'mongoose'
import { THREAD_TAGS_INDEX } from '../src/models/mail-thread.js'
import { TAGS } from '../src/services/mail-app/threads/thread-state.js'
import { fillMailbox, MAILBOX_DOMAIN, MAILBOXES, PEOPLE, word } from './fill-mailbox.js'
import { type Ground, say, startApi } from './ground.js'
import { percentile } from './percentile.js'

/** Requests of each kind. */
const REQUESTS = 400
const WARM_UP = 50
const PAGE = 25
/** Mails of a thread, on average. */
const MAILS_PER_THREAD = 4
const LAST_PAGE = 500

/** Latency of one kind of request, in ms. */
export interface MailboxRow {
  name: string
  p50Ms: number
  p99Ms: number
}

export interface MailboxResult {
  mails: number
  threads: number
  rows: MailboxRow[]
}

/** Measures what readers of a large mailbox do, one request after the other, beside the bare queries of the driver. */
export async function measureMailbox(ground: Ground, mails: number): Promise<MailboxResult> {
  const threads = Math.ceil(mails / MAILS_PER_THREAD)
  const settings: Record<string, string> = { ...ground.settings('mailbox'), LOG_LEVEL: 'info' }
  const product = await startApi(ground, settings)
  const connection = await mongoose.createConnection(settings.MONGODB_URI!).asPromise()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    const account = await connection.collection<{ _id: string }>('accounts').findOne({})
    await fillMailbox(settings, account!._id, { mails, threads })
    const get = (path: string) => getJson(agent, product.url + path, product.adminKey)
    const ids = await threadIds(connection, account!._id)
    say('looking for the cursor of a late page …')
    const last = await pageCursor(get, Math.min(LAST_PAGE, Math.floor((threads * 0.5) / PAGE)))
    const kinds: Record<string, (index: number) => Promise<unknown>> = {
      'threads, page 1': () => get(`/v1/mail/threads?folder=inbox&limit=${PAGE}`),
      [`threads, page ${last.page}`]: () => get(`/v1/mail/threads?folder=inbox&limit=${PAGE}&cursor=${last.cursor}`),
      'threads, driver alone': () => barePage(connection, account!._id),
      'folder sent': () => get('/v1/mail/threads?folder=sent'),
      'folder archive': () => get('/v1/mail/threads?folder=archive'),
      'folder trash': () => get('/v1/mail/threads?folder=trash'),
      'folder spam': () => get('/v1/mail/threads?folder=spam'),
      'unread with a star': () => get('/v1/mail/threads?folder=inbox&unread=true&starred=true'),
      'one address': (index) => get(`/v1/mail/threads?inbox=box${index % MAILBOXES}@${MAILBOX_DOMAIN}`),
      'threads, two operators and a rare word': (index) => get(queryThreads(index, 20_000 + (index % 5_000))),
      'threads, two operators and a common word': (index) => get(queryThreads(index, 2 + (index % 20))),
      'threads, two common words': (index) => get(threadsQuery(`${word(2 + (index % 9))} ${word(12 + (index % 9))}`)),
      'search, two operators and a word': (index) => get(searchMails(index)),
      'thread with its mails': (index) => get(`/v1/mail/threads/${ids[(index * 7_919) % ids.length]}`),
      'thread, driver alone': (index) => bareThread(connection, account!._id, ids[(index * 104_729) % ids.length]!),
    }
    return { mails, threads, rows: await measureInTurn(kinds) }
  } finally {
    agent.destroy()
    await Promise.all([connection.close(), product.close()])
  }
}

/** All kinds take turns, so that other load on the machine affects them alike. */
async function measureInTurn(kinds: Record<string, (index: number) => Promise<unknown>>): Promise<MailboxRow[]> {
  const taken = new Map(Object.keys(kinds).map((name): [string, number[]] => [name, []]))
  for (let index = 0; index < WARM_UP + REQUESTS; index += 1) {
    for (const [name, run] of Object.entries(kinds)) {
      const startedAt = performance.now()
      await run(index)
      if (index >= WARM_UP) taken.get(name)!.push(performance.now() - startedAt)
    }
    if (index % 100 === 99) say(`requests of each kind: ${index + 1} of ${WARM_UP + REQUESTS}`)
  }
  return [...taken].map(([name, times]) => {
    const sorted = times.toSorted((one, other) => one - other)
    return { name, p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99) }
  })
}

const threadsQuery = (q: string) => `/v1/mail/threads?limit=${PAGE}&q=${encodeURIComponent(q)}`

const queryThreads = (index: number, rank: number) =>
  threadsQuery(`from:person${(index * 37) % PEOPLE} has:attachment ${word(rank)}`)

function searchMails(index: number): string {
  const q = `to:box${index % MAILBOXES} has:attachment ${word(50 + (index % 500))}`
  return `/v1/mail/search?limit=${PAGE}&q=${encodeURIComponent(q)}`
}

async function pageCursor(get: (path: string) => Promise<unknown>, page: number) {
  let cursor = ''
  // The first page has no cursor.
  for (let at = 1; at < page; at += 1) {
    const path = `/v1/mail/threads?folder=inbox&limit=${PAGE}${cursor && `&cursor=${cursor}`}`
    const { next_cursor } = (await get(path)) as { next_cursor: string | null }
    if (next_cursor === null) throw new Error(`the inbox has only ${at} pages`)
    cursor = next_cursor
  }
  return { page, cursor }
}

async function threadIds(connection: mongoose.Connection, accountId: string): Promise<string[]> {
  const threads = connection.collection<{ _id: string; account_id: string }>('mail_threads')
  const rows = await threads.find({ account_id: accountId }, { projection: { _id: 1 } }).toArray()
  return rows.map(({ _id }) => _id)
}

const barePage = (connection: mongoose.Connection, accountId: string) =>
  connection
    .collection('mail_threads')
    .find({ account_id: accountId, tags: TAGS.folder('inbox'), position: { $gt: '' } }, { hint: THREAD_TAGS_INDEX })
    .sort({ position: -1 })
    .limit(PAGE + 1)
    .toArray()

async function bareThread(connection: mongoose.Connection, accountId: string, threadId: string) {
  const items = await connection
    .collection('mail_items')
    .find({ account_id: accountId, thread_id: threadId }, { projection: { terms: 0 }, sort: { position: 1 } })
    .toArray()
  const ids = { _id: { $in: items.map(({ _id }) => _id) } }
  return Promise.all(
    ['inbound_emails', 'inbound_contents', 'messages'].map((name) => connection.collection(name).find(ids).toArray()),
  )
}

function getJson(agent: Agent, url: string, key: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: { authorization: `Bearer ${key}` } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        if (response.statusCode === 200) resolve(JSON.parse(text))
        else reject(new Error(`${url} was answered with ${response.statusCode}: ${text}`))
      })
    })
      .on('error', reject)
      .end()
  })
}
