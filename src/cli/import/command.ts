import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { AppConfig } from '../../compose.js'
import { type CliContext, type OutputOptions, show } from '../context.js'
import { CliError } from '../errors.js'
import { findServers, readSettings, START_FIRST } from '../servers.js'
import { ACCOUNT_TOKEN, SERVICE_NAMES, SERVICES, type ServiceName } from './services.js'
import { KINDS, type Kind, type Source } from './source.js'

interface ImportOptions extends OutputOptions {
  account: string
  keyFile?: string
  url?: string
  only: Kind[]
  dryRun?: boolean
  resume?: string
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Where keys are looked for, but that of the AWS SDK, which looks in more places. */
const API_KEYS = SERVICE_NAMES.filter((name) => name !== 'ses').map((name) => SERVICES[name].keyVariable)

/** `postline import …` */
export function importCommand(context: CliContext, setExitCode: (code: number) => void): Command {
  return new Command('import')
    .argument('<service>', SERVICE_NAMES.join(', '), parseService)
    .description('bring domains, templates, contacts, lists, suppressions and webhooks from another service')
    .requiredOption('--account <id>', 'account to bring them to')
    .option('--key-file <file>', 'file with the key of the other service')
    .option('--url <url>', 'URL of its API, such as that of another region')
    .addOption(
      new Option('--only <kinds>', `only some of ${KINDS.join(', ')}, with commas between them`)
        .argParser(parseKinds)
        .default([...KINDS], 'all'),
    )
    .option('--dry-run', 'read everything and write nothing')
    .option('--resume <file>', 'go on where an import was cut: the file that it named')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      `
The key is read from the environment, from a file, or asked for:
  ${API_KEYS.join(', ')}.
Postmark's domains need ${ACCOUNT_TOKEN}, too. For ses it is the key of the AWS SDK.
What is there already stays as it is, so an import can be repeated.

Examples:
  $ postline import resend --account acc_01… --dry-run
  $ postline import mailgun --account acc_01… --url https://api.eu.mailgun.net --only domains,templates`,
    )
    .action(async (service: ServiceName, options: ImportOptions, command: Command) => {
      const { readState } = await import('./state.js')
      const from = options.resume ? await readState(options.resume, service, options.account) : null
      if (from && command.getOptionValueSource('only') === 'cli') {
        throw new CliError(`--only was chosen when the import began: ${from.kinds.join(',')}. Leave it out.`)
      }
      const stateFile = options.dryRun ? null : (options.resume ?? `postline-import-${service}-${options.account}.json`)
      if (!from && stateFile && existsSync(stateFile)) {
        throw new CliError(
          `${stateFile} is of an import that is running or was cut. Go on with --resume ${stateFile}, or delete it to begin again.`,
        )
      }
      const kinds = from?.kinds ?? options.only
      const config = await configOf(context)
      const { runImport } = await import('./run-import.js')
      const { failedIn, reportText } = await import('./report.js')
      const report = await untilSignal(async (signal) => {
        const source = await openSource(context, config, service, { ...options, signal })
        return runImport({
          ...{ config, service, source, from, stateFile, accountId: options.account, kinds, signal },
          isDry: options.dryRun ?? false,
          onProgress: context.complain,
        })
      }).catch((error: unknown) => {
        if (stateFile && existsSync(stateFile)) {
          context.complain(`The import was cut. Go on with --resume ${stateFile}`)
        }
        throw error
      })
      show(context, options, report, reportText)
      if (failedIn(report) > 0) setExitCode(1)
    })
}

/** Does work that SIGINT and SIGTERM end gently. A second signal ends the process at once. */
async function untilSignal<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const onSignal = () => stop.abort()
  for (const name of SIGNALS) process.once(name, onSignal)
  try {
    return await work(stop.signal)
  } finally {
    for (const name of SIGNALS) process.off(name, onSignal)
  }
}

function parseService(text: string): ServiceName {
  const found = SERVICE_NAMES.find((service) => service === text)
  if (!found) throw new InvalidArgumentError(`It must be one of ${SERVICE_NAMES.join(', ')}.`)
  return found
}

function parseKinds(text: string): Kind[] {
  return text.split(',').map((word) => {
    const found = KINDS.find((kind) => kind === word.trim())
    if (!found) throw new InvalidArgumentError(`Each must be one of ${KINDS.join(', ')}.`)
    return found
  })
}

async function configOf({ env }: CliContext): Promise<AppConfig> {
  const config = readSettings(env)
  const { mongodbUri, redisUrl } = await findServers(config)
  if (!mongodbUri || !redisUrl) throw new CliError(`No running Postline was found. ${START_FIRST}`)
  return { ...config, mongodbUri, redisUrl }
}

async function openSource(
  context: CliContext,
  config: AppConfig,
  service: ServiceName,
  { url, keyFile, signal }: ImportOptions & { signal: AbortSignal },
): Promise<Source> {
  if (service === 'ses') {
    const [{ sesSource }, { openRetryingSes }, { createLogger }] = await Promise.all([
      import('./sources/ses.js'),
      import('../../providers/index.js'),
      import('../../log.js'),
    ])
    const log = createLogger({ level: 'error', roles: 'import' })
    if (config.awsRegion === null) throw new CliError('Set AWS_REGION to the region of SES.')
    return sesSource(openRetryingSes({ region: config.awsRegion, log, ...(url && { endpoint: url }) }))
  }
  const { ApiReader } = await import('./api-reader.js')
  const { title, keyVariable, baseUrl } = SERVICES[service]
  const { key, keyFrom } = await keyOf(context, keyVariable, keyFile)
  const reader = (headers: Record<string, string>, from = keyFrom) =>
    new ApiReader({
      ...{ title, headers, keyFrom: from, signal },
      baseUrl: urlOf(url ?? baseUrl),
      onWait: (seconds, reason) => context.complain(`waiting ${seconds} s: ${reason}`),
    })
  switch (service) {
    case 'resend':
      return (await import('./sources/resend.js')).resendSource(reader({ authorization: `Bearer ${key}` }))
    case 'sendgrid':
      return (await import('./sources/sendgrid.js')).sendgridSource(reader({ authorization: `Bearer ${key}` }))
    case 'mailgun': {
      const authorization = `Basic ${Buffer.from(`api:${key}`).toString('base64')}`
      return (await import('./sources/mailgun.js')).mailgunSource(reader({ authorization }))
    }
    case 'postmark': {
      const token = context.env[ACCOUNT_TOKEN]
      const account = token ? reader({ 'x-postmark-account-token': token }, ACCOUNT_TOKEN) : null
      return (await import('./sources/postmark.js')).postmarkSource(reader({ 'x-postmark-server-token': key }), account)
    }
  }
}

/** Keys go over TLS, but to this machine. */
function urlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isHere = url?.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
  if (url?.protocol === 'https:' || isHere) return url!.href.replace(/\/$/, '')
  throw new CliError('--url must be an https URL, like https://api.eu.mailgun.net')
}

/** The key of the other service, which is never an argument: others could see it. */
async function keyOf({ env }: CliContext, variable: string, file?: string): Promise<{ key: string; keyFrom: string }> {
  if (file) {
    const text = await readFile(file, 'utf8').catch((error: Error) => {
      throw new CliError(`${file} cannot be read: ${error.message}`)
    })
    return { key: sound(text, file), keyFrom: file }
  }
  const given = env[variable]
  if (given) return { key: sound(given, variable), keyFrom: variable }
  if (!process.stdin.isTTY) throw new CliError(`Set ${variable}, or name a file with --key-file.`)
  return { key: sound(await askHidden(`${variable}: `), 'the key'), keyFrom: 'your answer' }
}

/** A key as a header can have it. */
function sound(text: string, from: string): string {
  const key = text.trim()
  if (!/^[\x21-\x7e]+$/.test(key)) throw new CliError(`${from} must have one key and nothing else.`)
  return key
}

/** Asks at the terminal without showing the answer. */
function askHidden(question: string): Promise<string> {
  process.stderr.write(question)
  const nothing = new Writable({ write: (_chunk, _encoding, done) => done() })
  const asking = createInterface({ input: process.stdin, output: nothing, terminal: true })
  return new Promise((resolve, reject) => {
    // Readline takes Ctrl-C before it is a signal.
    asking.once('SIGINT', () => {
      asking.close()
      process.stderr.write('\n')
      reject(new CliError('No key was given.'))
    })
    asking.question('', (answer) => {
      asking.close()
      process.stderr.write('\n')
      resolve(answer)
    })
  })
}
