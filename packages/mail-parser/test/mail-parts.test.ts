import { expect, test } from 'vitest'
import { readParts } from '../src/index.js'

const partsOf = (...lines: string[]) =>
  readParts(Buffer.from(lines.join('\r\n'))).map(({ type, content }) => [type, content().toString()])

test('parts of all multiparts in the order of the mail, decoded, and a mail inside as one', () => {
  const parts = partsOf(
    'Content-Type: multipart/report; boundary="out"',
    ...['', '--out', 'Content-Type: multipart/alternative; boundary=in'],
    ...['', '--in', '', 'one'],
    ...[
      '--in',
      'Content-Type: TEXT/Html; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      't=',
      'w=6F',
    ],
    ...[
      '--in--',
      '--out',
      'Content-Type: message/delivery-status',
      'Content-Transfer-Encoding: base64',
      '',
      'dGhyZWU=',
    ],
    ...['--out', 'Content-Type: message/rfc822', '', 'Content-Type: multipart/mixed; boundary=no', '', '--no', '', 'x'],
    '--out--',
  )
  expect(parts).toEqual([
    ['text/plain', 'one'],
    ['text/html', 'two'],
    ['message/delivery-status', 'three'],
    ['message/rfc822', 'Content-Type: multipart/mixed; boundary=no\r\n\r\n--no\r\n\r\nx'],
  ])
})

test('a mail without multiparts is one part, and the last part of a cut mail may lack its end', () => {
  expect(partsOf('Subject: a', '', 'body')).toEqual([['text/plain', 'body']])
  expect(partsOf('Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'one', '--b', '', 'tw')).toEqual([
    ['text/plain', 'one'],
    ['text/plain', 'tw'],
  ])
  expect(partsOf()).toEqual([['text/plain', '']])
})
