import { setTimeout as delay } from 'node:timers/promises'
import mongoose from 'mongoose'
import { bearer, bodyFor, load, type Round, type Target } from './accept.js'
import { fillLedger } from './fill-ledger.js'
import { type Ground, say, startApi, startSubject } from './ground.js'

export interface GrowthOptions {
  rounds: number
  seconds: number
  connections: number
  /** Messages in the ledger at the end. */
  growth: number
}

/** Accepting with as many messages in the ledger. */
export interface GrowthStep {
  messages: number
  rounds: Round[]
  /** The floor of accepting in the same rounds, with an empty ledger of its own. */
  floor: Round[]
}

/** Shares of the messages at the end. */
const STEPS = [0, 1 / 3, 1]
/** As long as for accepting: the first step must not lack compiled code that later ones have. */
const WARM_UP_SECONDS = 8
/** Writes of the filling that are still being flushed would slow down the load. */
const SETTLE_MS = 5_000

/** Measures accepting with an empty ledger and with a growing number of messages of the same account. */
export async function measureGrowth(ground: Ground, options: GrowthOptions): Promise<GrowthStep[]> {
  const settings = ground.settings('growth')
  const product = await startApi(ground, settings)
  const floorSettings = ground.settings('growth_floor')
  const floor = await startSubject(['--import', 'tsx', 'bench/floor-server.ts'], floorSettings, /^floor at /)
  const connection = await mongoose.createConnection(settings.MONGODB_URI!).asPromise()
  const body = bodyFor('delivered@example.com')
  const service: Target = { name: 'service', ...product, headers: bearer(product.testKey), body }
  const bare: Target = { name: 'floor', ...floor, url: floor.readyLine.slice('floor at '.length), headers: {}, body }
  const steps: GrowthStep[] = []
  try {
    const account = await connection.collection<{ _id: string }>('accounts').findOne({})
    for (const share of STEPS) {
      const messages = Math.round(options.growth * share)
      const scale = { from: steps.at(-1)?.messages ?? 0, to: messages, events: 0, perYear: options.growth } as const
      await fillLedger(settings.MONGODB_URI!, account!._id, scale)
      if (messages > 0) await delay(SETTLE_MS)
      const step: GrowthStep = { messages, rounds: [], floor: [] }
      for (const target of [service, bare])
        await load(target, { ...options, seconds: WARM_UP_SECONDS }, ground.mongoPid)
      for (let round = 1; round <= options.rounds; round += 1) {
        for (const target of round % 2 ? [service, bare] : [bare, service]) {
          step[target === bare ? 'floor' : 'rounds'].push(await load(target, options, ground.mongoPid))
        }
        const rate = Math.round(step.rounds.at(-1)!.perSecond)
        say(`${messages} messages, round ${round} of ${options.rounds}: ${rate} accepted/s`)
      }
      steps.push(step)
    }
    return steps
  } finally {
    await Promise.all([connection.close(), product.close(), floor.close()])
  }
}
