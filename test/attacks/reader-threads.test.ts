import { afterEach, expect, test } from 'vitest'
import { TaskKilledError } from '../../src/lib/threads/task-thread.js'
import { MailParser } from '../../src/services/reading/mail-parser.js'
import { ReaderThreads } from '../../src/services/reading/reader-threads.js'
import { mailOf } from '../support/mail-source.js'

const options = { attachmentsUrl: '/files' }

let threads: ReaderThreads | undefined
afterEach(() => threads?.close())

const plain = mailOf('Subject: short', 'From: ada@example.test', '', 'A text.')

/** HTML that no limit lets through as a whole: its sanitising takes longer than its size allows. */
const slow = mailOf(
  'Subject: slow',
  'Content-Type: text/html',
  '',
  '<a href="https://example.test/" style="color:red">x</a>'.repeat(70_000),
)

test('short mail of others does not wait for large mail of many strangers', async () => {
  threads = new ReaderThreads()
  const parser = new MailParser(threads)
  // The threads are there.
  await Promise.all(['a', 'b', 'c'].map((owner) => parser.parse(owner, plain, options)))
  let pending = 0
  const hostile = Array.from({ length: 6 }, async (_none, index) => {
    pending += 1
    await parser.parse(`stranger ${index}`, slow, options)
    pending -= 1
  })
  for (let round = 0; round < 10; round += 1) {
    await parser.parse(`friend ${round}`, plain, options)
    expect(pending, `mail ${round}`).toBe(6)
  }
  expect((await Promise.all(hostile)).length).toBe(6)
})

test('short mail of an account whose mail was killed leaves a thread to the others', async () => {
  threads = new ReaderThreads({ limitMs: 40 })
  const parser = new MailParser(threads)
  const bomb = mailOf(
    'Subject: bomb',
    'Content-Type: text/html',
    '',
    '<a href="https://example.test/">x</a>'.repeat(12_000),
  )
  const owners = ['eve', 'mallory', 'trudy']
  const killed = await Promise.all(owners.map((owner) => parser.parse(owner, bomb, options)))
  for (const mail of killed) expect(mail.htmlSafe === null).toBe(true)
  let done = 0
  const again = owners.flatMap((owner) =>
    Array.from({ length: 3 }, () => parser.parse(owner, bomb, options).then(() => (done += 1))),
  )
  for (let round = 0; round < 5; round += 1) await parser.parse('friend', plain, options)
  expect(done).toBeLessThan(9)
  await Promise.all(again)
})

test('what cannot even be outlined is kept as unreadable', async () => {
  // Whether a thread is killed within the fraction of a millisecond that an outline takes is left to chance.
  const killing = { run: () => Promise.reject(new TaskKilledError('time')) }
  const mail = await new MailParser(killing).parse('acc_1', slow, options)
  expect(mail).toMatchObject({ subject: '', from: [], headers: [], text: null, attachments: [] })
  expect(mail.defects).toEqual(['The mail takes too long to read, so only its raw message is kept.'])
})
