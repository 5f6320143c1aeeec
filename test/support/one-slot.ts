import { Command, Redis } from 'ioredis'

/*
 * A Redis Cluster refuses a command whose keys are in several slots. One server does not, so the tests check it: every
 * command of the service, with what scripts get as keys, in every test.
 */

const crossings: string[] = []
const CHECKED = Symbol.for('postline.one-slot')

type SendCommand = (this: Redis, command: Command, ...rest: unknown[]) => unknown
const prototype = Redis.prototype as unknown as { sendCommand: SendCommand & { [CHECKED]?: true } }

// Once for each process, which runs many test files.
if (!prototype.sendCommand[CHECKED]) {
  const { sendCommand } = prototype
  prototype.sendCommand = Object.assign(
    function (this: Redis, command: Command, ...rest: unknown[]) {
      const isOurs = this.options.connectionName?.startsWith('postline-')
      if (isOurs && hasSeveralSlots(command)) crossings.push(`${command.name} ${command.getKeys().join(' ')}`)
      return sendCommand.call(this, command, ...rest)
    } satisfies SendCommand,
    { [CHECKED]: true as const },
  )
}

function hasSeveralSlots(command: Command): boolean {
  const keys = command.getKeys()
  if (keys.length < 2) return false
  return new Set(keys.map((key) => slotOf(String(key)))).size > 1
}

/** The hash slot of a key in a Redis Cluster. */
export const slotOf = (key: string): number => new Command('exists', [key]).getSlot()!

/** The commands since the last call that had keys of several slots. */
export const takeCrossings = (): string[] => crossings.splice(0)
