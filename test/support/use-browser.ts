import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type OpenOptions, openBrowser, openConsole, type WatchedPage } from './browser.js'
import type { TestApp } from './start-app.js'

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
  afterEach(() => Promise.all(opened.splice(0).map(({ context }) => context.close())))
  afterAll(() => browser?.close())
  return async (app, options) => {
    const watched = await openConsole(browser, app, options)
    opened.push(watched)
    return watched
  }
}
