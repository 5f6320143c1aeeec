import { symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pythonClientGenerator } from '../support/python-client-generator.js'
import { type ScratchProject, scratchProject } from '../support/scratch-project.js'
import { startApp, type TestApp } from '../support/start-app.js'

/* Generates clients from the document that the service serves, with the defaults of the generators. */

/** Includes the download of a generator. */
const GENERATION_MS = 300_000

let app: TestApp
let project: ScratchProject
let env: Record<string, string>
beforeAll(async () => {
  app = await startApp()
  env = { BASE_URL: app.url, API_KEY: await app.key('admin', true) }
  project = await scratchProject()
  await project.write('openapi.json', JSON.stringify((await app.call('GET', '/openapi.json')).body))
})
afterAll(async () => {
  await project?.remove()
  await app?.close()
})

/** The message that a client says it has sent, as the service has it. */
async function sentMessage(printed: string) {
  const { body } = await app.call('GET', `/v1/messages/${JSON.parse(printed).id}`)
  return { to: body.to, subject: body.subject, tags: body.tags }
}

const TYPESCRIPT = `
import createClient from 'openapi-fetch'
import type { components, paths } from './schema.js'

const baseUrl: string = process.env.BASE_URL!
const client = createClient<paths, 'application/json'>({ baseUrl, headers: { authorization: 'Bearer ' + process.env.API_KEY } })

const body: components['schemas']['SendRequest'] = {
  channel: 'email',
  idempotency_key: 'from-typescript',
  destination: { email: 'ada@example.com' },
  payload: { subject: 'From TypeScript', body_text: 'It works.' },
  tags: { client: 'typescript' },
}
const sent = await client.POST('/v1/send', { body })
if (sent.error) throw new Error(sent.error.error.code)
const query = { idempotency_key: body.idempotency_key }
const found = await client.GET('/v1/messages/by-idempotency-key', { params: { query } })
const status: 'queued' | string | undefined = found.data?.status
const listed = await client.GET('/v1/messages', { params: { query: { limit: 500 } } })
const ids: string[] | undefined = listed.data?.messages.map(({ id }) => id)
// @ts-expect-error an address is not a number
export const wrong: typeof body = { ...body, destination: { email: 1 } }
const refused = await client.GET('/v1/messages/{id}', { params: { path: { id: 'msg_none' } } })
const code: string | undefined = refused.error?.error.code
console.log(JSON.stringify({ id: sent.data.id, status, listed: ids?.includes(sent.data.id), code }))
`

test(
  'a client that openapi-typescript generates sends a mail and finds it by its key',
  async () => {
    const require = createRequire(import.meta.url)
    await symlink(resolve('node_modules'), join(project.folder, 'node_modules'))
    await project.write('package.json', '{ "private": true, "type": "module" }\n')
    const generator = resolve('node_modules/openapi-typescript/bin/cli.js')
    await project.run(process.execPath, [generator, 'openapi.json', '-o', 'schema.ts'])
    await project.write('send.ts', TYPESCRIPT)
    const options = [
      '--skipLibCheck',
      '--strict',
      '--target',
      'es2022',
      '--module',
      'node20',
      '--types',
      'node',
      'send.ts',
    ]
    await project.run(process.execPath, [require.resolve('typescript/bin/tsc'), ...options])
    const printed = await project.run(process.execPath, ['send.js'], env)
    expect(JSON.parse(printed)).toMatchObject({ listed: true, code: 'not_found' })
    expect(await sentMessage(printed)).toEqual({
      to: ['ada@example.com'],
      subject: 'From TypeScript',
      tags: { client: 'typescript' },
    })
  },
  GENERATION_MS,
)

const PYTHON = `
import json, os, pathlib
from mail import AuthenticatedClient
from mail.api.messages import messages_get, messages_get_by_idempotency_key, messages_list, messages_send
from mail.models import Channel, Destination, Error, Message, Payload, SendRequest, SendResponse, Tags

client = AuthenticatedClient(base_url=os.environ["BASE_URL"], token=os.environ["API_KEY"])
tags = Tags()
tags["client"] = "python"
sent = messages_send.sync(
    client=client,
    body=SendRequest(
        channel=Channel.EMAIL,
        idempotency_key="from-python",
        destination=Destination(email="ada@example.com"),
        payload=Payload(subject="From Python", body_text="It works."),
        tags=tags,
    ),
)
assert isinstance(sent, SendResponse), sent
found = messages_get_by_idempotency_key.sync(client=client, idempotency_key="from-python")
assert isinstance(found, Message) and found.id == sent.id, found
listed = messages_list.sync(client=client, limit=500)
assert sent.id in [message.id for message in listed.messages], listed
refused = messages_get.sync(client=client, id="msg_none")
assert isinstance(refused, Error) and refused.error.code == "not_found", refused
models = [file.stem for file in pathlib.Path("mail/models").glob("*.py")]
print(json.dumps({"id": sent.id, "models": sorted(models)}))
`

test(
  'a client that openapi-python-client generates sends a mail, and has one class for errors',
  async ({ skip }) => {
    const generator = await pythonClientGenerator().catch((error: Error) => {
      // biome-ignore lint/suspicious/noConsole: who runs the tests should know what was not tested
      console.warn(`No Python client was tested: ${error.message.trim().split('\n').at(-1)}`)
      return null
    })
    if (!generator) return skip('needs python3 with pip, and openapi-python-client from PyPI')
    // Formatting takes longer than the rest.
    await project.write('generator.yml', 'post_hooks: []\n')
    const options = ['--meta', 'none', '--config', 'generator.yml', '--output-path', 'mail', '--path', 'openapi.json']
    const python = { ...env, PYTHONPATH: generator }
    await project.run('python3', ['-m', 'openapi_python_client', 'generate', ...options], python)
    await project.write('send.py', PYTHON)
    const printed = await project.run('python3', ['send.py'], python)
    expect(await sentMessage(printed)).toEqual({
      to: ['ada@example.com'],
      subject: 'From Python',
      tags: { client: 'python' },
    })
    const { models } = JSON.parse(printed) as { models: string[] }
    expect(models.filter((name) => name.startsWith('error'))).toEqual([
      'error',
      'error_body',
      'error_body_details_item',
    ])
    // Names that a generator makes up for parts of unions.
    expect(models.filter((name) => /type_\d/.test(name))).toEqual([])
  },
  GENERATION_MS,
)
