/*
 * Writes every generated file. CONTRIBUTING.md lists them.
 *
 *   npm run generate               writes the files that have changed, and prints their names
 *   npm run generate -- --check    writes nothing; prints the stale files and fails if there are any
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { folderIndexes } from './generate/folder-indexes.js'

const isCheck = process.argv.includes('--check')

/** Updates stale files, or only finds them with `--check`. @returns their paths. */
function update(files: Record<string, string>): string[] {
  const stale = Object.entries(files).filter(([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text)
  if (!isCheck) for (const [path, text] of stale) writeFileSync(path, text)
  return stale.map(([path]) => path)
}

// The indexes come first: the other generators import them.
const stale = update(folderIndexes())
const canGoOn = !isCheck || stale.length === 0
if (canGoOn) {
  const { generatedFiles } = await import('./generate/files.js')
  stale.push(...update(await generatedFiles()))
}
for (const path of stale) process.stdout.write(isCheck ? `${path} is out of date: run npm run generate\n` : `${path}\n`)
if (isCheck && stale.length > 0) process.exitCode = 1
if (!canGoOn) process.stdout.write('The files that depend on these were not checked.\n')
