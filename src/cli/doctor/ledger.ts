import type { Connection } from 'mongoose'
import { systemClock } from '../../clock.js'
import { withTimeout } from '../../lib/concurrency/time-limit.js'
import { schemaOfBuild } from '../../migrations/migrations.js'
import { reportSchema } from '../../migrations/schema-report.js'
import { createModels, type Models } from '../../models/index.js'
import { DeadLetterService } from '../../services/tracking/dead-letters/dead-letter-service.js'
import { createWork, WORK_KINDS, type Work } from '../../streams/topics.js'
import { type Check, fail, notChecked, ok, reasonOf, warn } from './check.js'

const TIMEOUT_MS = 5_000
const MAX_COUNT = 100_000
/** Work due this long was missed by several sweeps and a lease. */
const LATE_MS = 60_000
/** If work has been due this long, nobody is doing it. */
const STUCK_MS = 15 * 60_000

/** This build fits the ledger, no work in it is overdue or parked, and no account is paused. */
export async function checkLedger(connection: Connection | null): Promise<Check[]> {
  if (!connection)
    return ['Schema', 'Work', 'Dead letters', 'Accounts'].map((name) => notChecked(name, 'MongoDB cannot be used'))
  const models = createModels(connection)
  const work = createWork(models, systemClock)
  return Promise.all([
    bounded('Schema', () => examineSchema(connection)),
    bounded('Work', () => examineWork(work)),
    bounded('Dead letters', () => examineDeadLetters(new DeadLetterService({ models, work }))),
    bounded('Accounts', () => examineAccounts(models)),
  ])
}

function bounded(name: string, examine: () => Promise<Check>): Promise<Check> {
  return withTimeout(TIMEOUT_MS, examine()).catch((error) =>
    fail(name, `this cannot be read from MongoDB: ${reasonOf(error)}`, 'Check the log of MongoDB.'),
  )
}

async function examineSchema(connection: Connection): Promise<Check> {
  const report = await reportSchema(connection, schemaOfBuild())
  const { version, build, problem, expand, missing_indexes: missing } = report
  const found = `version ${version}, this build ${build}`
  const isTooOld = report.min_compatible > build
  const advice = isTooOld ? 'Use a newer build.' : 'Run `postline migrate`.'
  if (problem !== null) return fail('Schema', `${found}: ${problem}`, advice)
  if (expand.length > 0) return warn('Schema', `${found}, ${expand.length} migrations left`, advice)
  return missing.length > 0 ? warn('Schema', `${found}, without ${missing.join(', ')}`, advice) : ok('Schema', found)
}

async function examineWork(work: Work): Promise<Check> {
  const standings = await Promise.all(
    WORK_KINDS.map(async (kind) => ({
      kind,
      due: await work[kind].countDue(MAX_COUNT),
      oldestMs: await work[kind].oldestDueMs(),
    })),
  )
  const found = standings
    .map(
      ({ kind, due, oldestMs }) => `${kind} ${due} due${due > 0 ? ` (oldest ${Math.round(oldestMs / 1_000)} s)` : ''}`,
    )
    .join(', ')
  const oldestMs = Math.max(...standings.map((standing) => standing.oldestMs))
  const advice =
    'Make sure that a process with the role worker and one with the role scheduler are running, and check their logs.'
  if (oldestMs > STUCK_MS) return fail('Work', found, advice)
  return oldestMs > LATE_MS ? warn('Work', found, advice) : ok('Work', found)
}

async function examineDeadLetters(deadLetters: DeadLetterService): Promise<Check> {
  const count = await deadLetters.count()
  if (count === 0) return ok('Dead letters', 'none')
  const advice = 'Read the errors with `postline dead-letters list`, then run `postline dead-letters retry --all`.'
  return warn('Dead letters', `${count} parked`, advice)
}

async function examineAccounts({ accounts }: Models): Promise<Check> {
  const [all, suspended, paused] = await Promise.all([
    accounts.collection.countDocuments(),
    accounts.collection.countDocuments({ suspended_at: { $ne: null } }),
    accounts.collection.countDocuments({ 'sending_pause.reason': { $exists: true } }),
  ])
  const found = `${all} in all, ${suspended} suspended, ${paused} paused for sending`
  if (paused === 0) return ok('Accounts', found)
  const advice = 'See why with `postline accounts list`, and talk to the owner before `postline accounts resume ID`.'
  return warn('Accounts', found, advice)
}
