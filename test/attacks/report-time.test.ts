import { expect, test } from 'vitest'
import { readReport } from '../../src/providers/smtp/reports/read-report.js'

/* Anybody who got a mail can send reports, so twice the length takes about twice the time, whatever is in them. */

const KIB = 1024
/** What a measurement may differ by while other tests run. Whatever is not linear takes a multiple of it. */
const NOISE_MS = 8
const LEAST_ROUNDS = 5
const MOST_ROUNDS = 60

const report = (part: string, headers = '', type = 'multipart/report; boundary=b') =>
  `Content-Type: ${type}\r\n${headers}\r\n--b\r\n${part}\r\n--b--\r\n`
const status = (text: string, headers = '') => report(`Content-Type: message/delivery-status\r\n${headers}\r\n${text}`)
const quoted = (text: string) => status(text, 'Content-Transfer-Encoding: quoted-printable\r\n')
const feedback = (text: string) => report(`Content-Type: message/feedback-report\r\n\r\n${text}`)

const FINAL = 'Final-Recipient: rfc822; '

/** What is repeated, and the report around it. */
const ATTACKS: [string, string, (pumped: string) => string][] = [
  ['blanks in quoted-printable', ' ', quoted],
  ['tabs in quoted-printable', '\t', quoted],
  ['equals signs', '=', quoted],
  ['equals signs and blanks', '= ', quoted],
  ['soft breaks', '= \t\r\n', quoted],
  ['blanks in a status', ' ', status],
  ['empty lines', '\r\n', status],
  ['lines of blanks', '\r\n \t ', status],
  ['folded lines', '\r\n ', (pumped) => status(`Action:${pumped}`)],
  ['groups', '\r\n\r\nFinal-Recipient: rfc822; a@b', status],
  ['fields', 'a:b\r\n', status],
  ['fields in the header', 'a:b\r\n', (pumped) => report('', pumped)],
  ['colons', ':', status],
  ['brackets', '<', (pumped) => status(`\r\n\r\n${FINAL}${pumped}`)],
  ['blanks in an address', ' ', (pumped) => status(`\r\n\r\n${FINAL}${pumped}x`)],
  [
    'control characters',
    '\0 ',
    (pumped) => status(`\r\n\r\n${FINAL}a@b\r\nAction: failed\r\nDiagnostic-Code:${pumped}`),
  ],
  [
    'blanks before a boundary',
    ' ',
    (pumped) => report('', '', `multipart/report;${pumped}boundary${pumped}=${pumped}`),
  ],
  ['semicolons', '; ', (pumped) => report('', '', `multipart/report${pumped}`)],
  ['boundaries', '\r\n--b', (pumped) => report(pumped)],
  ['boundaries that are none', '\r\n--b--- ', (pumped) => report(pumped)],
  ['nested parts', '\r\n--b\r\nContent-Type: multipart/mixed; boundary=b\r\n', (pumped) => report(pumped)],
  ['carriage returns', '\r', status],
  ['recipients of a feedback report', 'Original-Rcpt-To: <a@b>\r\n', feedback],
  ['dates', ' (', (pumped) => feedback(`Arrival-Date: Sun${pumped}`)],
]

const length = (pump: string, kib: number) => pump.repeat((kib * KIB) / pump.length)

function cpuMs(mail: string): number {
  const begin = process.cpuUsage()
  readReport(mail)
  // Only the sum is exact: the system estimates how it divides.
  const { user, system } = process.cpuUsage(begin)
  return (user + system) / 1_000
}

test.each(ATTACKS)('%s', (_name, pump, around) => {
  const mails = [8, 16, 32, 64].map((kib) => around(length(pump, kib)))
  const least = mails.map(() => Number.POSITIVE_INFINITY)
  // Other tests take their share of caches and cores for a while: more rounds leave the time of the reader alone.
  for (let round = 0; round < MOST_ROUNDS && (round < LEAST_ROUNDS || !isLinear(least)); round++) {
    for (const [index, mail] of mails.entries()) least[index] = Math.min(least[index]!, cpuMs(mail))
  }
  expect(isLinear(least), `ms for 8, 16, 32 and 64 KiB: ${least.join(', ')}`).toBe(true)
  // The most that is kept of a report.
  const largest = around(length(pump, 256))
  expect(Math.min(...Array.from({ length: LEAST_ROUNDS }, () => cpuMs(largest)))).toBeLessThan(250)
})

const isLinear = ([first, ...longer]: readonly number[]): boolean =>
  longer.every((ms, index) => ms < 2.5 * (longer[index - 1] ?? first!) + NOISE_MS)
