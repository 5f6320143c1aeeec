// Compiles src/ into dist/ and copies beside it what the compiler leaves out.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync } from 'node:fs'
import { createRequire } from 'node:module'

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)

for (const folder of ['streams/lua']) cpSync(`src/${folder}`, `dist/${folder}`, { recursive: true })
if (existsSync('dist/cli/postline.js')) chmodSync('dist/cli/postline.js', 0o755)
