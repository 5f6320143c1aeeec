import { newSecret } from '../../src/services/accounts/api-keys/api-key-secret.js'
import { newKeyDoc } from '../../src/services/accounts/api-keys/api-key-service.js'
import { type CountedResource, QUOTAS } from '../../src/services/platform/quotas.js'
import type { TestApp } from './start-app.js'

const endpoint = { endpoint_url: 'http://127.0.0.1:1029/', signing_secret: '0'.repeat(64), event_types: [] }
const content = { subject: 'Hi', body_html: 'Hi', body_text: null, variables: '[]', size: 6 }

const inbox = { domain_id: 'dom_full', domain: 'full.test', local_part: 'full' }

/** Gives an account as much of a resource as it may have, less `left`. Only the ledger is written. */
export async function fillQuota(
  { app }: TestApp,
  ownerEmail: string,
  resource: CountedResource,
  left = 0,
): Promise<void> {
  const { accounts, apiKeys, blockedSenders, contactLists, inboundRoutes, inboxes } = app.models
  const { labels, mailDrafts, savedReplies, subscriptions, templates } = app.models
  const { newId } = app
  const account = await accounts.findOne({ owner_email: ownerEmail }).lean()
  const row = { account_id: account!._id, created_at: new Date(), updated_at: new Date(), is_active: true }
  const unique = () => `full-${newId('label')}`
  const aSlug = () => unique().replaceAll('_', '-')
  const [model, make] = {
    webhooks: [subscriptions, () => ({ _id: newId('webhook'), ...row, ...endpoint })],
    inbound_routes: [
      inboundRoutes,
      () => ({ _id: newId('inboundRoute'), ...row, ...endpoint, domain: 'full.test', destination_type: 'webhook' }),
    ],
    templates: [
      templates,
      () => ({ _id: newId('template'), name: 'Full', slug: aSlug(), channel: 'email', version: 1, ...row, ...content }),
    ],
    inboxes: [
      inboxes,
      () => ({ _id: newId('inbox'), ...row, ...inbox, address: unique(), live_address: unique(), active: true }),
    ],
    drafts: [
      mailDrafts,
      () => ({
        ...{ _id: newId('mailDraft'), account_id: account!._id, kind: 'new', to: [], cc: [], bcc: [], attachments: [] },
        ...{ status: 'draft', open: true, revision: 1, reopened: 0, updated_at: new Date() },
      }),
    ],
    labels: [labels, () => ({ _id: newId('label'), account_id: account!._id, name: 'Full', name_key: unique() })],
    saved_replies: [
      savedReplies,
      () => ({ _id: newId('savedReply'), ...row, name: 'Full', name_key: unique(), body_text: 'Full', version: 1 }),
    ],
    blocked_senders: [
      blockedSenders,
      () => ({ _id: newId('blockedSender'), account_id: account!._id, sender: `${unique()}.test` }),
    ],
    contact_lists: [
      contactLists,
      () => ({
        _id: newId('contactList'),
        account_id: account!._id,
        name: 'Full',
        is_topic: false,
        updated_at: new Date(),
      }),
    ],
    api_keys: [apiKeys, () => newKeyDoc(newId('apiKey'), account!._id, newSecret(true), { scope: 'read' })],
  }[resource] as [{ create(rows: object[]): unknown; countDocuments(filter: object): Promise<number> }, () => object]
  const has = await model.countDocuments({ account_id: account!._id })
  const missing = QUOTAS[resource] - left - has
  if (missing > 0) await model.create(Array.from({ length: missing }, make))
}
