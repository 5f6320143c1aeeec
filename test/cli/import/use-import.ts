import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { startApp, type TestApp } from '../../support/start-app.js'
import { type CliResult, postlineHere } from '../support.js'
import { KEY } from './services.js'
import type { StandIn } from './stand-in.js'

const VARIABLES: Record<string, string> = {
  resend: 'RESEND_API_KEY',
  postmark: 'POSTMARK_SERVER_TOKEN',
  sendgrid: 'SENDGRID_API_KEY',
  mailgun: 'MAILGUN_API_KEY',
}

/** What the tests of imports share: a service, an account for each test, and a folder to work in. */
export interface ImportTest {
  app: TestApp
  account: string
  folder: string
  /** The stand-in, which is closed after the test. */
  service: StandIn
  /** Environment of an import from a service. */
  settingsFor(name: string): Record<string, string>
  /** The file that keeps the state of an import from a service after it was cut, in the folder. */
  stateFile(name: string): string
  /** Runs the import against the stand-in. */
  bring(name: string, args?: string[], env?: Record<string, string>): Promise<CliResult>
  /** Reads what the account has. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever JSON comes
  read(path: string): Promise<any>
  /** The names of the keys of the account. */
  keyNames(): Promise<string[]>
}

export function useImport(): ImportTest {
  const here = process.cwd()
  let key = ''
  const test = {
    service: null as unknown as StandIn,
    settingsFor: (name: string) => ({ ...test.app.settings, [VARIABLES[name]!]: KEY }),
    bring: (name: string, args: string[] = [], env: Record<string, string> = {}) =>
      postlineHere(
        { ...test.settingsFor(name), ...env },
        ...['import', name, '--account', test.account, '--url', test.service.url, '--json', ...args],
      ),
    stateFile: (name: string) => `postline-import-${name}-${test.account}.json`,
    read: async (path: string) => (await test.app.call('GET', `/v1${path}`, { key })).body,
    keyNames: async () => (await test.read('/keys')).keys.map(({ name }: { name: string }) => name),
  } as ImportTest
  beforeAll(async () => {
    test.app = await startApp({ RATE_LIMIT_PER_SECOND: '100000' })
  })
  afterAll(() => test.app.close())
  beforeEach(async () => {
    const made = await test.app.app.services.accounts.create('moves@example.com', { another: true })
    test.account = made.account_id
    key = made.key
    test.folder = await mkdtemp(join(tmpdir(), 'postline-import-'))
    process.chdir(test.folder)
  })
  afterEach(async () => {
    process.chdir(here)
    await rm(test.folder, { recursive: true })
    await test.service?.close()
    test.service = null as unknown as StandIn
  })
  return test
}

/** Read, made, there already and not brought, by kind. */
export const counts = ({ kinds }: { kinds: Record<string, Record<string, unknown>> }) =>
  Object.fromEntries(
    Object.entries(kinds).map(([kind, { read: all, created, existing, failed }]) => [
      kind,
      [all, created, existing, failed],
    ]),
  )
