import { expect, test } from 'vitest'
import type { DnsAnswer } from '../../../../src/lib/network/dns-resolver.js'
import { checkDmarc } from '../../../../src/services/receiving/authenticity/dmarc.js'
import { readDmarcRecord } from '../../../../src/services/receiving/authenticity/dmarc-record.js'

/** TXT records by domain, under `_dmarc`; `silent` for a server that does not answer. */
type Zone = Record<string, string | string[]>

const dnsOf = (zone: Zone, missing: string[] = []) => {
  const asked: string[] = []
  const txt = async (name: string): Promise<DnsAnswer<string>> => {
    asked.push(name)
    const records = zone[name.replace(/^_dmarc\./, '')]
    if (records === 'silent') return { status: 'unknown', code: 'ETIMEOUT' }
    if (records === undefined) return { status: 'not-found', nameMissing: true }
    return { status: 'found', records: [records].flat(), ttlMs: null }
  }
  return { asked, txt, exists: async (name: string) => !missing.includes(name), spf: async () => ({ records: [] }) }
}
const nothing = { dkim: [], spf: null, unanswered: [] }

test.each([
  ['the same domain signed', 'a.test', { dkim: ['a.test'] }, { 'a.test': 'v=DMARC1; p=reject' }, 'PASS'],
  ['the same domain by SPF', 'a.test', { spf: 'a.test' }, { 'a.test': 'v=DMARC1; p=reject' }, 'PASS'],
  ['a subdomain signed', 'a.test', { dkim: ['m.a.test'] }, { 'a.test': 'v=DMARC1; p=reject' }, 'PASS'],
  ['the domain above signed', 'm.a.test', { dkim: ['a.test'] }, { 'a.test': 'v=DMARC1; p=reject' }, 'PASS'],
  ['a sister signed', 'm.a.test', { dkim: ['n.a.test'] }, { 'a.test': 'v=DMARC1; p=reject' }, 'PASS'],
  ['another one signed', 'a.test', { dkim: ['b.test'] }, { 'a.test': 'v=DMARC1; p=reject' }, 'FAIL'],
  ['a similar one signed', 'a.test', { dkim: ['xa.test'] }, { 'a.test': 'v=DMARC1; p=reject' }, 'FAIL'],
  ['a subdomain, strictly', 'a.test', { dkim: ['m.a.test'] }, { 'a.test': 'v=DMARC1; p=reject; adkim=s' }, 'FAIL'],
  ['strict for DKIM only', 'a.test', { spf: 'm.a.test' }, { 'a.test': 'v=DMARC1; p=reject; adkim=s' }, 'PASS'],
  ['strict for SPF', 'a.test', { spf: 'm.a.test' }, { 'a.test': 'v=DMARC1; p=reject; aspf=s' }, 'FAIL'],
  ['nothing, p=reject', 'a.test', {}, { 'a.test': 'v=DMARC1; p=reject' }, 'FAIL'],
  ['nothing, p=quarantine', 'a.test', {}, { 'a.test': 'v=DMARC1; p=quarantine' }, 'FAIL'],
  ['nothing, p=none', 'a.test', {}, { 'a.test': 'v=DMARC1; p=none' }, 'GRAY'],
  ['pct means nothing', 'a.test', {}, { 'a.test': 'v=DMARC1; p=reject; pct=0' }, 'FAIL'],
  ['a tested quarantine', 'a.test', {}, { 'a.test': 'v=DMARC1; p=quarantine; t=y' }, 'GRAY'],
  ['a tested reject', 'a.test', {}, { 'a.test': 'v=DMARC1; p=reject; t=y' }, 'FAIL'],
  ['no record', 'a.test', { dkim: ['a.test'] }, {}, 'NONE'],
  ['two records', 'a.test', {}, { 'a.test': ['v=DMARC1; p=reject', 'v=DMARC1; p=none'] }, 'NONE'],
  ['a subdomain policy', 'm.a.test', {}, { 'a.test': 'v=DMARC1; p=reject; sp=none' }, 'GRAY'],
  ['a policy for names that do not exist', 'no.a.test', {}, { 'a.test': 'v=DMARC1; p=none; np=reject' }, 'FAIL'],
  ['the same for one that exists', 'm.a.test', {}, { 'a.test': 'v=DMARC1; p=none; np=reject' }, 'GRAY'],
  ['its own record', 'm.a.test', {}, { 'm.a.test': 'v=DMARC1; p=none', 'a.test': 'v=DMARC1; p=reject' }, 'GRAY'],
  ['the topmost record', 'x.m.a.test', {}, { 'm.a.test': 'v=DMARC1; p=none', 'a.test': 'v=DMARC1; p=reject' }, 'FAIL'],
  [
    'a domain that is its own organisation',
    'x.m.a.test',
    { dkim: ['a.test'] },
    { 'm.a.test': 'v=DMARC1; p=reject; psd=n', 'a.test': 'v=DMARC1; p=none' },
    'FAIL',
  ],
  [
    'customers of a public suffix',
    'a.co.test',
    { dkim: ['b.co.test'] },
    { 'a.co.test': 'v=DMARC1; p=reject', 'co.test': 'v=DMARC1; p=reject; psd=y' },
    'FAIL',
  ],
  [
    'within one customer of a public suffix',
    'x.a.co.test',
    { dkim: ['y.a.co.test'] },
    { 'co.test': 'v=DMARC1; p=reject; psd=y' },
    'PASS',
  ],
  ['the policy of a public suffix', 'a.co.test', {}, { 'co.test': 'v=DMARC1; p=reject; psd=y' }, 'FAIL'],
  ['no answer', 'a.test', {}, { 'a.test': 'silent' }, 'GRAY'],
  ['no answer above', 'm.a.test', {}, { 'a.test': 'silent' }, 'GRAY'],
  ['an unanswered signature', 'a.test', { unanswered: ['a.test'] }, { 'a.test': 'v=DMARC1; p=reject' }, 'GRAY'],
  ['one of another domain', 'a.test', { unanswered: ['b.test'] }, { 'a.test': 'v=DMARC1; p=reject' }, 'FAIL'],
] as [string, string, Partial<typeof nothing>, Zone, string][])('%s', async (_name, author, domains, zone, verdict) => {
  expect(await checkDmarc(author, { ...nothing, ...domains }, dnsOf(zone, ['no.a.test']))).toBe(verdict)
})

test('a long name is asked at most eight times, from seven labels on', async () => {
  const dns = dnsOf({})
  const author = Array.from({ length: 60 }, (_none, index) => `l${index}`).join('.')
  expect(await checkDmarc(author, nothing, dns)).toBe('NONE')
  const steps = [...new Set(dns.asked)]
  expect(steps).toHaveLength(8)
  expect(steps[1]).toBe('_dmarc.l53.l54.l55.l56.l57.l58.l59')
  expect(steps.at(-1)).toBe('_dmarc.l59')
})

test.each([
  ['v=DMARC1', { policy: 'none', subdomainPolicy: 'none', nonexistentPolicy: 'none', psd: 'u', isTest: false }],
  [' v = DMARC1 ; P=Reject ; SP=none', { policy: 'reject', subdomainPolicy: 'none', nonexistentPolicy: 'none' }],
  ['v=DMARC1; p=reject; t=y; psd=y; x=1', { policy: 'reject', isTest: true, psd: 'y' }],
  ['v=DMARC1; p=nonsense', null],
  ['v=DMARC1; p=nonsense; rua=mailto:a@b.test', { policy: 'none' }],
  ['v=DMARC10; p=reject', null],
  ['p=reject; v=DMARC1', null],
])('the record %s', (text, record) => {
  const read = readDmarcRecord([text])
  if (record === null) expect(read).toBeNull()
  else expect(read).toMatchObject(record)
})
