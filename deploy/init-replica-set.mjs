// Turns new MongoDB members into a replica set with three users. Can be run again: it skips what is already done. Run
// it on the machine of the first member: MongoDB allows access without a user only over loopback.
//
//   admin     creates users and manages the replica set; for this script and for the operator
//   postline  reads and writes the database of the service, with its collections and indexes, and no other database
//   backup    reads everything, including the oplog, which a consistent dump during operation needs
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

/** Sends a command to the first member, as a user or without one. */
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

/** Runs a step. An error with one of these names means that the step is already done. */
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
    if (Date.now() > deadline) fail(`The first member is not the primary after ${PATIENCE_MS / 1_000} s.`, 1)
  }
}

async function makeReplicaSet() {
  // The first user can be created only on the first member, so that member must win the first election.
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
  if (!(await canLogIn(user))) fail(`The replica set exists, but ${user.name} cannot log in with its password.`, 1)
}
process.stdout.write(`The replica set of ${members.join(', ')} is ready.\n`)
