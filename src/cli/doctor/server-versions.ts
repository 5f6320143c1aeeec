/** A server and the version it reports. */
export interface ServerVersion {
  product: keyof typeof OLDEST_USABLE
  version: string
}

/** The oldest versions that have what the service uses. */
export const OLDEST_USABLE = { mongod: '6.0', Redis: '7.0', Valkey: '7.2' }

/** Whether a version is new enough to be used. */
export function isUsable({ product, version }: ServerVersion): boolean {
  return version.localeCompare(OLDEST_USABLE[product], 'en', { numeric: true }) >= 0
}
