// Bundles the service and the packages that it uses into a few files: finding and loading two thousand modules would take
// most of the time of a start. See docs/decisions/0160-bundle-the-service.md.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { build } from 'esbuild'

/** What is started or loaded by name. All else goes into files that these share. */
const ENTRIES = [
  'main',
  'cli/postline',
  'services/sending/templates/render-thread',
  'services/reader-thread',
  // For tests that run the service with a provider of their own.
  'app',
  'config',
]
/** Packages that stay outside, where they are installed. */
const EXTERNAL = [
  // Optional.
  '@postline/embedded',
  // Large, and loaded only where mail goes to SES.
  '@aws-sdk/*',
  // CommonJS that another package loads by `import()`: a bundle would not have its names.
  'cookie',
  // The driver of MongoDB tries to load these, which are not installed.
  ...['kerberos', 'mongodb-client-encryption', 'snappy', 'aws4', 'gcp-metadata', '@mongodb-js/zstd'],
  // For development.
  'esbuild',
]
/** What other steps of the build write. */
const KEPT = ['.tsbuildinfo', 'console']
/** For packages that are CommonJS. */
const BANNER =
  "import { createRequire as makeRequire } from 'node:module'\nconst require = makeRequire(import.meta.url)"

/** Bundles `src` into a folder. */
export async function bundleService(out) {
  mkdirSync(out, { recursive: true })
  for (const name of readdirSync(out)) if (!KEPT.includes(name)) rmSync(join(out, name), { recursive: true })
  const entries = ENTRIES.filter((entry) => existsSync(`src/${entry}.ts`))
  const { metafile } = await build({
    entryPoints: Object.fromEntries(entries.map((entry) => [flat(entry), `src/${entry}.ts`])),
    outdir: out,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    banner: { js: BANNER },
    external: EXTERNAL,
    plugins: [keepPlaces],
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
  })
  for (const name of readdirSync(out)) if (name.endsWith('.js')) writeInAscii(join(out, name))
  for (const entry of entries) if (entry.includes('/')) forward(out, entry)
  for (const file of readdirSync('src', { recursive: true })) {
    if (file.endsWith('.lua')) cpSync(join('src', file), join(out, file))
  }
  writeFileSync(join(out, 'THIRD-PARTY-LICENSES.txt'), licencesOf(Object.keys(metafile.inputs)))
}

/** All bundles lie at the top, so that the places of other files are the same for each. */
const flat = (entry) => entry.replaceAll('/', '-')

/**
 * V8 keeps the text of a file for as long as it runs: with one byte for each character if all of them are ASCII, otherwise
 * with two. esbuild leaves others in comments, regular expressions and tagged templates, where an escape means the same.
 */
function writeInAscii(file) {
  const text = readFileSync(file, 'utf8')
  const toEscape = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  const ascii = text.replaceAll(/[\u0080-\uffff]/g, toEscape)
  if (ascii !== text) writeFileSync(file, ascii)
}

/** Leaves a file at the place of an entry. */
function forward(out, entry) {
  const file = join(out, `${entry}.js`)
  const bundle = join(out, `${flat(entry)}.js`)
  // That of the command line is a program.
  const [first] = readFileSync(bundle, 'utf8').split('\n', 1)
  const shebang = first.startsWith('#!') ? `${first}\n` : ''
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${shebang}import '${relative(dirname(file), bundle)}'\n`)
}

/** Lets modules find files as if each were still in its own folder. */
const keepPlaces = {
  name: 'keep-places',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      if (!source.includes('import.meta.url')) return null
      const place = JSON.stringify(relative(resolve('src'), path).replace(/\.ts$/, '.js'))
      return { contents: source.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`), loader: 'ts' }
    })
  },
}

/** The licences of the bundled packages, which have to be passed on with them. */
function licencesOf(inputs) {
  const folders = inputs.map((input) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(input)?.[0])
  const texts = [...new Set(folders)].filter(Boolean).map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying)/i.test(each))
    return `${name} ${version}, ${license}\n\n${file ? readFileSync(join(folder, file), 'utf8').trim() : ''}\n`
  })
  return texts.sort().join(`\n${'-'.repeat(80)}\n\n`)
}
