import { useRef, useState } from 'react'
import { BidiIsolate } from '../../components/bidi-isolate'
import { DraftFrame } from '../../components/draft-frame'
import { SelectField } from '../../components/field'
import { SearchField } from '../../components/search-field'
import { Empty, Skeleton } from '../../components/states'
import { problemOf } from '../../graphql/problem'
import { useAllPages } from '../../graphql/use-all-pages'
import { useQuery } from '../../graphql/use-query'
import { useDebouncedValue } from '../../lib/use-debounced-value'
import {
  PreviewBroadcastDocument,
  type PreviewBroadcastQuery,
  type PreviewChanges,
  PreviewContactsDocument,
  PreviewNewBroadcastDocument,
} from './broadcast-operations'

type Preview = NonNullable<PreviewBroadcastQuery['previewBroadcast']>

interface MailPreviewProps {
  /** The broadcast; undefined before it is created. */
  id: string | undefined
  listId: string
  /** What the reader has typed, and not saved. */
  changes?: PreviewChanges
}

/** The width that mail is made for on a desktop, in px. */
const DESKTOP_PX = 680

/** The mail of a broadcast as a contact would get it, whom the reader chooses. */
export function MailPreview({ id, listId, changes }: MailPreviewProps) {
  const [contactId, setContactId] = useState('')
  const settled = useDebouncedValue(changes)
  const { found, error, isIncomplete } = usePreview(id, contactId, settled)
  // While a draft is typed it is broken every now and then: its last preview stays.
  const last = useRef<Preview | null>(null)
  if (found && !error) last.current = found
  const preview = error && !changes ? null : last.current
  if (isIncomplete) return <Empty>The mail is shown here once there are a list, a subject and a text.</Empty>
  return (
    <div className="stack">
      <Reader listId={listId} value={contactId} onChange={setContactId} />
      {error && !preview && <Empty>There is no preview: {problemOf(error).message}</Empty>}
      <div className="stack" aria-live="polite">
        {error && preview && <p className="problem">{problemOf(error).message} Below is the mail before that.</p>}
        {!error && preview && <Warnings preview={preview} />}
      </div>
      {(!error || preview) && (
        <>
          <p>
            <span className="muted">Subject</span>{' '}
            {preview ? (
              <strong>
                <BidiIsolate text={preview.subject} />
              </strong>
            ) : (
              <Skeleton width="40%" />
            )}
          </p>
          <DraftFrame
            title="Preview of the broadcast"
            html={preview ? htmlOf(preview) : ''}
            desktopWidth={DESKTOP_PX}
          />
        </>
      )}
    </div>
  )
}

/** What the API shows: of a broadcast with the changes, or of the changes alone. */
function usePreview(id: string | undefined, contactId: string, changes: PreviewChanges | undefined) {
  const { listId, subject, bodyHtml, bodyText, templateId } = changes ?? {}
  const isComplete = Boolean(listId && (templateId || (subject && (bodyHtml || bodyText))))
  const [stored] = useQuery({
    query: PreviewBroadcastDocument,
    variables: { id: id ?? '', contactId: contactId || null, changes: changes ?? null },
    requestPolicy: changes ? 'network-only' : 'cache-and-network',
    pause: id === undefined,
  })
  const [unsaved] = useQuery({
    query: PreviewNewBroadcastDocument,
    variables: { input: { ...changes, listId: listId ?? '', contactId: contactId || null } },
    requestPolicy: 'network-only',
    pause: id !== undefined || !isComplete,
  })
  if (id !== undefined) return { found: stored.data?.previewBroadcast, error: stored.error, isIncomplete: false }
  return { found: unsaved.data?.previewNewBroadcast, error: unsaved.error, isIncomplete: !isComplete }
}

/** Contacts that are offered. Others are searched for. */
const CHOICES = 20

/** Whose mail is shown: any contact of the list. */
function Reader(props: { listId: string; value: string; onChange: (contactId: string) => void }) {
  const { listId, value, onChange } = props
  const [search, setSearch] = useState('')
  // A page of a search or a dynamic list may be short, or even empty.
  const { items: found, isWhole } = useAllPages(PreviewContactsDocument, ({ contacts }) => contacts, {
    variables: { listId, search: search || null },
    wanted: CHOICES,
  })
  const [chosen, setChosen] = useState<{ id: string; email: string } | null>(null)
  // One that was chosen stays, also if another search does not find it.
  const others = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen] : []
  const onChoose = (id: string) => {
    setChosen(found.find((contact) => contact.id === id) ?? chosen)
    onChange(id)
  }
  return (
    <div className="preview-reader">
      <SearchField label="Find a contact of the list" value={search} onChange={setSearch} />
      <SelectField
        label="Show the mail to"
        value={value}
        onChange={onChoose}
        choices={[['', 'The newest contact'], ...[...others, ...found].map(({ id, email }) => [id, email] as const)]}
      />
      {!isWhole && found.length < CHOICES && (
        <p className="muted" role="status">
          Looking further back …
        </p>
      )}
    </div>
  )
}

/** What the reader should know before the broadcast goes. */
export function Warnings({
  preview: { warnings, sendingWarnings },
}: {
  preview: Pick<Preview, 'warnings' | 'sendingWarnings'>
}) {
  if (warnings.length + sendingWarnings.length === 0) return null
  return (
    <ul className="notice">
      {sendingWarnings.map(({ code, message }) => (
        <li key={code}>{message}</li>
      ))}
      {warnings.map(({ variable, message }) => (
        <li key={variable}>
          {variable === 'unsubscribe_url' ? (
            message
          ) : (
            <>
              <code>{variable}</code> is empty in every mail: {message}
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

const htmlOf = ({ bodyHtml, bodyText }: Preview) =>
  bodyHtml ?? `<pre style="white-space: pre-wrap">${escaped(bodyText ?? '')}</pre>`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
