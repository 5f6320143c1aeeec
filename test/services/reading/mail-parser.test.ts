import { afterEach, expect, test } from 'vitest'
import { MailParser } from '../../../src/services/reading/mail-parser.js'
import { ReaderThreads } from '../../../src/services/reading/reader-threads.js'
import { longestTurn } from '../../support/longest-turn.js'
import { mailOf } from '../../support/mail-source.js'

const MiB = 1024 * 1024
const options = { attachmentsUrl: '/v1/inbound/inb_1/attachments' }

let threads: ReaderThreads
let parser: MailParser
afterEach(() => threads.close())

function open(limitMs: number | null = null) {
  threads = new ReaderThreads({ limitMs })
  parser = new MailParser(threads)
}

const simple = (subject: string) =>
  mailOf(`Subject: ${subject}`, 'From: ada@example.test', '', `The text of ${subject}.`)

/** HTML that takes long to sanitise. */
const longHtml = () =>
  mailOf('Subject: long', 'Content-Type: text/html', '', '<a href="https://example.test/">x</a><br>'.repeat(100_000))

test('every mail gets its own result, also at the same time and of several accounts', async () => {
  open()
  const numbers = Array.from({ length: 100 }, (_none, index) => index)
  const mails = await Promise.all(
    numbers.map((number) => parser.parse(`acc_${number % 3}`, simple(`mail ${number}`), options)),
  )
  expect(mails.map(({ subject, text }) => [subject, text])).toEqual(
    numbers.map((number) => [`mail ${number}`, `The text of mail ${number}.`]),
  )
})

test('attachments keep their bytes, and pictures come from them', async () => {
  open()
  const files = [Buffer.from('picture'), Buffer.alloc(100_000, 7), Buffer.alloc(0)]
  const raw = mailOf(
    'Content-Type: multipart/related; boundary=b',
    '',
    '--b',
    'Content-Type: text/html',
    '',
    '<img src="cid:two@x">',
    ...files.flatMap((file, index) => [
      '--b',
      'Content-Type: image/png',
      `Content-ID: <${['one', 'two', 'three'][index]}@x>`,
      'Content-Transfer-Encoding: base64',
      '',
      file.toString('base64'),
    ]),
    '--b--',
  )
  const mail = await parser.parse('acc_1', raw, options)
  expect(mail.attachments.map(({ content }) => content)).toEqual(files)
  expect(mail.htmlSafe).toBe('<img src="/v1/inbound/inb_1/attachments/1" />')
})

test('a mail that takes too long shows its headers, and the mails around it are whole', async () => {
  open(30)
  // Many parts take long also without HTML.
  const parts = Array.from({ length: 20_000 }, () => '--b\r\nContent-Type: text/html; name="=?utf-8?Q?a?="\r\n\r\nx')
  const heavy = mailOf(
    'Subject: heavy',
    'From: ada@example.test',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    ...parts,
  )
  const [before, killed, after] = await Promise.all([
    parser.parse('acc_1', simple('before'), options),
    parser.parse('acc_1', heavy, options),
    parser.parse('acc_1', simple('after'), options),
  ])
  expect([before.text, after.text]).toEqual(['The text of before.', 'The text of after.'])
  expect(killed).toMatchObject({ subject: 'heavy', from: [{ email: 'ada@example.test' }], text: null, attachments: [] })
  expect(killed.defects).toContain('The mail takes too long to read, so only its headers are shown.')
})

test('a mail whose HTML takes too long shows the rest', async () => {
  open(100)
  const mail = await parser.parse('acc_1', longHtml(), options)
  expect(mail).toMatchObject({ subject: 'long', html: expect.stringContaining('example.test'), htmlSafe: null })
  expect(mail.defects).toContain('The HTML takes too long to read, so it is shown only as it is.')
})

test('a mail of 25 MiB does not hold up the event loop', async () => {
  open()
  await parser.parse('acc_1', simple('warm up'), options)
  const file = Buffer.alloc(18 * MiB, 'postline')
  const raw = mailOf(
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    '',
    'text',
    '--b',
    'Content-Type: application/pdf',
    'Content-Transfer-Encoding: base64',
    '',
    file.toString('base64').replace(/.{76}/g, '$&\r\n'),
    '--b--',
  )
  const { result: mail, share } = await longestTurn(() => parser.parse('acc_1', raw, options))
  expect(share).toBeLessThan(0.5)
  expect(mail.text).toBe('text')
  expect(mail.attachments[0]!.content.equals(file)).toBe(true)
})

test('after it is closed it refuses mails', async () => {
  open()
  const pending = parser.parse('acc_1', longHtml(), options)
  await threads.close()
  await expect(pending).rejects.toThrow('closed')
  await expect(parser.parse('acc_1', simple('late'), options)).rejects.toThrow('closed')
})
