import { type Connection, mongo } from 'mongoose'
import { withTimeout } from '../../lib/concurrency/time-limit.js'
import { connectLedger } from '../../models/index.js'
import { START_FIRST, withoutSecrets } from '../servers.js'
import { type Check, fail, ok, reasonOf, warn } from './check.js'
import { isUsable, OLDEST_USABLE } from './server-versions.js'

const NAME = 'MongoDB'
const TIMEOUT_MS = 5_000
const MEMBER_TIMEOUT_MS = 2_000
/** What a member of a replica set is when it works. */
const WORKING: ReadonlySet<string> = new Set(['RSPrimary', 'RSSecondary', 'RSArbiter'])

/** MongoDB answers, is new enough, and is a replica set, which transactions need. The connection is null if it cannot be used. */
export async function checkMongo(uri: string | null): Promise<{ check: Check; connection: Connection | null }> {
  if (!uri) return { check: fail(NAME, 'not set and not running', START_FIRST), connection: null }
  const where = withoutSecrets(uri)
  let connection: Connection
  try {
    connection = await connectLedger(uri, { serverSelectionTimeoutMs: TIMEOUT_MS })
  } catch (error) {
    const advice = 'Start it, or correct MONGODB_URI, including user, password and `replicaSet`.'
    return { check: fail(NAME, `${where} cannot be used: ${reasonOf(error)}`, advice), connection: null }
  }
  try {
    return { check: await withTimeout(TIMEOUT_MS, examine(connection, uri, where)), connection }
  } catch (error) {
    await connection.close()
    const advice = 'Check its log. The user needs readWrite on this database.'
    return { check: fail(NAME, `${where} answers with an error: ${reasonOf(error)}`, advice), connection: null }
  }
}

async function examine(connection: Connection, uri: string, where: string): Promise<Check> {
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
  const found = `${where}, ${version}, replica set ${hello.setName} of ${members}`
  const broken = await findBrokenMembers(uri)
  if (broken.length === 0) return ok(NAME, found)
  const advice = 'Start each of them again, or replace it by a new member. Without a majority nothing can be written.'
  return warn(NAME, `${found}, of which ${broken.join(' and ')} cannot be used`, advice)
}

/** The addresses of the members of a replica set that do not answer this machine, or have not copied the data yet. */
async function findBrokenMembers(uri: string): Promise<string[]> {
  const client = new mongo.MongoClient(uri, { connectTimeoutMS: MEMBER_TIMEOUT_MS })
  const broken = new Promise<string[]>((resolve) => {
    client.on('topologyDescriptionChanged', ({ newDescription }) => {
      const servers = [...newDescription.servers.values()]
      const isExamined = servers.every(({ type, error }) => type !== 'Unknown' || error !== null)
      if (newDescription.type === 'Unknown' || !isExamined) return
      resolve(servers.filter(({ type }) => !WORKING.has(type)).map(({ address }) => address))
    })
  })
  try {
    await client.connect()
    return await broken
  } finally {
    await client.close()
  }
}
