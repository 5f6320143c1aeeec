import { Command } from 'commander'
import { type CliContext, type OutputOptions, show } from '../context.js'
import { columns } from '../table.js'
import type { Check } from './check.js'

interface Report {
  /** False if a check fails. Warnings are not failures. */
  ok: boolean
  checks: Check[]
}

/** `postline doctor` */
export function doctorCommand(context: CliContext, setExitCode: (code: number) => void): Command {
  return new Command('doctor')
    .description('check settings, servers, DNS, the mail provider and the SMTP listener, and say how to fix problems')
    .option('--json', 'print {"ok", "checks": [{"name", "status", "detail", "advice"}]}')
    .addHelpText('after', '\nThe exit code is 1 if a check fails; warnings are not failures. Nothing is changed.')
    .action(async (output: OutputOptions) => {
      const { runChecks } = await import('./run-checks.js')
      const checks = await runChecks(context.env)
      const report = { ok: checks.every(({ status }) => status !== 'fail'), checks }
      show(context, output, report, toText)
      if (!report.ok) setExitCode(1)
    })
}

function toText({ checks }: Report): string {
  const rows = checks.flatMap(({ name, status, detail, advice }) => [
    [status, name, detail],
    ...(advice ? [['', '', `→ ${advice}`]] : []),
  ])
  return `${columns(rows)}\n\n${verdict(checks)}`
}

function verdict(checks: Check[]): string {
  const count = (status: Check['status']) => checks.filter((check) => check.status === status).length
  const [failed, warned] = [count('fail'), count('warn')]
  if (failed > 0) return `${failed} of ${checks.length} checks failed.`
  return warned > 0 ? `No check failed, with ${warned} warning${warned === 1 ? '' : 's'}.` : 'All checks passed.'
}
