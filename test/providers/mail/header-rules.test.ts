import { describe, expect, test } from 'vitest'
import { validateCustomHeaders } from '../../../src/providers/mail/header-rules.js'

describe('custom headers', () => {
  test.each([
    ['X-Campaign', 'spring'],
    ['In-Reply-To', '<a@example.com>'],
    ['References', '<a@example.com> <b@example.com>'],
    ['Precedence', 'bulk'],
    ['List-Id', 'News <news.acme.example>'],
    ['Auto-Submitted', 'auto-generated'],
    ['Importance', 'high'],
    ['Feedback-ID', 'a:b:c'],
    ['X-Greeting', 'Grüße, 漢字'],
    ['X-Tabbed', 'a\tb'],
    ['X-Long', 'word '.repeat(700)],
  ])('can be %s: %j', (name, value) => {
    expect(validateCustomHeaders({ [name]: value })).toEqual([])
  })

  test.each([
    ...[
      'Date',
      'From',
      'To',
      'Cc',
      'Bcc',
      'Sender',
      'Reply-To',
      'Return-Path',
      'Subject',
      'Message-ID',
      'MIME-Version',
    ],
    ...['Content-Type', 'Content-Transfer-Encoding', 'Content-Anything', 'DKIM-Signature', 'DomainKey-Signature'],
    ...['Received', 'Received-SPF', 'Authentication-Results', 'ARC-Seal', 'Resent-To'],
    ...['List-Unsubscribe', 'List-Unsubscribe-Post', 'Delivered-To', 'Errors-To', 'X-Envelope-To', 'bCC', 'message-id'],
  ])('cannot be %s, which the service sets itself', (name) => {
    expect(validateCustomHeaders({ [name]: 'x' })).toEqual([
      { path: name, message: 'is set by the service and cannot be given' },
    ])
  })

  test.each([
    ...[
      'X-MC-Subaccount',
      'X-MC-BccAddress',
      'X-SMTPAPI',
      'X-MSYS-API',
      'X-Mailgun-Variables',
      'X-Mailgun-Drop-Message',
    ],
    ...['X-SES-Configuration-Set', 'x-ses-source-arn', 'X-SES-MESSAGE-TAGS', 'X-PM-Message-Stream', 'X-PM-Tag'],
    ...['X-Postmark-Server-Token', 'X-SG-EID', 'X-MJ-TemplateID', 'x-mj-customid', 'x-smtpApi', 'x-msys-api'],
    ...[
      'X-Mandrill-Track',
      'X-Mailin-Tag',
      'X-Sib-Id',
      'X-MailerSend-Tag',
      'X-SMTP2GO-Track',
      'X-Tipimail-Meta',
      'x-greenarrow-mailclass',
    ],
    ...['X-Virtual-MTA'],
  ])('may not be %s, which a relay obeys', (name) => {
    expect(validateCustomHeaders({ [name]: 'x' })).toEqual([
      { path: name, message: 'gives orders to mail relays and cannot be given' },
    ])
  })

  test.each(['X-Mailer', 'X-Priority', 'X-Entity-Ref-ID', 'X-PMX-Version', 'X-MJML', 'X-Session-Id', 'X-McAfee'])(
    'may be %s, which only looks like an order',
    (name) => {
      expect(validateCustomHeaders({ [name]: 'x' })).toEqual([])
    },
  )

  test.each([
    ['', 'x'],
    ['X A', 'x'],
    ['X-A:', 'x'],
    ['X-A\r\nBcc', 'x'],
    ['X-Ä', 'x'],
    ['X-A\0', 'x'],
    ['X'.repeat(127), 'x'],
    ['X-A', 'a\r\nBcc: x@evil.example'],
    ['X-A', 'a\n'],
    ['X-A', 'a\rb'],
    ['X-A', 'a\0b'],
    ['X-A', 'a\u007fb'],
    ['X-A', 'a\u0085b'],
    ['X-A', ''],
    ['X-A', '  '],
    ['X-A', 'a'.repeat(901)],
    ['X-A', 'word '.repeat(1000)],
    ['In-Reply-To', '<é@example.com>'],
  ])('cannot be %j: %j', (name, value) => {
    expect(validateCustomHeaders({ [name]: value })).toMatchObject([{ path: name }])
  })

  test('number at most fifty', () => {
    const headers = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`X-${n}`, 'x']))
    expect(validateCustomHeaders(headers(50))).toEqual([])
    expect(validateCustomHeaders(headers(51))).toMatchObject([{ path: '' }])
  })

  test('have a limited total size', () => {
    const headers = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`X-${n}`, 'word '.repeat(700)]))
    expect(validateCustomHeaders(headers)).toMatchObject([{ path: '' }])
  })

  test('are each given once, in any case', () => {
    expect(validateCustomHeaders({ 'X-A': '1', 'x-a': '2' })).toMatchObject([{ path: 'x-a' }])
  })
})
