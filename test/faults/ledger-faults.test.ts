import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Program } from '../support/built-program.js'
import { Deployment } from '../support/deployment.js'
import { expectInvariants } from '../support/invariants.js'
import { type OwnServer, startOwnServer } from '../support/own-servers.js'
import { aSend, type CallResult, eventually } from '../support/start-app.js'
import { stopwatch } from '../support/stopwatch.js'

let mongo: OwnServer
let deployment: Deployment
let api: Program
let key: string

beforeEach(async () => {
  mongo = await startOwnServer('mongo')
  deployment = await Deployment.create({ MONGODB_URI: mongo.uri })
  api = await deployment.start('api')
  await deployment.start('worker,scheduler')
  key = await deployment.testKey()
})
afterEach(async () => {
  await mongo.signal('SIGCONT').catch(() => undefined)
  await deployment.close()
  await mongo.close()
})

const send = (body = aSend()) => deployment.call('POST', '/v1/send', { key, body })

describe('MongoDB', () => {
  it('hangs: requests soon get overloaded with Retry-After, and nothing piles up', async () => {
    expect((await send()).status).toBe(201)
    const before = await residentBytes(api)
    await mongo.signal('SIGSTOP')
    const big = aSend({ payload: { subject: 'Big', body_text: 'x'.repeat(200_000) } })
    const refused: CallResult[] = []
    let longestMs = 0
    const client = async (body: Record<string, unknown>): Promise<void> => {
      for (let round = 0; round < 3; round += 1) {
        const tookMs = stopwatch(api.pid)
        refused.push(await send({ ...body, idempotency_key: `${Math.random()}` }))
        longestMs = Math.max(longestMs, tookMs())
      }
    }
    await Promise.all(Array.from({ length: 300 }, () => client(big)))
    expect(refused).toHaveLength(900)
    for (const { status, body, headers } of refused) {
      expect({ status, code: body.error?.code }).toEqual({ status: 503, code: 'overloaded' })
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(longestMs).toBeLessThan(30_000)
    expect((await residentBytes(api)) - before, 'growth of the process in bytes').toBeLessThan(200_000_000)

    await mongo.signal('SIGCONT')
    const again = await eventually('sends are accepted again', async () => {
      const result = await send()
      return result.status === 201 ? result : null
    })
    await expectInvariants(deployment, { accepted: [again.body.id] }, 90_000)
  })

  it('is killed and comes back: every acknowledged message is there and is sent', async () => {
    const accepted: string[] = []
    let isOver = false
    const client = async (): Promise<void> => {
      while (!isOver) {
        const body = aSend()
        for (;;) {
          const { status, body: answer } = await send(body)
          if (status === 201) accepted.push(answer.id)
          if (status === 201 || isOver) break
          // Retries like a client that got Retry-After.
          await new Promise((resolve) => setTimeout(resolve, 200))
        }
      }
    }
    const clients = Array.from({ length: 8 }, client)
    for (let kill = 1; kill <= 2; kill += 1) {
      const soFar = accepted.length
      await eventually('some are accepted', () => accepted.length > soFar + 200)
      await mongo.kill()
      await mongo.restart()
    }
    const soFar = accepted.length
    await eventually('sends are accepted again', () => accepted.length > soFar + 50)
    isOver = true
    await Promise.all(clients)
    await expectInvariants(deployment, { accepted }, 90_000)
    expect(new Set(accepted).size).toBe(accepted.length)
    expect(await deployment.countMessages('delivered')).toBe(await deployment.ledger.models.messages.countDocuments())
  })
})

async function residentBytes({ pid }: Program): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) * 1_024
}
