import type { CombinedError } from '@urql/core'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { client } from '../../../graphql/client'
import { saveBeforeSigningOut } from '../../../sign-out'
import { type About, type Draft, draftOf } from './draft'
import { DraftDocument } from './draft-operations'
import { DraftSession, type DraftSessionState } from './draft-session'
import { readKept, storageKey } from './draft-storage'
import { takeNewDraftRequest } from './new-draft-request'

/** The mails that are being written in this tab. */
const mails = new Map<string, DraftSession>()
saveBeforeSigningOut(() => Promise.all([...new Set(mails.values())].map((mail) => mail.save())))

function written(owner: string, name: string, make: () => ConstructorParameters<typeof DraftSession>[2] | undefined) {
  const key = storageKey(owner, name)
  const known = mails.get(key)
  if (known) return known
  const kept = readKept(key) ?? make()
  if (!kept) return undefined
  const mail = new DraftSession(owner, name, kept, (_before, now) => {
    if (now === '') for (const [each, other] of mails) if (other === mail) mails.delete(each)
    // Under its first name too: who comes back finds what they began.
    if (now !== '') mails.set(storageKey(owner, now), mail)
  })
  mails.set(key, mail)
  return mail
}

/** What a mail is called that the API does not have yet: one a place. */
export const nameOf = ({ kind, threadId }: About) => (threadId === null ? 'compose' : `${kind} ${threadId}`)

/** Ends what this tab knows of a draft that was deleted. */
export function leaveDraft(owner: string, id: string): void {
  written(owner, id, () => undefined)?.leave()
}

/**
 * A mail that begins here, or was begun here and has not reached the API.
 * @param initial what it begins with. It is a draft once that is changed.
 */
export function useNewDraftSession(owner: string, about: About, initial: Draft): DraftSession {
  const begin = () => ({ about, draft: initial, id: null, revision: 0, storedFiles: 0, isUnsaved: false })
  const [mail] = useState(() => {
    const key = storageKey(owner, nameOf(about))
    const isDraft = (mails.get(key)?.state().id ?? null) !== null
    if (about.threadId === null && takeNewDraftRequest() && isDraft) mails.delete(key)
    return written(owner, nameOf(about), begin)!
  })
  // What was only looked at is begun anew next time.
  useEffect(() => {
    void mail.refresh()
    return () => {
      const { id, isUnsaved, isSaving } = mail.state()
      if (id === null && !isUnsaved && !isSaving) mails.delete(storageKey(owner, nameOf(about)))
      else void mail.save()
    }
  }, [mail, owner, about])
  return mail
}

export interface Continued {
  mail: DraftSession | null
  /** Why it could not be read. */
  error: CombinedError | null
  /** Whether it was sent or deleted. */
  isGone: boolean
  retry: () => void
}

/** A draft of the API, as it is in this tab if that has not been saved yet. */
export function useContinued(owner: string, id: string): Continued {
  const [attempt, setAttempt] = useState(0)
  const [mail, setMail] = useState<DraftSession | null>(() => written(owner, id, () => undefined) ?? null)
  const [error, setError] = useState<CombinedError | null>(null)
  const [isGone, setGone] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again
  useEffect(() => {
    if (mail) {
      void mail.refresh()
      return () => void mail.save()
    }
    let isOver = false
    void client
      .query(DraftDocument, { id }, { requestPolicy: 'network-only' })
      .toPromise()
      .then(({ data, error: failure }) => {
        if (isOver) return
        const stored = data?.draft
        setError(failure ?? null)
        setGone(!failure && (!stored || stored.status === 'sent'))
        if (stored && stored.status !== 'sent') {
          const { kind, threadId, revision, attachments } = stored
          const about = { kind: kind as About['kind'], threadId }
          const storedFiles = attachments.length
          setMail(
            written(owner, id, () => ({ about, draft: draftOf(stored), id, revision, storedFiles, isUnsaved: false }))!,
          )
        }
      })
    return () => {
      isOver = true
    }
  }, [owner, id, mail, attempt])
  return { mail, error, isGone, retry: () => setAttempt(attempt + 1) }
}

export const useWrittenState = (mail: DraftSession): DraftSessionState =>
  useSyncExternalStore(mail.subscribe, mail.state)
