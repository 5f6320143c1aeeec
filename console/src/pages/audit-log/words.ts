import type { AuditLogQuery } from './audit-log-operations'

export type Entry = NonNullable<AuditLogQuery['auditLog']>['nodes'][number]

/** What operations work on, by the first parts of their names. */
const THINGS: Record<string, string> = {
  accounts: 'the account',
  broadcasts: 'a broadcast',
  contactLists: 'a contact list',
  contacts: 'a contact',
  deadLetters: 'a dead letter',
  domains: 'a domain',
  'inbound.routes': 'a route of received mail',
  keys: 'a key',
  'mail.inboxes': 'an inbox',
  'mail.labels': 'a label',
  messages: 'a message',
  spendCaps: 'a spend cap',
  suppressions: 'a suppressed address',
  templates: 'a template',
  testRecipients: 'a test recipient',
  uploads: 'an image',
  webhooks: 'a webhook',
}

/** What operations do, by the last part of their names. */
const DEEDS: Record<string, string> = {
  cancel: 'canceled',
  create: 'created',
  delete: 'deleted',
  pause: 'paused',
  redeliver: 'delivered again to',
  resume: 'resumed',
  retry: 'tried again',
  revoke: 'revoked',
  rotate: 'gave a new secret to',
  rotateSecret: 'gave a new secret to',
  send: 'sent',
  set: 'set',
  suspend: 'suspended',
  test: 'tested',
  update: 'changed',
  verify: 'checked the records of',
}

/** Operations whose words do not follow from their names. */
const SENTENCES: Record<string, string> = {
  'accounts.pauseSending': 'stopped sending for the account',
  'accounts.setPlan': 'set the plan of the account',
  'billing.checkout': 'began to change the plan',
  'billing.portal': 'opened the invoices',
  'broadcasts.test': 'sent a test of a broadcast',
  'contactLists.members.add': 'put a contact on a list',
  'contactLists.members.remove': 'took a contact off a list',
  'contacts.createImport': 'stored a file of contacts',
  'contacts.import': 'imported contacts',
  'contacts.setTopics': 'changed the topics of a contact',
  'domains.create': 'added a domain',
  'domains.setFromName': 'set the sender name of a domain',
  'domains.setInbound': 'turned receiving on or off for a domain',
  'domains.setLogo': 'set the logo of a domain',
  'domains.uploadLogo': 'uploaded the logo of a domain',
  'messages.deleteContent': 'deleted the content of a message',
  'recipients.erase': 'erased an address',
  session: 'sign in',
  'session.create': 'signed in',
  'session.delete': 'signed out',
  'suppressions.create': 'added a suppressed address',
  'suppressions.delete': 'removed a suppressed address',
  'suppressions.import': 'imported suppressed addresses',
  'suppressions.importFile': 'imported a file of suppressed addresses',
  'webhooks.test': 'sent a test event to a webhook',
}

const REFUSED = '.refuse'

/** What was done, as the rest of a sentence, like `created a webhook`. */
export function deedOf(operation: string): string {
  if (operation === `session${REFUSED}`) return 'was refused to sign in'
  if (operation.endsWith(REFUSED)) return `was refused: ${deedOf(operation.slice(0, -REFUSED.length))}`
  const cut = operation.lastIndexOf('.')
  const [thing, deed] = [THINGS[operation.slice(0, cut)], DEEDS[operation.slice(cut + 1)]]
  return SENTENCES[operation] ?? (thing && deed ? `${deed} ${thing}` : operation)
}

/** Whether somebody was not allowed to do it. */
export const isRefusal = (operation: string) => operation.endsWith(REFUSED)

/** Who did it. */
export function actorInWords({ actor: { type, id }, operation }: Entry, keys: ReadonlyMap<string, string>): string {
  if (type === 'service') return 'The service itself'
  if (type === 'cli') return `The operator${id ? ` ${id}` : ''} at the command line`
  const key = (id && keys.get(id)) ?? 'a key that is gone'
  if (operation.startsWith('session')) return `Somebody with ${key}`
  return type === 'session' ? `Somebody signed in with ${key}` : `A program with ${key}`
}

const PAGES: readonly (readonly [prefix: string, path: string])[] = [
  ['bc_', '/broadcasts/'],
  ['msg_', '/messages/'],
  ['wh_', '/webhooks/'],
  ['dom_', '/domains/'],
]

/** The page that shows a target; null if there is none. */
export function pageOf(target: string): string | null {
  const [, path] = PAGES.find(([prefix]) => target.startsWith(prefix)) ?? []
  return path ? path + target : null
}
