import assert from 'node:assert/strict'
import type { MailService } from '@sendgrid/mail'
import { differs, type SdkMethod } from '../support/methods.js'

/** What `@sendgrid/mail` calls. */
export const mailMethods: readonly SdkMethod<MailService>[] = [
  differs(
    'send',
    'Everything but what [is named below](#personalizations-templates-and-settings) works: `substitutions`, `sections`, `asm`, `batchId` and most of `mailSettings` answer 501',
    async ({ sdk, app }) => {
      const mail = { from: 'hello@sandbox.postline.localhost', to: app.ownerEmail, subject: 'Sent', text: 'It works.' }
      const [response, body] = await sdk.send({ ...mail, categories: ['receipt'] })
      assert.equal(response.statusCode, 202)
      assert.equal(body, '')
      const sent = await app.call('GET', `/v1/messages/${response.headers['x-message-id']}`)
      assert.deepEqual(sent.body.tags, { tag: 'receipt' })
      const several = await sdk.send([mail, { ...mail, subject: 'Second' }])
      assert.equal(several.length, 2)
    },
  ),
  differs(
    'sendMultiple',
    'As `send`. If a rule refuses one of the mails, such as a suppressed recipient, the others are sent, and the error says which',
    async ({ sdk, app }) => {
      const [response] = await sdk.sendMultiple({
        from: 'hello@sandbox.postline.localhost',
        to: [app.ownerEmail, { email: app.ownerEmail, name: 'Owner' }] as never,
        subject: 'To each',
        html: '<p>It works.</p>',
      })
      assert.equal(response.statusCode, 202)
      const { body } = await app.call('GET', '/v1/messages?limit=2')
      assert.deepEqual(
        body.messages.map(({ subject, to }: { subject: string; to: string[] }) => [subject, to]),
        Array.from({ length: 2 }, () => ['To each', [app.ownerEmail]]),
      )
    },
  ),
]
