import { holdPage, releasePage } from '../../../lib/hold-page'
import type { ChosenFile } from '../chosen-file'
import { type About, type Draft, EMPTY_DRAFT } from './draft'

/** What the storage of the tab keeps of a mail that is being written. */
export interface KeptDraft {
  about: About
  draft: Draft
  /** Null until the API has it. */
  id: string | null
  /** The revision that the draft is a change of. */
  revision: number
  /** How many files the API has of it. */
  storedFiles: number
  /** Whether the API lacks something of it. */
  isUnsaved: boolean
}

/*
 * What is being written is kept in the storage of the tab besides, for the time when the API cannot be reached. That outlives
 * a reload, a crash and a new sign-in, but for the content of files. It is of one account, and signing out clears it.
 */

export const storageKey = (owner: string, name: string) => `draft ${owner} ${name}`

/** What was kept; undefined for nothing. */
export function readKept(key: string): KeptDraft | undefined {
  const stored = sessionStorage.getItem(key)
  if (stored === null) return undefined
  const kept: KeptDraft = JSON.parse(stored)
  return { ...kept, draft: { ...EMPTY_DRAFT, ...kept.draft } }
}

export function keep(key: string, kept: KeptDraft): void {
  if (kept.isUnsaved || kept.draft.files.some(isNowhereElse)) holdPage(key)
  else releasePage(key)
  const files = kept.draft.files.map((file) => ({ ...file, content: null }))
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...kept, draft: { ...kept.draft, files } }))
  } catch {
    // The storage is full or turned off: the draft lives as long as the page.
  }
}

export function forget(key: string): void {
  sessionStorage.removeItem(key)
  releasePage(key)
}

/** Closing the tab loses it. */
const isNowhereElse = ({ stored }: ChosenFile) => stored === null
