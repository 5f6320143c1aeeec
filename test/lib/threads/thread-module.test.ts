import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const urlOf = (path: string) => new URL(`../../../${path}`, import.meta.url).href

test('a thread is built from its source although the folder of the first build is gone', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'postline-gone-'))
  const source = `
    import('${urlOf('src/lib/threads/thread-module.ts')}').then(async ({ startThread }) => {
      const workerData = { progress: new Int32Array(new SharedArrayBuffer(4)), niceness: 0 }
      const start = (entry) =>
        new Promise((resolve) => startThread(new URL(entry), { workerData }).once('message', resolve))
      await start('${urlOf('test/support/odd-thread.ts')}')
      process.chdir('/')
      require('node:fs').rmdirSync('${cwd}')
      await start('${urlOf('src/services/reader-thread.ts')}')
      process.exit()
    })`
  const child = run(process.execPath, ['--import', import.meta.resolve('tsx'), '--eval', source], { cwd })
  await expect(child).resolves.toMatchObject({ stderr: '' })
})
