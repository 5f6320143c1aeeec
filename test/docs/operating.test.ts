import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { ROLES, SETTINGS } from '../../src/settings/settings.js'

/** The point about settings, up to the next point. */
const told = /^- \*\*Settings\*\*[\s\S]*?(?=^- )/m.exec(readFileSync('docs/operating.md', 'utf8'))?.[0] ?? ''

test('docs/operating.md names every setting that is a secret or can contain a password', () => {
  const secrets = Object.keys(SETTINGS).filter(
    (name) => /(SECRET|KEY|URL|URI)$/.test(name) && !['BASE_URL', 'BILLING_RETURN_URL'].includes(name),
  )
  expect(secrets).toContain('SESSION_SECRET')
  expect(secrets.filter((name) => !told.includes(`\`${name}\``))).toEqual([])
})

test('docs/operating.md says what every secret file of docker-compose.yml contains', () => {
  const guide = readFileSync('docs/operating.md', 'utf8')
  const [, listed = ''] = /^\| File in `secrets`.*\n\|[-|]+\n((?:\|.*\n)+)/m.exec(guide) ?? []
  const named = [...listed.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell]) => cell!.match(/\w+/g)!)
  const { secrets } = parse(readFileSync('docker-compose.yml', 'utf8'), { maxAliasCount: 1_000 })
  expect(named.sort()).toEqual(Object.keys(secrets).sort())
})

test('docs/operating.md names the roles that need each secret', () => {
  const guide = readFileSync('docs/operating.md', 'utf8')
  for (const [name, { secretOf }] of Object.entries(SETTINGS)) {
    if (!secretOf) continue
    const role = secretOf.length === ROLES.length ? 'All' : `\`${secretOf.join('`, `')}\``
    expect(guide).toMatch(new RegExp(`^\\| ${role} \\| .*\`${name}\``, 'm'))
  }
})
