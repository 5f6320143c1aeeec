import { createRequire } from 'node:module'
import { createContext, runInContext } from 'node:vm'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packedPackage } from '../support/packed-package.js'
import { type ScratchProject, scratchProject } from '../support/scratch-project.js'
import { startApp, type TestApp } from '../support/start-app.js'

/* Tests the client as it is published: packed, and installed into an empty project outside the checkout. */

const INSTALL_MS = 300_000

let project: ScratchProject
let app: TestApp
let key: string
beforeAll(async () => {
  app = await startApp()
  key = await app.key('admin', true)
  project = await scratchProject()
  await project.install([await packedPackage('packages/client')])
}, INSTALL_MS)
afterAll(async () => {
  await project?.remove()
  await app?.close()
})

/** What every kind of project does with the client: send, read, list, follow events, verify. */
const PROGRAM = `
async function useClient({ createClient, createTrpcClient, PostlineError, verifyWebhook, WebhookVerificationError }, baseUrl, apiKey) {
  const rest = createClient({ baseUrl, apiKey })
  const { data: sent } = await rest.POST('/v1/send', {
    body: {
      channel: 'email',
      destination: { email: 'delivered@example.com' },
      payload: { subject: 'Hello', body_text: 'It works.' },
    },
  })
  const listed = []
  for await (const { id } of rest.paginate('/v1/messages')) listed.push(id)
  const refused = await rest.GET('/v1/messages/{id}', { params: { path: { id: 'msg_none' } } }).catch((error) => error)
  const forged = await verifyWebhook('{}', { 'svc-timestamp': '1', 'svc-signature': 'ab'.repeat(32) }, 's').catch((error) => error)
  const trpc = createTrpcClient({ baseUrl, apiKey })
  const { status } = await trpc.messages.get.query({ id: sent.id })
  const types = []
  for await (const { data } of await trpc.events.live.subscribe({ message_id: sent.id })) {
    types.push(data.type)
    if (data.type === 'delivered') break
  }
  return JSON.stringify({
    listed: listed.includes(sent.id),
    refused: refused instanceof PostlineError && refused.code,
    forged: forged instanceof WebhookVerificationError && forged.code,
    status: typeof status,
    types,
  })
}
`
const WORKED = {
  listed: true,
  refused: 'not_found',
  forged: 'timestamp_out_of_range',
  status: 'string',
  types: ['sent', 'delivered'],
}
const env = () => ({ BASE_URL: app.url, API_KEY: key })

test('it is small, has no dependencies and runs nothing when it is installed', async () => {
  const lock = JSON.parse(await project.read('node_modules/.package-lock.json'))
  expect(Object.keys(lock.packages)).toEqual(['node_modules/@postline/client'])
  const manifest = JSON.parse(await project.read('node_modules/@postline/client/package.json'))
  expect(manifest.dependencies).toBeUndefined()
  for (const script of ['preinstall', 'install', 'postinstall']) expect(manifest.scripts?.[script]).toBeUndefined()
  const code = await project.read('node_modules/@postline/client/dist/index.js')
  expect(code.length).toBeLessThan(150_000)
  expect(code).not.toMatch(/\bzod\b|react-dom\/|createElement|html-to-text/i)
})

test('it has the licences of all bundled packages', async () => {
  const texts = await project.read('node_modules/@postline/client/dist/THIRD-PARTY-LICENSES.txt')
  for (const name of ['@trpc/client', '@trpc/server', 'eventsource', 'eventsource-parser', 'openapi-fetch']) {
    expect(texts).toMatch(new RegExp(`^${name}\\n\\n[^-]*Copyright[^-]*Permission is hereby granted`, 'm'))
  }
})

describe('it works', () => {
  test('by import', async () => {
    const use = `console.log(await useClient(client, process.env.BASE_URL, process.env.API_KEY))`
    await project.write('use.mjs', `import * as client from '@postline/client'\n${PROGRAM}\n${use}\n`)
    expect(JSON.parse(await project.run('node', ['use.mjs'], env()))).toEqual(WORKED)
  })

  test('by require', async () => {
    const use = `useClient(client, process.env.BASE_URL, process.env.API_KEY).then(console.log)`
    await project.write('use.cjs', `const client = require('@postline/client')\n${PROGRAM}\n${use}\n`)
    expect(JSON.parse(await project.run('node', ['use.cjs'], env()))).toEqual(WORKED)
  })

  test.each([
    ['import', 'mjs', "import { createClient, PostlineError } from '@postline/client'"],
    ['require', 'cjs', "const { createClient, PostlineError } = require('@postline/client')"],
  ])('by %s without React Email, and says how to install it for an element', async (_how, extension, first) => {
    const program = `${first}
      const postline = createClient({ baseUrl: process.env.BASE_URL, apiKey: process.env.API_KEY })
      const react = { $$typeof: Symbol.for('react.transitional.element'), type: 'p', key: null, props: {} }
      const payload = { subject: 'Unsent', react }
      const body = { destination: { email: 'delivered@example.com' }, payload }
      postline.POST('/v1/send', { body }).catch((error) => {
        const { code, message, details } = error
        console.log(JSON.stringify({ isOurs: error instanceof PostlineError, code, message, path: details[0].path }))
      })`
    await project.write(`element.${extension}`, program)
    expect(JSON.parse(await project.run('node', [`element.${extension}`], env()))).toEqual({
      isOurs: true,
      code: 'invalid_request',
      path: 'payload.react',
      message: expect.stringMatching(
        /^payload\.react: needs React Email, which cannot be loaded \(Cannot find .*\)\. Install it: npm install @react-email\/render react react-dom$/s,
      ),
    })
    expect((await app.call('GET', '/v1/messages?search=Unsent', { key })).body.messages).toEqual([])
  })

  test('bundled for a browser, with only what browsers have', async () => {
    const entry = `import * as client from '@postline/client'\n${PROGRAM}\nglobalThis.use = (...to) => useClient(client, ...to)\n`
    await project.write('browser.js', entry)
    const { outputFiles } = await build({
      absWorkingDir: project.folder,
      entryPoints: ['browser.js'],
      bundle: true,
      write: false,
      format: 'iife',
      platform: 'browser',
    })
    const page = createContext(browserGlobals())
    runInContext(outputFiles[0]!.text, page)
    expect(JSON.parse(await page.use(app.url, key))).toEqual(WORKED)
  })
})

describe('its types work', () => {
  const source = `
    import { type AppRouter, createClient, createTrpcClient, type Schemas, verifyWebhook } from '@postline/client'

    const client = createClient({ baseUrl: 'http://127.0.0.1:3000', apiKey: 'sk_test_x' })
    export async function ids(): Promise<string[]> {
      const found: string[] = []
      const { data } = await client.GET('/v1/messages')
      for (const message of data.messages) found.push(message.id)
      for await (const message of client.paginate('/v1/messages')) found.push(message.id)
      // @ts-expect-error no such field
      for (const message of data.messages) found.push(message.nothing)
      return found
    }
    export const trpc = createTrpcClient({ baseUrl: 'http://127.0.0.1:3000', apiKey: 'sk_test_x' })
    export const send = (): Promise<Schemas['SendResponse']> =>
      trpc.messages.send.mutate({ channel: 'email', idempotency_key: 'x', destination: { email: 'a@example.com' } })
    // @ts-expect-error an id is not a number
    export const wrong = () => trpc.messages.get.query({ id: 1 })
    export const type = async (body: string) => (await verifyWebhook(body, {}, 'secret')).event_type
    export type Kind = AppRouter['messages']['send']['_def']['type']
    export const kind: Kind = 'mutation'
  `
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  // The libraries of TypeScript itself need no check, and take most of its time.
  const options = ['--noEmit', '--strict', '--skipDefaultLibCheck', '--target', 'es2022', '--lib', 'es2022,dom']

  test.each([
    [
      'node10, as CommonJS',
      'use.ts',
      ['--module', 'commonjs', '--moduleResolution', 'node10', '--ignoreDeprecations', '6.0'],
    ],
    ['node16, as ESM', 'use.mts', ['--module', 'node16', '--moduleResolution', 'node16']],
    ['node16, as CommonJS', 'use.cts', ['--module', 'node16', '--moduleResolution', 'node16']],
    ['bundler', 'use.ts', ['--module', 'esnext', '--moduleResolution', 'bundler']],
  ])('with moduleResolution %s', async (_what, file, resolution) => {
    await project.write(file, source)
    await project.run(process.execPath, [tsc, ...options, ...resolution, file])
  })
})

/** The browser globals that the client may use; `process`, `Buffer` and `require` are not among them. */
function browserGlobals() {
  const { fetch, Request, Response, Headers, FormData, Blob, File, URL, URLSearchParams, AbortController } = globalThis
  const { crypto, TextEncoder, TextDecoder, TextDecoderStream, ReadableStream, WritableStream } = globalThis
  const { TransformStream, Event, EventTarget, MessageEvent, DOMException, setTimeout, clearTimeout } = globalThis
  return {
    ...{ fetch, Request, Response, Headers, FormData, Blob, File, URL, URLSearchParams, AbortController },
    ...{ crypto, TextEncoder, TextDecoder, TextDecoderStream, ReadableStream, WritableStream },
    ...{ TransformStream, Event, EventTarget, MessageEvent, DOMException, setTimeout, clearTimeout },
  }
}
