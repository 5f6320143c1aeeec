import { useEffect, useState } from 'react'
import { useAllPages } from '../graphql/use-all-pages'
import { useQuery } from '../graphql/use-query'
import { pageOfId } from '../lib/page-of-id'
import { DomainNamesDocument, FoundDocument, TemplateNamesDocument } from './found-operations'

/** Something of the account, with its page. */
export interface LookupResult {
  title: string
  /** What it is. */
  kind: string
  path: string
}

/** How long the reader has to pause before a search, in ms. */
const TYPING_MS = 200
const SHORTEST = 2

/** What the account has with a name or an address like a text, once the reader stops typing. */
export function useLookup(text: string, mayRead: boolean): LookupResult[] {
  const [wanted, setWanted] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setWanted(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  const isAsked = mayRead && text.length >= SHORTEST
  const [{ data: names }] = useQuery({ query: DomainNamesDocument, pause: !isAsked })
  const templates = useAllPages(TemplateNamesDocument, (data) => data.templates, { isPaused: !isAsked })
  const isPaused = !isAsked || wanted !== text || pageOfId(text) !== null
  const [{ data: found }] = useQuery({ query: FoundDocument, variables: { text: wanted }, pause: isPaused })
  if (!isAsked) return []
  const has = (...names: (string | null)[]) => names.some((name) => name?.toLowerCase().includes(text.toLowerCase()))
  const named = [
    ...(names?.domains?.nodes ?? [])
      .filter(({ domain }) => has(domain))
      .map(({ id, domain }) => ({ title: domain, kind: 'domain', path: `/domains/${id}` })),
    ...templates.items
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
