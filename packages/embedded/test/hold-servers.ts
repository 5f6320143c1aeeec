import { startEmbeddedServers } from '../src/index.js'

/** Run as a program: starts servers on the folder in its argument, prints their addresses, and keeps them running. */
const dataDir = process.argv[2] as string
const servers = await startEmbeddedServers({ dataDir, log: { info: () => {} }, env: process.env, say: () => {} })
process.stdout.write(`${JSON.stringify(servers)}\n`)
process.on('SIGTERM', () => void servers.close())
