import { Command } from 'commander'
import { PLANS } from '../plan-names.js'
import type { AccountView } from '../services/accounts/account-service.js'
import { type CliContext, type OutputOptions, show } from './context.js'
import { withServices } from './servers.js'
import { columns, table } from './table.js'

type CreateOptions = OutputOptions & { email: string; another?: boolean }

/** `postline accounts …` */
export function accountsCommand(context: CliContext): Command {
  const accounts = new Command('accounts').description('create, list, suspend and resume accounts, and set their plans')

  accounts
    .command('create')
    .description('create an account with an admin key, which is shown only once')
    .requiredOption('--email <address>', 'address of the owner; a sandbox account can send to it')
    .option('--another', 'also if the owner has an account already')
    .option('--json', 'print {"account_id", "key"}')
    .addHelpText(
      'after',
      `
Examples:
  $ postline accounts create --email ops@example.com
  $ KEY=$(postline accounts create --email ops@example.com --json | jq -r .key)`,
    )
    .action(async ({ email, another = false, ...output }: CreateOptions) => {
      const made = await withServices(context, async ({ accounts: service, note }) => {
        const account = await service.create(email, { another })
        await note(account.account_id, 'accounts.create', account.account_id)
        return account
      })
      show(context, output, made, ({ account_id, key }) =>
        columns([
          ['Account', account_id],
          ['Admin key', key],
          ['', 'Shown only once. Keep it safe.'],
        ]),
      )
    })

  accounts
    .command('list')
    .description('list all accounts, oldest first')
    .option('--json', 'print {"accounts": […]}')
    .action(async (output: OutputOptions) => {
      const found = await withServices(context, (services) => services.accounts.list())
      show(context, output, { accounts: found }, () =>
        table(['ACCOUNT', 'OWNER', 'PLAN', 'STATE', 'CREATED'], found.map(toRow), 'There are no accounts.'),
      )
    })

  accounts
    .command('suspend')
    .argument('<id>', 'id of the account, like acc_…')
    .description('refuse all requests of an account; its mail and webhooks wait')
    .option('--json', 'print the account')
    .action(async (id: string, output: OutputOptions) => {
      const account = await withServices(context, async ({ accounts: service, note }) => {
        const suspended = await service.suspend(id)
        await note(id, 'accounts.suspend', id)
        return suspended
      })
      show(context, output, account, () => `${id} is suspended. Resume it with: postline accounts resume ${id}`)
    })

  accounts
    .command('resume')
    .argument('<id>', 'id of the account, like acc_…')
    .description('end a suspension or a pause for sending; waiting mail and webhooks are sent')
    .option('--json', 'print the account')
    .action(async (id: string, output: OutputOptions) => {
      const account = await withServices(context, async ({ accounts: service, note }) => {
        const resumed = await service.resume(id)
        await note(id, 'accounts.resume', id)
        return resumed
      })
      show(context, output, account, () => `${id} is active. Waiting mail and webhooks are being sent.`)
    })

  accounts
    .command('set-plan')
    .argument('<id>', 'id of the account, like acc_…')
    .argument('<plan>', `${PLANS.join(', ')}, or none`)
    .description('set the plan of an account, which determines its request rate and quotas')
    .option('--json', 'print the account')
    .action(async (id: string, plan: string, output: OutputOptions) => {
      const account = await withServices(context, async ({ accounts: service, note }) => {
        const changed = await service.setPlan(id, plan)
        await note(id, 'accounts.setPlan', id)
        return changed
      })
      show(context, output, account, () => `${id} has the plan ${account.plan ?? 'none'} from the next request on.`)
    })

  return accounts
}

function toRow(account: AccountView): string[] {
  return [account.id, account.owner_email, account.plan ?? 'none', stateOf(account), account.created_at]
}

function stateOf({ suspended_at, sending_paused }: AccountView): string {
  if (suspended_at) return `suspended since ${suspended_at}`
  if (!sending_paused) return 'active'
  const { since, reason, affected, mails, rate_percent, limit_percent } = sending_paused
  return `paused since ${since}: ${affected} ${reason} of ${mails} mails, ${rate_percent}% (limit ${limit_percent}%)`
}
