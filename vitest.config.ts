import { join } from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { LongFilesFirst } from './test/support/long-files-first.js'

/**
 * Folders of the tests that attack, kill, work through large numbers, or start processes or browsers: their place decides,
 * and `npm test` leaves them out. Everything else runs within the test processes.
 */
const SYSTEM = [
  ...['attacks', 'compat/python', 'console', 'deploy', 'e2e', 'faults', 'large', 'patterns', 'process'].map(
    (name) => `test/${name}`,
  ),
  'packages/embedded/test',
  'packages/mail-parser/test/attacks',
  'packages/testing/test',
].map((folder) => `${folder}/**/*.test.ts`)
/** Tests that measure time: they run alone, so that no other test takes their time. */
const LOAD = ['test/load/**/*.test.ts']

const alias = [
  // As Node resolves it for everybody else: of two copies of graphql, one refuses the types of the other.
  { find: /^graphql$/, replacement: 'graphql/index.js' },
  // Our packages from their sources: tests need no build, and never run an old one.
  { find: /^@postline\/([\w-]+)$/, replacement: join(import.meta.dirname, 'packages/$1/src/index.ts') },
]

interface Share {
  /** Most time of a test, in ms. */
  testTimeout: number
  /** Files that run at the same time. */
  maxWorkers: number
  /** Projects run one after the other. */
  groupOrder: number
}

function project(
  name: string,
  { maxWorkers, groupOrder, testTimeout }: Share,
  include: string[],
  exclude: string[] = [],
): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      include,
      exclude,
      alias,
      // Every file has a database and a key prefix of its own. A fork runs many files, so that it imports the service
      // once: that takes longer than most files do.
      pool: 'forks',
      isolate: false,
      maxWorkers,
      sequence: { groupOrder },
      testTimeout,
      hookTimeout: testTimeout,
      setupFiles: ['test/support/setup.ts'],
      runner: 'test/support/begin-in-time.ts',
    },
  }
}

export default defineConfig({
  test: {
    alias,
    // Compiled modules are kept in node_modules, keyed by their content, so that the next project and the next run do not
    // compile them again.
    experimental: { fsModuleCache: true },
    // For the run as a whole; a project that named it too would start servers of its own.
    globalSetup: ['test/support/global-setup.ts'],
    sequence: { sequencer: LongFilesFirst },
    projects: [
      // First what most other tests rely on: if a run is short of time, the end of the others is left out.
      project(
        'service',
        { maxWorkers: 4, groupOrder: 0, testTimeout: 120_000 },
        ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
        [...SYSTEM, ...LOAD],
      ),
      project('load', { maxWorkers: 1, groupOrder: 1, testTimeout: 300_000 }, LOAD),
      // More than a small machine has cores, because they wait half of the time. Together they are slow. The last, because their
      // order differs from run to run: see LongFilesFirst.
      project('system', { maxWorkers: 4, groupOrder: 2, testTimeout: 600_000 }, SYSTEM),
    ],
  },
})
