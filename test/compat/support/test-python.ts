import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pythonPackages } from '../../support/python-packages.js'
import { type ScratchProject, scratchProject } from '../../support/scratch-project.js'
import { startApp, type TestApp } from '../../support/start-app.js'
import type { SdkTable } from './methods.js'

/** Includes downloads from PyPI, and all calls. */
const BUILD_MS = 600_000

interface Suite {
  table: SdkTable
  /** The packages that it needs, with their versions, and the name of the folder that keeps them. */
  needs: readonly string[]
  folder: string
  /** The program in test/compat/python that calls the methods. */
  program: string
  /** The name of a row, of a name that the SDK has. */
  rowOf?: (name: string) => string
  /** Gives the account what the calls need. @returns what the program gets in its environment. */
  prepare?: (app: TestApp) => Promise<Record<string, string>>
  /** The ways to call a method: each has all methods or some. */
  ways: readonly string[]
}

/** What came of a call: whether the program made it on purpose or with anything, or its error. */
interface Outcome {
  called?: boolean
  status?: number | null
  error?: string
}

interface Told {
  names: string[]
  runs: Record<string, Record<string, Outcome>>
}

/** Calls every method of an SDK for Python, and finds those that the table does not name. */
export function testPython({ table, needs, folder, program, rowOf = (name) => name, prepare, ways }: Suite): void {
  let app: TestApp
  let project: ScratchProject | undefined
  let told: Told
  /** Why there is no Python to test with; null if there is. */
  let missing: string | null = null

  beforeAll(async () => {
    app = await startApp({ COMPAT_APIS: 'all', RATE_LIMIT_PER_SECOND: '100000' })
    project = await scratchProject()
    const packages = await pythonPackages(folder, needs).catch((error: Error) => {
      missing = error.message.trim().split('\n').at(-1)!
      // biome-ignore lint/suspicious/noConsole: who runs the tests should know what was not tested
      console.warn(`${table.sdk} for Python was not tested: ${missing}`)
      return null
    })
    if (packages === null) return
    const env = {
      ...{ BASE_URL: app.url, API_KEY: app.adminKey, OWNER: app.ownerEmail },
      ...{ PYTHONPATH: packages, PYTHONDONTWRITEBYTECODE: '1' },
      ...(await prepare?.(app)),
    }
    told = JSON.parse(await project.run('python3', [join(resolve('test/compat/python'), program)], env))
  }, BUILD_MS)
  afterAll(async () => {
    await project?.remove()
    await app?.close()
  })

  const withPython = (name: string, body: () => void) =>
    test(name, ({ skip }) => {
      if (missing !== null) return skip(`needs python3 with pip, and PyPI: ${missing}`)
      body()
    })

  withPython('the table names each method of the SDK once, and no others', () => {
    const rows = table.methods.map(({ name }) => name)
    expect(new Set(rows).size).toBe(rows.length)
    expect(rows.toSorted()).toEqual([...new Set(told.names.map(rowOf))].toSorted())
  })

  describe.each(ways)('%s: each method does what the table says', (way) => {
    for (const { name, verdict, status } of table.methods) {
      withPython(`${name}: ${verdict}`, () => {
        const outcome = told.runs[way]?.[name]
        if (verdict === 'not here') expect(outcome?.status, outcome?.error).toBe(status)
        else expect(outcome, outcome?.error).toEqual({ called: true })
      })
    }
  })
}
