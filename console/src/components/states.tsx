import type { CombinedError } from '@urql/core'
import type { ReactNode } from 'react'
import { problemOf } from '../graphql/problem'

/** Rows of the final size, while they are loaded. */
export function SkeletonRows({ count }: { count: number }) {
  return (
    <div aria-busy="true">
      <span className="visually-hidden">Loading</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={index} className="row">
          <Skeleton width={`${55 + ((index * 17) % 40)}%`} />
        </div>
      ))}
    </div>
  )
}

/** One line, while it is loaded. */
export function Skeleton({ width }: { width: string }) {
  return <span className="skeleton" style={{ width }} />
}

/** What would be here, and what brings it about. */
export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty">
      <p>{children}</p>
      {action}
    </div>
  )
}

/** What went wrong, and a way to try again. */
export function Failure({ error, retry }: { error: CombinedError; retry?: (() => void) | undefined }) {
  return (
    <div className="problem" role="alert">
      <span>{problemOf(error).message}</span>
      {retry && (
        <button type="button" className="button small" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  )
}
