import { useState } from 'react'

/*
 * Where the reader is on the pages of the tab's history: how far a page is scrolled, which row was opened, and how far lists
 * are unfolded. Back finds a page as it was left. A new page begins at its heading, which screen readers then read.
 */

interface Position {
  /** The path and the search of the page. */
  address: string
  scrollY: number
  /** The address of the row that was opened. */
  row: string | null
  /** How many pages of a list were asked for, by what it lists. */
  unfolded: Map<string, number>
}

/** How long a page may take to be there. After that, it stays where it is, in ms. */
const RESTORE_TIMEOUT_MS = 5_000
/** By these, readers go elsewhere by themselves. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** By the numbers of the entries. */
const places = new Map<number, Position>()
let current = newPlace()
let stopArriving = () => {}

history.scrollRestoration = 'manual'
addEventListener('scroll', () => {
  if (!isComingBack) current.scrollY = scrollY
})

function newPlace(): Position {
  return { address: location.pathname + location.search, scrollY: 0, row: null, unfolded: new Map() }
}

/** Notes the first page, by the number of its entry. */
export function noteFirstPage(number: number): void {
  places.set(number, current)
}

/**
 * Notes that a link led to another entry of the history.
 * @param row the address that it led to.
 */
export function noteNavigation(number: number, row: string, isOtherPage: boolean): void {
  current.row = row
  current = newPlace()
  places.set(number, current)
  if (!isOtherPage) return
  scrollTo(0, 0)
  arrive(() => {
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading) return false
    // What has taken the focus itself keeps it, as does the search that led here.
    if (document.activeElement?.closest('main form, main search')) return true
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    return true
  })
}

/** Notes that the address of an entry has changed. */
export function changeAddress(): void {
  current.address = location.pathname + location.search
}

let isComingBack = false

/** Goes to where the reader was on an entry of the history. */
export function restorePosition(number: number): void {
  current = places.get(number) ?? newPlace()
  places.set(number, current)
  const { scrollY: wanted, row } = current
  isComingBack = true
  arrive(
    () => {
      const opened = row === null ? null : document.querySelector<HTMLElement>(`main a[href="${CSS.escape(row)}"]`)
      const isThere = document.documentElement.scrollHeight >= wanted + innerHeight && (row === null || opened !== null)
      if (isThere) opened?.focus({ preventScroll: true })
      if (isThere) scrollTo(0, wanted)
      return isThere
    },
    () => {
      isComingBack = false
    },
  )
}

/** Tries from frame to frame until a page is there, the reader goes elsewhere, or it takes too long. */
function arrive(isThere: () => boolean, onEnd = () => {}): void {
  stopArriving()
  const until = performance.now() + RESTORE_TIMEOUT_MS
  let frame = requestAnimationFrame(attempt)
  const stop = () => {
    cancelAnimationFrame(frame)
    for (const move of MOVES) removeEventListener(move, stop)
    stopArriving = () => {}
    onEnd()
  }
  function attempt(): void {
    if (isThere() || performance.now() > until) stop()
    else frame = requestAnimationFrame(attempt)
  }
  for (const move of MOVES) addEventListener(move, stop, { passive: true })
  stopArriving = stop
}

/** Whether the entry before one in the history is the page of an address. */
export const isAddressAt = (number: number, address: string) => places.get(number)?.address === address

/**
 * How many more pages of a list the reader has asked for, on this entry of the history.
 * @param what names what is listed.
 */
export function useLoadedPages(what: string): [more: number, unfold: () => void] {
  const [more, setMore] = useState(() => current.unfolded.get(what) ?? 0)
  const unfold = () => {
    current.unfolded.set(what, more + 1)
    setMore(more + 1)
  }
  return [more, unfold]
}
