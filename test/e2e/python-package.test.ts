import { readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCuttingProxy } from '../../packages/client/test/cutting-proxy.js'
import { signPayload, signStandard } from '../../src/lib/http/webhook-signature.js'
import { pythonPackages } from '../support/python-packages.js'
import { type ScratchProject, scratchProject } from '../support/scratch-project.js'
import { startApp, type TestApp } from '../support/start-app.js'
import { verifiedDomain } from '../support/verified-domain.js'

/* The Python client as its users have it: from a wheel. */

/** Includes downloads from PyPI. */
const BUILD_MS = 300_000

let app: TestApp
let project: ScratchProject
let env: Record<string, string>
/** Why there is no Python to test with; null if there is. */
let missing: string | null = null

beforeAll(async () => {
  app = await startApp()
  project = await scratchProject()
  const needs = ['flit_core==3.12.0', 'httpx==0.28.1', 'typing_extensions==4.15.0']
  const packages = await project
    .run('python3', ['-c', 'import sys; assert sys.version_info >= (3, 9), sys.version'])
    .then(() => pythonPackages('python-client-needs-1', needs))
    .catch((error: Error) => {
      missing = error.message.trim().split('\n').at(-1)!
      // biome-ignore lint/suspicious/noConsole: who runs the tests should know what was not tested
      console.warn(`The Python package was not tested: ${missing}`)
      return null
    })
  if (packages === null) return
  // A copy, so that the build leaves nothing in the checkout.
  await cp('packages/python', join(project.folder, 'source'), { recursive: true })
  const pip = ['-m', 'pip', '--quiet', '--disable-pip-version-check']
  const wheel = ['wheel', '--no-deps', '--no-build-isolation', '--wheel-dir', 'wheels', './source']
  await project.run('python3', [...pip, ...wheel], { PYTHONPATH: packages })
  const install = ['install', '--no-deps', '--no-index', '--find-links', 'wheels', '--target', 'site', 'postline']
  await project.run('python3', [...pip, ...install])
  env = {
    BASE_URL: app.url,
    API_KEY: await app.key('admin', true),
    POSTLINE_KEY: await app.key('admin', true),
    PYTHONPATH: [join(project.folder, 'site'), packages].join(delimiter),
  }
}, BUILD_MS)
afterAll(async () => {
  await project?.remove()
  await app?.close()
})

/** Runs a program with the package and returns what it prints, as JSON. */
async function python(program: string, more: Record<string, string> = {}): Promise<unknown> {
  await project.write('program.py', program)
  return JSON.parse(await project.run('python3', ['program.py'], { ...env, ...more }))
}

const withPython = (name: string, body: () => Promise<void>) =>
  test(name, { timeout: BUILD_MS }, async ({ skip }) => {
    if (missing !== null) return skip(`needs python3 of version 3.9 with pip, and PyPI: ${missing}`)
    await body()
  })

const SEND = `
import json, os
from postline import Postline, PostlineError

with Postline(os.environ["BASE_URL"] + "/", os.environ["API_KEY"]) as postline:
    def send(name):
        return postline.messages_send({
            "channel": "email",
            "idempotency_key": "python-" + name,
            "destination": {"email": "ada@example.com"},
            "payload": {"subject": "From Python", "body_text": "It works.", "attachments": [
                {"filename": "a.txt", "content_type": "text/plain", "content": "aGVsbG8="},
            ]},
            "tags": {"client": "sync"},
        })["id"]
    ids = [send(str(number)) for number in range(5)]
    found = postline.messages_get_by_idempotency_key(idempotency_key="python-3")
    listed = [message["id"] for message in postline.messages_list_all(tag="client:sync", limit=2)]
    errors = []
    for call in (lambda: postline.messages_get("msg_none"), lambda: postline.messages_get("a/../b?c"),
                 lambda: postline.messages_send({"destination": {"email": "nobody"}})):
        try:
            call()
        except PostlineError as error:
            errors.append([error.code, error.status, len(error.idempotency_keys), error.request_id is not None])
    try:
        postline.messages_get("..")
    except ValueError as error:
        errors.append(str(error))
    imported = postline.suppressions_import_file(("gone.csv", b"email\\ngone@example.com\\n", "text/csv"))
    contacts = postline.contacts_create_import("email\\nada@example.com\\n")
    csv = postline.messages_export_csv(from_="2020-01-01T00:00:00Z")
    raw = postline.messages_raw(ids[0])
    attachment = postline.messages_attachment(ids[0], 0)
    print(json.dumps({"ids": ids, "found": found["id"], "listed": listed, "errors": errors, "imported": imported, "contacts": sorted(contacts),
                      "csv": [csv.count(one) for one in ids], "raw": b"Subject: From Python" in raw,
                      "attachment": attachment.decode()}))
`

withPython('a client sends, lists page by page, and says what is wrong', async () => {
  const { ids, ...said } = (await python(SEND)) as { ids: string[] }
  expect(said).toMatchObject({
    found: ids[3],
    listed: ids.toReversed(),
    errors: [
      ['not_found', 404, 0, true],
      ['not_found', 404, 0, true],
      [expect.any(String), expect.any(Number), 1, true],
      expect.stringContaining("'..' cannot be an id"),
    ],
    imported: { imported: 1 },
    contacts: ['storage_key'],
    csv: [1, 1, 1, 1, 1],
    raw: true,
    attachment: 'hello',
  })
  const { body } = await app.call('GET', `/v1/messages/${ids[0]}`)
  expect(body).toMatchObject({ subject: 'From Python', tags: { client: 'sync' } })
})

const ASYNC = `
import asyncio, json, os
from postline import AsyncPostline, PostlineError

async def main():
    async with AsyncPostline(os.environ["BASE_URL"], os.environ["API_KEY"]) as postline:
        async def send(number):
            sent = await postline.messages_send({
                "destination": {"email": "ada@example.com"},
                "payload": {"subject": "From asyncio", "body_text": "It works.", "attachments": [
                    {"filename": "a.txt", "content_type": "text/plain", "content": "aGVsbG8="},
                ]},
                "tags": {"client": "async"},
            })
            return sent["id"]
        ids = await asyncio.gather(*[send(number) for number in range(5)])
        listed = [message["id"] async for message in postline.messages_list_all(tag="client:async", limit=2)]
        attachment = await postline.messages_attachment(ids[0], 0)
        try:
            await postline.inbound_attachment("inb_none", 0)
        except PostlineError as error:
            print(json.dumps({"same": sorted(ids) == sorted(listed), "count": len(set(ids)), "code": error.code,
                              "attachment": attachment.decode()}))

asyncio.run(main())
`

withPython('an asynchronous client does the same', async () => {
  expect(await python(ASYNC)).toEqual({ same: true, count: 5, code: 'not_found', attachment: 'hello' })
})

const RETRY = `
import asyncio, json, os
from postline import AsyncPostline, Postline, PostlineError

MAIL = {
    "destination": {"email": "ada@example.com"},
    "payload": {"subject": os.environ["SUBJECT"], "body_text": "Once."},
}
url, key, retries = os.environ["PROXY"], os.environ["API_KEY"], int(os.environ["RETRIES"])

async def send():
    async with AsyncPostline(url, key, max_retries=retries) as postline:
        return await postline.messages_send(MAIL)

try:
    if os.environ["KIND"] == "async":
        sent = asyncio.run(send())
    else:
        with Postline(url, key, max_retries=retries) as postline:
            sent = postline.messages_send(MAIL)
    print(json.dumps(sent["idempotency_key"]))
except PostlineError as error:
    print(json.dumps([error.code, error.status, error.idempotency_keys]))
`

withPython('a send whose response is lost is repeated under one key, and is one message', async () => {
  const proxy = await startCuttingProxy(app.url)
  for (const [kind, moment] of [
    ['sync', 'before the response'],
    ['async', 'in the middle of the response'],
  ] as const) {
    const SUBJECT = `lost ${kind}`
    proxy.cutNext(2, moment)
    const key = await python(RETRY, { KIND: kind, SUBJECT, PROXY: proxy.url, RETRIES: '3' })
    expect(proxy.requests()).toBe(3)
    const { messages } = (await app.call('GET', `/v1/messages?search=${encodeURIComponent(SUBJECT)}`)).body
    expect(messages).toHaveLength(1)
    const found = await app.call('GET', `/v1/messages/by-idempotency-key?idempotency_key=${key}`)
    expect(found.body.id).toBe(messages[0].id)
  }
  proxy.cutNext(1, 'before the response')
  const failed = await python(RETRY, { KIND: 'sync', SUBJECT: 'given up', PROXY: proxy.url, RETRIES: '0' })
  expect(failed).toEqual(['connection_failed', 0, [expect.any(String)]])
  await proxy.close()
})

const LIMITED = `
import asyncio, json, os
from postline import AsyncPostline, PostlineError

async def create(postline, number):
    try:
        return (await postline.contact_lists_create({"name": f"List {number}"}))["name"]
    except PostlineError as error:
        return error.code

async def main():
    results = []
    for count, retries in ((20, 0), (3, 3)):
        async with AsyncPostline(os.environ["BASE_URL"], os.environ["API_KEY"], max_retries=retries) as postline:
            results.append(await asyncio.gather(*[create(postline, f"{count}-{one}") for one in range(count)]))
    print(json.dumps(results))

asyncio.run(main())
`

withPython('what the rate limit refuses is repeated, also if it is no send', async () => {
  const limited = await startApp({ RATE_LIMIT_PER_SECOND: '1' })
  const more = { BASE_URL: limited.url, API_KEY: await limited.key('admin', true) }
  const [once, repeated] = (await python(LIMITED, more)) as [string[], string[]]
  expect(once).toContain('rate_limit_exceeded')
  expect(repeated).toEqual(['List 3-0', 'List 3-1', 'List 3-2'])
  await limited.close()
})

const SHOWN = `
import json, os
from postline import AsyncPostline, Postline

clients = [kind("https://mail.example.com", "sk_test_secret") for kind in (Postline, AsyncPostline)]
try:
    clients[0].uploads_create(("a.png", b"", "image/png\\r\\nX-Other: 1"))
except ValueError as error:
    refused = str(error)
print(json.dumps([refused, *(format(shown) for client in clients for shown in (client, repr(client), [client], vars(client)))]))
`

withPython('a client that is printed shows no key, and a content type has no line break', async () => {
  const [refused, ...shown] = (await python(SHOWN)) as string[]
  expect(refused).toContain('line break')
  expect(shown).toHaveLength(8)
  expect(shown.join()).not.toContain('secret')
})

const VERIFY = `
import json, os
from postline import WebhookVerificationError, verify_webhook

said = []
for case in json.loads(os.environ["CASES"]):
    try:
        event = verify_webhook(case["body"].encode(), case["headers"], case["secrets"], now=case["now"])
        said.append(event["event_id"])
    except WebhookVerificationError as error:
        said.append(error.code)
    except ValueError as error:
        said.append("ValueError")
print(json.dumps(said))
`

withPython('genuine webhooks are told from others, by both kinds of signatures', async () => {
  const [now, body, secret] = [1_800_000_000, '{"event_id":"evt_ä"}', 'a1b2c3']
  const standardSecret = `whsec_${Buffer.from(secret).toString('base64')}`
  const own = { 'Svc-Timestamp': String(now), 'Svc-Signature': signPayload(secret, now, body) }
  const standard = {
    'Webhook-Id': 'evt_1',
    'webhook-timestamp': String(now),
    'webhook-signature': `v1a,else ${signStandard(secret, 'evt_1', now, body)}`,
  }
  const genuine = { body, headers: own as Record<string, string>, secrets: [secret] as string | string[], now }
  const cases: [string, Partial<typeof genuine>][] = [
    ['evt_ä', {}],
    ['evt_ä', { secrets: ['other', standardSecret] }],
    ['evt_ä', { headers: standard, secrets: standardSecret }],
    ['evt_ä', { headers: standard, secrets: secret, now: now + 299 }],
    ['invalid_signature', { secrets: 'other' }],
    ['invalid_signature', { body: '{"event_id":"evt_2"}' }],
    ['invalid_signature', { headers: { ...standard, 'Webhook-Id': 'evt_2' } }],
    ['invalid_signature', { headers: { ...own, 'Svc-Signature': 'ü'.repeat(64) } }],
    ['timestamp_out_of_range', { now: now + 301 }],
    ['timestamp_out_of_range', { headers: standard, now: now - 301 }],
    ['invalid_timestamp', { headers: { ...own, 'Svc-Timestamp': '१२३' } }],
    ['missing_header', { headers: {} }],
    ['invalid_body', { body: 'x', headers: { ...own, 'Svc-Signature': signPayload(secret, now, 'x') } }],
    ['ValueError', { secrets: ['', ''] }],
    ['ValueError', { secrets: 'whsec_?' }],
    ['ValueError', { secrets: 'whsec_' }],
  ]
  const CASES = JSON.stringify(cases.map(([, change]) => ({ ...genuine, ...change })))
  expect(await python(VERIFY, { CASES })).toEqual(cases.map(([verdict]) => verdict))
})

const TYPES = `
import json, typing, typing_extensions
import postline
from postline import _operations, types

named = [value for value in vars(types).values() if typing_extensions.is_typeddict(value)]
for value in named:
    typing_extensions.get_type_hints(value)
methods = 0
for holder in (_operations.Operations, _operations.AsyncOperations):
    for name, method in vars(holder).items():
        if not name.startswith("_"):
            typing_extensions.get_type_hints(method, localns=vars(types))
            methods += 1
wants = typing_extensions.get_type_hints(types.SendRequest, include_extras=False)
print(json.dumps({"types": len(named) > 100, "methods": methods > 200, "send": "idempotency_key" in wants}))
`

withPython('every type that it names exists', async () => {
  expect(await python(TYPES)).toEqual({ types: true, methods: true, send: true })
})

withPython('the first mail of the README is sent', async () => {
  const readme = readFileSync(resolve('packages/python/README.md'), 'utf8')
  const sample = /## Send a mail\n\n```py\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
  expect(sample).toContain('https://mail.example.com')
  await verifiedDomain(app, 'shop.example')
  await project.write('first.py', sample.replace('https://mail.example.com', app.url))
  expect(await project.run('python3', ['first.py'], env)).toMatch(/^msg_\w{26} \w+\n$/)
})
