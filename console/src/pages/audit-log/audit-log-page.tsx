import './audit-log.css'
import { Link } from 'wouter'
import { Copyable } from '../../components/copyable'
import { PageHead } from '../../components/page-head'
import { PagedList } from '../../components/paged-list'
import { Empty } from '../../components/states'
import { Time } from '../../components/time'
import { KeyChoicesDocument } from '../../graphql/choices-operations'
import { useAllPages } from '../../graphql/use-all-pages'
import { AuditLogDocument } from './audit-log-operations'
import { actorInWords, deedOf, type Entry, isRefusal, pageOf } from './words'

/** Who did what and when. */
export default function AuditLogPage() {
  const { items } = useAllPages(KeyChoicesDocument, ({ apiKeys }) => apiKeys)
  const names = items.map(
    ({ id, name, keyPrefix }) => [id, name ? `the key “${name}”` : `the key ${keyPrefix}…`] as const,
  )
  const keys = new Map(names)
  return (
    <>
      <PageHead title="Audit log" />
      <p className="lead">
        Everything that changed the account, the newest first: by programs, by people in this console, and by the
        operator of the service. Sign-ins and what was refused are here, too. Mails are not: each is its own record.
      </p>
      <div className="panel in-columns audit-log">
        <PagedList
          label="Audit log"
          query={AuditLogDocument}
          variables={{}}
          pick={({ auditLog }) => auditLog}
          row={(entry) => (
            <li key={entry.id}>
              <Row entry={entry} keys={keys} />
            </li>
          )}
          empty={<Empty>Nothing has been changed yet.</Empty>}
          expected={12}
        />
      </div>
    </>
  )
}

function Row({ entry, keys }: { entry: Entry; keys: ReadonlyMap<string, string> }) {
  const { operation, target, address, userAgent, createdAt } = entry
  const page = target && pageOf(target)
  return (
    <div className="row">
      <span className="time">
        <Time at={createdAt} />
      </span>
      <span className="what whole">
        <span>
          {actorInWords(entry, keys)}{' '}
          {isRefusal(operation) ? (
            <span className="badge warn">{deedOf(operation)}</span>
          ) : (
            <strong>{deedOf(operation)}</strong>
          )}
        </span>
        <span className="muted">
          <span className="mono">{operation}</span>
          {address && ` · from ${address}`}
          {userAgent && ` · ${userAgent}`}
        </span>
      </span>
      <span className="whole">
        {target && <Copyable text={target} what="id" />} {page && <Link href={page}>Show</Link>}
      </span>
    </div>
  )
}
