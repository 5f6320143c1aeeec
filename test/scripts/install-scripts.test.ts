import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface LockedPackage {
  hasInstallScript?: boolean
  dev?: boolean
}

/** Packages that may run a script when they are installed: esbuild puts its program for this platform in place. */
const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { allowScripts: Record<string, boolean> }
const ALLOWED = Object.keys(allowScripts)

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, LockedPackage>
}
const installed = Object.entries(packages).map(([path, locked]) => ({
  ...locked,
  name: path.split('node_modules/').at(-1)!,
}))

test('no package reports installations to anybody', () => {
  expect(installed.length).toBeGreaterThan(500)
  expect(installed.filter(({ name }) => /^@scarf\//.test(name))).toEqual([])
})

test('no package runs a script when it is installed, other than those that package.json allows', () => {
  expect(ALLOWED).toEqual(['esbuild'])
  const scripted = installed.filter(({ hasInstallScript }) => hasInstallScript)
  expect(scripted.map(({ name }) => name).filter((name) => !ALLOWED.includes(name))).toEqual([])
  expect(scripted.filter(({ dev }) => !dev)).toEqual([])
})
