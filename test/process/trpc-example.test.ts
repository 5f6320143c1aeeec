import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/start-app.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

async function run(key: string, ...args: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'examples/trpc-timeline/main.ts', ...args], {
    env: { ...process.env, POSTLINE_URL: app.url, POSTLINE_KEY: key },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const code = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await code, lines: stdout.trim().split('\n'), stderr }
}

test('the example sends and prints the timeline until the mail is delivered', async () => {
  const { code, lines, stderr } = await run(await app.testKey())
  expect(stderr).toBe('')
  expect(code).toBe(0)
  expect(lines).toEqual([
    expect.stringMatching(/^msg_\w+ queued$/),
    expect.stringMatching(/^\S+Z sent \{.*\}$/),
    expect.stringMatching(/^\S+Z delivered \{.*\}$/),
  ])
})

test('the example reports an error in one line', async () => {
  const { code, stderr } = await run('sk_live_nonsense')
  expect(code).toBe(1)
  expect(stderr).toMatch(/^The API key is missing, .*\n$/)
})
