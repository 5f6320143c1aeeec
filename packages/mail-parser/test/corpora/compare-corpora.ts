// Compares how Postline and Python read the mails of the corpora, all of them or those of a folder:
//   cd packages/mail-parser/test/corpora
//   ./fetch-corpora.sh /tmp/corpora && node --import tsx compare-corpora.ts /tmp/corpora
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { differences, type Reading, readOurs } from './compare.js'
import { knownDifferences } from './differences.js'

const here = import.meta.dirname
const [folder = join(here, 'mails')] = process.argv.slice(2)
const reader = join(here, 'read_mails.py')
const python: Record<string, Reading> = JSON.parse(
  execFileSync('python3', [reader, folder], { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 }),
)
const counts = { same: 0, known: 0, unknown: 0 }
for (const [mail, theirs] of Object.entries(python)) {
  const ours = readOurs(readFileSync(join(folder, mail)))
  const found = differences(ours, theirs)
  const unknown = found.filter((field) => !knownDifferences(mail).includes(field))
  counts[found.length === 0 ? 'same' : unknown.length === 0 ? 'known' : 'unknown'] += 1
  for (const field of unknown) process.stdout.write(`${mail}: ${field} is read differently\n`)
}
process.stdout.write(`${counts.same} the same, ${counts.known} with known differences, ${counts.unknown} with others\n`)
process.exitCode = counts.unknown === 0 ? 0 : 1
