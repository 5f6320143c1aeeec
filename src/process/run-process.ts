import { type App, buildApp } from '../app.js'
import type { Config } from '../config.js'
import { createLogger } from '../log.js'
import type { SchemaMismatch } from '../migrations/schema-compatibility.js'
import { capabilitiesOf } from '../providers/capabilities.js'
import { CANNOT_START } from './supervise.js'
import { hasTrialMailbox, openTrialMailbox, TRIAL_MAILBOX_DUE } from './trial-mailbox.js'
import { welcome } from './welcome.js'

const NOT_ENCRYPTED =
  'ENCRYPTION_KEY is not set: DKIM keys and signing secrets are stored in MongoDB without encryption. `openssl rand -base64 32` makes a key.'

const REPORTS_BY_MAIL =
  'The mail provider reports nothing after it has accepted a mail. Bounces, delays and complaints come back by mail: unless MAIL_FROM_MX_HOST leads to the SMTP listener, timelines end at `sent`. See docs/operating.md, "Bounces without SES".'

const keyIgnored = (account: string) =>
  `BOOTSTRAP_ADMIN_KEY is ignored: it is not a key of the first account, ${account}, which exists already. To change that account's key, run \`postline keys create --account ${account} --scope admin\`, revoke the old one with \`postline keys revoke\`, and unset BOOTSTRAP_ADMIN_KEY.`

/** What ends a process, and what it ends. */
interface Lifetime {
  /** Calls the start off. */
  signal?: AbortSignal
  /** Called with the exit code if the process has to end. */
  onEnd?: (exitCode: number) => void
}

/** Starts this process's roles. Resolves once they run; `close` stops them. */
export async function runProcess(
  config: Config & { mongodbUri: string; redisUrl: string },
  say: (text: string) => void,
  { signal, onEnd }: Lifetime = {},
): Promise<{ close(): Promise<void> }> {
  const log = createLogger({ level: config.logLevel, roles: config.roles.join(',') })
  // A ledger that is behind can be migrated by the next start.
  const onMismatch = ({ kind }: SchemaMismatch) => onEnd?.(kind === 'build-too-old' ? CANNOT_START : 1)
  const app = await buildApp(config, { log, onMismatch, ...(signal && { signal }) })
  try {
    const url = await app.start()
    if (url) {
      const first = await app.services.accounts.bootstrap(hasTrialMailbox(config) ? [TRIAL_MAILBOX_DUE] : [])
      // The key is shown only now, so nothing may end the start before.
      if (hasTrialMailbox(config)) {
        await openTrialMailbox(app).catch((err: unknown) =>
          log.warn({ err }, 'the domain to try the mail app with could not be added'),
        )
      }
      // With PORT=0 the settings may not contain the port.
      const address = config.port === 0 ? url : config.baseUrl
      say(`Postline is ready at ${address}`)
      if (!config.encryptionKey) say(NOT_ENCRYPTED)
      if (reportsByMail(config)) say(REPORTS_BY_MAIL)
      const account = await app.services.accounts.ignoringBootstrapKey()
      if (account) say(keyIgnored(account))
      if (first) say(welcome(url, config, { ...first, signInLink: await signInLink(app, address, first.key) }))
    }
    const smtp = app.smtpAddresses()
    if (smtp.length > 0) say(`Postline takes mail over SMTP at ${smtp.join(' and ')}`)
    log.info({ url, ...(smtp.length > 0 && { smtp }) }, 'started')
    return app
  } catch (error) {
    await app.close()
    throw error
  }
}

/**
 * A link that signs in once. None for a key from the settings: whoever set it has it, and logs must not let anybody in.
 * The token comes after the #, so that browsers send it to no server and it appears in no log.
 */
async function signInLink(app: App, address: string, key: string): Promise<string | null> {
  if (app.config.bootstrapAdminKey) return null
  return `${address}/sign-in#${await app.services.signInLinks.create(key)}`
}

/** Whether reports about sent mail come as mail, if they come. Captured mail is not sent. */
function reportsByMail(config: Config): boolean {
  const { tellsOfMail, keepsOutbox } = capabilitiesOf(config)
  return tellsOfMail === 'never' && !keepsOutbox
}
