import { createTransport } from 'nodemailer'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '../support/built-program.js'
import { Deployment } from '../support/deployment.js'
import { inboundDomain } from '../support/inbound-domain.js'
import { eventually } from '../support/start-app.js'

const MAILS = 300
const CLIENTS = 20
const DOMAIN = 'killed.test'

let deployment: Deployment
let port: number
beforeEach(async () => {
  port = await freePort()
  deployment = await Deployment.create({ SMTP_PORT: String(port), SMTP_MAILS_PER_MINUTE: '0' })
})
afterEach(() => deployment.close())

/** Sends mails by several clients at once. Returns those that were acknowledged. */
async function sendAll(numbers: number[]): Promise<number[]> {
  const acknowledged: number[] = []
  const left = [...numbers]
  const client = async () => {
    const pool = createTransport({ host: '127.0.0.1', port, pool: true, maxConnections: 1 })
    for (let number = left.shift(); number !== undefined; number = left.shift()) {
      const raw = `Subject: ${number}\r\n\r\n${'A line of text.\r\n'.repeat(600)}`
      const envelope = { from: 'ada@elsewhere.test', to: [`box@${DOMAIN}`] }
      const isTaken = await pool.sendMail({ envelope, raw }).then(
        () => true,
        () => false,
      )
      if (isTaken) acknowledged.push(number)
    }
    pool.close()
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return acknowledged
}

test('a listener that is killed loses no mail that it has acknowledged, and what is sent again is there once', async () => {
  const { models } = deployment.ledger
  const listener = await deployment.start('smtp')
  const { account_id: accountId } = await deployment.ledger.services.accounts.create('owner@elsewhere.test')
  await inboundDomain({ models, accountId }, DOMAIN)
  const numbers = Array.from({ length: MAILS }, (_none, index) => index)
  const sending = sendAll(numbers)
  await eventually('it is in the middle of them', async () => (await models.inboundEmails.countDocuments()) > 20)
  listener.signal('SIGKILL')
  const acknowledged = await sending
  await listener.ended
  expect(acknowledged.length).toBeLessThan(MAILS)
  expect(await models.inboundEmails.countDocuments()).toBeGreaterThanOrEqual(acknowledged.length)

  await deployment.start('smtp')
  const again = numbers.filter((number) => !acknowledged.includes(number))
  expect(await sendAll(again)).toHaveLength(again.length)
  expect(await models.inboundEmails.countDocuments()).toBe(MAILS)
  expect(await models.blobs.countDocuments()).toBe(MAILS)
})
