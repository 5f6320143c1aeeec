import type { ReactNode } from 'react'
import { type Scope, useMay, useRights, useScope } from '../lib/rights'
import { Empty } from './states'

/** What keys may do, for a reader who may not do something. */
export const KEY_WORDS: Record<Scope, string> = {
  send: 'This session has a key that only sends',
  read: 'This session has a key that only reads',
  admin: 'This session has a key that may do everything',
}

const TEST_KEY = 'This session has a test key'
/** What a key may do that is bound to inboxes. */
export const BOUND_KEY = 'This session has a key that sees only the mail of some inboxes'

interface MayProps {
  /** The scope that the operations inside need. */
  scope: Scope
  /** Whether they need a live key. */
  live?: boolean
  /** What the reader is told instead; nothing if the reason is told elsewhere on the page. */
  instead?: ReactNode
  children: ReactNode
}

/** What only some keys may do. Others are not offered it. */
export function May({ scope, live = false, instead = null, children }: MayProps) {
  return useMay(scope, live) ? children : instead
}

/** In the place of the buttons of a page, for a key that may not use them. */
export function OnlyReads() {
  const scope = useScope()
  const words = scope === 'admin' ? TEST_KEY : KEY_WORDS[scope]
  return <span className="muted only-reads">{words}: it cannot write or change anything here.</span>
}

/** In the place of a page that the key may not see. */
export function NotAllowed({ title, scope }: { title: string; scope: Scope }) {
  const { scope: own, isBound } = useRights()
  return (
    <>
      <h1>{title}</h1>
      <Empty>
        {isBound ? BOUND_KEY : KEY_WORDS[own]}. This page needs one {isBound ? 'without this limit' : NEEDED[scope]}:
        sign in with such a key.
      </Empty>
    </>
  )
}

const NEEDED: Record<Scope, string> = {
  send: 'that may send',
  read: 'that may read',
  admin: 'that may do everything',
}
