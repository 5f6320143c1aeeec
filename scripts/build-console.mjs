// Builds the web console into a folder, and compresses its files once, so that no request has to.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const COMPRESSED = ['.css', '.html', '.js', '.svg']

/** Builds `console/` into a folder, which is emptied first. */
export async function buildConsole(folder) {
  // Loaded here: a start that builds nothing need not load it.
  const { build } = await import('vite')
  const outDir = resolve(folder)
  const before = process.env.NODE_ENV
  // Vite takes a given one, and React would be that of development.
  process.env.NODE_ENV = 'production'
  try {
    await build({ root: 'console', configFile: resolve('console/vite.config.ts'), logLevel: 'warn', build: { outDir } })
  } finally {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
  for (const name of readdirSync(outDir, { recursive: true })) {
    const path = join(outDir, name)
    if (COMPRESSED.includes(extname(path)) && statSync(path).isFile()) compress(path)
  }
}

function compress(path) {
  const body = readFileSync(path)
  writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }))
  writeFileSync(`${path}.br`, brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
}
