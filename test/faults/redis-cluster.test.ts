import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backlogKeys, streamKey } from '../../src/redis-keys.js'
import { WORK_KINDS } from '../../src/streams/topics.js'
import { type RedisCluster, startRedisCluster } from '../support/redis-cluster.js'
import { type SmtpSink, type SunkMail, startSmtpSink } from '../support/smtp-sink.js'
import { eventually, startApp, type TestApp } from '../support/start-app.js'
import type { ValkeyNode } from '../support/valkey-node.js'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.js'

/*
 * A Redis Cluster of three masters and three replicas below a load of sends with webhooks, in four partitions: masters die,
 * slots move, and data is lost.
 */

const PARTITIONS = 4
/** Time between two sends of an account, in ms. */
const SEND_EVERY_MS = 400

interface Account {
  key: string
  email: string
}

let cluster: RedisCluster
let sink: SmtpSink
let receiver: WebhookReceiver
let app: TestApp
/** When each mail arrived, by the id of its message. */
const arrivals = new Map<string, number>()

/** Any of these would end a process of the service. */
const unheard: unknown[] = []
const note = (reason: unknown) => void unheard.push(reason)

beforeAll(async () => {
  process.on('unhandledRejection', note)
  const onData = ({ parsed }: SunkMail) => {
    const id = /^<(\w+)@/.exec(parsed.messageId ?? '')?.[1] ?? ''
    if (!arrivals.has(id)) arrivals.set(id, Date.now())
    return undefined
  }
  ;[cluster, sink, receiver] = await Promise.all([
    startRedisCluster(),
    startSmtpSink({ onData }),
    startWebhookReceiver(),
  ])
  app = await startApp({
    REDIS_URL: cluster.url,
    STREAM_PARTITIONS: String(PARTITIONS),
    MAIL_PROVIDER: 'smtp',
    SMTP_URL: `${sink.url}?maxConnections=10`,
    // A hand-over without an answer in time is repeated, so a busy machine must not cause one.
    DISPATCH_TIMEOUT_MS: '10000',
  })
})
afterAll(async () => {
  await app?.close()
  await Promise.all([cluster?.close(), sink?.close(), receiver?.close()])
  await delay(100)
  process.off('unhandledRejection', note)
  expect(unheard).toEqual([])
})

/** An account in each partition, with a webhook. */
async function anAccountInEachPartition(): Promise<Account[]> {
  const { services, conveyor } = app.app
  const found = new Map<number, Account>()
  for (let number = 0; found.size < PARTITIONS; number += 1) {
    const email = `owner-${number}@postline.test`
    const { account_id, key } = await services.accounts.create(email)
    const partition = conveyor.partitionOf(account_id)
    if (found.has(partition)) continue
    found.set(partition, { key, email })
    const { status } = await app.call('POST', '/v1/webhooks', { key, body: { endpoint_url: receiver.url } })
    expect(status).toBe(201)
  }
  return [...found.values()]
}

interface Sent {
  id: string
  email: string
  at: number
}

/** Sends mails of all accounts until it is told to stop. */
function load(accounts: Account[]) {
  const accepted: Sent[] = []
  let isOver = false
  const send = async ({ key, email }: Account) => {
    while (!isOver) {
      const { status, body } = await app.call('POST', '/v1/send', {
        key,
        body: {
          channel: 'email',
          idempotency_key: randomBytes(12).toString('hex'),
          destination: { email },
          payload: { subject: 'In a cluster', body_text: 'A text.' },
        },
      })
      // Whatever state Redis is in.
      if (status >= 300) throw new Error(`not accepted: ${status} ${JSON.stringify(body)}`)
      accepted.push({ id: body.id, email, at: Date.now() })
      await new Promise((resolve) => setTimeout(resolve, SEND_EVERY_MS))
    }
  }
  const sending = Promise.all(accounts.map(send))
  // It is awaited at the end.
  sending.catch(() => undefined)
  /** Waits until a mail of each account has arrived that was sent later than now, and all before it. */
  const flows = async (after: string) => {
    const before = accepted.length
    const hasOneOfEach = (sent: Sent[]) => accounts.every(({ email }) => sent.some((each) => each.email === email))
    await eventually(`mail leaves after ${after}`, () => {
      const later = accepted.slice(before).filter(({ id }) => arrivals.has(id))
      return hasOneOfEach(later) && accepted.slice(0, before).every(({ id }) => arrivals.has(id))
    })
    const waits = accepted.map(({ id, at }) => (arrivals.get(id) ?? at) - at)
    process.stdout.write(`${after}: the longest wait of a mail so far is ${Math.max(...waits)} ms\n`)
  }
  const stop = async () => {
    isOver = true
    await sending
    return accepted.map(({ id }) => id)
  }
  return { flows, stop }
}

const partitionKey = (partition: number) =>
  streamKey(app.app.config.redisPrefix, 'dispatch', 'transactional', partition)

/** Everything that was accepted has left, with its webhooks, and the streams are empty. */
async function expectAllSent(accepted: string[]): Promise<void> {
  const { models, conveyor, redis } = app.app
  await eventually('all webhooks have come', () => new Set(hitEvents()).size >= accepted.length)
  await eventually(
    'all is recorded as sent',
    async () => (await models.messages.countDocuments({ status: 'sent' })) >= accepted.length,
  )
  const streams = WORK_KINDS.flatMap((kind) => conveyor.keys(kind))
  await eventually('the streams are empty', async () => {
    const keys = streams.flatMap((stream) => [stream, backlogKeys(stream)[0]])
    const left = await Promise.all(keys.map((key) => (streams.includes(key) ? redis.xlen(key) : redis.zcard(key))))
    return left.every((count) => count === 0)
  })
  const ids = sink.mails.map(({ parsed }) => /^<(\w+)@/.exec(parsed.messageId!)![1]!)
  // On a machine that is too slow, a mail whose outcome is late leaves again.
  expect([...new Set(ids)].sort()).toEqual(accepted.sort())
}

const hitEvents = () => receiver.hits.map(({ eventId }) => eventId)

test('a master dies, slots move, and masters lose their data: all accepted mail leaves, with its webhooks', async () => {
  const accounts = await anAccountInEachPartition()
  const { flows, stop } = load(accounts)
  await flows('start')

  const victim = await cluster.masterOf(partitionKey(0))
  await victim.kill()
  await flows('the death of a master')
  await victim.restart()
  await cluster.isWhole()

  const masters = await mastersOfAll()
  for (let partition = 0; partition < PARTITIONS; partition += 1) {
    const from = await cluster.masterOf(partitionKey(partition))
    await cluster.moveSlotOf(partitionKey(partition), masters.find((master) => master !== from)!)
  }
  await flows('moving every partition')

  // Its replica has nothing then, either: the partition has lost its hints, and the epoch may be elsewhere.
  const emptied = await cluster.masterOf(partitionKey(3))
  await emptied.admin.flushall()
  await flows('the loss of the data of a master')

  await expectAllSent(await stop())
})

/** The masters that have partitions. */
async function mastersOfAll(): Promise<ValkeyNode[]> {
  const found = await Promise.all(
    Array.from({ length: PARTITIONS }, (_none, index) => cluster.masterOf(partitionKey(index))),
  )
  return [...new Set(found)]
}
