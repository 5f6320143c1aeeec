import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // As Node resolves it for everybody else: of two copies of graphql, one refuses the types of the other.
    alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }],
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    // Two forks share one mongod and one valkey; every file has a database and a key prefix of its own.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
})
