import { outcomes, startPostline } from '@postline/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createShop } from './shop.cjs'

let postline
beforeAll(async () => {
  postline = await startPostline({ domains: ['shop.example'] })
}, 120_000)
afterAll(() => postline?.close())
beforeEach(() => postline.outbox.clear())

test('a new customer gets a welcome mail', async () => {
  const shop = createShop({ mailUrl: postline.url, mailKey: postline.liveKey })
  await shop.signUp('Ada', 'ada@example.com')
  const mail = await postline.outbox.waitFor({ to: 'ada@example.com', subject: /welcome/i, status: 'delivered' })
  expect(mail.from).toBe('Shop <hello@shop.example>')
  expect(mail.body_text).toBe('Your account is ready.')
})

test('a bounce is reported to the webhook', async () => {
  const webhooks = await postline.receiveWebhooks({ eventTypes: ['bounced'] })
  const shop = createShop({ mailUrl: postline.url, mailKey: postline.testKey })
  const messageId = await shop.signUp('Bob', outcomes.bounced)
  await webhooks.waitFor({ type: 'bounced', messageId })
  expect(webhooks.events).toHaveLength(1)
})
