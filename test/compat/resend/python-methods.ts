import { type MethodRow, type SdkTable, sameAs } from '../support/methods.js'
import { methods as node } from './methods.js'

/** Classes of the SDK for Python, what they are in that for Node.js, and their methods. */
const CLASSES: readonly [python: string, node: string, methods: string][] = [
  ['Emails', 'emails', 'get list cancel update share metrics'],
  ['Batch', 'batch', 'send'],
  ['EmailAttachments', 'emails.attachments', 'list get'],
  ['Emails.Receiving', 'emails.receiving', 'list get'],
  ['Emails.Receiving.Attachments', 'emails.receiving.attachments', 'list get'],
  ['Domains', 'domains', 'create list get update verify remove'],
  ['DomainClaims', 'domains.claims', 'create get verify'],
  ['ApiKeys', 'apiKeys', 'create list update remove'],
  ['Contacts', 'contacts', 'create list get update remove'],
  ['Contacts.Segments', 'contacts.segments', 'add list remove'],
  ['Contacts.Topics', 'contacts.topics', 'list update'],
  ['ContactImports', 'contacts.imports', 'create list get'],
  ['ContactProperties', 'contactProperties', 'create list get update remove'],
  ['Segments', 'segments', 'create list get update remove'],
  ['Audiences', 'segments', 'create list get remove'],
  ['Topics', 'topics', 'create list get update remove'],
  ['Templates', 'templates', 'create list get update publish duplicate remove'],
  ['Broadcasts', 'broadcasts', 'create send list get update remove cancel recipients clicked_links duplicate'],
  ['Webhooks', 'webhooks', 'create get list update remove rotate_signing_secret verify'],
  ['Suppressions', 'suppressions', 'add list get remove'],
  ['SuppressionsBatch', 'suppressions.batch', 'add remove'],
  ['Automations', 'automations', 'create list get update remove duplicate stop'],
  ['Automations.Runs', 'automations.runs', 'list get'],
  ['Events', 'events', 'send create get list update remove'],
  ['Inboxes', 'inboxes', 'create list get update remove'],
  ['InboxThreads', 'inboxes.threads', 'list search get update remove'],
  ['InboxThreadEmails', 'inboxes.threads.emails', 'list get reply forward'],
  ['InboxThreadLabels', 'inboxes.threads.labels', 'add set remove'],
  ['InboxLabels', 'inboxes.labels', 'list create update remove'],
  ['InboxDrafts', 'inboxes.drafts', 'list create get update remove send'],
  ['InboxAgent', 'inboxes.agent', 'get update'],
  ['Logs', 'logs', 'list get'],
  ['OAuthGrants', 'oauthGrants', 'list revoke'],
  ['Usage', 'usage', 'get'],
]

const camelCase = (name: string) => name.replace(/_(.)/g, (_all, letter: string) => letter.toUpperCase())

const methods: MethodRow[] = [
  sameAs(
    node,
    'emails.send',
    'Emails.send',
    'The `content` of an attachment may be a list of up to 190,000 bytes. A larger one is Base64 text.',
  ),
  ...CLASSES.flatMap(([python, other, names]) =>
    names.split(' ').map((name) => sameAs(node, `${other}.${camelCase(name)}`, `${python}.${name}`)),
  ),
  sameAs(node, 'webhooks.events.list', 'Webhooks.list_events'),
  sameAs(node, 'webhooks.events.get', 'Webhooks.get_event'),
  sameAs(node, 'webhooks.events.replay', 'Webhooks.replay_event'),
  sameAs(node, 'webhooks.events.attempts.list', 'Webhooks.list_event_attempts'),
]

/** What `resend` for Python does here: its methods make the requests of those for Node.js. */
export const resendForPython: SdkTable = { sdk: 'resend', python: '2.52.0', methods }
