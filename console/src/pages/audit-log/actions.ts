/** What operations work on, by the first parts of their names. */
const RESOURCE_NAMES: Record<string, string> = {
  accounts: 'the account',
  approvals: 'a mail of a language model',
  broadcasts: 'a broadcast',
  contactLists: 'a contact list',
  contacts: 'a contact',
  deadLetters: 'a dead letter',
  domains: 'a domain',
  'inbound.routes': 'a route of received mail',
  keys: 'a key',
  'mail.inboxes': 'an inbox',
  'mail.labels': 'a label',
  'mail.notes': 'an internal note',
  'mail.savedReplies': 'a saved reply',
  'mail.threads': 'a thread',
  messages: 'a message',
  spendCaps: 'a spend cap',
  suppressions: 'a suppressed address',
  templates: 'a template',
  testRecipients: 'a test recipient',
  uploads: 'an image',
  webhooks: 'a webhook',
}

/** What operations do, by the last part of their names. */
const ACTIONS: Record<string, string> = {
  approve: 'approved',
  assign: 'assigned',
  cancel: 'canceled',
  create: 'created',
  delete: 'deleted',
  merge: 'merged',
  move: 'moved',
  pause: 'paused',
  redeliver: 'delivered again to',
  refuse: 'refused',
  resume: 'resumed',
  retry: 'tried again',
  revoke: 'revoked',
  rotate: 'gave a new secret to',
  rotateSecret: 'gave a new secret to',
  send: 'sent',
  set: 'set',
  snooze: 'snoozed',
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
  'contacts.changeMany': 'changed several contacts',
  'contactLists.members.add': 'put a contact on a list',
  'contactLists.members.remove': 'took a contact off a list',
  'contacts.createImport': 'stored a file of contacts',
  'contacts.import': 'imported contacts',
  'contacts.setTopics': 'changed the topics of a contact',
  'domains.create': 'added a domain',
  'domains.setEd25519': 'turned the Ed25519 signature of a domain on or off',
  'domains.setFromName': 'set the sender name of a domain',
  'domains.setInbound': 'turned receiving on or off for a domain',
  'domains.setLinks': 'turned the link host of a domain on or off',
  'domains.setLogo': 'set the logo of a domain',
  'domains.uploadLogo': 'uploaded the logo of a domain',
  'mail.blockedSenders.create': 'blocked a sender',
  'mail.blockedSenders.delete': 'unblocked a sender',
  'mail.messages.split': 'split a mail off its thread',
  'mail.threads.changeLabels': 'changed the labels of a thread',
  'mail.threads.changeMany': 'changed several threads',
  'mail.threads.setLabels': 'changed the labels of a thread',
  'mail.threads.undoMany': 'undid a change of several threads',
  'messages.deleteContent': 'deleted the content of a message',
  'recipients.erase': 'erased an address',
  session: 'sign in',
  'session.create': 'signed in',
  'session.delete': 'signed out',
  'suppressions.create': 'added a suppressed address',
  'suppressions.delete': 'removed a suppressed address',
  'suppressions.import': 'imported suppressed addresses',
  'suppressions.importFile': 'imported a file of suppressed addresses',
  'uploads.create': 'uploaded an image',
  'webhooks.redeliverMany': 'delivered several events again to a webhook',
  'webhooks.test': 'sent a test event to a webhook',
}

const REFUSED = '.refuse'

/** What was done, as the rest of a sentence, like `created a webhook`. */
export function actionOf(operation: string): string {
  if (operation === `session${REFUSED}`) return 'was refused to sign in'
  if (isRefusal(operation)) return `was refused: ${actionOf(operation.slice(0, -REFUSED.length))}`
  const cut = operation.lastIndexOf('.')
  const [thing, action] = [RESOURCE_NAMES[operation.slice(0, cut)], ACTIONS[operation.slice(cut + 1)]]
  return SENTENCES[operation] ?? (thing && action ? `${action} ${thing}` : operation)
}

/** Whether somebody was not allowed to do it. To refuse a mail that a model wants to send is a separate operation. */
export const isRefusal = (operation: string) => operation.endsWith(REFUSED) && operation !== `approvals${REFUSED}`
