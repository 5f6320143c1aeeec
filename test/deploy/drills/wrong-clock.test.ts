import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Deployment } from '../../support/deployment.js'
import { type DrillShell, openDrillShell } from '../../support/drills.js'
import { BUILD_MS } from '../../support/make-once.js'
import { sharedProgram } from '../../support/shared-program.js'
import { eventually, type Settings } from '../../support/start-app.js'

const MINUTE_MS = 60_000

let shell: DrillShell
let deployment: Deployment
beforeAll(sharedProgram, BUILD_MS)
beforeAll(async () => {
  shell = await openDrillShell()
  deployment = await Deployment.create()
})
afterAll(async () => {
  await deployment?.close()
  await shell.close()
})

/** A machine whose clock is ahead: settings of its processes, and what sets its clock. */
async function machine(name: string, aheadMs: number) {
  const file = join(shell.folder, `clock-of-${name}`)
  const setAhead = (ms: number) => writeFile(file, String(ms))
  await setAhead(aheadMs)
  // With heartbeats in quick succession, a difference is soon noticed.
  const uri = new URL(deployment.settings.MONGODB_URI!)
  uri.searchParams.set('heartbeatFrequencyMS', '500')
  const settings: Settings = {
    MONGODB_URI: uri.toString(),
    CLOCK_FILE: file,
    NODE_OPTIONS: `--import=${pathToFileURL('test/support/wrong-clock.mjs')}`,
  }
  return { settings, setAhead }
}

test('wrong clock: it is seen in the log, the metrics and by the doctor, and corrected without a restart', async () => {
  await deployment.start('api')
  const wrong = await machine('worker', 60 * MINUTE_MS)
  const worker = await deployment.start('worker,scheduler', wrong.settings)
  await eventually('the log says so', () =>
    worker.stderr.includes('"msg":"the clock of this machine differs from that of MongoDB"'),
  )
  const doctor = () => shell.drill('wrong clock', { ...deployment.settings, ...wrong.settings })
  expect(await doctor()).toMatch(/^warn +Clock +3[56]\d\d\.\d s ahead of that of MongoDB\n.*→ Find out which/m)

  const sendIn = async (minutes: number) => {
    const scheduled_at = new Date(Date.now() + minutes * MINUTE_MS).toISOString()
    const [channel, destination] = ['email', { email: deployment.config.bootstrapOwnerEmail }]
    const payload = { subject: 'Later', body_text: 'A text.' }
    const body = { ...{ channel, destination, payload, scheduled_at }, idempotency_key: `in ${minutes} minutes` }
    const answer = await deployment.call('POST', '/v1/send', { body })
    expect(answer.status).toBe(201)
    return answer.body.id as string
  }
  const statusOf = async (id: string) => (await deployment.call('GET', `/v1/messages/${id}`)).body.status
  const isSent = async (id: string) => ['sent', 'delivered'].includes(await statusOf(id))
  const early = await sendIn(30)
  await eventually('it leaves too early', () => isSent(early))

  await wrong.setAhead(0)
  await eventually('the log says that the clock is right', () =>
    worker.stderr.includes('agrees with that of MongoDB again'),
  )
  expect(await doctor()).toMatch(/^ok +Clock/m)
  const later = await sendIn(31)
  const now = await deployment.sendMany(3)
  await eventually('mail that is due is sent', async () => (await Promise.all(now.map(isSent))).every(Boolean))
  expect(await statusOf(later)).toBe('scheduled')
})
