import { useEffect } from 'react'
import {
  type BrowserLocationHook,
  type BrowserSearchHook,
  navigate,
  usePathname,
  useSearch,
} from 'wouter/use-browser-location'
import { holdPage, releasePage } from './hold-page'
import { changeAddress, isAddressAt, noteFirstPage, noteNavigation, restorePosition } from './scroll-restoration'
import { createStore } from './store'

/*
 * Asks before the reader leaves a page with something unsaved: by a link, by Back or Forward, or out of the console.
 *
 * A browser changes the address for Back and Forward first, and tells the page afterwards. So the entries of the tab's
 * history are numbered, in their state, which a reload keeps. The number of the entry that the reader has come to says
 * how far away it is: the page goes back as far, shows what it has shown until it is there again, and then asks.
 */

/** An entry of the tab's history. */
interface Entry {
  number: number
  path: string
  search: string
}

/** The forms with changes that nobody has saved. */
const unsaved = new Set<object>()
/** What the page shows. */
let shown: Entry = here(numberOf(history.state) ?? 0)
/** How far from there the reader has gone by Back or Forward while the page is on its way back; 0 otherwise. */
let strayed = 0
/** Where the reader wants to go in spite of unsaved changes. */
const pending = createStore<(() => void) | null>(null)

function here(number: number): Entry {
  return { number, path: location.pathname, search: location.search }
}

function numberOf(state: unknown): number | undefined {
  return (state as { number?: number } | null)?.number
}

/** Notes the entry that the page shows now, and numbers it. */
function show(number: number): void {
  shown = here(number)
  if (numberOf(history.state) !== number) history.replaceState({ number }, '')
}

show(shown.number)
noteFirstPage(shown.number)

// Before the router, which begins to listen with the first component.
addEventListener('popstate', (event) => {
  // A link to a place in the page adds an entry without a number.
  const number = numberOf(event.state) ?? shown.number + 1
  const distance = number - shown.number
  if (distance === 0) {
    const wanted = strayed
    strayed = 0
    if (wanted !== 0) askToLeave(() => history.go(wanted))
  } else if (unsaved.size > 0 && location.pathname !== shown.path) {
    event.stopImmediatePropagation()
    strayed = distance
    history.go(-distance)
  } else {
    strayed = 0
    show(number)
    restorePosition(number)
  }
})

/** Asks before the reader goes elsewhere, and loses the changes. */
function askToLeave(go: () => void): void {
  setPending(() => {
    discardUnsaved()
    go()
  })
}

/** Asks about something that loses the changes; null takes the question back. */
export const setPending = pending.set

/** Asks before the reader leaves the page, while something of a form is not saved. */
export function useUnsaved(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    const form = {}
    unsaved.add(form)
    holdPage(form)
    return () => {
      unsaved.delete(form)
      releasePage(form)
    }
  }, [isDirty])
}

/** Lets the page be left without a question: everything is saved, or nothing is left to save. */
export function discardUnsaved(): void {
  for (const form of unsaved) releasePage(form)
  unsaved.clear()
}

const guarded: typeof navigate = (to, how) => {
  const go = () => {
    const number = how?.replace ? shown.number : shown.number + 1
    const before = shown.path
    navigate(to, { ...how, state: { number } })
    show(number)
    const isOtherPage = shown.path !== before
    if (isOtherPage || !how?.replace) noteNavigation(number, String(to), isOtherPage)
    else changeAddress()
  }
  const isElsewhere = new URL(String(to), location.href).pathname !== location.pathname
  if (unsaved.size > 0 && isElsewhere) askToLeave(go)
  else go()
}

/** The address of the page, which changes only if nothing is lost. */
export const useGuardedLocation: BrowserLocationHook = (options) => {
  const path = usePathname(options)
  return [strayed === 0 ? path : shown.path, guarded]
}

/** The search of that address. */
export const useGuardedSearch: BrowserSearchHook = (options) => {
  const search = useSearch(options)
  return strayed === 0 ? search : shown.search
}

/** Where the reader wants to go, although something is not saved. Null if nowhere. */
export const usePendingNavigation = pending.use

/** Stays on the page. */
export const stay = () => setPending(null)

/** Goes back to an address if the reader has come from there, to where they were; otherwise to its beginning. */
export function goBackTo(address: string): void {
  if (isAddressAt(shown.number - 1, address)) history.back()
  else guarded(address)
}
