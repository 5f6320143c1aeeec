import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readTlsReport } from '../../../../src/services/receiving/tls-reports/read-tls-report.js'
import { failureDetail, stsPolicy, tlsReportJson } from '../../../support/tls-reports.js'

const DOMAIN = 'shop.example'
const read = (json: unknown) => readTlsReport(Buffer.from(JSON.stringify(json)))
const REPORT = tlsReportJson({
  ...{ domain: DOMAIN, id: 'one', day: '2026-11-20' },
  policies: [stsPolicy(DOMAIN, { successes: 97, failures: 3, details: [failureDetail(DOMAIN, 3)] })],
})

test.each([
  ['plain', Buffer.from(JSON.stringify(REPORT))],
  ['with a byte order mark', Buffer.from(`\uFEFF${JSON.stringify(REPORT)}`)],
  ['gzip', gzipSync(JSON.stringify(REPORT))],
])('a report is read: %s', async (_name, file) => {
  const counted = { successful_sessions: 97, failed_sessions: 3 }
  expect(await readTlsReport(file)).toEqual({
    defect: null,
    reports: [
      {
        ...{ report_id: 'one', org_name: 'Google Inc.', domain: DOMAIN, ...counted, truncated: false },
        begins_at: new Date('2026-11-20T00:00:00Z'),
        ends_at: new Date('2026-11-20T23:59:59Z'),
        policies: [{ policy_type: 'sts', mode: 'testing', ...counted }],
        failures: [
          {
            ...{ policy_type: 'sts', result_type: 'certificate-expired', receiving_mx: `mx.${DOMAIN}`, sessions: 3 },
            ...{ receiving_ip: '203.0.113.7', sending_ip: '2001:db8::1', reason: 'X509_V_ERR_CERT_HAS_EXPIRED' },
          },
        ],
      },
    ],
  })
})

test('a report of Microsoft is read: no details, the policy as a list of one host, hosts as a text', async () => {
  const policy = {
    policy: {
      ...{ 'policy-type': 'sts', 'policy-domain': 'Shop.Example.', 'mx-host': 'mx.shop.example' },
      'policy-string': 'version: STSv1\r\nmode: enforce\r\nmx: mx.shop.example\r\nmax_age: 604800\r\n',
    },
    summary: { 'total-successful-session-count': 4, 'total-failure-session-count': 0 },
    'failure-details': null,
  }
  const { reports } = await read({ ...REPORT, policies: [policy] })
  expect(reports).toMatchObject([
    {
      ...{ domain: DOMAIN, successful_sessions: 4, failures: [] },
      policies: [{ policy_type: 'sts', mode: 'enforce', successful_sessions: 4, failed_sessions: 0 }],
    },
  ])
})

test('policies of the same kind are one, and those about another domain are a report of their own', async () => {
  const noPolicy = {
    policy: { 'policy-type': 'no-policy-found', 'policy-domain': DOMAIN },
    summary: { 'total-successful-session-count': 5, 'total-failure-session-count': 0 },
  }
  const policies = [stsPolicy(DOMAIN), stsPolicy('other.example', { successes: 7 }), noPolicy, stsPolicy(DOMAIN)]
  const { reports } = await read({ ...REPORT, policies })
  expect(reports).toMatchObject([
    {
      ...{ domain: DOMAIN, successful_sessions: 25 },
      policies: [
        { policy_type: 'sts', mode: 'testing', successful_sessions: 20 },
        { policy_type: 'no-policy-found', mode: null, successful_sessions: 5 },
      ],
    },
    { domain: 'other.example', successful_sessions: 7 },
  ])
})

test('no address of a person is kept', async () => {
  const detail = { ...failureDetail(DOMAIN, 1), 'failure-reason-code': 'ask ada@example.com' }
  const { reports } = await read({
    ...REPORT,
    ...{ 'organization-name': 'ada@example.com', policies: [stsPolicy(DOMAIN, { details: [detail] })] },
  })
  expect(reports).toMatchObject([{ org_name: null, failures: [{ reason: null }] }])
  expect(JSON.stringify(reports)).not.toContain('@')
})

const firstPolicy = (changes: object) => ({ ...REPORT, policies: [{ ...stsPolicy(DOMAIN), ...changes }] })
const count = (value: unknown) =>
  firstPolicy({ summary: { 'total-successful-session-count': value, 'total-failure-session-count': 0 } })
const detail = (changes: object) => firstPolicy({ 'failure-details': [{ ...failureDetail(DOMAIN, 1), ...changes }] })
const COUNT = 'policies[0].summary.total-successful-session-count'
const range = (start: unknown, end: unknown) => ({
  ...REPORT,
  'date-range': { 'start-datetime': start, 'end-datetime': end },
})

test.each([
  ['a list', [], 'the report must be an object'],
  ['null', null, 'the report must be an object'],
  ['no id', { ...REPORT, 'report-id': undefined }, 'report-id must be a text'],
  ['a number as id', { ...REPORT, 'report-id': 7 }, 'report-id must be a text'],
  ['too long an id', { ...REPORT, 'report-id': 'x'.repeat(256) }, 'report-id is too long'],
  ['no range', { ...REPORT, 'date-range': 'today' }, 'date-range must be an object'],
  ['no time', range('soon', '2026-11-20T23:59:59Z'), 'date-range.start-datetime must be an RFC 3339 timestamp'],
  ['a range of years', range('2020-11-20T00:00:00Z', '2026-11-20T00:00:00Z'), 'date-range must not be longer than'],
  ['a range that ends first', range('2026-11-20T00:00:00Z', '2026-11-19T00:00:00Z'), 'date-range must not'],
  ['policies as an object', { ...REPORT, policies: {} }, 'policies must be a list'],
  ['a policy that is a text', { ...REPORT, policies: [stsPolicy(DOMAIN), 'x'] }, 'policies[1] must be an object'],
  ['no summary', firstPolicy({ summary: undefined }), 'policies[0].summary must be an object'],
  ['a count as text', count('10'), `${COUNT} must be a whole number`],
  ['half a session', count(0.5), `${COUNT} must be a whole number`],
  ['fewer than none', count(-1), `${COUNT} must not be negative`],
  ['very many', count(1e12), `${COUNT} is too large`],
  ['more than a number can be', count(1e300), `${COUNT} `],
  ['details as a text', firstPolicy({ 'failure-details': 'none' }), 'policies[0].failure-details must be a list'],
  [
    'a failure that is no word',
    detail({ 'result-type': 'a b' }),
    'policies[0].failure-details[0].result-type must be a word',
  ],
  [
    'a failure without a count',
    detail({ 'failed-session-count': null }),
    'policies[0].failure-details[0].failed-session-count must be a whole number',
  ],
])('what is wrong is named: %s', async (_name, json, defect) => {
  expect(await read(json)).toEqual({ reports: [], defect: expect.stringContaining(defect) })
})

test('what is wrong with a policy is named: its type, its domain', async () => {
  const [given] = REPORT.policies as [ReturnType<typeof stsPolicy>]
  const withPolicy = (changes: object) => firstPolicy({ policy: { ...given.policy, ...changes } })
  expect((await read(withPolicy({ 'policy-type': 'x' }))).defect).toContain(
    'policies[0].policy.policy-type must be one of',
  )
  for (const domain of [undefined, 7, '', 'a b', 'x'.repeat(10_000)]) {
    expect((await read(withPolicy({ 'policy-domain': domain }))).defect).toBe(
      'policies[0].policy.policy-domain must be a domain',
    )
  }
})

const SPACES = Buffer.alloc(64 * 1024 * 1024, ' ')
const text = JSON.stringify(REPORT)
test.each([
  ['a gzip bomb', gzipSync(Buffer.concat([Buffer.from(text), SPACES])), 'the file cannot be unpacked, or is too large'],
  ['half a gzip', gzipSync(text).subarray(0, 100), 'the file cannot be unpacked, or is too large'],
  ['deep lists', Buffer.from('['.repeat(100_000) + ']'.repeat(100_000)), 'too deep'],
  [
    'deep objects in a field',
    Buffer.from(text.replace('{', `{"x":${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)},`)),
    'too deep',
  ],
  ['half of JSON', Buffer.from(text.slice(0, 200)), 'the file is no JSON'],
  ['NaN', Buffer.from(text.replace('97', 'NaN')), 'the file is no JSON'],
  ['infinity', Buffer.from(text.replace('97', '1e999')), `${COUNT} must be a whole number`],
  ['nothing', Buffer.alloc(0), 'the file is no JSON'],
  ['bytes', Buffer.from([0xff, 0xfe, 0, 1, 2]), 'the file is no JSON'],
])('is no report: %s', async (_name, file, defect) => {
  expect(await readTlsReport(file)).toEqual({ reports: [], defect: expect.stringContaining(defect) })
})

test('brackets in texts are not deep', async () => {
  const name = `\\"${'['.repeat(100)}`
  expect(await read({ ...REPORT, 'organization-name': name })).toMatchObject({ reports: [{ org_name: name }] })
})

test('of very many policies and failures the first are read, and those with most sessions are kept', async () => {
  const details = Array.from({ length: 12_000 }, (_none, index) => ({
    ...{ 'result-type': 'validation-failure', 'failed-session-count': index + 1 },
    'failure-reason-code': `code ${index}`,
  }))
  const many = (await read({ ...REPORT, policies: [stsPolicy(DOMAIN, { details }), stsPolicy(DOMAIN, { details })] }))
    .reports[0]!
  expect(many.failures).toHaveLength(200)
  expect(many.failures[0]!.sessions).toBe(10_000)
  expect(many.truncated).toBe(true)
  const policies = Array.from({ length: 101 }, () => stsPolicy(DOMAIN, { successes: 1_000_000_000 }))
  // The largest number of GraphQL.
  expect((await read({ ...REPORT, policies })).reports).toMatchObject([
    { truncated: true, successful_sessions: 2_147_483_647, policies: [{ successful_sessions: 2_147_483_647 }] },
  ])
  const [cut] = (await read({ ...REPORT, policies: [...policies.slice(1), stsPolicy(DOMAIN, { failures: 1 })] }))
    .reports
  expect(cut!.failed_sessions).toBe(0)
})
