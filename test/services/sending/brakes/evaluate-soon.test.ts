import { setImmediate as turn } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { SendingBrakes } from '../../../../src/services/sending/brakes/sending-brakes.js'
import { eventually } from '../../../support/start-app.js'

/* When evaluations begin. What they find is tested with the ledger. */

let brakes: Brakes | null = null
afterEach(() => brakes?.close())

interface Run {
  accountId: string
  finish(error?: Error): void
}

/** Evaluations that the test finishes. */
class Brakes extends SendingBrakes {
  readonly started: Run[] = []

  constructor(restMs: number) {
    const config = { complaintPausePercent: 1, bouncePausePercent: 1 }
    const log = pino({ level: 'silent' })
    super({
      config,
      log,
      restMs: () => restMs,
      models: {},
      clock: {},
      brakeNotices: { notifySoon: () => undefined },
    } as never)
  }

  override evaluate(accountId: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.started.push({ accountId, finish: (error) => (error ? reject(error) : resolve()) })
    })
  }

  get names(): string {
    return this.started.map(({ accountId }) => accountId).join(' ')
  }

  request = (...accountIds: string[]): void =>
    this.evaluateSoon(accountIds.map((account_id) => ({ account_id, type: 'complained', payload: {} }) as never))
}

const make = (restMs: number) => {
  brakes = new Brakes(restMs)
  return brakes
}
const begun = (names: string) => eventually(names, () => brakes!.names === names)

test('each account is evaluated at once, and once more for all that is reported meanwhile', async () => {
  const { started, request } = make(1)
  request('a', 'b')
  await begun('a b')
  for (let count = 0; count < 10; count += 1) request('a', 'b')
  await turn()
  started[0]!.finish()
  await begun('a b a')
  for (const run of started) run.finish()
  await eventually('b again', () => started.length === 4)
  started[3]!.finish()
  await brakes!.close()
  expect(brakes!.names).toBe('a b a b')
})

test('what is reported during the rest is evaluated after it', async () => {
  const { started, request } = make(200)
  request('a')
  await begun('a')
  const at = performance.now()
  started[0]!.finish()
  await turn()
  request('a')
  await turn()
  expect(brakes!.names).toBe('a')
  await begun('a a')
  expect(performance.now() - at).toBeGreaterThanOrEqual(199)
  started[1]!.finish()
})

test('an evaluation that fails does not stop those of its account', async () => {
  const { started, request } = make(1)
  request('a')
  await begun('a')
  request('a')
  started[0]!.finish(new Error('away'))
  await begun('a a')
  started[1]!.finish()
})

test('closing waits for what runs, ends rests and begins nothing more', async () => {
  const { started, request } = make(60_000)
  request('rests')
  await begun('rests')
  started[0]!.finish()
  request('runs')
  await begun('rests runs')
  request('runs', 'rests')
  let isClosed = false
  const closing = brakes!.close().then(() => {
    isClosed = true
  })
  await turn()
  expect(isClosed).toBe(false)
  started[1]!.finish()
  await closing
  request('late')
  await turn()
  await turn()
  expect(brakes!.names).toBe('rests runs')
})
