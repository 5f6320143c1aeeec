import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Redis } from 'ioredis'
import { systemClock } from '../src/clock.js'
import { readConfig } from '../src/config.js'
import { openLedger } from '../src/ledger.js'
import { acceptedRow, type Mail } from './accepted-row.js'

/*
 * The floor: the least that accepting a message can cost. A bare HTTP server that parses the body, writes the same
 * document as the service to the same indexes with the same write concern (messages that arrive together in one
 * insertMany), adds one pipelined XADD for each, and responds. It checks no API key and no rules.
 */

const MAX_GROUP = 500
const config = readConfig(process.env)
const { models, newId } = await openLedger({ ...config, mongodbUri: config.mongodbUri! }, { clock: systemClock })
const messages = models.connection.collection('messages')
const redis = new Redis(process.env.REDIS_URL!)
const stream = `${process.env.REDIS_PREFIX}:v1:{p0}:dispatch:main`
const accountId = newId('account')

type Row = ReturnType<typeof acceptedRow>
const waiting: { row: Row; done: (error?: Error) => void }[] = []
let isRunning = false

async function drain(): Promise<void> {
  while (waiting.length > 0) {
    const group = waiting.splice(0, MAX_GROUP)
    try {
      await messages.insertMany(group.map(({ row }) => row) as never[], { ordered: false })
      const pipeline = redis.pipeline()
      for (const { row } of group) pipeline.xadd(stream, '*', 'v', '1', 'i', row._id, 'a', row.account_id)
      void pipeline.exec()
      for (const { done } of group) done()
    } catch (error) {
      for (const { done } of group) done(error as Error)
    }
  }
  isRunning = false
}

function keep(row: Row): Promise<void> {
  return new Promise((resolve, reject) => {
    waiting.push({ row, done: (error) => (error ? reject(error) : resolve()) })
    if (isRunning) return
    isRunning = true
    setImmediate(() => void drain())
  })
}

function toRow(text: string) {
  const hash = createHash('sha256').update(text).digest('hex')
  return acceptedRow(newId('message'), accountId, JSON.parse(text) as Mail, hash)
}

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  try {
    const row = toRow(Buffer.concat(chunks).toString())
    await keep(row)
    response.writeHead(201, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ id: row._id, status: 'queued', created_at: row.updated_at }))
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.stdout.write(`floor at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
process.on('SIGTERM', () => process.exit(0))
