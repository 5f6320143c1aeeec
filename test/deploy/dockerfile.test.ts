import { existsSync, readFileSync } from 'node:fs'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'
import { NODE_FLAGS } from '../../src/process/node-flags.js'

const source = readFileSync('Dockerfile', 'utf8')

/** The keyword and arguments of every instruction, with continued lines joined. */
const instructions = source
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1).trim()] as const)
const lastStage = instructions.slice(instructions.findLastIndex(([keyword]) => keyword === 'FROM'))

const argumentsOf = (wanted: string) => lastStage.flatMap(([keyword, rest]) => (keyword === wanted ? [rest] : []))

test('passes a linter', () => {
  expect(validate(source).map(({ message, range }) => `line ${range.start.line + 1}: ${message}`)).toEqual([])
})

test('the image runs as an unprivileged user, with a stop signal and a health check', () => {
  expect(argumentsOf('USER')).toEqual(['1000'])
  expect(argumentsOf('STOPSIGNAL')).toEqual(['SIGTERM'])
  expect(argumentsOf('HEALTHCHECK').join()).toContain('CMD ["node", "deploy/healthcheck.mjs"]')
  expect(argumentsOf('CMD')).toEqual(['["node", "dist/main.js"]'])
})

test('the image sets the flags that the process tree gives its processes', () => {
  expect(argumentsOf('ENV').join(' ').split(/\s+/)).toContain(`NODE_OPTIONS=${NODE_FLAGS.join(' ')}`)
})

test('every base image is pinned to its exact version', () => {
  const images = instructions.flatMap(([keyword, rest]) =>
    keyword === 'FROM' ? [rest.replace(/^--platform=\S+ /, '').split(' ')[0]] : [],
  )
  expect(images).toHaveLength(2)
  for (const image of images) expect(image).toMatch(/^node:\d+\.\d+\.\d+-bookworm-slim$/)
  // A syntax line would name another image.
  expect(source).not.toMatch(/^#\s*syntax=/m)
})

test('the image takes only the program and its production dependencies from the build', () => {
  expect(argumentsOf('COPY').filter((rest) => rest.startsWith('--from'))).toEqual([
    '--from=build /app/node_modules node_modules',
    '--from=build /app/dist dist',
  ])
  expect(source).toContain('npm prune --omit=dev --omit=optional --workspaces=false')
})

test('the image of every platform is made by one build: no production dependency has native code', () => {
  expect(source).toContain('FROM --platform=$BUILDPLATFORM')
  // Otherwise a program would run that was built for the platform of the build.
  expect(lastStage.filter(([keyword]) => keyword === 'RUN')).toEqual([])
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const native = Object.entries<Record<string, unknown>>(packages).filter(
    ([, entry]) =>
      !entry.dev && !entry.optional && !entry.devOptional && (entry.os || entry.cpu || entry.hasInstallScript),
  )
  expect(native.map(([path]) => path)).toEqual([])
})

test('all files copied from the checkout exist and are not ignored', () => {
  const allowed = readFileSync('.dockerignore', 'utf8').match(/(?<=^!).+$/gm) ?? []
  const sources = instructions
    .filter(([keyword, rest]) => keyword === 'COPY' && !rest.startsWith('--from'))
    .flatMap(([, rest]) => rest.split(' ').slice(0, -1))
  expect(sources).toContain('src')
  for (const path of sources) {
    expect(existsSync(path), path).toBe(true)
    expect(
      allowed.some((entry) => path === entry || path.startsWith(`${entry}/`)),
      path,
    ).toBe(true)
  }
  for (const entry of allowed) expect(existsSync(entry), entry).toBe(true)
})
