import type { mongo } from 'mongoose'
import type { App } from '../../src/app.js'

/** A command to MongoDB. */
export interface Command {
  name: string
  collection: string
  /** The transaction that it belongs to; null if it is in none. */
  transaction: string | null
  // biome-ignore lint/suspicious/noExplicitAny: whatever the driver sends
  body: any
}

/** The commands of a process from now on, in order. Its connection string needs `monitorCommands=true`. */
export function watchCommands({ models }: Pick<App, 'models'>): Command[] {
  const seen: Command[] = []
  models.connection.getClient().on('commandStarted', ({ commandName: name, command }: mongo.CommandStartedEvent) => {
    const inTransaction = command.autocommit === false
    const transaction = inTransaction ? `${command.lsid.id.toString('hex')} ${command.txnNumber}` : null
    seen.push({ name, collection: String(command[name]), transaction, body: command })
  })
  return seen
}
