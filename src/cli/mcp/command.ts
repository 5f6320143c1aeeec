import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { messageOf } from '../../lib/errors/unknown-error.js'
import type { CliContext } from '../context.js'
import { CliError } from '../errors.js'

const DEFAULT_URL = 'http://127.0.0.1:3000'

/** `postline mcp` */
export function mcpCommand({ env }: CliContext): Command {
  return new Command('mcp')
    .description('give language models the tools of a running Postline over stdio (Model Context Protocol)')
    .addHelpText(
      'after',
      `
Clients that speak to programs and not to servers start it. It passes each message on
to POSTLINE_URL (default ${DEFAULT_URL}), with the key in POSTLINE_API_KEY or in
the file that POSTLINE_API_KEY_FILE names. The key decides which tools there are.

Example:
  $ POSTLINE_API_KEY_FILE=~/.postline-key POSTLINE_URL=https://mail.example.com postline mcp`,
    )
    .action(async () => {
      const settings = { url: urlIn(env), key: keyIn(env) }
      // Loaded late: the other commands answer faster without the SDK.
      const { relayStdio } = await import('./relay-stdio.js')
      await relayStdio(settings)
    })
}

/** @throws CliError if it is no URL. */
function urlIn({ POSTLINE_URL: url = DEFAULT_URL }: CliContext['env']): URL {
  if (/^https?:/.test(url) && URL.canParse(url)) return new URL('/mcp', url)
  throw new CliError('POSTLINE_URL must be the URL of the API, like https://mail.example.com')
}

/** Other users of a machine can read arguments, so the key is none. */
function keyIn({ POSTLINE_API_KEY: key, POSTLINE_API_KEY_FILE: file }: CliContext['env']): string {
  if (key && file) throw new CliError('POSTLINE_API_KEY and POSTLINE_API_KEY_FILE are both set: keep one of them')
  const text = key || (file && readKey(file))
  if (text) return text
  throw new CliError('POSTLINE_API_KEY or POSTLINE_API_KEY_FILE must be set: the key to use')
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new CliError(`POSTLINE_API_KEY_FILE names a file that cannot be read: ${messageOf(error)}`)
  }
}
