import { useEffect, useState } from 'react'
import { useQuery } from '../graphql/use-query'
import { FoundDocument, NamesDocument } from './found-operations'

/** Something of the account, with its page. */
export interface FoundThing {
  title: string
  /** What it is. */
  kind: string
  path: string
}

/** The pages of what has an id, by the beginning of the id. */
const PAGES: Record<string, string> = {
  msg: '/messages',
  thr: '/mail/threads',
  wh: '/webhooks',
  dom: '/domains',
  tmpl: '/templates',
  ct: '/contacts',
  cl: '/contacts/lists',
  bc: '/broadcasts',
}
const ID = /^([a-z]+)_[0-9a-z]{26}$/

/** The page of an id; null if it is none, or has none. */
export function pageOfId(text: string): string | null {
  const [id, kind = ''] = ID.exec(text.toLowerCase()) ?? []
  const path = PAGES[kind]
  return id && path ? `${path}/${id}` : null
}

/** How long the reader has to pause before a search, in ms. */
const TYPING_MS = 200
const SHORTEST = 2

/** What the account has with a name or an address like a text, once the reader stops typing. */
export function useFound(text: string, mayRead: boolean): FoundThing[] {
  const [wanted, setWanted] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setWanted(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  const isAsked = mayRead && text.length >= SHORTEST
  const [{ data: names }] = useQuery({ query: NamesDocument, pause: !isAsked })
  const isPaused = !isAsked || wanted !== text || pageOfId(text) !== null
  const [{ data: found }] = useQuery({ query: FoundDocument, variables: { text: wanted }, pause: isPaused })
  if (!isAsked) return []
  const has = (...names: (string | null)[]) => names.some((name) => name?.toLowerCase().includes(text.toLowerCase()))
  const named = [
    ...(names?.domains?.nodes ?? [])
      .filter(({ domain }) => has(domain))
      .map(({ id, domain }) => ({ title: domain, kind: 'domain', path: `/domains/${id}` })),
    ...(names?.templates?.nodes ?? [])
      .filter(({ name, slug }) => has(name, slug))
      .map(({ id, name }) => ({ title: name, kind: 'template', path: `/templates/${id}` })),
  ].slice(0, 6)
  // What was found for an earlier text.
  if (isPaused) return named
  return [
    ...named,
    ...(found?.contacts?.nodes ?? []).map(({ id, email, firstName, lastName }) => ({
      title: [firstName, lastName, email].filter(Boolean).join(' '),
      kind: 'contact',
      path: `/contacts/${id}`,
    })),
    ...(found?.threads?.nodes ?? []).map(({ id, subject }) => ({
      title: subject || 'no subject',
      kind: 'thread',
      path: `/mail/threads/${id}`,
    })),
    ...(found?.messages?.nodes ?? []).map(({ id, subject, to }) => ({
      title: `${subject ?? 'no subject'} – ${to.join(', ')}`,
      kind: 'message',
      path: `/messages/${id}`,
    })),
  ]
}
