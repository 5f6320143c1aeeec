import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { measureAccepting } from './accept.js'
import { measureDraining } from './drain.js'
import { prepareGround, say } from './ground.js'
import { reportAccepting, reportDraining, reportStreams } from './report.js'
import { measureStreams } from './streams.js'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '8' },
    connections: { type: 'string', default: '64' },
    messages: { type: 'string', default: '10000' },
    streams: { type: 'string', default: '2000' },
  },
})
const [rounds, seconds, connections, messages, streams] = [
  values.rounds,
  values.seconds,
  values.connections,
  values.messages,
  values.streams,
].map(Number) as [number, number, number, number, number]

const show = (text: string): void => void process.stdout.write(`\n${text}`)

const startedAt = new Date()
const ground = await prepareGround()
try {
  const accept = await measureAccepting(ground, { rounds, seconds, connections })
  show(reportAccepting(accept))
  const drain = [await measureDraining(ground, messages, 0)]
  // Every message causes two webhooks per endpoint.
  for (const endpoints of [1, 8]) drain.push(await measureDraining(ground, Math.ceil(messages / 10), endpoints))
  show(reportDraining(drain))
  const live = await measureStreams(ground, streams)
  show(reportStreams(live))
  const machine = { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length, loadAverage: loadavg() }
  const results = {
    startedAt,
    machine,
    options: { rounds, seconds, connections, messages, streams },
    accept,
    drain,
    live,
  }
  const file = `bench/results/${startedAt.toISOString().replace(/[:.]/g, '-')}.json`
  await mkdir('bench/results', { recursive: true })
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`)
  say(`Written to ${file}`)
} finally {
  await ground.close()
}
