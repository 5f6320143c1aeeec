import { describe, expect, it } from 'vitest'
import { FairGate, type FairGateOptions, type Lane, type Slot } from '../../../src/streams/deliveries/fair-gate.js'
import type { Deferral } from '../../../src/streams/engine/claim-prefetcher.js'

/** A fixed number of attempts at a time. */
const FOUR = { least: 4, most: 4 }

/** A gate on a clock that only the test moves. Endpoints get four at a time, unless the test is about their number. */
function setUp(options: Partial<FairGateOptions> = {}) {
  let now = Date.parse('2026-11-21T09:00:00Z')
  const clock = { now: () => new Date(now), random: () => 0.5 }
  const gate = new FairGate({ clock, slots: 16, maxWaiting: 100, perEndpoint: FOUR, ...options })
  const pass = (ms: number) => {
    now += ms
  }
  return { gate, pass, ask: (text: string) => ask(gate, text) }
}

interface Asked {
  /** Whether it has a turn: it is ready, with or without a slot. */
  isReady: boolean
  decision: Slot | Deferral | null
  free: Slot['end']
}

/** Asks for a turn, and with it for a slot. `account/endpoint`, or `account/endpoint/retry`. */
function ask(gate: FairGate, text: string): Asked {
  const [accountId, targetId, lane = 'first'] = text.split('/') as [string, string, Lane?]
  const asked: Asked = {
    isReady: false,
    decision: null,
    free: (result) => {
      if (!asked.decision || 'inMs' in asked.decision) throw new Error(`${text} has no slot`)
      return asked.decision.end(result)
    },
  }
  const enter = async () => {
    const turn = await gate.enter({ accountId, targetId, lane })
    asked.isReady = !('inMs' in turn)
    asked.decision = 'inMs' in turn ? turn : await turn.begin()
    if (!('inMs' in turn) && 'inMs' in asked.decision) turn.end()
  }
  void enter()
  return asked
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

const isIn = ({ decision }: Asked) => decision !== null && !('inMs' in decision)
const isOff = ({ decision }: Asked) => decision !== null && 'inMs' in decision
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

  it('does not starve retries while first attempts keep coming', async () => {
    const { ask } = setUp({ slots: 2, perAccount: 2, perEndpoint: { least: 9, most: 9 } })
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
      const { inMs } = decision as Deferral
      expect(inMs).toBeGreaterThanOrEqual(1_000)
      expect(inMs).toBeLessThanOrEqual(5_000)
    }
  })

  /** Works off a backlog of an endpoint, four attempts at a time. */
  async function workOff(count: number, attemptMs: number) {
    const { ask, pass, gate } = setUp({ maxWaiting: 1_000 })
    const stepMs = attemptMs / 2
    let due = Array.from({ length: count }, () => 0)
    let waiting: Asked[] = []
    const running: { entry: Asked; until: number }[] = []
    let [done, putOffs, at] = [0, 0, 0]
    for (; done < count; at += stepMs) {
      for (const job of running.filter(({ until }) => until <= at)) {
        job.entry.free('succeeded')
        done += 1
      }
      running.splice(0, running.length, ...running.filter(({ until }) => until > at))
      waiting.push(...due.filter((time) => time <= at).map(() => ask('a/one')))
      due = due.filter((time) => time > at)
      if (at % 250 === 0) gate.expire()
      await settle()
      running.push(...waiting.filter(isIn).map((entry) => ({ entry, until: at + attemptMs })))
      const off = waiting.filter(isOff)
      putOffs += off.length
      due.push(...off.map(({ decision }) => at + (decision as Deferral).inMs))
      waiting = waiting.filter(({ decision }) => decision === null)
      pass(stepMs)
    }
    return { tookMs: at, putOffs }
  }

  it('keeps a fast endpoint busy while many events wait for it', async () => {
    // 2,000 × 20 ms / 4 = 10 s at best.
    expect((await workOff(2_000, 20)).tookMs).toBeLessThan(11_500)
  })

  it('keeps a slow endpoint busy, and puts what waits for it off a few times only', async () => {
    const { tookMs, putOffs } = await workOff(1_000, 1_000)
    // 1,000 × 1 s / 4 = 250 s at best.
    expect(tookMs).toBeLessThan(265_000)
    expect(putOffs / 1_000).toBeLessThan(8)
  })

  it('comes more rarely the more there are, and a slow endpoint is kept busy all the same', async () => {
    const { tookMs, putOffs } = await workOff(10_000, 1_000)
    // 10,000 × 1 s / 4 = 2,500 s at best. If each came every 15 to 30 s, it would be put off 56 times.
    expect(tookMs).toBeLessThan(2_600_000)
    expect(putOffs / 10_000).toBeLessThan(40)
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
    const { ask, pass } = setUp({ maxWaiting: 10, slots: 16 })
    const warmUp = ask('a/one')
    await settle()
    pass(900)
    warmUp.free('succeeded')
    const one = many(15, () => ask('a/one'))
    const sameAccount = many(5, () => ask('a/two'))
    const other = many(5, () => ask('b/three'))
    await settle()
    expect(one.filter(isOff)).toHaveLength(1)
    expect(sameAccount.filter(isOff)).toHaveLength(5)
    expect(other.filter(isOff)).toHaveLength(0)
  })

  it('has no such limit at a quick endpoint, which gets to all in a moment', async () => {
    const { ask } = setUp({ maxWaiting: 10 })
    const asked = many(100, () => ask('a/quick'))
    await settle()
    expect(asked.filter(isOff)).toHaveLength(0)
  })

  it('ends when the gate closes, and attempts inside finish', async () => {
    const { ask, gate } = setUp()
    const asked = many(6, () => ask('a/one'))
    await settle()
    gate.close()
    const late = ask('b/two')
    await settle()
    expect(asked.map(isOff)).toEqual([false, false, false, false, true, true])
    expect(late.decision).toEqual({ inMs: 0 })
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
    const delays = backlog.map(({ decision }) => (decision as Deferral).inMs)
    expect(Math.max(...delays)).toBeLessThanOrEqual(30_000)
    expect(delays.reduce((sum, ms) => sum + ms, 0) / delays.length).toBeGreaterThan(10_000)
  })
})

describe('a turn', () => {
  const isReady = ({ isReady }: Asked) => isReady

  it('is given to twice as many as a quick endpoint has slots', async () => {
    const { ask } = setUp()
    const asked = many(20, () => ask('a/one'))
    await settle()
    expect([asked.filter(isReady).length, asked.filter(isIn).length]).toEqual([8, 4])
    asked[0]!.free('succeeded')
    await settle()
    expect([asked.filter(isReady).length, asked.filter(isIn).length]).toEqual([9, 5])
  })

  it.each([
    ['slow', 'succeeded', 600],
    ['failing', 'failed', 10],
  ] as const)('of a %s endpoint comes with its slot, so that nothing is claimed long before', async (_, result, ms) => {
    const { ask, pass } = setUp()
    const first = ask('a/one')
    await settle()
    pass(ms)
    first.free(result)
    const asked = many(20, () => ask('a/one'))
    await settle()
    expect([asked.filter(isReady).length, asked.filter(isIn).length]).toEqual([4, 4])
  })

  it('ends without a slot after five seconds', async () => {
    const { ask, pass, gate } = setUp()
    const asked = many(12, () => ask('a/hung'))
    await settle()
    pass(5_000)
    gate.expire()
    await settle()
    expect(asked.filter(isReady)).toHaveLength(8)
    expect(asked.filter(isOff)).toHaveLength(8)
  })
})

describe('a delivery that is handed over', () => {
  const one = { accountId: 'a', targetId: 'one', lane: 'first' } as const

  it('gets a turn at once, while all that are claimed are at most 66 for each slot', async () => {
    const { ask, gate } = setUp()
    const asked = many(20, () => ask('a/one'))
    await settle()
    asked[0]!.free('succeeded')
    await settle()
    const turns = Array.from({ length: 400 }, () => gate.enterReady(one))
    expect(turns.filter((turn) => turn !== null)).toHaveLength(4 * 66 - 8)
    turns[0]!.end()
    expect(gate.enterReady(one)).not.toBeNull()
  })

  it('gets none at an endpoint that would take more than two seconds to get to it', () => {
    const { gate } = setUp()
    // Four at a time, of 50 ms each: that is what is assumed until the first answer.
    const turns = Array.from({ length: 400 }, () => gate.enterReady(one))
    expect(turns.filter((turn) => turn !== null)).toHaveLength(161)
    turns[0]!.end()
    expect(gate.enterReady(one)).not.toBeNull()
    expect(gate.enterReady(one)).toBeNull()
  })

  it('gets none if its account, or all of them, would take more than two seconds to get to it', () => {
    const { gate } = setUp()
    const enter = (accountId: string, targetId: string) => gate.enterReady({ accountId, targetId, lane: 'first' })
    const count = (ready: (i: number) => unknown) => Array.from({ length: 400 }, (_none, i) => ready(i)).filter(Boolean)
    // An account has four of the sixteen slots, for all its endpoints.
    expect(count((i) => enter('a', `endpoint ${i}`))).toHaveLength(161)
    expect(enter('a', 'another')).toBeNull()
    expect(count((i) => enter(`account ${i}`, `its endpoint ${i}`))).toHaveLength(400)
    expect(count((i) => enter(`another ${i}`, `its endpoint ${i}`))).toHaveLength(641 - 400 - 161)
    expect(enter('b', 'one')).toBeNull()
  })

  it('waits for its slot in line with the others', async () => {
    const { ask, gate } = setUp()
    const claimed = many(5, () => ask('a/one'))
    await settle()
    let isIn = false
    void gate
      .enterReady(one)!
      .begin()
      .then((slot) => {
        isIn = !('inMs' in slot)
      })
    claimed[0]!.free('succeeded')
    await settle()
    expect(isIn).toBe(false)
    claimed[1]!.free('succeeded')
    await settle()
    expect(isIn).toBe(true)
  })

  it('gets no turn at an endpoint that is slow or fails, or when the gate is closed', async () => {
    const { ask, pass, gate } = setUp()
    const [slow, failing] = [ask('a/slow'), ask('a/failing')]
    await settle()
    failing.free('failed')
    pass(600)
    slow.free('succeeded')
    expect(gate.enterReady({ ...one, targetId: 'slow' })).toBeNull()
    expect(gate.enterReady({ ...one, targetId: 'failing' })).toBeNull()
    gate.close()
    expect(gate.enterReady(one)).toBeNull()
  })
})

describe('the number of attempts at a time', () => {
  const RANGE = { least: 4, most: 64 }
  /** Answers all that are in, again and again. Returns how many were in at a time. */
  async function answer(asked: Asked[], rounds: number, pass: (ms: number) => void, ms: number) {
    const counts: number[] = []
    let done = new Set<Asked>()
    for (let round = 0; round < rounds; round += 1) {
      await settle()
      const open = asked.filter((entry) => isIn(entry) && !done.has(entry))
      counts.push(open.length)
      pass(ms)
      for (const entry of open) entry.free('succeeded')
      done = new Set([...done, ...open])
    }
    return counts
  }

  it('grows with each quick answer while others wait, up to the most', async () => {
    const { ask, pass } = setUp({ slots: 256, perEndpoint: RANGE })
    const asked = many(500, () => ask('a/one'))
    expect(await answer(asked, 7, pass, 20)).toEqual([4, 8, 16, 32, 64, 64, 64])
  })

  it('does not grow while nobody waits', async () => {
    const { ask, pass } = setUp({ slots: 256, perEndpoint: RANGE })
    for (let round = 0; round < 5; round += 1)
      await answer(
        many(4, () => ask('a/one')),
        1,
        pass,
        20,
      )
    expect(
      await answer(
        many(20, () => ask('a/one')),
        1,
        pass,
        20,
      ),
    ).toEqual([4])
  })
})
