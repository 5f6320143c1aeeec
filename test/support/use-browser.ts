import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type OpenOptions, openBrowser, openConsole, type WatchedPage } from './browser.js'
import type { TestApp } from './start-app.js'

/** How much of a page is printed, in characters. */
const MOST_SHOWN = 4_000

/**
 * One browser for the tests of a file; what a test opens is closed after it. Call it behind the other hooks of the tests,
 * so that pages are gone before what they show.
 * @returns opens the console, as `openConsole` does.
 */
export function useBrowser(): (app: TestApp, options?: OpenOptions) => Promise<WatchedPage> {
  let browser: Browser
  const opened: WatchedPage[] = []
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterEach(async ({ task }) => {
    const pages = opened.splice(0)
    if (task.result?.state === 'fail') for (const watched of pages) await describePage(watched)
    await Promise.all(pages.map(closePage))
  })
  afterAll(() => browser?.close())
  return async (app, options) => {
    const watched = await openConsole(browser, app, options)
    opened.push(watched)
    return watched
  }
}

/** Closes what a test opened. Request handlers may still be running, and their errors no longer matter. */
async function closePage({ page, context }: WatchedPage): Promise<void> {
  const behavior = 'ignoreErrors'
  await context.unrouteAll({ behavior })
  if (!page.isClosed()) await page.unrouteAll({ behavior })
  await context.close()
}

/** Prints where a page is and what it shows, for the reader of a failure. */
async function describePage({ page, faults }: WatchedPage): Promise<void> {
  const shown = await page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String)
  process.stdout.write(`\n${[page.url(), ...faults, shown.slice(0, MOST_SHOWN)].join('\n')}\n`)
}
