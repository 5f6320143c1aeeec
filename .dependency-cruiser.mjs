/*
 * Which way imports go (see docs/architecture.md):
 *
 *   doors (rest, graphql, trpc, mcp, compat, smtp, cli) → operations → services → models, streams (producer side), providers
 *     → streams/engine → contract → lib
 *
 * Workers live in src/streams and use services; src/app.ts puts everything together, src/doors.ts the doors. Leaf modules
 * (errors, start-errors, config, clock, ids, plan-names, redis-keys, version) may be imported by all but lib.
 */

import { readdirSync, readFileSync } from 'node:fs'

const DOORS = '^src/(rest|graphql|trpc|mcp|compat|smtp|cli)/'
const LEAVES = '^src/(errors|start-errors|config|clock|ids|plan-names|redis-keys|version)\\.ts$|^src/settings/'
const ROOTS = '^src/(app|doors|main)\\.ts$|^src/process/'
/** The shapes that work has: models are made of them, and hints of services. */
const WORK_ROWS = '^src/streams/engine/(work-row|dead-letters|hint)\\.ts$'
/** What puts hints on the streams. Everything else in src/streams takes them off. */
const PRODUCER_SIDE = ['^src/streams/topics\\.ts$', WORK_ROWS]

/** The domains of src/services. Each may import those before it, types included. */
const ORDER = [
  'platform',
  'tracking',
  'domains',
  'reading',
  'accounts',
  'audience',
  'sending',
  'receiving',
  'mail-app',
  'removal',
]

/** Each domain, with the modules that others may import besides its index. */
const DOMAINS = readdirSync('src/services', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => {
    if (!ORDER.includes(name)) throw new Error(`ORDER in .dependency-cruiser.mjs does not name src/services/${name}`)
    const modules = Object.values(JSON.parse(readFileSync(`src/services/${name}/public-modules.json`, 'utf8'))).flat()
    return { name, folder: `^src/services/${name}/`, open: `^src/services/${name}/(${modules.join('|')})\\.ts$` }
  })

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

export default {
  forbidden: [
    rule(
      'no-circular',
      'Modules that import each other in a circle cannot be understood one by one.',
      {},
      { circular: true },
    ),
    rule(
      'no-unresolved',
      'An import that leads nowhere. The peer of the client is optional.',
      {},
      { couldNotResolve: true, pathNot: '^@react-email/render$' },
    ),
    rule(
      'no-dev-dependencies-in-product',
      'What runs in production must be among the dependencies.',
      { path: '^src/' },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'product-knows-no-tests',
      'The product does not need its tests.',
      { path: '^src/' },
      { path: '^(test|bench|scripts)/' },
    ),
    rule(
      'lib-stands-alone',
      'lib imports nothing of ours, and of mail it knows only what addresses look like.',
      { path: '^src/lib/' },
      {
        path: '^src/',
        pathNot: '^src/lib/',
      },
    ),
    rule(
      'leaves-import-nothing',
      'Leaf modules may be imported everywhere, so they import nothing of ours.',
      { path: LEAVES },
      {
        path: '^src/',
        pathNot: [LEAVES, '^src/lib/'],
      },
    ),
    rule(
      'contract-is-below',
      'The contract knows lib, identifiers and errors: everything else takes its types from here.',
      { path: '^src/contract/' },
      {
        path: '^src/',
        pathNot: ['^src/(contract|lib)/', '^src/(ids|errors|plan-names)\\.ts$'],
      },
    ),
    rule(
      'models-are-below',
      'Models know the contract, leaves and lib, nothing above them.',
      { path: '^src/models/' },
      {
        path: '^src/',
        pathNot: ['^src/(models|contract|lib)/', LEAVES, WORK_ROWS],
      },
    ),
    rule(
      'migrations-know-the-ledger',
      'Migrations know models, the lock, the hold of a restore, the clock and lib. A migration keeps its own words: services change.',
      { path: '^src/migrations/' },
      {
        path: '^src/',
        pathNot: [
          '^src/(migrations|models|lib)/',
          '^src/services/platform/(ledger-lock|backup/(restore-hold|connected-processes))\\.ts$',
          LEAVES,
        ],
      },
    ),
    rule(
      'providers-are-below',
      'Providers know models, the contract, leaves and lib.',
      { path: '^src/providers/' },
      {
        path: '^src/',
        pathNot: ['^src/(providers|models|contract|lib)/', LEAVES],
      },
    ),
    rule(
      'provider-internals',
      'What a provider is made of is its own: others use src/providers/index.ts and ask for capabilities.',
      { path: '^src/', pathNot: '^src/providers/' },
      { path: '^src/providers/(capture|smtp|ses)/' },
    ),
    rule(
      'engine-stands-alone',
      'The engine moves work of any kind: it knows no mail, no models and no settings.',
      { path: '^src/streams/engine/' },
      {
        path: '^src/',
        pathNot: ['^src/streams/engine/', '^src/lib/', '^src/(clock|ids|redis-keys)\\.ts$'],
      },
    ),
    rule(
      'producers-are-below',
      'What puts hints on the streams knows the engine, models, leaves and lib.',
      { path: '^src/streams/topics\\.ts$' },
      {
        path: '^src/',
        pathNot: ['^src/streams/engine/', '^src/(models|contract|lib)/', LEAVES],
      },
    ),
    rule(
      'services-only-produce',
      'A service puts hints on the streams; it never takes them off.',
      { path: '^src/services/' },
      {
        path: '^src/streams/',
        pathNot: PRODUCER_SIDE,
      },
    ),
    rule(
      'services-are-below-operations',
      'Services know no operations and no doors.',
      { path: '^src/services/' },
      {
        path: ['^src/operations/', DOORS, ROOTS],
      },
    ),
    ...DOMAINS.map(({ name, folder, open }) =>
      rule(
        `inside-of-${name}`,
        `Others import the index of ${name} and what its public-modules.json names.`,
        { path: '^src/', pathNot: folder },
        { path: folder, pathNot: [open, `${folder}index\\.ts$`] },
      ),
    ),
    ...ORDER.slice(0, -1).map((name, place) =>
      rule(
        `${name}-is-below-${ORDER[place + 1]}`,
        'A domain is built on those before it in ORDER, and knows none of those after it.',
        { path: `^src/services/${name}/` },
        { path: `^src/services/(${ORDER.slice(place + 1).join('|')})/` },
      ),
    ),
    ...DOMAINS.map(({ name, folder, open }) => ({
      name: `public-modules-of-${name}`,
      comment: `Nothing outside imports this module, so public-modules.json of ${name} need not name it.`,
      severity: 'error',
      from: { path: '^src/', pathNot: folder },
      module: { path: open, numberOfDependentsLessThan: 1 },
    })),
    rule(
      'workers-are-below-operations',
      'Workers use services, never operations or doors.',
      { path: '^src/streams/' },
      {
        path: ['^src/operations/', DOORS, ROOTS],
      },
    ),
    rule(
      'operations-call-services',
      'An operation calls a service. Its shapes and words are those of the contract.',
      { path: '^src/operations/' },
      {
        path: '^src/',
        pathNot: ['^src/(operations|services|contract|lib)/', LEAVES],
      },
    ),
    rule(
      'doors-translate',
      'A door turns requests into operations and never decides: no database, no stream, no provider.',
      {
        path: '^src/(http|rest|graphql|trpc|mcp|compat|smtp)/',
      },
      {
        path: ['^src/(models|streams|providers)/', ROOTS],
      },
    ),
    rule(
      'nothing-imports-a-door',
      'Only what puts a process together mounts doors.',
      { path: '^src/', pathNot: [DOORS, ROOTS] },
      {
        path: DOORS,
      },
    ),
    rule(
      'doors-are-apart',
      'A door does not reach through another one.',
      { path: '^src/(rest|graphql|trpc|mcp|compat|smtp|cli)/' },
      {
        path: DOORS,
        pathNot: '^src/$1/',
      },
    ),
    rule(
      'packages-stand-alone',
      'A package knows nothing of the service, nor of another package; but what tests use has the client.',
      { path: '^packages/([^/]+)/' },
      { path: '^(src|packages)/', pathNot: ['^packages/$1/', '^packages/client/src/index\\.ts$'] },
    ),
    rule(
      'clients-are-outside',
      'The client is for those who call the service.',
      { path: '^src/' },
      { path: '^packages/client/' },
    ),
    rule(
      'embedded-servers-are-optional',
      'Only what starts them, or looks for running ones, loads the embedded servers.',
      { path: '^src/', pathNot: '^src/process/load-embedded\\.ts$' },
      { path: '^packages/embedded/' },
    ),
    rule('nothing-imports-main', 'Programs are started, not imported.', {}, { path: '^src/main\\.ts$' }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
    cache: { folder: 'node_modules/.cache/dependency-cruiser', strategy: 'content' },
  },
}
