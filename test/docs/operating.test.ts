import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SETTINGS } from '../../src/config.js'

/** What is told of settings, up to the next point. */
const told = /^- \*\*Settings\*\*[\s\S]*?(?=^- )/m.exec(readFileSync('docs/operating.md', 'utf8'))?.[0] ?? ''

test('docs/operating.md names every setting that is a secret or may hold a password', () => {
  const secrets = Object.keys(SETTINGS).filter((name) => /(SECRET|KEY|URL|URI)$/.test(name) && name !== 'BASE_URL')
  expect(secrets).toContain('SESSION_SECRET')
  expect(secrets.filter((name) => !told.includes(`\`${name}\``))).toEqual([])
})

test('docs/operating.md names every secret that docker-compose.yml asks for', () => {
  const asked = [...readFileSync('docker-compose.yml', 'utf8').matchAll(/\$\{(\w+(?:PASSWORD|KEY|SECRET))\b/g)]
  const secrets = new Set(asked.map(([, name]) => name!))
  expect(secrets.size).toBeGreaterThanOrEqual(3)
  expect([...secrets].filter((name) => !told.includes(`\`${name}\``))).toEqual([])
})
