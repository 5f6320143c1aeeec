import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  A_RECENT_DAY,
  handOver,
  type ReportRow,
  reportMail,
  reportXml,
  sendReport,
  storeReport,
  untilWorkedOn,
} from '../../../support/dmarc-reports.js'
import { inboundDomain } from '../../../support/inbound-domain.js'
import { startApp, type TestApp } from '../../../support/start-app.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

let domains = 0
/** A new domain that receives mail. */
async function aDomain(): Promise<string> {
  domains += 1
  const name = `d${domains}.acme.test`
  await inboundDomain({ models: app.app.models, accountId: app.accountId }, name)
  return name
}

const reports = async (domain: string, query = '') =>
  (await app.call('GET', `/v1/domains/${domain}/dmarc-reports?${query}`)).body
const summary = async (domain: string) => (await app.call('GET', `/v1/domains/${domain}/dmarc-summary`)).body

const worked = (id: string) => untilWorkedOn(app, id)
const timeOf = (seconds: number) => new Date(seconds * 1_000).toISOString()

test('a report that comes by mail is shown at its domain, and the mail is kept', async () => {
  const domain = await aDomain()
  const rows = [{ count: 118 }, { ip: '198.51.100.23', count: 2, dkim: 'fail', spf: 'fail' } as const]
  const id = await sendReport(app, { domain, rows })
  await worked(id)
  expect(await reports(domain)).toEqual({
    reports: [
      {
        ...{ domain, sent_by: 'google.com', org_name: 'google.com', policy: 'none', truncated: false },
        ...{ begins_at: timeOf(A_RECENT_DAY), ends_at: timeOf(A_RECENT_DAY + 86_399) },
        ...{ messages: 120, aligned: 118, received_at: expect.any(String) },
        sources: [
          {
            ...{ source_ip: '203.0.113.7', header_from: domain, count: 118, disposition: 'none' },
            ...{ dkim_aligned: true, spf_aligned: true },
          },
          {
            ...{ source_ip: '198.51.100.23', header_from: domain, count: 2, disposition: 'none' },
            ...{ dkim_aligned: false, spf_aligned: false },
          },
        ],
      },
    ],
    next_cursor: null,
  })
  expect((await app.call('GET', `/v1/inbound/${id}`)).body.attachments).toHaveLength(1)
})

test('a report counts once: sent again in another mail, and read again', async () => {
  const domain = await aDomain()
  const xml = reportXml({ domain, id: 'the same', rows: [{ count: 7 }] })
  const first = await handOver(app, domain, reportMail(domain, gzipSync(xml)))
  const again = await handOver(app, domain, reportMail(domain, gzipSync(xml, { level: 1 }), { ending: 'gz' }))
  expect(again).not.toBe(first)
  await Promise.all([first, again].map(worked))
  // As after the crash of a worker.
  const own = { _id: first, account_id: app.accountId }
  await app.app.models.inboundEmails.collection.updateOne(own, {
    $set: { parse_at: new Date(0), parsed_at: new Date() },
  })
  app.app.conveyor.hint('inbound', [{ id: first, accountId: app.accountId }])
  await worked(first)
  expect(await summary(domain)).toMatchObject({ reports: 1, messages: 7 })
})

test('what is not proven, not of this account or not verified is not kept', async () => {
  const domain = await aDomain()
  const unproven = await handOver(app, domain, reportMail(domain, gzipSync(reportXml({ domain }))), 'FAIL')
  const foreign = await handOver(app, domain, reportMail(domain, gzipSync(reportXml({ domain: 'other.example' }))))
  await Promise.all([unproven, foreign].map(worked))
  const found = await app.app.models.dmarcReports.collection.countDocuments({
    account_id: app.accountId,
    domain: { $in: [domain, 'other.example'] },
  })
  expect(found).toBe(0)
})

test('of a sender, 20 reports a day about a domain are kept, and those of others and of other domains as before', async () => {
  const domain = await aDomain()
  await worked(await sendReport(app, { domain }))
  const { collection } = app.app.models.dmarcReports
  const row = (await collection.findOne({ account_id: app.accountId, domain }))!
  const copies = Array.from({ length: 19 }, (_none, index) => ({
    ...{ ...row, _id: app.app.newId('dmarcReport'), report_digest: `copy ${index}` },
  }))
  await collection.insertMany(copies)
  // Other hosts of an organization are the same sender.
  await worked(await sendReport(app, { domain }, 'dmarc@mail.google.com'))
  expect(await collection.countDocuments({ account_id: app.accountId, domain })).toBe(20)
  await worked(await sendReport(app, { domain }, 'dmarc@microsoft.com'))
  expect((await reports(domain)).reports[0]).toMatchObject({ sent_by: 'microsoft.com' })
  const other = await aDomain()
  await worked(await sendReport(app, { domain: other }))
  expect((await reports(other)).reports).toHaveLength(1)
})

test('of very many reports, a summary has the newest of each sender', async () => {
  const domain = await aDomain()
  await worked(await sendReport(app, { domain, rows: [{ count: 7 }] }, 'dmarc@first.example'))
  const { collection } = app.app.models.dmarcReports
  const row = (await collection.findOne({ account_id: app.accountId, domain }))!
  const copies = Array.from({ length: 2_100 }, (_none, index) => ({
    ...{ ...row, _id: app.app.newId('dmarcReport'), sent_by: `s${index % 4}.example`, report_digest: `copy ${index}` },
  }))
  await collection.insertMany(copies)
  const { reports: summed, reporters } = await summary(domain)
  expect(summed).toBe(2_000)
  expect(reporters).toHaveLength(5)
  expect(reporters).toContainEqual({
    ...{ sent_by: 'first.example', reports: 1, days_with_reports: 1, messages: 7, aligned: 7 },
  })
})

test('a damaged report is an ordinary mail', async () => {
  const domain = await aDomain()
  const id = await handOver(app, domain, reportMail(domain, Buffer.from('<feedback><!DOCTYPE')))
  await worked(id)
  expect((await reports(domain)).reports).toEqual([])
})

test('reports are listed page by page, those received last first, and by time, with those of others beside them', async () => {
  const domain = await aDomain()
  for (const count of [1, 2, 3]) await worked(await sendReport(app, { domain, rows: [{ count }] }))
  const first = await reports(domain, 'limit=2')
  expect(first.reports.map(({ messages }: { messages: number }) => messages)).toEqual([3, 2])
  const rest = await reports(domain, `limit=2&cursor=${first.next_cursor}`)
  expect(rest.reports.map(({ messages }: { messages: number }) => messages)).toEqual([1])
  const [{ received_at }] = rest.reports
  expect((await reports(domain, `to=${received_at}`)).reports).toHaveLength(1)
  expect((await reports(domain, `from=${received_at}`)).reports).toHaveLength(3)
  const elsewhere = await app.call('GET', `/v1/domains/${await aDomain()}/dmarc-reports?cursor=${first.next_cursor}`)
  expect(elsewhere.status).toBe(400)
  const other = await app.app.services.accounts.create('dmarc@example.com')
  expect((await app.call('GET', `/v1/domains/${domain}/dmarc-reports`, { key: other.key })).status).toBe(404)
})

test('the summary says why reject is not safe yet, and when it is', async () => {
  const domain = await aDomain()
  expect(await summary(domain)).toMatchObject({ reports: 0, reject_safe: false, reasons: ['There is no report yet.'] })
  const rows = [
    { count: 100 },
    { ip: '203.0.113.40', count: 30, dkim: 'fail', spf: 'fail' } as const,
    { ip: '203.0.113.40', count: 70, dkim: 'fail' } as const,
  ]
  await worked(await sendReport(app, { domain, rows }))
  expect(await summary(domain)).toMatchObject({
    ...{ days_with_reports: 1, messages: 200, aligned: 170, reject_safe: false },
    senders: [
      { source_ip: '203.0.113.40', messages: 100, aligned: 70, dkim_aligned: 0, spf_aligned: 70 },
      { source_ip: '203.0.113.7', messages: 100, aligned: 100 },
    ],
    reporters: [{ sent_by: 'google.com', days_with_reports: 1, reports: 1, messages: 200, aligned: 170 }],
    reasons: [
      'There are reports about 1 day; at least 14 are needed.',
      '0 organizations reported about 7 days or more; at least 2 must report about 7 days or more.',
      '85 % of the mail pass; at least 99 % are needed.',
      '203.0.113.40 passes with 70 of 100 mails: its sender needs DKIM or SPF for all of them.',
    ],
  })
})

/** Sends a report about each of some days. */
async function sendDays(domain: string, days: number, from: string, rows: readonly ReportRow[] = [{ count: 50 }]) {
  const sent = await Promise.all(
    Array.from({ length: days }, (_none, index) =>
      sendReport(app, { domain, begin: A_RECENT_DAY + index * 86_400, rows }, `reports@${from}`),
    ),
  )
  await Promise.all(sent.map(worked))
}

test('reject is safe when two organizations say it, and not when one alone does', async () => {
  const domain = await aDomain()
  await sendDays(domain, 14, 'stranger.example', [{ count: 1_000_000_000 }])
  await sendDays(domain, 6, 'google.com')
  expect(await summary(domain)).toMatchObject({
    ...{ days_with_reports: 14, reject_safe: false },
    reasons: ['1 organization reported about 7 days or more; at least 2 must report about 7 days or more.'],
  })
  await sendReport(app, { domain, begin: A_RECENT_DAY + 6 * 86_400 }, 'reports@google.com').then(worked)
  expect(await summary(domain)).toMatchObject({ days_with_reports: 14, reject_safe: true, reasons: [] })
})

test('nobody hides with large numbers what others report', async () => {
  const domain = await aDomain()
  const ip = '203.0.113.40'
  await sendDays(domain, 14, 'stranger.example', [{ ip, count: 1_000_000_000 }])
  await sendDays(domain, 7, 'google.com', [
    { ip, count: 6 },
    { ip, count: 4, dkim: 'fail', spf: 'fail' },
  ])
  const max = 2_147_483_647
  expect(await summary(domain)).toMatchObject({
    ...{ messages: max, aligned: max, senders: [{ source_ip: ip, messages: max }], reject_safe: false },
    reasons: [
      '60 % of the mail that google.com reports pass; at least 99 % are needed.',
      `${ip} passes with 42 of 70 mails at google.com: its sender needs DKIM or SPF for all of them.`,
    ],
  })
})

test('an organization that reports little counts, however many report more', async () => {
  const domain = await aDomain()
  await Promise.all(['one.example', 'two.example'].map((from) => sendDays(domain, 14, from, [{ count: 1_000 }])))
  const [row] = await app.app.models.dmarcReports.collection.find({ domain }).toArray()
  const others = Array.from({ length: 100 }, (_none, index) => ({
    ...row!,
    ...{ _id: app.app.newId('dmarcReport'), sent_by: `many${index}.example`, report_digest: `${index}` },
  }))
  await app.app.models.dmarcReports.collection.insertMany(others)
  await worked(
    await sendReport(app, { domain, rows: [{ count: 20, dkim: 'fail', spf: 'fail' }] }, 'reports@google.com'),
  )
  const found = await summary(domain)
  expect(found.reporters).toHaveLength(100)
  expect(found).toMatchObject({
    reject_safe: false,
    reasons: ['0 % of the mail that google.com reports pass; at least 99 % are needed.'],
  })
})

test('a report about a day long ago, or one to come, is not kept', async () => {
  const domain = await aDomain()
  const now = Math.floor(Date.now() / 1_000)
  await worked(await sendReport(app, { domain, begin: now - 61 * 86_400 }))
  await worked(await sendReport(app, { domain, begin: now + 2 * 86_400 }))
  expect((await reports(domain)).reports).toEqual([])
})

test('the reports about a domain go with it', async () => {
  const domain = await aDomain()
  await storeReport(app, domain)
  expect((await app.call('DELETE', `/v1/domains/${domain}`)).status).toBe(204)
  const { collection } = app.app.models.dmarcReports
  expect(await collection.countDocuments({ account_id: app.accountId, domain })).toBe(0)
})
