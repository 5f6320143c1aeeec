import { Command, InvalidArgumentError } from 'commander'
import type { DeadLetter } from '../contract/dead-letters.js'
import { type CliContext, type OutputOptions, show } from './context.js'
import { oneLine } from './errors.js'
import { withServices } from './servers.js'
import { table } from './table.js'

/** `postline dead-letters …` */
export function deadLettersCommand(context: CliContext): Command {
  const deadLetters = new Command('dead-letters').description('list and retry work that crashed repeatedly')

  deadLetters
    .command('list')
    .description('list parked work, newest first')
    .option('--limit <count>', 'most to list', parseCount, 100)
    .option('--json', 'print {"dead_letters": […], "total"}')
    .action(async ({ limit, ...output }: { limit: number } & OutputOptions) => {
      const found = await withServices(context, async ({ deadLetters: service }) => ({
        dead_letters: await service.listAll(limit),
        total: await service.count(),
      }))
      show(context, output, found, toText)
    })

  const retry = deadLetters
    .command('retry')
    .argument('[id]', 'id of a dead letter, like dl_…')
    .description('retry parked work; the scheduler picks it up within a second or two')
    .option('--all', 'retry all of it')
    .option('--json', 'print {"retried"}')
    .addHelpText(
      'after',
      `
Examples:
  $ postline dead-letters retry dl_01…
  $ postline dead-letters retry --all`,
    )
    .action(async (id: string | undefined, { all = false, ...output }: { all?: boolean } & OutputOptions) => {
      if (all === (id !== undefined)) retry.error('error: give one id, or --all')
      const retried = await withServices(context, async ({ deadLetters: service, note }) => {
        const letters = id === undefined ? await service.retryAll() : [await service.retry(id)]
        for (const letter of letters) await note(letter.account_id, 'deadLetters.retry', letter.id)
        return letters.length
      })
      show(context, output, { retried }, () => `${retried} will be retried.`)
    })

  return deadLetters
}

function toText({ dead_letters, total }: { dead_letters: DeadLetter[]; total: number }): string {
  const rows = dead_letters.map((row) => [
    row.id,
    row.kind,
    row.row_id,
    row.account_id,
    row.created_at,
    oneLine(row.error).slice(0, 120),
  ])
  const text = table(['DEAD LETTER', 'WORK', 'ROW', 'ACCOUNT', 'PARKED', 'ERROR'], rows, 'There are no dead letters.')
  return total > rows.length ? `${text}\n${rows.length} of ${total}; see more with --limit.` : text
}

function parseCount(text: string): number {
  const count = Number(text)
  if (!/^\d+$/.test(text) || count < 1 || count > 100_000) throw new InvalidArgumentError('must be from 1 to 100000')
  return count
}
