import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const run = promisify(execFile)

const MOST_NEW_FILES = 10
const MOST_LINES = 4

/** Generated code that names every resource. */
const GENERATED = ['src/operations/index.ts', 'src/graphql/resources/index.ts', 'packages/client/src/schema.ts']

/** The parts of the repository that the copy needs. */
const PARTS = [
  ...[
    'src',
    'test',
    'scripts',
    'docs',
    'packages',
    'console',
    'examples',
    'bench',
    'deploy',
    '.env.example',
    'README.md',
  ],
  ...['package.json', 'tsconfig.json', 'vitest.config.ts', 'biome.json', 'openapi.json', 'schema.graphql'],
  'docker-compose.yml',
]

const guide = await readFile('docs/adding-a-resource.md', 'utf8')

/** The files that the guide shows completely. */
const files = [...guide.matchAll(/<!-- file: (\S+) -->\n```ts\n([\s\S]*?)^```/gm)].map(([, path, text]) => ({
  path: path!,
  text: text!,
}))

/** The lines that it adds to existing files, each after another line. */
const lines = [...guide.matchAll(/<!-- line: (\S+), after: (.*) -->\n```ts\n([\s\S]*?)^```/gm)].map(
  ([, path, after, text]) => ({ path: path!, after: after!, text: text! }),
)

let copy: string
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'postline-resource-'))
  for (const part of PARTS) {
    await cp(part, join(copy, part), { recursive: true, filter: (path) => !/(^|\/)(node_modules|dist)$/.test(path) })
  }
  await symlink(resolve('node_modules'), join(copy, 'node_modules'))
  for (const { path, text } of files) {
    await mkdir(dirname(join(copy, path)), { recursive: true })
    await writeFile(join(copy, path), text, { flag: 'wx' })
  }
  for (const { path, after, text } of lines) await addLine(join(copy, path), after, text)
})
afterAll(() => rm(copy, { recursive: true, force: true }))

async function addLine(path: string, after: string, text: string): Promise<void> {
  const old = (await readFile(path, 'utf8')).split('\n')
  const at = old.findIndex((line) => line.trim() === after)
  if (at < 0) throw new Error(`${path} has no line "${after}"`)
  await writeFile(path, old.toSpliced(at + 1, 0, text.replace(/\n$/, '')).join('\n'))
}

/** Runs a program of the repository in the copy. @returns its exit code and output. */
async function inCopy(program: string, ...args: string[]): Promise<{ code: number; output: string }> {
  try {
    const { stdout, stderr } = await run(process.execPath, [resolve(program), ...args], { cwd: copy, env: environment })
    return { code: 0, output: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, output: stdout + stderr }
  }
}

/** Without the variables that are meant for this test run. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(VITEST|TESTS_BEGIN_UNTIL$)/.test(name)),
)

const generate = (...args: string[]) => inCopy('node_modules/tsx/dist/cli.mjs', 'scripts/generate.ts', ...args)

describe('the guide to a new resource', () => {
  test(`adds at most ${MOST_NEW_FILES} files and ${MOST_LINES} lines in existing files`, () => {
    expect(files.length).toBeGreaterThan(0)
    expect(files.length).toBeLessThanOrEqual(MOST_NEW_FILES)
    expect(lines.flatMap(({ text }) => text.trim().split('\n')).length).toBeLessThanOrEqual(MOST_LINES)
  })

  test('needs npm run generate, after which all generated files are current', async () => {
    const before = await generate('--check')
    expect(before.code, before.output).toBe(1)
    expect(before.output).toContain('src/operations/index.ts is out of date: run npm run generate')
    expect(before.output).toContain('src/graphql/resources/index.ts is out of date')
    const written = await generate()
    expect(written.code, written.output).toBe(0)
    for (const path of ['openapi.json', 'schema.graphql', 'docs/api.md', 'docs/coverage.md']) {
      expect(written.output).toContain(path)
    }
    expect(await generate('--check')).toEqual({ code: 0, output: '' })
  })

  test('has code that passes the style check', async () => {
    const result = await inCopy(
      'node_modules/@biomejs/biome/bin/biome',
      ...['check', '--error-on-warnings', '--vcs-enabled=false'],
      ...files.map(({ path }) => path),
      ...new Set(lines.map(({ path }) => path)),
    )
    expect(result.code, result.output).toBe(0)
  })

  test('has code that compiles, with all that is generated from it', () => {
    const paths = [...files, ...lines].map(({ path }) => path).filter((path) => path.endsWith('.ts'))
    expect(compilerErrors([...paths, ...GENERATED, 'test/doors/doors.test.ts'])).toBe('')
  })

  test('makes a resource that passes its tests through all three doors', async () => {
    const result = await inCopy(
      'node_modules/vitest/vitest.mjs',
      ...['run', '--project', 'service', '--reporter', 'json', '--outputFile', 'results.json'],
      // The modules of the copy are not needed again.
      '--experimental.fsModuleCache=false',
      ...['-t', 'memo|every operation'],
      ...[
        'test/doors/doors.test.ts',
        'test/doors/refusals.test.ts',
        'test/services/accounts/memos',
        'test/rest/openapi.test.ts',
      ],
    )
    expect(result.code, result.output).toBe(0)
    const { testResults } = JSON.parse(await readFile(join(copy, 'results.json'), 'utf8')) as Results
    const passed = testResults.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'passed').map(({ fullName }) => fullName),
    )
    expect(passed).toContain(`every door answers 'memos.delete': 'an unknown id' is 'not_found'`)
    for (const name of ['create', 'list', 'get', 'delete']) {
      expect(passed).toContain(`every door answers and records 'memos.${name}' in the same way`)
    }
    expect(passed).toContain('the memos of another account do not exist')
  })
})

/** What the compiler says of some files of the copy. Checking them all would take twice as long. */
function compilerErrors(paths: string[]): string {
  const { config } = ts.readConfigFile(join(copy, 'tsconfig.json'), ts.sys.readFile)
  const { options, errors } = ts.parseJsonConfigFileContent(config, ts.sys, copy)
  const names = paths.map((path) => join(copy, path))
  const program = ts.createProgram(names, { ...options, noEmit: true, incremental: false })
  const problems = names.flatMap((name) => {
    const source = program.getSourceFile(name)!
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
  })
  const host = { getCanonicalFileName: (name: string) => name, getCurrentDirectory: () => copy, getNewLine: () => '\n' }
  return ts.formatDiagnostics([...errors, ...problems], host)
}

interface Results {
  testResults: { assertionResults: { fullName: string; status: string }[] }[]
}
