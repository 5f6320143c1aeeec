import { useState } from 'react'
import { Link } from 'wouter'
import { BidiIsolate } from '../../components/bidi-isolate'
import { SelectField } from '../../components/field'
import { PagedList } from '../../components/paged-list'
import { Panel } from '../../components/panel'
import { SearchField } from '../../components/search-field'
import { Empty, Failure } from '../../components/states'
import { useQuery } from '../../graphql/use-query'
import { counted } from '../../lib/counted'
import { BroadcastLinksDocument, BroadcastRecipientsDocument } from './recipients-operations'

const OUTCOMES = [
  ['', 'Everybody'],
  ['delivered', 'Delivered'],
  ['opened', 'Opened'],
  ['clicked', 'Clicked'],
  ['unsubscribed', 'Unsubscribed'],
  ['bounced', 'Bounced'],
  ['complained', 'Reported as spam'],
  ['failed', 'Failed'],
  ['suppressed', 'Left out'],
] as const
type Outcome = (typeof OUTCOMES)[number][0]

const TONES: Record<string, string> = {
  ...{ sent: 'info', delivered: 'good', opened: 'good', clicked: 'good' },
  ...{ bounced: 'bad', complained: 'bad', failed: 'bad', suppressed: 'warn', unsubscribed: 'warn' },
}
/** What a row shows: the last two that have happened, in this order. */
const ORDER = Object.keys(TONES)
const MOST_SHOWN = 2

interface RecipientsProps {
  id: string
  /** Whether clicks are recorded. */
  tracksClicks: boolean
}

/** Who got a broadcast, what became of each, and which links were clicked. */
export default function Recipients({ id, tracksClicks }: RecipientsProps) {
  const [outcome, setOutcome] = useState<Outcome>('')
  const [search, setSearch] = useState('')
  const variables = { id, ...(outcome && { outcome }), ...(search && { search }) }
  return (
    <div className="broadcast">
      <Panel title="Recipients">
        <div className="content stack">
          <div className="preview-reader">
            <SearchField label="Find an address" value={search} onChange={setSearch} />
            <SelectField label="What became of the mail" value={outcome} onChange={setOutcome} choices={OUTCOMES} />
          </div>
          <div className="recipients">
            <PagedList
              key={JSON.stringify(variables)}
              label="Recipients"
              query={BroadcastRecipientsDocument}
              variables={variables}
              pick={({ broadcastRecipients }) => broadcastRecipients}
              row={({ messageId, email, outcomes, status }) => (
                <li key={messageId}>
                  <Link href={`/messages/${messageId}`} className="row">
                    <span className="clip">{email === null ? 'deleted' : <BidiIsolate text={email} />}</span>
                    <span>
                      <Badges outcomes={outcomes.length > 0 ? outcomes : [status.toLowerCase()]} />
                    </span>
                  </Link>
                </li>
              )}
              empty={<Empty>{outcome || search ? 'Nobody matches.' : 'Nobody has got it yet.'}</Empty>}
            />
          </div>
        </div>
      </Panel>
      <Panel title="Links">
        <div className="content">
          {tracksClicks ? <Links id={id} /> : <p className="muted">Clicks of this broadcast are not tracked.</p>}
        </div>
      </Panel>
    </div>
  )
}

function Badges({ outcomes }: { outcomes: readonly string[] }) {
  const inOrder = outcomes.toSorted((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other))
  // That it was sent goes without saying once more is known.
  const shown = (inOrder.length > 1 ? inOrder.filter((outcome) => outcome !== 'sent') : inOrder).slice(-MOST_SHOWN)
  return shown.map((outcome) => (
    <span key={outcome} className={`badge ${TONES[outcome] ?? 'quiet'}`}>
      {outcome}
    </span>
  ))
}

function Links({ id }: { id: string }) {
  const [{ data, error }, again] = useQuery({ query: BroadcastLinksDocument, variables: { id } })
  const links = data?.broadcastLinks?.links
  if (error && !links) return <Failure error={error} retry={() => again({ requestPolicy: 'network-only' })} />
  if (links?.length === 0) return <Empty>Nobody has clicked a link yet.</Empty>
  return (
    <ol className="clicked-links">
      {links?.map(({ url, clicks, uniqueClicks }) => (
        <li key={url}>
          <span className="url">
            <BidiIsolate text={url} />
          </span>
          <span className="muted">
            {counted(clicks, 'click', 'clicks')} by {counted(uniqueClicks, 'person', 'people')}
          </span>
        </li>
      ))}
    </ol>
  )
}
