import { mongo } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NoFields, Nothing } from '../../src/contract/fields.js'
import { operation } from '../../src/operations/operation.js'
import { runOperation } from '../../src/operations/runner.js'
import { startApp, type TestApp } from '../support/start-app.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
})
afterAll(() => app.close())

const failing = (failure: Error) =>
  operation({
    ...{ name: 'failing.run', kind: 'query', scope: 'public', summary: 'Fails.', errors: [] },
    ...{ input: NoFields, output: Nothing, examples: [], run: () => Promise.reject(failure) },
  })
const run = (failure: Error) => runOperation(app.app, failing(failure), null, {})

test('an operation whose query the ledger leaves unanswered is overloaded, and says when to try again', async () => {
  const silence = new mongo.MongoNetworkTimeoutError('connection 7 to 127.0.0.1:27017 timed out')
  await expect(run(silence)).rejects.toMatchObject({ code: 'overloaded', status: 503, retryAfterSeconds: 5 })
})

test('any other failure stays what it is, for the log', async () => {
  const failure = new mongo.MongoServerError({ message: 'bad plan', code: 2 })
  await expect(run(failure)).rejects.toBe(failure)
})
