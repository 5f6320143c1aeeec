// Makes a fresh group of MongoDB members a replica set with one user. Run again, it finds its work done.
// It has to run where the first member is loopback: only there does MongoDB let in somebody without a user yet.
import { setTimeout as delay } from 'node:timers/promises'
import mongoose from 'mongoose'

const { MongoClient } = mongoose.mongo

const PATIENCE_MS = 120_000
const PAUSE_MS = 500

const { MONGO_PORT = '27017', MONGO_MEMBERS = '', MONGO_USER = 'postline', MONGO_PASSWORD = '' } = process.env
const members = MONGO_MEMBERS.split(',').filter(Boolean)
const local = { host: `127.0.0.1:${MONGO_PORT}`, directConnection: 'true', serverSelectionTimeoutMS: '5000' }

/** Asks the first member, as its user or as nobody. */
async function ask(command, user) {
  const { host, ...options } = local
  const auth = user ? { auth: { username: MONGO_USER, password: MONGO_PASSWORD }, authSource: 'admin' } : {}
  const client = new MongoClient(`mongodb://${host}/?${new URLSearchParams(options)}`, auth)
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
  return (await ask({ hello: 1 }, false)).isWritablePrimary === true
}

async function canLogIn() {
  return ask({ ping: 1 }, true).then(
    () => true,
    () => false,
  )
}

async function makeReplicaSet() {
  // Only on the first member can the user be made, so it has to win the first election.
  const config = { _id: 'rs0', members: members.map((host, _id) => ({ _id, host, priority: _id === 0 ? 2 : 1 })) }
  await unless(['AlreadyInitialized', 'Unauthorized'], () => ask({ replSetInitiate: config }, false))
  for (const deadline = Date.now() + PATIENCE_MS; !(await isPrimary()); await delay(PAUSE_MS)) {
    if (await canLogIn()) return
    if (Date.now() > deadline) throw new Error(`The first member is no primary after ${PATIENCE_MS / 1_000} s.`)
  }
  const user = { createUser: MONGO_USER, pwd: MONGO_PASSWORD, roles: ['readWriteAnyDatabase', 'clusterMonitor'] }
  await unless(['Location51003', 'Unauthorized'], () => ask(user, false))
}

if (members.length === 0 || !MONGO_PASSWORD) {
  process.stderr.write(
    'Set MONGO_MEMBERS (a comma-separated list of host:port, starting with this member) and MONGO_PASSWORD.\n',
  )
  process.exit(2)
}
if (!(await canLogIn())) await makeReplicaSet()
if (!(await canLogIn())) {
  process.stderr.write(`The replica set is there, but ${MONGO_USER} cannot log in with MONGO_PASSWORD.\n`)
  process.exit(1)
}
process.stdout.write(`The replica set of ${members.join(', ')} is ready.\n`)
