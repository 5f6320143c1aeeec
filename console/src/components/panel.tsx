import { type ReactNode, useId } from 'react'
import { Boundary } from './boundary'

interface PanelProps {
  title: string
  /** Beside the title: how it stands, or what can be done. */
  aside?: ReactNode
  /** A part of the layout, like `wide`. */
  className?: string
  children?: ReactNode
}

/** A part of a page, with its own title. */
export function Panel({ title, aside, className, children }: PanelProps) {
  const id = useId()
  return (
    <section className={className ? `panel ${className}` : 'panel'} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      <Boundary what={`“${title}”`}>{children}</Boundary>
    </section>
  )
}
