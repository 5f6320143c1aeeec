import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type OpenOptions, openBrowser, openConsole, showConsole, type WatchedPage } from './browser.js'
import type { TestApp } from './start-app.js'

/** How much of a page is printed, in characters. */
const MOST_SHOWN = 4_000
/** Events whose listeners are removed after a test. */
const EVENTS = ['console', 'dialog', 'pageerror', 'request', 'response'] as const

/** How long leaving a page may take before its tab is closed instead, in ms. */
const RESET_MS = 10_000
/** Playwright's default. */
const USUAL_VIEWPORT = { width: 1_280, height: 720 }

/**
 * One browser for the tests of a file. After each test its pages are closed, or reset for the next test. Call it behind the
 * other hooks of the tests, so that pages are gone before what they show.
 *
 * One tab with the usual options is kept, because loading the console takes twice as much CPU time in a new one. Cookies,
 * storage, permissions, request handlers, `EVENTS`, the viewport and the mouse are reset. A test that changes anything else,
 * such as the clock, passes an option of the context and so has a tab of its own.
 * @returns opens the console, as `openConsole` does.
 */
export function useBrowser(): (app: TestApp, options?: OpenOptions) => Promise<WatchedPage> {
  let browser: Browser
  let spare: Page | null = null
  const opened: Opened[] = []
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterEach(async ({ task }) => {
    const isFailed = task.result?.state === 'fail'
    for (const { watched, url, isUsual } of opened.splice(0)) {
      if (isFailed) await describePage(watched)
      if (isUsual && !isFailed && !spare && (await resetTab(watched, url))) spare = watched.page
      else await closePage(watched)
    }
  })
  afterAll(() => browser?.close())
  return async (app, options = {}) => {
    const { path, key, takenFor, ...ofContext } = options
    const isUsual = Object.keys(ofContext).length === 0
    const tab = isUsual ? spare : null
    if (tab) spare = null
    const watched = tab ? await showConsole(tab, app, options) : await openConsole(browser, app, options)
    opened.push({ watched, url: app.url, isUsual })
    return watched
  }
}

/** What a test opened. */
interface Opened {
  watched: WatchedPage
  /** Where its service is. */
  url: string
  /** Whether the context has no options of its own. */
  isUsual: boolean
}

/**
 * Resets a tab for the next test.
 * @returns whether that worked.
 */
async function resetTab({ page, context }: WatchedPage, url: string): Promise<boolean> {
  try {
    // First the session, so that a page which saves as it is left changes nothing.
    await context.clearCookies()
    await removeHandlers({ page, context })
    for (const other of context.pages()) if (other !== page) await other.close()
    for (const event of EVENTS) page.removeAllListeners(event)
    await context.clearPermissions()
    await context.setOffline(false)
    await page.goto(`${url}/favicon.svg`, { timeout: RESET_MS })
    await page.evaluate('localStorage.clear(), sessionStorage.clear()')
    await page.setViewportSize(USUAL_VIEWPORT)
    await page.mouse.move(-1, -1)
    return true
  } catch {
    return false
  }
}

/** Removes the request handlers of a test. Some may still be running, and their errors no longer matter. */
async function removeHandlers({ page, context }: Pick<WatchedPage, 'page' | 'context'>): Promise<void> {
  const behavior = 'ignoreErrors'
  await context.unrouteAll({ behavior })
  if (!page.isClosed()) await page.unrouteAll({ behavior })
}

async function closePage(watched: WatchedPage): Promise<void> {
  await removeHandlers(watched)
  await watched.context.close()
}

/** Prints where a page is and what it shows, for the reader of a failure. */
async function describePage({ page, faults }: WatchedPage): Promise<void> {
  const shown = await page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String)
  process.stdout.write(`\n${[page.url(), ...faults, shown.slice(0, MOST_SHOWN)].join('\n')}\n`)
}
