/** A section of the console: a page of its navigation, with everything below its address. */
export interface Section {
  /** Its address. Everything below it is the page, too, which shows what the address names. */
  path: string
  title: string
  /** The scope that a key needs to use it; every key may if omitted. */
  scope?: 'read' | 'send' | 'admin'
  /** The operation that fills it: whose key may not run it has no use for it. */
  operation?: string
  /** The keys that lead there. */
  keys: string
}

/** The sections, in the order of the navigation. */
export const SECTIONS: readonly Section[] = [
  { path: '/', title: 'Home', keys: 'g h' },
  { path: '/messages', title: 'Messages', scope: 'read', operation: 'messages.list', keys: 'g m' },
  { path: '/mail', title: 'Mail', scope: 'read', operation: 'mail.threads.list', keys: 'g i' },
  { path: '/approvals', title: 'Approvals', scope: 'admin', operation: 'approvals.approve', keys: 'g o' },
  { path: '/broadcasts', title: 'Broadcasts', scope: 'read', operation: 'broadcasts.list', keys: 'g b' },
  { path: '/contacts', title: 'Contacts', scope: 'read', operation: 'contacts.list', keys: 'g c' },
  { path: '/templates', title: 'Templates', scope: 'read', operation: 'templates.list', keys: 'g t' },
  { path: '/domains', title: 'Domains', scope: 'read', operation: 'domains.list', keys: 'g d' },
  { path: '/webhooks', title: 'Webhooks', scope: 'read', operation: 'webhooks.list', keys: 'g w' },
  { path: '/suppressions', title: 'Suppressions', scope: 'read', operation: 'suppressions.list', keys: 'g x' },
  { path: '/test-recipients', title: 'Test recipients', scope: 'read', operation: 'testRecipients.list', keys: 'g e' },
  { path: '/inbound-routes', title: 'Inbound routes', scope: 'read', operation: 'inbound.routes.list', keys: 'g r' },
  // Not /uploads, where the images themselves are.
  { path: '/images', title: 'Uploads', scope: 'read', operation: 'uploads.list', keys: 'g p' },
  { path: '/keys', title: 'Keys', scope: 'admin', operation: 'keys.list', keys: 'g k' },
  { path: '/usage', title: 'Usage', scope: 'read', operation: 'usage.get', keys: 'g u' },
  { path: '/audit-log', title: 'Audit log', scope: 'admin', operation: 'auditLog.list', keys: 'g a' },
  { path: '/dead-letters', title: 'Dead letters', scope: 'admin', operation: 'deadLetters.list', keys: 'g l' },
  { path: '/move-here', title: 'Move here', scope: 'read', operation: 'domains.list', keys: 'g v' },
  { path: '/send', title: 'Send a test', scope: 'send', operation: 'messages.send', keys: 'g s' },
]

/** What is known of a person, outside the navigation. */
export const PERSON_PATH = '/people'

/** The section of an address; undefined for pages outside the navigation. */
export const sectionOf = (path: string): Section | undefined =>
  SECTIONS.find((section) => path === section.path || (section.path !== '/' && path.startsWith(`${section.path}/`)))

/** Where the reader signs in, outside the navigation. */
export const SIGN_IN_PATH = '/sign-in'

/** The paths that answer the page of the console; all but `/` also for everything below them. */
export const PAGE_PATHS = [...SECTIONS.map(({ path }) => path), PERSON_PATH, SIGN_IN_PATH]
