import { getHeapStatistics, setFlagsFromString } from 'node:v8'

/**
 * Flags of Node.js for the processes of the service.
 *
 * What a request holds lives until the ledger has answered. Under load that is longer than objects stay in the 16 MiB that
 * V8 usually has for new ones, so they were copied to the old space, where collecting them costs more.
 */
export const NODE_FLAGS = ['--max-semi-space-size=32']

/** `NODE_OPTIONS` with the flags. Of a flag that is given twice, Node.js takes the last one: that of the operator. */
export const nodeOptions = (ofOperator = ''): string => [...NODE_FLAGS, ofOperator].join(' ').trim()

/**
 * How far the heap may grow between two collections of all of it, in percent of what the last one left. A process that needs
 * 100 MiB would have up to 400 otherwise. Node.js does not take this flag from `NODE_OPTIONS`.
 */
const HEAP_GROWTH_PERCENT = 70
/** V8 lets a heap that may become larger than this grow fourfold, but smaller ones only by 30 to 100 %. */
const LARGE_HEAP_BYTES = 2 * 2 ** 30

/** Limits the memory of this process. Call it once its main thread runs. */
export function limitMemory(): void {
  if (getHeapStatistics().heap_size_limit > LARGE_HEAP_BYTES) {
    setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`)
  }
  // Gives threads back their own limits: V8 would prefer the flag, which is meant for the main thread.
  setFlagsFromString('--max-semi-space-size=0')
}
