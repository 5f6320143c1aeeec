import { expect, test } from 'vitest'
import { parseRedisUrl } from '../../../src/lib/redis/redis-address.js'

const login = { username: 'post', password: 'p@ss:w/d' }

test.each([
  ['redis://cache', { kind: 'server', tls: false, url: 'redis://cache' }],
  ['rediss://u:p@cache:6380/2', { kind: 'server', tls: true, url: 'rediss://u:p@cache:6380/2' }],
  [
    'redis+cluster://post:p%40ss%3Aw%2Fd@one:7000,10.0.0.2,[2001:db8::1]:7002',
    {
      ...{ kind: 'cluster', tls: false, login },
      nodes: [
        { host: 'one', port: 7000 },
        { host: '10.0.0.2', port: 6379 },
        { host: '2001:db8::1', port: 7002 },
      ],
    },
  ],
  [
    'rediss+cluster://:secret@one/0',
    { kind: 'cluster', tls: true, login: { password: 'secret' }, nodes: [{ host: 'one', port: 6379 }] },
  ],
  // As in the URL of one server, only the last @ is the end of the password.
  [
    'redis+cluster://post:a@b@one',
    { kind: 'cluster', tls: false, login: { username: 'post', password: 'a@b' }, nodes: [{ host: 'one', port: 6379 }] },
  ],
  [
    'rediss+sentinel://post:p%40ss%3Aw%2Fd@one,two:26380/3?name=main&sentinel_username=watch&sentinel_password=a%26b',
    {
      ...{ kind: 'sentinel', tls: true, login, name: 'main', database: 3 },
      sentinelLogin: { username: 'watch', password: 'a&b' },
      sentinels: [
        { host: 'one', port: 26379 },
        { host: 'two', port: 26380 },
      ],
    },
  ],
  [
    'REDIS+SENTINEL://one?name=main',
    {
      ...{ kind: 'sentinel', tls: false, login: {}, sentinelLogin: {}, name: 'main', database: 0 },
      sentinels: [{ host: 'one', port: 26379 }],
    },
  ],
])('%s', (url, address) => {
  expect(parseRedisUrl(url)).toEqual(address)
})

test.each([
  ['localhost:6379', /^must be redis:\/\//],
  ['redis+clusters://one', /^must be redis:\/\//],
  ['redis://one:1,two:2', /^must be redis:\/\//],
  ['redis://cache/postline', /with no path but a number$/],
  ['redis+cluster://', /^must name its hosts/],
  ['redis+cluster://one,,two', /^must name its hosts/],
  ['redis+cluster://one:0', /^must name its hosts/],
  ['redis+cluster://one:70000', /^must name its hosts/],
  ['redis+cluster://hush:%zz@one', /percent signs/],
  ['redis+cluster://one/1', /no database but 0/],
  ['redis+cluster://one?name=main', /no options/],
  ['redis+sentinel://one', /\?name=mymaster$/],
  ['redis+sentinel://one?name=', /\?name=mymaster$/],
  ['redis+sentinel://one/main?name=main', /number of a database$/],
  ['redis+sentinel://one?name=main&hush=1', /^must have no options but name, /],
])('%s is refused', (url, problem) => {
  expect(() => parseRedisUrl(url)).toThrow(problem)
  expect(() => parseRedisUrl(url)).not.toThrow(/hush|zz/)
})
