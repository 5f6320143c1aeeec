import { lazyPart } from '../lib/lazy-part'
import { Pending } from './pending'
import type { SecretOnceProps } from './secret-props'

const SecretPopup = lazyPart(() => import('./secret-popup'))

/** Shows a new secret. Only its button closes it: after that, nobody can see the secret again. */
export const SecretOnce = (props: SecretOnceProps) => (
  <Pending>{props.secrets !== null && <SecretPopup {...props} />}</Pending>
)
