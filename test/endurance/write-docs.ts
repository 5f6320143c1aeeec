import { readFile, writeFile } from 'node:fs/promises'
import { duplicatesIn, type Report } from './report.js'

const GUIDE = 'docs/guides/reliability.md'
const BEGIN = '<!-- Results of npm run test:faults -- --write-docs: not written by hand. -->'
const END = '<!-- End of the results. -->'

const ms = (value: number) => `${Math.round(value).toLocaleString('en')} ms`

/** What the table shows of a run. */
const ROWS: [name: string, show: (report: Report) => string][] = [
  ['Length', ({ minutes }) => `${minutes} min`],
  ['Faults', ({ faults }) => String(Object.values(faults).reduce((sum, count) => sum + count, 0))],
  ['Rollbacks of MongoDB', ({ rollbacks }) => String(rollbacks)],
  ['Messages accepted', ({ accepted }) => accepted.toLocaleString('en')],
  ['Mails received', ({ received }) => received.toLocaleString('en')],
  ['Mails at the provider', ({ handedOver }) => handedOver.toLocaleString('en')],
  ['Of these, duplicates', (report) => duplicatesIn(report).toLocaleString('en')],
  ['Webhook deliveries', ({ deliveries }) => deliveries.toLocaleString('en')],
  ['Longest time without an acceptance', ({ longestStallMs }) => ms(longestStallMs)],
  ['p99 until accepted, before the faults', ({ p99Ms }) => ms(p99Ms.before)],
  ['The same during them', ({ p99Ms }) => ms(p99Ms.during)],
  ['The same after them', ({ p99Ms }) => ms(p99Ms.after)],
  ['Lost or wrong', ({ problems }) => `**${problems.length}**`],
]

/** Writes the results of runs, from their files, into the guide on reliability. */
export async function writeDocs(files: string[]): Promise<void> {
  const reports = await Promise.all(files.map(async (file) => JSON.parse(await readFile(file, 'utf8')) as Report))
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const table = [
    line(['', ...reports.map(({ seed }) => `Seed ${seed}`)]),
    line(['---', ...reports.map(() => '--:')]),
    ...ROWS.map(([name, show]) => line([name, ...reports.map(show)])),
  ]
  const guide = await readFile(GUIDE, 'utf8')
  const [before, rest] = guide.split(BEGIN)
  const after = rest?.split(END)[1]
  if (after === undefined) throw new Error(`${GUIDE} has no place for the results`)
  await writeFile(GUIDE, [before, BEGIN, '\n', table.join('\n'), '\n', END, after].join(''))
}
