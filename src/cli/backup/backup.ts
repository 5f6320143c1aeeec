import { Command } from 'commander'
import type { Manifest } from '../../services/platform/backup/manifest.js'
import { type CliContext, type OutputOptions, show } from '../context.js'
import { withDatabase } from '../servers.js'
import { progressTo, sizeOf } from './progress.js'

/** `postline backup DIR` */
export function backupCommand(context: CliContext): Command {
  return new Command('backup')
    .argument('<folder>', 'a new folder for the backup')
    .description('back up one moment of the whole database, while the service works')
    .option('--json', 'print the manifest of the backup')
    .addHelpText(
      'after',
      `
The folder appears when all of the backup is on the disk. Meanwhile it is called
FOLDER.partial. ENCRYPTION_KEY is not in it, and without it the secrets cannot be read.

Examples:
  $ postline backup /backups/$(date +%F)`,
    )
    .action(async (folder: string, output: OutputOptions) => {
      const manifest = await withDatabase(context, 'backup', async (connection) => {
        const { backUp } = await import('../../services/platform/backup/back-up.js')
        return backUp(connection, folder, { onProgress: progressTo(context, 'reading') })
      })
      show(context, output, manifest, (made) => toText(folder, made))
    })
}

const toText = (folder: string, { collections, at, encryption_keys }: Manifest) =>
  [
    `${folder} has ${sizeOf(collections)}, as of ${at}.`,
    encryption_keys.length > 0
      ? `Keep the ENCRYPTION_KEY with the key ${encryption_keys.join(' and ')} elsewhere: without it the secrets in the backup are lost.`
      : 'Its secrets are not encrypted: protect it like the database.',
  ].join('\n')
