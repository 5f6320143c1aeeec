import { expect, test } from 'vitest'
import { mailOf } from '../../../test/support/mail-source.js'
import { parseMail } from '../src/parse-mail.js'

const parse = (raw: Buffer) => {
  const { bytes, attachments, ...rest } = parseMail(raw, { attachmentsUrl: '/a', withHtml: true })
  const files = attachments.map(({ start, end, ...file }) => ({
    ...file,
    content: Buffer.from(bytes).toString('utf8', start, end),
  }))
  return { ...rest, attachments: files }
}
const parts = (...lines: string[]) =>
  parse(mailOf('Subject: s', 'Content-Type: multipart/mixed; boundary=b', '', ...lines))
const body = (headers: string[], ...lines: string[]) => parse(mailOf(...headers, '', ...lines))

test('an ordinary mail: text, HTML and an attachment', () => {
  const mail = parts(
    ...['--b', 'Content-Type: multipart/alternative; boundary=c', '', '--c', '', 'Hello', '--c'],
    ...['Content-Type: text/html', '', '<p>Hello</p>', '--c--', '--b', 'Content-Type: text/csv; name="a.csv"'],
    ...['Content-Disposition: attachment', '', '1,2', '--b--', ''],
  )
  expect(mail).toMatchObject({
    text: 'Hello',
    html: '<p>Hello</p>',
    htmlSafe: '<p>Hello</p>',
    searchText: 'Hello',
    attachments: [{ filename: 'a.csv', contentType: 'text/csv', contentId: null, content: '1,2' }],
    defects: [],
  })
})

test('an empty mail is a mail', () => {
  expect(parse(Buffer.alloc(0))).toMatchObject({
    ...{ rfcMessageId: null, inReplyTo: [], references: [], sentAt: null, from: [], to: [], subject: '' },
    ...{ text: '', html: null, replyText: '', headers: [], attachments: [] },
  })
})

test('a mail with only HTML has no text, but its words are searched and answered', () => {
  const mail = body(
    ['Content-Type: text/html'],
    '<p>Yes, <b>do</b> it.</p><blockquote type="cite">Shall I?</blockquote>',
  )
  expect(mail).toMatchObject({ text: null, searchText: 'Yes, do it.\n\n> Shall I?', replyText: 'Yes, do it.' })
})

test.each([
  ['blanks after a boundary', '; boundary=b', ['--b  ', '', 'one', '--b\t', '', 'two', '--b--  ']],
  ['a boundary with two semicolons', '; boundary="b";;', ['--b', '', 'one', '--b', '', 'two', '--b--']],
  ['no boundary in the header', '', ['--x', '', 'one', '--x', '', 'two', '--x--']],
  ['another boundary in the header', '; boundary=other', ['--x', '', 'one', '--x', '', 'two', '--x--']],
  ['no end', '; boundary=b', ['--b', '', 'one', '--b', '', 'two']],
  ['a boundary in pieces', '; boundary*0="b"; boundary*1="c"', ['--bc', '', 'one', '--bc', '', 'two', '--bc--']],
  ['text around the parts', '; boundary=b', ['before', '--b', '', 'one', '--b', '', 'two', '--b--', 'after']],
  [
    'an inner multipart without end',
    '; boundary=b',
    ['--b', 'Content-Type: multipart/mixed; boundary=c', '', '--c', '', 'one', '--b', '', 'two', '--b--'],
  ],
  [
    'the same boundary inside',
    '; boundary=b',
    ['--b', 'Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'one', '--b--', '--b', '', 'two', '--b--'],
  ],
  [
    'a boundary that is the beginning of another one',
    '; boundary=b',
    ['--b', 'Content-Type: multipart/mixed; boundary=b2', '', '--b2', '', 'one', '--b2--', '--b', '', 'two', '--b--'],
  ],
])('finds the parts of a multipart with %s', (_name, params, lines) => {
  expect(body([`Content-Type: multipart/mixed${params}`], ...lines).text).toBe('one\ntwo')
})

const UU = ['begin 644 a b.txt', '$86)C9```', '`', 'end']

test('uuencoded files in a text are attachments, and the text around them stays', () => {
  const mail = body([], 'Hello', ...UU, 'Bye', '', ...UU, '')
  const file = { filename: 'a b.txt', contentType: 'application/octet-stream', contentId: null, content: 'abcd' }
  expect(mail).toMatchObject({ text: 'Hello\nBye\n', attachments: [file, file], defects: [] })
  expect(body([], ...UU)).toMatchObject({ text: '', attachments: [file] })
  expect(parts('--b', '', 'One', ...UU, '--b', 'Content-Type: text/csv; name=c.csv', '', '1', '--b--')).toMatchObject({
    ...{ text: 'One', attachments: [file, { filename: 'c.csv' }] },
  })
})

test.each([
  ['no end', UU.slice(0, -1)],
  ['no mode', ['begin a.txt', ...UU.slice(1)]],
  ['text between', [UU[0]!, 'Is it 644 or 600?', ...UU.slice(1)]],
  ['nothing in it', ['begin 644 a.txt', 'end']],
  ['a quote', UU.map((line) => `> ${line}`)],
])('what only looks like a uuencoded file stays text: %s', (_name, lines) => {
  const mail = body([], 'Hello', ...lines, 'Bye')
  expect(mail).toMatchObject({ text: ['Hello', ...lines, 'Bye'].join('\n'), attachments: [] })
})

test("Outlook's winmail.dat is an attachment as it came", () => {
  const bytes = Buffer.from([0x78, 0x9f, 0x3e, 0x22, 1, 0])
  const { attachments } = parts(
    ...['--b', '', 'See the file.', '--b', 'Content-Type: application/ms-tnef; name="winmail.dat"'],
    ...['Content-Transfer-Encoding: base64', '', bytes.toString('base64'), '--b--'],
  )
  expect(attachments).toEqual([
    { filename: 'winmail.dat', contentType: 'application/ms-tnef', contentId: null, content: bytes.toString('utf8') },
  ])
})

test.each([
  ['named by the header', '; start="<page>"', ['Content-Type: text/plain', '', 'A caption']],
  ['behind a picture', '', ['Content-Type: image/png; name="a.png"', '', 'png']],
])('the page of a related multipart that is %s', (_name, params, first) => {
  const { html, text, attachments } = body(
    [`Content-Type: multipart/related; boundary=b${params}`],
    ...['--b', ...first, '--b', 'Content-Type: text/html', 'Content-ID: <page>', '', '<p>Hello</p>', '--b--'],
  )
  expect({ html, text }).toEqual({ html: '<p>Hello</p>', text: null })
  expect(attachments.map(({ content }) => content)).toEqual(first.slice(-1))
})

test('a multipart without parts is text', () => {
  expect(body(['Content-Type: multipart/mixed; boundary=b'], 'Hello').text).toBe('Hello')
  expect(parts('--b', 'Content-Type: multipart/mixed; boundary=c', '', 'Hello', '--b--').text).toBe('Hello')
})

test('multiparts nested 1,000 deep show their text', () => {
  const levels = Array.from({ length: 999 }, (_none, index) => index)
  const open = levels.flatMap((level) => [`--b${level}`, `Content-Type: multipart/mixed; boundary=b${level + 1}`, ''])
  expect(body(['Content-Type: multipart/mixed; boundary=b0'], ...open, '--b999', '', 'deep').text).toBe('deep')
})

test.each([
  ['Content-Type: <html>', 'text', null],
  ['Content-Type: text', '<b>x</b>', '<b>x</b>'],
  ['Content-Type: ', '<b>x</b>', '<b>x</b>'],
  ['Content-Type: text/html;', null, null],
])('%s', (header, _text, text) => {
  const mail = body([header], '<b>x</b>')
  expect(mail.text).toBe(text)
  if (text === null) expect(mail.html).toBe('<b>x</b>')
})

test.each([
  ['latin1 in UTF-8', 'charset=utf-8', Buffer.from('caf\xe9', 'latin1'), 'café'],
  ['UTF-8 without a charset', '', Buffer.from('café ☕'), 'café ☕'],
  ['UTF-8 as ASCII', 'charset=us-ascii', Buffer.from('café'), 'café'],
  ['Windows-1252 as latin1', 'charset=iso-8859-1', Buffer.from([0x80, 0x20, 0x93, 0x94]), '€ “”'],
  ['an unknown charset', 'charset=x-nonsense', Buffer.from('caf\xe9', 'latin1'), 'café'],
  ['ISO-2022-JP', 'charset=iso-2022-jp', Buffer.from('\x1b$BF|K\\\x1b(B', 'latin1'), '日本'],
  ['Shift_JIS', 'charset=Shift_JIS', Buffer.from([0x93, 0xfa]), '日'],
  ['UTF-7', 'charset=utf-7', Buffer.from('+ZeU-'), '日'],
  ['EUC-KR with characters of Windows', 'charset=ks_c_5601-1987', Buffer.from([0xb0, 0xa1]), '가'],
  ['ASCII as UTF-16', 'charset=utf-16', Buffer.from('cafe'), 'cafe'],
  ['UTF-8 as UTF-16', 'charset=utf-16', Buffer.from('café ☕'), 'café ☕'],
  ['UTF-16', 'charset=utf-16', Buffer.from('\uFEFFcafé', 'utf16le'), 'café'],
  ['UTF-16 without a zero byte', 'charset=utf-16be', Buffer.from([0x65, 0xe5, 0x67, 0x2c]), '日本'],
  ['ISO-2022-KR', 'charset=iso-2022-kr', Buffer.from('\x1b$)C\x0e0!\x0f ok', 'latin1'), '가 ok'],
  ['HZ', 'charset=hz-gb-2312', Buffer.from('~{HUWS~} ~~ ok'), '日子 ~ ok'],
  ['a cut character', 'charset=utf-8', Buffer.from('日本').subarray(0, 5), '日\uFFFD'],
  ['NUL', 'charset=utf-8', Buffer.from('a\0b'), 'ab'],
])('text: %s', (_name, charset, bytes, text) => {
  const head = mailOf(`Content-Type: text/plain; ${charset}`, 'Content-Transfer-Encoding: 8bit', '', '')
  expect(parse(Buffer.concat([head, bytes])).text).toBe(text)
})

test('HTML that names UTF-16 as its charset is not in UTF-16', () => {
  const page = Buffer.from('<meta charset="utf-16"><p>Grüße</p>')
  const head = mailOf('Content-Type: text/html', 'Content-Transfer-Encoding: 8bit', '', '')
  expect(parse(Buffer.concat([head, page])).html).toContain('<p>Grüße</p>')
})

test.each([
  ['quoted-printable', 'a=C3=A9=\r\nb \t\r\nc=20\r\n=XY', 'aéb\nc \n=XY'],
  ['quoted-printable', 'é=3D', 'é='],
  ['Quoted-Printable ; x', '=41', 'A'],
  ['base64', 'Y2Fm\r\nw6k=', 'café'],
  ['base64', 'Y2!Fm\r\nw6k', 'café'],
  ['base64', 'YQ==\r\nYg==', 'ab'],
  ['x-uuencode', 'begin 644 a.txt\r\n$86)C9```\r\n`\r\nend', 'abcd'],
  ['nonsense', 'as it is', 'as it is'],
])('Content-Transfer-Encoding %s: %j', (encoding, encoded, text) => {
  expect(body([`Content-Transfer-Encoding: ${encoding}`], encoded).text).toBe(text)
})

test('flowed lines are joined', () => {
  const flowed = ['Content-Type: text/plain; format=flowed']
  expect(body(flowed, 'one ', 'two', ' >three', '> four ', '> five', '>> six', '-- ', 'sig').text).toBe(
    'one two\n>three\n> four five\n>> six\n-- \nsig',
  )
  expect(body(['Content-Type: text/plain; format=flowed; delsp=yes'], '日 ', '本').text).toBe('日本')
})

test.each([
  ['only CR', 'Subject: s\rFrom: a@example.test\r\rone\rtwo'],
  ['only LF', 'Subject: s\nFrom: a@example.test\n\none\ntwo'],
  ['mixed', 'Subject: s\nFrom: a@example.test\r\n\none\r\ntwo'],
  ['a mailbox line', 'From a@b Thu Nov  5 03:04:05 2026\nSubject: s\nFrom: a@example.test\n\none\ntwo'],
])('line ends: %s', (_name, source) => {
  expect(parse(Buffer.from(source))).toMatchObject({
    subject: 's',
    from: [{ name: null, email: 'a@example.test' }],
    text: 'one\ntwo',
  })
})

test('a line that is no header begins the body', () => {
  expect(body(['Subject: s'], 'x')).toMatchObject({ subject: 's', text: 'x' })
  expect(parse(mailOf('Subject: s', 'no header', 'To: x'))).toMatchObject({ to: [], text: 'no header\nTo: x' })
})

test('headers: decoded, in order, without line breaks', () => {
  const mail = body(['X-One: a', '\tb', 'X-TWO: =?utf-8?q?=C3=BC?=', 'X-One: b\rBcc: x', 'X-Raw: ü'], '')
  expect(mail.headers).toEqual([
    { name: 'X-One', value: 'a\tb' },
    { name: 'X-TWO', value: 'ü' },
    { name: 'X-One', value: 'b Bcc: x' },
    { name: 'X-Raw', value: 'ü' },
  ])
})

test('two From headers: the first counts, and it is a defect', () => {
  const mail = body(['From: a@example.test', 'From: b@example.test'], '')
  expect(mail.from).toEqual([{ name: null, email: 'a@example.test' }])
  expect(mail.defects).toEqual(['There is more than one from header; the first one counts.'])
})

test('of a header of 1 MiB the first 64 KiB are read, up to the last whole id', () => {
  const ids = Array.from({ length: 10_000 }, (_none, index) => `<${index}.${'x'.repeat(80)}@example.test>`)
  const mail = body([`References: ${ids.join('\r\n ')}`, 'Subject: s'], 'text')
  const read = ` ${ids.join('\r\n ')}`.slice(0, 64 * 1024)
  const wholeIds = read.split('>').length - 1
  expect(mail).toMatchObject({ subject: 's', text: 'text' })
  expect(mail.references).toHaveLength(200)
  expect([mail.references[0], mail.references.at(-1)]).toEqual([ids[0]!.slice(1, -1), ids[wholeIds - 1]!.slice(1, -1)])
  expect(mail.headers[0]!.value).toHaveLength(32_768)
  expect(mail.defects).toEqual(['The header References is cut.'])
})

test('of 10,000 attachments 1,000 are listed, and it says so', () => {
  const all = Array.from({ length: 10_000 }, (_none, index) => ['--b', 'Content-Type: image/png', '', String(index)])
  const mail = parts(...all.flat(), '--b--')
  expect(mail.attachments).toHaveLength(1_000)
  expect(mail.attachments.at(-1)).toMatchObject({ filename: 'attachment-1000.png', content: '999' })
  expect(mail.defects).toEqual(['Only the first 1000 of 10000 attachments are listed.'])
})

test('a mail in a mail is an attachment, with its attachments inside', () => {
  const inner = ['Subject: inner', 'Content-Type: multipart/mixed; boundary=c', '', '--c', '', 'x', '--c--']
  const mail = parts('--b', '', 'outer', '--b', 'Content-Type: message/rfc822', '', ...inner, '--b--')
  expect(mail.text).toBe('outer')
  expect(mail.attachments).toEqual([
    { filename: 'attachment-1.eml', contentType: 'message/rfc822', contentId: null, content: inner.join('\r\n') },
  ])
})

test.each([
  ['filename="a.txt"', 'a.txt'],
  ['filename=my file.txt; size=1', 'my file.txt'],
  ["filename*=utf-8''%E2%82%AC.txt", '€.txt'],
  ["filename*0*=utf-8''%E2%82; filename*1*=%AC; filename*2=.txt", '€.txt'],
  ['filename="=?utf-8?B?4oKsLnR4dA==?="', '€.txt'],
  ['filename="../../etc/passwd"', 'passwd'],
  ['filename="C:\\\\Users\\\\a.txt"', 'a.txt'],
  ['filename="a\\"b.txt"', 'a"b.txt'],
  ['filename=".."', 'attachment-1.pdf'],
  ['filename="', 'attachment-1.pdf'],
  [`filename="${'x'.repeat(400)}.pdf"`, `${'x'.repeat(251)}.pdf`],
])('a file name: %s', (params, name) => {
  const mail = parts(
    '--b',
    'Content-Type: application/pdf',
    `Content-Disposition: attachment; ${params}`,
    '',
    '',
    '--b--',
  )
  expect(mail.attachments[0]!.filename).toBe(name)
})

test('S/MIME and PGP are attachments beside what they sign', () => {
  const signed = body(
    ['Content-Type: multipart/signed; boundary=b; protocol="application/pgp-signature"'],
    ...['--b', '', 'signed', '--b', 'Content-Type: application/pgp-signature', '', 'sig', '--b--'],
  )
  expect(signed).toMatchObject({ text: 'signed', attachments: [{ filename: 'attachment-1.asc', content: 'sig' }] })
  const opaque = body(
    ['Content-Type: application/pkcs7-mime; name=smime.p7m', 'Content-Transfer-Encoding: base64'],
    'eA==',
  )
  expect(opaque).toMatchObject({ text: null, attachments: [{ filename: 'smime.p7m', content: 'x' }] })
})
