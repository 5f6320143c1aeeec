import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeDatabase } from '../support/databases.js'
import { insertSentMails } from '../support/sent-mails.js'
import { startApp, type TestApp } from '../support/start-app.js'

/*
 * Processes of two versions share a ledger while an upgrade replaces them one by one, so rows and indexes that the
 * earlier version wrote must serve the later one.
 */

const account_id = 'acc_00000000000000000000000001'

let uri: string
let app: TestApp
beforeAll(async () => {
  uri = takeDatabase()
  const connection = await mongoose.createConnection(uri).asPromise()
  const domains = connection.collection<{ _id: string }>('domains')
  const recipients = connection.collection<{ _id: string }>('test_recipients')
  await domains.createIndex({ account_id: 1, slot: 1 }, { unique: true })
  await recipients.createIndex({ account_id: 1, place: 1 }, { unique: true })
  for (const number of [0, 1]) {
    const name = `earlier${number}.example`
    const mail_from_domain = `send.${name}`
    const common = { account_id, created_at: new Date() }
    await domains.insertOne({ _id: `dom_${number}`, ...common, name, mail_from_domain, slot: number } as never)
    const address = `somebody${number}@example.com`
    const recipient = { ...common, email: address, address, place: number, status: 'verified' }
    await recipients.insertOne({ _id: `tr_${number}`, ...recipient } as never)
  }
  const accounts = connection.collection<{ _id: string }>('accounts')
  const owner = { owner_email: 'owner@example.com', plan: null, suspended_at: null }
  await accounts.insertOne({ _id: account_id, ...owner, created_at: new Date() } as never)
  await connection.close()
  app = await startApp({ MONGODB_URI: uri, ROLES: 'api', COMPLAINT_PAUSE_PERCENT: '0.3' })
})
afterAll(() => app?.close())

test('domains and test recipients can be added to a ledger of an earlier version', async () => {
  for (const domain of ['one.example', 'two.example']) {
    expect((await app.call('POST', '/v1/domains', { body: { domain } })).status).toBe(201)
  }
  for (const email of ['one@example.com', 'two@example.com']) {
    expect((await app.call('POST', '/v1/test-recipients', { body: { email } })).status).toBe(201)
  }
})

test('an account of an earlier version is warned, paused and resumed', async () => {
  const { accounts, sendingBrakes } = app.app.services
  await insertSentMails(app.app, account_id, { mails: 1_000, complaints: 1 })
  await sendingBrakes.evaluate(account_id)
  await insertSentMails(app.app, account_id, { mails: 1_000, complaints: 9 })
  await sendingBrakes.evaluate(account_id)
  expect((await accounts.get(account_id)).sending_paused).toMatchObject({ affected: 10, mails: 2_000 })
  expect((await accounts.resume(account_id)).sending_paused).toBeNull()
  await sendingBrakes.evaluate(account_id)
  expect((await accounts.get(account_id)).sending_paused).toBeNull()
})
