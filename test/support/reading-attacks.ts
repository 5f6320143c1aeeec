import type { DnsZone } from './dns-server.js'

/*
 * Mails that each cost a reader with a careless pattern a minute or more. All are far below the limits of size.
 */

export interface Attack {
  title: string
  /** The header lines, or the part of the header that is the attack. */
  header: string
  body?: string
}

const FROM = 'From: Eve <eve@elsewhere.test>\r\n'

export const READING_ATTACKS: readonly Attack[] = [
  { title: 'a name of opening quotes', header: `From: ${'‹'.repeat(128_000)}"\r\n` },
  { title: 'a quoted string of escapes without an end', header: `${FROM}To: ${'"a\\'.repeat(100_000)}\r\n` },
  { title: 'a header of carriage returns', header: `${FROM}Subject: ${'\r'.repeat(200_000)}x\r\n` },
  {
    title: 'a signed header of folded blanks',
    header: [
      `From: ${'\r\n '.repeat(40_000)}eve@elsewhere.test\r\n`,
      'DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=elsewhere.test; s=one; h=from; bh=aaaa; b=aaaa\r\n',
    ].join(''),
  },
  {
    title: 'HTML of pictures',
    header: `${FROM}Content-Type: text/html\r\n`,
    body: `${'<img src="cid:%">'.repeat(4)}\r\n`.repeat(25_000),
  },
  {
    title: 'a text of combining marks',
    header: `${FROM}Content-Type: text/plain; charset=utf-8\r\n`,
    body: `${`a${'\u0301\u0316'.repeat(200)}\r\n`.repeat(100)}a${'\u0301\u0316'.repeat(30_000)}`,
  },
]

/** Records of senders that multiply the text of the envelope. */
export const PUMPED_RECORDS: DnsZone = {
  'evilsender.test': { TXT: [`v=spf1 redirect=a.${'%{l}'.repeat(1_000)}_`] },
  'evilclient.test': { TXT: [`v=spf1 redirect=a.${'%{h}'.repeat(1_000)}_`] },
}

/** A mail of an attack. The number tells it from others. */
export const attackMail = ({ header, body = 'A text.' }: Attack, number: number): string =>
  `${header}X-Number: ${number}\r\n\r\n${body}\r\n`

/** A report about a mail that went to nobody, with lines of blanks that end in a soft line break. */
export const blankReport = (recipient: string, to: string): string =>
  [
    'From: MAILER-DAEMON@mx.example.net',
    `To: ${to}`,
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    `${' '.repeat(250_000)}x`,
    '--b',
    'Content-Type: message/delivery-status',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    `Reporting-MTA: dns; mx.example.net${' '.repeat(250_000)}x`,
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    'Action: failed',
    'Status: 5.1.1',
    '--b--',
    '',
  ].join('\r\n')
