import { stringifyDocument, type TypedDocumentNode } from '@urql/core'
import { useEffect, useRef, useState } from 'react'
import { leaveSession } from '../session'
import { Failed, Refused, readEvents } from './read-events'

const FIRST_DELAY_MS = 1_000
const MAX_DELAY_MS = 15_000
/** Why the server does not resume after an event: it is too old, or unknown since the server was restored from a backup. */
const LOST_PLACE = ['changes_expired', 'invalid_request']

interface Options<Data> {
  /** The event of a result, after which a stream resumes. Without it, the stream begins with how things stand. */
  pick?: (data: Data) => { id: string }
  onEvent: (data: Data) => void
  /**
   * Called when the stream is open, so that the view can catch up with what it has missed.
   * @param isResumed whether that arrives by itself.
   */
  onOpen: (isAgain: boolean, isResumed: boolean) => void
  /** After a longer break, in ms, the stream does not resume: the view looks again instead of reading all that it has missed. */
  resumesWithinMs?: number
  /** Whether the end of the stream is the end of the story. */
  ends?: boolean
}

/**
 * Receives events while the page is visible, and resumes after the last one when a connection is lost. A hidden tab holds
 * no connection, because browsers allow only six to a host.
 * @returns whether the connection is lost.
 */
export function useEvents<Data, Variables extends object>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Omit<Variables, 'after'>,
  options: Options<Data>,
): boolean {
  const [isLost, setLost] = useState(false)
  // The latest callbacks, without opening the stream again whenever they change.
  const latest = useRef(options)
  latest.current = options
  const key = JSON.stringify(variables)

  useEffect(() => {
    const query = stringifyDocument(document)
    // A stream without this variable begins with what happens from then on.
    const resumes = /\$after\b/.test(query)
    let after: string | null = null
    /** When the stream was open last; 0 while it is. */
    let awaySince = 0
    let delayMs = FIRST_DELAY_MS
    let hasEnded = false
    let close: (() => void) | null = null
    let timer: ReturnType<typeof setTimeout> | undefined

    function open(isAgain: boolean): void {
      if (close || hasEnded || globalThis.document.hidden) return
      const controller = new AbortController()
      const { signal } = controller
      close = () => {
        controller.abort()
        close = null
        awaySince ||= Date.now()
      }
      if (awaySince > 0 && Date.now() - awaySince > (latest.current.resumesWithinMs ?? Infinity)) after = null
      const isResumed = after !== null
      const onOpen = () => {
        awaySince = 0
        setLost(false)
        delayMs = FIRST_DELAY_MS
        latest.current.onOpen(isAgain, isResumed)
      }
      const onData = (data: Data) => {
        if (signal.aborted) return
        after = latest.current.pick?.(data).id ?? null
        latest.current.onEvent(data)
      }
      const body = { query, variables: { ...JSON.parse(key), ...(resumes && { after }) } }
      readEvents<Data>(body, signal, { onOpen, onData }).then(
        () => {
          if (signal.aborted) return
          if (latest.current.ends) hasEnded = true
          else again()
        },
        (error: unknown) => {
          if (signal.aborted) return
          if (error instanceof Refused && error.status === 401) leaveSession()
          else if (after !== null && error instanceof Failed && LOST_PLACE.includes(error.code ?? '')) beginAnew()
          else again()
        },
      )
    }

    function again(): void {
      close?.()
      setLost(true)
      timer = setTimeout(() => open(true), delayMs)
      delayMs = Math.min(delayMs * 2, MAX_DELAY_MS)
    }

    function beginAnew(): void {
      close?.()
      after = null
      open(true)
    }

    function onVisibility(): void {
      clearTimeout(timer)
      if (globalThis.document.hidden) close?.()
      else open(true)
    }

    open(false)
    globalThis.document.addEventListener('visibilitychange', onVisibility)
    return () => {
      globalThis.document.removeEventListener('visibilitychange', onVisibility)
      clearTimeout(timer)
      close?.()
    }
  }, [document, key])

  return isLost
}
