import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { successCases } from '../doors/cases.js'
import { accountsForCases } from '../doors/mailbox-account.js'
import { routeOf } from '../doors/three-doors.js'
import { builtConsole } from '../support/built-console.js'
import { mailToFile } from '../support/file-mail.js'
import { anImage } from '../support/images.js'
import { rawRequest } from '../support/raw-request.js'
import { servedRoutes } from '../support/served-routes.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'
import { storedEmail } from '../support/stored-email.js'
import { uploadFile } from '../support/upload-file.js'

let app: TestApp
let accountFor: (operation: string) => TestApp
beforeAll(async () => {
  app = await startApp({ COMPAT_APIS: 'all' }, { consoleFolder: await builtConsole() })
  accountFor = await accountsForCases(app)
})
afterAll(() => app.close())

/** Requests that find something on routes that are not operations. */
const OTHERS: Record<string, () => string | Promise<string>> = {
  '/graphql': () => '/graphql?query={__typename}',
  '/trpc/:path': () => '/trpc/keys.list',
  '/v1/mail/export.mbox': async () => {
    const id = await storedEmail(app.app, app.accountId)
    await app.app.mailFiling.file(mailToFile(app, { id }))
    return '/v1/mail/export.mbox'
  },
  '/preview/messages/:id': async () => {
    const payload = { subject: 's', body_html: '<p>Hello</p>' }
    const sent = await app.call('POST', '/v1/send', { key: await app.testKey(), body: aSend({ payload }) })
    return `/preview/messages/${sent.body.id}`
  },
  '/v1/messages/:id/raw': async () => `/v1/messages/${await sendWithFile()}/raw`,
  '/v1/messages/:id/attachments/:index': async () => `/v1/messages/${await sendWithFile()}/attachments/0`,
  '/preview/inbound/:id': async () => `/preview/inbound/${await storedEmail(app.app, app.accountId)}`,
  '/preview/blank': () => '/preview/blank',
  '/assets/:file': async () => {
    const { body } = await app.call('GET', '/', { key: null })
    return /\/assets\/[^"]+/.exec(body)?.[0] ?? '/assets/none'
  },
  '/uploads/:id': async () => new URL((await uploadFile(app, '/v1/uploads', anImage())).body.url).pathname,
}

async function sendWithFile(): Promise<string> {
  const attachments = [{ filename: 'a.txt', content_type: 'text/plain', content: 'aGk=' }]
  const payload = { subject: 's', body_text: 't', attachments }
  return (await app.call('POST', '/v1/send', { key: await app.testKey(), body: aSend({ payload }) })).body.id
}

/** The path of a request of a route, one that succeeds if possible, and the key for it. */
async function requestOf(route: string): Promise<{ path: string; key: string }> {
  if (OTHERS[route]) return { path: await OTHERS[route](), key: app.adminKey }
  const found = successCases.find(({ operation, key }) => {
    const { method, path } = routeOf(operation) ?? {}
    return method === 'GET' && path === route && !key
  })
  const account = accountFor(found?.operation ?? '')
  const input = { ...(await found?.input(account)) }
  const path = route.replace(/\*$/, '/x').replace(/:(\w+)/g, (_match, name: string) => {
    const value = input[name] ?? 'x'
    delete input[name]
    return encodeURIComponent(String(value))
  })
  return { path: `${path}?${new URLSearchParams(input as Record<string, string>)}`, key: account.adminKey }
}

/** The status line, headers and body of an answer, without what differs each time. */
async function answer(method: 'GET' | 'HEAD', path: string, ...headers: string[]) {
  const auth = headers.find((line) => line.startsWith('Authorization:')) ?? `Authorization: Bearer ${app.adminKey}`
  const others = headers.filter((line) => line !== auth)
  const text = await rawRequest(app.url, [
    `${method} ${path} HTTP/1.1`,
    'Host: a',
    'Connection: close',
    auth,
    ...others,
  ])
  const end = text.indexOf('\r\n\r\n')
  const lines = text.slice(0, end).split('\r\n')
  const varying = /^(date|x-request-id|transfer-encoding|connection):/i
  return { head: lines.filter((line) => !varying.test(line)).sort(), body: text.slice(end + 4) }
}

test('HEAD answers what GET answers, without the body, on every route', async () => {
  const paths = servedRoutes(app).flatMap((route) => (route.startsWith('GET ') ? route.slice(4) : []))
  expect(paths).toEqual(expect.arrayContaining(['/healthz', '/v1/webhooks/:id/deliveries/:delivery_id', '/trpc/:path']))
  const found: string[] = []
  for (const route of paths) {
    const { path, key } = await requestOf(route)
    const auth = `Authorization: Bearer ${key}`
    const [get, head] = [await answer('GET', path, auth), await answer('HEAD', path, auth)]
    expect(head, path).toEqual({ head: get.head, body: '' })
    expect(get.body, path).not.toBe('')
    if (get.head.includes('HTTP/1.1 200 OK')) found.push(route)
  }
  // The rest are links in mails, whose tokens are made up here, and what has no streams for GET.
  expect(paths.filter((route) => !found.includes(route))).toEqual(
    expect.arrayContaining(['/verify/:token', '/unsubscribe/:token', '/preferences/:token', '/c/:token', '/mcp']),
  )
  const ours = paths.filter((route) => !route.startsWith('/compat/') && route !== '/*')
  expect(ours.filter((route) => !found.includes(route)).length).toBeLessThan(11)
})

test('HEAD is refused like GET, without the body', async () => {
  for (const path of ['/nowhere', '/v1/send', '/v1/messages/msg_none', '/v1/messages?cursor=none', '/trpc/nothing']) {
    const [get, head] = [await answer('GET', path), await answer('HEAD', path)]
    expect(head, path).toEqual({ head: get.head, body: '' })
    expect(get.head[0] && get.body).toContain('"error"')
  }
})

describe('HEAD of a stream ends at once and leaves no stream open:', () => {
  test.each([
    ['GraphQL', '/graphql?query=subscription{accountEvents{id}}', 'Accept: text/event-stream'],
    ['tRPC', '/trpc/events.live', 'Accept: text/event-stream'],
  ])('%s', async (_door, path, accept) => {
    const { head, body } = await answer('HEAD', path, accept)
    expect(head).toEqual(
      expect.arrayContaining(['HTTP/1.1 200 OK', expect.stringMatching(/^content-type: text\/event-stream/i)]),
    )
    expect(body).toBe('')
    await eventually('the stream is closed', () => app.app.doors!.streams.open === 0)
  })
})

test('a HEAD on a connection that stays open does not disturb the next request', async () => {
  const first = ['HEAD /v1/messages HTTP/1.1', 'Host: a', `Authorization: Bearer ${app.adminKey}`, '']
  const text = await rawRequest(app.url, [...first, 'GET /healthz HTTP/1.1', 'Host: a', 'Connection: close'])
  expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
  expect(text).toMatch(/\r\n\r\nHTTP\/1\.1 200 OK[^{]*\r\n\r\n\{"status":"ok"\}$/s)
})
