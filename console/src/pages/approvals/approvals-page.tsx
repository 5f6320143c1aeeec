import './approvals.css'
import { Link, Route, Switch, useSearchParams } from 'wouter'
import { SelectField } from '../../components/field'
import { PageHead } from '../../components/page-head'
import { PagedList } from '../../components/paged-list'
import { Empty } from '../../components/states'
import { Time } from '../../components/time'
import { useQuery } from '../../graphql/use-query'
import { usePolling } from '../../lib/use-polling'
import { withFilter } from '../../lib/with-filter'
import { ApprovalView } from './approval'
import { ApprovalsDocument, type ApprovalsQuery } from './approvals-operations'
import { APPROVALS_PATH, actionOf, statusOf } from './words'

type Listed = NonNullable<ApprovalsQuery['approvals']>['nodes'][number]

/** The feed of the account does not tell of approvals. */
const EVERY_MS = 10_000

const SHOWN = [
  ['', 'What waits'],
  ['all', 'All of the last 30 days'],
] as const

/** Mail that models want to send, and that waits for a person. */
export default function ApprovalsPage() {
  return (
    <Switch>
      <Route path={`${APPROVALS_PATH}/:id`}>{({ id = '' }) => <ApprovalView key={id} id={id} />}</Route>
      <Route component={Approvals} />
    </Switch>
  )
}

function Approvals() {
  const [address, setAddress] = useSearchParams()
  const isAll = address.get('show') === 'all'
  const variables = { status: isAll ? null : 'pending' }
  const [, again] = useQuery({ query: ApprovalsDocument, variables })
  usePolling(() => again({ requestPolicy: 'network-only' }), true, EVERY_MS)
  return (
    <>
      <PageHead title="Approvals" />
      <p className="lead">
        Mail that language models want to send. Nothing leaves before somebody has read and approved it. What nobody
        decides on within 24 hours is deleted.
      </p>
      <div className="panel in-columns approvals">
        <header>
          <SelectField
            label="Show"
            value={isAll ? 'all' : ''}
            onChange={(show) => setAddress((old) => withFilter(old, 'show', show), { replace: true })}
            choices={SHOWN}
          />
        </header>
        <PagedList
          key={String(isAll)}
          label="Approvals"
          query={ApprovalsDocument}
          variables={variables}
          pick={({ approvals }) => approvals}
          row={(approval) => (
            <li key={approval.id}>
              <Row approval={approval} />
            </li>
          )}
          empty={
            <Empty>
              {isAll
                ? 'No model has asked to send anything.'
                : 'Nothing waits. With the setting MCP_SEND_APPROVAL, mail that models want to send waits here.'}
            </Empty>
          }
          expected={4}
        />
      </div>
    </>
  )
}

function Row({ approval }: { approval: Listed }) {
  const { id, status, operation, testMode, createdAt, expiresAt } = approval
  const { tone, title } = statusOf(status)
  return (
    <Link href={`${APPROVALS_PATH}/${id}`} className="row">
      <span className="name whole">
        {actionOf(operation)} {testMode && <span className="badge">test</span>}
      </span>
      <span>
        <span className={`badge ${tone}`}>{title}</span>
      </span>
      <span className="muted">
        {status === 'pending' && (
          <>
            deleted <Time at={expiresAt} />
          </>
        )}
      </span>
      <span className="time">
        <Time at={createdAt} />
      </span>
    </Link>
  )
}
