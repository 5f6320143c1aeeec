import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

const scripts = new Map<string, string>()

/** Starts a thread that runs a module, as it was built or, during development, from TypeScript. */
export function startThread(entry: URL, options: WorkerOptions): Worker {
  if (!entry.pathname.endsWith('.ts')) return new Worker(entry, options)
  return new Worker(fromSource(entry), { ...options, eval: true })
}

/** The TypeScript module with everything that it imports, as one script, made once. */
function fromSource({ href }: URL): string {
  const known = scripts.get(href)
  if (known !== undefined) return known
  // Only there during development.
  const { buildSync } = createRequire(import.meta.url)('esbuild')
  const path = fileURLToPath(href)
  const options = { bundle: true, platform: 'node', target: 'node20', write: false, logLevel: 'silent' } as const
  // By default esbuild builds in the folder where it was loaded, which may no longer exist.
  const [file] = buildSync({ entryPoints: [path], absWorkingDir: dirname(path), ...options }).outputFiles
  scripts.set(href, file.text)
  return file.text
}
