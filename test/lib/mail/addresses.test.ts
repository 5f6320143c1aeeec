import fc from 'fast-check'
import { simpleParser } from 'mailparser'
import MailComposer from 'nodemailer/lib/mail-composer'
import { describe, expect, test } from 'vitest'
import {
  domainOf,
  formatMailbox,
  normalizeAddress,
  parseAddress,
  parseMailbox,
  splitAddress,
} from '../../../src/lib/mail/addresses.js'

describe('parseAddress', () => {
  test.each([
    ['user@example.com', 'user@example.com'],
    ['  user@example.com\t', 'user@example.com'],
    ['First.Last+Tag@Example.COM', 'First.Last+Tag@example.com'],
    ["o'brien!#$%&*/=?^_`{|}~-@example.com", "o'brien!#$%&*/=?^_`{|}~-@example.com"],
    ['user@bücher.example', 'user@xn--bcher-kva.example'],
    ['user@XN--BCHER-KVA.example', 'user@xn--bcher-kva.example'],
    ['user@faß.de', 'user@xn--fa-hia.de'],
    [`${'l'.repeat(64)}@example.com`, `${'l'.repeat(64)}@example.com`],
    ['user@sub.domain.co.uk', 'user@sub.domain.co.uk'],
    ['user@3com.example', 'user@3com.example'],
  ])('reads %j as %j', (text, email) => {
    expect(parseAddress(text)?.email).toBe(email)
  })

  test('keeps the case of the local part and lower-cases the domain', () => {
    expect(parseAddress('Mixed.Case@EXAMPLE.com')).toEqual({
      email: 'Mixed.Case@example.com',
      local: 'Mixed.Case',
      domain: 'example.com',
    })
  })

  test.each([
    '',
    ' ',
    'plain',
    '@example.com',
    'user@',
    'user@localhost',
    'user@example.com.',
    'user@.example.com',
    '=?utf-8?Q?=0D?=user@example.com',
    'user@exa mple.com',
    'us er@example.com',
    'a@b@example.com',
    '.user@example.com',
    'user.@example.com',
    'us..er@example.com',
    '"user"@example.com',
    '"us er"@example.com',
    'user(comment)@example.com',
    'user@[192.0.2.1]',
    'user@[IPv6:2001:db8::1]',
    'user@192.0.2.1',
    'user@0x7f.1',
    'user@exa%6dple.com',
    'user@exa_mple.com',
    'user@-example.com',
    'user@example-.com',
    'user@xn--.com',
    'üser@example.com',
    'user@example.com\n',
    'user@example.com\r\nBcc: x@example.com',
    'user\0@example.com',
    'user@example\u0000.com',
    'user\u007f@example.com',
    '\ud800user@example.com',
    '<user@example.com>',
    'Name <user@example.com>',
    'a@example.com, b@example.com',
    `${'l'.repeat(65)}@example.com`,
    `user@${'d'.repeat(64)}.com`,
    `${'l'.repeat(60)}@${'d'.repeat(60)}.${'d'.repeat(60)}.${'d'.repeat(60)}.${'d'.repeat(20)}.com`,
  ])('refuses %j', (text) => {
    expect(parseAddress(text)).toBeNull()
  })
})

describe('parseMailbox', () => {
  test.each([
    ['user@example.com', null],
    ['<user@example.com>', null],
    ['Acme <user@example.com>', 'Acme'],
    ['Acme<user@example.com>', 'Acme'],
    ['  Acme   Mail  <user@example.com>  ', 'Acme Mail'],
    ['"Acme, Inc." <user@example.com>', 'Acme, Inc.'],
    ['Acme, Inc. <user@example.com>', 'Acme, Inc.'],
    ['J. R. Smith <user@example.com>', 'J. R. Smith'],
    ["O'Brien <user@example.com>", "O'Brien"],
    ['Jörg Müller <user@example.com>', 'Jörg Müller'],
    ['日本 🎉 <user@example.com>', '日本 🎉'],
    ['می\u200cخواهم 👩\u200d🚀 <user@example.com>', 'می\u200cخواهم 👩\u200d🚀'],
    ['"say \\"hi\\" \\\\ you" <user@example.com>', 'say "hi" \\ you'],
    ['"other@example.org" <user@example.com>', 'other@example.org'],
    ['"a <x@evil.example>" <user@example.com>', 'a <x@evil.example>'],
    ['Joe "the" Plumber <user@example.com>', 'Joe the Plumber'],
    ['"" <user@example.com>', null],
    ['" " <user@example.com>', null],
  ])('reads %j with the name %j', (text, name) => {
    expect(parseMailbox(text)).toEqual({ name, email: 'user@example.com' })
  })

  test.each([
    '',
    '<>',
    'Name <>',
    'Name',
    'a@example.com, b@example.com',
    'a@example.com, Bob <b@example.com>',
    'a@example.com <b@example.com>',
    'A <a@example.com>, B <b@example.com>',
    '<a@example.com><b@example.com>',
    'Team: a@example.com;',
    'Team: A <a@example.com>',
    'Team;A <a@example.com>',
    'Name (comment) <a@example.com>',
    'a@example.com (Name)',
    'Name <a@example.com> junk',
    'Name <a@example.com',
    'Name a@example.com>',
    'Name <<a@example.com>>',
    'Name <a@example.com>>',
    '"open <a@example.com>',
    'back\\slash <a@example.com>',
    'Name\r\nBcc: x@example.com <a@example.com>',
    'Name\n <a@example.com>',
    '=?utf-8?b?DQpCY2M6?= <a@example.com>',
    '"=?utf-8?b?DQpCY2M6?=" <a@example.com>',
    '"Ada =\\?UTF-8?Q?=0D?=" <a@example.com>',
    'Na\0me <a@example.com>',
    '"Na\u0007me" <a@example.com>',
    'Na\u009fme <a@example.com>',
    '\u202eemaN <a@example.com>',
    '"Na\u2066me" <a@example.com>',
    'Name\u200f <a@example.com>',
    `${'n'.repeat(700)} <a@example.com>`,
  ])('refuses %j', (text) => {
    expect(parseMailbox(text)).toBeNull()
  })
})

describe('formatMailbox', () => {
  test('quotes a name only if it has special characters', () => {
    const email = 'user@example.com'
    expect(formatMailbox({ name: null, email })).toBe('user@example.com')
    expect(formatMailbox({ name: '', email })).toBe('user@example.com')
    expect(formatMailbox({ name: 'Jörg Müller', email })).toBe('Jörg Müller <user@example.com>')
    expect(formatMailbox({ name: 'Acme, "Inc" \\', email })).toBe('"Acme, \\"Inc\\" \\\\" <user@example.com>')
  })

  test('never outputs a line break', () => {
    expect(formatMailbox({ name: 'a\r\nBcc: x', email: 'user@example.com' })).toBe('"a Bcc: x" <user@example.com>')
  })
})

test('an address is split at its last @ into unchanged parts', () => {
  expect(splitAddress('Ada.L+x@Example.com')).toEqual({ local: 'Ada.L+x', domain: 'Example.com' })
  expect(splitAddress('"a@b"@example.com')).toEqual({ local: '"a@b"', domain: 'example.com' })
  expect(splitAddress('example.com')).toEqual({ local: '', domain: 'example.com' })
  expect(domainOf('ada@example.com')).toBe('example.com')
})

describe('normalizeAddress', () => {
  test.each([
    [' User+Tag@Example.COM ', 'user+tag@example.com'],
    ['user@Bücher.example', 'user@xn--bcher-kva.example'],
    ['user@bu\u0308cher.example', 'user@xn--bcher-kva.example'],
    ['J.O.E@example.com', 'j.o.e@example.com'],
    ['E\u0301@example.com', '\u00e9@example.com'],
    // In lower case alone, the sigma would be a final one, which makes another domain.
    ['user@ΟΔΟΣ-1.gr', parseAddress('user@ΟΔΟΣ-1.gr')!.email],
    ['no address', 'no address'],
  ])('turns %j into %j', (text, key) => {
    expect(normalizeAddress(text)).toBe(key)
  })
})

// Texts that are almost valid find more errors than random ones.
const pieces = fc.constantFrom(
  ...['a', 'B', '.', '@', '<', '>', '"', '\\', ',', ';', ':', '(', ')', '[', ']', ' ', '\t', "'", '=?utf-8?Q?=0D?='],
  ...[
    '\r',
    '\n',
    '\0',
    '\u007f',
    '\u0085',
    '\u2028',
    '\u202e',
    '\ud800',
    'é',
    'ü',
    '漢',
    '🎉',
    'example.com',
    'user@example.com',
  ],
)
const nearlyMailbox = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join('')),
  fc.array(pieces, { maxLength: 10 }).map((parts) => `${parts.join('')} <user@example.com>`),
  fc.array(pieces, { maxLength: 10 }).map((parts) => `"${parts.join('')}" <user@example.com>`),
  fc.emailAddress(),
)

describe('for any text', () => {
  test('nothing throws, and accepted values contain no control characters', () => {
    fc.assert(
      fc.property(nearlyMailbox, (text) => {
        normalizeAddress(text)
        const address = parseAddress(text)
        const mailbox = parseMailbox(text)
        for (const value of [address?.email, mailbox?.email, mailbox?.name]) {
          if (value != null) expect(value).not.toMatch(/[\p{Cc}\p{Cs}\p{Bidi_Control}]/u)
        }
        for (const email of [address?.email, mailbox?.email]) {
          if (email) expect(email).toMatch(/^[\x21-\x7e]+@[a-z0-9.-]+$/)
        }
      }),
      { numRuns: 3000 },
    )
  })

  test('normalizing twice changes nothing, and an address and its parsed form normalize alike', () => {
    fc.assert(
      fc.property(nearlyMailbox, (text) => {
        const key = normalizeAddress(text)
        expect(normalizeAddress(key)).toBe(key)
        const address = parseAddress(text)
        if (address) expect(normalizeAddress(address.email)).toBe(key)
      }),
      { numRuns: 3000 },
    )
  })

  test('a parsed mailbox survives formatting and parsing', () => {
    fc.assert(
      fc.property(nearlyMailbox, (text) => {
        const mailbox = parseMailbox(text)
        if (mailbox) expect(parseMailbox(formatMailbox(mailbox))).toEqual(mailbox)
      }),
      { numRuns: 3000 },
    )
  })

  test('a parsed mailbox is written to a mail as exactly that mailbox', async () => {
    await fc.assert(
      fc.asyncProperty(nearlyMailbox, async (text) => {
        const mailbox = parseMailbox(text)
        fc.pre(mailbox !== null)
        const to = { name: mailbox.name ?? '', address: mailbox.email }
        const message = new MailComposer({ from: to, to: [to], text: 'x' }).compile()
        expect(message.getEnvelope()).toMatchObject({ from: mailbox.email, to: [mailbox.email] })
        const read = await simpleParser(await message.build())
        for (const header of [read.from, read.to].flat()) {
          expect(header?.value).toHaveLength(1)
          expect(header?.value[0]?.address).toBe(mailbox.email)
        }
        expect([...read.headers.keys()].sort()).toEqual([
          ...['content-transfer-encoding', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'to'],
        ])
      }),
      { numRuns: 400 },
    )
  })
})
