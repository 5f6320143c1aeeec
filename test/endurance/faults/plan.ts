import { Random } from '../../../scripts/fuzz/random.js'
import { MACHINES } from '../fleet.js'

/** What can go wrong with a server. */
const SERVER_FAULTS = [
  ...['valkey-flushed', 'valkey-killed', 'valkey-emptied'],
  ...['primary-steps-down', 'primary-killed', 'primary-isolated', 'disk-full'],
] as const
/** What can go wrong with a process of the service, or with its network. */
const MACHINE_FAULTS = [
  'process-killed',
  'process-stopped',
  'network-refused',
  'network-silent',
  'network-slow',
  'network-broken',
] as const

export type FaultName = (typeof SERVER_FAULTS)[number] | (typeof MACHINE_FAULTS)[number]

/** Where the network of a process can fail. */
export type Way = 'mongo' | 'valkey' | 'dns' | 'provider' | 'door'

/** A fault to come. */
export interface PlannedFault {
  name: FaultName
  /** From the beginning of the load, in ms. */
  atMs: number
  /** How long it lasts, in ms. */
  forMs: number
  /** The process, if it is a fault of one. */
  machine?: string
  way?: Way
}

/** How long each lasts, in ms: at least, and at most. */
const LENGTHS: Record<FaultName, [least: number, most: number]> = {
  'valkey-flushed': [0, 0],
  'valkey-killed': [5_000, 30_000],
  'valkey-emptied': [2_000, 15_000],
  'primary-steps-down': [0, 0],
  'primary-killed': [2_000, 20_000],
  'primary-isolated': [8_000, 20_000],
  'disk-full': [5_000, 15_000],
  'process-killed': [200, 10_000],
  // The longest is past every lease of 15 s and less; received mail has one of 80 s.
  'process-stopped': [6_000, 25_000],
  'network-refused': [2_000, 15_000],
  'network-silent': [3_000, 25_000],
  'network-slow': [5_000, 15_000],
  'network-broken': [5_000, 15_000],
}

/** Of each handful of faults of processes, so many are of these. */
const MACHINE_DECK: FaultName[] = [
  ...Array<FaultName>(4).fill('process-killed'),
  ...Array<FaultName>(2).fill('process-stopped'),
  ...([
    'network-refused',
    'network-refused',
    'network-silent',
    'network-slow',
    'network-broken',
    'network-broken',
  ] as const),
]

/** Before the first fault and after the last one, the load runs undisturbed for this part of the time. */
const CALM_SHARE = 0.12
const PAUSE_MS = [500, 6_000] as const

const HAS_WAY: Record<Way, (role: string) => boolean> = {
  mongo: () => true,
  valkey: () => true,
  dns: (role) => role === 'worker' || role === 'smtp',
  provider: (role) => role === 'worker',
  door: (role) => role === 'api' || role === 'smtp',
}

/** Decides what goes wrong, and when. The same for the same seed and length. */
export function planFaults(seed: number, lengthMs: number): PlannedFault[] {
  const random = new Random(seed)
  const span = { fromMs: lengthMs * CALM_SHARE, toMs: lengthMs * (1 - CALM_SHARE) }
  const servers = layOut(random, span, SERVER_FAULTS, (name) => ({ name }))
  const machines = layOut(random, span, MACHINE_DECK, (name) => ({ name, ...targetOf(random, name) }))
  return [...servers, ...machines].sort((one, other) => one.atMs - other.atMs)
}

/** One fault after the other, from a shuffled deck that is used up before it is shuffled again. */
function layOut(
  random: Random,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  deck: readonly FaultName[],
  make: (name: FaultName) => Omit<PlannedFault, 'atMs' | 'forMs'>,
): PlannedFault[] {
  const faults: PlannedFault[] = []
  let left: FaultName[] = []
  for (let atMs = fromMs; ; ) {
    if (left.length === 0) left = shuffled(random, deck)
    const fault = make(left.pop()!)
    const [least, most] = LENGTHS[fault.name]
    // Short ones are as frequent as long ones, so that a short run has many.
    const share = random.below(1_000) / 1_000
    const forMs = Math.round(least + (most - least) * share * share)
    if (atMs + forMs > toMs) return faults
    faults.push({ ...fault, atMs: Math.round(atMs), forMs })
    atMs += forMs + PAUSE_MS[0] + random.below(PAUSE_MS[1] - PAUSE_MS[0])
  }
}

function targetOf(random: Random, name: FaultName): { machine: string; way?: Way } {
  const machine = random.oneOf(MACHINES)
  if (!name.startsWith('network-')) return { machine: machine.name }
  const ways = (Object.keys(HAS_WAY) as Way[]).filter((way) => HAS_WAY[way](machine.role))
  return { machine: machine.name, way: random.oneOf(ways) }
}

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const result = [...items]
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = random.below(last + 1)
    ;[result[last], result[other]] = [result[other]!, result[last]!]
  }
  return result
}
