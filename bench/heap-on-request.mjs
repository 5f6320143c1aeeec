import { isMainThread } from 'node:worker_threads'

// Runs in each process under measurement: tells how much its heap holds once garbage is collected.
if (isMainThread) {
  process.on('message', () => {
    globalThis.gc()
    process.send(process.memoryUsage().heapUsed)
  })
  process.channel.unref()
}
