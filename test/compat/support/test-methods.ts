import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../support/start-app.js'
import type { SdkMethod } from './methods.js'

interface Suite<Sdk> {
  methods: readonly SdkMethod<Sdk>[]
  /** The unmodified SDK, for an app and a key of it. */
  connect: (app: TestApp, key: string) => Sdk
  /** What the SDK itself has. */
  namesOf: (sdk: Sdk) => string[]
  /** The HTTP status that a result or an error of the SDK tells. */
  statusOf: (outcome: unknown) => number | undefined
  /** Gives the account what the calls need. */
  prepare?: (app: TestApp) => Promise<unknown>
  /** Settings of the service. */
  env?: Record<string, string>
}

/** Calls every method of an SDK that the table names, and finds those that it does not name. */
export function testMethods<Sdk>({ methods, connect, namesOf, statusOf, prepare, env = {} }: Suite<Sdk>): void {
  let app: TestApp
  let sdk: Sdk
  beforeAll(async () => {
    app = await startApp({ COMPAT_APIS: 'all', ...env })
    await prepare?.(app)
    sdk = connect(app, app.adminKey)
  })
  afterAll(() => app.close())

  test('the table names each method of the SDK once, and no others', () => {
    expect(methods.map(({ name }) => name).toSorted()).toEqual(namesOf(sdk).toSorted())
  })

  describe('each method does what the table says', () => {
    for (const { name, verdict, call, status } of methods) {
      test(`${name}: ${verdict}`, async () => {
        const outcome = call({ sdk, app })
        if (verdict !== 'not here') await outcome
        else expect(statusOf(await outcome.then(undefined, (error: unknown) => error))).toBe(status)
      })
    }
  })
}

/**
 * The methods of an SDK that is an object of objects: `emails.send`, and `sendEmail` for those of the object itself.
 * Names that begin with `_` are private.
 * @param ignored what is no call of the API: names, and those of objects with all that they have.
 */
export function methodNames(sdk: object, ignored: readonly string[] = []): string[] {
  const isIgnored = (name: string) => ignored.some((prefix) => name === prefix || name.startsWith(`${prefix}.`))
  return namesWithin(sdk, new Set()).filter((name) => !isIgnored(name))
}

/** @param seen objects that were visited: those of an SDK refer to each other. */
function namesWithin(object: object, seen: Set<object>): string[] {
  if (seen.has(object)) return []
  seen.add(object)
  const inner = Object.entries(object).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null ? namesWithin(value, seen).map((method) => `${name}.${method}`) : [],
  )
  return [...functionsOf(object), ...inner]
}

function functionsOf(object: object): string[] {
  const names = new Set<string>()
  for (let level = object; level !== Object.prototype && level !== null; level = Object.getPrototypeOf(level)) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(level))) {
      if (typeof value === 'function' && name !== 'constructor' && !name.startsWith('_')) names.add(name)
    }
  }
  return [...names]
}
