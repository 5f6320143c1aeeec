// Makes a fresh group of MongoDB members a replica set with three users. Run again, it finds its work done.
// It has to run where the first member is loopback: only there does MongoDB let in somebody without a user yet.
//
//   admin     makes users and runs the replica set; for this script and for the operator
//   postline  reads and writes the database of the service, makes its collections and indexes, and no other's
//   backup    reads everything, the oplog with it: only that gives a dump of one moment while work goes on
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import mongoose from 'mongoose'

const { MongoClient } = mongoose.mongo

const PATIENCE_MS = 120_000
const PAUSE_MS = 500

const { MONGO_PORT = '27017', MONGO_MEMBERS = '', MONGO_DATABASE = 'postline' } = process.env
const members = MONGO_MEMBERS.split(',').filter(Boolean)

const admin = {
  name: 'admin',
  password: passwordFrom('MONGO_ADMIN_PASSWORD_FILE'),
  roles: ['userAdminAnyDatabase', 'clusterAdmin'],
}
const others = [
  {
    name: 'postline',
    password: passwordFrom('MONGO_PASSWORD_FILE'),
    roles: [{ role: 'readWrite', db: MONGO_DATABASE }],
  },
  { name: 'backup', password: passwordFrom('MONGO_BACKUP_PASSWORD_FILE'), roles: ['backup'] },
]

function passwordFrom(variable) {
  try {
    return readFileSync(process.env[variable] ?? '', 'utf8').trim() || fail(`The file of ${variable} is empty.`, 2)
  } catch (error) {
    return fail(`${variable} must name a file with a password: ${error.message}`, 2)
  }
}

function fail(text, exitCode) {
  process.stderr.write(`${text}\n`)
  process.exit(exitCode)
}

/** Asks the first member, as a user or as nobody. */
async function ask(command, user) {
  const options = new URLSearchParams({ directConnection: 'true', serverSelectionTimeoutMS: '5000' })
  const auth = user && { auth: { username: user.name, password: user.password }, authSource: 'admin' }
  const client = new MongoClient(`mongodb://127.0.0.1:${MONGO_PORT}/?${options}`, auth ?? {})
  try {
    return await client.db('admin').command(command)
  } finally {
    await client.close()
  }
}

/** Runs a step; an error of one of these names means that it has been done before. */
async function unless(names, step) {
  try {
    await step()
  } catch (error) {
    if (!names.includes(error.codeName)) throw error
  }
}

async function isPrimary() {
  return (await ask({ hello: 1 })).isWritablePrimary === true
}

async function canLogIn(user) {
  return ask({ ping: 1 }, user).then(
    () => true,
    () => false,
  )
}

async function waitForPrimary() {
  for (const deadline = Date.now() + PATIENCE_MS; !(await isPrimary()); await delay(PAUSE_MS)) {
    if (Date.now() > deadline) fail(`The first member is no primary after ${PATIENCE_MS / 1_000} s.`, 1)
  }
}

async function makeReplicaSet() {
  // Only on the first member can the first user be made, so it has to win the first election.
  const config = { _id: 'rs0', members: members.map((host, _id) => ({ _id, host, priority: _id === 0 ? 2 : 1 })) }
  await unless(['AlreadyInitialized', 'Unauthorized'], () => ask({ replSetInitiate: config }))
  await waitForPrimary()
  await unless(['Location51003', 'Unauthorized'], () => ask(createUser(admin)))
}

async function makeUser(user) {
  if (await canLogIn(user)) return
  await waitForPrimary()
  await unless(['Location51003'], () => ask(createUser(user), admin))
}

const createUser = ({ name, password, roles }) => ({ createUser: name, pwd: password, roles })

if (members.length === 0) fail('Set MONGO_MEMBERS, a comma-separated list of host:port, starting with this member.', 2)
if (!(await canLogIn(admin))) await makeReplicaSet()
for (const user of [admin, ...others]) {
  if (user !== admin) await makeUser(user)
  if (!(await canLogIn(user))) fail(`The replica set is there, but ${user.name} cannot log in with its password.`, 1)
}
process.stdout.write(`The replica set of ${members.join(', ')} is ready.\n`)
