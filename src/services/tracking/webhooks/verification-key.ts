import type { WebhookFormat } from '../../../contract/webhooks.js'
import type { Sealer } from '../../platform/encryption/sealer.js'
import type { SecretField } from '../../platform/encryption/secret-fields.js'
import { verificationKeyOf } from './dialects/signing-key.js'

/** What has a signing secret and a format: a subscription or a route. */
interface Signer {
  _id: string
  format?: WebhookFormat | undefined
  signing_secret: string
}

/**
 * The public key that verifies the requests of a subscription or route in the format `sendgrid`; null for other formats, and
 * in a process that lacks the key of the secret, as while a new key is rolled out.
 */
export function verificationKey(
  { _id, format, signing_secret }: Signer,
  field: SecretField,
  sealer: Sealer,
): string | null {
  if (format !== 'sendgrid' || !sealer.hasKeyOf(signing_secret)) return null
  return verificationKeyOf(sealer.open(field, _id, signing_secret))
}
