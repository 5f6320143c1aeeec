// Writes the production dependencies in the lock file to sbom.cdx.json, as CycloneDX.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

const FILE = 'sbom.cdx.json'

const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only']
const { status, stdout, stderr } = spawnSync('npm', args, { encoding: 'utf8', maxBuffer: 64 * 2 ** 20 })
if (status !== 0) {
  process.stderr.write(`npm sbom failed.\n${stderr ?? ''}\n`)
  process.exit(1)
}
const { components } = JSON.parse(stdout)
writeFileSync(FILE, stdout)
process.stdout.write(`${FILE}: ${components.length} components.\n`)
