import { once } from 'node:events'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { aSend, eventually, startApp, whenReady } from '../support/start-app.js'

test('a request on an open connection is still answered while the server closes', async () => {
  const service = await startApp()
  const { hostname, port } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.setEncoding('utf8').on('data', (text) => {
    received += text
  })
  await once(socket, 'connect')
  const send = JSON.stringify(aSend({ destination: { email: service.ownerEmail } }))
  const head = `Host: x\r\nAuthorization: Bearer ${service.adminKey}\r\nContent-Type: application/json\r\n`
  // The first request keeps the connection busy until the server starts to close.
  socket.write(`POST /v1/send HTTP/1.1\r\n${head}Content-Length: ${send.length}\r\n\r\n${send.slice(0, 5)}`)
  await new Promise((resolve) => service.app.doors!.server.server.once('request', resolve))
  const closed = service.app.close()
  await expect.poll(() => service.app.doors!.server.server.listening).toBe(false)
  socket.write(`${send.slice(5)}GET /v1/nothing HTTP/1.1\r\n${head}\r\n`)
  await once(socket, 'close')
  await closed

  const [first, second] = received.split(/(?=HTTP\/1\.1 )/)
  expect(first).toMatch(/^HTTP\/1\.1 201 /)
  expect(second).toMatch(/^HTTP\/1\.1 404 /)
  expect(second).toMatch(/^connection: close\r$/im)
  expect(second).toContain('"code":"not_found"')
})

test('with DRAIN_SECONDS it goes on serving, not ready, before the port closes', async () => {
  const service = await startApp({ DRAIN_SECONDS: '2', ROLES: 'api' })
  await whenReady(service.url)
  const beganAt = Date.now()
  const closed = service.app.close()
  const { status, body } = await service.call('GET', '/readyz', { key: null })
  expect([status, body.reason]).toEqual([503, 'the process is shutting down'])
  expect((await service.call('GET', '/healthz', { key: null })).status).toBe(200)
  const send = aSend({ destination: { email: service.ownerEmail } })
  expect((await service.call('POST', '/v1/send', { body: send })).status).toBe(201)
  await closed
  expect(Date.now() - beganAt).toBeGreaterThanOrEqual(2_000)
  await expect(fetch(`${service.url}/healthz`)).rejects.toThrow()
})

test('a connection that was opened in advance does not keep a process from closing', async () => {
  const service = await startApp({ ROLES: 'api' })
  const { hostname, port } = new URL(service.url)
  const used = connect(Number(port), hostname)
  used.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(used, 'data')
  const unused = connect(Number(port), hostname)
  await once(unused, 'connect')
  const begun = connect(Number(port), hostname)
  begun.write('GET /healthz HTTP/1.1\r\n')
  const { server } = service.app.doors!.server
  await eventually('all are open', () => promisify(server.getConnections.bind(server))().then((count) => count === 3))
  const ended = Promise.all([unused, used].map((socket) => once(socket, 'close')))
  const closed = service.app.close()
  await ended
  let answer = ''
  begun.setEncoding('utf8').on('data', (text) => {
    answer += text
  })
  begun.write('Host: a\r\n\r\n')
  await Promise.all([closed, once(begun, 'close')])
  expect(answer).toContain('HTTP/1.1 200 OK')
})
