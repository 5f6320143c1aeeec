import { useClient } from 'urql'
import { Link, useSearchParams } from 'wouter'
import { DELIVERY_WORDS, DeliveryView } from '../../components/delivery'
import { SelectField, TextField } from '../../components/field'
import { PagedList } from '../../components/paged-list'
import { Panel } from '../../components/panel'
import { Empty } from '../../components/states'
import { Time } from '../../components/time'
import type { DeliveryStatus } from '../../graphql/enums'
import { useQuery } from '../../graphql/use-query'
import { endOfDay, startOfDay } from '../../lib/time'
import { usePolling } from '../../lib/use-polling'
import { withFilter } from '../../lib/with-filter'
import { WebhookLogDocument, type WebhookLogQuery, type WebhookLogQueryVariables } from './webhook-operations'

type LoggedDelivery = NonNullable<WebhookLogQuery['webhook']>['deliveries']['nodes'][number]

const STATUSES = ['PENDING', 'SUCCEEDED', 'FAILED', 'EXHAUSTED'] as const satisfies readonly DeliveryStatus[]
const FILTERS = ['status', 'from', 'to'] as const
/** How often the log is looked at while nothing is under way, in ms. */
const QUIET_MS = 6_000

/** Everything that a webhook was told, newest first, and what it answered. */
export function Log({ id, onChange }: { id: string; onChange: () => void }) {
  const [address, setAddress] = useSearchParams()
  const set = (name: (typeof FILTERS)[number]) => (value: string) =>
    setAddress((old) => withFilter(old, name, value), { replace: true })
  const value = (name: (typeof FILTERS)[number]) => address.get(name) ?? ''
  const variables: WebhookLogQueryVariables = {
    id,
    status: STATUSES.find((status) => status.toLowerCase() === value('status')) ?? null,
    from: startOfDay(value('from')),
    to: endOfDay(value('to')),
  }
  return (
    <Panel title="Log">
      <search className="log-filters">
        <SelectField
          label="Status"
          value={value('status')}
          onChange={set('status')}
          choices={[['', 'All'], ...STATUSES.map((status) => [status.toLowerCase(), DELIVERY_WORDS[status]] as const)]}
        />
        <TextField label="From" type="date" isOptional value={value('from')} onChange={set('from')} />
        <TextField label="To" type="date" isOptional value={value('to')} onChange={set('to')} />
      </search>
      <Entries
        key={JSON.stringify(variables)}
        variables={variables}
        isFiltered={FILTERS.some(value)}
        onChange={onChange}
      />
    </Panel>
  )
}

interface EntriesProps {
  variables: WebhookLogQueryVariables
  isFiltered: boolean
  onChange: () => void
}

function Entries({ variables, isFiltered, onChange }: EntriesProps) {
  const client = useClient()
  const [{ data }] = useQuery({ query: WebhookLogDocument, variables })
  const isUnderWay = data?.webhook?.deliveries.nodes.some(({ status }) => status === 'PENDING') ?? false
  const refresh = () => {
    void client.query(WebhookLogDocument, variables, { requestPolicy: 'network-only' }).toPromise()
    onChange()
  }
  usePolling(refresh, true, isUnderWay ? undefined : QUIET_MS)
  return (
    <PagedList
      label="Deliveries"
      query={WebhookLogDocument}
      variables={variables}
      pick={({ webhook }) => webhook?.deliveries}
      row={(delivery) => (
        <li key={delivery.id} className="delivery">
          <DeliveryView delivery={delivery} refresh={refresh}>
            <Subject delivery={delivery} />
          </DeliveryView>
        </li>
      )}
      empty={
        isFiltered ? (
          <Empty>No delivery matches. Choose another status or other days.</Empty>
        ) : (
          <Empty>Nothing was delivered yet. Send a test event, or a mail, and it appears here.</Empty>
        )
      }
      expected={4}
    />
  )
}

/** What a delivery was about. */
function Subject({ delivery: { messageId, createdAt, payload } }: { delivery: LoggedDelivery }) {
  const isTest = isTestEvent(payload)
  return (
    <p className="muted">
      <Time at={createdAt} /> · {isTest && 'a test event, about no real mail'}
      {!isTest && messageId.startsWith('msg_') && <Link href={`/messages/${messageId}`}>the message</Link>}
      {!isTest && !messageId.startsWith('msg_') && 'a mail that came in'}
    </p>
  )
}

function isTestEvent(payload: string | null): boolean {
  try {
    const { payload: detail } = JSON.parse(payload ?? '') as { payload?: { test?: boolean } }
    return detail?.test === true
  } catch {
    return false
  }
}
