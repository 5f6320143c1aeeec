import { HEADERS } from '../../graphql/client'
import type { Problem } from '../../graphql/problem'
import { leaveSession } from '../../session'

const UNREACHABLE = 'The server cannot be reached. Check that it runs, and try again.'

/** Stores a CSV text for an import. By REST: its limit for files is larger than that of a GraphQL request. */
export async function storeFile(csv: string): Promise<{ storageKey: string } | Problem> {
  const headers = { ...HEADERS, 'content-type': 'text/csv' }
  const response = await fetch('/v1/contacts/imports', { method: 'POST', headers, body: csv }).catch(() => null)
  if (response?.status === 401) leaveSession()
  const answer = await response?.json().catch(() => null)
  if (response?.ok) return { storageKey: answer.storage_key }
  const message = answer?.error?.message ?? (response ? `The server answered ${response.status}.` : UNREACHABLE)
  return { message, code: answer?.error?.code ?? null, fields: new Map() }
}
