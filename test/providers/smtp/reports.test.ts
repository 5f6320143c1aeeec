import { expect, test } from 'vitest'
import { readReport } from '../../../src/providers/smtp/reports/read-report.js'
import { exchange, exim, feedbackLoop, gmail, postfix, sendmail, vacation } from '../../support/reports.js'
import { stopwatch } from '../../support/stopwatch.js'

const recipient = 'ada@example.net'
const status = (mail: string) => {
  const report = readReport(mail)
  if (report?.kind !== 'status') throw new Error('no status report')
  return report
}

test.each([
  ['Postfix', postfix({ recipient }), 'relay.example', { action: 'failed', status: '5.1.1' }, /^550 5\.1\.1 <ada@/],
  ['Exim', exim({ recipient }), 'relay.example', { action: 'failed', status: '5.0.0' }, /^550 No such user here$/],
  [
    ...(['Exchange', exchange({ recipient })] as const),
    'AM0PR01MB0001.eurprd01.prod.exchangelabs.example',
    { action: 'failed', status: '5.1.10' },
    /^550 5\.1\.10 RESOLVER\.ADR\.RecipientNotFound; Recipient not found/,
  ],
  [
    'Gmail',
    gmail({ recipient }),
    'googlemail.com',
    { action: 'failed', status: '5.1.1' },
    /exist\. Please try 550-5\.1\.1 double.* - gsmtp$/,
  ],
  ['Sendmail', sendmail({ recipient }), 'relay.example', { action: 'delayed', status: '4.4.1' }, /^451 4\.4\.1 reply/],
])('%s', (_name, mail, reportingMta, fields, diagnosticCode) => {
  expect(status(mail)).toEqual({
    kind: 'status',
    reportingMta,
    recipients: [
      expect.objectContaining({
        addresses: [recipient],
        ...fields,
        diagnosticCode: expect.stringMatching(diagnosticCode),
      }),
    ],
  })
})

test('Sendmail says until when it tries', () => {
  expect(status(sendmail({ recipient })).recipients[0]).toMatchObject({ retriesUntil: 'Fri, 27 Nov 2026 06:00:01 GMT' })
})

test('several recipients, each with its own result; groups without an address or an action are left out', () => {
  const group = (email: string, action: string) =>
    `\r\n\r\nFinal-Recipient: rfc822; ${email}\r\nAction: ${action}\r\nStatus: 2.0.0`
  const mail = postfix({ recipient }).replace(
    /\r\n(?=\r\n--4dXk2J1Wz8z9sQY\.1795341605\/relay\.example\r\nContent-Description: Undelivered)/,
    `${group('bob@example.net', 'delivered')}${group('nobody', 'failed')}${group('carol@example.net', '')}\r\n`,
  )
  expect(status(mail).recipients.map(({ addresses, action }) => [addresses[0], action])).toEqual([
    [recipient, 'failed'],
    ['bob@example.net', 'delivered'],
  ])
})

test('the original recipient comes before the final one', () => {
  const mail = postfix({ recipient }).replace('Final-Recipient: rfc822; ada@', 'Final-Recipient: rfc822; forwarded@')
  expect(status(mail).recipients[0]?.addresses).toEqual([recipient, 'forwarded@example.net'])
})

test.each([
  ['base64', (text: string) => Buffer.from(text, 'latin1').toString('base64').replace(/.{76}/g, '$&\r\n')],
  ['quoted-printable', (text: string) => text.replaceAll('=', '=3D').replace('Action', '=41ctio=\r\nn')],
])('a status part in %s', (encoding, encode) => {
  const mail = postfix({ recipient })
  const [part = ''] = /Reporting-MTA[\s\S]*?User unknown\r\n/.exec(mail) ?? []
  const encoded = mail
    .replace('message/delivery-status\r\n', `message/delivery-status\r\nContent-Transfer-Encoding: ${encoding}\r\n`)
    .replace(part, () => `${encode(part)}\r\n`)
  expect(status(encoded).recipients[0]).toMatchObject({ addresses: [recipient], action: 'failed', status: '5.1.1' })
})

test('a report that is cut off after its status still tells it', () => {
  const mail = gmail({ recipient })
  expect(status(mail.slice(0, mail.indexOf('Last-Attempt-Date'))).recipients).toHaveLength(1)
})

test('feedback names its recipient, or the mail that it returns does', () => {
  const report = (isRedacted: boolean) => readReport(feedbackLoop({ recipient, isRedacted }))
  expect(report(false)).toMatchObject({ kind: 'feedback', type: 'abuse', addresses: [recipient] })
  expect(report(true)).toMatchObject({
    userAgent: 'Yahoo!-Mail-Feedback/2.0',
    arrivalDate: 'Sun, 22 Nov 2026 09:59:05 PST',
    addresses: ['redacted@yahoo.example'],
  })
})

test.each([
  ['an automatic reply', vacation({ recipient })],
  ['nothing', ''],
  ['a header alone', 'Content-Type: multipart/report; boundary=x'],
  ['a multipart without its boundary', 'Content-Type: multipart/report\r\n\r\n--x\r\n\r\ntext'],
  ['parts without a report', 'Content-Type: multipart/report; boundary=x\r\n\r\n--x\r\n\r\ntext\r\n--x--'],
])('%s is no report', (_name, mail) => {
  expect(readReport(mail)).toBeNull()
})

test('hostile reports take no time', () => {
  const tookMs = stopwatch()
  const nested = Array.from(
    { length: 2_000 },
    (_none, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
  )
  for (const mail of [
    nested.join(''),
    `Content-Type: multipart/report; boundary=x\r\n\r\n${'--x\r\n\r\n'.repeat(30_000)}`,
    `Content-Type: multipart/report; boundary=x\r\n\r\n--x\r\nContent-Type: message/delivery-status\r\n\r\n${'a:b\r\n\r\n'.repeat(30_000)}`,
    `Content-Type: ${' '.repeat(250_000)}`,
    `Content-Type: multipart/report;${' boundary'.repeat(25_000)}`,
    `X: ${'\r\n '.repeat(80_000)}`,
    `Content-Type: message/delivery-status\r\n\r\n${'\r\n \t'.repeat(60_000)}`,
    `Content-Type: message/delivery-status\r\n\r\nFinal-Recipient: ${'<'.repeat(200_000)}`,
    `Content-Type: message/delivery-status\r\n\r\nDiagnostic-Code: ${'4'.repeat(200_000)}\r\nFinal-Recipient: a@b.test\r\nAction: failed`,
  ]) {
    readReport(mail)
  }
  expect(tookMs()).toBeLessThan(2_000)
})
