// Compiles src/ into dist/, or into the folder that is named, and copies beside it what the compiler leaves out.
// Further arguments go to the compiler.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const [out = 'dist', ...more] = process.argv.slice(2)
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
const options = ['-p', 'tsconfig.build.json', '--outDir', out, '--tsBuildInfoFile', join(out, '.tsbuildinfo'), ...more]
const { status } = spawnSync(process.execPath, [tsc, ...options], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)

for (const folder of ['streams/lua']) cpSync(join('src', folder), join(out, folder), { recursive: true })
const cli = join(out, 'cli/postline.js')
if (existsSync(cli)) chmodSync(cli, 0o755)
