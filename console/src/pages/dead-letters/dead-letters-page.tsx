import './dead-letters.css'
import { useState } from 'react'
import { useClient } from 'urql'
import { Link } from 'wouter'
import { Copyable } from '../../components/copyable'
import { Confirm } from '../../components/dialog'
import { PageHead } from '../../components/page-head'
import { PagedList } from '../../components/paged-list'
import { Empty } from '../../components/states'
import { Time } from '../../components/time'
import { showToast } from '../../components/toasts'
import { problemOf } from '../../graphql/problem'
import { useQuery } from '../../graphql/use-query'
import { useWrite } from '../../graphql/use-write'
import { counted } from '../../lib/counted'
import { useHidden } from '../../lib/use-hidden'
import { DeadLetterListDocument, type DeadLetterListQuery, RetryDeadLetterDocument } from './dead-letters-operations'

type Letter = NonNullable<DeadLetterListQuery['deadLetters']>['nodes'][number]

const CHANGED = ['DeadLetterConnection']

/** Retries under way at a time. */
const AT_ONCE = 5

/** What was to be done, by the kind of work. */
const KINDS: Record<string, string> = {
  dispatch: 'Sending a mail',
  deliveries: 'Telling a webhook about an event',
  ingest: 'Recording what the mail provider reported',
  'fan-out': 'Telling webhooks about an event',
  inbound: 'Filing a mail that came in',
  imports: 'Importing contacts',
  broadcasts: 'Sending a broadcast',
}

/** Where the console shows what the work was for, by the beginning of its id. */
const PLACES: Record<string, readonly [path: string, title: string]> = {
  msg: ['/messages/', 'Show the message'],
  imp: ['/contacts/import?id=', 'Show the import'],
  bc: ['/broadcasts/', 'Show the broadcast'],
}

/** Work that was given up, which waits for somebody to try it again. */
export default function DeadLettersPage() {
  const hidden = useHidden()
  const [isAsking, setAsking] = useState(false)
  const [, retry] = useWrite(RetryDeadLetterDocument, CHANGED)
  const { done, run } = useRetryAll()
  // The list has asked for them.
  const [{ data }] = useQuery({ query: DeadLetterListDocument, variables: {}, requestPolicy: 'cache-first' })
  const hasAny = (data?.deadLetters?.nodes.length ?? 0) > 0
  const onRetry = ({ id }: Letter) =>
    hidden.during(id, () => retry({ id }, { done: 'It is being tried again.', failed: 'Not tried again' }))
  return (
    <>
      <PageHead title="Dead letters">
        {(hasAny || done !== null) && (
          <button type="button" className="button" disabled={done !== null} onClick={() => setAsking(true)}>
            {done === null ? 'Retry all' : `${done} tried again…`}
          </button>
        )}
      </PageHead>
      <p className="lead">
        Work that crashed five times in a row and was put aside, so that it cannot disturb the rest. Nothing is lost:
        once the cause is fixed, usually by an update of the service, try it again here. A mail that was refused or
        bounced is not a dead letter.
      </p>
      <div className="panel">
        <PagedList
          label="Dead letters"
          query={DeadLetterListDocument}
          variables={{}}
          pick={({ deadLetters }) => deadLetters}
          row={(letter) => (
            <li key={letter.id} hidden={hidden.has(letter.id)}>
              <Row letter={letter} onRetry={() => void onRetry(letter)} />
            </li>
          )}
          empty={<Empty>None. All work is done, or under way.</Empty>}
          expected={4}
        />
      </div>
      <Confirm
        title="Try all of them again?"
        action="Retry all"
        decline="Not now"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void run()}
      >
        What crashes again five times will be back here. Mails that were not sent are sent now, however late.
      </Confirm>
    </>
  )
}

/** Retries every dead letter, some at a time, and tells how it went. */
function useRetryAll() {
  const client = useClient()
  /** How many are done; null while it does not run. */
  const [done, setDone] = useState<number | null>(null)
  const run = async () => {
    let count = 0
    let problem: string | null = null
    setDone(0)
    const retry = async ({ id }: { id: string }) => {
      const { error } = await client.mutation(RetryDeadLetterDocument, { id }).toPromise()
      if (error) problem = problemOf(error).message
      else count += 1
    }
    // Those that cannot be retried stay at the front, so the walk goes by cursor.
    let after: string | null = null
    do {
      const listed = await client
        .query(DeadLetterListDocument, { after }, { requestPolicy: 'network-only' })
        .toPromise()
      if (listed.error) problem = problemOf(listed.error).message
      const page: DeadLetterListQuery['deadLetters'] = listed.data?.deadLetters ?? null
      const letters = page?.nodes ?? []
      for (let start = 0; start < letters.length; start += AT_ONCE) {
        await Promise.all(letters.slice(start, start + AT_ONCE).map(retry))
        setDone(count)
      }
      after = page?.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? null) : null
    } while (after !== null)
    await client.query(DeadLetterListDocument, {}, { requestPolicy: 'network-only' }).toPromise()
    setDone(null)
    if (count > 0) showToast(`${count} ${count === 1 ? 'is' : 'are'} being tried again.`)
    if (problem) showToast(`Not all could be tried again: ${problem}`, { isBad: true })
    if (count === 0 && !problem) showToast('There was nothing to try again.')
  }
  return { done, run }
}

function Row({ letter, onRetry }: { letter: Letter; onRetry: () => void }) {
  const { kind, rowId, error, crashes, createdAt } = letter
  const [path, title] = PLACES[rowId.split('_', 1)[0]!] ?? []
  return (
    <div className="dead-letter">
      <div className="what">
        <strong>{KINDS[kind] ?? kind}</strong>
        <span className="muted">
          crashed {counted(crashes, 'time')}, given up <Time at={createdAt} />
        </span>
        <button type="button" className="button small" onClick={onRetry}>
          Retry
        </button>
      </div>
      <p className="error mono">{error}</p>
      <p>
        <Copyable text={rowId} what="id" /> {path !== undefined && <Link href={path + rowId}>{title}</Link>}
      </p>
    </div>
  )
}
