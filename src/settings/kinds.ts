import { createSecretKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { z } from 'zod'
import { messageOf } from '../lib/errors/unknown-error.js'
import { parseTrustedProxies } from '../lib/http/trusted-proxies.js'
import { parseJson } from '../lib/json/parse-json.js'
import { parseAddress } from '../lib/mail/addresses.js'
import { parseCidrList } from '../lib/network/public-address.js'
import { parseRedisUrl } from '../lib/redis/redis-address.js'
import { PERIODS, PLANS } from '../plan-names.js'

/* The kinds of values that settings have: each turns the text of a setting into its value, or says what is allowed. */

const commaList = (text: string) => text.split(',').flatMap((part) => part.trim() || [])

export const list = () => z.string().transform(commaList)
export const flag = () => z.enum(['true', 'false'], 'must be true or false').transform((text) => text === 'true')
export const whole = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be a whole number from ${from} to ${to}`)
    .transform(Number)
    .refine((value) => value >= from && value <= to, `must be a whole number from ${from} to ${to}`)
export const url = (...protocols: string[]) => urlThat(() => true, protocols)
/** A URL that a path can be added to. */
export const baseUrl = () =>
  urlThat(({ search, hash, username }) => search + hash + username === '', ['http:', 'https:'], 'without a query')
/** The URL of a server, without a path. */
export const serverUrl = () =>
  urlThat(
    ({ pathname, search, hash, username }) => pathname === '/' && search + hash + username === '',
    ['http:', 'https:'],
    'without a path',
  )
/** Where Redis is: one server, a cluster or sentinels. */
export const redisUrl = () =>
  z.string().superRefine((text, context) => {
    try {
      parseRedisUrl(text)
    } catch (error) {
      context.addIssue(messageOf(error))
    }
  })

function urlThat(isSound: (parsed: URL) => boolean, protocols: readonly string[], condition?: string) {
  const starts = protocols.map((protocol) => `${protocol}//`).join(' or ')
  const message = `must be a URL that starts with ${starts} and names a host${condition ? `, ${condition}` : ''}`
  return z.string().refine((text) => {
    const parsed = URL.canParse(text) ? new URL(text) : null
    return parsed !== null && protocols.includes(parsed.protocol) && parsed.hostname !== '' && isSound(parsed)
  }, message)
}

/** An address of this machine, or a name that leads to one. */
export const host = () =>
  z
    .string()
    .refine(
      (text) => (isIP(text) !== 0 && !text.includes('%')) || /^[a-z0-9]([a-z0-9._-]{0,251}[a-z0-9])?$/i.test(text),
      'must be an IP address or the name of a host, without a port',
    )
export const percentage = () => {
  const rule = 'must be a percentage from 0 to 100 with at most three decimals, like 0.3'
  return z
    .string()
    .regex(/^\d{1,3}(\.\d{1,3})?$/, rule)
    .transform(Number)
    .refine((value) => value <= 100, rule)
}
const PRICES_RULE =
  'must be JSON with a price for each plan and period, like {"starter":{"month":"price_1","year":"price_2"}}'
const Price = z.string().regex(/^\S+$/)
const Prices = z.partialRecord(z.enum(PLANS), z.partialRecord(z.enum(PERIODS), Price))
/** The ids of prices by plan and period. Case does not count in their names. */
export const prices = () =>
  z.string().transform((text, context) => {
    const parsed = Prices.safeParse(lowerKeys(parseJson(text)))
    const ids = Object.values(parsed.data ?? {}).flatMap((byPeriod) => Object.values(byPeriod))
    if (parsed.success && ids.length > 0 && new Set(ids).size === ids.length) return parsed.data
    context.addIssue(ids.length > 0 ? `${PRICES_RULE}; each price once` : PRICES_RULE)
    return z.NEVER
  })
export const email = () =>
  z.string().refine((text) => parseAddress(text) !== null, 'must be an email address without a name')
export const domainName = () =>
  z
    .string()
    .max(253, 'must be a domain name of at most 253 characters')
    .regex(
      /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
      'must be a domain name in lower case',
    )
/** A host, or the word that stands for none. */
export const domainNameOrOff = () =>
  z.string().refine((text) => text === 'off' || domainName().safeParse(text).success, 'must be a domain name, or off')
const isNameServer = (text: string) => {
  const [, v6, v4, port = '53'] = /^(?:\[(.+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  if (isIP(text) !== 0) return true
  return (isIP(v6 ?? '') === 6 || isIP(v4 ?? '') === 4) && Number(port) >= 1 && Number(port) <= 65_535
}
/** Exactly as browsers send it. */
const isOrigin = (text: string) => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text
const ORIGIN_RULE =
  'must be a comma-separated list of origins, like https://app.example.com, without a path or a final slash'
const KEY_RULE = 'must be 32 bytes in base64, or several such keys separated by commas, the newest first'
/** Several 256-bit keys. As key objects, so that nothing prints them by mistake. */
export const keys = () =>
  list()
    .pipe(z.array(z.string().regex(/^[A-Za-z0-9+/_-]{43}=?$/, KEY_RULE)).min(1, KEY_RULE))
    .transform((texts) => texts.map((text) => createSecretKey(text, 'base64')))
const MIN_SECRET_CHARS = 32
const SECRETS_RULE = `must have at least ${MIN_SECRET_CHARS} characters; several are separated by commas, the newest first`
/** Several secrets, the newest first: that one signs, and all of them are accepted. */
export const secrets = () => list().pipe(z.array(z.string().min(MIN_SECRET_CHARS, SECRETS_RULE)).min(1, SECRETS_RULE))
/** Path of a PEM file that this user can read. */
export const pemFile = () =>
  z.string().refine((path) => {
    try {
      return readFileSync(path, 'utf8').includes('-----BEGIN ')
    } catch {
      return false
    }
  }, 'must name a PEM file that this user can read')
export const proxies = () =>
  z.string().transform((text, context) => {
    try {
      return parseTrustedProxies(text)
    } catch (error) {
      const allowed = 'must be false, a number of proxies, or a comma-separated list of their addresses and ranges'
      context.addIssue(`${allowed}: ${messageOf(error)}`)
      return z.NEVER
    }
  })
const isCidr = (text: string) => {
  try {
    return parseCidrList(text).length === 1
  } catch {
    return false
  }
}
export const origins = () => list().pipe(z.array(z.string().refine(isOrigin, ORIGIN_RULE)))
export const nameServers = () =>
  list().pipe(z.array(z.string().refine(isNameServer, 'must be a comma-separated list of IP:port')))
export const cidrs = () =>
  list().pipe(z.array(z.string().refine(isCidr, 'must be a comma-separated list of address ranges, like 127.0.0.0/8')))

/** The same value with the names of its fields in lower case. */
function lowerKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name.toLowerCase(), lowerKeys(inner)]))
}
