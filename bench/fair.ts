import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { type AppConfig, type Composition, compose } from '../src/compose.js'
import { readConfig } from '../src/config.js'
import type { MessageDoc } from '../src/models/message.js'
import { acceptedRow, mailTo } from './accepted-row.js'
import { type Account, createAccounts } from './accounts.js'
import { api, type Ground, say, startApi, startSubject } from './ground.js'
import { openWork } from './open-work.js'
import { percentile } from './percentile.js'
import { until } from './until.js'

export interface FairOptions {
  /** Messages that wait. */
  waiting: number
  /** Mails whose hand-over is timed in each situation. */
  probes: number
}

/** One situation, and how long single mails take in it from their 201 until the provider has them. */
export interface FairRow {
  name: string
  p50Ms: number
  p99Ms: number
  maxMs: number
  /** Hand-overs per second of what waits, during the probes. */
  perSecond: number
}

/** The provider takes so long for a mail, in ms, and so many mails at a time from each worker. */
const MAIL_MS = 10
const PLACES = 10
const WORKERS = 2
const BATCH = 1_000
const MAX_PAUSE_MS = 40
const WARM_UP = 50
const GIVE_UP_MS = 60_000
const STARTED = /"msg":"started"/

/**
 * Measures how long a single mail waits for its hand-over while much other mail waits: of another account, and marketing
 * mail of its own account, also while a worker is killed.
 */
export async function measureFairness(ground: Ground, options: FairOptions): Promise<FairRow[]> {
  const provider = await startProvider()
  const settings = { ...ground.settings('fair'), MAIL_PROVIDER: 'smtp', SMTP_URL: provider.url }
  const product = await startApi(ground, settings)
  const startWorker = () => startSubject([ground.main], { ...settings, ROLES: 'worker,scheduler' }, STARTED)
  const workers = await Promise.all(Array.from({ length: WORKERS }, startWorker))
  const parts = await compose(readConfig(settings) as AppConfig, {
    log: pino({ level: 'warn' }),
    hintPatience: 'endless',
  })
  try {
    const [busy, quiet] = (await createAccounts(2, parts)) as [Account, Account]
    const probe = (name: string, account: Account, count: number, halfway?: () => void) =>
      measure({ name, url: product.url, account, provider, count, halfway })
    await probe('warm-up', quiet, WARM_UP)
    const rows = [await probe('nothing waits', quiet, options.probes)]
    await queue(parts, busy, options.waiting, 'transactional')
    rows.push(await probe('behind a batch of another account', quiet, options.probes))
    const kill = () => process.kill(workers[0]!.pid, 'SIGKILL')
    rows.push(await probe('… and a worker is killed', quiet, options.probes, kill))
    workers[0] = await startWorker()
    await clear(parts)
    await queue(parts, busy, options.waiting, 'marketing')
    rows.push(await probe('behind a broadcast of its account', busy, options.probes))
    return rows
  } finally {
    await clear(parts)
    await parts.close()
    await Promise.all([...workers.map((worker) => worker.close()), product.close()])
    await provider.close()
  }
}

/** An SMTP server that takes its time, and notes when it has each message. */
async function startProvider() {
  const arrivals = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let head = ''
      stream.on('data', (chunk: Buffer) => {
        if (head.length < 4_096) head += chunk.toString('latin1')
      })
      stream.on('end', () => {
        arrivals.set(/^Message-ID: <(msg_\w+)/im.exec(head)?.[1] ?? '', performance.now())
        setTimeout(done, MAIL_MS)
      })
    },
  })
  // A worker that is killed resets its connections.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    // The greeting of this server takes 100 ms. By default one mail in a hundred would wait for it on a new connection.
    url: `smtp://127.0.0.1:${port}?maxConnections=${PLACES}&maxMessages=1000000`,
    arrivals,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

interface Probes {
  name: string
  url: string
  account: Account
  provider: { arrivals: Map<string, number> }
  count: number
  /** Called after half of the probes. */
  halfway?: (() => void) | undefined
}

async function measure({ name, url, account, provider, count, halfway }: Probes): Promise<FairRow> {
  const tookMs: number[] = []
  const startedAt = performance.now()
  const arrivedBefore = provider.arrivals.size
  for (let index = 0; index < count; index += 1) {
    if (index === Math.floor(count / 2)) halfway?.()
    const mail = mailTo(account.email, `${name} ${index}`)
    const { id } = (await api(url, account.key, 'POST', '/v1/send', mail)) as { id: string }
    const acceptedAt = performance.now()
    const giveUpAt = acceptedAt + GIVE_UP_MS
    while (!provider.arrivals.has(id) && performance.now() < giveUpAt) await delay(1)
    tookMs.push(Math.max(0, (provider.arrivals.get(id) ?? giveUpAt) - acceptedAt))
    await delay(Math.random() * MAX_PAUSE_MS)
  }
  const seconds = (performance.now() - startedAt) / 1_000
  return fairRow(name, tookMs, (provider.arrivals.size - arrivedBefore - count) / seconds)
}

/** A row of what single pieces took, which it also says. */
export function fairRow(name: string, tookMs: readonly number[], perSecond: number): FairRow {
  const sorted = tookMs.toSorted((one, other) => one - other)
  const row = {
    name,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    maxMs: sorted.at(-1)!,
    perSecond,
  }
  say(
    `${name}: p50 ${row.p50Ms.toFixed(1)} ms, p99 ${row.p99Ms.toFixed(1)} ms, ${Math.round(row.perSecond)}/s beside it`,
  )
  return row
}

/** Writes messages as a batch or a broadcast does, and puts hints for them on the stream. */
async function queue(
  { models, newId, conveyor }: Composition,
  { id }: Account,
  count: number,
  message_type: MessageDoc['message_type'],
): Promise<void> {
  say(`${count} ${message_type} messages are queued …`)
  for (let from = 0; from < count; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, count - from) }, (_none, index) => {
      const mail = mailTo(`reader${from + index}@example.com`, `${message_type} ${from + index}`)
      return { ...acceptedRow(newId('message'), id, mail, ''), message_type, test_mode: false }
    })
    await models.messages.collection.insertMany(rows)
    await conveyor.put(
      'dispatch',
      rows.map((row) => ({ id: row._id, accountId: id })),
      conveyor.catalog.dispatch.lanes.includes(message_type) ? message_type : undefined,
    )
  }
}

/** Ends the work that is left. */
async function clear({ models }: Composition): Promise<void> {
  const waiting = openWork('dispatch_at')
  await until('nothing waits', async () => {
    await models.messages.collection.updateMany(waiting, { $unset: { dispatch_at: 1, lease: 1 } })
    return (await models.messages.collection.findOne(waiting)) === null
  })
}
