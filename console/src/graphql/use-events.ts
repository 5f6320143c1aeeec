import { stringifyDocument, type TypedDocumentNode } from '@urql/core'
import { useEffect, useRef, useState } from 'react'
import { leaveSession } from '../session'
import { Refused, readEvents } from './read-events'

const FIRST_DELAY_MS = 1_000
const MAX_DELAY_MS = 15_000

interface Options<Data> {
  /** The event of a result, after which a stream resumes. Without it, the stream begins with how things stand. */
  pick?: (data: Data) => { id: string }
  onEvent: (data: Data) => void
  /** Called when the stream is open, so that the view can catch up with what it has missed. */
  onOpen: (isAgain: boolean) => void
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
      }
      const onOpen = () => {
        setLost(false)
        delayMs = FIRST_DELAY_MS
        latest.current.onOpen(isAgain)
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
