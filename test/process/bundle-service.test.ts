import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { BUILD_MS } from '../support/make-once.js'
import { sharedProgram } from '../support/shared-program.js'

const run = promisify(execFile)
let root: string

beforeAll(async () => {
  root = await sharedProgram()
}, BUILD_MS)

test('with source maps, a stack names the lines of the sources', async () => {
  const module = pathToFileURL(join(root, 'dist/config.js')).href
  const script = `const { readConfig } = await import('${module}')
    try { readConfig({ PORT: 'eighty' }) } catch (error) { console.log(error.stack) }`
  const { stdout } = await run(process.execPath, ['--enable-source-maps', '--input-type=module', '-e', script])
  const lines = (await readFile('src/config.ts', 'utf8')).split('\n')
  const [, line] = /\/src\/config\.ts:(\d+):\d+/.exec(stdout) ?? []
  expect(lines[Number(line) - 1], stdout).toContain('throw new ConfigError(')
})

test('the licences of the bundled packages come with them', async () => {
  const licences = await readFile(join(root, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8')
  for (const name of ['mongoose', 'fastify', '@trpc/server']) {
    expect(licences).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+, MIT\\n\\n.*(MIT License|Permission)`, 'ms'))
  }
})

test('all files are in ASCII, so V8 keeps their text with one byte for each character', async () => {
  const files = (await readdir(join(root, 'dist'))).filter((name) => name.endsWith('.js'))
  expect(files).toContain('main.js')
  const texts = await Promise.all(files.map((name) => readFile(join(root, 'dist', name), 'latin1')))
  expect(files.filter((_, index) => /[\x80-\xff]/.test(texts[index]!))).toEqual([])
})
