import type { ReactNode } from 'react'
import { useTitle } from '../lib/use-title'
import { BidiIsolate } from './bidi-isolate'

interface PageHeadProps {
  /** Also the title of the window. */
  title: string
  /** Buttons and links: what can be done here. */
  children?: ReactNode
}

/** What a page is called, and what can be done on it. */
export function PageHead({ title, children }: PageHeadProps) {
  useTitle(title)
  return (
    <div className="page-head">
      <h1>
        <BidiIsolate text={title} />
      </h1>
      {children && <div className="actions">{children}</div>}
    </div>
  )
}
