import { Command } from 'commander'
import type { RotationResult } from '../services/platform/encryption/secret-rotation.js'
import { type CliContext, type OutputOptions, show } from './context.js'
import { withServices } from './servers.js'

const PROGRESS_EVERY_MS = 1_000

/** `postline rotate-encryption-key` */
export function rotateEncryptionKeyCommand(context: CliContext, setExitCode: (code: number) => void): Command {
  return new Command('rotate-encryption-key')
    .description('encrypt all secrets in MongoDB with the newest key of ENCRYPTION_KEY')
    .option('--json', 'print {"key", "encrypted", "left", "left_secrets": […], "removable_keys": […]}')
    .addHelpText(
      'after',
      `
Put a new key in front of the old one, separated by a comma, restart all processes,
and run this while they work. It also encrypts what was stored before there was a
key. If it is interrupted, run it again. Then remove the keys that it names.

Examples:
  $ export ENCRYPTION_KEY="$(openssl rand -base64 32),$ENCRYPTION_KEY"
  $ postline rotate-encryption-key`,
    )
    .action(async (output: OutputOptions) => {
      const result = await withServices(context, ({ secretRotation }) => secretRotation.run(progressTo(context)))
      show(context, output, result, toText)
      if (result.left > 0) setExitCode(1)
    })
}

/** Prints progress to stderr: the first line at once, then one a second, and the last of each kind. */
function progressTo({ complain }: CliContext) {
  let printedAt = Number.NEGATIVE_INFINITY
  return (title: string, done: number, total: number) => {
    if (done < total && performance.now() - printedAt < PROGRESS_EVERY_MS) return
    printedAt = performance.now()
    complain(`${title}: ${done} of ${total}`)
  }
}

function toText({ key, encrypted, left, left_secrets, removable_keys }: RotationResult): string {
  const lines = [`${encrypted} ${encrypted === 1 ? 'secret was' : 'secrets were'} encrypted with the key ${key}.`]
  if (left > 0) {
    lines.push(
      `${left} could not be encrypted, or were written by a process without this key. Correct that, then run this again.`,
    )
    lines.push(...left_secrets.map(({ reason }) => `  ${reason}`))
  }
  for (const { position, id } of removable_keys) {
    lines.push(
      `Number ${position} of ENCRYPTION_KEY (${id}) is no longer used. Remove it, and keep it for old backups.`,
    )
  }
  return lines.join('\n')
}
