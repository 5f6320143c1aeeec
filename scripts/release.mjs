/*
 * The version of a release, which is written in many places.
 *
 *   node scripts/release.mjs set v1.2.3     writes it everywhere
 *   node scripts/release.mjs check v1.2.3   fails if something has another version, or the changelog says nothing about it;
 *                                           prints version=… and channel=… (latest, or next for 1.2.3-rc.1)
 *   node scripts/release.mjs notes v1.2.3   prints what the changelog says about the version
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const TAG = /^v(\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?)$/

/** Where the version of Postline is written, with a pattern for it. */
const PLACES = [
  ...['.', 'packages/client', 'packages/embedded', 'packages/mail-parser', 'packages/testing'].map((folder) => [
    `${folder}/package.json`,
    /^ {2}"version": "(.+)"/m,
  ]),
  // What the packages say of each other.
  ['package.json', /"@postline\/mail-parser": "(.+)"/],
  ['package.json', /"@postline\/embedded": "(.+)"/],
  ['packages/testing/package.json', /"@postline\/client": "(.+)"/],
  ['packages/testing/package.json', /"postline": "(.+)"/],
  ['packages/python/pyproject.toml', /^version = "(.+)"/m],
  ['deploy/helm/postline/Chart.yaml', /^version: (.+)$/m],
  ['deploy/helm/postline/Chart.yaml', /^appVersion: (.+)$/m],
  ['docker-compose.yml', /image: postline:(.+)$/m],
]

/**
 * The version of a tag.
 * @throws Error if it is none
 */
function versionOf(tag) {
  const version = TAG.exec(tag ?? '')?.[1]
  if (!version) throw new Error(`${tag ?? 'The tag'} must be like v1.2.3 or v1.2.3-rc.1.`)
  return version
}

/** PyPI writes 1.2.3-rc.1 as 1.2.3rc1. */
const inPython = (version) => version.replace(/-([a-z]+)\.?(\d+)$/, '$1$2')

/** How a file writes the version. */
const writtenIn = (file, version) => (file.endsWith('.toml') ? inPython(version) : version)

/** The part of the changelog about a version; null if there is none. */
function notesOf(changelog, version) {
  const lines = changelog.split('\n')
  const start = lines.findIndex((line) => line.startsWith(`## [${version}]`))
  if (start < 0) return null
  const length = lines.slice(start + 1).findIndex((line) => line.startsWith('## '))
  const end = length < 0 ? undefined : start + 1 + length
  return lines
    .slice(start + 1, end)
    .join('\n')
    .trim()
}

/** What keeps a version from being released, one line each. */
function problemsOf(version, read) {
  const wrong = PLACES.flatMap(([file, pattern]) => {
    const found = pattern.exec(read(file))?.[1]
    const expected = writtenIn(file, version)
    return found === expected ? [] : [`${file} says ${found ?? 'nothing'} for ${pattern.source}, not ${expected}.`]
  })
  return notesOf(read('CHANGELOG.md'), version) ? wrong : [...wrong, `CHANGELOG.md has no section "## [${version}]".`]
}

/** Writes the version everywhere. */
function setVersion(version, read, write) {
  for (const [file, pattern] of PLACES) {
    const text = read(file)
    const [line, old] = pattern.exec(text) ?? []
    if (line === undefined) throw new Error(`${file} has nothing like ${pattern.source}.`)
    write(file, text.replace(line, line.replace(old, writtenIn(file, version))))
  }
}

function main([command, tag]) {
  const version = versionOf(tag)
  const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  if (command === 'set') {
    setVersion(version, read, writeFileSync)
    return `Everything has the version ${version}. Run npm install --package-lock-only and npm run generate.`
  }
  if (command === 'notes') return notesOf(read('CHANGELOG.md'), version) ?? ''
  if (command !== 'check') throw new Error('Say set, check or notes, and the tag.')
  const problems = problemsOf(version, read)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return `version=${version}\nchannel=${version.includes('-') ? 'next' : 'latest'}`
}

try {
  process.stdout.write(`${main(process.argv.slice(2))}\n`)
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
