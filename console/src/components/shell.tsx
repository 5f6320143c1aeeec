import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { SECTIONS, type Section, sectionOf } from '../../../src/http/console/sections'
import { useQuery } from '../graphql/use-query'
import { loadWithRetry } from '../lib/connection'
import { lazyPart } from '../lib/lazy-part'
import { useRights } from '../lib/rights'
import { useShortcuts } from '../lib/shortcuts'
import { AccountDocument } from './account-operations'
import { BOUND_KEY, KEY_WORDS } from './may'
import { Pending } from './pending'

const Palette = lazyPart(() => import('./palette'))
const ShortcutList = lazyPart(() => import('./shortcut-list'))

const leave = () => void loadWithRetry(() => import('../sign-out')).then(({ signOut }) => signOut())

type Open = 'palette' | 'shortcuts' | null

/** The navigation around every page, and what is open in front of it. */
export function Shell({ children }: { children: ReactNode }) {
  const [path, go] = useLocation()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const nav = useCurrentInView(path)

  const ways = SECTIONS.map((section) => [section.keys, () => go(section.path)])
  useShortcuts({ ...Object.fromEntries(ways), '?': () => setOpen('shortcuts'), '/': search, j: next, k: before })
  usePaletteKey(() => setOpen('palette'))

  return (
    <div className="shell">
      <a className="skip button" href="#main">
        Skip to the page
      </a>
      <header className="side">
        <Link href="/" className="brand">
          <img src="/favicon.svg" alt="" />
          Postline
        </Link>
        <button type="button" className="button small palette-button" onClick={() => setOpen('palette')}>
          Go to…<kbd>Ctrl K</kbd>
        </button>
        <nav ref={nav} className="nav" aria-label="Sections">
          <Pending fallback={<Sections path={path} all={SECTIONS} />}>
            <AllowedSections path={path} />
          </Pending>
        </nav>
        <div className="foot">
          <AccountName />
          <Pending>
            <KeyScope />
          </Pending>
          <div className="choices">
            <a href="/docs" className="text-button">
              Documentation
            </a>
            <button type="button" className="text-button for-keyboard" onClick={() => setOpen('shortcuts')}>
              Shortcuts
            </button>
            <button type="button" className="text-button" onClick={leave}>
              Sign out
            </button>
          </div>
        </div>
      </header>
      <main id="main" className="main" tabIndex={-1}>
        <div className="page">{children}</div>
      </main>
      <Pending>
        {open === 'palette' && <Palette onClose={close} onShortcuts={() => setOpen('shortcuts')} />}
        {open === 'shortcuts' && <ShortcutList onClose={close} />}
      </Pending>
    </div>
  )
}

function AllowedSections({ path }: { path: string }) {
  const { sections } = useRights()
  return <Sections path={path} all={SECTIONS.filter((section) => sections.includes(section.path))} />
}

function Sections({ path, all }: { path: string; all: readonly Section[] }) {
  return (
    <ul>
      {all.map((section) => (
        <li key={section.path}>
          <Link href={section.path} aria-current={sectionOf(path) === section ? 'page' : undefined}>
            {section.title}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** For keys that may not do everything, so that nobody looks for what is not offered. */
function KeyScope() {
  const { scope: own, isBound } = useRights()
  if (isBound) return <p className="account muted">{BOUND_KEY}.</p>
  return own === 'admin' ? null : <p className="account muted">{KEY_WORDS[own]}.</p>
}

function AccountName() {
  const [{ data }] = useQuery({ query: AccountDocument })
  const owner = data?.account?.ownerEmail ?? ' '
  return (
    <p className="account muted clip" title={data?.account?.accountId}>
      {owner}
    </p>
  )
}

/** On a phone, the sections are a line that scrolls: to where the reader is. */
function useCurrentInView(path: string) {
  const nav = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link is another one for another path
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (nav.current && link) nav.current.scrollLeft = link.offsetLeft - (nav.current.clientWidth - link.clientWidth) / 2
  }, [path])
  return nav
}

function usePaletteKey(open: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      open()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}

function search(): void {
  document.querySelector<HTMLInputElement>('input[type="search"]')?.focus()
}

const next = () => step(1)
const before = () => step(-1)

/** Moves the focus through the rows of the page, or the mails and notes of a thread. */
function step(by: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('a.row, .mail-entry > summary, .note-entry')]
  const current = rows.indexOf(document.activeElement as HTMLElement)
  const target = current < 0 ? 0 : Math.min(Math.max(current + by, 0), rows.length - 1)
  rows[target]?.focus()
}
