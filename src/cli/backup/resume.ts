import { Command } from 'commander'
import { toLine } from '../../lib/csv/csv.js'
import type { RestoreHold } from '../../services/platform/backup/restore-hold.js'
import type { Abandoned, OpenWorkOfAccount } from '../../services/sending/in-flight/in-flight-work.js'
import type { WorkKind } from '../../streams/topics.js'
import { type CliContext, type OutputOptions, show } from '../context.js'
import { CliError } from '../errors.js'
import { type OperatorTools, withServices } from '../servers.js'
import { table } from '../table.js'

/** Kinds of work, and what they are called. Mail in flight has a separate column. */
const COLUMNS: readonly (readonly [WorkKind, heading: string])[] = [
  ['dispatch', 'MAIL'],
  ['deliveries', 'WEBHOOKS'],
  ['broadcasts', 'BROADCASTS'],
  ['inbound', 'RECEIVED'],
  ['ingest', 'CALLBACKS'],
  ['fan-out', 'EVENTS'],
  ['imports', 'IMPORTS'],
]

interface Options extends OutputOptions {
  list?: boolean
  csv?: boolean
  account?: string
  dropInFlight?: boolean
}

/** `postline resume` */
export function resumeCommand(context: CliContext): Command {
  const command = new Command('resume')
    .description('let a restored deployment send again, or list what was in flight at the backup')
    .option('--list', 'only list the open work of each account')
    .option('--csv', 'with --list: print each mail in flight as a line of CSV')
    .option('--account <id>', 'with --csv: only the mail of this account')
    .option('--drop-in-flight', 'the mail in flight fails instead of being sent, and begun broadcasts are canceled')
    .option('--json', 'print {"resumed", "dropped"}, or with --list {"hold", "accounts": […]}')
    .addHelpText(
      'after',
      `
Mail in flight was due before the restore and not sent at the moment of the backup. It
may have left after it: then resuming sends it a second time.

Examples:
  $ postline resume --list
  $ postline resume --list --csv > in-flight.csv
  $ postline resume
  $ postline resume --drop-in-flight`,
    )
  return command.action(async ({ list, csv, account, dropInFlight = false, ...output }: Options) => {
    if (csv && !list) command.error('error: --csv needs --list')
    if (account !== undefined && !csv) command.error('error: --account needs --csv')
    if (list && dropInFlight) command.error('error: give --list or --drop-in-flight, not both')
    if (csv && output.json) command.error('error: give --csv or --json, not both')
    await withServices(context, async (tools) => {
      if (csv) await printMail(tools, context, account)
      else if (list) await listWork(tools, context, output)
      else await resume(tools, context, dropInFlight, output)
    })
  })
}

async function resume({ inFlightWork }: OperatorTools, context: CliContext, drop: boolean, output: OutputOptions) {
  const hold = await inFlightWork.hold()
  const dropped: Abandoned | null =
    hold && drop
      ? await inFlightWork.abandon(hold, (messages) => context.complain(`given up: ${messages} messages`))
      : null
  const resumed = await inFlightWork.resume()
  show(context, output, { resumed, dropped }, () => {
    if (!resumed) return 'The deployment is not held.'
    const gone = dropped && `${dropped.messages} messages fail, and ${dropped.broadcasts} broadcasts are canceled. `
    return `${gone ?? ''}The deployment goes on within seconds.`
  })
}

async function listWork({ inFlightWork }: OperatorTools, context: CliContext, output: OutputOptions) {
  const hold = await inFlightWork.hold()
  const accounts = hold ? await inFlightWork.byAccount(hold) : []
  show(context, output, { hold, accounts }, () => (hold ? toText(hold, accounts) : 'The deployment is not held.'))
}

async function printMail({ inFlightWork }: OperatorTools, { print }: CliContext, account: string | undefined) {
  const hold = await inFlightWork.hold()
  if (!hold) throw new CliError('The deployment is not held.')
  print('id,account_id,state,accepted_at,due_at')
  for await (const { id, account_id, state, accepted_at, due_at } of inFlightWork.mail(hold, account)) {
    print(toLine([id, account_id, state, accepted_at, due_at]).trimEnd())
  }
}

function toText({ backup_at }: RestoreHold, accounts: OpenWorkOfAccount[]): string {
  const rows = accounts.map(({ account_id, in_flight, open }) =>
    [account_id, in_flight, ...COLUMNS.map(([kind]) => open[kind] ?? 0)].map(String),
  )
  const shown = table(['ACCOUNT', 'IN FLIGHT', ...COLUMNS.map(([, heading]) => heading)], rows, 'Nothing was open.')
  return `The deployment is held. Open work as of ${backup_at}:\n${shown}`
}
