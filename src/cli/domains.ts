import { Command } from 'commander'
import { type CliContext, type OutputOptions, show } from './context.js'
import { withServices } from './servers.js'

/** `postline domains …` */
export function domainsCommand(context: CliContext): Command {
  const domains = new Command('domains').description("publish the DKIM keys of customers' domains")

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

  return domains
}
