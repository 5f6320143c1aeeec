import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppPorts } from '../../src/app.js'
import { type CliResult, postlineHere } from '../cli/support.js'
import { giveBackDatabase, newDatabase } from './databases.js'
import { dumpLedger } from './dump-ledger.js'
import { type Settings, startApp, type TestApp } from './start-app.js'

/** The settings with a new database and new streams, as in another data centre. */
export const elsewhere = (settings: Settings): Settings => ({
  ...settings,
  MONGODB_URI: newDatabase(),
  REDIS_PREFIX: `${settings.REDIS_PREFIX}_elsewhere`,
})

/** Restores a backup, which must succeed. */
export async function restoreInto(settings: Settings, folder: string): Promise<CliResult> {
  const result = await postlineHere(settings, 'restore', folder, '--json')
  if (result.code !== 0) throw new Error(`not restored: ${result.stderr}`)
  return result
}

/** The documents of a database as text, sorted, apart from the row that holds a restored one. */
export async function contentOf(connection: Parameters<typeof dumpLedger>[0]): Promise<string[]> {
  const dump = await dumpLedger(connection)
  return dump
    .filter(({ bytes }) => !bytes.includes('restore_hold'))
    .map(({ name, bytes }) => `${name} ${bytes.toString('base64')}`)
    .sort()
}

/** Changes the manifest of a backup. */
// biome-ignore lint/suspicious/noExplicitAny: tests write what no backup has
export async function editManifest(folder: string, edit: (manifest: any) => void): Promise<void> {
  const file = join(folder, 'manifest.json')
  const manifest = JSON.parse(await readFile(file, 'utf8'))
  edit(manifest)
  await writeFile(file, JSON.stringify(manifest))
}

/** Processes of a test that are stopped and started again on the same database. */
export class Restarts {
  #running: TestApp[] = []
  readonly #stopped: string[] = []

  async start(settings: Settings, ports: Partial<AppPorts> = {}): Promise<TestApp> {
    const app = await startApp(settings, { holdEveryMs: 100, ...ports })
    this.#running.push(app)
    return app
  }

  /** Stops a process. Its database stays as it is. */
  async stop(app: TestApp): Promise<void> {
    this.#running = this.#running.filter((each) => each !== app)
    this.#stopped.push(app.app.config.mongodbUri)
    await app.app.close()
  }

  /** Stops what still runs, and gives back the databases. */
  async close(): Promise<void> {
    for (const app of this.#running.splice(0)) await app.close()
    for (const uri of this.#stopped.splice(0)) await giveBackDatabase(uri)
  }
}
