import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '../../src/clock.js'
import type { Batch, SchemaOfBuild } from '../../src/migrations/migration.js'
import { Migrator } from '../../src/migrations/migrator.js'
import { connectLedger, createModels } from '../../src/models/index.js'

/*
 * A migration that takes some seconds, to be run as a process of its own and killed. It adds 1 to every row of the
 * collection `migrated`, so that a row which was visited twice shows it.
 */

const BATCH = 50
const BATCH_TAKES_MS = 30

async function countRun({ db, session, position }: Batch) {
  const rows = db.collection<{ _id: number }>('migrated')
  const next = { _id: { $gt: Number(position ?? -1) } }
  const ids = (await rows.find(next, { session }).sort({ _id: 1 }).limit(BATCH).toArray()).map(({ _id }) => _id)
  await rows.updateMany({ _id: { $in: ids } }, { $inc: { runs: 1 } }, { session })
  await delay(BATCH_TAKES_MS)
  return { position: ids.length < BATCH ? null : String(ids.at(-1)), rows: ids.length }
}

const build: SchemaOfBuild = {
  migrations: [{ number: 1, name: 'count', expand: { kind: 'rows', runBatch: countRun } }],
  oldestUsable: 1,
  indexSet: 'slow',
}

const connection = await connectLedger(process.env.MONGODB_URI!)
const report = (text: string) => void process.stdout.write(`${text}\n`)
await new Migrator({ models: createModels(connection), clock: systemClock, build, report, leaseMs: 2_000 }).expand()
await connection.close()
