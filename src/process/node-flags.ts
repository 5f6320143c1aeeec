import { setFlagsFromString } from 'node:v8'

/**
 * Flags of Node.js for the processes of the service.
 *
 * What a request holds lives until the ledger has answered. Under load that is longer than objects stay in the 16 MiB that
 * V8 usually has for new ones, so they were copied to the old space, where collecting them costs more.
 */
export const NODE_FLAGS = ['--max-semi-space-size=32']

/** `NODE_OPTIONS` with the flags. Of a flag that is given twice, Node.js takes the last one: that of the operator. */
export const nodeOptions = (ofOperator = ''): string => [...NODE_FLAGS, ofOperator].join(' ').trim()

/** Gives threads back their own limits of memory: V8 would prefer the flag, which is meant for the main thread. */
export function limitThreads(): void {
  setFlagsFromString('--max-semi-space-size=0')
}
