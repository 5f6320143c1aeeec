// biome-ignore lint/suspicious/noExplicitAny: whatever JSON comes back
type Json = any

/** Where an operation is in the GraphQL schema. */
export interface GraphqlField {
  field: string
  /** Field of that field that answers the operation, with the arguments that the first one lacks. */
  nested?: string
  /** Arguments whose names do not follow from the input's. */
  args?: Record<string, string>
  /** What REST calls the result, made of the field's value. */
  pick?: (data: Json) => Json
}

const page = { limit: 'first', cursor: 'after' }
const listOf =
  (name: string) =>
  ({ nodes, page_info }: Json) => ({
    [name]: nodes,
    next_cursor: page_info.has_next_page ? page_info.end_cursor : null,
  })

/** The field of every operation; one without an entry here has no GraphQL door, which a test reports. */
export const graphqlFields: Record<string, GraphqlField> = {
  'messages.send': { field: 'sendMessage' },
  'messages.sendBatch': { field: 'sendBatch', args: { items: 'input' } },
  'messages.list': { field: 'messages', args: page, pick: listOf('messages') },
  'messages.get': { field: 'message' },
  'messages.getByIdempotencyKey': { field: 'messageByIdempotencyKey', args: { idempotency_key: 'key' } },
  'messages.cancel': { field: 'cancelMessage' },
  'keys.create': { field: 'createApiKey' },
  'keys.list': { field: 'apiKeys', args: page, pick: listOf('keys') },
  'keys.rotate': { field: 'rotateApiKey' },
  'keys.revoke': { field: 'revokeApiKey', pick: () => null },
  'usage.get': { field: 'usage' },
  'spendCaps.list': { field: 'spendCaps', args: page, pick: listOf('spend_caps') },
  'spendCaps.set': { field: 'setSpendCap' },
  'spendCaps.delete': { field: 'deleteSpendCap', pick: () => null },
  'account.verification': { field: 'account' },
  // There one type serves both, and the mail itself is a field like any other.
  'outbox.list': {
    field: 'outbox',
    args: page,
    pick: ({ nodes, ...rest }) =>
      listOf('mails')({ nodes: nodes.map(({ mime: _mime, ...mail }: Json) => mail), ...rest }),
  },
  'outbox.get': { field: 'outboxMail', pick: ({ mime }) => mime },
  'suppressions.create': { field: 'addSuppression' },
  'suppressions.list': { field: 'suppressions', args: page, pick: listOf('suppressions') },
  'suppressions.import': { field: 'importSuppressions' },
  'suppressions.delete': { field: 'removeSuppression', pick: () => null },
  'messages.validate': { field: 'validateAddress' },
  'testRecipients.create': { field: 'createTestRecipient' },
  'testRecipients.list': { field: 'testRecipients', args: page, pick: listOf('test_recipients') },
  'testRecipients.verify': { field: 'verifyTestRecipient' },
  'testRecipients.delete': { field: 'deleteTestRecipient', pick: () => null },
  'templates.create': { field: 'createTemplate' },
  'templates.list': { field: 'templates', args: page, pick: listOf('templates') },
  'templates.get': { field: 'template' },
  'templates.update': { field: 'updateTemplate' },
  'templates.delete': { field: 'deleteTemplate', pick: () => ({ message: 'The template is deleted.' }) },
  'templates.versions': { field: 'template', nested: 'versions', args: page, pick: listOf('versions') },
  'templates.render': { field: 'renderTemplate' },
  'templates.preview': { field: 'previewTemplate' },
  'auditLog.list': { field: 'auditLog', args: page, pick: listOf('entries') },
  'domains.create': { field: 'addDomain' },
  'domains.list': { field: 'domains', args: page, pick: listOf('domains') },
  'domains.get': { field: 'domain', args: { domain: 'name' } },
  'domains.verify': { field: 'verifyDomain' },
  'domains.setFromName': { field: 'setDomainFromName' },
  'domains.dnsSetup': { field: 'domainDnsSetup' },
  'domains.zonefile': { field: 'domainZonefile' },
  'domains.delete': { field: 'deleteDomain', pick: () => null },
  'domains.getLogo': { field: 'domainLogo' },
  'domains.setLogo': { field: 'setDomainLogo' },
  'webhooks.create': { field: 'createWebhook' },
  'webhooks.list': { field: 'webhooks', args: page, pick: listOf('webhooks') },
  'webhooks.get': { field: 'webhook' },
  'webhooks.update': { field: 'updateWebhook' },
  'webhooks.delete': { field: 'deleteWebhook', pick: () => ({ message: 'The webhook subscription is deleted.' }) },
  'webhooks.rotateSecret': { field: 'rotateWebhookSecret' },
  'webhooks.deliveries': { field: 'webhook', nested: 'deliveries', args: page, pick: listOf('deliveries') },
  'webhooks.getDelivery': { field: 'webhookDelivery', args: { id: 'webhookId' } },
  'webhooks.test': { field: 'testWebhook' },
  'webhooks.redeliver': { field: 'redeliver', args: { id: 'webhookId' } },
}
