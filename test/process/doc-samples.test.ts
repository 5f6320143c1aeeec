import { existsSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../support/built-program.js'
import { DOC_FILES, type DocSample, PLAIN, placeOf, samplesIn } from '../support/doc-samples.js'
import { anImage } from '../support/images.js'
import { type PageSetup, SampleRunner } from '../support/run-samples.js'
import { makeScratch } from '../support/scratch.js'
import { startApp } from '../support/start-app.js'
import { createTestCa } from '../support/test-ca.js'

/* Every code sample of the served pages is run. Each page has a service of its own. */

const verified = (domain: string): PageSetup['requests'] => [
  ['/v1/domains', { domain }],
  [`/v1/domains/${domain}/verify`, {}],
]
const SECRET = 'the secret of the callbacks: 32 characters'
const TOPIC = { name: 'News', description: 'Once a month.', is_topic: true }

const SETUPS: Record<string, PageSetup & { settings?: Record<string, string> }> = {
  'docs/api.md': { files: { 'logo.png': anImage() } },
  'docs/broadcasts.md': {
    requests: [...verified('shop.example')!, ['/v1/contact-lists', TOPIC]],
  },
  'docs/callbacks.md': {
    settings: { CALLBACK_SECRET: SECRET },
    env: { CALLBACK_SECRET: SECRET },
  },
  'docs/contacts.md': {
    files: { 'contacts.csv': 'email,first_name\nbob@example.com,Bob\nnobody,\nBob@example.com,Bob\n' },
    before: { 'POST /v1/contacts/import\n': ['/v1/contact-lists', { name: 'For the import' }] },
  },
  'docs/receiving.md': { requests: verified('acme.test')! },
  'docs/sending-by-smtp.md': { requests: verified('shop.example')! },
  'docs/templates.md': { testKey: true },
  'docs/tracking-and-unsubscribe.md': {
    files: { 'suppressions.csv': 'email,state,reason\nada@example.com,suppressed,asked\n' },
    requests: [
      ['/v1/contact-lists', TOPIC],
      ['/v1/contacts', { email: 'ada@example.com' }],
    ],
  },
  // As the first start does it.
  'docs/guides/quick-start.md': { requests: verified('inbox.postline.localhost')! },
  'docs/guides/receive-mail.md': { requests: verified('shop.example')! },
  'docs/guides/receive-webhooks.md': {},
  'docs/guides/migrate-from-resend.md': { requests: verified('shop.example')! },
  'docs/guides/migrate-from-postmark.md': { requests: verified('shop.example')! },
  'docs/guides/migrate-from-sendgrid.md': { requests: verified('shop.example')! },
}

/** Blocks that another test runs, or that need what tests do not have. */
const ELSEWHERE = ['example', 'run by', 'run by a test', 'codegen', 'not run']
const isHere = ({ language, directive }: DocSample) =>
  !ELSEWHERE.includes(directive?.name ?? '') && !(PLAIN.includes(language) && directive === null)

const pages = DOC_FILES.filter((file) => file !== 'docs/trpc.md').map((file) => ({ file, samples: samplesIn(file) }))

test('every fenced block is run, or says where it is run, or why it is not', () => {
  const all = pages.flatMap(({ samples }) => samples)
  expect(all.length).toBeGreaterThan(100)
  const examples = readFileSync('test/process/webhook-examples.test.ts', 'utf8')
  for (const sample of all) {
    const { name, value } = sample.directive ?? { name: '', value: '' }
    if (name === 'run by') expect(existsSync(value), `${placeOf(sample)}: ${value}`).toBe(true)
    if (name === 'example') expect(examples, placeOf(sample)).toContain(`'${value}'`)
    if (name === 'not run') expect(value, placeOf(sample)).toMatch(/^needs \S/)
  }
})

test('few blocks are not run', () => {
  const left = pages.flatMap(({ samples }) => samples.filter(({ directive }) => directive?.name === 'not run'))
  expect(left.map(placeOf).length).toBeLessThanOrEqual(11)
})

test('docs/trpc.md has only the examples of operations, which are tested as such', () => {
  const languages = new Set(samplesIn('docs/trpc.md').map(({ language }) => language))
  expect([...languages]).toEqual(['jsonc'])
})

let folder: string
beforeAll(async () => {
  folder = await makeScratch('samples-tls')
  const ca = createTestCa()
  const { cert, key } = ca.issue(['127.0.0.1'])
  for (const [name, text] of Object.entries({ ca: ca.cert, cert, key })) {
    await writeFile(join(folder, `${name}.pem`), text)
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe.each(pages.filter(({ samples }) => samples.some(isHere)))('$file', ({ file, samples }) => {
  test('has samples that work', { timeout: 600_000 }, async () => {
    const { settings = {}, ...setup } = SETUPS[file] ?? {}
    const smtpPort = String(await freePort())
    const app = await startApp({
      BOOTSTRAP_OWNER_EMAIL: 'owner@postline.localhost',
      SMTP_PORT: smtpPort,
      SMTP_HOST: '127.0.0.1',
      SMTP_TLS_CERT: join(folder, 'cert.pem'),
      SMTP_TLS_KEY: join(folder, 'key.pem'),
      ...settings,
    })
    const replace = {
      // It resolves nowhere here. Nothing listens at this port.
      'https://example.com/': 'http://127.0.0.1:1029/',
      '127.0.0.1:2525': `127.0.0.1:${smtpPort}`,
      "host: 'mail.example.com',\n  port: 2525": `host: '127.0.0.1',\n  port: ${smtpPort}`,
      "'mail.example.com', 2525": `'127.0.0.1', ${smtpPort}`,
    }
    const env = { ...setup.env, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') }
    const runner = new SampleRunner(app, { ...setup, replace, env })
    try {
      await runner.start()
      for (const sample of samples.filter(isHere)) await runner.run(sample)
      runner.expectNoFault()
    } finally {
      await runner.close()
      await app.close()
    }
  })
})
