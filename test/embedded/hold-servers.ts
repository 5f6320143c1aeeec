import { pino } from 'pino'
import { startEmbeddedServers } from '../../src/embedded/index.js'

/** Run as a program: starts servers over the folder in its argument, prints their addresses, and holds them. */
const dataDir = process.argv[2] as string
const log = pino({ level: 'silent' })
const servers = await startEmbeddedServers({ dataDir, log, env: process.env, say: () => {} })
process.stdout.write(`${JSON.stringify(servers)}\n`)
process.on('SIGTERM', () => void servers.close())
