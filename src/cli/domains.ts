import { Command } from 'commander'
import type { DkimRotationView } from '../services/domains/dkim-rotation.js'
import { type CliContext, type OutputOptions, show } from './context.js'
import { type OperatorTools, withServices } from './servers.js'
import { table } from './table.js'

/** `postline domains …` */
export function domainsCommand(context: CliContext): Command {
  const domains = new Command('domains').description("list customers' domains; publish and replace their DKIM keys")

  domains
    .command('list')
    .description('list the verified domains of all accounts, with the selectors of their DKIM keys')
    .option('--json', 'print {"domains": [{"domain", "account_id", "signs_with", "next"}]}')
    .addHelpText(
      'after',
      `
A domain whose key is being replaced has the selector of the new key as its next one.

Example: the second step of all rotations
  $ postline domains list --json | jq -r '.domains[] | select(.next) | .domain' |
      xargs -r -n 1 postline domains rotate-dkim`,
    )
    .action(async (output: OutputOptions) => {
      const found = await withServices(context, (services) => services.dkimRotation.list())
      show(context, output, { domains: found }, () =>
        table(
          ['DOMAIN', 'ACCOUNT', 'SIGNS WITH', 'NEXT'],
          found.map((row) => [row.domain, row.account_id, row.signs_with ?? 'none', row.next ?? 'none']),
          'No account has a verified domain.',
        ),
      )
    })

  domains
    .command('zone')
    .description('print the DKIM keys of all sending domains, for the name server of DKIM_ZONE')
    .option('--json', 'print {"zone", "records": [{"type", "name", "value"}]}')
    .addHelpText(
      'after',
      `
The output is a zone file with absolute names. A domain without a key gets one
here, so publish the output again whenever a domain has been added.

Examples:
  $ postline domains zone > dkim.zone
  $ postline domains zone --json | jq -r '.records[].name'`,
    )
    .action(async (output: OutputOptions) => {
      const { formatDkimZone } = await import('../services/domains/dkim-zone.js')
      const zone = await withServices(context, (services) => services.dkimZone.records())
      // `show` adds the last line end.
      show(context, output, zone, () => formatDkimZone(zone).trimEnd())
    })

  domains
    .command('rotate-dkim')
    .argument('<domain>', 'a verified domain')
    .description('replace the DKIM key of a domain; run it again when the zone with the new key is published')
    .option('--json', 'print {"domain", "state", "signs_with", "next"}')
    .addHelpText(
      'after',
      `
The first run makes a new key under the next selector, and "domains zone" prints it
beside the old one. The next run switches to it if DNS has it, and else says so.

Example:
  $ postline domains rotate-dkim shop.example && postline domains zone > dkim.zone
  $ postline domains rotate-dkim shop.example`,
    )
    .action(async (domain: string, output: OutputOptions) => {
      const view = await withServices(context, (services) => rotate(services, domain))
      show(context, output, view, () => sayOfRotation(view))
    })

  return domains
}

/** Only what changes the domain is in the audit log: to look whether DNS has the key does not. */
async function rotate({ dkimRotation, note }: OperatorTools, domain: string): Promise<DkimRotationView> {
  const { accountId, domainId, view } = await dkimRotation.advance(domain)
  if (view.state !== 'waiting') await note(accountId, 'domains.rotateDkim', domainId)
  return view
}

function sayOfRotation({ domain, state, signs_with: current, next }: DkimRotationView): string {
  if (state === 'switched')
    return `Mail of ${domain} is signed with ${current} from now on. The old key stays in the zone.`
  const record = `${next}._domainkey.${domain}`
  const todo = `Publish the output of "postline domains zone", then run this again.`
  if (state === 'started') return `A new key of ${domain} waits under ${next}; mail is signed with ${current}. ${todo}`
  return `DNS does not have the new key at ${record} yet; mail is signed with ${current}. ${todo}`
}
