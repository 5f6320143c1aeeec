import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { byDay } from '../../console/src/pages/domain/reports/by-day.js'
import { hasBrowser } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { storeReport } from '../support/dmarc-reports.js'
import { startApp, type TestApp } from '../support/start-app.js'
import { storeTlsReport } from '../support/tls-reports.js'
import { useBrowser } from '../support/use-browser.js'
import { verifiedDomain } from '../support/verified-domain.js'

/* What mail servers report about a domain: who sends in its name, and whether mail to it is encrypted. */

test('reports are summed up by the day on which they begin, the newest first', () => {
  const report = (beginsAt: string, messages: number, aligned: number) => ({ beginsAt, messages, aligned })
  expect(
    byDay([
      report('2026-11-20T00:00:00.000Z', 3, 2),
      report('2026-11-21T00:00:00.000Z', 1, 1),
      report('2026-11-20T23:59:59.000Z', 4, 4),
    ]),
  ).toEqual([
    { day: '2026-11-21', messages: 1, aligned: 1 },
    { day: '2026-11-20', messages: 7, aligned: 6 },
  ])
})

const DOMAIN = 'reported.test'
const DAY_MS = 86_400_000
let app: TestApp

describe.skipIf(!hasBrowser)('the page of a domain', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
    await verifiedDomain({ app: { models: app.app.models }, accountId: app.accountId }, DOMAIN)
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()

  test('says that no report has come, and then who sends, what passes, and why p=reject is not safe', async () => {
    const { domains } = (await app.call('GET', '/v1/domains')).body
    const { id } = domains.find(({ domain }: { domain: string }) => domain === DOMAIN)
    const { page, expectClean } = await openPage(app, {
      path: `/domains/${id}`,
      viewport: { width: 390, height: 800 },
      colorScheme: 'dark',
    })
    const panel = page.getByRole('region', { name: 'Who sends in this name' })
    await panel.getByText('No DMARC report has come in 30 days.').waitFor()
    await panel.getByText(`rua=mailto:dmarc@${DOMAIN}. They are read when that mail arrives here.`).waitFor()
    await expectClean()

    await storeReport(app, DOMAIN)
    const begins_at = new Date(Date.now() - DAY_MS)
    await app.app.models.dmarcReports.collection.updateOne(
      { account_id: app.accountId, domain: DOMAIN },
      { $set: { begins_at, ends_at: new Date(begins_at.getTime() + DAY_MS / 2) } },
    )
    await page.reload()
    await panel.getByText('4 mails of 4 passed DMARC (100%).').waitFor()
    await panel.getByText('p=reject is not safe yet').waitFor()
    const { body } = await app.call('GET', `/v1/domains/${DOMAIN}/dmarc-summary`)
    expect(body.reasons.length).toBeGreaterThan(0)
    for (const reason of body.reasons) {
      await panel.getByRole('list', { name: 'Why p=reject is not safe yet' }).getByText(reason).waitFor()
    }
    const sender = panel.getByRole('row', { name: /203\.0\.113\.7/ })
    expect(await sender.getByRole('cell').allTextContents()).toEqual(['3', ' 100%', '100%', '100%'])
    const other = panel.getByRole('row', { name: /192\.0\.2\.9/ })
    expect(await other.getByRole('cell').last().textContent()).toBe('0%')
    await panel.getByRole('rowheader', { name: begins_at.toISOString().slice(0, 10) }).waitFor()
    await expectClean()
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  })

  test('says what to publish for TLS reports, and then what failed, why, and who reports it', async () => {
    const { domains } = (await app.call('GET', '/v1/domains')).body
    const { id } = domains.find(({ domain }: { domain: string }) => domain === DOMAIN)
    const { page, expectClean } = await openPage(app, { path: `/domains/${id}`, viewport: { width: 390, height: 800 } })
    const panel = page.getByRole('region', { name: 'Encryption of mail to this domain' })
    await panel.getByText('No TLS report has come in 30 days.').waitFor()
    await panel.getByText(`_smtp._tls.${DOMAIN}. TXT "v=TLSRPTv1; rua=mailto:tls@${DOMAIN}"`).waitFor()
    await expectClean()

    await storeTlsReport(app, DOMAIN)
    await page.reload()
    await panel.getByText('9 sessions of 10 with your mail servers succeeded (90%), and 1 failed.').waitFor()
    await panel.getByText('1 session failed').waitFor()
    const reason = panel.getByRole('row', { name: /^The certificate has expired/ })
    expect(await reason.getByRole('cell').allTextContents()).toEqual(['1', `mx.${DOMAIN}`, 'MTA-STS'])
    const sender = panel.getByRole('row', { name: /^google\.com/ })
    expect(await sender.getByRole('cell').allTextContents()).toEqual(['1', '10', '1', ' 90%'])
    await expectClean()
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  })
})
