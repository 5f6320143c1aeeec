import { randomBytes } from 'node:crypto'
import { type Client, createClient, createTrpcClient, type TrpcClient } from '@postline/client'
import { type DnsStandIn, startDnsStandIn } from './dns-stand-in.js'
import { type Outbox, openOutbox } from './outbox.js'
import { type ServiceProcess, startService } from './service-process.js'
import { type ReceiverOptions, receiveWebhooks, type WebhookReceiver } from './webhook-receiver.js'

export interface PostlineOptions {
  /**
   * Domains that the account may send from, with their DNS records verified. `example.com` by default. Without any it
   * is a new account, which sends only to its owner.
   */
  domains?: readonly string[]
  /** Settings of the service, as in its documentation. */
  settings?: Record<string, string>
  /** Time to start, in ms. 120,000 by default: the first start on a machine may download MongoDB and Valkey. */
  timeoutMs?: number
  /** Path of the `dist/main.js` of the service. That of the installed package `postline` by default. */
  main?: string
}

/** A service of the test's own. */
export interface Postline {
  /** Its address, for the application under test. */
  url: string
  /** A key whose mail is sent; the outbox takes the place of the internet. */
  liveKey: string
  /** A key whose mail is simulated: see `outcomes`. */
  testKey: string
  /** The address of the account's owner. */
  ownerEmail: string
  /** REST client with the live key. It sees the mail of both keys. */
  client: Client
  /** tRPC client with the live key. */
  trpc: TrpcClient
  outbox: Outbox
  /** Starts an endpoint and subscribes it to events. It is closed with the service. */
  receiveWebhooks(options?: ReceiverOptions): Promise<WebhookReceiver>
  /** What the service has logged. */
  log(): string
  /** Stops everything and removes its data. May be called more than once. */
  close(): Promise<void>
}

const OWNER = 'owner@example.com'
const START_MS = 120_000
const DEFAULT_DOMAINS = ['example.com']
const LOOPBACK = '127.0.0.0/8,::1/128'

/**
 * Starts a service with its own MongoDB and Redis-compatible server, which nothing else uses. Several can run at the
 * same time. It ends with `close`, or with the process that started it.
 */
export async function startPostline(options: PostlineOptions = {}): Promise<Postline> {
  const liveKey = `sk_live_${randomBytes(24).toString('hex')}`
  const dns = await startDnsStandIn()
  const settings = {
    BOOTSTRAP_ADMIN_KEY: liveKey,
    BOOTSTRAP_OWNER_EMAIL: OWNER,
    DNS_SERVERS: dns.address,
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_SECOND: '0',
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOW_CIDRS: LOOPBACK,
    WEBHOOK_RETRY_BASE_MS: '100',
    ...options.settings,
  }
  const { main, timeoutMs = START_MS } = options
  const service = await startService({ settings, main, timeoutMs }).catch(async (error) => {
    await dns.close()
    throw error
  })
  try {
    return await prepare(service, dns, { liveKey, domains: options.domains ?? DEFAULT_DOMAINS })
  } catch (error) {
    await Promise.all([service.close(), dns.close()])
    throw error
  }
}

async function prepare(
  { url, log, close }: ServiceProcess,
  dns: DnsStandIn,
  { liveKey, domains }: { liveKey: string; domains: readonly string[] },
): Promise<Postline> {
  const address = { baseUrl: url, apiKey: liveKey }
  const client = createClient(address)
  const { data } = await client.POST('/v1/keys', { body: { scope: 'admin', test_mode: true } })
  for (const domain of domains) await verify(client, dns, domain)
  const receivers: WebhookReceiver[] = []
  let closing: Promise<void> | undefined
  async function closeAll(): Promise<void> {
    await Promise.all(receivers.map((receiver) => receiver.close()))
    await close()
    await dns.close()
  }
  return {
    url,
    liveKey,
    testKey: data.key,
    ownerEmail: OWNER,
    client,
    trpc: createTrpcClient(address),
    outbox: openOutbox(client),
    async receiveWebhooks(receiving = {}) {
      const receiver = await receiveWebhooks(client, receiving)
      receivers.push(receiver)
      return receiver
    },
    log,
    close: () => {
      closing ??= closeAll()
      return closing
    },
  }
}

/** Adds a domain and publishes the records that it needs. */
async function verify(client: Client, dns: DnsStandIn, domain: string): Promise<void> {
  const { data } = await client.POST('/v1/domains', { body: { domain } })
  dns.publish(data.dns_records)
  const { data: verified } = await client.POST('/v1/domains/{domain}/verify', { params: { path: { domain } } })
  if (!verified.fully_verified)
    throw new Error(`The domain ${domain} could not be verified: ${JSON.stringify(verified)}`)
}
