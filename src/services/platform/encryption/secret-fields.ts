/** The secrets of a deployment that are made at their first use. Each is a row of the collection `system`. */
export const DEPLOYMENT_SECRETS = [
  'callback_secret',
  'session_secret',
  'link_secret',
  'erasure_secret',
  'bounce_secret',
] as const

export type DeploymentSecretName = (typeof DEPLOYMENT_SECRETS)[number]

/** A field that holds a secret in each row of a collection. */
export interface SecretField {
  collection: string
  path: string
  /** The rows, if not all of the collection have one. */
  ids?: readonly string[]
  /** What it holds, in the plural. */
  title: string
}

export const WEBHOOK_SECRET: SecretField = {
  collection: 'webhook_subscriptions',
  path: 'signing_secret',
  title: 'webhook signing secrets',
}
export const ROUTE_SECRET: SecretField = {
  collection: 'inbound_routes',
  path: 'signing_secret',
  title: 'signing secrets of inbound routes',
}
export const DKIM_KEY: SecretField = { collection: 'domains', path: 'dkim.private_key', title: 'DKIM private keys' }
export const DKIM_NEXT_KEY: SecretField = {
  collection: 'domains',
  path: 'dkim_next.private_key',
  title: 'DKIM private keys that are not in use yet',
}
export const DKIM_ED25519_KEY: SecretField = {
  collection: 'domains',
  path: 'dkim_ed25519.private_key',
  title: 'DKIM private keys of Ed25519',
}
export const DEPLOYMENT_SECRET: SecretField = {
  collection: 'system',
  path: 'value',
  ids: DEPLOYMENT_SECRETS,
  title: 'secrets of the deployment',
}

/** Every field of the ledger that holds a secret. */
export const SECRET_FIELDS: readonly SecretField[] = [
  WEBHOOK_SECRET,
  ROUTE_SECRET,
  DKIM_KEY,
  DKIM_NEXT_KEY,
  DKIM_ED25519_KEY,
  DEPLOYMENT_SECRET,
]
