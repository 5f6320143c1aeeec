import { type ReactNode, Suspense } from 'react'
import { part } from '../lib/part'

const SecretPopup = part(() => import('./secret-popup'))

/** A secret that the API shows only once. */
export interface Secret {
  label: string
  text: string
}

export interface SecretOnceProps {
  title: string
  /** In all its forms. Null while there is none to show. */
  secrets: readonly Secret[] | null
  /** What it is for, and what has changed by it. */
  children: ReactNode
  onClose: () => void
}

/** Shows a new secret. Only its button closes it: after that, nobody can see the secret again. */
export const SecretOnce = (props: SecretOnceProps) => (
  <Suspense>{props.secrets !== null && <SecretPopup {...props} />}</Suspense>
)
