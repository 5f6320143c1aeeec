import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handOver, untilWorkedOn } from '../../../support/dmarc-reports.js'
import { inboundDomain } from '../../../support/inbound-domain.js'
import { eventually, startApp, type TestApp } from '../../../support/start-app.js'
import {
  failureDetail,
  storeTlsReport,
  stsPolicy,
  type TlsReportText,
  tlsMailOf,
  tlsReportJson,
  tlsReportMail,
  yesterday,
} from '../../../support/tls-reports.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

let domains = 0
/** A new domain that receives mail. */
async function aDomain(): Promise<string> {
  domains += 1
  const name = `t${domains}.acme.test`
  await inboundDomain({ models: app.app.models, accountId: app.accountId }, name)
  return name
}

const reports = async (domain: string, query = '') =>
  (await app.call('GET', `/v1/domains/${domain}/tls-reports?${query}`)).body
const summary = async (domain: string) => (await app.call('GET', `/v1/domains/${domain}/tls-summary`)).body

/** Hands a mail over, and waits until it has been worked on to the end. */
async function receive(domain: string, raw: Buffer, dmarc: 'PASS' | 'FAIL' = 'PASS'): Promise<string> {
  const id = await handOver(app, domain, raw, dmarc)
  await untilWorkedOn(app, id)
  return id
}
const send = (report: TlsReportText, from?: string) =>
  receive(report.domain, tlsMailOf(report, from === undefined ? {} : { from }))

test('a report that comes by mail is shown at its domain, and the mail is kept', async () => {
  const domain = await aDomain()
  const policies = [stsPolicy(domain, { successes: 97, failures: 3, details: [failureDetail(domain, 3)] })]
  const id = await send({ domain, policies })
  const counted = { successful_sessions: 97, failed_sessions: 3 }
  expect(await reports(domain)).toEqual({
    reports: [
      {
        ...{ domain, sent_by: 'google.com', org_name: 'Google Inc.', ...counted, truncated: false },
        ...{ begins_at: `${yesterday()}T00:00:00.000Z`, ends_at: `${yesterday()}T23:59:59.000Z` },
        policies: [{ policy_type: 'sts', mode: 'testing', ...counted }],
        failures: [
          {
            ...{ policy_type: 'sts', result_type: 'certificate-expired', receiving_mx: `mx.${domain}`, sessions: 3 },
            ...{ receiving_ip: '203.0.113.7', sending_ip: '2001:db8::1', reason: 'X509_V_ERR_CERT_HAS_EXPIRED' },
          },
        ],
        received_at: expect.any(String),
      },
    ],
    next_cursor: null,
  })
  expect((await app.call('GET', `/v1/inbound/${id}`)).body.attachments).toHaveLength(1)
})

test.each([
  ['a type of RFC 8460, without a name', { type: 'application/tlsrpt+json' }, false],
  ['a JSON file', { type: 'application/json', filename: 'google.com!a.test!1!2.json' }, false],
  ['a packed JSON file', { type: 'application/gzip', filename: 'report.json.gz' }, true],
])('a report is known by %s', async (_name, options, isPacked) => {
  const domain = await aDomain()
  const json = JSON.stringify(tlsReportJson({ domain }))
  await receive(domain, tlsReportMail(domain, isPacked ? gzipSync(json) : Buffer.from(json), options))
  expect((await reports(domain)).reports).toHaveLength(1)
})

test('a report counts once: sent again in another mail, by another host of its sender, and read again', async () => {
  const domain = await aDomain()
  const report = { domain, id: 'the same', policies: [stsPolicy(domain, { successes: 7 })] }
  const first = await send(report)
  await send(report, 'reports@mail.google.com')
  // As after the crash of a worker.
  const own = { _id: first, account_id: app.accountId }
  const { collection } = app.app.models.inboundEmails
  await collection.updateOne(own, { $set: { parse_at: new Date(0), parsed_at: new Date() } })
  app.app.conveyor.hint('inbound', [{ id: first, accountId: app.accountId }])
  await eventually('the mail has been read again', async () => !(await collection.findOne(own))?.parse_at)
  expect(await summary(domain)).toMatchObject({ reports: 1, successful_sessions: 7 })
  // Nobody occupies the ids of another sender.
  await send(report, 'reports@evil.example')
  expect(await summary(domain)).toMatchObject({ reports: 2, successful_sessions: 14 })
})

test('what is not proven, not of this account or not of these days is not kept', async () => {
  const domain = await aDomain()
  await receive(domain, tlsMailOf({ domain }), 'FAIL')
  const foreign = { domain: 'other.example' }
  await receive(domain, tlsReportMail(domain, gzipSync(JSON.stringify(tlsReportJson(foreign)))))
  await send({ domain, day: '2020-01-01' })
  await send({ domain, day: '2199-01-01' })
  const { collection } = app.app.models.tlsReports
  const found = { account_id: app.accountId, domain: { $in: [domain, 'other.example'] } }
  expect(await collection.countDocuments(found)).toBe(0)
})

test.each([
  ['a bomb', gzipSync(Buffer.alloc(64 * 1024 * 1024, '['))],
  ['deep lists', gzipSync('['.repeat(1_000_000))],
  ['a wrong type', Buffer.from('{"report-id": {}}')],
  ['more than a MiB', Buffer.alloc(1024 * 1024 + 1, ' ')],
])('a mail with %s in place of a report is an ordinary mail', async (_name, file) => {
  const domain = await aDomain()
  const id = await receive(domain, tlsReportMail(domain, file))
  expect((await app.call('GET', `/v1/inbound/${id}`)).body).toMatchObject({
    attachments: [{ content_type: 'application/tlsrpt+gzip' }],
    thread_id: expect.any(String),
  })
  expect((await reports(domain)).reports).toEqual([])
})

test('of a sender, 20 reports a day about a domain are kept, and those of other senders as before', async () => {
  const domain = await aDomain()
  await send({ domain })
  const { collection } = app.app.models.tlsReports
  const row = (await collection.findOne({ account_id: app.accountId, domain }))!
  const copy = (index: number, sent_by: string) => ({
    ...{ ...row, _id: app.app.newId('tlsReport'), sent_by, report_digest: `copy ${index}` },
  })
  await collection.insertMany(Array.from({ length: 19 }, (_none, index) => copy(index, 'google.com')))
  await send({ domain })
  const all = { account_id: app.accountId, domain }
  expect(await collection.countDocuments(all)).toBe(20)
  await send({ domain }, 'reports@microsoft.com')
  expect(await collection.countDocuments(all)).toBe(21)
  await collection.insertMany(Array.from({ length: 979 }, (_none, index) => copy(index, `s${index}.example`)))
  await send({ domain }, 'reports@yahoo.com')
  expect(await collection.countDocuments(all)).toBe(1_000)
})

test('reports are listed page by page, those received last first, and by time', async () => {
  const domain = await aDomain()
  for (const successes of [1, 2, 3]) await send({ domain, policies: [stsPolicy(domain, { successes })] })
  const counts = (page: { reports: { successful_sessions: number }[] }) =>
    page.reports.map(({ successful_sessions }) => successful_sessions)
  const first = await reports(domain, 'limit=2')
  expect(counts(first)).toEqual([3, 2])
  const rest = await reports(domain, `limit=2&cursor=${first.next_cursor}`)
  expect(counts(rest)).toEqual([1])
  const [{ received_at }] = rest.reports
  expect((await reports(domain, `to=${received_at}`)).reports).toHaveLength(1)
  expect((await reports(domain, `from=${received_at}`)).reports).toHaveLength(3)
  const elsewhere = await app.call('GET', `/v1/domains/${await aDomain()}/tls-reports?cursor=${first.next_cursor}`)
  expect(elsewhere.status).toBe(400)
  const other = await app.app.services.accounts.create('tls@example.com')
  for (const what of ['reports', 'summary']) {
    expect((await app.call('GET', `/v1/domains/${domain}/tls-${what}`, { key: other.key })).status).toBe(404)
  }
})

test('the summary adds up by day, policy, failure and sender', async () => {
  const domain = await aDomain()
  const none = { successful_sessions: 0, failed_sessions: 0 }
  expect(await summary(domain)).toEqual({
    ...{ domain, days: 30, days_with_reports: 0, reports: 0, ...none },
    ...{ by_day: [], by_policy: [], by_failure: [], by_sender: [] },
  })
  const before = new Date(Date.parse(yesterday()) - 86_400_000).toISOString().slice(0, 10)
  const tlsa = {
    policy: { 'policy-type': 'tlsa', 'policy-domain': domain },
    summary: { 'total-successful-session-count': 5, 'total-failure-session-count': 2 },
    'failure-details': [{ 'result-type': 'tlsa-invalid', 'failed-session-count': 2 }],
  }
  const details = [failureDetail(domain, 3)]
  await send({ domain, policies: [stsPolicy(domain, { failures: 3, details })] })
  await send({ domain, policies: [stsPolicy(domain, { failures: 3, details }), tlsa], day: before })
  await send({ domain, policies: [tlsa] }, 'reports@microsoft.com')
  expect(await summary(domain)).toEqual({
    ...{ domain, days: 30, days_with_reports: 2, reports: 3, successful_sessions: 30, failed_sessions: 10 },
    by_day: [
      { day: before, successful_sessions: 15, failed_sessions: 5 },
      { day: yesterday(), successful_sessions: 15, failed_sessions: 5 },
    ],
    by_policy: expect.arrayContaining([
      { policy_type: 'sts', mode: 'testing', successful_sessions: 20, failed_sessions: 6 },
      { policy_type: 'tlsa', mode: null, successful_sessions: 10, failed_sessions: 4 },
    ]),
    by_failure: [
      { result_type: 'certificate-expired', policy_type: 'sts', receiving_mx: `mx.${domain}`, sessions: 6 },
      { result_type: 'tlsa-invalid', policy_type: 'tlsa', receiving_mx: null, sessions: 4 },
    ],
    by_sender: [
      { sent_by: 'google.com', reports: 2, successful_sessions: 25, failed_sessions: 8 },
      { sent_by: 'microsoft.com', reports: 1, successful_sessions: 5, failed_sessions: 2 },
    ],
  })
})

test('sums that are larger than GraphQL knows are shown as its largest number', async () => {
  const domain = await aDomain()
  const policies = Array.from({ length: 3 }, () =>
    stsPolicy(domain, { successes: 1_000_000_000, details: [failureDetail(domain, 1_000_000_000)] }),
  )
  await send({ domain, policies })
  await send({ domain, policies })
  const max = 2_147_483_647
  expect(await summary(domain)).toMatchObject({
    ...{ successful_sessions: max, by_day: [{ successful_sessions: max }], by_failure: [{ sessions: max }] },
  })
})

test('the reports about a domain go with it', async () => {
  const domain = await aDomain()
  const kept = await aDomain()
  for (const one of [domain, kept]) await storeTlsReport(app, one)
  expect((await app.call('DELETE', `/v1/domains/${domain}`)).status).toBe(204)
  const { collection } = app.app.models.tlsReports
  expect(await collection.countDocuments({ account_id: app.accountId, domain })).toBe(0)
  expect(await collection.countDocuments({ account_id: app.accountId, domain: kept })).toBe(1)
})
