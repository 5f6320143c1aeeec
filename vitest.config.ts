import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

/** Tests that start processes and servers of their own, and mostly wait for them. */
const PROCESSES = ['faults', 'e2e', 'embedded', 'deploy', 'process'].map((folder) => `test/${folder}/**/*.test.ts`)

function project(name: string, include: string[], exclude: string[] = []): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      include,
      exclude,
      // As Node resolves it for everybody else: of two copies of graphql, one refuses the types of the other.
      alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }],
      // Every file has a database and a key prefix of its own. A fork runs many files, so that it imports the service
      // once: that takes longer than most files do.
      pool: 'forks',
      isolate: false,
      testTimeout: 30_000,
      hookTimeout: 120_000,
    },
  }
}

export default defineConfig({
  test: {
    // For the run as a whole; a project that named it too would start servers of its own.
    globalSetup: ['test/support/global-setup.ts'],
    // On two cores: while tests in one fork wait, those in another get on.
    maxWorkers: 4,
    projects: [project('processes', PROCESSES), project('service', ['test/**/*.test.ts'], PROCESSES)],
  },
})
