import { type FormEvent, useCallback, useEffect, useState } from 'react'
import { Field } from '../../components/field'
import { useTitle } from '../../lib/use-title'
import { hasEnded, nextAddress, signInWithKey, signInWithLink } from '../../session'

/** The token of a link that signs in once: taken out of the address at once, so that nobody copies it with the address. */
function takeToken(): string {
  const token = location.pathname === '/sign-in' ? decoded(location.hash.slice(1)) : ''
  if (token) history.replaceState(history.state, '', location.pathname + location.search)
  return token
}

/** A malformed one stays as it is: the API refuses it, and the page says so. */
function decoded(token: string): string {
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}

const linkToken = takeToken()
let usingLink: Promise<void> | null = null

/** Signs in with a key, or by itself with the link that the first start prints. */
export default function SignInPage() {
  useTitle('Sign in')
  const [key, setKey] = useState('')
  const [isBusy, setBusy] = useState(linkToken !== '')
  const [fault, setFault] = useState<string>()

  const attempt = useCallback((signingIn: Promise<void>) => {
    setBusy(true)
    setFault(undefined)
    signingIn
      .then(() => location.replace(nextAddress(location.search)))
      .catch(({ message }: Error) => {
        setFault(message)
        setBusy(false)
      })
  }, [])
  useEffect(() => {
    // Once, although React calls effects twice in development.
    usingLink ??= linkToken ? signInWithLink(linkToken) : null
    if (usingLink) attempt(usingLink)
    // Opened in a tab that is here already, a link changes only the end of the address.
    const onLink = () => {
      const token = takeToken()
      if (token) attempt(signInWithLink(token))
    }
    addEventListener('hashchange', onLink)
    return () => removeEventListener('hashchange', onLink)
  }, [attempt])
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    attempt(signInWithKey(key.trim()))
  }

  return (
    <main className="alone">
      <form className="card" onSubmit={onSubmit}>
        <div className="brand">
          <img src="/favicon.svg" alt="" />
          Postline
        </div>
        <h1>Sign in</h1>
        {hasEnded(location.search) && (
          <p className="notice" role="status">
            Your session has ended. It lasts 12 hours, and ends before that if you sign out elsewhere, or if its key is
            revoked, rotated or expires. Sign in, and you are back where you were.
          </p>
        )}
        <Field label="API key" fault={fault}>
          {(control) => (
            <input
              {...control}
              className="input mono"
              type="password"
              autoComplete="current-password"
              placeholder="sk_live_…"
              required
              value={key}
              onChange={({ target }) => setKey(target.value)}
            />
          )}
        </Field>
        <button type="submit" className="button main" disabled={isBusy}>
          {isBusy ? 'Signing in…' : 'Sign in'}
        </button>
        <p className="muted">
          The first start prints a key and a link that signs you in once. For another key, run{' '}
          <code>npx postline keys create</code>. The browser does not keep the key.
        </p>
      </form>
    </main>
  )
}
