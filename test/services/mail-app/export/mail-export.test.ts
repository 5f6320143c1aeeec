import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
