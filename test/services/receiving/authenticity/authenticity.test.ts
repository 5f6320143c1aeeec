import { generateKeyPairSync } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import { spf } from 'mailauth/lib/spf/index.js'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createResolver } from '../../../../src/lib/network/dns-resolver.js'
import { NoThreadError } from '../../../../src/lib/threads/task-threads.js'
import { ReaderThreads } from '../../../../src/services/reading/reader-threads.js'
import { Authenticity } from '../../../../src/services/receiving/authenticity/authenticity.js'
import { verifySpf } from '../../../../src/services/receiving/authenticity/spf-check.js'
import { type DnsServer, startDnsServer } from '../../../support/dns-server.js'

const keyOf = (modulusLength: number) =>
  generateKeyPairSync('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
const keys = keyOf(2_048)
const DKIM = 'key._domainkey.sender.test'

let dns: DnsServer
const readerThreads = new ReaderThreads()
let authenticity: Authenticity

beforeAll(async () => {
  dns = await startDnsServer()
  const resolver = createResolver({ servers: [dns.address], timeoutMs: 600 })
  authenticity = new Authenticity({ resolver, readerThreads, limitMs: 3_000, keptMs: 0 })
})
beforeEach(() => {
  dns.records = {
    'sender.test': { TXT: ['v=spf1 ip4:192.0.2.1 -all'], A: ['192.0.2.1'] },
    [DKIM]: { TXT: [`v=DKIM1; k=rsa; p=${keys.publicKey.toString('base64')}`] },
    '_dmarc.sender.test': { TXT: ['v=DMARC1; p=reject'] },
  }
})
afterAll(() => Promise.all([dns.close(), readerThreads.close()]))

const own = { ip: '192.0.2.1', helo: 'mail.sender.test' }
const foreign = { ip: '203.0.113.9', helo: 'mail.other.test' }

interface Sent {
  from?: string
  domainName?: string
  text?: string
  privateKey?: string
}

async function signed({ from = 'Ada <ada@sender.test>', domainName = 'sender.test', text, privateKey }: Sent = {}) {
  const dkim = { domainName, keySelector: 'key', privateKey: privateKey ?? keys.privateKey }
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows', dkim })
  const { message } = await transport.sendMail({ from, to: 'bob@here.test', subject: 'Hi', text: text ?? 'Hello\n\n' })
  if (!Buffer.isBuffer(message)) throw new Error('expected the bytes of the mail')
  return message
}
type Given = Parameters<Authenticity['check']>[2]['given']
const authenticate = (raw: Buffer, client: typeof own | null = own, sender = 'ada@sender.test', given: Given = null) =>
  authenticity.check('acc_1', raw, { client, sender, given })
const check = async (...args: Parameters<typeof authenticate>) => (await authenticate(...args)).verdicts
const replaced = (raw: Buffer, what: string, by: string) =>
  Buffer.from(raw.toString('latin1').replace(what, by), 'latin1')

test('a mail that is what it says', async () => {
  expect(await check(await signed())).toEqual({ spf: 'PASS', dkim: 'PASS', dmarc: 'PASS', spam: 'NONE', virus: 'NONE' })
})

test('a mail that was handed over by a foreign server keeps its signature', async () => {
  expect(await check(await signed(), foreign)).toMatchObject({ spf: 'FAIL', dkim: 'PASS', dmarc: 'PASS' })
})

test('without a client there is no SPF check', async () => {
  expect(await check(await signed(), null)).toMatchObject({ spf: 'NONE', dkim: 'PASS', dmarc: 'PASS' })
})

test('the null sender is checked by the name of the client', async () => {
  dns.records['mail.sender.test'] = { TXT: ['v=spf1 ip4:192.0.2.1 -all'] }
  expect(await check(Buffer.from('From: ada@sender.test\r\n\r\nx'), own, '')).toMatchObject({
    spf: 'PASS',
    dmarc: 'PASS',
  })
})

test('a changed mail fails', async () => {
  const raw = await signed()
  for (const changed of [replaced(raw, 'Hello', 'Hallo'), replaced(raw, 'Subject: Hi', 'Subject: Ho')]) {
    expect(await check(changed, foreign)).toMatchObject({ spf: 'FAIL', dkim: 'FAIL', dmarc: 'FAIL' })
  }
})

test('line ends that were changed on the way to LF do not matter', async () => {
  const raw = await signed({ text: 'a\n\n  b \n' })
  expect((await check(Buffer.from(raw.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'))).dkim).toBe('PASS')
})

test('a mail without a signature and a policy has none', async () => {
  dns.records = {}
  const raw = Buffer.from('From: ada@plain.test\r\n\r\nx')
  expect(await check(raw, own, 'ada@plain.test')).toMatchObject({ spf: 'NONE', dkim: 'NONE', dmarc: 'NONE' })
})

test.each([
  ['no key', () => ({ TXT: [] as string[] }), 'FAIL'],
  ['a withdrawn key', () => ({ TXT: ['v=DKIM1; p='] }), 'FAIL'],
  ['another key', () => ({ TXT: [`v=DKIM1; p=${keyOf(1_024).publicKey.toString('base64')}`] }), 'FAIL'],
  ['no answer', () => 'SILENCE' as const, 'GRAY'],
  ['a broken server', () => 'SERVFAIL' as const, 'GRAY'],
])('a signature with %s', async (_name, records, verdict) => {
  dns.records[DKIM] = records()
  expect(await check(await signed(), foreign)).toMatchObject({ dkim: verdict, dmarc: verdict })
})

test('a key that is too short does not count', async () => {
  const short = keyOf(768)
  dns.records[DKIM] = { TXT: [`v=DKIM1; p=${short.publicKey.toString('base64')}`] }
  expect(await check(await signed({ privateKey: short.privateKey }), foreign)).toMatchObject({ dkim: 'FAIL' })
})

test('an SPF record that does not answer, or does not decide, is gray', async () => {
  dns.records['sender.test'] = 'SILENCE'
  expect((await check(await signed())).spf).toBe('GRAY')
  for (const record of ['v=spf1 ~all', 'v=spf1 ?all', 'v=spf1 include:loop.test -all', 'v=spf1 nonsense']) {
    dns.records['sender.test'] = { TXT: [record] }
    dns.records['loop.test'] = { TXT: ['v=spf1 include:loop.test -all'] }
    expect((await check(await signed())).spf).toBe('GRAY')
  }
})

test('an SPF check looks up what its record needs', async () => {
  dns.records['mx1.sender.test'] = { A: ['192.0.2.7'] }
  dns.records['mx2.sender.test'] = { A: ['192.0.2.1'] }
  dns.records['ada.at.sender.test'] = { A: ['127.0.0.2'] }
  dns.records['more.test'] = { TXT: ['v=spf1 mx:sender.test -all'] }
  const verdictOf = async (record: string, client = own) => {
    const MX = ['10 mx1.sender.test', '20 mx2.sender.test']
    dns.records['sender.test'] = { TXT: ['other text', record], A: ['192.0.2.1'], MX }
    return (await check(await signed(), client)).spf
  }
  for (const record of [
    'v=spf1 a -all',
    'v=spf1 mx -all',
    'v=spf1 ptr include:more.test -all',
    'v=spf1 redirect=more.test',
    'v=spf1 exists:%{l}.at.%{d} -all',
  ]) {
    expect(await verdictOf(record), record).toBe('PASS')
  }
  expect(await verdictOf('v=spf1 a mx include:more.test -all', foreign)).toBe('FAIL')
})

test.each([
  'a:one.test/28 mx:two.test -all',
  'a:one.test/24//64 -all',
  '?mx:two.test/28 include:three.test ~all',
  'ip4:198.51.100.0/24 ip6:2001:db8::/32 -all',
  'include:three.test include:four.test -all',
  '-include:four.test +all',
  'exists:%{ir}.%{v}._spf.%{d2} exists:%{l1r-}.%{o} -all',
  'ptr:one.test redirect=three.test',
  'redirect=chain0.test',
  'redirect=chain3.test',
  'include:missing.test -all',
  'a:loop.test -all',
  'A:ONE.test exp=explain.%{d} unknown=%{l}',
  'ip4:1.2.3 all',
])('what the rounds of an SPF check find is what the library finds that asks itself: %s', async (terms) => {
  Object.assign(dns.records, {
    'sender.test': { TXT: [`v=spf1 ${terms}`] },
    'one.test': { A: ['192.0.2.1'], AAAA: ['2001:db8::1'] },
    'two.test': { MX: ['20 one.test', '10 five.test'] },
    'three.test': { TXT: ['v=spf1 a:five.test ?all'] },
    'four.test': { TXT: ['v=spf1 a:one.test -all'] },
    'five.test': { A: ['192.0.2.5'] },
    '1.2.0.192.in-addr._spf.sender.test': { A: ['127.0.0.2'] },
    'loop.test': { CNAME: 'pool.test' },
    'pool.test': { CNAME: 'loop.test' },
  })
  for (let link = 0; link < 12; link += 1) {
    dns.records[`chain${link}.test`] = { TXT: [`v=spf1 redirect=${link < 11 ? `chain${link + 1}` : 'four'}.test`] }
  }
  const library = new Resolver({ timeout: 600, tries: 1 })
  library.setServers([dns.address])
  const resolver = (name: string, type: string) => library.resolve(name, type)
  for (const ip of ['192.0.2.1', '192.0.2.5', '203.0.113.9', '2001:db8::1', '2001:db9::1']) {
    const question = { ip, helo: own.helo, sender: 'ada@sender.test' }
    const { status } = await spf({ ...question, mta: 'localhost', resolver: resolver as never })
    const verdict = { pass: 'PASS', fail: 'FAIL', none: 'NONE' }[status.result as string] ?? 'GRAY'
    const raw = Buffer.from('From: ada@sender.test\r\n\r\nx')
    expect((await check(raw, { ip, helo: own.helo })).spf, `${ip}: ${status.result}`).toBe(verdict)
  }
})

test('an SPF record with more look-ups, or more of them in vain, than RFC 7208 allows is gray', async () => {
  for (const count of [10, 11]) {
    const names = Array.from({ length: count }, (_none, index) => `n${index}.test`)
    for (const name of names) dns.records[name] = { TXT: ['v=spf1 ?all'] }
    dns.records['sender.test'] = { TXT: [`v=spf1 ${names.map((name) => `include:${name}`).join(' ')} -all`] }
    expect((await check(await signed(), foreign)).spf, `${count} names`).toBe(count > 10 ? 'GRAY' : 'FAIL')
  }
  dns.records['sender.test'] = { TXT: ['v=spf1 a:void1.test a:void2.test -all'] }
  expect((await check(await signed(), foreign)).spf).toBe('FAIL')
  dns.records['sender.test'] = { TXT: ['v=spf1 a:void1.test a:void2.test a:void3.test -all'] }
  expect((await check(await signed(), foreign)).spf).toBe('GRAY')
})

const PUMPED: [name: string, sender: string, record: string][] = [
  ['a target', `${'a'.repeat(60)}@sender.test`, `v=spf1 redirect=a.${'%{l}'.repeat(1_000)}.test`],
  ['a name', `${'a'.repeat(60)}@sender.test`, `v=spf1 a:${'%{s}'.repeat(500)}.test/24 -all`],
  ['a name of the client', 'ada@sender.test', `v=spf1 exists:${'%{h}'.repeat(100)}.test -all`],
]
test.each(PUMPED)('macros that make %s too long are an error where they are reached', async (_name, sender, record) => {
  const question = { name: 'sender.test', type: 'TXT' as const }
  const client = { ip: own.ip, helo: 'h'.repeat(255), sender }
  const resultOf = (text: string) => verifySpf({ ...client, answers: [[question, { records: [text] }]] })
  expect(await resultOf(record)).toEqual({ result: 'permerror', missing: [] })
  const allowed = record.replace('v=spf1', 'v=spf1 ip4:192.0.2.1')
  if (!record.includes('redirect')) expect(await resultOf(allowed)).toEqual({ result: 'pass', missing: [] })
  dns.records['sender.test'] = { TXT: [record] }
  const raw = Buffer.from('From: ada@sender.test\r\n\r\nx')
  expect((await check(raw, { ip: own.ip, helo: 'h'.repeat(255) }, sender)).spf).toBe('GRAY')
})

test.each([
  'v=spf1 exists:%{t}.test -all',
  'v=spf1 include:%{d}.%{T1r}.test -all',
  'v=spf1 ?mx:%%%{c}.test -all',
  'v=spf1 redirect=%{r}.test',
])('a macro for explanations is an error in a name: %s', async (record) => {
  const question = { name: 'sender.test', type: 'TXT' as const }
  const client = { ip: own.ip, helo: own.helo, sender: 'ada@sender.test' }
  const resultOf = (text: string) => verifySpf({ ...client, answers: [[question, { records: [text] }]] })
  expect(await resultOf(record)).toEqual({ result: 'permerror', missing: [] })
  const explained = 'v=spf1 ip4:192.0.2.1 exp=%{t}.%{d}'
  expect(await resultOf(explained)).toEqual({ result: 'pass', missing: [] })
})

test('a name with the letters of such a macro, but without one, is looked up', async () => {
  const question = { name: 'sender.test', type: 'TXT' as const }
  const record = 'v=spf1 exists:{t}.%%{c.%{lr}.%{d} -all'
  const sent = { ip: own.ip, helo: own.helo, sender: 'ada@sender.test' }
  const { missing } = await verifySpf({ ...sent, answers: [[question, { records: [record] }]] })
  expect(missing).toEqual([{ name: '{t}.%{c.ada.sender.test', type: 'A' }])
})

test('a client or sender whose name is longer than any has no SPF', async () => {
  const raw = Buffer.from('From: ada@sender.test\r\n\r\nx')
  const helo = `${'h.'.repeat(130)}test`
  dns.records[helo] = { TXT: ['v=spf1 +all'] }
  expect((await check(raw, { ip: own.ip, helo }, '')).spf).toBe('NONE')
  expect((await check(raw, { ip: own.ip, helo }, 'ada@sender.test')).spf).toBe('PASS')
  expect((await check(raw, own, `${'a'.repeat(400)}@sender.test`)).spf).toBe('NONE')
})

test('an SPF check is undecided if its thread takes too long', async () => {
  const hastyThreads = new ReaderThreads({ limitMs: 0 })
  const resolver = createResolver({ servers: [dns.address], timeoutMs: 600 })
  const hasty = new Authenticity({ resolver, readerThreads: hastyThreads, keptMs: 0 })
  const arrival = { client: own, sender: 'ada@sender.test', given: null }
  const mail = await signed()
  // Until then the thread is looked at.
  dns.delayMs = 200
  try {
    expect((await hasty.check('acc_1', mail, arrival)).verdicts).toMatchObject({ spf: 'GRAY', dmarc: 'GRAY' })
  } finally {
    dns.delayMs = 0
    await hastyThreads.close()
  }
})

test.each(['signatures', 'spf', 'dkim'] as const)('without a thread for %s there is no verdict', async (closed) => {
  const closedThreads = new ReaderThreads()
  await closedThreads.close()
  const run: ReaderThreads['run'] = (kind, ...job) =>
    (kind === closed ? closedThreads : readerThreads).run(kind, ...job)
  const resolver = createResolver({ servers: [dns.address], timeoutMs: 600 })
  const threadless = new Authenticity({ resolver, readerThreads: { run }, keptMs: 0 })
  const arrival = { client: own, sender: 'ada@sender.test', given: null }
  await expect(threadless.check('acc_1', await signed(), arrival)).rejects.toThrow(NoThreadError)
})

test('where nobody could check SPF, DMARC does not fail', async () => {
  const raw = Buffer.from('From: ada@sender.test\r\n\r\nx')
  expect(await check(raw, foreign)).toMatchObject({ spf: 'FAIL', dmarc: 'FAIL' })
  expect(await check(raw, null)).toMatchObject({ spf: 'NONE', dmarc: 'GRAY' })
  for (const answer of ['SILENCE', 'SERVFAIL'] as const) {
    dns.records['sender.test'] = answer
    expect(await check(raw), answer).toMatchObject({ spf: 'GRAY', dmarc: 'GRAY' })
  }
})

test('DMARC counts what a provider says about SPF', async () => {
  const raw = Buffer.from('From: ada@sender.test\r\n\r\nx')
  const dmarcWith = async (spf: 'PASS' | 'FAIL' | 'GRAY', sender: string) =>
    (await check(raw, null, sender, { spf })).dmarc
  expect(await dmarcWith('PASS', 'ada@sender.test')).toBe('PASS')
  expect(await dmarcWith('GRAY', 'ada@sender.test')).toBe('GRAY')
  expect(await dmarcWith('FAIL', 'ada@sender.test')).toBe('FAIL')
  expect(await dmarcWith('PASS', 'eve@other.test')).toBe('FAIL')
})

test('an SPF check or signature that takes too long leaves DMARC undecided for its own domain alone', async () => {
  const resolver = createResolver({ servers: [dns.address], timeoutMs: 60_000 })
  const hasty = new Authenticity({ resolver, readerThreads, limitMs: 300, keptMs: 0 })
  const dmarcOf = async (raw: Buffer, sender: string) =>
    (await hasty.check('acc_1', raw, { client: foreign, sender, given: null })).verdicts.dmarc
  dns.records['sender.test'] = 'SILENCE'
  dns.records['other.test'] = 'SILENCE'
  const bare = Buffer.from('From: ada@sender.test\r\n\r\nx')
  expect(await dmarcOf(bare, 'ada@sender.test')).toBe('GRAY')
  expect(await dmarcOf(bare, 'eve@other.test')).toBe('FAIL')
  dns.records[DKIM] = 'SILENCE'
  expect(await dmarcOf(await signed(), 'eve@other.test')).toBe('GRAY')
})

test('a mail is authentic if DMARC passes, or without a policy the author has signed it', async () => {
  const isAuthentic = async (...args: Parameters<typeof authenticate>) => (await authenticate(...args)).isAuthentic
  const bare = Buffer.from('From: ada@sender.test\r\n\r\nx')
  expect(await isAuthentic(await signed(), foreign)).toBe(true)
  expect(await isAuthentic(bare, own)).toBe(true)
  expect(await isAuthentic(bare, foreign)).toBe(false)
  expect(await isAuthentic(bare, null, 'ada@sender.test', { spf: 'PASS', dkim: 'PASS', dmarc: 'PASS' })).toBe(true)
  expect(await isAuthentic(bare, null, 'ada@sender.test', { spf: 'PASS', dkim: 'PASS', dmarc: 'GRAY' })).toBe(false)
  delete dns.records['_dmarc.sender.test']
  expect(await isAuthentic(await signed(), foreign)).toBe(true)
  expect(await isAuthentic(await signed({ from: 'Ada <ada@news.sender.test>' }), foreign)).toBe(true)
  expect(await isAuthentic(await signed({ from: 'Ada <ada@other.test>' }), foreign)).toBe(false)
  expect(await isAuthentic(await signed({ from: 'ada@sender.test, eve@other.test' }), foreign)).toBe(false)
  expect(await isAuthentic(bare, own)).toBe(false)
})

test('a signature of another domain does not vouch for the author', async () => {
  dns.records['key._domainkey.other.test'] = dns.records[DKIM]!
  const raw = await signed({ domainName: 'other.test' })
  expect(await check(raw, foreign)).toMatchObject({ dkim: 'PASS', dmarc: 'FAIL' })
})

test('two authors of different domains fail, in one header or two', async () => {
  const raw = Buffer.from('From: ada@sender.test\r\nFrom: eve@other.test\r\n\r\nx')
  expect((await check(raw)).dmarc).toBe('FAIL')
  expect((await check(Buffer.from('From: ada@sender.test, eve@other.test\r\n\r\nx'))).dmarc).toBe('FAIL')
})

test('verdicts of a provider win, and are not checked again', async () => {
  dns.queries.length = 0
  const given = { spf: 'GRAY', dkim: 'FAIL', dmarc: 'FAIL', spam: 'FAIL', virus: 'PASS' } as const
  expect(await check(await signed(), own, 'a@sender.test', given)).toEqual(given)
  expect(dns.queries).toEqual([])
})

test('a signature for only the beginning of the body does not count', async () => {
  const raw = replaced(await signed(), 'c=relaxed/relaxed;', 'c=relaxed/relaxed; l=3;')
  expect(await check(raw, foreign)).toMatchObject({ dkim: 'GRAY', dmarc: 'FAIL' })
})

test('of very many signatures a few are checked', async () => {
  const signature = 'DKIM-Signature: v=1; a=rsa-sha256; d=dN.test; s=key; h=from; bh=x; b=y\r\n'
  const many = Array.from({ length: 500 }, (_none, index) => signature.replace('dN', `d${index}`)).join('')
  dns.queries.length = 0
  expect((await check(Buffer.from(`${many}From: ada@sender.test\r\n\r\nx`), null)).dkim).toBe('GRAY')
  expect(dns.queries.length).toBeLessThan(50)
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['no body', Buffer.from('DKIM-Signature: v=1; a=rsa-sha256; d=x.test; s=k; h=from; bh=x; b=y')],
  ['half a signature', Buffer.from('DKIM-Signature: ;;;=;\r\nARC-Seal: i=1\r\nFrom: <>\r\n\r\nx')],
  ['bytes', Buffer.from(Array.from({ length: 2_000 }, (_none, index) => (index * 31) % 256))],
  [
    'a line without end',
    Buffer.concat([
      Buffer.from('DKIM-Signature: v=1; a=rsa-sha256; d=x.test; s=k; h=from; bh=x; b=y\r\n\r\n'),
      Buffer.alloc(300_000, 97),
    ]),
  ],
])('%s gets verdicts', async (_name, raw) => {
  const verdicts = await check(raw, { ip: 'nonsense', helo: '' }, 'no address')
  expect(['NONE', 'GRAY', 'FAIL']).toContain(verdicts.dkim)
})
