import { readFileSync } from 'node:fs'
import type { SdkTable, Verdict } from '../../test/compat/support/methods.js'
import { TABLES } from '../../test/compat/tables.js'
import { between } from './between.js'

const OVERVIEW = 'docs/guides/use-your-sdk.md'
const VERDICTS: readonly Verdict[] = ['works', 'differs', 'not here']

/** The pages about the APIs of other services, with a table of what each method of their SDKs does. */
export function compatPages(): Record<string, string> {
  const pages = Object.entries(TABLES).map(([api, tables]) => {
    const path = `docs/compat/${api}.md`
    return [path, put(path, 'methods', tables.map(methodTable).join('\n'))]
  })
  return { ...Object.fromEntries(pages), [OVERVIEW]: put(OVERVIEW, 'totals', totals()) }
}

const put = (path: string, name: string, lines: string) =>
  between(readFileSync(path, 'utf8'), `<!-- ${name} -->`, `<!-- /${name} -->`, lines)

function totals(): string {
  const rows = Object.entries(TABLES).flatMap(([api, tables]) =>
    tables.map((table) => {
      const { sdk, methods } = table
      const counts = VERDICTS.map((verdict) => methods.filter((method) => method.verdict === verdict).length)
      return `| [\`${sdk}\`](../compat/${api}.md)${forPython(table)} | ${versionOf(table)} | ${counts.join(' | ')} |\n`
    }),
  )
  return `| SDK | Version | Works | Differs | Not here |\n|---|---|--:|--:|--:|\n${rows.join('')}`
}

function methodTable(table: SdkTable): string {
  const { sdk, methods } = table
  const rows = methods.map(({ name, verdict, note }) => `| \`${name}\` | ${sentence(verdict)} | ${note} |\n`)
  return `### \`${sdk}\` ${versionOf(table)}${forPython(table)}\n\n| Method | | |\n|---|---|---|\n${rows.join('')}`
}

const sentence = (verdict: Verdict) => verdict.replace(/^./, (letter) => letter.toUpperCase())

const forPython = ({ python }: SdkTable) => (python ? ' for Python' : '')

/** The version that the tests use. */
function versionOf({ sdk, python }: SdkTable): string {
  if (python) return python
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    devDependencies: Record<string, string>
  }
  const version = devDependencies[sdk]
  if (!version) throw new Error(`${sdk} is no development dependency`)
  return version
}
