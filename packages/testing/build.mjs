// Bundles the package into dist/, as ESM and as CommonJS, which jest needs. What it depends on is installed beside it.
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { build } from 'esbuild'

process.chdir(import.meta.dirname)

rmSync('dist', { recursive: true, force: true })
await bundle({ format: 'esm', outfile: 'dist/index.js' })
await bundle({
  format: 'cjs',
  outfile: 'dist/index.cjs',
  // CommonJS has no import.meta.
  define: { 'import.meta.url': 'moduleUrl' },
  banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href" },
})
declare('dist/index.d.cts')
writeFileSync('dist/index.d.ts', "export * from './index.cjs'\n")

function bundle(options) {
  return build({
    absWorkingDir: import.meta.dirname,
    entryPoints: ['src/index.ts'],
    tsconfig: 'tsconfig.build.json',
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20.19',
    ...options,
  })
}

function declare(outfile) {
  const program = createRequire(import.meta.url).resolve('dts-bundle-generator/dist/bin/dts-bundle-generator.js')
  const options = ['--project', 'tsconfig.build.json', '--no-check', '--no-banner', '--silent']
  const exported = ['--export-referenced-types', 'false', '--out-file', outfile]
  const args = [program, ...options, ...exported, '--external-imports', '@postline/client', '--', 'src/index.ts']
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
