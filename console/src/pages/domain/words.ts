import type { Tone } from '../../lib/status'
import { isNeeded, isSecondKey } from './needed-records'

interface Statuses {
  sandbox: boolean
  fullyVerified: boolean
  dkimStatus: string
  spfStatus: string
  dmarcStatus: string
}

/** Where a domain stands. */
export function stateOf({ sandbox, fullyVerified, ...rest }: Statuses): [Tone, string] {
  if (sandbox) return ['quiet', 'built in']
  if (fullyVerified) return ['good', 'verified']
  const isWrong = [rest.dkimStatus, rest.spfStatus, rest.dmarcStatus].includes('failed')
  return isWrong ? ['bad', 'wrong records'] : ['warn', 'records missing']
}

/** What the last look at DNS has found of a record. */
export function findingOf(status: string): [Tone, string] {
  if (status === 'verified') return ['good', 'found']
  return status === 'failed' ? ['bad', 'other value'] : ['warn', 'missing']
}

/** What a record is good for. */
export function purposeOf({ type, name }: { type: string; name: string }): string {
  if (type === 'CNAME') return 'DKIM: lets receivers check the signature of your mail'
  if (type === 'MX') return 'Return path: brings bounces back. Sending works without it'
  if (isSecondKey({ type, name })) return 'DKIM with Ed25519: a second signature. Sending works without it'
  if (name.startsWith('_dmarc.')) return 'DMARC: tells receivers what to do with forged mail'
  return 'SPF: lists the servers that may send for you'
}

/** What is still to do until a domain can send, in a sentence. */
export function taskOf(records: readonly { type: string; name: string; status: string }[], provider: string): string {
  const needed = records.filter(isNeeded)
  const missing = needed.filter(({ status }) => status === 'pending').length
  const wrong = needed.filter(({ status }) => status === 'failed').length
  const parts = [
    missing > 0 && `${missing} of ${needed.length} needed records ${missing === 1 ? 'is' : 'are'} missing`,
    wrong > 0 && `${wrong} ${wrong === 1 ? 'has' : 'have'} another value than it should`,
  ].filter(Boolean)
  if (parts.length === 0) return 'All needed records were found.'
  return `${parts.join(', and ')}. Enter the records below at ${provider}, exactly as they stand here, then check.`
}
