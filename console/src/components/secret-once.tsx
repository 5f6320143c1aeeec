import { Suspense } from 'react'
import { part } from '../lib/part'
import type { SecretOnceProps } from './secret-props'

const SecretPopup = part(() => import('./secret-popup'))

/** Shows a new secret. Only its button closes it: after that, nobody can see the secret again. */
export const SecretOnce = (props: SecretOnceProps) => (
  <Suspense>{props.secrets !== null && <SecretPopup {...props} />}</Suspense>
)
