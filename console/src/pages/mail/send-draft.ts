import { useRef } from 'react'
import { randomKey } from '../../lib/random-key'
import type { Draft } from './drafts'
import { attachmentsOf } from './file-content'
import { splitAddresses } from './recipients'

/** A draft as the API takes it, without its recipients. */
export async function bodyOf({ from, cc, bcc, subject, text, files }: Draft) {
  return {
    from: from || null,
    cc: listOrNull(cc),
    bcc: listOrNull(bcc),
    subject: subject || null,
    bodyText: text,
    attachments: files.length > 0 ? await attachmentsOf(files) : null,
  }
}

function listOrNull(text: string): string[] | null {
  const addresses = splitAddresses(text)
  return addresses.length > 0 ? addresses : null
}

/** Idempotency keys: who tries to send the same again, because no answer came, sends it once. */
export function useSendKey(): (draft: Draft) => string {
  const last = useRef<{ draft: Draft; key: string } | null>(null)
  return (draft) => {
    if (last.current?.draft !== draft) last.current = { draft, key: randomKey('console-') }
    return last.current.key
  }
}
