import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AddressObject, simpleParser } from 'mailparser'
import { expect, test } from 'vitest'
import { differences, FIELDS, type Reading, readOurs } from './compare.js'

/*
 * How mailparser, which most programs on Node.js use, reads the corpora. Where the two parsers merely choose differently, as
 * between an empty text and none, they count as the same.
 */

const folder = join(import.meta.dirname, 'mails')
const python: Record<string, Reading> = JSON.parse(readFileSync(join(import.meta.dirname, 'python.json'), 'utf8'))
const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
const AS_THEY_ARE = { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true, skipTextLinks: true }

/** What mailparser reads otherwise in mails where we agree with Python. The table in README.md says the same. */
const OTHERWISE: Record<string, string[]> = {
  'The text is missing.': [
    ...['cpython/msg_14.txt', 'cpython/msg_39.txt', 'enmime/parts/empty-ctype-bad-content.raw'],
    ...['cpython/msg_33.txt', 'cpython/msg_35.txt', 'cpython/msg_47.txt', 'enmime/mail/erroneous.raw'],
    ...['double-semicolon', 'double-semicolon2', 'hdr-fakeout'].map((name) => `mime4j/mimetools-testmsgs/${name}.msg`),
    'mime4j/testmsgs/malformedHeader-noheader.msg',
    'mime4j/testmsgs/malformedHeaderStartsBody-noheader.msg',
  ],
  'The files, or a part of the text, are missing.': [
    ...['cpython/msg_19.txt', 'enmime/parts/multi-malformed.raw', 'mime4j/mimetools-testmsgs/multi-weirdspace.msg'],
    ...[
      'basic-plain-with-bad-header-separator',
      'malformedHeader-nocrlfcrlf',
      'malformedHeaderStartsBody-nocrlfcrlf',
    ].map((name) => `mime4j/testmsgs/${name}.msg`),
  ],
  'Text files are not listed as attachments: their text is added to that of the mail.': [
    ...['cpython/msg_04.txt', 'cpython/msg_44.txt', 'enmime/mail/inlinemultipart.raw', 'enmime/parts/nestedmulti.raw'],
    ...['enmime/mail/malformed-multiple-address-header-values.raw', 'mime4j/mimetools-testmsgs/multi-badnames.msg'],
  ],
  'The source of a mail inside the mail is added to its text.': [
    ...['cpython/msg_30.txt', 'cpython/msg_34.txt', 'mime4j/mimetools-testmsgs/re-fwd.msg'],
    ...['mime4j/mimetools-testmsgs/multi-digest.msg', 'mime4j/testmsgs/multipartdigestnestedemptyparts.msg'],
  ],
  'Boundaries and headers of parts are shown as text.': ['mime4j/testmsgs/intermediate-boundaries.msg'],
  'Characters of more than 8 bits in quoted-printable become control characters.': [
    'enmime/parts/quoted-printable-invalid.raw',
  ],
  'Headers after a malformed line are read, although the body could begin there.': [
    'enmime/low-quality/bad-header-start.raw',
  ],
  'HTML whose header names a boundary is read as parts.': ['cpython/msg_40.txt'],
}

async function readTheirs(raw: Buffer): Promise<Reading> {
  const mail = await simpleParser(raw, AS_THEY_ARE)
  return {
    subject: mail.subject ?? '',
    ...{ from: addresses(mail.from), to: addresses(mail.to), cc: addresses(mail.cc) },
    text: mail.text ?? null,
    html: mail.html || null,
    attachments: mail.attachments.map(({ contentType, filename, content }) => ({
      type: contentType,
      filename: filename ?? null,
      sha256: createHash('sha256').update(content).digest('hex'),
    })),
  }
}

function addresses(headers: AddressObject | AddressObject[] | undefined): Reading['from'] {
  const mailboxes = [headers ?? []].flat().flatMap(({ value }) => value.flatMap((each) => each.group ?? [each]))
  return mailboxes.map(({ name, address }) => [name || null, address ?? ''])
}

/** Without what is a choice: an empty text or none, breaks and blanks between parts and in HTML, and where a name without an address stands. */
function comparable(reading: Reading): Reading {
  const bare = (all: Reading['from']) =>
    typeof all === 'string'
      ? all
      : all.map(([name, email]): [null | string, string] => (email ? [name, email] : [null, name ?? '']))
  return {
    ...reading,
    ...{ from: bare(reading.from), to: bare(reading.to), cc: bare(reading.cc) },
    text: (reading.text ?? '').replaceAll(/\s*\n/g, '\n'),
    html: (reading.html ?? '').replaceAll(/<br\/>|\s+/g, ''),
  }
}

async function readBoth(mail: string) {
  const raw = readFileSync(join(folder, mail))
  const theirs = comparable(python[mail]!)
  return {
    ours: differences(comparable(readOurs(raw)), theirs),
    mailparser: differences(comparable(await readTheirs(raw)), theirs),
  }
}

test('we read more mails of the corpora as Python does than mailparser', async () => {
  const all = await Promise.all(Object.keys(python).map(readBoth))
  const same = (reader: 'ours' | 'mailparser') => all.filter((found) => found[reader].length === 0).length
  const rows = FIELDS.map((field) => {
    const wrong = (reader: 'ours' | 'mailparser') => all.filter((found) => found[reader].includes(field)).length
    return `| ${field} | ${wrong('ours')} | ${wrong('mailparser')} |`
  })
  const counts = `${same('ours')} of ${all.length} mails as Python does, mailparser 3.9.12 ${same('mailparser')}`
  expect(readme).toContain(counts)
  expect(readme).toContain(rows.join('\n'))
})

test.each(Object.entries(OTHERWISE))('mailparser: %s', async (what, mails) => {
  for (const mail of mails) {
    const { ours, mailparser } = await readBoth(mail)
    expect([mail, mailparser.filter((field) => !ours.includes(field))]).not.toEqual([mail, []])
  }
  expect(readme).toContain(`| ${what} | ${mails.length} |`)
})

test('every mail that only mailparser reads differently is in a group', async () => {
  const grouped = new Set(Object.values(OTHERWISE).flat())
  const found = await Promise.all(
    Object.keys(python).map(async (mail) => {
      const { ours, mailparser } = await readBoth(mail)
      return mailparser.some((field) => !ours.includes(field)) && !grouped.has(mail) ? mail : null
    }),
  )
  expect(found.filter((mail) => mail !== null)).toEqual([])
})
