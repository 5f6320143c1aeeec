import { showDismissibleToast, showToast } from '../../../components/toasts'
import { client } from '../../../graphql/client'
import type { VariablesOf } from '../../../graphql/graphql'
import { fieldErrorInWords, type Problem, problemOf } from '../../../graphql/problem'
import { serverAheadMs } from '../../../lib/server-time'
import { exactTime } from '../../../lib/time'
import { wordsForLost } from '../chosen-file'
import { type DraftSession, isComplete } from '../drafts/draft-session'
import { CancelMailDocument, SendDraftDocument } from './sending-operations'

/** How long a send can be undone, in ms. */
const UNDO_MS = 10_000

interface Around {
  /** When it leaves; null for at once, but for the time in which it can be undone. */
  at: string | null
  /** What `z` undoes. */
  lastUndo: { current: (() => void) | null }
  /** Opens the draft again, whatever the reader looks at. */
  open: () => void
  /** Opens the draft again if the reader is still where the sending has led, and returns whether. */
  openIfStillHere: () => boolean
  /** Called when the mail is accepted, and when it has left or does not leave any more. */
  onChange: () => void
}

/** Sends a mail while the reader goes on, and offers to undo it. */
export async function sendMail(mail: DraftSession, around: Around): Promise<void> {
  const { at, lastUndo, open, openIfStillHere, onChange } = around
  let isUndone = false
  let undoAccepted: (() => void) | null = null
  const undo = () => {
    if (isUndone) return
    isUndone = true
    hideToast()
    if (lastUndo.current === undo) lastUndo.current = null
    undoAccepted?.()
  }
  const refuse = (problem: Problem) => {
    hideToast()
    if (lastUndo.current === undo) lastUndo.current = null
    mail.refuse(atField(problem))
    const action = openIfStillHere() ? {} : { action: { label: 'Open the draft', run: open } }
    showToast(`Not sent: ${problem.message}`, { isBad: true, ...action })
  }
  lastUndo.current = undo
  const action = { label: 'Undo', run: undo }
  const hideToast =
    at === null ? showDismissibleToast('Sending.', { action, shownMs: UNDO_MS, isCounted: true }) : () => undefined
  mail.refuse(null)
  const { id: draftId, about } = mail.state()
  // An answer may be sent as it begins. Who gets it is what the writer saw, not what the API would add to a reply to all.
  if (draftId === null || about.kind === 'reply_all') mail.set({})
  await mail.save()
  const state = mail.state()
  if (!isComplete(state)) return refuse(notSaved(mail))
  if (isUndone) return open()
  const aheadMs = await serverAheadMs()
  const scheduledAt = at ?? new Date(Date.now() + aheadMs + UNDO_MS).toISOString()
  const input = { revision: state.revision, scheduledAt }
  const { data, error } = await sendOnce({ id: state.id!, input })
  const accepted = data?.sendDraft
  if (!accepted) {
    if (error && problemOf(error).code === 'draft_changed') await mail.refresh()
    return refuse(error ? problemOf(error) : notSaved(mail))
  }
  mail.leave()
  onChange()
  const { id, undoUntil } = accepted
  if (undoUntil === null) {
    if (lastUndo.current === undo) lastUndo.current = null
    hideToast()
    return showToast(accepted.status === 'SUPPRESSED' ? NOBODY : 'Accepted. It is on its way.')
  }
  undoAccepted = async () => {
    const canceled = await client.mutation(CancelMailDocument, { id }).toPromise()
    if (canceled.error) {
      const { code, message } = problemOf(canceled.error)
      const isLate = code === 'not_found'
      showToast(isLate ? 'Too late: it has been sent.' : `Not undone: ${message}`, { isBad: true })
    } else {
      showToast('Not sent. It is a draft again.')
      open()
    }
    onChange()
  }
  if (isUndone) return undoAccepted()
  if (at === null) setTimeout(onChange, UNDO_MS + AFTER_MS)
  else showToast(`It is sent on ${exactTime(undoUntil)}.`, { action })
}

/** A message of the API about a field of the draft, which is none of the request. */
const ABOUT_FIELD = /^((?:to|cc|bcc|from|subject|bodyText|bodyHtml|attachments)(?:\.\w+)*): (.+)$/s

/** The problem, where a form shows it. */
function atField(problem: Problem): Problem {
  const [, path, fault] = ABOUT_FIELD.exec(problem.message) ?? []
  return path && fault
    ? { ...problem, message: fieldErrorInWords(path, fault), fields: new Map([[path, fault]]) }
    : problem
}

/** Between attempts to send, in ms. */
const PAUSES_MS = [1_000, 3_000]

/** Sends a draft. Without an answer it asks again, which sends nothing twice. */
async function sendOnce(variables: VariablesOf<typeof SendDraftDocument>) {
  const send = () => client.mutation(SendDraftDocument, variables).toPromise()
  let result = await send()
  for (const pauseMs of PAUSES_MS) {
    if (!result.error || problemOf(result.error).code !== null) break
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    result = await send()
  }
  return result
}

/** Until a mail that can no longer be undone has left, in ms. */
const AFTER_MS = 2_000
const NOBODY = 'Accepted, but nobody gets it: its recipients are suppressed.'

function notSaved(mail: DraftSession): Problem {
  const { problem, other, draft } = mail.state()
  const lost = wordsForLost(draft.files)
  const changed = other && 'It was changed elsewhere. Choose which version to keep.'
  const message = lost ?? changed ?? problem?.message ?? 'Its files are not saved.'
  return { message, code: problem?.code ?? null, fields: problem?.fields ?? new Map() }
}
