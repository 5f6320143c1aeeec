// Builds like build.mjs, unless everything is built already: a start need not wait for the compiler.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What is compiled. */
const FOLDERS = ['packages/embedded', 'packages/mail-parser', '.']
/** What the output depends on beside the sources. */
const SHARED = [
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'scripts/build.mjs',
  'scripts/bundle-service.mjs',
]

const changedAt = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0)

/** When the newest file of a folder was changed. A folder counts as changed when a file is added to it or removed. */
function newestIn(folder) {
  const paths = readdirSync(folder, { recursive: true }).map((name) => join(folder, name))
  return Math.max(changedAt(folder), ...paths.map(changedAt))
}

function isBuilt(folder) {
  const builtAt = changedAt(join(folder, 'dist/.tsbuildinfo'))
  const sources = [newestIn(join(folder, 'src')), changedAt(join(folder, 'tsconfig.build.json'))]
  return builtAt > Math.max(...sources, ...SHARED.map(changedAt))
}

function isConsoleBuilt() {
  if (!existsSync('console')) return true
  const scripts = ['package-lock.json', 'scripts/build-console.mjs'].map(changedAt)
  return changedAt('dist/console/index.html') > Math.max(newestIn('console'), ...scripts)
}

if (!FOLDERS.every(isBuilt)) await import('./build.mjs')
else if (!isConsoleBuilt()) await (await import('./build-console.mjs')).buildConsole('dist/console')
