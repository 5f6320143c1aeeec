/** A section of the console, as its navigation shows it. */
export interface Section {
  /** Its address. */
  path: string
  title: string
  /** The keys that lead there. */
  keys: string
}

/** The sections in the order of the navigation. The service has their addresses in `src/http/console/sections.ts`. */
export const SECTIONS: Section[] = [
  { path: '/', title: 'Home', keys: 'g h' },
  { path: '/messages', title: 'Messages', keys: 'g m' },
  { path: '/send', title: 'Send a test', keys: 'g s' },
]
