import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/*
 * Prints the functions in which processes spent most time of their own, from profiles that V8 recorded:
 *
 *     BENCH_PROFILE_DIR=/tmp/profiles npm run bench webhooks
 *     node --import tsx bench/profile.ts /tmp/profiles
 *
 * The times are sampled on the wall clock. On a machine with more busy processes than cores, a function during which
 * the process had to wait for a core seems to take longer: most often a write to a socket, which wakes up its reader.
 */

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples: number[]
  /** Before each sample, in µs. */
  timeDeltas: number[]
}

const [dir, shown = '10'] = process.argv.slice(2)
if (!dir) throw new Error('usage: profile.ts <folder of profiles> [functions to show of each]')

const files = (await readdir(dir, { recursive: true })).filter((file) => file.endsWith('.cpuprofile'))
for (const file of files.toSorted()) {
  const costs = selfTimes(JSON.parse(await readFile(join(dir, file), 'utf8')) as Profile)
  const busyMs = costs.reduce((sum, [, ms]) => sum + ms, 0)
  process.stdout.write(`\n${dirname(file)}, ${basename(file)}: busy for ${(busyMs / 1_000).toFixed(1)} s\n`)
  for (const [name, ms] of costs.slice(0, Number(shown))) {
    process.stdout.write(`  ${((100 * ms) / busyMs).toFixed(1).padStart(5)} %  ${name}\n`)
  }
}

/** Time of each function without what it calls, in ms, longest first. */
function selfTimes({ nodes, samples, timeDeltas }: Profile): [name: string, ms: number][] {
  const nameOf = new Map(nodes.map(({ id, callFrame }) => [id, describe(callFrame)]))
  const times = new Map<string, number>()
  samples.forEach((id, index) => {
    const name = nameOf.get(id)!
    times.set(name, (times.get(name) ?? 0) + timeDeltas[index]! / 1_000)
  })
  times.delete('(idle)')
  return [...times].toSorted(([, one], [, other]) => other - one)
}

function describe({ functionName, url, lineNumber }: Profile['nodes'][number]['callFrame']): string {
  const place = url.replace(/.*\/(node_modules|dist)\//, '')
  return `${functionName || '(anonymous)'}${place && `  ${place}:${lineNumber + 1}`}`
}
