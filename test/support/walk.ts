import type { Page } from 'playwright-core'
import type { OpenOptions, WatchedPage } from './browser.js'
import type { TestApp } from './start-app.js'

/** How many times slower than this machine that of the reader is. */
const SLOWNESS = 4

/** Signs in as a person does, with a key, in a browser on a slow machine. Ends at Home. */
export async function walkIn(
  open: (app: TestApp, options: OpenOptions) => Promise<WatchedPage>,
  app: TestApp,
  key: string,
): Promise<WatchedPage> {
  const watched = await open(app, { path: '/sign-in', key: null })
  const { page, context } = watched
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWNESS })
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Home', exact: true }).waitFor()
  return watched
}

/** Goes to a section as the navigation names it. */
export async function goTo(page: Page, section: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: section, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: section, exact: true }).waitFor()
}
