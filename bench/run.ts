import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { measureAccepting } from './accept.js'
import { measureDraining } from './drain.js'
import { prepareGround, say } from './ground.js'
import { report } from './report.js'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '8' },
    connections: { type: 'string', default: '64' },
    messages: { type: 'string', default: '10000' },
  },
})
const [rounds, seconds, connections, messages] = [
  values.rounds,
  values.seconds,
  values.connections,
  values.messages,
].map(Number) as [number, number, number, number]

const startedAt = new Date()
const ground = await prepareGround()
try {
  const accept = await measureAccepting(ground, { rounds, seconds, connections })
  const drain = []
  for (const endpoints of [0, 1, 8]) drain.push(await measureDraining(ground, messages, endpoints))
  const machine = { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length, loadAverage: loadavg() }
  const results = { startedAt, machine, options: { rounds, seconds, connections, messages }, accept, drain }
  const file = `bench/results/${startedAt.toISOString().replace(/[:.]/g, '-')}.json`
  await mkdir('bench/results', { recursive: true })
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`)
  process.stdout.write(`\n${report(results)}\n`)
  say(`Written to ${file}`)
} finally {
  await ground.close()
}
