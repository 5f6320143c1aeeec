import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, type OpenOptions, type WatchedPage } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'
import { useBrowser } from '../support/use-browser.js'

/* Home: today in figures, and a chart. */

let app: TestApp

describe.skipIf(!hasBrowser)('home', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()
  function open(path: string, options: OpenOptions = {}): Promise<WatchedPage> {
    return openPage(app, { path, ...options })
  }
  const send = async (email: string) =>
    app.call('POST', '/v1/send', { key: await app.testKey(), body: aSend({ destination: { email } }) })
  const figure = ({ page }: WatchedPage, name: string, value: string) =>
    page.locator('.figures > div', { hasText: name }).locator('dd', { hasText: value }).waitFor()

  test('counts the mail of today while it is sent, in figures, a chart and a table', async () => {
    const watched = await open('/?mode=test')
    const { page, expectClean } = watched
    await figure(watched, 'Accepted', '0')
    for (const email of ['one@x.example', 'two@x.example', 'three@x.example', 'bounced@x.example']) await send(email)
    await figure(watched, 'Accepted', '4')
    await figure(watched, 'Delivered', '3 (75%)')
    await figure(watched, 'Bounced', '1 (25%)')
    await figure(watched, 'Complaints', '0 (0%)')
    const chart = page.getByRole('figure', { name: 'Mail by hour' })
    await chart.locator('svg').waitFor()
    await chart.getByText('Last 24 hours: 4 accepted, 3 delivered, 1 bounced, 0 complaints.').waitFor()
    await chart.getByText('As a table').click()
    await chart.getByRole('row').nth(24).waitFor()
    expect(await chart.getByRole('row').count()).toBe(25)
    await expectClean()
  })

  test('shows the range that the address names, of live mail by default', async () => {
    const watched = await open('/?range=30d')
    const { page } = watched
    await page.getByRole('figure', { name: 'Mail by day' }).getByText('Last 30 days: 0 accepted').waitFor({
      state: 'attached',
    })
    await page.getByLabel('Range').selectOption('7d')
    await page.waitForURL('**/?range=7d')
    await page.getByLabel('Mode').selectOption('test')
    await page.waitForURL('**/?range=7d&mode=test')
    await page.getByRole('figure', { name: 'Mail by hour' }).getByText('Last 7 days').waitFor({ state: 'attached' })
  })

  test('shows the tags with the most mail, and other groups as the address says', async () => {
    const body = aSend({ destination: { email: 'tagged@x.example' }, tags: { kind: 'receipt' } })
    await app.call('POST', '/v1/send', { key: await app.testKey(), body })
    await eventually('it is counted', async () => {
      const stats = await app.call('GET', '/v1/stats?group_by=tag&test_mode=true')
      return stats.body.groups[0]?.delivered === 1
    })
    const { page, expectClean } = await open('/?mode=test')
    await page.getByRole('row', { name: /^kind:receipt 1 1 0/ }).waitFor()
    await expectClean()
    await page.getByLabel('Group by').selectOption('template')
    await page.waitForURL('**/?mode=test&by=template')
    await page.getByText('No mail of this range has a template.').waitFor()
  })

  test('does not move while its numbers and its chart arrive', async () => {
    const { page } = await open('/', { viewport: { width: 1280, height: 1600 } })
    await page.getByRole('figure').locator('svg').waitFor()
    await page.getByText('Recipients this month').waitFor()
    await page.locator('.figures dd', { hasText: '$' }).waitFor()
    const shift = await page.evaluate<number>(
      `new Promise((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => { for (const one of list.getEntries()) sum += one.value })
          .observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 300)
      })`,
    )
    // What the field calls good.
    expect(shift).toBeLessThan(0.1)
  })

  test.each(['light', 'dark'] as const)('fits a phone in %s colors', async (colorScheme) => {
    const { page, expectClean } = await open('/', { colorScheme, viewport: { width: 360, height: 700 } })
    await page.getByRole('figure').locator('svg').waitFor()
    await expectClean()
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
  })
})
