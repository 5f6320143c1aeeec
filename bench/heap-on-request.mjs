// Runs in each process under measurement: tells how much its heap holds once garbage is collected.
process.on('message', () => {
  globalThis.gc()
  process.send(process.memoryUsage().heapUsed)
})
process.channel.unref()
