// Compiles the packages and then src/, each into its own dist/, copies the files that the compiler ignores, and builds
// the console into dist/console.
//   node scripts/build.mjs [folder [compiler options]]
// With a folder, it builds the same layout there and does not change the checkout's own dist/.
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, readdirSync, utimesSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { buildConsole } from './build-console.mjs'

const [root = '.', ...options] = process.argv.slice(2)
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')

const startedAt = new Date()

function compile(folder) {
  const out = join(root, folder, 'dist')
  const project = join(folder, 'tsconfig.build.json')
  const info = join(out, '.tsbuildinfo')
  const args = ['-p', project, '--outDir', out, '--tsBuildInfoFile', info, ...options]
  const { status } = spawnSync(process.execPath, [tsc, ...args], { stdio: 'inherit' })
  // The compiler writes this file despite errors, and not if nothing has changed. Its time says which sources are built.
  const builtAt = status === 0 ? startedAt : new Date(0)
  if (existsSync(info)) utimesSync(info, builtAt, builtAt)
  if (status !== 0) process.exit(status ?? 1)
  return out
}

compile('packages/embedded')
const dist = compile('.')
for (const file of readdirSync('src', { recursive: true })) {
  if (file.endsWith('.lua')) copyFileSync(join('src', file), join(dist, file))
}
const cli = join(dist, 'cli/postline.js')
if (existsSync(cli)) chmodSync(cli, 0o755)
if (existsSync('console')) await buildConsole(join(root, 'dist/console'))
