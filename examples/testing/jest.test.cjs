const { outcomes, startPostline } = require('@postline/testing')
const { createShop } = require('./shop.cjs')

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
})

test('the mail of a customer whose mailbox is gone bounces', async () => {
  const shop = createShop({ mailUrl: postline.url, mailKey: postline.testKey })
  await shop.signUp('Bob', outcomes.bounced)
  await postline.outbox.waitFor({ to: outcomes.bounced, status: 'bounced' })
})
