import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { parseZone } from 'dnsz'
import { Redis } from 'ioredis'
import { mongo } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyName } from '../../../src/providers/identities/own-identities.js'
import { DEPLOYMENT_SECRETS } from '../../../src/services/platform/encryption/secret-fields.js'
import { SETTINGS } from '../../../src/settings/settings.js'
import { type Backend, BalancedLoad } from '../../support/balanced-load.js'
import { freePort, type Program } from '../../support/built-program.js'
import { Deployment } from '../../support/deployment.js'
import { type DnsServer, type DnsZone, startDnsServer } from '../../support/dns-server.js'
import { type DrillShell, openDrillShell } from '../../support/drills.js'
import { expectInvariants } from '../../support/invariants.js'
import { BUILD_MS } from '../../support/make-once.js'
import { mongosh, redisCli } from '../../support/operator-tools.js'
import { type OwnServer, startOwnServer } from '../../support/own-servers.js'
import { postMail } from '../../support/post-mail.js'
import { publish, type WantedRecord } from '../../support/publish-domain.js'
import { sharedProgram } from '../../support/shared-program.js'
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink.js'
import { call, eventually, type Settings } from '../../support/start-app.js'
import { startValkeyNode, type ValkeyNode } from '../../support/valkey-node.js'
import { verifiedDomain } from '../../support/verified-domain.js'
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.js'

/* "Rotating every secret" of docs/guides/disaster-drills.md, from its first command to its last, while mail is sent. */

const areThere = mongosh !== null && redisCli !== null
if (!areThere) process.stdout.write('The drill with every secret is skipped: it needs mongosh and redis-cli.\n')

const DOMAIN = 'shop.acme.dev'
const OLD = {
  mongodb: 'old-password-of-mongodb',
  redis: 'old-password-of-redis',
  smtp: 'old-password-of-smtp',
  session: 'old-secret-of-sessions-with-32-characters',
  callback: 'old-secret-of-callbacks-with-32-characters',
}
const NEW_SMTP = { user: 'new', password: 'new-password-of-smtp' }
const ADMIN_OF_REDIS = 'password-of-the-administrator'

let shell: DrillShell
let server: OwnServer
let valkey: ValkeyNode
let sink: SmtpSink
let dnsZone: DnsZone
let dns: DnsServer
let receiver: WebhookReceiver
/** As an administrator sees it, whose logins stay. */
let deployment: Deployment
/** The settings of the processes with the old secrets. */
let old: Settings
beforeAll(sharedProgram, BUILD_MS)
beforeAll(async () => {
  if (!areThere) return
  shell = await openDrillShell()
  await shell.addProgram('mongosh', process.execPath, mongosh!)
  server = await startOwnServer('mongo')
  const user = `user postline on >${OLD.redis} ~* &* +@all`
  valkey = await startValkeyNode(shell.folder, { password: ADMIN_OF_REDIS, lines: [user] })
  sink = await startSmtpSink({ login: { user: 'old', password: OLD.smtp }, secondLogin: NEW_SMTP, delayMs: 5 })
  dnsZone = {}
  dns = await startDnsServer({ records: dnsZone })
  receiver = await startWebhookReceiver()
  deployment = await Deployment.create({
    ...{ MONGODB_URI: server.uri, REDIS_URL: `redis://:${ADMIN_OF_REDIS}@${valkey.address}` },
    ...{ MAIL_PROVIDER: 'smtp', SMTP_URL: sink.url, DKIM_ZONE: 'dkim.example.net', DNS_SERVERS: dns.address },
    // What takes long on a busy machine must not be repeated.
    ...{ DISPATCH_TIMEOUT_MS: '20000', WEBHOOK_TIMEOUT_MS: '20000', DRAIN_SECONDS: '3' },
  })
  old = {
    ...deployment.settings,
    MONGODB_URI: server.uri.replace(/\/\/[^@]*@/, `//service:${OLD.mongodb}@`),
    REDIS_URL: `redis://postline:${OLD.redis}@${valkey.address}`,
    SESSION_SECRET: OLD.session,
    CALLBACK_SECRET: OLD.callback,
  }
  const { connection } = deployment.ledger.models
  const roles = [{ role: 'readWrite', db: connection.db!.databaseName }]
  const admin = connection.getClient().db('admin')
  await admin.command({ createUser: 'service', pwd: OLD.mongodb, roles })
})
afterAll(async () => {
  await deployment?.close()
  for (const each of [receiver, dns, sink, valkey, server, shell]) await each?.close()
})

/** Ends a process as an operator does: it finishes its work. */
async function stop(program: Program): Promise<void> {
  program.signal('SIGTERM')
  expect(await program.ended, program.output.slice(-2_000)).toBe(0)
}

/** The processes of the deployment, replaced one at a time. */
class Processes {
  readonly #load: BalancedLoad
  #api: Backend | null = null
  #worker: Program | null = null

  constructor(load: BalancedLoad) {
    this.#load = load
  }

  get url(): string {
    return this.#api!.url
  }

  /** Starts all with these settings, before it ends those that run. */
  async replace(settings: Settings): Promise<void> {
    const [api, worker] = [this.#api, this.#worker]
    const port = await freePort()
    const program = await deployment.start('api', { ...settings, PORT: String(port) })
    this.#api = { program, url: `http://127.0.0.1:${port}`, isReady: false }
    this.#load.backends.push(this.#api)
    await eventually('the API is ready', async () => (await call(this.url, 'GET', '/readyz')).status === 200)
    if (api) await stop(api.program)
    this.#worker = await deployment.start('worker,scheduler', settings)
    if (worker) await stop(worker)
  }
}

/** Publishes DKIM keys in place of what was there. */
function publishKeys(records: readonly WantedRecord[]): void {
  for (const { name } of records) delete dnsZone[name]
  publish(dnsZone, records)
}

/** Publishes the zone file of the drill. Returns its values. */
async function publishZone(): Promise<string> {
  const text = await readFile(join(shell.folder, 'dkim.zone'), 'utf8')
  const records = parseZone(text).records.map(({ type, name, content }) => ({
    ...{ type, name },
    value: content.replaceAll(/^"|" "|"$/g, ''),
  }))
  publishKeys(records)
  return records.map(({ value }) => value).join('\n')
}

const selectorsOf = (mails: SmtpSink['mails']) =>
  new Set(mails.map(({ raw }) => /\bs=(pl\d);/.exec(raw.toString().replaceAll(/\r\n\s+/g, ' '))?.[1]))

test.skipIf(!areThere)(
  'every secret is replaced while mail is sent, and none of the old ones opens anything',
  async () => {
    const { ledger, adminKey: oldKey } = deployment
    const { models, services } = ledger
    const load = new BalancedLoad(oldKey, {
      destination: { email: 'ada@example.com' },
      metadata: { from_email: `billing@${DOMAIN}` },
    })
    const processes = new Processes(load)
    await processes.replace(old)
    const accountId = (await services.accounts.list())[0]!.id
    const other = await services.accounts.create('other@example.com')
    await verifiedDomain({ app: { models }, accountId }, DOMAIN)
    const { _id: domainId } = (await models.domains.findOne({ name: DOMAIN }).lean())!
    for (const number of [1, 2, 3]) {
      const [name, value] = [`pl${number}._domainkey.${DOMAIN}`, keyName(domainId, number, 'dkim.example.net')]
      publish(dnsZone, [{ type: 'CNAME', name, value }])
    }
    publishKeys((await services.dkimZone.records()).records)
    const ask = (method: string, path: string, options: Parameters<typeof call>[3] = {}) =>
      call(processes.url, method, path, options)
    await models.domains.updateOne({ name: DOMAIN }, { inbound_enabled: true })
    const toEndpoint = { domain: DOMAIN, destination_type: 'webhook', forward_url: receiver.url }
    const route = (await ask('POST', '/v1/inbound/routes', { key: oldKey, body: toEndpoint })).body
    const webhook = (await ask('POST', '/v1/webhooks', { key: oldKey, body: { endpoint_url: receiver.url } })).body
    const signIn = await ask('POST', '/session', { body: { key: oldKey } })
    const cookie = signIn.headers.getSetCookie()[0]!.split(';', 1)[0]!
    const bySession = async () => (await ask('GET', '/v1/webhooks', { headers: { cookie } })).status
    const callback = async (secret: string) =>
      (await postMail(processes.url, 'Subject: Hello\r\n\r\n', { recipients: 'x@elsewhere.example', secret })).status
    const thief = {
      mongodb: new mongo.MongoClient(old.MONGODB_URI!),
      redis: new Redis(old.REDIS_URL!, { retryStrategy: () => null }),
    }
    thief.redis.on('error', () => undefined)
    const read = () => thief.mongodb.db().collection<{ _id: string }>('system').findOne()
    await read()
    await thief.redis.ping()
    load.start()
    await load.goesOn()

    // The ways in.
    const admin = {
      ...{ MONGODB_ADMIN_URI: server.uri, MONGODB_USER: 'service' },
      ...{ REDIS_ADMIN_URL: `redis://${valkey.address}`, REDISCLI_AUTH: ADMIN_OF_REDIS, REDIS_USER: 'postline' },
      // Where mongosh has its log.
      HOME: shell.folder,
    }
    await shell.drill('new logins', old, admin)
    const { user, password } = NEW_SMTP
    const NEW_SMTP_URL = `smtp://${user}:${password}@127.0.0.1:${sink.port}`
    await shell.drill('logins elsewhere', old, { NEW_SMTP_URL })
    await shell.drill('new secrets', old)
    const settingsIn = async (file: string): Promise<Settings> => ({
      ...old,
      ...(parseEnv(await readFile(join(shell.folder, file), 'utf8')) as Settings),
    })
    const both = await settingsIn('both.env')
    await processes.replace(both)
    await load.goesOn()
    expect(await bySession()).toBe(200)
    const fresh = await settingsIn('new.env')
    expect(await Promise.all([OLD.callback, fresh.CALLBACK_SECRET!].map(callback))).toEqual([200, 200])
    expect(await shell.drill('rotate', old)).toContain('Number 2 of ENCRYPTION_KEY')
    await processes.replace(fresh)
    const before = sink.mails.length
    await load.goesOn()
    await shell.drill('old logins', old, admin)
    await load.goesOn()
    expect(await Promise.all([OLD.callback, fresh.CALLBACK_SECRET!].map(callback))).toEqual([403, 200])
    expect(await bySession()).toBe(401)
    await expect(read()).rejects.toThrow(/auth/i)
    await expect(thief.redis.ping()).rejects.toThrow()
    await expect(new mongo.MongoClient(old.MONGODB_URI!).connect()).rejects.toThrow('Authentication failed')
    const again = new Redis(old.REDIS_URL!, { lazyConnect: true, retryStrategy: () => null })
    again.on('error', () => undefined)
    await expect(again.connect().then(() => again.ping())).rejects.toThrow()
    await eventually('mail is handed over with the new login', () => sink.mails.length > before + 5)
    expect(new Set(sink.mails.slice(before + 5).map((mail) => mail.user))).toEqual(new Set(['new']))
    // Its key was encrypted with the old one.
    expect(selectorsOf(sink.mails)).toEqual(new Set(['pl1']))

    // What was behind them.
    const said = await shell.drill('new API keys', fresh, { ACCOUNT: accountId })
    const [newKey = ''] = said.match(/sk_live_[\w-]{30,}/) ?? []
    load.key = newKey
    await load.goesOn()
    await shell.drill('old API keys', fresh)
    for (const key of [oldKey, other.key]) expect((await ask('GET', '/v1/messages', { key })).status).toBe(401)
    expect((await ask('GET', '/v1/messages', { key: newKey })).status).toBe(200)
    await load.goesOn()

    const POSTLINE_KEY = newKey
    await shell.drill('webhooks', fresh, { POSTLINE_KEY, BASE_URL: processes.url })
    const rotatedAt = Date.now()
    const lines = (await readFile(join(shell.folder, 'webhook-secrets'), 'utf8')).trim().split('\n')
    const [[id, secret = ''] = [], ...others] = lines.map((line) => line.split(' '))
    expect(id).toBe(webhook.id)
    expect(others).toEqual([[route.id, expect.stringMatching(/^[0-9a-f]{64}$/)]])
    expect(others[0]![1]).not.toBe(route.signing_secret)

    /** One rotation of all DKIM keys. Returns the zone after it. */
    const rotateDkim = async () => {
      await shell.drill('new DKIM keys', fresh)
      await publishZone()
      await shell.drill('switched DKIM keys', fresh)
      return publishZone()
    }
    const { public_key: oldPublicKey } = (await models.domains.findOne({ name: DOMAIN }).lean())!.dkim!
    expect(await rotateDkim()).toContain(oldPublicKey)
    await load.goesOn()
    expect(await rotateDkim()).not.toContain(oldPublicKey)
    await eventually('mail is signed with the newest key', () => selectorsOf(sink.mails.slice(-1)).has('pl3'))
    await load.goesOn()
    const signed = sink.mails.length
    await load.goesOn()

    await load.stop()
    expect(load.refused).toEqual([])
    const accepted = [...load.accepted.values()]
    await expectInvariants(deployment, { accepted, hits: receiver.hits }, 120_000)
    const subjects = sink.mails.map(({ parsed }) => parsed.subject).sort()
    expect(subjects).toEqual([...load.accepted.keys()].sort())
    expect(selectorsOf(sink.mails.slice(signed))).toEqual(new Set(['pl3']))
    for (const hit of receiver.hits) {
      const at = new Date(hit.at)
      expect(hit.isSignedWith(secret, at) || hit.isSignedWith(webhook.signing_secret, at)).toBe(true)
    }
    const last = receiver.hits.filter(({ at }) => at > rotatedAt + 10_000)
    expect(last.filter((hit) => !hit.isSignedWith(secret, new Date(hit.at)))).toEqual([])
    expect(receiver.hits.at(-1)!.isSignedWith(secret, new Date(receiver.hits.at(-1)!.at))).toBe(true)
    await thief.mongodb.close()
  },
  // Some forty programs are started, one after the other.
  900_000,
)

test('no secret is missing', async () => {
  const [, page = ''] = (await readFile('docs/guides/disaster-drills.md', 'utf8')).split('## Rotating every secret')
  const section = page.split('\n## ')[0]!
  const secrets = Object.entries(SETTINGS).flatMap(([name, setting]) => ('secretOf' in setting ? [name] : []))
  expect(secrets.length).toBeGreaterThan(7)
  expect([...secrets, ...DEPLOYMENT_SECRETS].filter((name) => !section.includes(name))).toEqual([])
})
