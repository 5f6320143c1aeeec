import type { Kind } from './source.js'

/** A service from which an account can move here. It imports nothing at run time, because the console shows it as well. */
interface Service {
  /** As people call it. */
  title: string
  /** Where its key is looked for. */
  keyVariable: string
  /** The URL of its API; null if it depends on a region. */
  baseUrl: string | null
  /** What its API lets an import read. */
  brings: readonly Kind[]
  /** What has to be brought otherwise: a sentence each. */
  byHand: readonly string[]
}

export const SERVICES = {
  resend: {
    title: 'Resend',
    keyVariable: 'RESEND_API_KEY',
    baseUrl: 'https://api.resend.com',
    brings: ['domains', 'templates', 'suppressions', 'lists', 'contacts', 'webhooks'],
    byHand: [],
  },
  postmark: {
    title: 'Postmark',
    keyVariable: 'POSTMARK_SERVER_TOKEN',
    baseUrl: 'https://api.postmarkapp.com',
    brings: ['domains', 'templates', 'suppressions', 'webhooks'],
    byHand: [],
  },
  sendgrid: {
    title: 'SendGrid',
    keyVariable: 'SENDGRID_API_KEY',
    baseUrl: 'https://api.sendgrid.com',
    brings: ['domains', 'templates', 'suppressions', 'lists', 'webhooks'],
    byHand: [
      'Contacts: SendGrid gives them as a file alone. Export them, and import the file with POST /v1/contacts/imports.',
    ],
  },
  mailgun: {
    title: 'Mailgun',
    keyVariable: 'MAILGUN_API_KEY',
    baseUrl: 'https://api.mailgun.net',
    brings: ['domains', 'templates', 'suppressions', 'lists', 'contacts', 'webhooks'],
    byHand: ['Routes: make them as inbound routes, POST /v1/inbound/routes with the format mailgun.'],
  },
  ses: {
    title: 'Amazon SES',
    keyVariable: 'AWS_ACCESS_KEY_ID',
    baseUrl: null,
    brings: ['domains', 'templates', 'suppressions', 'lists', 'contacts'],
    byHand: ['Notifications by SNS: make a webhook, POST /v1/webhooks. It reports the same events.'],
  },
} as const satisfies Record<string, Service>

/** The name of a service, as the command takes it. */
export type ServiceName = keyof typeof SERVICES
export const SERVICE_NAMES = Object.keys(SERVICES) as ServiceName[]

/** Postmark's domains belong to its account and need a separate key. */
export const ACCOUNT_TOKEN = 'POSTMARK_ACCOUNT_TOKEN'
