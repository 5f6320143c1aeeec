import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SETTINGS } from '../src/config.js'

/*
 * Writes what src/config.ts says about the settings into README.md and .env.example, so that nobody has to
 * keep three lists in step. A test compares them.
 */

const BEGIN = '<!-- settings: written by npm run docs -->'
const END = '<!-- /settings -->'

const settings = Object.entries(SETTINGS)
const cell = (text: string) => text.replaceAll('|', '\\|')

/** The settings as a Markdown table. */
export function settingsTable(): string {
  const rows = settings.map(
    ([name, { doc, fallback }]) => `| \`${name}\` | ${fallback ? `\`${fallback}\`` : ''} | ${cell(doc)} |`,
  )
  return ['| Setting | Default | Meaning |', '|---|---|---|', ...rows].join('\n')
}

/** The settings as a file to copy to `.env`: all of them, commented out, with their defaults. */
export function envExample(): string {
  const head =
    '# Every setting with its default. Copy to .env and uncomment what you change.\n# Written by npm run docs.\n'
  const entries = settings.map(([name, { doc, fallback }]) => `# ${doc}\n#${name}=${fallback ?? ''}\n`)
  return [head, ...entries].join('\n')
}

/** A README with its table of settings brought up to date. */
export function withSettings(readme: string): string {
  const begin = readme.indexOf(BEGIN)
  const end = readme.indexOf(END)
  if (begin < 0 || end < begin) throw new Error(`README.md lacks ${BEGIN} … ${END}`)
  return `${readme.slice(0, begin)}${BEGIN}\n\n${settingsTable()}\n\n${readme.slice(end)}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync('README.md', withSettings(readFileSync('README.md', 'utf8')))
  writeFileSync('.env.example', envExample())
}
