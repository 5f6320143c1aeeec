import { useState } from 'react'

interface Hidden {
  has: (id: string) => boolean
  /** Hides a row while a write removes it, and for good if that succeeds: it comes back if `remove` resolves to null. */
  during: (id: string, remove: () => Promise<object | null>) => Promise<void>
}

/** Rows that are taken away at once, before the API has confirmed it. */
export function useHidden(): Hidden {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const during = async (id: string, remove: () => Promise<object | null>) => {
    setIds((known) => new Set(known).add(id))
    if (await remove()) return
    setIds((known) => new Set([...known].filter((each) => each !== id)))
  }
  return { has: (id) => ids.has(id), during }
}
