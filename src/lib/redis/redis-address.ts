/** A host and a port. */
export interface RedisHost {
  host: string
  port: number
}

/** A user and a password, as far as the server asks for them. */
export interface RedisLogin {
  username?: string
  password?: string
}

/** Where Redis is, as `REDIS_URL` says. */
export type RedisAddress =
  /** One server, or what looks like one. */
  | { kind: 'server'; tls: boolean; url: string }
  /** Some nodes of a Redis Cluster: the others are found from them. */
  | { kind: 'cluster'; tls: boolean; nodes: RedisHost[]; login: RedisLogin }
  /** Sentinels, and the name under which they watch a master. */
  | {
      kind: 'sentinel'
      tls: boolean
      sentinels: RedisHost[]
      name: string
      database: number
      login: RedisLogin
      sentinelLogin: RedisLogin
    }

const FORMS =
  'must be redis://host:port for one server, redis+cluster://host:port,host:port for a cluster, or ' +
  'redis+sentinel://host:port,host:port?name=master for sentinels, with rediss in place of redis for TLS'
const SERVER = 'must be a URL that starts with redis:// or rediss:// and names a host, with no path but a number'
const HOSTS = 'must name its hosts as host:port or [IPv6]:port, with a comma between them'

/** Scheme, user and password, hosts, path and options. A URL with several hosts is none to Node.js. */
const SEVERAL_HOSTS = /^(rediss?)\+(cluster|sentinel):\/\/(?:([^/?#]*)@)?([^@/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/i
const HOST = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::(\d{1,5}))?$/i
const DEFAULT_PORTS = { cluster: 6_379, sentinel: 26_379 }
const OPTIONS = ['name', 'sentinel_username', 'sentinel_password']

/**
 * Reads `REDIS_URL`.
 * @throws Error that says what is wrong with it, to follow its name, without repeating any of it
 */
export function parseRedisUrl(text: string): RedisAddress {
  const [, scheme, form, login, hosts = '', path = '', query = ''] = SEVERAL_HOSTS.exec(text) ?? []
  if (!scheme || !form) return parseServer(text)
  const kind = form.toLowerCase() as 'cluster' | 'sentinel'
  const tls = scheme.toLowerCase() === 'rediss'
  const base = { tls, login: parseLogin(login) }
  const nodes = hosts.split(',').map((host) => parseHost(host, DEFAULT_PORTS[kind]))
  if (kind === 'sentinel') return { ...base, kind, sentinels: nodes, ...parseSentinel(path, query) }
  if (path !== '' && path !== '0') throw new Error('must name no database but 0: a cluster has no other')
  if (query !== '') throw new Error('must end after the hosts: a cluster has no options')
  return { ...base, kind, nodes }
}

function parseServer(text: string): RedisAddress {
  const parsed = URL.canParse(text) ? new URL(text) : null
  if (!parsed || !/^rediss?:$/.test(parsed.protocol)) throw new Error(FORMS)
  if (parsed.hostname === '' || !/^\/?\d{0,4}$/.test(parsed.pathname)) throw new Error(SERVER)
  return { kind: 'server', tls: parsed.protocol === 'rediss:', url: text }
}

function parseHost(text: string, defaultPort: number): RedisHost {
  const [, v6, name, port = defaultPort] = HOST.exec(text) ?? []
  const host = v6 ?? name
  if (!host || Number(port) < 1 || Number(port) > 65_535) throw new Error(HOSTS)
  return { host, port: Number(port) }
}

function parseLogin(text: string | undefined): RedisLogin {
  const [username, password = ''] = (text ?? '').split(/:(.*)/s, 2)
  try {
    return loginOf(decodeURIComponent(username!), decodeURIComponent(password))
  } catch {
    throw new Error('must have percent signs in user and password only as part of an encoded character, like %40 for @')
  }
}

const loginOf = (username: string | null, password: string | null): RedisLogin => ({
  ...(username && { username }),
  ...(password && { password }),
})

function parseSentinel(path: string, query: string) {
  if (!/^\d{0,4}$/.test(path)) throw new Error('must have no path but the number of a database')
  const options = new URLSearchParams(query)
  const unknown = [...options.keys()].some((key) => !OPTIONS.includes(key))
  if (unknown) throw new Error(`must have no options but ${OPTIONS.join(', ')}`)
  const name = options.get('name')
  if (!name) throw new Error('must say which master the sentinels watch, like ?name=mymaster')
  const sentinelLogin = loginOf(options.get('sentinel_username'), options.get('sentinel_password'))
  return { name, database: Number(path), sentinelLogin }
}
