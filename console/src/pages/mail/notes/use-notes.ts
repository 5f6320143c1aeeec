import { useState } from 'react'
import { useAllPages } from '../../../graphql/use-all-pages'
import type { ThreadQuery } from '../mail-operations'
import type { NoteFragment } from './note-fragment'
import { NotesDocument } from './notes-operations'

interface Notes {
  /** Oldest first. */
  notes: readonly NoteFragment[]
  /** Shows those before them; null if these are all, or on their way. */
  showOlder: (() => void) | null
}

/** The newest notes of a thread, which stay up to date, and the older ones when they are asked for. */
export function useNotes({ id, notes: newest }: NonNullable<ThreadQuery['thread']>): Notes {
  const [isAsked, setAsked] = useState(false)
  const { items, error, retry } = useAllPages(NotesDocument, ({ thread }) => thread?.notes, {
    variables: { id },
    isPaused: !isAsked,
  })
  const oldest = newest.nodes.at(-1)?.createdAt ?? ''
  const known = new Set(newest.nodes.map((note) => note.id))
  const older = items.filter((note) => note.createdAt <= oldest && !known.has(note.id))
  const showOlder = () => (isAsked ? retry() : setAsked(true))
  const hasOlder = newest.pageInfo.hasNextPage && (!isAsked || error !== null)
  return { notes: [...newest.nodes, ...older].reverse(), showOlder: hasOlder ? showOlder : null }
}
