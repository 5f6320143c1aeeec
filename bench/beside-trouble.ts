import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { type AppConfig, compose } from '../src/compose.js'
import { readConfig } from '../src/config.js'
import { mailTo } from './accepted-row.js'
import { type Account, createAccounts } from './accounts.js'
import { type FairRow, fairRow, fill, startProvider } from './fair.js'
import { api, createTestKey, type Ground, say, startApi, startSubject } from './ground.js'
import { startSinks } from './sinks.js'

export interface TroubleOptions {
  rounds: number
  /** Messages of the other account that wait. */
  waiting: number
  /** Mails that are timed in each situation, in all rounds. */
  probes: number
}

const STARTED = /"msg":"started"/
const MAX_PAUSE_MS = 40
const SETTLE_MS = 3_000
const GIVE_UP_MS = 60_000
/** Mails of the account in trouble before a situation begins, and while it lasts each second. */
const TROUBLED = 500
const TROUBLED_PER_SECOND = 20
const RECIPIENT = 'delivered@example.com'

const SITUATIONS = [
  'live mail, no trouble',
  'live mail, an endpoint of another account hangs',
  'live mail, another account has a backlog',
  'test mail, no trouble',
  'test mail, the mail provider hangs',
] as const
type Situation = (typeof SITUATIONS)[number]

/**
 * Measures how long the mail of one account takes from its 201 until its webhook for `sent` arrives, while another account is in
 * trouble. The situations take turns, so that all have the same machine.
 */
export async function measureBesideTrouble(ground: Ground, options: TroubleOptions): Promise<FairRow[]> {
  const provider = await startProvider()
  const arrivals = new Map<string, number>()
  const sinks = await startSinks(2, {
    hanging: 1,
    onBody: (body) => void arrivals.set(JSON.parse(body).message_id, performance.now()),
  })
  const settings = {
    ...ground.settings('trouble'),
    ...{ MAIL_PROVIDER: 'smtp', SMTP_URL: provider.url, DISPATCH_TIMEOUT_MS: '5000' },
  }
  const product = await startApi(ground, settings)
  const worker = await startSubject([ground.main], { ...settings, ROLES: 'worker,scheduler' }, STARTED)
  const parts = await compose(readConfig(settings) as AppConfig, {
    log: pino({ level: 'warn' }),
    hintConnectionMode: 'wait',
  })
  try {
    const [busy, quiet] = (await createAccounts(2, parts)) as [Account, Account]
    const [hanging, answering] = sinks.urls
    const hook = (account: Account, endpoint_url: string | undefined) =>
      api(product.url, account.key, 'POST', '/v1/webhooks', { endpoint_url, event_types: ['sent'] })
    await hook(busy, hanging)
    await hook(quiet, answering)
    const keys = {
      busy: await createTestKey(product.url, busy.key),
      quiet: await createTestKey(product.url, quiet.key),
    }
    const backlog = await fill(parts, busy, options.waiting, 'transactional')
    const post = (key: string, path: string, body: unknown) => api(product.url, key, 'POST', path, body)

    /** Makes the other account send, until the returned function is called. */
    async function trouble(name: string, key: string, email: string): Promise<() => Promise<void>> {
      const run = `${name} ${performance.now()}`
      const mails = Array.from({ length: TROUBLED }, (_none, index) => mailTo(email, `${run} ${index}`))
      await post(key, '/v1/send/batch', mails)
      let isOver = false
      const sending = (async () => {
        for (let index = TROUBLED; !isOver; index += 1) {
          await post(key, '/v1/send', mailTo(email, `${run} ${index}`))
          await delay(1_000 / TROUBLED_PER_SECOND)
        }
      })()
      await delay(SETTLE_MS)
      return () => {
        isOver = true
        return sending
      }
    }

    /** Begins the trouble of a situation. @returns what ends it. */
    async function begin(situation: Situation): Promise<() => Promise<void>> {
      if (situation.endsWith('an endpoint of another account hangs')) return trouble(situation, keys.busy, RECIPIENT)
      if (situation.endsWith('another account has a backlog')) {
        await backlog.release()
        await delay(SETTLE_MS)
        return () => backlog.hold()
      }
      if (!situation.endsWith('the mail provider hangs')) return async () => undefined
      provider.setDead(true)
      const end = await trouble(situation, busy.key, busy.email)
      return async () => {
        await end()
        provider.setDead(false)
        await delay(2 * SETTLE_MS)
      }
    }

    async function probe(situation: Situation, count: number): Promise<number[]> {
      const isLive = situation.startsWith('live')
      const [key, email] = isLive ? [quiet.key, quiet.email] : [keys.quiet, RECIPIENT]
      const tookMs: number[] = []
      for (let index = 0; index < count; index += 1) {
        const { id } = (await post(key, '/v1/send', mailTo(email, `${situation} ${performance.now()}`))) as {
          id: string
        }
        const acceptedAt = performance.now()
        while (!arrivals.has(id) && performance.now() < acceptedAt + GIVE_UP_MS) await delay(1)
        tookMs.push(Math.max(0, (arrivals.get(id) ?? acceptedAt + GIVE_UP_MS) - acceptedAt))
        await delay(Math.random() * MAX_PAUSE_MS)
      }
      return tookMs
    }

    const count = Math.ceil(options.probes / options.rounds)
    await probe('live mail, no trouble', count)
    await probe('test mail, no trouble', count)
    const took = new Map<Situation, number[]>(SITUATIONS.map((situation) => [situation, []]))
    for (let round = 1; round <= options.rounds; round += 1) {
      say(`round ${round} of ${options.rounds}`)
      for (const situation of SITUATIONS) {
        const end = await begin(situation)
        took.get(situation)!.push(...(await probe(situation, count)))
        await end()
      }
    }
    return SITUATIONS.map((situation) => fairRow(situation, took.get(situation)!, 0))
  } finally {
    await parts.close()
    await Promise.all([worker.close(), product.close()])
    await provider.close()
    sinks.close()
  }
}
