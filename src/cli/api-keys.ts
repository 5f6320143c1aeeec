import { Command, InvalidArgumentError, Option } from 'commander'
import { type ApiKey, KEY_SCOPES, type KeyScope, NewApiKey } from '../contract/api-keys.js'
import { instant } from '../contract/fields.js'
import { ApiError } from '../errors.js'
import type { ApiKeyService } from '../services/accounts/api-keys/api-key-service.js'
import { operatorOf } from '../services/caller.js'
import { type CliContext, type OutputOptions, show } from './context.js'
import { withServices } from './servers.js'
import { columns, table } from './table.js'

interface CreateOptions extends OutputOptions {
  account: string
  scope: KeyScope
  test?: boolean
  inbox?: string[]
  sendTo?: string[]
  expiresAt?: Date
}

/** A key, and whose it is. */
type AccountKey = ApiKey & { account_id: string }

const KeyLimits = NewApiKey.pick({ inbox_ids: true, send_to: true })

/** The options by the fields that they set. */
const OPTIONS: Record<string, string> = {
  inbox_ids: '--inbox',
  send_to: '--send-to',
  expires_at: '--expires-at',
}

/** Names the options in errors about the fields, which nobody has typed. */
async function inOptions<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw error.withPaths((path) => OPTIONS[path.split('.', 1)[0]!] ?? path)
  }
}

/** `postline keys …` */
export function keysCommand(context: CliContext): Command {
  const keys = new Command('keys').description('create, list and revoke API keys')

  keys
    .command('create')
    .description('create a key, which is shown only once')
    .requiredOption('--account <id>', 'account of the key')
    .addOption(new Option('--scope <scope>', 'what the key may do').choices(KEY_SCOPES).makeOptionMandatory())
    .option('--test', 'create a test key, whose sends are simulated')
    .option('--inbox <id...>', 'bind the key to these inboxes: it sees and answers only their mail')
    .option('--send-to <recipient...>', 'addresses and domains that the key may write to (default: everybody)')
    .option('--expires-at <time>', 'when it expires, like 2030-01-31T00:00:00Z (default: never)', parseTime)
    .option('--json', 'print the key in the format of POST /v1/keys')
    .addHelpText(
      'after',
      `
Examples:
  $ postline keys create --account acc_01… --scope send
  $ postline keys create --account acc_01… --scope admin --test --json
  $ postline keys create --account acc_01… --scope admin --inbox inbox_01… --send-to example.com`,
    )
    .action(async ({ account, scope, test = false, inbox, sendTo, expiresAt, ...output }: CreateOptions) => {
      const made = await withServices(context, async (services) => {
        await services.accounts.get(account)
        // It loads everything that operations need.
        const { parseInput } = await import('../operations/runner.js')
        const key = await inOptions(async () => {
          const limits = parseInput(KeyLimits, { inbox_ids: inbox, send_to: sendTo })
          const given = { scope, test_mode: test, expires_at: expiresAt, ...limits }
          return services.apiKeys.create(operatorOf(account), given)
        })
        await services.note(account, 'keys.create', key.id)
        return key
      })
      show(context, output, made, ({ id, key }) =>
        columns([
          ['Id', id],
          ['Key', key],
          ['', 'Shown only once. Keep it safe.'],
        ]),
      )
    })

  keys
    .command('list')
    .description('list the keys of an account, or of all, newest first, without revoked ones')
    .option('--account <id>', 'account of the keys (default: all accounts, oldest first)')
    .option('--json', 'print {"keys": [{"account_id", …}]}')
    .action(async ({ account, ...output }: { account?: string } & OutputOptions) => {
      const found = await withServices(context, async ({ accounts, apiKeys }) => {
        const owners = account === undefined ? await accounts.list() : [await accounts.get(account)]
        const keys: AccountKey[] = []
        for (const { id } of owners) keys.push(...(await listAll(apiKeys, id)))
        return keys
      })
      show(context, output, { keys: found }, () =>
        table(
          ['KEY', 'STARTS WITH', 'SCOPE', 'MODE', 'EXPIRES', 'LAST USED', 'CREATED', 'ACCOUNT'],
          found.map(toRow),
          'There are no keys.',
        ),
      )
    })

  keys
    .command('revoke')
    .argument('<id>', 'id of the key, like key_…')
    .description('revoke a key; requests with it get 401 at once')
    .option('--json', 'print {"id", "account_id", "revoked_at"}')
    .action(async (id: string, output: OutputOptions) => {
      const revoked = await withServices(context, async ({ apiKeys: service, note }) => {
        const key = await service.revokeOfAnyAccount(id)
        await note(key.account_id, 'keys.revoke', id)
        return key
      })
      show(context, output, revoked, ({ account_id }) => `${id} of ${account_id} is revoked.`)
    })

  return keys
}

async function listAll(keys: ApiKeyService, accountId: string): Promise<AccountKey[]> {
  const found: AccountKey[] = []
  let cursor: string | null = null
  do {
    const page = await keys.list(accountId, { limit: 100, ...(cursor && { cursor }) })
    found.push(...page.items.map((key) => ({ account_id: accountId, ...key })))
    cursor = page.nextCursor
  } while (cursor)
  return found
}

function toRow(key: AccountKey): string[] {
  const { id, key_prefix, scope, test_mode, expires_at, last_used_at, created_at, account_id } = key
  const times = [expires_at ?? 'never', last_used_at ?? 'never', created_at]
  return [id, `${key_prefix}…`, scope, test_mode ? 'test' : 'live', ...times, account_id]
}

function parseTime(text: string): Date {
  const parsed = instant().safeParse(text)
  if (!parsed.success) throw new InvalidArgumentError(parsed.error.issues[0]?.message ?? '')
  return parsed.data
}
