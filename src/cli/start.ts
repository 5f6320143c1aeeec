import { Command } from 'commander'
import type { CliContext } from './context.js'

/** `postline start` */
export function startCommand({ env }: CliContext): Command {
  return new Command('start')
    .description('run the service in the foreground, as `npm start` does')
    .addHelpText(
      'after',
      `
The settings are environment variables. Without MONGODB_URI and REDIS_URL it starts
embedded servers, which keep their data in DATA_DIR (default .data). SIGTERM or
Ctrl-C ends it. The exit code is 78 if the settings have to be corrected first.

Examples:
  $ postline start
  $ PORT=8080 MAIL_PROVIDER=smtp SMTP_URL=smtps://… postline start`,
    )
    .action(async () => {
      // Loaded late: the other commands answer faster without the service.
      const { serve } = await import('../process/serve.js')
      await serve(env)
    })
}
