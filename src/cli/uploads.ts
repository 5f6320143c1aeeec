import { Command } from 'commander'
import type { Inventory, InventoryItem } from '../services/sending/uploads/upload-inventory.js'
import { type CliContext, type OutputOptions, show } from './context.js'
import { withServices } from './servers.js'
import { table } from './table.js'

const MIB = 1024 ** 2

/** `postline uploads …` */
export function uploadsCommand(context: CliContext): Command {
  const uploads = new Command('uploads').description('list and delete uploaded images')

  uploads
    .command('list')
    .description('list the uploads of an account, newest first, and how much of its quota they use')
    .requiredOption('--account <id>', 'account of the uploads')
    .option('--json', 'print {"uploads": […], "used_bytes", "quota_bytes"}')
    .addHelpText(
      'after',
      `
Examples:
  $ postline uploads list --account acc_01…
  $ postline uploads list --account acc_01… --json | jq '.uploads[] | select(.size > 1000000) | .id'`,
    )
    .action(async ({ account, ...output }: { account: string } & OutputOptions) => {
      const found = await withServices(context, async (services) => {
        await services.accounts.get(account)
        return services.uploadInventory.list(account)
      })
      show(context, output, found, toText)
    })

  uploads
    .command('delete')
    .argument('<id>', 'id of the upload, like upl_…')
    .description('delete an upload; its URL then answers 404, even in mail already sent')
    .option('--json', 'print {"id", "account_id"}')
    .action(async (id: string, output: OutputOptions) => {
      const deleted = await withServices(context, async ({ uploadInventory, note }) => {
        const upload = await uploadInventory.delete(id)
        await note(upload.account_id, 'uploads.delete', id)
        return upload
      })
      show(context, output, deleted, ({ account_id }) => `${id} of ${account_id} is deleted.`)
    })

  return uploads
}

function toText({ uploads, used_bytes, quota_bytes }: Inventory): string {
  const rows = table(['UPLOAD', 'TYPE', 'BYTES', 'CREATED'], uploads.map(toRow), 'The account has no uploads.')
  return `${rows}\n${inMib(used_bytes)} of ${inMib(quota_bytes)} MiB are used.`
}

const toRow = ({ id, content_type, size, created_at }: InventoryItem) => [id, content_type, String(size), created_at]

const inMib = (bytes: number) => String(Math.round((bytes / MIB) * 10) / 10)
