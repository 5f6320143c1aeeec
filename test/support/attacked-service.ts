import { expect } from 'vitest'
import { freePort, type Program } from './built-program.js'
import { Deployment } from './deployment.js'
import { type DnsServer, type DnsZone, startDnsServer } from './dns-server.js'
import { inboundDomain } from './inbound-domain.js'
import { LoopWatch } from './loop-watch.js'
import { CALLBACK_SECRET } from './post-callback.js'
import { type SmtpSink, startSmtpSink } from './smtp-sink.js'
import { type CallResult, call, eventually } from './start-app.js'

/*
 * A service of several processes with two accounts: one that attacks, and its neighbour, which is served meanwhile.
 */

/** The domains of the two accounts: both send and receive mail. */
export const DOMAIN = 'attacked.test'
export const NEIGHBOUR = 'neighbour.test'
/** Longest time that a process may let others wait, in ms of CPU time. */
const MAX_HELD_MS = 200
/** Longest time until a mail of somebody else is handed over, in ms. A second on an idle machine. */
const MAX_DELIVERY_MS = 5_000
/** On a busy machine, the same as a multiple of the time that it takes without an attack. */
const MAX_SLOWDOWN = 20
/** How a process says that something held its event loop. */
const HELD = 'the event loop was blocked'

export class AttackedService {
  readonly #sink: SmtpSink
  readonly #dns: DnsServer
  readonly #watches: Record<'healthzMs' | 'ehloMs', LoopWatch>
  #sent = 0

  private constructor(
    readonly deployment: Deployment,
    /** The port of its SMTP listener. */
    readonly smtpPort: number,
    /** Admin keys of the two accounts. */
    readonly key: string,
    readonly neighbourKey: string,
    { sink, dns }: { sink: SmtpSink; dns: DnsServer },
    { api, smtp }: Record<'api' | 'smtp', Program>,
  ) {
    this.#sink = sink
    this.#dns = dns
    this.#watches = {
      healthzMs: new LoopWatch(deployment.url, api),
      ehloMs: new LoopWatch({ port: smtpPort, localAddress: '127.0.0.9' }, smtp),
    }
  }

  /** @param records what the name servers of strangers answer. */
  static async start({ records = {} }: { records?: DnsZone } = {}): Promise<AttackedService> {
    const sink = await startSmtpSink({ makesText: false })
    const dns = await startDnsServer({ records })
    const smtpPort = await freePort()
    const deployment = await Deployment.create({
      ...{ CALLBACK_SECRET, MAIL_PROVIDER: 'smtp', SMTP_URL: sink.url },
      ...{ SMTP_PORT: String(smtpPort), SMTP_MAILS_PER_MINUTE: '0', DNS_SERVERS: dns.address },
      // Those of production: nothing here depends on a process that dies.
      DISPATCH_TIMEOUT_MS: '30000',
    })
    const api = await deployment.start('api')
    const smtp = await deployment.start('smtp')
    await deployment.start('worker,scheduler')
    const key = await newAccount(deployment, DOMAIN)
    const neighbourKey = await newAccount(deployment, NEIGHBOUR)
    return new AttackedService(deployment, smtpPort, key, neighbourKey, { sink, dns }, { api, smtp })
  }

  get url(): string {
    return this.deployment.url
  }

  /** Asks the API as the account that attacks. */
  call(method: string, path: string, options: { key?: string; body?: unknown } = {}): Promise<CallResult> {
    return call(this.url, method, path, { key: this.key, ...options })
  }

  /** Sends a mail and waits until the provider has it. Returns its sender there, and how long it took in ms. */
  async delivered(senderKey: string, domain: string): Promise<Delivered> {
    this.#sent += 1
    const beganAt = performance.now()
    const to = `ada${this.#sent}@example.net`
    const body = {
      channel: 'email',
      idempotency_key: `send-${this.#sent}`,
      destination: { email: to },
      payload: { subject: 'S', body_text: 'T' },
      metadata: { from_email: `hello@${domain}` },
    }
    const { status, body: answer } = await call(this.url, 'POST', '/v1/send', { key: senderKey, body })
    expect(status, JSON.stringify(answer)).toBe(201)
    const handedOver = () => this.#sink.mails.find(({ raw }) => raw.includes(answer.id))
    const mail = await eventually('it is handed over', handedOver)
    return { id: answer.id, from: mail.envelope.from, to, tookMs: performance.now() - beganAt }
  }

  /** What must be true whatever an attack is about: others are served meanwhile, and every process lives. */
  async whileOthersAreServed<T>(title: string, attack: () => Promise<T>): Promise<T> {
    const before = new Map(this.deployment.programs.map((program) => [program, program.stderr.length]))
    const { result, figures } = await this.#attacked(attack)
    if (process.env.FIGURES) process.stdout.write(`${title}: ${JSON.stringify(figures)}\n`)
    expect(figures.healthzMs).toBeLessThanOrEqual(MAX_HELD_MS)
    expect(figures.ehloMs).toBeLessThanOrEqual(MAX_HELD_MS)
    expect(figures.deliveryMs).toBeLessThan(Math.max(MAX_DELIVERY_MS, MAX_SLOWDOWN * figures.peaceMs))
    this.#expectHealthy(before)
    return result
  }

  async #attacked<T>(attack: () => Promise<T>) {
    const { healthzMs, ehloMs } = this.#watches
    const { tookMs: peaceMs } = await this.delivered(this.neighbourKey, NEIGHBOUR)
    await Promise.all([healthzMs.takeHeldMs(), ehloMs.takeHeldMs()])
    const attacking = attack()
    let slowestMs = 0
    let isOver = false
    const end = () => {
      isOver = true
    }
    attacking.then(end, end)
    do slowestMs = Math.max(slowestMs, (await this.delivered(this.neighbourKey, NEIGHBOUR)).tookMs)
    while (!isOver)
    const result = await attacking
    const figures = {
      healthzMs: Math.round(await healthzMs.takeHeldMs()),
      ehloMs: Math.round(await ehloMs.takeHeldMs()),
      deliveryMs: Math.round(slowestMs),
      peaceMs: Math.round(peaceMs),
    }
    return { result, figures }
  }

  /** @param before how much each process had logged before the attack: modules that load hold its event loop, too. */
  #expectHealthy(before: ReadonlyMap<Program, number>): void {
    for (const program of this.deployment.programs) {
      expect(program.isRunning).toBe(true)
      const since = program.stderr.slice(before.get(program))
      expect(since.split('\n').filter((line) => line.includes(HELD))).toEqual([])
    }
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#watches).map((watch) => watch.end()))
    await this.deployment.close()
    await this.#sink.close()
    await this.#dns.close()
  }
}

interface Delivered {
  id: string
  /** Its envelope, as the provider got it. */
  from: string
  to: string
  tookMs: number
}

/** The admin key of a new account with a verified domain that receives mail and bounces. */
async function newAccount({ ledger: { models, services } }: Deployment, domain: string): Promise<string> {
  const { account_id: accountId, key } = await services.accounts.create(`owner@${domain}`)
  await inboundDomain({ models, accountId }, domain)
  const mx = { purpose: 'mx', type: 'MX', name: `send.${domain}`, value: '10 feedback.test', status: 'verified' }
  await models.domains.updateOne({ name: domain }, { $set: { dns_records: [mx] } })
  return key
}
