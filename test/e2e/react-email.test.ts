import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compiled, frameworkProject, packagesOn, programsOn } from '../support/framework-project.js'
import type { ScratchProject } from '../support/scratch-project.js'
import { startApp, type TestApp } from '../support/start-app.js'
import { verifiedDomain } from '../support/verified-domain.js'

/* Mail written with React Email, sent by the client as it is published. The programs are those of the documentation. */

const PAGE = 'docs/frameworks/react-email.md'
const PREPARE_MS = 600_000

/** Sends several elements, and prints what became of each. */
const MORE = `
import { createClient, PostlineError } from '@postline/client'
import { Text } from 'react-email'
import { createRequire } from 'node:module'

const { baseUrl, apiKey } = { baseUrl: process.env.POSTLINE_URL!, apiKey: process.env.POSTLINE_KEY! }
const base = { destination: { email: 'ada@example.com' }, metadata: { from_email: 'hello@shop.example' } }
const Later = async () => <Text>Read at last</Text>
const Broken = () => {
  throw new RangeError('no such order')
}

async function outcomes({ createClient, PostlineError }: typeof import('@postline/client')) {
  const client = createClient({ baseUrl, apiKey })
  const batch = await client.POST('/v1/send/batch', {
    body: [
      { ...base, payload: { subject: 'First', react: <Text>One &amp; only</Text> } },
      { ...base, payload: { subject: 'Second', react: <Later />, body_text: 'In my words' } },
      { ...base, payload: { subject: 'Third', react: null, body_text: 'No element' } },
    ],
  })
  const failureOf = async (payload: object, sends = 1) => {
    const send = { ...base, payload: { subject: 'Never', ...payload } } as never
    const call = sends > 1
      ? client.POST('/v1/send/batch', { body: [{ ...base, payload: { subject: 'Never', body_text: 'A' } }, send] })
      : client.POST('/v1/send', { body: send })
    const error: any = await call.catch((error) => error)
    const { code, message, details, idempotencyKeys, cause } = error
    return { isOurs: error instanceof PostlineError, code, message, path: details[0].path, keys: idempotencyKeys.length, cause: cause?.name }
  }
  return {
    ids: batch.data.map((item) => item.success && item.response.id),
    failures: [
      await failureOf({ react: <Broken /> }),
      await failureOf({ react: <Text>Hello</Text>, body_html: '<p>Hello</p>' }),
      await failureOf({ react: Broken }),
      await failureOf({ react: 'Hello' }),
      await failureOf({ react: <Broken /> }, 2),
    ],
  }
}

const required = createRequire(import.meta.url)('@postline/client')
console.log(JSON.stringify([await outcomes({ createClient, PostlineError } as never), await outcomes(required)]))
// @ts-expect-error a component is no element
void (() => createClient({ baseUrl, apiKey }).POST('/v1/send', { body: { ...base, payload: { subject: 'A', react: Later } } }))
`

let app: TestApp
let project: ScratchProject
beforeAll(async () => {
  app = await startApp()
  await verifiedDomain(app, 'shop.example')
  project = await frameworkProject({ ...programsOn(PAGE), 'more.tsx': MORE })
}, PREPARE_MS)
afterAll(async () => {
  await project?.remove()
  await app?.close()
})

const run = async (program: string) => {
  const env = { POSTLINE_URL: app.url, POSTLINE_KEY: app.adminKey, NODE_ENV: 'production' }
  return (await project.run(process.execPath, [compiled(program)], env)).trim()
}
const contentOf = async (id: string) => (await app.call('GET', `/v1/messages/${id}/content`)).body

test('the page names packages that are installed here', async () => {
  const { devDependencies } = JSON.parse(await readFile('package.json', 'utf8'))
  expect(packagesOn(PAGE).filter((name) => !(name in devDependencies))).toEqual([])
})

test('an element is sent as HTML and as text, and a repeat gets the first mail', async () => {
  const id = await run('send-welcome.tsx')
  const { subject, body_html, body_text } = await contentOf(id)
  expect(subject).toBe('Welcome')
  expect(body_html).toMatch(/^<!DOCTYPE html[^>]*><html [^>]*lang="en">/)
  expect(body_html.replaceAll('<!-- -->', '')).toContain('>Hello Ada, good to have you here.</p>')
  expect(body_html).toContain('<a href="https://shop.example/start"')
  expect(body_text).toContain('Hello Ada, good to have you here.\n\nStart https://shop.example/start')
  expect(await run('send-welcome.tsx')).toBe(id)
})

test('a rendered element is the content of a template', async () => {
  const id = await run('create-template.tsx')
  const { body } = await app.call('POST', `/v1/templates/${id}/render`, { body: { vars: { name: 'Bob' } } })
  expect(body.body_html.replaceAll('<!-- -->', '')).toContain('>Hello Bob, good to have you here.</p>')
  expect(body.body_text).toContain('Hello Bob, good to have you here.')
})

test('batches, the text of the caller, components that wait and every mistake work alike by import and by require', async () => {
  for (const { ids, failures } of JSON.parse(await run('more.tsx'))) {
    const [first, second, third] = await Promise.all(ids.map(contentOf))
    expect(first.body_html).toMatch(/>One &amp; only<\/p>/)
    expect(first.body_text).toBe('One & only')
    expect(second.body_html).toMatch(/>Read at last<\/p>/)
    expect(second.body_text).toBe('In my words')
    expect(third).toMatchObject({ body_html: null, body_text: 'No element' })

    const refused = { isOurs: true, code: 'invalid_request', path: 'payload.react', keys: 1 }
    const notAnElement = { ...refused, message: 'payload.react: must be an element of React, like <Welcome />.' }
    const broken = { ...refused, message: 'payload.react: cannot be rendered: no such order', cause: 'RangeError' }
    expect(failures).toEqual([
      broken,
      {
        ...refused,
        message: 'payload.react: cannot be sent together with body_html. Leave one of them out.',
      },
      notAnElement,
      notAnElement,
      { ...broken, path: '1.payload.react', message: '1.payload.react: cannot be rendered: no such order', keys: 2 },
    ])
  }
  const sent = async (subject: string) => (await app.call('GET', `/v1/messages?search=${subject}`)).body.messages.length
  expect([await sent('First'), await sent('Never')]).toEqual([2, 0])
})
