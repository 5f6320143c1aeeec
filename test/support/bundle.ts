import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { build, type Plugin } from 'esbuild'

/*
 * Most of the time in which a process of the service starts goes into finding and loading its thousand files. Tests
 * start hundreds of processes, so they run a build in which those files are a few. The test of the packed
 * service runs it as users do.
 */

/** The files that processes and tests start or load by name; the rest goes into shared files. */
const ENTRIES = [
  'main.js',
  'app.js',
  'config.js',
  'cli/postline.js',
  'services/templates/render-thread.js',
  'services/reading/reader-thread.js',
]
/** Loaded by their own names at run time, if at all. */
const EXTERNAL = [
  ...['@postline/embedded', '@aws-sdk/*', 'esbuild', 'mongodb-client-encryption', 'kerberos'],
  // CommonJS that is loaded by `import()`: bundled, it would have none of its names.
  'cookie',
]
/** For packages that use `require`. */
const BANNER =
  "import { createRequire as makeRequire } from 'node:module';const require = makeRequire(import.meta.url);"

/** Replaces the built service in a folder by the same in fewer files. */
export async function bundleProgram(root: string): Promise<void> {
  const from = join(root, 'dist')
  const bundled = join(root, 'bundled')
  await build({
    entryPoints: Object.fromEntries(ENTRIES.map((entry) => [nameOf(entry), join(from, entry)])),
    outdir: bundled,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    banner: { js: BANNER },
    external: EXTERNAL,
    plugins: [keepPlaces(from)],
    logLevel: 'error',
  })
  for (const entry of ENTRIES.filter((each) => each.includes('/'))) await forward(bundled, entry)
  for (const file of await readdir(from, { recursive: true })) {
    const isKept = file.endsWith('.lua') || file === 'console'
    if (isKept) await cp(join(from, file), join(bundled, file), { recursive: true })
  }
  await rm(from, { recursive: true })
  await cp(bundled, from, { recursive: true })
  await rm(bundled, { recursive: true })
}

const nameOf = (entry: string) => entry.replace(/\.js$/, '').replaceAll('/', '-')

/** Entries in folders load the bundled file, which lies at the top with all the others. */
async function forward(bundled: string, entry: string): Promise<void> {
  await mkdir(dirname(join(bundled, entry)), { recursive: true })
  await writeFile(join(bundled, entry), `import '${'../'.repeat(entry.split('/').length - 1)}${nameOf(entry)}.js'\n`)
}

/** Lets modules find files beside them as if each were still in its own folder. */
function keepPlaces(from: string): Plugin {
  return {
    name: 'keep-places',
    setup({ onLoad }) {
      onLoad({ filter: /\.js$/ }, async ({ path }) => {
        if (!path.startsWith(`${from}/`)) return null
        const source = await readFile(path, 'utf8')
        const place = JSON.stringify(relative(from, path))
        return { contents: source.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`) }
      })
    },
  }
}
