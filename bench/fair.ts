import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { type AppConfig, type Composition, compose } from '../src/compose.js'
import { readConfig } from '../src/config.js'
import type { MessageDoc } from '../src/models/message.js'
import { backlogKeys } from '../src/redis-keys.js'
import { acceptedRow, mailTo } from './accepted-row.js'
import { type Account, createAccounts } from './accounts.js'
import { api, type Ground, say, startApi, startSubject } from './ground.js'
import { median } from './median.js'
import { openWork } from './open-work.js'
import { percentile } from './percentile.js'
import { until } from './until.js'

export interface FairOptions {
  rounds: number
  /** Messages that wait. */
  waiting: number
  /** Mails whose hand-over is timed in each situation, in all rounds. */
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
const SETTLE_MS = 3_000
const GIVE_UP_MS = 60_000
const STARTED = /"msg":"started"/

/** What is measured in each round. The account of the probes is the one that mail of the kind waits for, or another one. */
const SITUATIONS = [
  { name: 'nothing waits', waits: null },
  { name: 'behind a batch of another account', waits: 'batch' },
  { name: '… and a worker is killed', waits: 'batch', kills: true },
  { name: 'behind a broadcast of its account', waits: 'broadcast' },
] as const

/**
 * Measures how long a single mail waits for its hand-over while much other mail waits: of another account, and marketing
 * mail of its own account, also while a worker is killed. The situations take turns, so that all have the same machine.
 */
export async function measureFairness(ground: Ground, options: FairOptions): Promise<FairRow[]> {
  const provider = await startProvider()
  const settings = { ...ground.settings('fair'), MAIL_PROVIDER: 'smtp', SMTP_URL: provider.url }
  const product = await startApi(ground, settings)
  const startWorker = () => startSubject([ground.main], { ...settings, ROLES: 'worker,scheduler' }, STARTED)
  const workers = await Promise.all(Array.from({ length: WORKERS }, startWorker))
  const parts = await compose(readConfig(settings) as AppConfig, {
    log: pino({ level: 'warn' }),
    hintConnectionMode: 'wait',
  })
  try {
    const [busy, quiet] = (await createAccounts(2, parts)) as [Account, Account]
    const count = Math.ceil(options.probes / options.rounds)
    const probe = (name: string, account: Account, halfway?: () => void) =>
      measure({ name, url: product.url, account, provider, count, halfway })
    const backlogs = {
      batch: await fill(parts, busy, options.waiting, 'transactional'),
      broadcast: await fill(parts, busy, options.waiting, 'marketing'),
    }
    await probe('warm-up', quiet)
    const rounds: Probed[][] = []
    for (let round = 1; round <= options.rounds; round += 1) {
      say(`round ${round} of ${options.rounds}`)
      const results: Probed[] = []
      let waiting: Backlog | null = null
      for (const { name, waits, ...situation } of SITUATIONS) {
        const next = waits && backlogs[waits]
        if (next !== waiting) {
          await waiting?.hold()
          await next?.release()
          // Until the ledger has done with so many changes at once, which are no part of the situation.
          if (next) await delay(SETTLE_MS)
          waiting = next
        }
        const kill = 'kills' in situation && (() => void process.kill(workers[0]!.pid, 'SIGKILL'))
        results.push(await probe(name, waits === 'broadcast' ? busy : quiet, kill || undefined))
        if (kill) workers[0] = await startWorker()
      }
      await waiting?.hold()
      rounds.push(results)
    }
    return SITUATIONS.map(({ name }, index) => {
      const probed = rounds.map((results) => results[index]!)
      return fairRow(
        name,
        probed.flatMap(({ tookMs }) => tookMs),
        median(probed.map(({ perSecond }) => perSecond)),
      )
    })
  } finally {
    await parts.close()
    await Promise.all([...workers.map((worker) => worker.close()), product.close()])
    await provider.close()
  }
}

/** An SMTP server that takes its time, and notes when it has each message. While it is dead, it never answers to a mail. */
export async function startProvider() {
  const arrivals = new Map<string, number>()
  let isDead = false
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
        if (!isDead) setTimeout(done, MAIL_MS)
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
    setDead: (dead: boolean) => {
      isDead = dead
    },
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

/** What a situation was like in one round. */
interface Probed {
  tookMs: number[]
  perSecond: number
}

async function measure({ name, url, account, provider, count, halfway }: Probes): Promise<Probed> {
  const tookMs: number[] = []
  const startedAt = performance.now()
  const arrivedBefore = provider.arrivals.size
  for (let index = 0; index < count; index += 1) {
    if (index === Math.floor(count / 2)) halfway?.()
    const mail = mailTo(account.email, `${name} ${startedAt} ${index}`)
    const { id } = (await api(url, account.key, 'POST', '/v1/send', mail)) as { id: string }
    const acceptedAt = performance.now()
    const giveUpAt = acceptedAt + GIVE_UP_MS
    while (!provider.arrivals.has(id) && performance.now() < giveUpAt) await delay(1)
    tookMs.push(Math.max(0, (provider.arrivals.get(id) ?? giveUpAt) - acceptedAt))
    await delay(Math.random() * MAX_PAUSE_MS)
  }
  const seconds = (performance.now() - startedAt) / 1_000
  const { perSecond } = fairRow(name, tookMs, (provider.arrivals.size - arrivedBefore - count) / seconds)
  return { tookMs, perSecond }
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

/** Mail of an account, which waits for its hand-over or is held back. */
interface Backlog {
  release(): Promise<void>
  /** Returns once nothing waits. */
  hold(): Promise<void>
}

/** Writes messages as a batch or a broadcast does. At first they are held back. */
export async function fill(
  { models, newId, conveyor, connections }: Composition,
  { id: accountId }: Account,
  count: number,
  message_type: MessageDoc['message_type'],
): Promise<Backlog> {
  const { collection } = models.messages
  say(`${count} ${message_type} messages are written …`)
  for (let from = 0; from < count; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, count - from) }, (_none, index) => {
      const mail = mailTo(`reader${from + index}@example.com`, `${message_type} ${from + index}`)
      const { dispatch_at, enqueued_at, ...row } = acceptedRow(newId('message'), accountId, mail, '')
      return { ...row, message_type, test_mode: false }
    })
    await collection.insertMany(rows as MessageDoc[])
  }
  const lane = conveyor.catalog.dispatch.lanes.includes(message_type) ? message_type : undefined
  const redis = connections.connect('commands', 'wait')
  const stream = conveyor.keyOf('dispatch', lane, accountId)
  // Rows that were taken when the others were held back are left alone: nobody closes them.
  const untouched = { account_id: accountId, message_type, status: 'queued', crashes: 0 } as const
  return {
    async release() {
      const rows = await collection.find(untouched, { projection: { _id: 1 } }).toArray()
      // In parts: a million rows take longer than a command may.
      for (let from = 0; from < rows.length; from += BATCH) {
        const ids = rows.slice(from, from + BATCH).map(({ _id }) => _id)
        const now = new Date()
        const due = { $set: { dispatch_at: now, enqueued_at: now } }
        await collection.updateMany({ _id: { $in: ids }, ...untouched }, due)
        const hints = ids.map((id) => ({ id, accountId }))
        await conveyor.put('dispatch', hints, lane)
      }
    },
    async hold() {
      const waiting = openWork('dispatch_at')
      await until('nothing waits', async () => {
        for (;;) {
          const rows = await collection.find(waiting, { projection: { _id: 1 }, limit: BATCH }).toArray()
          if (rows.length === 0) break
          const ids = rows.map(({ _id }) => _id)
          await collection.updateMany({ _id: { $in: ids } }, { $unset: { dispatch_at: 1, enqueued_at: 1, lease: 1 } })
        }
        // Hints that a killed worker has read would be there for minutes.
        const ids = (await redis.xrange(stream, '-', '+')).map(([id]) => id)
        const { group } = conveyor.catalog.dispatch
        if (ids.length > 0)
          await redis
            .multi()
            .xack(stream, group, ...ids)
            .xdel(stream, ...ids)
            .exec()
        await redis.del(...backlogKeys(stream))
        return ids.length === 0 && (await collection.findOne(waiting)) === null
      })
    },
  }
}
