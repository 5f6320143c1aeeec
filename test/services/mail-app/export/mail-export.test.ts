import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mboxEntry } from '../../../../src/services/mail-app/export/mbox.js'
import { rawKey } from '../../../../src/services/receiving/blob-keys.js'
import { receiveMail } from '../../../support/file-mail.js'
import { startApp, type TestApp } from '../../../support/start-app.js'
import { verifiedDomain } from '../../../support/verified-domain.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
  await verifiedDomain(app, 'shop.test')
})
afterAll(() => app.close())

const RAW = Buffer.from(
  'From: ada@example.com\r\nSubject: One\r\nMessage-ID: <one@example.com>\r\n\r\nHello\r\nFrom me\r\n>From you\r\n\xfc\r\n',
  'latin1',
)

/** Messages of an mbox as Python reads them: the bytes of each, in hex. */
function readByPython(mbox: Buffer): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'postline-mbox-'))
  try {
    const file = join(folder, 'mail.mbox')
    writeFileSync(file, mbox)
    const program =
      'import mailbox,sys,json\nprint(json.dumps([m.as_bytes().hex() for m in mailbox.mbox(sys.argv[1], create=False)]))'
    return JSON.parse(execFileSync('python3', ['-c', program, file], { encoding: 'utf8' }))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

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

async function entry(raw: Buffer, sender: string, at: Date): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of mboxEntry(raw, sender, at)) pieces.push(piece)
  return Buffer.concat(pieces)
}

test('an export has the mails of threads, oldest first, and the original bytes as mbox', async () => {
  const one = await receiveMail(app, { subject: 'One', messageId: 'one@example.com', text: 'Hello' })
  const digest = createHash('sha256').update(RAW).digest('hex')
  await app.app.blobStore.put(app.accountId, rawKey(digest), RAW)
  await app.app.models.inboundEmails.updateOne({ _id: one.id }, { $set: { raw_digest: digest } })
  const reply = await app.call('POST', `/v1/mail/threads/${one.threadId}/reply`, { body: { body_text: 'From us' } })

  const json = await app.call('GET', '/v1/mail/export')
  expect(json.body).toMatchObject({
    count: 2,
    messages: [
      { id: one.id, thread_id: one.threadId, source: 'inbound', subject: 'One', text_body: 'Hello', attachments: [] },
      { id: reply.body.id, source: 'outbound', subject: 'Re: One', text_body: 'From us' },
    ],
  })
  expect((await app.call('GET', '/v1/mail/export?format=json&limit=1')).body.count).toBe(1)
  expect((await app.call('GET', '/v1/mail/export?q=nothing')).body).toMatchObject({ count: 0, messages: [] })

  const response = await fetch(`${app.url}/v1/mail/export?format=mbox`, {
    headers: { authorization: `Bearer ${app.adminKey}` },
  })
  expect(response.headers.get('content-type')).toBe('application/mbox')
  const mbox = Buffer.from(await response.arrayBuffer())
  expect(mbox.includes('\r')).toBe(false)
  const direct = await fetch(`${app.url}/v1/mail/export.mbox`, {
    headers: { authorization: `Bearer ${app.adminKey}` },
  })
  expect(Buffer.from(await direct.arrayBuffer())).toEqual(mbox)
  const [received, sent, ...others] = readByPython(mbox)
  expect(others).toEqual([])
  // Python leaves the quotes of mboxrd in the bodies.
  const quoted = RAW.toString('latin1')
    .replaceAll('\r\n', '\n')
    .replace('\nFrom me', '\n>From me')
    .replace('\n>From you', '\n>>From you')
  expect(Buffer.from(received!, 'hex').toString('latin1')).toBe(quoted)
  expect(Buffer.from(sent!, 'hex').toString()).toMatch(/^In-Reply-To: <one@example.com>$/m)
})

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

test('a bad format, search or folder is refused', async () => {
  for (const query of [
    'format=pdf',
    'q=after:soon',
    'folder=attic',
    'format=mbox&q=after:soon',
    'format=mbox&folder=attic',
  ]) {
    expect((await app.call('GET', `/v1/mail/export?${query}`)).status, query).toBe(400)
  }
})

test('a mail in an mbox begins with a line of its own and ends with a blank line', async () => {
  const at = new Date('2026-11-05T03:04:05Z')
  expect((await entry(Buffer.from('A: b\r\n\r\nx'), 'a b@c', at)).toString()).toBe(
    'From a-b@c Thu Nov  5 03:04:05 2026\nA: b\n\nx\n\n',
  )
  expect((await entry(Buffer.from('From x\n'), '', at)).toString()).toBe(
    'From MAILER-DAEMON Thu Nov  5 03:04:05 2026\n>From x\n\n',
  )
})

test('a mail of many slices is quoted once a line', async () => {
  const raw = Buffer.from('From me\r\nabc\r\n'.repeat(60_000))
  const text = (await entry(raw, 'a@b.c', new Date())).toString()
  expect(text.slice(text.indexOf('\n') + 1)).toBe(`${'>From me\nabc\n'.repeat(60_000)}\n`)
})
