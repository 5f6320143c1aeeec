import { describe, expect, test } from 'vitest'
import type { DnsAnswer } from '../../../src/lib/network/dns-resolver.js'
import { judgeCname, judgeDmarc, judgeMx, judgeSpf } from '../../../src/services/domains/check-records.js'

const found = (...records: string[]): DnsAnswer<string> => ({ status: 'found', records, ttlMs: null })
const nothing: DnsAnswer<string> = { status: 'not-found', nameMissing: true }
const silence: DnsAnswer<string> = { status: 'unknown', code: 'ETIMEOUT' }

describe('a CNAME', () => {
  test.each([
    ['the expected host', found('a.dkim.example.net'), 'verified'],
    ['the same host in capitals and with a final dot', found('A.DKIM.example.net.'), 'verified'],
    ['another host', found('b.dkim.example.net'), 'failed'],
    ['no record', nothing, 'pending'],
    ['no answer', silence, null],
  ])('%s', (_title, answer, finding) => {
    expect(judgeCname(answer, 'a.dkim.example.net')).toBe(finding)
  })
})

describe('an MX', () => {
  const takes = (...hosts: string[]) => ({
    status: 'found' as const,
    records: hosts.map((exchange) => ({ priority: 20, exchange })),
    ttlMs: null,
  })
  test.each([
    ['the expected host with any priority', takes('Feedback.example.net.'), 'verified'],
    ['the expected host among others', takes('mx.example.org', 'feedback.example.net'), 'verified'],
    ['another host', takes('mx.example.org'), 'failed'],
    ['no record', { status: 'not-found', nameMissing: false } as const, 'pending'],
    ['no answer', { status: 'unknown', code: 'ETIMEOUT' } as const, null],
  ])('%s', (_title, answer, finding) => {
    expect(judgeMx(answer, '10 feedback.example.net')).toBe(finding)
  })
})

describe('SPF', () => {
  const expected = 'v=spf1 include:spf.example.net ~all'
  test.each([
    ['the given record', [expected], 'verified'],
    ['additional terms', ['v=spf1 ip4:192.0.2.1 include:spf.example.net -all'], 'verified'],
    ['another case and a final dot', ['V=SPF1 Include:SPF.example.net. ~ALL'], 'verified'],
    ['an explicit pass qualifier', ['v=spf1 +include:spf.example.net ~all'], 'verified'],
    ['other texts as well', ['site-verification=1', expected], 'verified'],
    ['another include', ['v=spf1 include:other.example ~all'], 'failed'],
    ['an include that does not pass', ['v=spf1 ?include:spf.example.net ~all'], 'failed'],
    ['an include after all, which is never reached', ['v=spf1 -all include:spf.example.net'], 'failed'],
    ['two SPF records, which count as none', [expected, 'v=spf1 -all'], 'failed'],
    ['a word with the same beginning', ['v=spf10 include:spf.example.net ~all'], 'pending'],
    ['only other texts', ['site-verification=1'], 'pending'],
    ['only the version', ['v=spf1'], 'failed'],
  ])('%s', (_title, texts, finding) => {
    expect(judgeSpf(found(...texts), expected)).toBe(finding)
  })

  test('is pending without a record and unknown without an answer', () => {
    expect(judgeSpf(nothing, expected)).toBe('pending')
    expect(judgeSpf(silence, expected)).toBe(null)
  })
})

describe('DMARC', () => {
  test.each([
    ['the starter record', ['v=DMARC1; p=none;'], 'verified'],
    ['any other policy', ['v=DMARC1;p=reject;pct=100;rua=mailto:d@example.com'], 'verified'],
    ['blanks wherever they are allowed', ['v = DMARC1 ; p = Quarantine'], 'verified'],
    ['unknown tags', ['v=DMARC1; p=none; np=reject; t=y; zz=1'], 'verified'],
    ['no policy but a report address', ['v=DMARC1; rua=mailto:d@example.com'], 'verified'],
    ['other texts as well', ['hello', 'v=DMARC1; p=none'], 'verified'],
    ['no policy at all', ['v=DMARC1'], 'failed'],
    ['a policy that does not exist', ['v=DMARC1; p=discard'], 'failed'],
    ['a version in lower case', ['v=dmarc1; p=none'], 'failed'],
    ['a version that does not exist', ['v=DMARC12; p=none'], 'failed'],
    ['a policy before the version', ['p=none; v=DMARC1'], 'pending'],
    ['two records, which count as none', ['v=DMARC1; p=none', 'v=DMARC1; p=reject'], 'failed'],
    ['only other texts', ['v=spf1 -all'], 'pending'],
  ])('%s', (_title, texts, finding) => {
    expect(judgeDmarc(found(...texts))).toBe(finding)
  })

  test('is pending without a record and unknown without an answer', () => {
    expect(judgeDmarc(nothing)).toBe('pending')
    expect(judgeDmarc(silence)).toBe(null)
  })
})
