import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { NODE_FLAGS } from '../../src/process/node-flags.js'
import { CANNOT_START } from '../../src/process/supervise.js'

/* The tests run without systemd, so these check the text of the unit. */

const unit = readFileSync('deploy/systemd/postline.service', 'utf8')

/** The values of a directive, in the order of the file. */
const valuesOf = (name: string) => [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value!)

test('every line is a comment, a section or a directive', () => {
  const lines = unit.split('\n').filter((line) => !/^(#.*|\[\w+\]|\w+=.*|)$/.test(line))
  expect(lines).toEqual([])
})

test('it runs the program that the build makes, as a user that is not root, with the flags of npm start', () => {
  expect(valuesOf('ExecStart')).toEqual(['/usr/bin/node dist/main.js'])
  expect(valuesOf('User')).toEqual(['postline'])
  expect(valuesOf('Environment').join(' ')).toContain(`NODE_OPTIONS=${NODE_FLAGS.join(' ')}`)
})

test('it gives the process tree time to end in order, and restarts it unless the settings are wrong', () => {
  expect(valuesOf('KillMode')).toEqual(['mixed'])
  expect(Number(valuesOf('TimeoutStopSec')[0])).toBeGreaterThan(25)
  expect(valuesOf('Restart')).toEqual(['always'])
  expect(valuesOf('RestartPreventExitStatus')).toEqual([String(CANNOT_START)])
})

test('it can write only to its own folders, which hold its data', () => {
  expect(valuesOf('ProtectSystem')).toEqual(['strict'])
  expect(valuesOf('CapabilityBoundingSet')).toEqual([''])
  const environment = valuesOf('Environment').join(' ')
  expect(environment).toContain(`DATA_DIR=/var/lib/${valuesOf('StateDirectory')[0]}`)
  expect(environment).toContain(`XDG_CACHE_HOME=/var/cache/${valuesOf('CacheDirectory')[0]}`)
})

test('it is documented, and part of the package', () => {
  expect(readFileSync('docs/operating.md', 'utf8')).toContain('deploy/systemd/postline.service')
  expect(JSON.parse(readFileSync('package.json', 'utf8')).files).toContain('deploy/systemd')
})
