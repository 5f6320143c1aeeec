import { Command } from 'commander'
import type { Erasure } from '../contract/recipients.js'
import { type CliContext, type OutputOptions, show } from './context.js'
import { type OperatorTools, withServices } from './servers.js'

const PROGRESS_EVERY_MS = 1_000

/** What was erased from each account. */
interface ErasedAccounts extends Erasure {
  accounts: number
}

/** `postline erase EMAIL` */
export function eraseCommand(context: CliContext): Command {
  return new Command('erase')
    .argument('<email>', 'address of the recipient, in any notation')
    .description('erase an address from everything that accounts have, and list where it stays')
    .option('--account <id>', 'erase it for this account alone; by default for all')
    .option('--json', 'print {"messages", "inbound_emails", "contacts", "kept", "accounts"}')
    .addHelpText(
      'after',
      `
It reads everything that the accounts have, in batches with rests in between, so it can
take long. If it is interrupted, run it again. Backups and logs outside MongoDB keep the
address.

Examples:
  $ postline erase ada@example.com
  $ postline erase ada@example.com --account acc_01…`,
    )
    .action(async (email: string, { account, ...output }: { account?: string } & OutputOptions) => {
      const erased = await withServices(context, (tools) => eraseEverywhere(tools, email, account, context))
      show(context, output, erased, toText)
    })
}

async function eraseEverywhere(
  { accounts, erasure, note }: OperatorTools,
  email: string,
  account: string | undefined,
  context: CliContext,
): Promise<ErasedAccounts> {
  const ids = account === undefined ? (await accounts.list()).map(({ id }) => id) : [(await accounts.get(account)).id]
  const all: ErasedAccounts = { messages: 0, inbound_emails: 0, contacts: 0, kept: [], accounts: ids.length }
  const progress = progressTo(context)
  for (const [index, id] of ids.entries()) {
    const { messages, inbound_emails, contacts, kept } = await erasure.erase(id, email, ({ searched, erased }) =>
      progress(`account ${index + 1} of ${ids.length}: ${searched} messages searched, ${erased} erased`),
    )
    all.messages += messages
    all.inbound_emails += inbound_emails
    all.contacts += contacts
    all.kept.push(...kept)
    await note(id, 'recipients.erase', id)
  }
  if (account === undefined) await erasure.eraseUnmatched(email)
  return all
}

/** Prints progress to stderr: the first line at once, then one a second. */
function progressTo({ complain }: CliContext) {
  let printedAt = Number.NEGATIVE_INFINITY
  return (text: string) => {
    if (performance.now() - printedAt < PROGRESS_EVERY_MS) return
    printedAt = performance.now()
    complain(text)
  }
}

const toText = ({ messages, inbound_emails, kept, accounts }: ErasedAccounts) =>
  [
    `The address is erased from ${counted(messages, 'message')} and ${counted(inbound_emails, 'received mail')} of ${counted(accounts, 'account')}.`,
    ...(kept.length > 0 ? ['It stays here, because something would stop working without it:'] : []),
    ...kept.map(({ object, id, field }) => `  ${object} ${id}: ${field}`),
  ].join('\n')

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
