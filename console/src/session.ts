import { releasePage, WRITES } from './lib/hold-page'

/** Why a sign-in failed, for a reader. */
export class SignInError extends Error {}

const REFUSALS: Record<string, string> = {
  unauthorized: 'This key does not work. It may be mistyped or cut off, or it was revoked or has expired.',
  invalid_request: 'This is not a key. One begins with sk_live_ or sk_test_.',
  invalid_token: 'This link has been used already, or it has expired. Sign in with a key.',
}

export const JSON_HEADERS = { 'content-type': 'application/json', 'x-requested-with': 'postline-console' }

/** Signs in with an API key. The browser then has a cookie, and nothing keeps the key. */
export const signInWithKey = (key: string): Promise<void> => post('/session', { key })

/** Signs in with the token of a link, which it uses up. */
export const signInWithLink = (token: string): Promise<void> => post('/session/link', { token })

async function post(path: string, body: object): Promise<void> {
  const response = await fetch(path, { method: 'POST', headers: JSON_HEADERS, body: JSON.stringify(body) }).catch(
    () => {
      throw new SignInError('The server cannot be reached. Check that it runs, and try again.')
    },
  )
  if (response.ok) return
  const answer = await response.json().catch(() => null)
  const { code, message } = answer?.error ?? {}
  throw new SignInError(REFUSALS[code] ?? message ?? `The server answered ${response.status}. Try again in a moment.`)
}

/** Whether the page is on its way to the sign-in page. */
let isLeaving = false

/** Notes whether the session is being ended: streams that end with it must not lead elsewhere. */
export function setSigningOut(isSo: boolean): void {
  isLeaving = isSo
}

/** In the address of the sign-in page: the reader was signed in until now. */
const ENDED = 'ended'

/** Whether the page has had a session. */
let hadSession = false

/** Notes that there is a session, so that its end is told as one. */
export function noteSession(): void {
  hadSession = true
}

/** Whether the address of the sign-in page says that a session has ended. */
export const hasEnded = (search: string) => new URLSearchParams(search).has(ENDED)

/** Goes to the sign-in page, and later back to here: the session has ended, or there was none. */
export function leaveSession(): void {
  if (isLeaving || location.pathname === '/sign-in') return
  isLeaving = true
  // No write can succeed any more.
  releasePage(WRITES)
  const here = location.pathname + location.search
  const search = new URLSearchParams({ ...(here !== '/' && { next: here }), ...(hadSession && { [ENDED]: '' }) })
  location.replace(search.size > 0 ? `/sign-in?${search}` : '/sign-in')
}

/** Where to go after the sign-in: an address of this server, whatever a link says. */
export function nextAddress(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  const url = URL.canParse(next, location.origin) ? new URL(next, location.origin) : null
  // In full: a path alone could begin with // and name another host.
  return url?.origin === location.origin ? url.href : '/'
}
