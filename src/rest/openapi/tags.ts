import type { JsonObject } from './json.js'

/** Resources by the first word of their operations, in the order of the documentation. */
const TAGS: Record<string, { name: string; description: string }> = {
  messages: { name: 'Messages', description: 'Send mail, now or later, one or many, and read what became of it.' },
  webhooks: { name: 'Webhooks', description: 'Signed requests that tell your endpoint of every event.' },
  domains: {
    name: 'Domains',
    description: 'Domains to send from: the records to publish for them, and whether they are published.',
  },
  suppressions: { name: 'Suppressions', description: 'Recipients that mail is kept from, and why.' },
  templates: { name: 'Templates', description: 'Mails with variables, from which many are made.' },
  keys: { name: 'API keys', description: 'Keys of the account, each with one scope.' },
  account: { name: 'Account', description: 'What the account may send.' },
  usage: { name: 'Usage', description: 'What a month has come to.' },
  spendCaps: { name: 'Spend caps', description: 'Limits on what a month may come to.' },
  testRecipients: {
    name: 'Test recipients',
    description: 'Addresses that agreed to get test mail before there is a domain.',
  },
  uploads: { name: 'Uploads', description: 'Images for the content of mails.' },
  auditLog: { name: 'Audit log', description: 'Who did which writing operation, and when.' },
  outbox: { name: 'Outbox', description: 'Mail that was captured instead of sent, for development.' },
  service: {
    name: 'Service',
    description: 'How the service is, sessions of browsers, what the links in mails lead to, and this documentation.',
  },
}

/** The tag of an operation. */
export function tagOf(operationName: string): string {
  return known(operationName.split('.', 1)[0]!).name
}

/** The tags that operations have, with descriptions. */
export function describeTags(operationNames: readonly string[]): JsonObject[] {
  const used = new Set(operationNames.map((name) => name.split('.', 1)[0]!))
  for (const resource of used) known(resource)
  return Object.entries(TAGS).flatMap(([resource, tag]) => (used.has(resource) ? [{ ...tag }] : []))
}

function known(resource: string) {
  const tag = TAGS[resource]
  if (!tag) throw new Error(`the resource ${resource} needs an entry in the tags of the documentation`)
  return tag
}
