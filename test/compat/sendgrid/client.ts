import { Client } from '@sendgrid/client'
import { MailService } from '@sendgrid/mail'
import type { TestApp } from '../../support/start-app.js'

type Given = Pick<TestApp, 'url'>

/** SendGrid's client for a key. The URL comes second: a key sets that of SendGrid. */
export function clientFor(app: Given, key: string): Client {
  const client = new Client()
  // Instead of setApiKey, which warns of keys without their beginning.
  client.setDefaultHeader('Authorization', `Bearer ${key}`)
  client.setDefaultRequest('baseUrl', `${app.url}/compat/sendgrid`)
  return client
}

export function mailFor(app: Given, key: string): MailService {
  const service = new MailService()
  service.setClient(clientFor(app, key))
  return service
}
