import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { mongo } from 'mongoose'
import { pino } from 'pino'
import { type AppConfig, type Composition, compose } from '../src/compose.js'
import { readConfig } from '../src/config.js'
import type { WorkKind } from '../src/streams/topics.js'
import { startDnsServer } from '../test/support/dns-server.js'
import { sesNotification } from '../test/support/ses-notifications.js'
import { mailTo } from './accepted-row.js'
import { type Account, createAccounts } from './accounts.js'
import { type FairOptions, type FairRow, fairRow } from './fair.js'
import { api, type Ground, say, startApi, startSubject } from './ground.js'
import { openWork } from './open-work.js'
import { until } from './until.js'

type Collection = mongo.Collection

/** One kind of work that comes in: how much of it waits, and how a single piece of another account comes. */
interface Kind {
  name: string
  work: WorkKind
  dueField: string
  collection: Collection
  /** Writes many rows of the busy account. */
  row(index: number): object
  /** Resolves when a piece of the quiet account is acknowledged. */
  come(index: number): Promise<unknown>
}

const WORKERS = 2
const WARM_UP = 20
const BATCH = 1_000
const MAX_PAUSE_MS = 100
const GIVE_UP_MS = 60_000
const STARTED = /"msg":"started"/
const DOMAINS = ['busy.test', 'quiet.test'] as const

/**
 * Measures how long a callback, a received mail and an import of one account take, from their acknowledgement until they
 * are done, while many of another account wait.
 */
export async function measureFairReceiving(ground: Ground, options: FairOptions): Promise<FairRow[]> {
  const dns = await startDnsServer({ records: {} })
  const secret = randomBytes(24).toString('hex')
  const settings = { ...ground.settings('fair-receiving'), DNS_SERVERS: dns.address, CALLBACK_SECRET: secret }
  const product = await startApi(ground, settings)
  const startWorker = () => startSubject([ground.main], { ...settings, ROLES: 'worker,scheduler' }, STARTED)
  const workers = await Promise.all(Array.from({ length: WORKERS }, startWorker))
  const log = pino({ level: 'warn' })
  const parts = await compose(readConfig(settings) as AppConfig, { log, hintConnectionMode: 'wait' })
  try {
    const accounts = (await createAccounts(2, parts)) as [Account, Account]
    for (const [index, { key }] of accounts.entries()) await prepareDomain(product.url, key, DOMAINS[index]!)
    const kinds = await kindsOf({ url: product.url, secret, parts, accounts })
    const rows: FairRow[] = []
    for (const kind of kinds) {
      await measure(kind, accounts[1].id, `${kind.name}, warm-up`, WARM_UP)
      rows.push(await measure(kind, accounts[1].id, `${kind.name}, nothing waits`, options.probes))
      await queue(parts, kind, accounts[0].id, options.waiting)
      rows.push(await measure(kind, accounts[1].id, `${kind.name} behind ${options.waiting}`, options.probes))
      await clear(kind)
    }
    return rows
  } finally {
    await parts.close()
    await Promise.all([...workers.map((worker) => worker.close()), product.close(), dns.close()])
  }
}

async function prepareDomain(url: string, key: string, domain: string): Promise<void> {
  await api(url, key, 'POST', '/v1/domains', { domain })
  await api(url, key, 'POST', `/v1/domains/${domain}/verify`, {})
  await api(url, key, 'POST', `/v1/domains/${domain}/inbound`, { enabled: true })
}

interface Setting {
  url: string
  secret: string
  parts: Composition
  accounts: [busy: Account, quiet: Account]
}

/** One of each kind is done for the busy account, and the rows that wait are copies of it. */
async function kindsOf({ url, secret, parts, accounts }: Setting): Promise<Kind[]> {
  const { models, newId, services } = parts
  const [busy, quiet] = accounts
  const post = async (path: string, type: string, body: string, headers: Record<string, string> = {}) => {
    const timestamp = Math.floor(Date.now() / 1_000)
    const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
    const signed = { 'svc-timestamp': String(timestamp), 'svc-signature': signature }
    const response = await fetch(url + path, {
      method: 'POST',
      body,
      headers: { 'content-type': type, ...signed, ...headers },
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  }
  const sentBy = async ({ key, email }: Account, domain: string) => {
    const mail = { ...mailTo(email, 'tracked'), metadata: { from_email: `box@${domain}` } }
    return (await api(url, key, 'POST', '/v1/send', mail)) as { id: string }
  }
  const messages = [await sentBy(busy, DOMAINS[0]), await sentBy(quiet, DOMAINS[1])] as const
  const notify = (message: { id: string }, at: number) => {
    const named = { providerMessageId: `ses-${message.id}`, messageId: message.id, at: new Date(at) }
    return post('/v1/callbacks/ses', 'application/json', JSON.stringify(sesNotification('Open', 'publishing', named)))
  }
  const receive = (domain: string, text: string) =>
    post(
      '/v1/callbacks/inbound',
      'message/rfc822',
      `From: ada@example.org\r\nTo: box@${domain}\r\nSubject: Hello\r\n\r\n${text}\r\n`,
      { 'svc-sender': 'ada@example.org', 'svc-recipient': `box@${domain}` },
    )
  const importInto = async ({ id }: Account) => {
    const { storage_key } = await services.contactImports.store(id, Buffer.from('email\nreader@example.com\n'))
    await services.contactImports.create(id, { storage_key })
  }
  const start = Date.now()
  await notify(messages[0], start)
  await receive(DOMAINS[0], 'the first')
  await importInto(busy)
  await importInto(quiet)
  const copyOf = async (collection: Collection, dueField: string, { id }: Account) => {
    const isDone = { account_id: id, [dueField]: { $exists: false } }
    await until('one is done', async () => (await collection.countDocuments(isDone)) > 0)
    const { _id, lease, outcome, processed_at, parsed_at, ...row } = (await collection.findOne(isDone))!
    return row
  }
  const imports = models.contactImports.collection as unknown as Collection
  const callback = await copyOf(models.callbacks.collection as never, 'process_at', busy)
  const mail = await copyOf(models.inboundEmails.collection as never, 'parse_at', busy)
  const [imported, ownImport] = [await copyOf(imports, 'process_at', busy), await copyOf(imports, 'process_at', quiet)]
  const toImport = (row: object) => ({
    ...{ ...row, ...due(), _id: newId('contactImport'), status: 'running', position: 0, process_at: new Date() },
  })
  const due = () => ({ enqueued_at: new Date(), crashes: 0 })
  return [
    {
      ...{ name: 'a callback', work: 'ingest', dueField: 'process_at' },
      collection: models.callbacks.collection as never,
      row: (index) => {
        const named = {
          providerMessageId: `ses-${messages[0].id}`,
          messageId: messages[0].id,
          at: new Date(start + index),
        }
        const body = JSON.stringify(sesNotification('Open', 'publishing', named))
        return {
          ...callback,
          ...due(),
          _id: newId('callback'),
          provider_key: `ses:${index}`,
          body,
          process_at: new Date(),
        }
      },
      come: (index) => notify(messages[1], start + index),
    },
    {
      ...{ name: 'a received mail', work: 'inbound', dueField: 'parse_at' },
      collection: models.inboundEmails.collection as never,
      row: (index) => {
        const recipient = `box${index}@${DOMAINS[0]}`
        return { ...mail, ...due(), _id: newId('inboundEmail'), recipient, parse_at: new Date() }
      },
      come: (index) => receive(DOMAINS[1], `text ${index} ${Math.random()}`),
    },
    {
      ...{ name: 'an import', work: 'imports', dueField: 'process_at' },
      collection: models.contactImports.collection as never,
      row: () => toImport(imported),
      // A file this short would be imported while its request waits.
      come: async () => {
        const row = toImport(ownImport) as { _id: string }
        await imports.insertOne(row as never)
        await parts.conveyor.put('imports', [{ id: row._id, accountId: quiet.id }])
      },
    },
  ]
}

async function queue(
  { conveyor }: Composition,
  { name, work, collection, row }: Kind,
  accountId: string,
  count: number,
): Promise<void> {
  say(`${count} times ${name} is queued …`)
  for (let from = 0; from < count; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, count - from) }, (_none, index) => row(from + index)) as {
      _id: string
    }[]
    await collection.insertMany(rows as never[])
    await conveyor.put(
      work,
      rows.map(({ _id: id }) => ({ id, accountId })),
    )
  }
}

async function measure(
  { collection, dueField, come }: Kind,
  accountId: string,
  name: string,
  count: number,
): Promise<FairRow> {
  const tookMs: number[] = []
  const own = { account_id: accountId, [dueField]: { $exists: true } }
  const waitingBefore = await collection.countDocuments(openWork(dueField))
  const startedAt = performance.now()
  for (let index = 0; index < count; index += 1) {
    await come(index)
    const acceptedAt = performance.now()
    while ((await collection.findOne(own)) && performance.now() < acceptedAt + GIVE_UP_MS) await delay(2)
    tookMs.push(performance.now() - acceptedAt)
    await delay(Math.random() * MAX_PAUSE_MS)
  }
  const seconds = (performance.now() - startedAt) / 1_000
  const done = waitingBefore - (await collection.countDocuments(openWork(dueField)))
  return fairRow(name, tookMs, done / seconds)
}

/** Ends the work that is left. */
async function clear({ collection, dueField }: Kind): Promise<void> {
  const waiting = openWork(dueField)
  await until('nothing waits', async () => {
    await collection.updateMany(waiting, { $unset: { [dueField]: 1, lease: 1 } } as never)
    return (await collection.findOne(waiting)) === null
  })
}
