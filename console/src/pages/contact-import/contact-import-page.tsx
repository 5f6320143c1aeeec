import '../contacts/contacts.css'
import { type FormEvent, useState } from 'react'
import { useClient } from 'urql'
import { Link, useSearchParams } from 'wouter'
import { FIELDS } from '../../../../src/contract/contact-columns'
import { CRASHED_IMPORT } from '../../../../src/contract/crashed-import'
import { ChoiceField } from '../../components/choice-field'
import { Field, SelectField, TextField } from '../../components/field'
import { PageHead } from '../../components/page-head'
import { Panel } from '../../components/panel'
import { Failure, Refusal, SkeletonRows } from '../../components/states'
import { ListChoicesDocument } from '../../graphql/choices-operations'
import { type Problem, problemOf } from '../../graphql/problem'
import { useAllPages } from '../../graphql/use-all-pages'
import { useQuery } from '../../graphql/use-query'
import { textOrError } from '../../lib/text-of-file'
import { usePolling } from '../../lib/use-polling'
import {
  ContactImportDocument,
  CreateListOfImportDocument,
  ImportContactsDocument,
  type ProgressFragment,
} from './contact-import-operations'
import { type Column, columnsOf, guess, guessAll } from './read-file'
import { storeFile } from './store-file'

const MOST_BYTES = 32 * 1024 ** 2
const TOO_LARGE = 'The file has more than 32 MiB. Split it, and import each part.'

/** Contacts from a file: which column is what, how far it is, and which rows were left out. */
export default function ContactImportPage() {
  const [address, setAddress] = useSearchParams()
  const id = address.get('id')
  return (
    <>
      <PageHead title="Import contacts">
        <Link href="/contacts" className="button">
          All contacts
        </Link>
      </PageHead>
      {id === null ? (
        <Form chosenList={address.get('list') ?? ''} onStarted={(started) => setAddress({ id: started })} />
      ) : (
        <Progress id={id} onAnother={() => setAddress({})} />
      )}
    </>
  )
}

interface Chosen {
  text: string
  columns: Column[]
}

function Form({ chosenList, onStarted }: { chosenList: string; onStarted: (id: string) => void }) {
  const client = useClient()
  const lists = useAllPages(ListChoicesDocument, ({ contactLists }) => contactLists)
  const [listId, setListId] = useState(chosenList)
  const [listName, setListName] = useState('')
  const [onDuplicate, setOnDuplicate] = useState<'skip' | 'update'>('skip')
  const [file, setFile] = useState<Chosen | null>(null)
  const [targets, setTargets] = useState<string[]>([])
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | undefined>()
  const [problem, setProblem] = useState<Problem | null>(null)

  const onFile = async (picked: File | undefined) => {
    setFile(null)
    setFault(undefined)
    if (!picked) return
    if (picked.size > MOST_BYTES) return setFault(TOO_LARGE)
    const text = await textOrError(picked)
    if (typeof text !== 'string') return setFault(text.message)
    // As it is sent: a file in UTF-16 has another size.
    if (new Blob([text]).size > MOST_BYTES) return setFault(TOO_LARGE)
    const columns = columnsOf(text)
    if (columns.length === 0) return setFault('The file is empty.')
    setFile({ text, columns })
    setListName((name) => name || picked.name.replace(/\.\w+$/, ''))
    setTargets(guessAll(columns.map(({ name }) => name)))
  }
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (!file) return
    setBusy(true)
    setProblem(null)
    const columns = Object.fromEntries(file.columns.map(({ name }, index) => [name, targets[index] || null]))
    const stored = await storeFile(file.text)
    if ('message' in stored) {
      setProblem(stored)
      return setBusy(false)
    }
    let list = listId
    if (list === NEW_LIST.id) {
      const made = await client.mutation(CreateListOfImportDocument, { input: { name: listName } }).toPromise()
      if (!made.data?.createContactList) {
        if (made.error) setProblem(problemOf(made.error))
        return setBusy(false)
      }
      list = made.data.createContactList.id
      // If the import is refused, another try adds to the same list.
      setListId(list)
      lists.retry()
    }
    const input = { ...stored, columns, onDuplicate, ...(list !== '' && { listId: list }) }
    const { data: started, error } = await client.mutation(ImportContactsDocument, { input }).toPromise()
    setBusy(false)
    if (error) setProblem(problemOf(error))
    else if (started?.importContacts) onStarted(started.importContacts.id)
  }
  return (
    <section className="panel" aria-label="The file">
      <form className="content stack" onSubmit={(event) => void onSubmit(event)}>
        <Field
          label="CSV file, at most 32 MiB"
          hint="The first row names the columns; one has the addresses. Every spreadsheet can save such a file."
          fault={fault}
        >
          {(control) => (
            <input
              {...control}
              type="file"
              accept=".csv,.tsv,.txt,text/csv"
              onChange={({ target }) => void onFile(target.files?.[0])}
            />
          )}
        </Field>
        <ChoiceField
          label="Add them to a list"
          value={listId}
          onChange={setListId}
          choices={[NO_LIST, NEW_LIST, ...lists.items.filter(({ filter }) => !filter)]}
          isLoading={!lists.isWhole}
          placeholder="No list"
          hint="With a list, contacts that exist already are added to it, too."
        />
        {listId === NEW_LIST.id && (
          <TextField
            label="Name of the new list"
            value={listName}
            onChange={setListName}
            fault={problem?.fields.get('name')}
          />
        )}
        <SelectField
          label="Contacts that exist already"
          value={onDuplicate}
          onChange={setOnDuplicate}
          choices={[
            ['skip', 'stay as they are'],
            ['update', 'get the values of the file'],
          ]}
        />
        {lists.error && <Failure error={lists.error} retry={lists.retry} />}
        {file && (
          <Mapping
            columns={file.columns}
            targets={targets}
            onChange={(at, target) => setTargets(targets.map((one, index) => (index === at ? target : one)))}
            fault={(name) => problem?.fields.get(`columns.${name}`)}
          />
        )}
        <Refusal problem={problem} />
        <div>
          <button type="submit" className="button main" disabled={isBusy || !file || !targets.includes('email')}>
            {isBusy ? 'Reading the file…' : 'Import'}
          </button>
          {file && !targets.includes('email') && <p className="fault">Choose the column that has the addresses.</p>}
        </div>
      </form>
    </section>
  )
}

const NO_LIST = { id: '', name: 'No list' }
const NEW_LIST = { id: 'new', name: 'A new list' }

const CHOICES = [
  ['email', 'The address'],
  ['first_name', 'The first name'],
  ['last_name', 'The last name'],
  ['unsubscribed', 'Whether they have unsubscribed'],
  ['attribute', 'An attribute called'],
  ['', 'Leave it out'],
] as const

interface MappingProps {
  columns: readonly Column[]
  targets: readonly string[]
  onChange: (at: number, target: string) => void
  fault: (name: string) => string | undefined
}

function Mapping({ columns, targets, onChange, fault }: MappingProps) {
  return (
    <fieldset className="stack">
      <legend className="muted">What the columns are</legend>
      {columns.map(({ name, example }, at) => {
        const target = targets[at] ?? ''
        const kind = target === '' || FIELDS.includes(target) ? target : 'attribute'
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have places, and names may repeat
          <div key={at} className="mapping">
            <div>
              <strong>{name || 'no name'}</strong>
              <p className="muted clip">{example && `like ${example}`}</p>
            </div>
            <SelectField
              label={`“${name}” is`}
              value={kind as (typeof CHOICES)[number][0]}
              onChange={(next) => onChange(at, next === 'attribute' ? guess(name) || 'attribute' : next)}
              choices={CHOICES}
              fault={fault(name)}
            />
            {kind === 'attribute' && (
              <TextField label="Name of the attribute" value={target} onChange={(text) => onChange(at, text)} />
            )}
          </div>
        )
      })}
    </fieldset>
  )
}

function Progress({ id, onAnother }: { id: string; onAnother: () => void }) {
  const [{ data, error }, again] = useQuery({ query: ContactImportDocument, variables: { id } })
  const found = data?.contactImport
  const isRunning = found?.status === 'running'
  const refresh = () => again({ requestPolicy: 'network-only' })
  usePolling(refresh, isRunning)
  if (error && !found) return <Failure error={error} retry={refresh} />
  if (data && !found) return <p className="problem">There is no such import.</p>
  return (
    <div className="stack">
      <Panel
        title={STATES[found?.status ?? 'running'] ?? 'The import'}
        aside={
          !isRunning && (
            <button type="button" className="button small" onClick={onAnother}>
              Import another file
            </button>
          )
        }
      >
        <div className="content stack">
          {!found && <SkeletonRows count={2} />}
          {found && <Counts found={found} />}
          {isRunning && <progress aria-label="The import is running" />}
          {isRunning && (
            <p className="muted">You may leave this page: the import goes on, and this address shows it.</p>
          )}
          {found?.failure && (
            <Refusal problem={{ message: found.failure }}>
              {found.failure === CRASHED_IMPORT && (
                <Link href="/dead-letters" className="button small">
                  Show dead letters
                </Link>
              )}
            </Refusal>
          )}
        </div>
      </Panel>
      {found && found.errors.length > 0 && <Skipped found={found} />}
    </div>
  )
}

const STATES: Record<string, string> = {
  running: 'The import is running',
  done: 'The import is done',
  failed: 'The import has failed',
}

function Counts({
  found: { processed, imported, updated, addedToList, skipped, suppressed },
}: {
  found: ProgressFragment
}) {
  return (
    <dl className="figures">
      {(
        [
          ['Rows read', processed],
          ['Imported', imported],
          ['Updated', updated],
          ['Added to the list', addedToList],
          ['Left out', skipped],
          ['Suppressed', suppressed],
        ] as const
      ).map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{count.toLocaleString()}</dd>
        </div>
      ))}
    </dl>
  )
}

const REASONS: Record<string, string> = {
  duplicate_contact: 'is a contact already',
  duplicate_member: 'is in the list already',
  too_many_contacts: 'not added: the account has as many contacts as it may have',
  too_many_list_members: 'not put into the list: your lists have as many members as they may have',
}

function Skipped({ found: { skipped, errors } }: { found: ProgressFragment }) {
  return (
    <Panel
      title="Rows that were left out"
      aside={skipped > errors.length && <span className="muted">the first {errors.length.toLocaleString()}</span>}
    >
      <div className="content">
        <table className="skipped">
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Address</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ row, email, reason }) => (
              <tr key={row}>
                <td>{row}</td>
                <td>{email}</td>
                <td>{REASONS[reason] ?? reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}
