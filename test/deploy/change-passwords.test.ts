import { rm } from 'node:fs/promises'
import { type EmbeddedServers, startEmbeddedServers } from '@postline/embedded'
import { Redis } from 'ioredis'
import mongoose from 'mongoose'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeScratch } from '../support/scratch.js'
import { startApp } from '../support/start-app.js'

/* "Changing other secrets" of docs/operating.md: passwords of MongoDB and Redis, while processes run with the old ones. */

let dataDir: string
let servers: EmbeddedServers

beforeAll(async () => {
  dataDir = await makeScratch('passwords')
  const log = pino({ level: 'silent' })
  servers = await startEmbeddedServers({ dataDir, log, env: process.env, say: () => {}, ephemeral: true })
})
afterAll(async () => {
  await servers.close()
  await rm(dataDir, { recursive: true, force: true })
})

const withLogin = (address: string, username: string, password: string): string =>
  address.replace(/\/\/[^@]*@/, `//${username}:${password}@`)

test('passwords change while processes run: with both valid for a while, then with the new one alone', async () => {
  const { mongoUri, redisUrl } = servers
  const old = await startApp({ MONGODB_URI: mongoUri, REDIS_URL: redisUrl, ROLES: 'api' })
  const admin = mongoose.createConnection(mongoUri)
  const users = (await admin.asPromise()).getClient().db('admin')
  const redis = new Redis(redisUrl)
  try {
    // 1. The new logins beside the old ones.
    await users.command({ createUser: 'postline2', pwd: 'fresh', roles: [{ role: 'root', db: 'admin' }] })
    await redis.call('ACL', 'SETUSER', 'default', '>fresh')
    // 2. A process with the new ones, beside one with the old ones.
    const fresh = {
      MONGODB_URI: withLogin(mongoUri, 'postline2', 'fresh'),
      REDIS_URL: withLogin(redisUrl, 'default', 'fresh'),
    }
    const next = await startApp({ ...fresh, ROLES: 'api' })
    for (const app of [old, next]) {
      await expect.poll(async () => (await app.call('GET', '/readyz', { key: null })).status).toBe(200)
    }
    await old.app.close()
    // 3. The old ones go.
    const { password } = new URL(redisUrl)
    await redis.call('ACL', 'SETUSER', 'default', `<${password}`)
    await users.command({ dropUser: new URL(mongoUri).username })
    await expect(startApp({ MONGODB_URI: mongoUri, REDIS_URL: redisUrl, ROLES: 'api' })).rejects.toThrow(
      /MongoDB \(MONGODB_URI\) cannot be used/,
    )
    await next.app.close()
    const last = await startApp({ ...fresh, ROLES: 'api' })
    await expect.poll(async () => (await last.call('GET', '/readyz', { key: null })).status).toBe(200)
    await last.app.close()
  } finally {
    redis.disconnect()
    await admin.close()
  }
})
