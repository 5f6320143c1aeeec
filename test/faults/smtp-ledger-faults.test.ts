import { expect, test } from 'vitest'
import { DOMAIN, startListener } from '../smtp/smtp-app.js'
import { startOwnServer } from '../support/own-servers.js'
import { atData, smtpClient } from '../support/smtp-client.js'
import { eventually } from '../support/start-app.js'

test('without MongoDB mail is to be sent again, and none is lost', async () => {
  const mongo = await startOwnServer('mongo')
  const app = await startListener({ MONGODB_URI: mongo.uri })
  const waiting = await atData(app.port, `patient@${DOMAIN}`)
  const asking = await smtpClient(app.port)
  await asking.command('EHLO client.test')
  await asking.command('MAIL FROM:<ada@elsewhere.test>')
  await mongo.kill()
  try {
    expect(await asking.command(`RCPT TO:<patient@${DOMAIN}>`)).toMatch(/^451 4\.3\.2 overloaded/)
    expect(await waiting.command('Subject: wait\r\n\r\nLater.\r\n.')).toMatch(/^451 4\.3\.2 overloaded/)
  } finally {
    await mongo.restart()
  }
  await eventually('the mail is taken', async () => {
    const client = await atData(app.port, `patient@${DOMAIN}`).catch(() => null)
    const reply = await client?.command('Subject: wait\r\n\r\nLater.\r\n.')
    client?.close()
    return reply?.startsWith('250 ')
  })
  expect(await app.app.models.inboundEmails.countDocuments({ recipient: `patient@${DOMAIN}` })).toBe(1)
  await app.close()
  await mongo.close()
})
