import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Boundary } from '../../components/boundary'
import { counted } from '../../lib/counted'
import { Mail } from './mail'
import type { MailFragment } from './mail-operations'
import { Note } from './notes/note'
import type { NoteFragment } from './notes/note-fragment'

/** Threads of more mails and notes are shortened. */
const WHOLE = 12
/** The newest entries that a shortened thread shows, besides the first of all. */
const NEWEST = 5

interface MailsProps {
  mails: readonly MailFragment[]
  notes: readonly NoteFragment[]
  /** Shows the notes before these; null if there are none. */
  showOlder: (() => void) | null
  /** Takes a mail out of the thread; null if none can be. */
  onSplit: ((mail: MailFragment) => void) | null
  /** Called when something in the thread has changed. */
  onChanged: () => void
}

type Entry = { mail: MailFragment } | { note: NoteFragment }

/**
 * The mails of a thread with its notes between them, oldest first. In a long one those between the first and the newest
 * appear when asked for.
 */
export function Mails({ mails, notes, showOlder, onSplit, onChanged }: MailsProps) {
  // What somebody writes stays when a colleague deletes the note meanwhile.
  const [edited, setEdited] = useState<NoteFragment | null>(null)
  const isGone = edited !== null && notes.every(({ id }) => id !== edited.id)
  const entries = inTimeOrder(mails, isGone ? [...notes, edited] : notes)
  // It stays when more arrive, so that nothing disappears that is being read.
  const [left, setLeft] = useState(entries.length > WHOLE ? entries.length - NEWEST - 1 : 0)
  const list = useRef<HTMLOListElement>(null)
  const showAll = () => {
    flushSync(() => setLeft(0))
    list.current?.querySelectorAll<HTMLElement>('.mail-entry > summary, .note-entry')[1]?.focus()
  }
  const rowOf = (entry: Entry) =>
    'note' in entry ? (
      <li key={entry.note.id}>
        <Boundary what="This note">
          <Note
            note={entry.note}
            isGone={isGone && entry.note === edited}
            onEdit={(isEditing) => setEdited(isEditing ? entry.note : null)}
            onChanged={onChanged}
          />
        </Boundary>
      </li>
    ) : (
      <li key={entry.mail.id}>
        <Boundary what="This mail">
          <Mail
            mail={entry.mail}
            isNewest={entry.mail === mails.at(-1)}
            onSplit={onSplit && (() => onSplit(entry.mail))}
          />
        </Boundary>
      </li>
    )
  return (
    <>
      {showOlder && (
        <p>
          <button type="button" className="button" onClick={showOlder}>
            Show older notes
          </button>
        </p>
      )}
      <ol ref={list} className="mails" aria-label="Mails and notes">
        {entries.slice(0, 1).map(rowOf)}
        {left > 0 && (
          <li>
            <button type="button" className="button" onClick={showAll}>
              Show the {inWords(entries.slice(1, 1 + left))} between
            </button>
          </li>
        )}
        {entries.slice(1 + left).map(rowOf)}
      </ol>
    </>
  )
}

const timeOf = (entry: Entry) => ('note' in entry ? entry.note.createdAt : entry.mail.occurredAt)

/** Mails before notes of the same time. Both are in their order already. */
function inTimeOrder(mails: readonly MailFragment[], notes: readonly NoteFragment[]): Entry[] {
  const entries: Entry[] = [...mails.map((mail) => ({ mail })), ...notes.map((note) => ({ note }))]
  return entries.sort((one, other) => Date.parse(timeOf(one)) - Date.parse(timeOf(other)))
}

function inWords(entries: readonly Entry[]): string {
  const notes = entries.filter((entry) => 'note' in entry).length
  const mails = entries.length - notes
  return [mails > 0 && counted(mails, 'mail'), notes > 0 && counted(notes, 'note')].filter(Boolean).join(' and ')
}
