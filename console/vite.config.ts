import { defineConfig } from 'vite'

/** Where `npm run console` finds the API that it passes requests on to. */
const API = 'http://127.0.0.1:3000'
const API_PATHS = ['/graphql', '/session', '/preview', '/v1', '/docs', '/openapi.json']

export default defineConfig({
  // What libraries carry for older versions of React.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
  // As in tsconfig.json: every text that is shown goes through src/jsx.ts.
  oxc: { jsx: { runtime: 'automatic', importSource: '#console' } },
  build: {
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    emptyOutDir: true,
    // The policy of the page allows no script inside it, and every browser of the target preloads by itself.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The entry names all other files, and hashes do not compress: hexadecimal ones take the least.
        hashCharacters: 'hex',
        // Many small files compress worse than one. What most pages share comes in one, and what every page begins with too.
        codeSplitting: {
          groups: [
            { name: 'index', tags: ['$initial'], priority: 1 },
            { name: 'shared', test: /console[\\/]src/, minShareCount: 20 },
          ],
        },
      },
      // Libraries mark what servers must not run; here nothing runs on a server.
      onLog: (level, log, report) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log)
      },
    },
  },
  server: { proxy: Object.fromEntries(API_PATHS.map((path) => [path, API])) },
})
