import { CommanderError } from 'commander'
import { ConfigError } from '../config.js'
import { ApiError } from '../errors.js'

/** Why a command cannot be done, in words for whoever gave it. */
export class CliError extends Error {
  override name = 'CliError'
}

/** What a command line that makes no sense exits with. */
export const USAGE_EXIT_CODE = 2

/** Exit code of a failure. Commander throws for `--help` and `--version` too, which are none. */
export function exitCodeOf(error: unknown): number {
  if (!(error instanceof CommanderError)) return 1
  return error.exitCode === 0 ? 0 : USAGE_EXIT_CODE
}

/** What to say of a failure, in one line; null when commander has said it already. */
export function describeFailure(error: unknown): string | null {
  if (error instanceof CommanderError) return null
  const text = error instanceof Error ? error.message || error.name : String(error)
  const expected = error instanceof CliError || error instanceof ApiError || error instanceof ConfigError
  return oneLine(expected ? text : `unexpected: ${text}`)
}

/** Joins the lines of a text. */
export function oneLine(text: string): string {
  return text
    .split('\n')
    .flatMap((line) => line.trim() || [])
    .join('; ')
}
