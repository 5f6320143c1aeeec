import { createHash } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rawKey } from '../../src/services/receiving/blob-keys.js'
import { receiveMail } from '../support/file-mail.js'
import { startApp, type TestApp } from '../support/start-app.js'
import { verifiedDomain } from '../support/verified-domain.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
  await verifiedDomain(app, 'shop.test')
})
afterAll(() => app.close())

const largeId = (index: number) => `inb_01kajqz3k4n6q8s0v2x4z6${String(index).padStart(4, '0')}`

/** Reads a response, and tells how much more memory is in use when only a little of it was read. */
async function readSlowly(query: string): Promise<{ text: string; grownBytes: number }> {
  const before = usedBytes()
  const response = await fetch(`${app.url}/v1/mail/export?${query}`, {
    headers: { authorization: `Bearer ${app.adminKey}` },
  })
  expect(response.status).toBe(200)
  const chunks: Uint8Array[] = []
  let grownBytes = 0
  for await (const chunk of response.body!) {
    chunks.push(chunk)
    if (chunks.length === 100) grownBytes = usedBytes() - before
  }
  return { text: Buffer.concat(chunks).toString(), grownBytes }
}

/** Memory in use, without garbage. */
function usedBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test('an export of any size is a stream, of which little is in memory', async () => {
  const mails = 220
  // One word: words cost time, and are not what this is about.
  const text = 'x'.repeat(110_000)
  const at = 'large@shop.test'
  await Promise.all(
    Array.from({ length: mails }, (_none, index) =>
      receiveMail(app, { at, subject: `Large ${index}`, text, from: `a${index}@example.com`, id: largeId(index) }),
    ),
  )
  const raw = Buffer.from(`Subject: Large\r\n\r\n${text}`)
  const raw_digest = createHash('sha256').update(raw).digest('hex')
  await app.app.blobStore.put(app.accountId, rawKey(raw_digest), raw)
  // For each of them the same bytes: only one recipient may have them, so each has one of its own.
  await app.app.models.inboundEmails.collection.updateMany({ recipient: at }, [
    { $set: { recipient: { $concat: ['$_id', '@shop.test'] }, raw_digest } },
  ])

  const json = await readSlowly(`inbox=${at}&limit=5000`)
  expect(json.grownBytes).toBeLessThan(20_000_000)
  const { count, messages } = JSON.parse(json.text)
  const texts = messages.map(({ text_body }: { text_body: string }) => text_body)
  expect({ count, given: texts.length, kinds: [...new Set(texts)].length }).toEqual({
    count: mails,
    given: mails,
    kinds: 1,
  })
  expect(texts[0]).toBe(text)
  const mbox = await readSlowly(`inbox=${at}&limit=5000&format=mbox`)
  expect(mbox.grownBytes).toBeLessThan(20_000_000)
  expect(mbox.text.match(/^From /gm)).toHaveLength(mails)

  const whole = await app.call('POST', '/graphql', { body: { query: `{ mailExport(inbox: "${at}") { count } }` } })
  expect(whole.body.errors[0].extensions.code).toBe('invalid_request')
})
