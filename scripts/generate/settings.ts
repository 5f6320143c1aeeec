import { readFileSync } from 'node:fs'
import { ROLES, SETTINGS } from '../../src/settings/settings.js'
import { between } from './between.js'

/*
 * Copies the settings from src/settings to docs/settings.md, .env.example and docker-compose.yml, so that the four lists
 * cannot differ.
 */

/** Settings that docker-compose.yml sets itself, or passes to the SMTP listener alone. It passes secrets as files. */
const COMPOSE_DECIDES = [
  ...['HOST', 'PORT', 'DATA_DIR', 'ROLES', 'BASE_URL'],
  ...['SMTP_HOST', 'SMTP_PORT', 'SMTPS_PORT', 'SMTP_TLS_CERT', 'SMTP_TLS_KEY'],
  // Valkey of the file speaks no TLS, and lets its user write no keys but `postline:`.
  ...['REDIS_PREFIX', 'REDIS_TLS_CA_FILE', 'REDIS_TLS_CERT_FILE'],
]

/** Settings for which docker-compose.yml has another default. */
const COMPOSE_DEFAULTS: Record<string, string> = { COMPLAINT_PAUSE_PERCENT: '0.3', BOUNCE_PAUSE_PERCENT: '10' }

interface Described {
  doc: string
  fallback: string | null
  secretOf?: readonly string[]
}

const settings: [string, Described][] = Object.entries(SETTINGS)
const cell = (text: string) => text.replaceAll('|', '\\|')

/** The meaning of a setting and, for a secret, the roles that need it. */
function meaning(name: string, { doc, secretOf }: Described): string {
  if (!secretOf) return doc
  const readers = secretOf.length < ROLES.length ? ` of the role ${secretOf.join(' and ')}` : ''
  return `${doc} A secret${readers}; can be in a file: ${name}_FILE.`
}

function settingsTable(): string {
  const rows = settings.map(
    ([name, setting]) =>
      `| \`${name}\` | ${setting.fallback ? `\`${setting.fallback}\`` : ''} | ${cell(meaning(name, setting))} |`,
  )
  return ['', '| Setting | Default | Meaning |', '|---|---|---|', ...rows, '', ''].join('\n')
}

function composeSettings(): string {
  const passed = settings.filter(([name, { secretOf }]) => !secretOf && !COMPOSE_DECIDES.includes(name))
  return passed.map(([name]) => `  ${name}: \${${name}:-${COMPOSE_DEFAULTS[name] ?? ''}}\n`).join('')
}

/** A file to copy to `.env`: all settings, commented out, with their defaults. */
function envExample(): string {
  const head =
    '# All settings with their defaults. Copy this file to .env and uncomment what you change.\n# Written by npm run generate.\n'
  const entries = settings.map(([name, setting]) => `# ${meaning(name, setting)}\n#${name}=${setting.fallback ?? ''}\n`)
  return [head, ...entries].join('\n')
}

const read = (file: string) => readFileSync(file, 'utf8')

/** The expected text of every file with settings, by file name. */
export function filesWithSettings(): Record<string, string> {
  return {
    'docs/settings.md': between(read('docs/settings.md'), '<!-- settings:', '<!-- /settings', settingsTable()),
    'docker-compose.yml': between(read('docker-compose.yml'), '# settings:', '# /settings', composeSettings()),
    '.env.example': envExample(),
  }
}
