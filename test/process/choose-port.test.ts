import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/config.js'
import { withPort } from '../../src/process/choose-port.js'

test('PORT=0 becomes a free port, which all processes and links have', async () => {
  const { port, baseUrl } = readConfig(await withPort({ PORT: '0' }))
  expect(port).toBeGreaterThan(1_024)
  expect(baseUrl).toBe(`http://127.0.0.1:${port}`)
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  server.close()
})

test.each([
  ['a given port', { PORT: '3999' }],
  ['the port of an API whose address is given', { PORT: '0', BASE_URL: 'https://mail.example.com' }],
  ['the port of a process without API', { PORT: '0', ROLES: 'worker' }],
  ['the port of a host that is not this machine', { PORT: '0', HOST: '192.0.2.1' }],
])('%s is left as it is', async (_what, env) => {
  expect(await withPort(env)).toEqual(env)
})
