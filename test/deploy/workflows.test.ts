import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { actionlint, helm, parseManifests } from '../support/kubernetes-tools.js'
import { makeScratch } from '../support/scratch.js'

const FOLDER = '.github/workflows'
const run = promisify(execFile)

interface Job {
  needs?: string | string[]
  permissions?: Record<string, string>
  steps: { run?: string; uses?: string; with?: Record<string, unknown>; env?: Record<string, string> }[]
}
const source = readFileSync(join(FOLDER, 'release.yml'), 'utf8')
const release: { permissions: Record<string, string>; jobs: Record<string, Job> } = parse(source)
const jobs = Object.entries(release.jobs)

test.skipIf(actionlint === null)('every workflow passes the linter', async () => {
  const files = readdirSync(FOLDER).map((name) => join(FOLDER, name))
  await run(actionlint!, ['-no-color', ...files])
  await expect(run(actionlint!, ['-no-color', 'docker-compose.yml'])).rejects.toThrow()
})

describe('the release', () => {
  test('publishes nothing before all checks have passed', () => {
    const [check] = release.jobs.check!.steps.filter((step) => step.run === '.ci/run')
    expect(check).toMatchObject({ env: { TESTS_BEGIN_UNTIL: 'never' } })
    for (const [name, { needs }] of jobs) if (name !== 'check') expect([needs].flat(), name).toContain('check')
    expect(new Set([release.jobs.release!.needs].flat())).toEqual(
      new Set(jobs.map(([name]) => name).filter((name) => name !== 'release')),
    )
  })

  test('uses actions at commits, and gives no job more rights than it needs', () => {
    const all = readdirSync(FOLDER).map((name) => readFileSync(join(FOLDER, name), 'utf8'))
    const uses = [...all.join('').matchAll(/uses: (.+)/g)].map(([, action]) => action)
    expect(uses.length).toBeGreaterThan(10)
    for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
    expect(release.permissions).toEqual({ contents: 'read' })
    const writing = jobs.map(([name, { permissions = {} }]) => [
      name,
      Object.keys(permissions).filter((right) => permissions[right] === 'write'),
    ])
    expect(Object.fromEntries(writing)).toEqual({
      check: [],
      image: ['packages'],
      npm: ['id-token'],
      pypi: ['id-token'],
      chart: ['packages'],
      release: ['contents'],
    })
  })

  test('makes the image for both platforms, with provenance and a list of its contents', () => {
    const push = release.jobs.image!.steps.find(({ uses }) => uses?.startsWith('docker/build-push-action@'))!
    expect(push.with).toMatchObject({ platforms: 'linux/amd64,linux/arm64', provenance: 'mode=max', sbom: true })
  })

  test('publishes every public package of npm, after those that it depends on', () => {
    const [, order] = /for folder in (.+); do/.exec(source)!
    const folders = order!.split(' ')
    const workspaces = readdirSync('packages').filter((name) => existsSync(`packages/${name}/package.json`))
    expect([...folders].sort()).toEqual(['.', ...workspaces.map((name) => `packages/${name}`)].sort())
    const published = new Set<string>()
    for (const folder of folders) {
      const { name, dependencies, optionalDependencies } = JSON.parse(
        readFileSync(join(folder, 'package.json'), 'utf8'),
      )
      const own = Object.keys({ ...dependencies, ...optionalDependencies }).filter((other) =>
        other.startsWith('@postline/'),
      )
      for (const other of own) expect(published, `${other} before ${name}`).toContain(other)
      published.add(name)
    }
  })

  test('runs only scripts that exist', () => {
    const scripts = jobs.flatMap(([, { steps }]) =>
      steps.flatMap((step) =>
        [...(step.run ?? '').matchAll(/(?:^|\s)((?:scripts|\.ci)\/[\w./-]+)/g)].map(([, file]) => file!),
      ),
    )
    expect(scripts.length).toBeGreaterThan(4)
    for (const script of scripts) expect(existsSync(script), script).toBe(true)
  })
})

describe.skipIf(helm === null)('the chart of a release', () => {
  let folder: string
  beforeAll(async () => {
    folder = await makeScratch('packed-chart')
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('names the image that belongs to it', async () => {
    const digest = `sha256:${'0f'.repeat(32)}`
    const env = { ...process.env, HELM: helm! }
    await run('scripts/package-chart.sh', ['ghcr.io/example/postline', digest, folder], { env })
    const [file] = readdirSync(folder)
    const values = ['settings.BASE_URL=https://mail.example.com', 'secrets.existing=postline']
    const args = ['template', 'mail', join(folder, file!), '--kube-version', '1.37.0']
    const { stdout } = await run(helm!, [...args, ...values.flatMap((value) => ['--set', value])])
    const images = parseManifests(stdout).flatMap(({ kind, spec }) =>
      kind === 'Deployment' ? [spec.template.spec.containers[0].image] : [],
    )
    expect(new Set(images)).toEqual(new Set([`ghcr.io/example/postline@${digest}`]))
  })
})
