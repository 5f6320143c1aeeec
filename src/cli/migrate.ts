import { Command } from 'commander'
import type { PendingStep, SchemaReport } from '../migrations/schema-report.js'
import { StartError } from '../start-errors.js'
import { type CliContext, type OutputOptions, show } from './context.js'
import { CliError } from './errors.js'
import { findServers, readSettings, SERVER_SELECTION_TIMEOUT_MS, START_FIRST, withoutSecrets } from './servers.js'

interface MigrateOptions extends OutputOptions {
  contract?: boolean
  dryRun?: boolean
  status?: boolean
}

/** `postline migrate` */
export function migrateCommand(context: CliContext, setExitCode: (code: number) => void): Command {
  return new Command('migrate')
    .description('bring the schema of the ledger to the version of this build')
    .option('--contract', 'also remove what only earlier versions need: they can no longer start')
    .option('--dry-run', 'say what would be done, and change nothing')
    .option('--status', 'say whether this build can work with the ledger, and change nothing; exit code 1 if not')
    .option(
      '--json',
      'print {"version", "build", "min_compatible", "problem", "expand", "contract", "missing_indexes"}',
    )
    .addHelpText(
      'after',
      `
Processes migrate the ledger at their start. With MIGRATE_ON_START=false, run this
before the first process of a new version starts. Those of the version before work
on meanwhile. If it is interrupted, run it again.

Use --contract once all processes have the new version, and nobody wants to go back.

Examples:
  $ postline migrate --dry-run
  $ postline migrate
  $ postline migrate --contract`,
    )
    .action(async (options: MigrateOptions) => {
      const report = await migrate(context, options)
      const toText = options.dryRun ? planToText(options.contract === true) : stateToText
      show(context, options, report, toText)
      if (options.status && report.problem !== null) setExitCode(1)
    })
}

async function migrate({ env, complain }: CliContext, options: MigrateOptions): Promise<SchemaReport> {
  const config = readSettings(env)
  const { mongodbUri } = await findServers(config)
  if (!mongodbUri) throw new CliError(`No running Postline was found. ${START_FIRST}`)
  // Loaded late: without it, help and version come at once.
  const { migrateLedger } = await import('../migrations/migrate-ledger.js')
  return migrateLedger({
    mongodbUri,
    serverSelectionTimeoutMs: SERVER_SELECTION_TIMEOUT_MS,
    isDry: Boolean(options.dryRun || options.status),
    contracts: Boolean(options.contract),
    drainSeconds: config.drainSeconds,
    report: complain,
  }).catch((error: Error) => {
    if (error instanceof StartError) throw new CliError(error.message)
    throw new CliError(`MongoDB at ${withoutSecrets(mongodbUri)} cannot be used: ${error.message}`)
  })
}

function stateToText({ version, build, problem, expand, contract, missing_indexes }: SchemaReport): string {
  const isBehind = expand.length > 0 || missing_indexes.length > 0 || version < build
  return [
    `The schema of the ledger has version ${version}, this build version ${build}.`,
    problem === null ? 'This build can work with the ledger.' : `This build cannot work with the ledger: ${problem}.`,
    ...(isBehind ? ['Not migrated yet. See what is left with `postline migrate --dry-run`.'] : []),
    ...(contract.length > 0
      ? ['Once no earlier version runs, remove what only those need with `postline migrate --contract`:']
      : []),
    ...contract.map(stepToText),
  ].join('\n')
}

const planToText =
  (withContract: boolean) =>
  ({ expand, contract, missing_indexes }: SchemaReport): string => {
    const steps = withContract ? [...expand, ...contract] : expand
    const lines = [...steps.map(stepToText), ...missing_indexes.map((name) => `  create the index ${name}`)]
    return lines.length > 0 ? ['It would:', ...lines].join('\n') : 'Nothing is left to do.'
  }

function stepToText({ number, name, phase, rows }: PendingStep): string {
  const progress = rows > 0 ? `, continued after ${rows} rows` : ''
  return `  run migration ${number} (${name}), ${phase}${progress}`
}
