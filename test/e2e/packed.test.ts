import { existsSync } from 'node:fs'
import { cp, readFile, readlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { VERSION } from '../../src/version.js'
import { type BuiltProgram, freePort, Program, processTree, stillRunning } from '../support/built-program.js'
import { copyPublishedFiles, packedPackage } from '../support/packed-package.js'
import { pack, type ScratchProject, scratchProject } from '../support/scratch-project.js'
import { copyProgram } from '../support/shared-program.js'
import { eventually } from '../support/start-app.js'

/* The service as it is published: packed, installed into an empty project outside the checkout, and started. */

const INSTALL_MS = 600_000
const START_MS = 90_000
/** How applications test with `@postline/testing`. */
const EXAMPLE = 'examples/testing'

let built: BuiltProgram
let project: ScratchProject
let program: Program | null = null

beforeAll(async () => {
  built = await copyProgram()
  await copyPublishedFiles(built.root)
  project = await scratchProject()
  // In one step: the service depends on the packages that it is published with.
  const packBuilt = (folder: string) => pack(join(built.root, folder), project.folder, ['--ignore-scripts'])
  const service = [await packBuilt('.'), await packBuilt('packages/embedded'), await packBuilt('packages/mail-parser')]
  const forTests = [await packedPackage('packages/client'), await packedPackage('packages/testing')]
  const { devDependencies } = JSON.parse(await readFile(join(EXAMPLE, 'package.json'), 'utf8'))
  const runners = ['jest', 'vitest'].map((name) => `${name}@${devDependencies[name]}`)
  await project.install([...service, ...forTests, ...runners])
}, INSTALL_MS)
afterAll(async () => {
  await program?.dispose()
  await project?.remove()
  await built?.remove()
})

const inPackage = (path: string) => join(project.folder, 'node_modules/postline', path)

test('npx postline runs the command line', async () => {
  expect(await project.run('npx', ['--no-install', 'postline', '--version'])).toBe(`${VERSION}\n`)
})

test(
  'postline start runs the service with embedded servers, and the printed first request works',
  async () => {
    const bin = join(project.folder, 'node_modules/.bin/postline')
    expect(await readlink(bin)).toContain('postline')
    const port = String(await freePort())
    const { PATH = '', HOME = '', XDG_CACHE_HOME = '' } = process.env
    const env = { PATH, HOME, XDG_CACHE_HOME, PORT: port, METRICS_PORT: '0', SMTP_PORT: '0' }
    program = new Program(bin, { env, cwd: project.folder, args: ['start'] })
    const start = program
    await eventually('the mail is offered', () => !start.isRunning || /-d '.*'/.test(start.stdout), START_MS)
    expect(start.isRunning, start.output).toBe(true)

    const [, url, key, body] = /POST (\S+)[\s\S]*?Bearer (sk_live_[\w-]+)[\s\S]*?-d '(.*)'/.exec(program.stdout)!
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const sent = await fetch(url!, { method: 'POST', headers, body: body! })
    expect(sent.status).toBe(201)
    const { id } = (await sent.json()) as { id: string }
    const page = await fetch(new URL('/', url))
    expect(page.status).toBe(200)
    const [, script] = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())!
    expect((await fetch(new URL(script!, url))).headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    const guide = await fetch(new URL('/docs', url))
    expect([guide.status, await guide.text()]).toEqual([200, expect.stringContaining('<h1 id="quick-start">')])
    await eventually('the mail is delivered', async () => {
      const message = await fetch(new URL(`/v1/messages/${id}`, url), { headers })
      return ((await message.json()) as { status: string }).status === 'delivered'
    })
    expect(existsSync(join(project.folder, '.data/mongo'))).toBe(true)

    const tree = await processTree(program.pid)
    expect(tree.length).toBeGreaterThanOrEqual(5)
    program.signal('SIGTERM')
    expect(await program.ended, program.output).toBe(0)
    expect(stillRunning(tree)).toEqual([])
  },
  START_MS + 60_000,
)

test('postline start reports an invalid setting and exits with the code that prevents restarts', async () => {
  const refused = new Program(inPackage('dist/cli/postline.js'), { env: { PORT: 'eighty' }, args: ['start'] })
  expect(await refused.ended).toBe(78)
  expect(refused.stderr).toMatch(/^Postline cannot start\.\nPORT must be a whole number from 0 to 65535/)
})

test.each([
  ['vitest', 'npx', ['--no-install', 'vitest', 'run', 'vitest.test.mjs']],
  ['jest', 'npx', ['--no-install', 'jest', 'jest.test.cjs']],
  ['the runner of Node.js', process.execPath, ['--test', 'node.test.mjs']],
])(
  'applications test with @postline/testing and %s, as the example does',
  async (_runner, program, args) => {
    await cp(EXAMPLE, project.folder, { recursive: true, filter: (path) => !path.endsWith('package.json') })
    await project.run(program, args)
  },
  START_MS,
)

test('all links in the README and in the guides that it links to work', async () => {
  const guides = linksIn(await readFile(inPackage('README.md'), 'utf8')).filter((link) => link.endsWith('.md'))
  expect(guides).toContain('docs/api.md')
  // It links to the tests, which are not part of the package.
  const others = guides.filter((guide) => guide !== 'docs/coverage.md')
  for (const page of ['README.md', ...others]) {
    const text = await readFile(inPackage(page), 'utf8')
    const broken = linksIn(text).filter((link) => !existsSync(inPackage(join(dirname(page), link))))
    expect(broken, page).toEqual([])
  }
})

/** The relative links of a page, without fragments. */
function linksIn(markdown: string): string[] {
  const links = [...markdown.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!)
  return links.filter((link) => !/^(https?:|mailto:|#)/.test(link)).map((link) => link.replace(/#.*/, ''))
}
