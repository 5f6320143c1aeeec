import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuzzRuns } from '../../../../test/support/fuzz-runs.js'
import { mailOf } from '../../../../test/support/mail-source.js'
import { parseMail, parseOutline } from '../../src/parse-mail.js'

const MiB = 1024 * 1024
/** The largest document of MongoDB, less what else is in it. */
const MAX_CONTENT_BYTES = 15.5 * MiB
/** CPU time of the process, in ms: a busy machine does not count against the parser. */
const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

const parse = (raw: Buffer) => parseMail(raw, { attachmentsUrl: '/files', withHtml: true })

/** What holds of every mail. Returns what does not: a failed comparison of megabytes would take longer than the mail. */
function faults(raw: Buffer): string[] {
  const mail = parse(raw)
  const { text, html, htmlSafe, replyText, headers, attachments, bytes } = mail
  const strings = [text, html, htmlSafe, replyText, mail.subject, mail.searchText].filter((value) => value !== null)
  const listed = headers.flatMap(({ name, value }) => [name, value])
  const size = [text, html, htmlSafe, replyText, ...listed].reduce(
    (sum, value) => sum + Buffer.byteLength(value ?? ''),
    0,
  )
  parseOutline(raw, 'cut')
  return Object.entries({
    'too large to be stored': size > MAX_CONTENT_BYTES,
    NUL: [...strings, ...listed].some((value) => value.includes('\0')),
    'too many attachments': attachments.length > 1_000,
    'attachments larger than the mail': bytes.length > raw.length + 3 * attachments.length,
    'a strange file name': attachments.some(({ filename }) => !/^[^\\/\r\n]{1,255}$/.test(filename)),
    'an attachment out of bounds': attachments.some(({ start, end }) => start > end || end > bytes.length),
  }).flatMap(([fault, isFound]) => (isFound ? [fault] : []))
}

const html = (body: string) => mailOf('Content-Type: text/html', '', body)
const multipart = (...lines: string[]) => mailOf('Content-Type: multipart/mixed; boundary=b', '', ...lines)
const inItself = (depth: number) => Array.from({ length: depth }, () => 'Content-Type: message/rfc822\r\n').join('\r\n')

/** Each would take minutes with an algorithm that is not linear. */
const HOSTILE: Record<string, () => Buffer> = {
  'nested HTML': () => html('<b>'.repeat(500_000)),
  'nested HTML with an end': () => html(`${'<div>'.repeat(100_000)}x${'</div>'.repeat(100_000)}`),
  'HTML of angle brackets': () => html('<'.repeat(500_000)),
  'HTML with many attributes': () => html(`<p ${'a=b '.repeat(200_000)}>`),
  'HTML with a long style': () => html(`<p style="${'color:red;'.repeat(100_000)}">`),
  'HTML of half tags': () => html('<meta '.repeat(200_000)),
  'HTML of links that grow': () => html('<a href="tel:1">'.repeat(50_000)),
  'lines of dashes': () => multipart('--\r\n'.repeat(500_000)),
  'multiparts nested 3,000 deep': () =>
    multipart(
      ...Array.from(
        { length: 3_000 },
        (_none, level) => `--b${level || ''}\r\nContent-Type: multipart/mixed; boundary=b${level + 1}\r\n`,
      ),
    ),
  'multiparts with the same boundary': () =>
    multipart('--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n'.repeat(3_000)),
  '30,000 parts': () => multipart('--b\r\n\r\nx\r\n'.repeat(30_000)),
  'a mail in itself': () => mailOf(inItself(10_000)),
  'a header of quotes': () => mailOf(`To: ${'"'.repeat(300_000)}`, '', ''),
  'a header of brackets': () => mailOf(`To: ${'<a,('.repeat(100_000)}`, '', ''),
  'a header of half words': () => mailOf(`Subject: ${'=?a?q?'.repeat(100_000)}`, '', ''),
  'a header of words': () => mailOf(`Subject: ${'=?utf-8?q?a?= '.repeat(50_000)}`, '', ''),
  'a header of blanks': () => mailOf(`Subject: x${' '.repeat(900_000)}y`, '', ''),
  'a header of half ids': () =>
    mailOf(`References: ${'<'.repeat(500_000)}`, `Message-ID: ${'< '.repeat(100_000)}`, '', ''),
  'a header of half parameters': () => mailOf(`Content-Type: text/plain; ${'a="'.repeat(200_000)}`, '', ''),
  'a header of comments': () => mailOf(`Content-Type: ${'('.repeat(500_000)}`, `Date: ${'('.repeat(100_000)}`, '', ''),
  'a header of brackets and half a quote': () => mailOf(`From: ${'<'.repeat(500_000)}"`, '', ''),
  'a header of half quotes and escapes': () => mailOf(`To: ${'"a\\'.repeat(300_000)}`, '', ''),
  'a header of bracketed escapes': () => mailOf(`To: ${'<\\">'.repeat(200_000)}`, '', ''),
  'an address of half quotes': () => mailOf(`To: <${'"\\'.repeat(300_000)}>`, '', ''),
  'a header of CR': () => mailOf(`From: ${'\r'.repeat(900_000)}x`, '', ''),
  'a header of folds': () => mailOf(`From: ${'\r\n '.repeat(300_000)}x`, '', ''),
  'a header of folds that end nowhere': () =>
    mailOf(`Subject: ${'\n\r'.repeat(10)}`, ` ${'\r\r\n '.repeat(200_000)}`, ''),
  'very many fields': () => mailOf(...Array.from({ length: 100_000 }, () => 'A:b'), '', ''),
  'text of device lines before another paragraph': () =>
    mailOf('', `${'Sent from my iPhone\n'.repeat(100_000)}\nThe end.`),
  'text of blanks': () => mailOf('', `${' '.repeat(2_000_000)}x`),
  'text of line ends': () => mailOf('', `${'\n\r'.repeat(300_000)}x`),
  'text of introductions': () => mailOf('', 'On 1 wrote:\n'.repeat(100_000)),
  'text of quotes and signatures': () => mailOf('', '-- \n> a\n'.repeat(100_000)),
  'text of colons': () => mailOf('', `${':  '.repeat(300_000)}x`),
  'only bytes': () => Buffer.from(Array.from({ length: 300_000 }, (_none, index) => (index * 7_919) % 251)),
}

test.each(Object.entries(HOSTILE))('%s takes bounded time', (_name, make) => {
  const raw = make()
  const beganMs = cpuMs()
  expect(faults(raw)).toEqual([])
  expect(cpuMs() - beganMs).toBeLessThan(6_000)
})

test('long texts and HTML are cut so that they can be stored', () => {
  const long = 'ü line of a text that is too long. '.repeat(200_000)
  const mail = parse(
    mailOf(
      'Content-Type: multipart/alternative; boundary=b',
      ...['', '--b', 'Content-Type: text/plain; charset=utf-8', '', long],
      ...['--b', 'Content-Type: text/html; charset=utf-8', '', `<p>${long}${long}</p>`, '--b--'],
    ),
  )
  expect(Buffer.byteLength(mail.text!)).toBeLessThanOrEqual(2 * MiB)
  expect(Buffer.byteLength(mail.html!)).toBeLessThanOrEqual(4 * MiB)
  expect(mail.text).not.toContain('\uFFFD')
  expect(mail.defects).toEqual([
    `The text is longer than ${2 * MiB} bytes and cut.`,
    `The HTML is longer than ${4 * MiB} bytes and cut.`,
  ])
})

const corpora = join(import.meta.dirname, '../corpora/mails')
const samples = readdirSync(corpora, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:txt|raw|msg)$/.test(name))
  .map((name) => readFileSync(join(corpora, name)))

/** A sample with some of its pieces lost, repeated, or replaced. */
const mutated = fc
  .tuple(
    fc.constantFrom(...samples),
    fc.array(fc.tuple(fc.nat(), fc.nat(200), fc.uint8Array({ maxLength: 20 }), fc.boolean()), { maxLength: 8 }),
  )
  .map(([sample, changes]) =>
    changes.reduce((raw, [at, length, bytes, isRepeat]) => {
      const from = at % (raw.length + 1)
      const piece = isRepeat ? raw.subarray(from, from + length) : bytes
      return Buffer.concat([raw.subarray(0, from), piece, raw.subarray(isRepeat ? from : from + length)])
    }, sample),
  )

test('whatever is broken in a mail, it is read', () => {
  fc.assert(
    fc.property(mutated, (raw) => {
      expect(faults(raw)).toEqual([])
    }),
    { numRuns: fuzzRuns(2_000) },
  )
})

test('whatever the bytes are, they are read', () => {
  const bytes = fc.uint8Array({ maxLength: 500 }).map((array) => Buffer.from(array))
  const pieces = fc.constantFrom(
    ...[
      '\r\n',
      '\n',
      '\r',
      '--b',
      '--',
      ':',
      ' ',
      '\t',
      ';',
      '=',
      '"',
      '=?utf-8?B?',
      '?=',
      '\0',
      '\xff',
      'begin 644 x\n',
    ],
    ...['Content-Type: multipart/mixed; boundary=b', 'Content-Type: text/html', 'Content-Transfer-Encoding: base64'],
    ...[
      'Content-Transfer-Encoding: x-uuencode',
      'Content-Disposition: attachment; filename*0*=',
      'From: ',
      'References: <',
    ],
    ...['charset=utf-7', 'charset=iso-2022-jp', 'charset=utf-16', 'format=flowed', 'name="../'],
  )
  const source = fc.array(pieces, { maxLength: 60 }).map((all) => Buffer.from(all.join(''), 'latin1'))
  fc.assert(
    fc.property(fc.oneof(bytes, source), (raw) => {
      expect(faults(raw)).toEqual([])
    }),
    { numRuns: fuzzRuns(4_000) },
  )
})
