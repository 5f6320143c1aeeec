import { useRef } from 'react'
import { randomKey } from './random-key'

/**
 * Idempotency keys: who sends the same again, because no answer came, sends it once. A change of any field, and another
 * visit of the page, make a new key.
 */
export function useSendKey<Content extends object>(): (content: Content) => string {
  const last = useRef<{ content: Content; key: string } | null>(null)
  return (content) => {
    if (!last.current || !isSame(last.current.content, content)) last.current = { content, key: randomKey('console-') }
    return last.current.key
  }
}

function isSame<Content extends object>(one: Content, other: Content): boolean {
  const names = Object.keys({ ...one, ...other }) as (keyof Content)[]
  return names.every((name) => one[name] === other[name])
}
