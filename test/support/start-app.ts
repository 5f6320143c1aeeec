import { randomBytes } from 'node:crypto'
import { inject, type RunnerTestCase, TestRunner } from 'vitest'
import { type App, type AppPorts, buildApp } from '../../src/app.js'
import { type Config, readConfig } from '../../src/config.js'
import { operatorOf } from '../../src/services/caller.js'
import { giveBackDatabase, takeDatabase, useDatabase } from './databases.js'
import { expectDocumented } from './documented-errors.js'
import { type WithMongoose, withMongoose } from './mongoose-models.js'
import { serviceLog } from './service-log.js'
import { sharedThreads } from './shared-threads.js'

/** A test's own running service: a new database, a new key prefix, a free port. */
export interface TestApp {
  app: WithMongoose<App>
  /** Its settings, for the command line or another process. */
  settings: Settings
  /** Address of its API. */
  url: string
  accountId: string
  ownerEmail: string
  /** Admin key, live. */
  adminKey: string
  /** Makes a key of the first account. */
  key(scope: 'send' | 'read' | 'admin', testMode?: boolean): Promise<string>
  /** An admin test key of the first account, made at first use. */
  testKey(): Promise<string>
  /** A request with a key, JSON in and out. */
  call(method: string, path: string, options?: CallOptions): Promise<CallResult>
  close(): Promise<void>
}

export interface CallOptions {
  /** The admin key by default; null for none. */
  key?: string | null
  body?: unknown
  headers?: Record<string, string>
}

export interface CallResult {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever JSON comes back
  body: any
}

export type Settings = Record<string, string>

/** The same in all processes of a test. */
export const TEST_KEY = Buffer.alloc(32, 'key').toString('base64')

/** Settings of a process that shares a database and a key prefix with others of the same test. */
export function testSettings(overrides: Settings = {}): Settings {
  return {
    MONGODB_URI: overrides.MONGODB_URI ?? takeDatabase(),
    REDIS_URL: inject('redisUrl'),
    REDIS_PREFIX: `test_${randomBytes(6).toString('hex')}`,
    PORT: '0',
    METRICS_PORT: '0',
    SMTP_PORT: '0',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_SECOND: '0',
    BOOTSTRAP_OWNER_EMAIL: 'owner@postline.test',
    ENCRYPTION_KEY: TEST_KEY,
    LINK_HOST_TARGET: 'post.example.net',
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    // Their routes take longer to mount than all others.
    COMPAT_APIS: 'none',
    ...overrides,
  }
}

/** Four times as often as usual: much of what tests wait for is done by sweeps, or by periodic tasks after a few of them. */
const SWEEP_EVERY_MS = 250

/** Starts a service with the test's own settings. The setting `LOG_LEVEL: 'debug'` shows its log. */
export async function startApp(overrides: Settings = {}, ports: Partial<AppPorts> = {}): Promise<TestApp> {
  const settings = testSettings(overrides)
  const config = readConfig(settings) as Config & { mongodbUri: string; redisUrl: string }
  const built = await buildApp(config, {
    log: serviceLog(config.logLevel),
    checkOutputs: true,
    sweepEveryMs: SWEEP_EVERY_MS,
    threads: sharedThreads,
    ...ports,
  })
  const app = withMongoose(built)
  useDatabase(config.mongodbUri)
  const url = (await app.start()) ?? ''
  const first = await app.services.accounts.bootstrap()
  const accountId = first?.account_id ?? ''
  const adminKey = first?.key ?? ''
  const key: TestApp['key'] = async (scope, testMode = false) =>
    (await app.services.apiKeys.create(operatorOf(accountId), { scope, test_mode: testMode })).key
  let testKey: Promise<string> | null = null

  return {
    app,
    settings,
    url,
    accountId,
    adminKey,
    ownerEmail: config.bootstrapOwnerEmail,
    key,
    testKey: () => {
      testKey ??= key('admin', true)
      return testKey
    },
    call: (method, path, options) => call(url, method, path, { key: adminKey, ...options }),
    close: async () => {
      await app.close()
      await giveBackDatabase(config.mongodbUri)
    },
  }
}

/** One request to a service. Always checks that the route returns only documented errors. */
export async function call(
  url: string,
  method: string,
  path: string,
  { key, body, headers }: CallOptions = {},
): Promise<CallResult> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(key && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  const result = { status: response.status, headers: response.headers, body: isJson && text ? JSON.parse(text) : text }
  if (!response.ok) expectDocumented(method, path, result.body)
  return result
}

/** How long `eventually` waits unless a test says otherwise, in ms. Only a test that fails waits so long. */
const DEFAULT_TIMEOUT_MS = 60_000
/** `eventually` ends so long before the test's own limit, in ms: then the failure says what was waited for. */
const MARGIN_MS = 1_000

/**
 * Bounds of the pause between two probes, in ms. It is a twentieth of the time that has passed, because probes take the
 * processor from what they wait for.
 */
const MIN_PAUSE_MS = 20
const MAX_PAUSE_MS = 250

/** Waits until a condition holds and returns its value. Fails with `what` on a time-out, or if a probe hangs. */
export async function eventually<T>(
  what: string,
  probe: () => Promise<T> | T,
  timeoutMs = DEFAULT_TIMEOUT_MS,
): Promise<NonNullable<T>> {
  const beganAt = Date.now()
  const failure = new Error(what)
  Error.captureStackTrace(failure, eventually)
  const deadline = Math.min(beganAt + timeoutMs, endOfTest(beganAt))
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    const end = () => {
      isOver = true
      failure.message = `not within ${Date.now() - beganAt} ms: ${what}`
      reject(failure)
    }
    timer = setTimeout(end, deadline - beganAt)
  })
  const poll = async (): Promise<NonNullable<T>> => {
    for (;;) {
      const value = await probe()
      if (value || isOver) return value as NonNullable<T>
      const pauseMs = Math.min(Math.max(MIN_PAUSE_MS, (Date.now() - beganAt) / 20), MAX_PAUSE_MS)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  try {
    return await Promise.race([poll(), late])
  } finally {
    isOver = true
    clearTimeout(timer)
  }
}

/** What a service says once it is ready. Right after its start, Redis or MongoDB may not have answered yet. */
export async function whenReady(url: string): Promise<Record<string, unknown>> {
  return eventually('it is ready', async () => {
    const { status, body } = await call(url, 'GET', '/readyz')
    return status === 200 && body
  })
}

/** When `eventually` must end so that the running test can still say what it waited for. */
function endOfTest(now: number): number {
  const test = TestRunner.getCurrentTest<RunnerTestCase | undefined>()
  const end = (test?.result?.startTime ?? now) + (test?.timeout ?? Number.POSITIVE_INFINITY) - MARGIN_MS
  // A hook after the test has a limit of its own.
  return end > now ? end : Number.POSITIVE_INFINITY
}

let counter = 0

/** A send request with a unique idempotency key. */
export function aSend(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  counter += 1
  return {
    channel: 'email',
    idempotency_key: `key-${process.pid}-${counter}`,
    destination: { email: 'delivered@example.com' },
    payload: { subject: 'Hello', body_text: 'A text.' },
    ...overrides,
  }
}
