import { useClient } from 'urql'
import { Link, useSearchParams } from 'wouter'
import { ChooseBox } from '../../components/choose-box'
import { DayRange } from '../../components/day-range'
import { DELIVERY_WORDS, DeliveryView } from '../../components/delivery'
import { SelectField } from '../../components/field'
import { May } from '../../components/may'
import { PagedList } from '../../components/paged-list'
import { Panel } from '../../components/panel'
import { Empty } from '../../components/states'
import { Time } from '../../components/time'
import type { DeliveryStatus } from '../../graphql/enums'
import { useQuery } from '../../graphql/use-query'
import { useWrite } from '../../graphql/use-write'
import { counted } from '../../lib/counted'
import { wordsOf } from '../../lib/status'
import { endOfDay, startOfDay } from '../../lib/time'
import { useChosen } from '../../lib/use-chosen'
import { usePolling } from '../../lib/use-polling'
import { withFilter } from '../../lib/with-filter'
import {
  RedeliverManyDocument,
  WebhookLogDocument,
  type WebhookLogQuery,
  type WebhookLogQueryVariables,
} from './webhook-operations'
import { EVENTS } from './words'

type LoggedDelivery = NonNullable<WebhookLogQuery['webhook']>['deliveries']['nodes'][number]

const STATUSES = ['PENDING', 'SUCCEEDED', 'FAILED', 'EXHAUSTED'] as const satisfies readonly DeliveryStatus[]
const FILTERS = ['status', 'event', 'from', 'to'] as const
/** How often the log is looked at while nothing is under way, in ms. */
const QUIET_MS = 6_000
/** Most deliveries that the API takes in one request. */
const MOST_AT_ONCE = 100

/** Everything that a webhook was told, newest first, and what it answered. */
export function Log({ id, onChange }: { id: string; onChange: () => void }) {
  const [address, setAddress] = useSearchParams()
  const set = (name: (typeof FILTERS)[number]) => (value: string) =>
    setAddress((old) => withFilter(old, name, value), { replace: true })
  const value = (name: (typeof FILTERS)[number]) => address.get(name) ?? ''
  const variables: WebhookLogQueryVariables = {
    id,
    status: STATUSES.find((status) => status.toLowerCase() === value('status')) ?? null,
    eventType: EVENTS.find(([type]) => type.toLowerCase() === value('event'))?.[0] ?? null,
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
        <SelectField
          label="Event"
          value={value('event')}
          onChange={set('event')}
          choices={[['', 'All'], ...EVENTS.map(([type]) => [type.toLowerCase(), wordsOf(type)] as const)]}
        />
        <DayRange
          label="Created between"
          from={value('from')}
          to={value('to')}
          onChange={(name, day) => set(name)(day)}
        />
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
  const selection = useChosen()
  const { list, chosen, chooseShown, clear } = selection
  return (
    <>
      <May scope="admin">
        <Bar webhookId={variables.id} chosen={chosen} onAll={chooseShown} onClear={clear} refresh={refresh} />
      </May>
      <div ref={list}>
        <PagedList
          label="Deliveries"
          query={WebhookLogDocument}
          variables={variables}
          pick={({ webhook }) => webhook?.deliveries}
          row={(delivery) => (
            <li key={delivery.id} className="delivery">
              <ChooseBox
                id={delivery.id}
                label={`Choose ${wordsOf(delivery.eventType)}, ${DELIVERY_WORDS[delivery.status]}`}
                chosen={selection}
              />
              <DeliveryView delivery={delivery} isTest={isTestEvent(delivery.payload)} refresh={refresh}>
                <Subject delivery={delivery} />
              </DeliveryView>
            </li>
          )}
          empty={
            isFiltered ? (
              <Empty>No delivery matches. Choose another status, event or other days.</Empty>
            ) : (
              <Empty>Nothing was delivered yet. Send a test event, or a mail, and it appears here.</Empty>
            )
          }
          expected={4}
        />
      </div>
    </>
  )
}

interface BarProps {
  webhookId: string
  chosen: ReadonlySet<string>
  onAll: () => void
  onClear: () => void
  refresh: () => void
}

/** Delivers many again. */
function Bar({ webhookId, chosen, onAll, onClear, refresh }: BarProps) {
  const [isBusy, redeliver] = useWrite(RedeliverManyDocument)
  const onRedeliver = async () => {
    const ids = [...chosen]
    for (let from = 0; from < ids.length; from += MOST_AT_ONCE) {
      const deliveryIds = ids.slice(from, from + MOST_AT_ONCE)
      const isLast = from + MOST_AT_ONCE >= ids.length
      const words = {
        ...(isLast && { done: `${counted(ids.length, 'event')} will be delivered again.` }),
        failed: 'Not delivered again',
      }
      if (!(await redeliver({ webhookId, deliveryIds }, words))) return
    }
    onClear()
    refresh()
  }
  return (
    <div className="log-bar">
      <button type="button" className="text-button" onClick={chosen.size > 0 ? onClear : onAll}>
        {chosen.size > 0 ? 'Choose none' : 'Choose all that are shown'}
      </button>
      {chosen.size > 0 && (
        <button type="button" className="button small" disabled={isBusy} onClick={() => void onRedeliver()}>
          Deliver {chosen.size} again
        </button>
      )}
    </div>
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
