// Fails if a production dependency has a known advisory of severity high or critical. If the registry does not support
// audits, prints that and succeeds.
import { spawnSync } from 'node:child_process'

const { stdout, stderr } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8' })

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

const { metadata, vulnerabilities = {}, statusCode, message, error } = parse(stdout ?? '')
const counts = metadata?.vulnerabilities
if (counts) {
  const found = Object.values(vulnerabilities).filter(({ severity }) => ['high', 'critical'].includes(severity))
  for (const { name, severity, range } of found) process.stdout.write(`${severity}: ${`${name} ${range}`.trim()}\n`)
  process.stdout.write(`Audit: ${counts.high} high, ${counts.critical} critical, ${counts.total} in all.\n`)
  process.exit(counts.high + counts.critical > 0 ? 1 : 0)
}
// If the audit was not possible, npm's report has an error instead of counts.
if (statusCode || message || error) {
  process.stdout.write(`Audit: skipped, because the registry does not support audits: ${message ?? error?.summary}\n`)
  process.exit(0)
}
process.stderr.write(`Audit: npm failed.\n${stderr ?? ''}\n`)
process.exit(1)
