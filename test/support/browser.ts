import { existsSync, readFileSync } from 'node:fs'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Route,
} from 'playwright-core'
import { expect } from 'vitest'
import { SECTIONS } from '../../src/http/console/sections.js'
import type { TestApp } from './start-app.js'

/** Where Chromium may be, the fastest first; `CHROMIUM` names another place. */
const PLACES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
)
const program = [process.env.CHROMIUM ?? '', ...PLACES].find((path) => path !== '' && existsSync(path))

/** Whether tests in a browser can run here. */
export const hasBrowser = program !== undefined
if (!hasBrowser)
  process.stdout.write('No Chromium (scripts/install-chromium.sh installs it): browser tests are skipped.\n')

/** The minified script loads in half the time. */
const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Asks nothing of hosts outside, so that every request of a test is one of the page. */
const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Starts a browser, without a window.
 * @param hosts names of hosts that it finds at ports of this machine.
 */
export function openBrowser(hosts: Record<string, number> = {}): Promise<Browser> {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const rules = Object.entries(hosts).map(([name, port]) => `MAP ${name} 127.0.0.1:${port}`)
  const args = [...FLAGS, ...sandbox, `--host-resolver-rules=${rules.join(', ')}`]
  return chromium.launch({ executablePath: program!, args })
}

/** How long a page may take for a step, in ms. Only a test that fails waits so long. */
const DEFAULT_TIMEOUT_MS = 90_000

/** A page of the console, with what went wrong in it. */
export interface WatchedPage {
  page: Page
  context: BrowserContext
  /** Violations of the content policy, errors of scripts, and requests to other hosts. */
  faults: string[]
  /** Fails on any fault, and on serious findings of axe. */
  expectClean(rules?: AxeRules): Promise<void>
}

/** The rules of axe that run: all by default. */
interface AxeRules {
  only?: readonly string[]
  except?: readonly string[]
}

interface ConsoleOptions {
  path?: string
  /** The key to sign in with; the admin key by default, null for none. */
  key?: string | null
  /** What the console takes the key for, if it is not what it is: it offers more than the API allows. */
  takenFor?: 'admin'
}

export type OpenOptions = ConsoleOptions & BrowserContextOptions

/** Opens the console in a context of its own, signed in. */
export async function openConsole(browser: Browser, app: TestApp, options: OpenOptions = {}): Promise<WatchedPage> {
  const { path, key, takenFor, ...contextOptions } = options
  return showConsole(await openTab(browser, contextOptions), app, options)
}

/** An empty tab in a context of its own. */
async function openTab(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', timezoneId: 'Europe/Berlin', ...options })
  context.setDefaultTimeout(DEFAULT_TIMEOUT_MS)
  return context.newPage()
}

/** Signs in and opens the console in a tab. */
export async function showConsole(
  page: Page,
  app: TestApp,
  { path = '/', key = app.adminKey, takenFor }: ConsoleOptions = {},
): Promise<WatchedPage> {
  const context = page.context()
  if (key !== null) await signIn(context, app, key)
  const faults: string[] = []
  const origin = new URL(app.url).origin
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${origin}/`) && !/^(data|blob|about):/.test(url)) faults.push(`request to ${url}`)
  })
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) faults.push(message.text())
  })
  if (takenFor) {
    const session = { scope: takenFor, sections: SECTIONS.map(({ path }) => path), test_mode: false }
    await page.route('**/session', (route) => route.fulfill({ json: session }))
  }
  await page.goto(app.url + path)
  return { page, context, faults, expectClean: (rules) => expectClean(page, faults, rules) }
}

/** The row of a thread in a list of mail. */
export const threadRow = (page: Page, subject: string) => page.locator('.threads li.thread', { hasText: subject })

/** Chooses one of many things by a part of its name. */
export async function choose(
  within: Pick<Page, 'getByLabel' | 'getByRole'>,
  label: string,
  name: string,
): Promise<void> {
  await within.getByLabel(label).fill(name)
  await within.getByRole('option', { name }).click()
}

/**
 * Lets the next request with a mutation reach the service, and loses its answer.
 * @param mutation its name in the console's documents.
 */
export async function loseAnswer(page: Page, mutation: string): Promise<void> {
  await interceptNext(page, `mutation ${mutation}`, async (route) => {
    await route.fetch()
    await route.abort()
  })
}

/**
 * Lets the next request with a query or a mutation reach the service, and holds back its answer.
 * @param name its name in the console's documents.
 * @returns resolves when the answer is held, and what lets it go.
 */
export async function holdAnswer(
  page: Page,
  name: string,
  kind: 'query' | 'mutation' = 'query',
): Promise<{ held: Promise<void>; letGo: () => void }> {
  let hold!: () => void
  let letGo!: () => void
  const held = new Promise<void>((resolve) => {
    hold = resolve
  })
  const released = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await interceptNext(page, `${kind} ${name}(`, async (route) => {
    const response = await route.fetch()
    hold()
    await released
    await route.fulfill({ response })
  })
  return { held, letGo }
}

/** Handles the next request of the console whose document has this text. */
async function interceptNext(page: Page, text: string, handle: (route: Route) => Promise<void>): Promise<void> {
  let isOver = false
  await page.route('**/graphql', async (route) => {
    if (isOver || !route.request().postData()?.includes(text)) return route.fallback()
    isOver = true
    await handle(route)
  })
}

/** Gives a browser the cookie of a new session. */
async function signIn(context: BrowserContext, app: TestApp, key: string): Promise<void> {
  const { headers } = await app.call('POST', '/session', { key: null, body: { key } })
  const [name = '', value = ''] = headers.getSetCookie()[0]!.split(';', 1)[0]!.split('=')
  await context.addCookies([{ name, value, url: app.url, httpOnly: true, sameSite: 'Strict' }])
}

interface Finding {
  id: string
  impact: string
  nodes: { html: string; failureSummary: string }[]
}

async function expectClean(page: Page, faults: string[], { only, except = [] }: AxeRules = {}): Promise<void> {
  expect(faults).toEqual([])
  // By the debugger, which the content policy does not bind.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE)
  const rules = Object.fromEntries(except.map((id) => [id, { enabled: false }]))
  const options = JSON.stringify({ rules, ...(only && { runOnly: only }), resultTypes: ['violations'] })
  const findings = await page.evaluate<Finding[]>(
    `axe.run({ exclude: ["iframe"] }, ${options}).then(({ violations }) => violations)`,
  )
  const serious = findings.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(
    serious.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) => [html, failureSummary]) })),
  ).toEqual([])
}
