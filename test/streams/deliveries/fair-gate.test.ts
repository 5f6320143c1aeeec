import { describe, expect, it } from 'vitest'
import {
  FairGate,
  type FairGateOptions,
  type Lane,
  type PutOff,
  type Slot,
} from '../../../src/streams/deliveries/fair-gate.js'

/** A gate on a clock that only the test moves. */
function setUp(options: Partial<FairGateOptions> = {}) {
  let now = Date.parse('2026-11-21T09:00:00Z')
  const clock = { now: () => new Date(now), random: () => 0.5 }
  const gate = new FairGate({ clock, slots: 16, maxWaiting: 100, ...options })
  const pass = (ms: number) => {
    now += ms
  }
  return { gate, pass, ask: (text: string) => ask(gate, text) }
}

interface Asked {
  decision: Slot | PutOff | null
  free: Slot['free']
}

/** Asks for a slot. `account/endpoint`, or `account/endpoint/retry`. */
function ask(gate: FairGate, text: string): Asked {
  const [accountId, endpointId, lane = 'first'] = text.split('/') as [string, string, Lane?]
  const asked: Asked = {
    decision: null,
    free: (result) => {
      if (!asked.decision?.admitted) throw new Error(`${text} has no slot`)
      return asked.decision.free(result)
    },
  }
  gate.enter({ accountId, endpointId, lane }).then((decision) => {
    asked.decision = decision
  })
  return asked
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

const isIn = ({ decision }: Asked) => decision?.admitted === true
const isOff = ({ decision }: Asked) => decision?.admitted === false
const many = (count: number, make: (index: number) => Asked) => Array.from({ length: count }, (_none, i) => make(i))

describe('the gate', () => {
  it('admits four attempts to one endpoint, and the fifth when one of them ends', async () => {
    const { ask } = setUp()
    const asked = many(5, () => ask('a/one'))
    await settle()
    expect(asked.map(isIn)).toEqual([true, true, true, true, false])
    asked[0]!.free('succeeded')
    await settle()
    expect(isIn(asked[4]!)).toBe(true)
  })

  it('gives one account at most a quarter of the slots', async () => {
    const { ask } = setUp({ slots: 8 })
    const own = many(5, (index) => ask(`a/own-${index}`))
    const other = ask('b/other')
    await settle()
    expect(own.filter(isIn)).toHaveLength(2)
    expect(isIn(other)).toBe(true)
  })

  it('keeps half of the slots for first attempts', async () => {
    const { ask } = setUp({ slots: 4, perAccount: 4 })
    const retries = many(4, (index) => ask(`a/retry-${index}/retry`))
    const firsts = many(3, (index) => ask(`b/first-${index}`))
    await settle()
    expect(retries.filter(isIn)).toHaveLength(2)
    expect(firsts.filter(isIn)).toHaveLength(2)
    firsts[0]!.free('succeeded')
    await settle()
    expect(firsts.filter(isIn)).toHaveLength(3)
  })

  it('gives first attempts all slots if there are no retries', async () => {
    const { ask } = setUp({ slots: 4, perAccount: 4 })
    const firsts = many(4, (index) => ask(`a/first-${index}`))
    await settle()
    expect(firsts.filter(isIn)).toHaveLength(4)
  })

  it('lets waiting accounts take turns, and the endpoints of one account too', async () => {
    const { ask, gate } = setUp({ slots: 1, perAccount: 1 })
    const holder = ask('z/z')
    const order: string[] = []
    const names = ['a/1', 'a/1', 'a/2', 'b/3', 'b/3', 'c/4']
    const asked = names.map((name) => ({ name, entry: ask(name) }))
    await settle()
    let current = holder
    for (let step = 0; step < names.length; step += 1) {
      current.free('succeeded')
      await settle()
      const next = asked.find(
        ({ name, entry }) => isIn(entry) && !order.includes(`${name}#${asked.findIndex((x) => x.entry === entry)}`),
      )!
      order.push(`${next.name}#${asked.indexOf(next)}`)
      current = next.entry
    }
    expect(order.map((text) => text.split('#')[0])).toEqual(['a/1', 'b/3', 'c/4', 'a/2', 'b/3', 'a/1'])
    gate.close()
  })

  it('does not starve retries while first attempts keep coming', async () => {
    const { ask } = setUp({ slots: 2, perAccount: 2, perEndpoint: 9 })
    const running = [ask('a/1'), ask('a/1')]
    const retry = ask('b/2/retry')
    const firsts = many(6, () => ask('c/3'))
    await settle()
    running[0]!.free('succeeded')
    running[1]!.free('succeeded')
    await settle()
    expect(isIn(retry)).toBe(true)
    expect(firsts.filter(isIn)).toHaveLength(1)
  })
})

describe('waiting at the gate', () => {
  it('is offered while the endpoint is fast enough to start one within five seconds', async () => {
    const { ask, pass } = setUp({ maxWaiting: 5_000 })
    const warmUp = ask('a/one')
    await settle()
    pass(20)
    warmUp.free('succeeded')
    const asked = many(2_000, () => ask('a/one'))
    await settle()
    const waiting = asked.filter((entry) => entry.decision === null)
    // 20 ms an attempt, 4 at a time: 1,000 in five seconds.
    expect(waiting.length).toBeGreaterThan(950)
    expect(waiting.length).toBeLessThanOrEqual(1_000)
    for (const { decision } of asked.filter(isOff)) {
      const { inMs } = decision as PutOff
      expect(inMs).toBeGreaterThanOrEqual(1_000)
      expect(inMs).toBeLessThanOrEqual(5_000)
    }
  })

  it('keeps a fast endpoint busy while two thousand events wait for it', async () => {
    const { ask, pass, gate } = setUp({ maxWaiting: 1_000 })
    let due = Array.from({ length: 2_000 }, () => 0)
    let waiting: Asked[] = []
    const running: { entry: Asked; until: number }[] = []
    let done = 0
    let at = 0
    for (; done < 2_000; at += 10) {
      for (const job of running.filter(({ until }) => until <= at)) {
        job.entry.free('succeeded')
        done += 1
      }
      running.splice(0, running.length, ...running.filter(({ until }) => until > at))
      waiting.push(...due.filter((time) => time <= at).map(() => ask('a/one')))
      due = due.filter((time) => time > at)
      if (at % 250 === 0) gate.expire()
      await settle()
      running.push(...waiting.filter(isIn).map((entry) => ({ entry, until: at + 20 })))
      due.push(...waiting.filter(isOff).map(({ decision }) => at + (decision as PutOff).inMs))
      waiting = waiting.filter(({ decision }) => decision === null)
      pass(10)
    }
    // 2,000 × 20 ms / 4 = 10 s at best.
    expect(at).toBeLessThan(11_500)
  })

  it('ends after five seconds if the endpoint stops responding', async () => {
    const { ask, pass, gate } = setUp()
    const asked = many(6, () => ask('a/hung'))
    await settle()
    pass(4_900)
    gate.expire()
    await settle()
    expect(asked.filter(isOff)).toHaveLength(0)
    pass(200)
    gate.expire()
    await settle()
    expect(asked.map(isOff)).toEqual([false, false, false, false, true, true])
  })

  it('is offered to fewer the longer the attempts in flight hang', async () => {
    const { ask, pass, gate } = setUp()
    many(4, () => ask('a/hung'))
    await settle()
    pass(6_000)
    const late = many(10, () => ask('a/hung'))
    await settle()
    expect(late.filter(isOff)).toHaveLength(7)
    pass(15_000)
    gate.expire()
    const later = ask('a/hung')
    const other = ask('b/other')
    await settle()
    expect(late.filter(isOff)).toHaveLength(10)
    expect(isOff(later)).toBe(true)
    expect(isIn(other)).toBe(true)
  })

  it('is limited to a share of the read-ahead for one endpoint or account', async () => {
    const { ask } = setUp({ maxWaiting: 10, slots: 16 })
    const one = many(15, () => ask('a/one'))
    const sameAccount = many(5, () => ask('a/two'))
    const other = many(5, () => ask('b/three'))
    await settle()
    expect(one.filter(isOff)).toHaveLength(1)
    expect(sameAccount.filter(isOff)).toHaveLength(5)
    expect(other.filter(isOff)).toHaveLength(0)
  })

  it('ends when the gate closes, and attempts inside finish', async () => {
    const { ask, gate } = setUp()
    const asked = many(6, () => ask('a/one'))
    await settle()
    gate.close()
    const late = ask('b/two')
    await settle()
    expect(asked.map(isOff)).toEqual([false, false, false, false, true, true])
    expect(late.decision).toEqual({ admitted: false, inMs: 0 })
    expect(asked[0]!.free('succeeded')).toBe(0)
  })
})

describe('an endpoint that fails', () => {
  it('uses the retry lane after five failures in a row, until it succeeds again', async () => {
    const { ask } = setUp({ slots: 2, perAccount: 2 })
    const failures: number[] = []
    for (let time = 0; time < 5; time += 1) {
      const attempt = ask('a/bad')
      await settle()
      failures.push(attempt.free('failed'))
    }
    expect(failures).toEqual([1, 2, 3, 4, 5])

    const two = many(2, () => ask('a/bad'))
    await settle()
    expect(two.map(isIn)).toEqual([true, false])
    expect(two[0]!.free('succeeded')).toBe(0)
  })

  it('is recognized by attempts that were made, not by unused turns', async () => {
    const { ask } = setUp()
    const first = ask('a/one')
    await settle()
    expect(first.free('failed')).toBe(1)
    const second = ask('a/one')
    await settle()
    expect(second.free('none')).toBe(1)
    expect(second.free('failed')).toBe(1)
  })

  it('with attempts of 30 seconds puts off its backlog by up to 30 seconds, not in a quick loop', async () => {
    const { ask, pass } = setUp()
    const warmUp = ask('a/slow')
    await settle()
    pass(30_000)
    warmUp.free('failed')
    many(4, () => ask('a/slow'))
    await settle()
    const backlog = many(50, () => ask('a/slow'))
    await settle()
    const delays = backlog.map(({ decision }) => (decision as PutOff).inMs)
    expect(Math.max(...delays)).toBeLessThanOrEqual(30_000)
    expect(delays.reduce((sum, ms) => sum + ms, 0) / delays.length).toBeGreaterThan(10_000)
  })
})
