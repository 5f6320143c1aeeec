import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Program } from '../support/built-program.js'
import { Deployment } from '../support/deployment.js'
import { LoopWatch } from '../support/loop-watch.js'
import { aSend } from '../support/start-app.js'

/*
 * Erasures in an account with the costliest mail that anybody may think of. Others get their answers meanwhile, and the
 * process stays small.
 */

/** Longest time that anybody may wait for others, in ms. */
const MAX_HELD_MS = 200
/** Far from the 1.5 GB of erasures that all work at once. */
const MAX_RESIDENT_MIB = 572
const WIDE = 'wide@bombs.example'
const DEEP = 'deep@bombs.example'
/** An address like which the whole text looks, and which is nowhere. */
const ALIKE = `${'a'.repeat(64)}@bombs.example`

let deployment: Deployment
let api: Program
beforeAll(async () => {
  deployment = await Deployment.create({ NODE_OPTIONS: '--max-old-space-size=512' })
  api = await deployment.start('api')
})
afterAll(() => deployment.close())

const erase = (email: string) => deployment.call('POST', '/v1/recipients/erase', { body: { email } })

async function send(text: string): Promise<string> {
  const payload = { subject: 'A bomb', body_text: text }
  const destination = { email: deployment.config.bootstrapOwnerEmail }
  const { status, body } = await deployment.call('POST', '/v1/send', { body: aSend({ destination, payload }) })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}

/** Sends a mail, and stores it again and again. */
async function sendMany(text: string, count: number): Promise<void> {
  const id = await send(text)
  const { messages, messageContents } = deployment.ledger.models
  const [row, apart] = await Promise.all([
    messages.collection.findOne({ _id: id }),
    messageContents.collection.findOne({ _id: id }),
  ])
  for (let copy = 1; copy < count; copy += 1) {
    const _id = `${id}${copy}`
    await messages.collection.insertOne({ ...row!, _id, idempotency_key: _id })
    await messageContents.collection.insertOne({ ...apart!, _id })
  }
}

const textOf = async (id: string) => {
  const { messages, messageContents } = deployment.ledger.models
  const { content } = (await messages.findById(id).lean())!
  return (content ?? (await messageContents.findById(id).lean())!.content).text
}

test('a text that is nested deep is erased', async () => {
  const nested = (text: string) => `${'['.repeat(3_500)}"${text}"${']'.repeat(3_500)}`
  const id = await send(nested(DEEP))
  const { status, body } = await erase(DEEP)
  expect([status, body.messages], JSON.stringify(body)).toEqual([200, 1])
  expect(await textOf(id)).toBe(nested('[erased]'))
})

test('others are served, and memory stays low, while many erasures search large mail', {
  timeout: 120_000,
}, async () => {
  const wide = (text: string) => `[${'[],'.repeat(2_500_000)}"${text}"]`
  const id = await send(wide(WIDE))
  await sendMany('a'.repeat(7_500_000), 4)
  const watch = new LoopWatch(deployment.url, api)
  try {
    // Code that has not run often yet is several times slower.
    await erase('nobody@bombs.example')
    await watch.takeHeldMs()
    expect((await erase(WIDE)).body.messages).toBe(1)
    const all = await Promise.all(
      Array.from({ length: 40 }, (_none, index) => erase(index === 0 ? ALIKE : `${index}@bombs.example`)),
    )
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200, 503]))
    for (const { status, body, headers } of all) {
      if (status === 200) continue
      expect(body.error.code).toBe('overloaded')
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(await watch.takeHeldMs()).toBeLessThan(MAX_HELD_MS)
    expect(watch.residentMiB() ?? 0).toBeLessThan(MAX_RESIDENT_MIB)
  } finally {
    await watch.end()
  }
  expect(await textOf(id)).toBe(wide('[erased]'))
})
