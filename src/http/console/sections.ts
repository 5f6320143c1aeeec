/** A section of the console: a page of its navigation, with everything below its address. */
export interface Section {
  /** Its address. Everything below it is the page, too, which shows what the address names. */
  path: string
  title: string
  /** The keys that lead there. */
  keys: string
}

/** The sections, in the order of the navigation. */
export const SECTIONS: readonly Section[] = [
  { path: '/', title: 'Home', keys: 'g h' },
  { path: '/messages', title: 'Messages', keys: 'g m' },
  { path: '/mail', title: 'Mail', keys: 'g i' },
  { path: '/broadcasts', title: 'Broadcasts', keys: 'g b' },
  { path: '/contacts', title: 'Contacts', keys: 'g c' },
  { path: '/templates', title: 'Templates', keys: 'g t' },
  { path: '/domains', title: 'Domains', keys: 'g d' },
  { path: '/webhooks', title: 'Webhooks', keys: 'g w' },
  { path: '/suppressions', title: 'Suppressions', keys: 'g x' },
  { path: '/keys', title: 'Keys', keys: 'g k' },
  { path: '/usage', title: 'Usage', keys: 'g u' },
  { path: '/audit-log', title: 'Audit log', keys: 'g a' },
  { path: '/dead-letters', title: 'Dead letters', keys: 'g l' },
  { path: '/send', title: 'Send a test', keys: 'g s' },
]

/** What is known of a person, outside the navigation. */
export const PERSON_PATH = '/people'

/** Where the reader signs in, outside the navigation. */
export const SIGN_IN_PATH = '/sign-in'

/** The paths that answer the page of the console; all but `/` also for everything below them. */
export const PAGE_PATHS = [...SECTIONS.map(({ path }) => path), PERSON_PATH, SIGN_IN_PATH]
