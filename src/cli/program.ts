import { Command } from 'commander'
import { VERSION } from '../version.js'
import { accountsCommand } from './accounts.js'
import { keysCommand } from './api-keys.js'
import { backupCommand } from './backup/backup.js'
import { restoreCommand } from './backup/restore.js'
import { resumeCommand } from './backup/resume.js'
import type { CliContext } from './context.js'
import { deadLettersCommand } from './dead-letters.js'
import { doctorCommand } from './doctor/command.js'
import { domainsCommand } from './domains.js'
import { eraseCommand } from './erase.js'
import { describeFailure, exitCodeOf } from './errors.js'
import { importCommand } from './import/command.js'
import { mcpCommand } from './mcp/command.js'
import { migrateCommand } from './migrate.js'
import { rotateEncryptionKeyCommand } from './rotate-encryption-key.js'
import { shardCommand } from './shard/command.js'
import { startCommand } from './start.js'
import { suppressionsCommand } from './suppressions.js'
import { uploadsCommand } from './uploads.js'

/**
 * Runs one command line.
 * @param args the arguments, without the program's name.
 * @returns the exit code: 0 for success, 1 for failure, 2 for a wrong command line.
 */
export async function runCommandLine(args: readonly string[], context: CliContext): Promise<number> {
  let exitCode = 0
  const setExitCode = (code: number) => {
    exitCode = code
  }
  try {
    await createProgram(context, setExitCode).parseAsync(args, { from: 'user' })
    return exitCode
  } catch (error) {
    const text = describeFailure(error)
    if (text) context.complain(`error: ${text}`)
    return exitCodeOf(error)
  }
}

/** The command line, with all its commands. */
export function createProgram(context: CliContext, setExitCode: (code: number) => void): Command {
  const program = new Command('postline')
    .description(
      'Runs and manages Postline: the service, accounts, keys, domains, suppressions, uploads, dead letters, the erasure of recipients, the move of accounts from other services, the schema of the ledger, the encryption of secrets, the shards of MongoDB, backups, a check of the whole deployment, and tools for language models.',
    )
    .version(VERSION, '-V, --version', 'print the version')
    .addHelpText(
      'after',
      `
The commands use the servers in MONGODB_URI and REDIS_URL. If these are unset, they
use the embedded servers of a running Postline, found by DATA_DIR (default .data).
Every command but start and mcp takes --json. The exit code is 0 for success, 1 for failure, and 2 for
a wrong command line.

Examples:
  $ postline start
  $ postline doctor
  $ postline accounts create --email ops@example.com
  $ postline keys create --account acc_01… --scope send
  $ postline accounts suspend acc_01…`,
    )
  const commands = [
    startCommand(context),
    accountsCommand(context),
    keysCommand(context),
    domainsCommand(context),
    suppressionsCommand(context),
    uploadsCommand(context),
    deadLettersCommand(context),
    eraseCommand(context),
    importCommand(context, setExitCode),
    migrateCommand(context, setExitCode),
    rotateEncryptionKeyCommand(context, setExitCode),
    shardCommand(context, setExitCode),
    backupCommand(context),
    restoreCommand(context),
    resumeCommand(context),
    doctorCommand(context, setExitCode),
    mcpCommand(context),
  ]
  for (const command of commands) program.addCommand(command)
  configure(program, context)
  return program
}

/** Every command reports its errors in one line and leaves the exit to its caller. */
function configure(command: Command, context: CliContext): void {
  command
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.print(text.replace(/\n$/, '')),
      writeErr: (text) => context.complain(text.replace(/\n$/, '')),
      outputError: (text, write) => write(`${text.trim().replaceAll('\n', ' ')}\n`),
    })
  for (const child of command.commands) configure(child, context)
}
