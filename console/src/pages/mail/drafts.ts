import { useState } from 'react'

/** A mail that is being written. */
export interface Draft {
  from: string
  to: string
  cc: string
  bcc: string
  subject: string
  text: string
  files: readonly File[]
}

export const EMPTY_DRAFT: Draft = { from: '', to: '', cc: '', bcc: '', subject: '', text: '', files: [] }

/** What was begun and not sent yet. It outlives the page of the console that it was begun on, but no reload. */
const begun = new Map<string, Draft>()

/**
 * The draft of something, like `reply thr_…`.
 * @param initial what it begins with.
 */
export function useDraft(name: string, initial: Draft) {
  const [draft, setDraft] = useState(() => begun.get(name) ?? initial)
  return {
    draft,
    set: (changes: Partial<Draft>) => {
      const next = { ...draft, ...changes }
      begun.set(name, next)
      setDraft(next)
    },
    forget: () => void begun.delete(name),
  }
}

/** Whether anything would be lost with the page. */
export const hasDrafts = () => begun.size > 0
