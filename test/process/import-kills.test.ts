import { type ChildProcess, execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { startResend } from '../cli/import/services.js'
import { counts, useImport } from '../cli/import/use-import.js'
import { postlineHere } from '../cli/support.js'
import { sharedProgram } from '../support/shared-program.js'
import { eventually } from '../support/start-app.js'

const it = useImport()
const { bring } = it
// Made once, from the folder of the project.
let program = ''
beforeAll(async () => {
  program = join(await sharedProgram(), 'dist/cli/postline.js')
})
const stateFile = () => it.stateFile('resend')

/** How a process ended. */
interface Ended {
  code: unknown
  stderr: string
}

/** Begins an import from Resend in a process of its own. */
function begin(kind: string, onEnd: (ended: Ended) => void): ChildProcess {
  const args = [program, 'import', 'resend', '--account', it.account, '--url', it.service.url, '--only', kind]
  const env = { PATH: process.env.PATH ?? '', ...it.settingsFor('resend') }
  return execFile(process.execPath, args, { env, cwd: it.folder }, (error, _stdout, stderr) =>
    onEnd({ code: error?.code, stderr }),
  )
}

test('an import that is killed while it makes webhooks has the secret of each in the end', async () => {
  it.service = await startResend(0)
  const urls = Array.from({ length: 8 }, (_, index) => `http://127.0.0.1:1029/hook-${index}`)
  const rows = urls.map((endpoint, index) => ({
    id: `w${index}`,
    endpoint,
    status: 'enabled',
    events: ['email.bounced'],
  }))
  it.service.answers['/webhooks'] = { data: rows, has_more: false }
  const { subscriptions } = it.app.app.models
  await new Promise<void>((resolve, reject) => {
    const child = begin('webhooks', () => resolve())
    const isMade = async () => (await subscriptions.countDocuments({ account_id: it.account })) >= 3
    eventually('some webhooks are made', isMade).then(() => child.kill('SIGKILL'), reject)
  })
  // It may have been faster than the signal.
  const isCut = await stat(stateFile()).then(
    () => true,
    () => false,
  )
  if (!isCut) return
  const early = await bring('resend', ['--resume', stateFile()])
  const [, command = ''] = /repeat: postline (.*)$/m.exec(early.stderr) ?? []
  if (command) await postlineHere(it.settingsFor('resend'), ...command.split(' '))
  const { webhook_secrets } = (command ? await bring('resend', ['--resume', stateFile()]) : early).json()
  expect(webhook_secrets.map(({ url }: { url: string }) => url).toSorted()).toEqual(urls)
})

/** Runs an import of contacts in a process of its own, which gets a signal while it waits for its 17th page. */
async function signalled(signal: NodeJS.Signals): Promise<Ended> {
  it.service = await startResend(2_500, { hasDetails: false })
  let letGo: (() => void) | null = null
  const answer = it.service.answers['/contacts'] as (query: URLSearchParams) => unknown
  it.service.answers['/contacts'] = (query: URLSearchParams) => {
    // The service is slow from the next page on.
    if (query.get('after') === 'c1499') it.service.faults.push((response) => (letGo = () => response.destroy()))
    return answer(query)
  }
  const ended = await new Promise<Ended>((resolve) => {
    const child = begin('contacts', resolve)
    void eventually('the service is asked', () => letGo).then(() => child.kill(signal))
  })
  letGo!()
  it.service.answers['/contacts'] = answer
  it.service.asked.length = 0
  return ended
}

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends an import that can go on, and revokes its key', async (signal) => {
  const { code, stderr } = await signalled(signal)
  expect(stderr).toContain(`Go on with --resume ${stateFile()}`)
  expect(stderr).toContain('error: The import was stopped.')
  // What was read is brought.
  expect(await it.app.app.models.contacts.countDocuments({ account_id: it.account })).toBe(1_600)
  expect(code).toBe(1)
  expect(await it.keyNames()).not.toContain('Import from Resend')
  const second = await bring('resend', ['--resume', stateFile()])
  expect(it.service.asked).toContain('/contacts?limit=100&after=c1599')
  expect(it.service.asked).not.toContain('/contacts?limit=100&after=c1499')
  expect(counts(second.json())).toEqual({ contacts: [2_503, 2_500, 3, 0] })
})

test('an import that was killed goes on once its key is revoked', async () => {
  await signalled('SIGKILL')
  const early = await bring('resend', ['--resume', stateFile()])
  const [, command = ''] = /repeat: postline (.*)$/m.exec(early.stderr) ?? []
  expect(command).toMatch(/^keys revoke key_/)
  expect((await postlineHere(it.settingsFor('resend'), ...command.split(' '))).code).toBe(0)
  const second = await bring('resend', ['--resume', stateFile()])
  expect(it.service.asked).toContain('/contacts?limit=100&after=c999')
  expect(counts(second.json())).toEqual({ contacts: [2_503, 2_500, 3, 0] })
})
