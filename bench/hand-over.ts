import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import mongoose from 'mongoose'
import { mailTo } from './accepted-row.js'
import { api, cpuMs, type Ground, say, startApi, startSubject } from './ground.js'
import { openWork } from './open-work.js'
import { until } from './until.js'

/** One round: how one worker hands mail over to an SMTP server that takes so long for each. */
export interface HandOverRound {
  mailMs: number
  /** Mails per second from the first to the last that the server has. */
  perSecond: number
  workerCpuMs: number | null
  mongoCpuMs: number | null
}

/** How long the server takes for a mail, in ms. */
const MAIL_MS = [0, 20]
const CONNECTIONS = 10
const BATCH = 500
const DOMAIN = 'bench.test'

/** Measures how fast one worker signs waiting live mails of about 1 KB and hands them over on ten connections. */
export async function measureHandOvers(
  ground: Ground,
  { rounds, messages }: { rounds: number; messages: number },
): Promise<HandOverRound[]> {
  const results: HandOverRound[] = []
  for (let round = 1; round <= rounds; round += 1) {
    for (const mailMs of MAIL_MS) {
      const result = await measure(ground, mailMs, messages)
      say(`round ${round} of ${rounds}, ${mailMs} ms a mail: ${Math.round(result.perSecond)} mails/s`)
      results.push(result)
    }
  }
  return results
}

async function measure(ground: Ground, mailMs: number, messages: number): Promise<HandOverRound> {
  const settings = ground.settings('hand_over')
  const server = await startMailServer(mailMs)
  const product = await startApi(ground, settings)
  const connection = await mongoose.createConnection(settings.MONGODB_URI!).asPromise()
  try {
    await fill(product, messages)
    await product.close()
    const relay = { MAIL_PROVIDER: 'smtp', SMTP_URL: `${server.url}?maxConnections=${CONNECTIONS}` }
    const worker = await startSubject([ground.main], { ...settings, ...relay, ROLES: 'worker,scheduler' }, STARTED)
    const pids = [worker.pid, ground.mongoPid]
    const before = await Promise.all(pids.map(cpuMs))
    await until('all are handed over', async () => {
      if (server.taken() < messages) return false
      return (await connection.collection('messages').findOne(openWork('dispatch_at'))) === null
    })
    const after = await Promise.all(pids.map(cpuMs))
    const [workerCpuMs, mongoCpuMs] = after.map((ms, index) =>
      ms === null ? null : (ms - before[index]!) / messages,
    ) as [number | null, number | null]
    await worker.close()
    return { mailMs, perSecond: server.perSecond(), workerCpuMs, mongoCpuMs }
  } finally {
    await product.close()
    await connection.dropDatabase()
    await connection.close()
    server.close()
  }
}

const STARTED = /"msg":"started"/

/** Has the API accept mails of a verified domain, which is signed with a key of its own. */
async function fill({ url, adminKey }: { url: string; adminKey: string }, messages: number): Promise<void> {
  await api(url, adminKey, 'POST', '/v1/domains', { domain: DOMAIN })
  await api(url, adminKey, 'POST', `/v1/domains/${DOMAIN}/verify`, {})
  for (let start = 0; start < messages; start += BATCH) {
    const items = Array.from({ length: Math.min(BATCH, messages - start) }, (_none, index) => ({
      ...mailTo(`reader${start + index}@example.com`, `hand-over-${start + index}`),
      metadata: { from_email: `hello@${DOMAIN}` },
    }))
    await api(url, adminKey, 'POST', '/v1/send/batch', items)
  }
}

/** An SMTP server that takes every mail after a while. It costs little, because it shares the cores with what it measures. */
async function startMailServer(mailMs: number) {
  let taken = 0
  let firstAt = 0
  let lastAt = 0
  const server = createServer((socket) => {
    let isInData = false
    let received = ''
    const answer = (text: string) => socket.write(`${text}\r\n`)
    const take = () => {
      taken += 1
      lastAt = performance.now()
      firstAt ||= lastAt
      answer('250 taken')
    }
    const read = () => {
      for (;;) {
        const end = isInData ? '\r\n.\r\n' : '\r\n'
        const at = received.indexOf(end)
        if (at < 0) return
        const text = received.slice(0, at)
        received = received.slice(at + end.length)
        if (isInData) {
          if (mailMs > 0) setTimeout(take, mailMs)
          else take()
        } else answer(text === 'DATA' ? '354 go on' : '250 ok')
        isInData = text === 'DATA' && !isInData
      }
    }
    socket.setNoDelay(true)
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1')
      read()
    })
    answer('220 bench')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken: () => taken,
    perSecond: () => ((taken - 1) * 1_000) / (lastAt - firstAt),
    close: () => void server.close(),
  }
}
