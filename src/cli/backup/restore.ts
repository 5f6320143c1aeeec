import { randomBytes } from 'node:crypto'
import { Command } from 'commander'
import { type CliContext, type OutputOptions, show } from '../context.js'
import { withDatabase } from '../servers.js'
import { progressTo, sizeOf } from './progress.js'

interface Restored {
  /** The moment that the backup shows. */
  backup_at: string
  documents: number
  /** Whether it was restored, and not only checked. */
  restored: boolean
}

/** `postline restore DIR` */
export function restoreCommand(context: CliContext): Command {
  return new Command('restore')
    .argument('<folder>', 'the folder of a backup')
    .description('restore a backup into an empty database, and hold the deployment until `postline resume`')
    .option('--check', 'only check that the backup is whole')
    .option('--json', 'print {"backup_at", "documents", "restored"}')
    .addHelpText(
      'after',
      `
Stop every process first. If it is interrupted, run it again. Then start the processes,
with the ENCRYPTION_KEY of the backup. They serve requests, but nothing leaves until
you have looked at what was in flight and run \`postline resume\`.

Examples:
  $ postline restore /backups/2026-11-27 --check
  $ postline restore /backups/2026-11-27
  $ postline resume --list`,
    )
    .action(async (folder: string, { check = false, ...output }: { check?: boolean } & OutputOptions) => {
      const { checkBackup, restore } = await import('../../services/platform/backup/restore.js')
      const manifest = await checkBackup(folder, progressTo(context, 'checked'))
      if (!check) {
        // Its own connections are known by their name, which another restore does not have.
        const who = `restore ${randomBytes(6).toString('hex')}`
        await withDatabase(context, who, (connection, connectionName) =>
          restore(connection, folder, manifest, { connectionName, onProgress: progressTo(context, 'writing') }),
        )
      }
      const { at: backup_at, collections } = manifest
      const documents = collections.reduce((sum, each) => sum + each.documents, 0)
      const result: Restored = { backup_at, documents, restored: !check }
      const found = `${sizeOf(collections)}, as of ${backup_at}`
      show(context, output, result, () => (check ? `The backup is whole: ${found}.` : restoredText(found)))
    })
}

const restoredText = (found: string) =>
  `Restored ${found}.
The deployment is held: start its processes, look at what was in flight with
\`postline resume --list\`, and let it go on with \`postline resume\`.`
