import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProgram } from '../../src/cli/program.js'
import { anImage } from '../support/images.js'
import { startApp, type TestApp } from '../support/start-app.js'
import { uploadFile } from '../support/upload-file.js'
import { verifiedDomain } from '../support/verified-domain.js'
import { KEY, startResend } from './import/services.js'
import type { StandIn } from './import/stand-in.js'
import { postlineHere } from './support.js'

const settings = { ROLES: 'api', ENCRYPTION_KEY: randomBytes(32).toString('base64') }

let app: TestApp
let folder: string
let resend: StandIn
beforeAll(async () => {
  app = await startApp(settings)
  resend = await startResend(1)
  folder = await mkdtemp(join(tmpdir(), 'postline-json-'))
})
afterAll(async () => {
  await app.close()
  await resend.close()
  await rm(folder, { recursive: true })
})

const account = () => ['--account', app.accountId]
const aKey = async () => (await app.call('POST', '/v1/keys', { body: { scope: 'read' } })).body.id
const anUpload = async () => (await uploadFile(app, '/v1/uploads', anImage())).body.id
async function aFile() {
  const file = join(folder, 'list.csv')
  await writeFile(file, 'email\nada@example.com\n')
  return file
}

/** Arguments with which each command succeeds. */
const ARGUMENTS: Record<string, () => string[] | Promise<string[]>> = {
  'accounts create': () => ['--email', 'ops@example.com'],
  'accounts list': () => [],
  'accounts suspend': () => [app.accountId],
  'accounts resume': () => [app.accountId],
  'accounts set-plan': () => [app.accountId, 'pro'],
  'keys create': () => [...account(), '--scope', 'read'],
  'keys list': account,
  'keys revoke': async () => [await aKey()],
  'domains list': () => [],
  'domains zone': () => [],
  'domains rotate-dkim': async () => {
    await verifiedDomain(app, 'shop.example')
    return ['shop.example']
  },
  'suppressions export': account,
  'suppressions import': async () => [await aFile(), ...account()],
  'uploads list': account,
  'uploads delete': async () => [await anUpload()],
  'dead-letters list': () => [],
  'dead-letters retry': () => ['--all'],
  import: async () => {
    await writeFile(join(folder, 'key.txt'), KEY)
    return [
      'resend',
      ...account(),
      '--url',
      resend.url,
      '--key-file',
      join(folder, 'key.txt'),
      '--only',
      'lists',
      '--dry-run',
    ]
  },
  erase: () => ['nobody@example.com', ...account()],
  migrate: () => [],
  'rotate-encryption-key': () => [],
  shard: () => [],
  backup: () => [join(folder, 'backup')],
  restore: async () => {
    const made = join(folder, 'to-check')
    await postlineHere(app.settings, 'backup', made)
    return [made, '--check']
  },
  resume: () => ['--list'],
  doctor: () => [],
}

/** The one that does not end. */
const WITHOUT_RESULT = ['start', 'mcp']

const commandsOf = ({ commands }: Command): string[] =>
  commands.flatMap((command) =>
    command.commands.length > 0 ? commandsOf(command).map((rest) => `${command.name()} ${rest}`) : [command.name()],
  )

const quiet = { env: {}, print: () => {}, complain: () => {} }
const commands = commandsOf(createProgram(quiet, () => {})).filter((name) => !WITHOUT_RESULT.includes(name))

test('there are arguments for every command', () => {
  expect(Object.keys(ARGUMENTS).sort()).toEqual([...commands].sort())
})

test.each(commands)('`%s --json` prints JSON and nothing else', async (name) => {
  const given = await ARGUMENTS[name]!()
  const { stdout, stderr, json } = await postlineHere(app.settings, ...name.split(' '), ...given, '--json')
  expect(stdout, stderr).not.toBe('')
  expect(json()).toBeInstanceOf(Object)
})
