import type { List } from '../../platform/pages.js'

/* The lists of the mail app that are not sorted by id: threads and mails by time, labels and saved replies by name. */

const POSITION = /^[0-9a-hjkmnp-tv-z]{20}$/
/** See `positionOf`. */
const isPosition = (text: string) => POSITION.test(text)

export const THREADS: List = { name: 'threads', isPlace: isPosition }
export const FOUND_MAILS: List = { name: 'mails', isPlace: isPosition }
/** See `labelKey`. */
export const LABELS: List = { name: 'labels', isPlace: () => true }
export const SAVED_REPLIES: List = { name: 'saved-replies', isPlace: () => true }
