import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const SCRIPT = resolve('scripts/build-if-changed.mjs')
let root: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'postline-build-'))
  const compilerOptions = { module: 'NodeNext', target: 'ES2023', lib: ['ES2023'], types: [], rootDir: 'src' }
  for (const folder of ['.', 'packages/embedded', 'packages/mail-parser']) {
    await mkdir(join(root, folder, 'src'), { recursive: true })
    const tsconfig = { compilerOptions: { ...compilerOptions, incremental: true }, include: ['src'] }
    await writeFile(join(root, folder, 'tsconfig.build.json'), JSON.stringify(tsconfig))
    await writeFile(join(root, folder, 'src/main.ts'), 'export const answer: number = 1\n')
  }
})
afterAll(() => rm(root, { recursive: true, force: true }))

/** Runs the script in the folder of the test. Returns its exit code. */
function build(): Promise<number> {
  return new Promise((done) => {
    execFile(process.execPath, [SCRIPT], { cwd: root }, (error) => done(error ? Number(error.code) : 0))
  })
}

const builtAt = async () => (await stat(join(root, 'dist/.tsbuildinfo'))).mtimeMs
const built = () => readFile(join(root, 'dist/main.js'), 'utf8')
const write = (text: string) => writeFile(join(root, 'src/main.ts'), text)

test('it builds what is not built, and nothing twice', async () => {
  expect(await build()).toBe(0)
  expect(await built()).toContain('answer = 1')
  const before = await builtAt()
  expect(await build()).toBe(0)
  expect(await builtAt()).toBe(before)
})

test('it builds again when a source has changed, or has been touched or removed', async () => {
  await write('export const answer: number = 2\n')
  expect(await build()).toBe(0)
  expect(await built()).toContain('answer = 2')

  await writeFile(join(root, 'packages/embedded/src/more.ts'), 'export {}\n')
  await build()
  const before = await builtAt()
  await rm(join(root, 'packages/embedded/src/more.ts'))
  await build()
  expect(await builtAt()).toBeGreaterThan(before)
})

test('it does not take a build that failed for one that is done', async () => {
  await write("export const answer: number = 'three'\n")
  expect(await build()).not.toBe(0)
  expect(await build()).not.toBe(0)
  await write('export const answer: number = 3\n')
  expect(await build()).toBe(0)
})
