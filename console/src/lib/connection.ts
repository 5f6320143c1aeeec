import { useEffect, useRef } from 'react'
import { createStore } from './store'

/*
 * Whether the server can be reached, and whether it still has the console that this page is a part of. Both are found out
 * when something has had no answer: the server is asked for the page until it answers, and the page names its scripts.
 */

interface Connection {
  /** Whether the server does not answer at the moment. */
  isLost: boolean
  /** Whether the server has another version of the console by now. */
  isOutdated: boolean
  /** Whether a part of the console did not arrive. */
  isIncomplete: boolean
}

const FIRST_DELAY_MS = 1_000
const MAX_DELAY_MS = 15_000

const connection = createStore<Connection>({ isLost: false, isOutdated: false, isIncomplete: false })
/** What goes on when the server answers again. */
const waiting = new Set<() => void>()
let asking: Promise<void> | null = null
let delayMs = FIRST_DELAY_MS
let timer: ReturnType<typeof setTimeout> | undefined

const set = (change: Partial<Connection>) => connection.set({ ...connection.get(), ...change })

export const useConnection = connection.use

/** Asks the server whether it answers, and which console it has. As long as it does not answer, it is asked again. */
export function checkConnection(): Promise<void> {
  clearTimeout(timer)
  asking ??= ask().finally(() => {
    asking = null
  })
  return asking
}

async function ask(): Promise<void> {
  const page = await fetch('/', { cache: 'no-cache' }).then(
    (response) => (response.ok ? response.text() : null),
    () => null,
  )
  if (page === null) {
    set({ isLost: true })
    timer = setTimeout(() => void checkConnection(), delayMs)
    delayMs = Math.min(delayMs * 2, MAX_DELAY_MS)
    return
  }
  delayMs = FIRST_DELAY_MS
  const isBack = connection.get().isLost
  set({ isLost: false, isOutdated: !isOurs(page) })
  if (isBack) for (const goOn of waiting) goOn()
}

/** Whether a page of the server loads the same script as this one. */
function isOurs(page: string): boolean {
  const script = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  return script == null || page.includes(`"${script}"`)
}

addEventListener('offline', () => void checkConnection())
addEventListener('online', () => void checkConnection())

/** Calls something whenever the server answers again. */
export function useOnReconnect(callback: () => void): void {
  const latest = useRef(callback)
  latest.current = callback
  useEffect(() => {
    const goOn = () => latest.current()
    waiting.add(goOn)
    return () => {
      waiting.delete(goOn)
    }
  }, [])
}

/** Loads a part of the console as soon as it can be loaded. */
export async function loadWithRetry<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let isAgain = false; ; isAgain = true) {
    try {
      const part = await load()
      if (isAgain) loadStylesAgain()
      return part
    } catch {
      await nextChance()
    }
  }
}

let retries: (() => void)[] = []

/** Resolves when the server answers again, or when the reader wants to try again. */
function nextChance(): Promise<void> {
  set({ isIncomplete: true })
  const chance = new Promise<void>((resolve) => {
    retries.push(resolve)
  })
  void checkConnection()
  return chance
}

/** Loads what did not arrive again. */
export function tryAgain(): void {
  const all = retries
  retries = []
  set({ isIncomplete: false })
  for (const retry of all) retry()
}
waiting.add(tryAgain)

/** What has loaded a part asks for its styles once, even if they did not arrive. */
function loadStylesAgain(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (!link.sheet?.cssRules.length) link.replaceWith(link.cloneNode())
  }
}
