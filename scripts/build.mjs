// Compiles the packages with the embedded servers and the mail parser, checks the types of src/ and bundles it into dist/, and builds the console
// into dist/console.
//   node scripts/build.mjs [folder [compiler options]]
// With a folder, it builds the same layout there and does not change the checkout's own dist/.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, utimesSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { buildConsole } from './build-console.mjs'
import { bundleService } from './bundle-service.mjs'

const [root = '.', ...options] = process.argv.slice(2)
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
const dist = join(root, 'dist')

const startedAt = new Date()
const infoIn = (folder) => join(folder, '.tsbuildinfo')

function compile(folder, out, ...more) {
  mkdirSync(out, { recursive: true })
  const args = ['-p', join(folder, 'tsconfig.build.json'), '--outDir', out, '--tsBuildInfoFile', infoIn(out)]
  const { status } = spawnSync(process.execPath, [tsc, ...args, ...more, ...options], { stdio: 'inherit' })
  // The compiler writes this file despite errors, and not if nothing has changed.
  markBuilt(out, new Date(0))
  if (status !== 0) process.exit(status ?? 1)
}

/** Says which sources are built. */
function markBuilt(out, at) {
  if (existsSync(infoIn(out))) utimesSync(infoIn(out), at, at)
}

for (const folder of ['packages/embedded', 'packages/mail-parser']) {
  const out = join(root, folder, 'dist')
  compile(folder, out)
  markBuilt(out, startedAt)
}
compile('.', dist, '--noEmit')
await bundleService(dist)
const cli = join(dist, 'cli/postline.js')
if (existsSync(cli)) chmodSync(cli, 0o755)
markBuilt(dist, startedAt)
if (existsSync('console')) await buildConsole(join(root, 'dist/console'))
