import { setTimeout as delay } from 'node:timers/promises'
import type { Fleet, Machine } from '../fleet.js'
import type { Condition } from '../network/tcp-proxy.js'
import type { ReplicaSet } from '../servers/replica-set.js'
import type { Valkey } from '../servers/valkey.js'
import type { FaultName, PlannedFault, Way } from './plan.js'

/** What faults are made in. */
export interface Ground {
  fleet: Fleet
  replicaSet: ReplicaSet
  valkey: Valkey
  flushValkey(): Promise<void>
}

/** A fault that has happened. Times are those of `Date.now()`. */
export interface PastFault extends PlannedFault {
  startedAt: number
  /** When it was undone, and everything was there again. */
  endedAt: number
}

type Undo = () => Promise<unknown>
type Fault = (ground: Ground, planned: PlannedFault) => Promise<Undo>

const nothing: Undo = async () => undefined

/** What each fault does, and how it is undone. */
const FAULTS: Record<FaultName, Fault> = {
  async 'valkey-flushed'({ flushValkey }) {
    await flushValkey()
    return nothing
  },
  async 'valkey-killed'({ valkey }) {
    await valkey.child.kill()
    return () => valkey.start()
  },
  async 'valkey-emptied'({ valkey }) {
    await valkey.child.kill()
    await valkey.empty()
    return () => valkey.start()
  },
  async 'primary-steps-down'({ replicaSet }) {
    await replicaSet.stepDown(await replicaSet.healthy())
    return () => replicaSet.healthy()
  },
  async 'primary-killed'({ replicaSet }) {
    const index = await replicaSet.healthy()
    await replicaSet.members[index]!.child.kill()
    return () => replicaSet.restart(index)
  },
  async 'primary-isolated'({ replicaSet }) {
    await replicaSet.links.isolate(await replicaSet.healthy())
    return async () => {
      await replicaSet.links.isolate(null)
      await replicaSet.healthy()
    }
  },
  async 'disk-full'({ replicaSet }) {
    const index = await replicaSet.healthy()
    const { disk, child } = replicaSet.members[index]!
    await disk.fill(child.pid!)
    return async () => {
      await disk.free()
      // It has ended because it could not write, or it does so soon.
      await child.kill()
      await replicaSet.restart(index)
    }
  },
  async 'process-killed'({ fleet }, { machine }) {
    fleet.heldDown.add(machine!)
    await fleet.named(machine!).child.kill()
    return async () => {
      fleet.heldDown.delete(machine!)
      await fleet.named(machine!).child.start()
    }
  },
  async 'process-stopped'({ fleet }, { machine }) {
    fleet.named(machine!).child.signal('SIGSTOP')
    return async () => fleet.named(machine!).child.signal('SIGCONT')
  },
  'network-refused': network('refused'),
  'network-silent': network('silent'),
  'network-slow': network('slow'),
  'network-broken': network('broken'),
}

/**
 * Makes the faults of a plan at their times, and undoes each. Faults that overlap are independent. One that is late, because
 * the servers took long to recover from those before it, is left out if all should be over by then.
 */
export async function makeFaults(
  ground: Ground,
  plan: readonly PlannedFault[],
  { signal, onChange }: { signal: AbortSignal; onChange: (current: readonly PlannedFault[]) => void },
): Promise<PastFault[]> {
  const past: PastFault[] = []
  const current = new Set<PlannedFault>()
  const beganAt = Date.now()
  const overAt = beganAt + Math.max(...plan.map(({ atMs, forMs }) => atMs + forMs))
  const makeAll = async (lane: PlannedFault[]) => {
    for (const planned of lane) {
      await delay(Math.max(0, beganAt + planned.atMs - Date.now()), undefined, { signal })
      const startedAt = Date.now()
      if (startedAt > overAt) return
      current.add(planned)
      onChange([...current])
      const undo = await FAULTS[planned.name](ground, planned)
      await delay(planned.forMs, undefined, { signal })
      await undo()
      current.delete(planned)
      onChange([...current])
      past.push({ ...planned, startedAt, endedAt: Date.now() })
    }
  }
  await Promise.all(lanes(plan).map(makeAll))
  return past.sort((one, other) => one.startedAt - other.startedAt)
}

/** Faults of servers, and those of processes: each kind one after the other. */
function lanes(plan: readonly PlannedFault[]): PlannedFault[][] {
  return [plan.filter(({ machine }) => machine === undefined), plan.filter(({ machine }) => machine !== undefined)]
}

function network(condition: Condition): Fault {
  return async ({ fleet }, { machine, way }) => {
    const target = fleet.named(machine!)
    setWay(target, way!, condition)
    return async () => setWay(target, way!, 'open')
  }
}

function setWay(machine: Machine, way: Way, condition: Condition): void {
  if (way === 'dns') {
    machine.dns.isSilent = condition !== 'open' && condition !== 'slow'
    machine.dns.delayMs = condition === 'slow' ? 2_000 : 0
    return
  }
  const proxies = { mongo: machine.mongo, valkey: [machine.valkey], provider: [machine.provider], door: [machine.door] }
  for (const proxy of proxies[way]) if (proxy) proxy.condition = condition
}
