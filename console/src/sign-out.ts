import { showToast } from './components/toasts'
import { isHeld, releaseAll } from './lib/hold-page'
import { setPending } from './lib/unsaved'
import { JSON_HEADERS, setSigningOut } from './session'

/** What stores something that is not stored yet, as far as it can. */
const savers = new Set<() => Promise<unknown>>()

/** Has something stored before the session ends. */
export const saveBeforeSigningOut = (save: () => Promise<unknown>) => savers.add(save)

/** Ends the session, and shows the sign-in page. Drafts are saved first, and what cannot be saved is asked about. */
export async function signOut(): Promise<void> {
  await Promise.all([...savers].map((save) => save()))
  // What could not be stored still holds the page.
  if (isHeld()) setPending(() => void endSession())
  else await endSession()
}

async function endSession(): Promise<void> {
  setSigningOut(true)
  const answer = await fetch('/session', { method: 'DELETE', headers: JSON_HEADERS }).catch(() => null)
  // A session that has ended by itself is over, too.
  if (!answer?.ok && answer?.status !== 401) {
    setSigningOut(false)
    return showToast('You are still signed in: the server does not answer. Try again in a moment.', { isBad: true })
  }
  releaseAll()
  // Drafts of mail.
  sessionStorage.clear()
  location.assign('/sign-in')
}
