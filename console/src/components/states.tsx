import type { CombinedError } from '@urql/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { type Problem, problemOf } from '../graphql/problem'
import { useOnReconnect } from '../lib/connection'
import { useTitle } from '../lib/use-title'

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

interface NotFoundProps {
  /** What the address names, like `webhook`. */
  what: string
  /** Where the others are, and what the button says that leads there. */
  href: string
  action: string
  /** Why it may be so. */
  children?: ReactNode
}

/** An address that names nothing of this account, with a way on. */
export function NotFound({ what, href, action, children = DELETED }: NotFoundProps) {
  const title = `There is no such ${what}`
  useTitle(title)
  return (
    <>
      <h1>{title}</h1>
      <Empty
        action={
          <Link href={href} className="button">
            {action}
          </Link>
        }
      >
        {children}
      </Empty>
    </>
  )
}

const DELETED = 'It may have been deleted, or belong to another account than the one you are signed in to.'

/** Why what the reader has entered was not accepted, if it was not. */
export function Refusal({ problem, children }: { problem: Pick<Problem, 'message'> | null; children?: ReactNode }) {
  if (!problem) return null
  return (
    <div className="problem" role="alert">
      {problem.message} {children}
    </div>
  )
}

/** What went wrong, and a way to try again. What had no answer is tried again by itself when there is a connection. */
export function Failure({ error, retry }: { error: CombinedError; retry?: (() => void) | undefined }) {
  useOnReconnect(() => error.networkError && retry?.())
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
