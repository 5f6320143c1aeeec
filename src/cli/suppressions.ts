import { createReadStream } from 'node:fs'
import { Command } from 'commander'
import type { FileImportResult } from '../contract/suppressions.js'
import { type CliContext, type OutputOptions, show } from './context.js'
import { CliError } from './errors.js'
import { withServices } from './servers.js'

/** Lines between two reports of progress. */
const REPORT_LINES = 10_000
/** Most skipped lines to print. With `--json`, more are listed. */
const MAX_SHOWN = 20

/** `postline suppressions …` */
export function suppressionsCommand(context: CliContext): Command {
  const suppressions = new Command('suppressions').description('export and import suppression lists as CSV')

  suppressions
    .command('export')
    .description('print the suppression list of an account as CSV, oldest entries first')
    .requiredOption('--account <id>', 'account of the list')
    .option('--json', 'print {"suppressions": [{"email", "state", "reason", "updated_at"}]} instead of CSV')
    .addHelpText(
      'after',
      `
Examples:
  $ postline suppressions export --account acc_01… > suppressions.csv
  $ postline suppressions export --account acc_01… --json | jq -r '.suppressions[].email'`,
    )
    .action(async ({ account, json }: { account: string } & OutputOptions) => {
      await withServices(context, async (services) => {
        await services.accounts.get(account)
        const { suppressionCsv } = services
        const pieces = json ? jsonOf(suppressionCsv.rows(account)) : suppressionCsv.export(account)
        // Each piece ends with a line end, and `print` adds one.
        for await (const piece of pieces) context.print(piece.replace(/\n$/, ''))
      })
    })

  suppressions
    .command('import')
    .argument('<file>', 'CSV with the columns email and, optionally, state and reason; - for standard input')
    .description('add the recipients in a CSV file of any length to the suppression list of an account')
    .requiredOption('--account <id>', 'account of the list')
    .option('--json', 'print {"imported", "skipped", "errors": [{"line", "reason"}]}')
    .action(async (file: string, { account, ...output }: { account: string } & OutputOptions) => {
      const onProgress = reporter(context)
      const result = await withServices(context, async ({ accounts, suppressionCsv, note }) => {
        await accounts.get(account)
        const imported = await suppressionCsv.import(account, sourceOf(file), { onProgress }).catch(asCliError(file))
        await note(account, 'suppressions.importFile', null)
        return imported
      })
      show(context, output, result, toText)
    })

  return suppressions
}

/** One document, an entry a line: a list may be too long for one string. */
async function* jsonOf(pages: AsyncIterable<object[]>): AsyncGenerator<string, void> {
  yield '{"suppressions": ['
  let before = ''
  for await (const rows of pages) {
    yield before + rows.map((row) => JSON.stringify(row)).join(',\n')
    before = ','
  }
  yield ']}'
}

const sourceOf = (file: string) => (file === '-' ? process.stdin : createReadStream(file))

/** Writes the progress to stderr now and then. */
function reporter({ complain }: CliContext) {
  let reported = 0
  return (lines: number) => {
    if (lines - reported < REPORT_LINES) return
    reported = lines
    complain(`${lines.toLocaleString('en')} lines are read.`)
  }
}

const asCliError =
  (file: string) =>
  (error: NodeJS.ErrnoException): never => {
    if (error.code === 'ENOENT' || error.code === 'EACCES' || error.code === 'EISDIR') {
      throw new CliError(`${file} cannot be read: ${error.code}.`)
    }
    throw error
  }

function toText({ imported, skipped, errors }: FileImportResult): string {
  const shown = errors.slice(0, MAX_SHOWN).map(({ line, reason }) => `line ${line}: ${reason}`)
  const more = skipped > shown.length ? [`and ${(skipped - shown.length).toLocaleString('en')} more`] : []
  const summary = `${imported.toLocaleString('en')} imported, ${skipped.toLocaleString('en')} skipped.`
  return [summary, ...shown, ...more].join('\n')
}
