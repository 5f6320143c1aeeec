import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeScratch } from '../support/scratch.js'

const FILES = [
  ...['.', 'packages/client', 'packages/embedded', 'packages/mail-parser', 'packages/testing'].map((folder) =>
    join(folder, 'package.json'),
  ),
  ...['packages/python/pyproject.toml', 'deploy/helm/postline/Chart.yaml', 'docker-compose.yml', 'CHANGELOG.md'],
]

let folder: string
beforeAll(async () => {
  folder = await makeScratch('release')
  for (const file of FILES) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(file, join(folder, file))
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

/** What the script prints, also if it fails. */
const release = (command: string, tag: string, cwd = folder): Promise<string> =>
  promisify(execFile)(process.execPath, [resolve('scripts/release.mjs'), command, tag], { cwd }).then(
    ({ stdout }) => stdout,
    ({ stderr }) => stderr,
  )

test('everything has the same version now', async () => {
  const found = await release('check', `v${version}`, '.')
  expect(found.replace(/^CHANGELOG\.md has no section .*\n/m, '')).toMatch(/^(version=.*\nchannel=.*\n)?$/)
})

test('a version is written everywhere, and a release without notes is refused', async () => {
  expect(await release('check', 'v7.8.9-rc.1')).toContain(`package.json says ${version}`)
  await release('set', 'v7.8.9-rc.1')
  expect(await release('check', 'v7.8.9-rc.1')).toBe('CHANGELOG.md has no section "## [7.8.9-rc.1]".\n')
  expect(readFileSync(join(folder, 'packages/python/pyproject.toml'), 'utf8')).toContain('version = "7.8.9rc1"')
  expect(readFileSync(join(folder, 'packages/testing/package.json'), 'utf8')).toContain('"postline": "7.8.9-rc.1"')
  const changelog = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')
  writeFileSync(
    join(folder, 'CHANGELOG.md'),
    changelog.replace(
      '## [Unreleased]',
      '## [Unreleased]\n\n## [7.8.9-rc.1] - 2026-01-31\n\n- Something new.\n\n## [7.8.8]',
    ),
  )
  expect(await release('check', 'v7.8.9-rc.1')).toBe('version=7.8.9-rc.1\nchannel=next\n')
  expect(await release('notes', 'v7.8.9-rc.1')).toBe('- Something new.\n')
  await release('set', 'v7.8.8')
  expect(await release('check', 'v7.8.8')).toBe('version=7.8.8\nchannel=latest\n')
  expect(await release('notes', 'v7.8.8')).toContain('#### Sending')
})

test.each(['7.8.9', 'v7.8', 'v7.8.9;echo', ''])('the tag %j is refused', async (tag) => {
  expect(await release('check', tag)).toContain('must be like v1.2.3')
})
