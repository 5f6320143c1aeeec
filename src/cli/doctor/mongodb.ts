import type { Connection } from 'mongoose'
import { withTimeout } from '../../lib/concurrency/time-limit.js'
import { connectLedger } from '../../models/index.js'
import { START_FIRST, withoutSecrets } from '../servers.js'
import { type Check, fail, ok, reasonOf } from './check.js'
import { isUsable, OLDEST_USABLE } from './server-versions.js'

const NAME = 'MongoDB'
const TIMEOUT_MS = 5_000

/** MongoDB answers, is new enough, and is a replica set, which transactions need. The connection is null if it cannot be used. */
export async function checkMongo(uri: string | null): Promise<{ check: Check; connection: Connection | null }> {
  if (!uri) return { check: fail(NAME, 'not set and not running', START_FIRST), connection: null }
  const where = withoutSecrets(uri)
  let connection: Connection
  try {
    connection = await connectLedger(uri, { patienceMs: TIMEOUT_MS })
  } catch (error) {
    const advice = 'Start it, or correct MONGODB_URI, including user, password and `replicaSet`.'
    return { check: fail(NAME, `${where} cannot be used: ${reasonOf(error)}`, advice), connection: null }
  }
  try {
    return { check: await withTimeout(TIMEOUT_MS, examine(connection, where)), connection }
  } catch (error) {
    await connection.close()
    const advice = 'Check its log. The user needs readWrite on this database.'
    return { check: fail(NAME, `${where} answers with an error: ${reasonOf(error)}`, advice), connection: null }
  }
}

async function examine(connection: Connection, where: string): Promise<Check> {
  const [hello, build] = await Promise.all([
    connection.db!.command({ hello: 1 }),
    connection.db!.command({ buildInfo: 1 }),
  ])
  const version = String(build.version)
  if (!isUsable({ product: 'mongod', version })) {
    return fail(NAME, `${where} is MongoDB ${version}`, `Use MongoDB ${OLDEST_USABLE.mongod} or newer.`)
  }
  if (hello.msg === 'isdbgrid') return ok(NAME, `${where}, ${version}, sharded`)
  if (!hello.setName) {
    const advice = 'Run it with --replSet and call rs.initiate(); one member is enough.'
    return fail(NAME, `${where} is not a replica set, which transactions need`, advice)
  }
  const members = (hello.hosts as string[]).length
  return ok(NAME, `${where}, ${version}, replica set ${hello.setName} of ${members}`)
}
