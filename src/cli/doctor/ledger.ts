import type { Connection } from 'mongoose'
import { systemClock } from '../../clock.js'
import { WRONG_CLOCK_MS } from '../../clock-watch.js'
import { withTimeout } from '../../lib/concurrency/time-limit.js'
import { schemaOfBuild } from '../../migrations/migrations.js'
import { reportSchema } from '../../migrations/schema-report.js'
import { createModels, type Models } from '../../models/index.js'
import { findHold } from '../../services/platform/backup/restore-hold.js'
import { DeadLetterService } from '../../services/tracking/dead-letters/dead-letter-service.js'
import { createWork, WORK_KINDS, type Work } from '../../streams/topics.js'
import { type Check, fail, notChecked, ok, reasonOf, warn } from './check.js'

const TIMEOUT_MS = 5_000
const MAX_COUNT = 100_000
/** Work due this long was missed by several sweeps and a lease. */
const LATE_MS = 60_000
/** If work has been due this long, nobody is doing it. */
const STUCK_MS = 15 * 60_000

interface Ledger {
  models: Models
  work: Work
}

const EXAMINATIONS: Record<string, (ledger: Ledger) => Promise<Check>> = {
  Clock: examineClock,
  Schema: examineSchema,
  Restore: examineHold,
  Work: examineWork,
  'Dead letters': examineDeadLetters,
  Accounts: examineAccounts,
}

/** The clocks agree, this build fits the ledger, nothing is held, no work in it is overdue or parked, and no account is paused. */
export async function checkLedger(connection: Connection | null): Promise<Check[]> {
  if (!connection) return Object.keys(EXAMINATIONS).map((name) => notChecked(name, 'MongoDB cannot be used'))
  const models = createModels(connection)
  const work = createWork(models, systemClock)
  return Promise.all(
    Object.entries(EXAMINATIONS).map(([name, examine]) =>
      withTimeout(TIMEOUT_MS, examine({ models, work })).catch((error) =>
        fail(name, `this cannot be read from MongoDB: ${reasonOf(error)}`, 'Check the log of MongoDB.'),
      ),
    ),
  )
}

/** The clock of this machine agrees with that of MongoDB. */
async function examineClock({ models: { connection } }: Ledger): Promise<Check> {
  const beganAt = Date.now()
  const { localTime } = await connection.db!.command({ hello: 1 })
  // It was read at some time between the question and the answer.
  const behindMs = Math.max(0, localTime.getTime() - Date.now())
  const aheadMs = Math.max(0, beganAt - localTime.getTime())
  if (behindMs + aheadMs < WRONG_CLOCK_MS) return ok('Clock', 'agrees with that of MongoDB')
  const found = `${((behindMs + aheadMs) / 1_000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} that of MongoDB`
  return warn('Clock', found, 'Find out which of the two is wrong, and set it with NTP.')
}

async function examineSchema({ models: { connection } }: Ledger): Promise<Check> {
  const report = await reportSchema(connection, schemaOfBuild())
  const { version, build, problem, expand, missing_indexes: missing } = report
  const found = `version ${version}, this build ${build}`
  const isTooOld = report.min_compatible > build
  const advice = isTooOld ? 'Use a newer build.' : 'Run `postline migrate`.'
  if (problem !== null) return fail('Schema', `${found}: ${problem}`, advice)
  if (expand.length > 0) return warn('Schema', `${found}, ${expand.length} migrations left`, advice)
  return missing.length > 0 ? warn('Schema', `${found}, without ${missing.join(', ')}`, advice) : ok('Schema', found)
}

/** Nothing is held after a restore. */
async function examineHold({ models: { system } }: Ledger): Promise<Check> {
  const hold = await findHold(system.collection)
  if (!hold) return ok('Restore', 'nothing is held')
  const { state, backup_at, restored_at } = hold
  const found = `of the backup of ${backup_at}, begun at ${restored_at}`
  if (state === 'restoring') {
    return fail('Restore', `${found}, is not complete`, 'Run `postline restore` again with that backup, if none runs.')
  }
  const advice = 'Look at what was in flight with `postline resume --list`, then run `postline resume`.'
  return warn('Restore', `${found}: held, so nothing leaves`, advice)
}

async function examineWork({ work }: Ledger): Promise<Check> {
  const standings = await Promise.all(
    WORK_KINDS.map(async (kind) => ({
      kind,
      due: await work[kind].backlog.countDue(MAX_COUNT),
      oldestMs: await work[kind].backlog.oldestDueMs(),
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

async function examineDeadLetters(ledger: Ledger): Promise<Check> {
  const count = await new DeadLetterService(ledger).count()
  if (count === 0) return ok('Dead letters', 'none')
  const advice = 'Read the errors with `postline dead-letters list`, then run `postline dead-letters retry --all`.'
  return warn('Dead letters', `${count} parked`, advice)
}

async function examineAccounts({ models: { accounts } }: Ledger): Promise<Check> {
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
