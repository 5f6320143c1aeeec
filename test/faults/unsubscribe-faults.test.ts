import { afterEach, beforeEach, expect, test } from 'vitest'
import { inParallel } from '../../src/lib/concurrency/in-parallel.js'
import { broadcastCounts } from '../../src/services/tracking/counts/broadcast-counts.js'
import { unsubscribeLink } from '../../src/services/tracking/engagement/links.js'
import { Deployment } from '../support/deployment.js'
import { eventually } from '../support/start-app.js'

const BROADCAST = 'bc_01kajqx5t2n8w4e6r9y7m3b1c0'
const RECIPIENTS = 1_500
const AT_A_TIME = 40

let deployment: Deployment
beforeEach(async () => {
  deployment = await Deployment.create()
})
afterEach(() => deployment.close())

test('whoever is unsubscribed when the API is killed counts, and nobody else', async () => {
  const { models, newId, linkSigner } = deployment.ledger
  await deployment.start('api')
  const { _id: account_id } = (await models.accounts.findOne().lean())!
  const messages = Array.from({ length: RECIPIENTS }, (_none, index) => {
    const _id = newId('message')
    return { _id, account_id, broadcast_id: BROADCAST, idempotency_key: _id, email: `reader${index}@list.example` }
  })
  await models.messages.collection.insertMany(messages as never)
  const signer = await linkSigner()
  const links = messages.map((message) => unsubscribeLink(signer, deployment.url, message, message.email))
  const body = () => new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  // A mail service that is not answered does not ask again.
  const clickAll = () =>
    inParallel(links, AT_A_TIME, async (link) => {
      await fetch(link, { method: 'POST', body: body() }).catch(() => undefined)
    })
  const unsubscribed = () => models.suppressions.countDocuments({ account_id, state: 'unsubscribed' })
  const counted = async () => (await broadcastCounts(models, account_id, [BROADCAST])).get(BROADCAST)!.unsubscribed
  const marked = () => models.messages.countDocuments({ account_id, unsubscribed_at: { $exists: true } })

  for (const part of [1 / 4, 1 / 2]) {
    const api = deployment.programs.at(-1)!
    const clicks = clickAll()
    await eventually('some are unsubscribed', async () => (await unsubscribed()) >= part * RECIPIENTS)
    api.signal('SIGKILL')
    await api.ended
    await clicks
    const left = await unsubscribed()
    expect(left).toBeLessThan(RECIPIENTS)
    expect([await counted(), await marked()]).toEqual([left, left])
    await deployment.start('api')
  }
  await clickAll()
  expect([await unsubscribed(), await counted(), await marked()]).toEqual([RECIPIENTS, RECIPIENTS, RECIPIENTS])
})
