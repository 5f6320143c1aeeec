import type { ReactNode } from 'react'

/** A secret that the API shows only once. */
export interface Secret {
  label: string
  text: string
}

export interface SecretOnceProps {
  title: string
  /** In all its forms. Null while there is none to show. */
  secrets: readonly Secret[] | null
  /** What it is for, and what has changed by it. */
  children: ReactNode
  onClose: () => void
}
