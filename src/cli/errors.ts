import { CommanderError } from 'commander'
import { ConfigError } from '../config.js'
import { ApiError } from '../errors.js'
import { BackupError } from '../services/platform/backup/backup-error.js'
import { SealedSecretError } from '../services/platform/encryption/sealer.js'

/** A command failed for a reason that its user can act on. */
export class CliError extends Error {
  override name = 'CliError'
}

/** Failures whose messages say what to do. */
const EXPECTED = [CliError, ApiError, ConfigError, SealedSecretError, BackupError]

/** Exit code for a wrong command line. */
export const USAGE_EXIT_CODE = 2

/** Exit code for an error. Commander also throws for `--help` and `--version`, which are not failures. */
export function exitCodeOf(error: unknown): number {
  if (!(error instanceof CommanderError)) return 1
  return error.exitCode === 0 ? 0 : USAGE_EXIT_CODE
}

/** The message for a failure, in one line; null if commander has already printed it. */
export function describeFailure(error: unknown): string | null {
  if (error instanceof CommanderError) return null
  const text = error instanceof Error ? error.message || error.name : String(error)
  const expected = EXPECTED.some((kind) => error instanceof kind)
  return oneLine(expected ? text : `unexpected error: ${text}`)
}

/** Joins the lines of a text into one. */
export function oneLine(text: string): string {
  return text
    .split('\n')
    .flatMap((line) => line.trim() || [])
    .join('; ')
}
