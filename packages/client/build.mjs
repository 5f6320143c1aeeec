// Bundles the client into dist/, as ESM and as CommonJS, with all its dependencies: installing it installs no other
// package. The declarations are bundled too, so they need no types of other packages.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build } from 'esbuild'

process.chdir(import.meta.dirname)
const { resolve } = createRequire(import.meta.url)

/** Packages whose code or declarations end up in the bundles. */
const BUNDLED = [
  '@trpc/client',
  '@trpc/server',
  'eventsource',
  'eventsource-parser',
  'openapi-fetch',
  'openapi-typescript-helpers',
]

rmSync('dist', { recursive: true, force: true })
mkdirSync('dist')
await bundle('esm', 'dist/index.js')
await bundle('cjs', 'dist/index.cjs')
declare('dist/index.d.cts')
writeFileSync('dist/index.d.ts', "export * from './index.cjs'\n")
writeFileSync('dist/THIRD-PARTY-LICENSES.txt', licences())

function bundle(format, outfile) {
  return build({
    absWorkingDir: import.meta.dirname,
    entryPoints: ['src/index.ts'],
    outfile,
    format,
    bundle: true,
    // Who sends elements of React installs it.
    external: ['@react-email/render'],
    // One bundle for Node, browsers and edge runtimes: it uses nothing that only one of them has.
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2022',
    // As `require` in CommonJS: Jest has no `import()` there.
    supported: { 'dynamic-import': format === 'esm' },
  })
}

function declare(outfile) {
  const program = resolve('dts-bundle-generator/dist/bin/dts-bundle-generator.js')
  const options = ['--project', 'tsconfig.build.json', '--no-check', '--no-banner', '--silent']
  const exported = ['--export-referenced-types', 'false', '--out-file', outfile]
  const inlined = ['--external-inlines', ...BUNDLED, '--external-imports', '--']
  const args = [program, ...options, ...exported, ...inlined, 'src/index.ts']
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

/** The licences that must be distributed with the bundled code. */
function licences() {
  const texts = BUNDLED.map((name) => `${name}\n\n${readFileSync(licenceOf(name), 'utf8').trim()}\n`)
  return texts.join(`\n${'-'.repeat(80)}\n\n`)
}

function licenceOf(name) {
  const folder = resolve.paths(name).find((path) => existsSync(join(path, name, 'LICENSE')))
  return join(folder, name, 'LICENSE')
}
