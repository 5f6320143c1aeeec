import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { startPostline } from '@postline/testing'
import { createShop } from './shop.cjs'

let postline
before(async () => {
  postline = await startPostline({ domains: ['shop.example'] })
})
after(() => postline?.close())
beforeEach(() => postline.outbox.clear())

test('a new customer gets one welcome mail, even when the sign-up is repeated', async () => {
  const shop = createShop({ mailUrl: postline.url, mailKey: postline.liveKey })
  await shop.signUp('Ada', 'ada@example.com')
  await shop.signUp('Ada', 'ada@example.com')
  await postline.outbox.waitFor({ to: 'ada@example.com', subject: 'Welcome, Ada!', status: 'delivered' })
  assert.equal((await postline.outbox.list()).length, 1)
})
