import { useState } from 'react'
import { AccountDocument } from '../../components/account-operations'
import { useQuery } from '../../graphql/use-query'
import { holdPage, releasePage } from '../../lib/hold-page'
import type { ChosenFile } from './chosen-file'

/** A mail that is being written. */
export interface Draft {
  from: string
  to: string
  cc: string
  bcc: string
  subject: string
  text: string
  files: readonly ChosenFile[]
}

export const EMPTY_DRAFT: Draft = { from: '', to: '', cc: '', bcc: '', subject: '', text: '', files: [] }

/** The draft of a new mail. */
export const NEW_MAIL = 'compose'

/*
 * What was begun and not sent yet outlives the page of the console that it was begun on. The storage of the tab keeps it
 * over a reload and a new sign-in, but for the content of its files. It is of one account, and signing out clears it.
 */
const begun = new Map<string, Draft>()

/** The account whose drafts are shown: undefined while it is loaded, and empty if it cannot be. */
export function useDraftOwner(): string | undefined {
  const [{ data, error }] = useQuery({ query: AccountDocument, requestPolicy: 'cache-first' })
  return data?.account?.accountId ?? (error ? '' : undefined)
}

/**
 * The draft of something, like `reply thr_…`.
 * @param initial what it begins with.
 */
export function useDraft(owner: string, name: string, initial: Draft) {
  const key = keyOf(owner, name)
  const [draft, setDraft] = useState(() => kept(key) ?? initial)
  return {
    draft,
    set: (changes: Partial<Draft>) => {
      const next = { ...(begun.get(key) ?? draft), ...changes }
      keep(key, next)
      setDraft(next)
    },
    forget: () => {
      begun.delete(key)
      sessionStorage.removeItem(key)
      releasePage(key)
    },
  }
}

/** Whether something was begun. */
export const hasDraft = (owner: string | undefined, name: string): boolean =>
  owner !== undefined && kept(keyOf(owner, name)) !== undefined

const keyOf = (owner: string, name: string) => `draft ${owner} ${name}`

function kept(key: string): Draft | undefined {
  const known = begun.get(key)
  if (known) return known
  const stored = sessionStorage.getItem(key)
  if (stored === null) return undefined
  const draft: Draft = { ...EMPTY_DRAFT, ...JSON.parse(stored) }
  keep(key, draft)
  return draft
}

function keep(key: string, draft: Draft): void {
  begun.set(key, draft)
  // Closing the tab loses it, and a reload its files.
  holdPage(key)
  const files = draft.files.map((file) => ({ ...file, content: null }))
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...draft, files }))
  } catch {
    // The storage is full or turned off: the draft lives as long as the page.
  }
}
