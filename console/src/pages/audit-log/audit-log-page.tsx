import './audit-log.css'
import { Link, useSearchParams } from 'wouter'
import { Copyable } from '../../components/copyable'
import { SelectField, TextField } from '../../components/field'
import { PageHead } from '../../components/page-head'
import { PagedList } from '../../components/paged-list'
import { Empty } from '../../components/states'
import { Time } from '../../components/time'
import { KeyChoicesDocument } from '../../graphql/choices-operations'
import { useAllPages } from '../../graphql/use-all-pages'
import { withFilter } from '../../lib/with-filter'
import { AREAS } from './areas'
import { AuditLogDocument } from './audit-log-operations'
import { deedOf, isRefusal } from './deeds'
import { type FilterName, hasFilters, variablesOf, WITHOUT_KEY } from './filters'
import { actorInWords, type Entry, pageOf } from './words'

/** Who did what and when. */
export default function AuditLogPage() {
  const [address, setAddress] = useSearchParams()
  const { items, isWhole } = useAllPages(KeyChoicesDocument, ({ apiKeys }) => apiKeys)
  const names = items.map(
    ({ id, name, keyPrefix }) => [id, name ? `the key “${name}”` : `the key ${keyPrefix}…`] as const,
  )
  const keys = new Map(names)
  const variables = variablesOf(address)
  return (
    <>
      <PageHead title="Audit log" />
      <p className="lead">
        Everything that changed the account, the newest first: by programs, by people in this console, and by the
        operator of the service. Sign-ins and what was refused are here, too. Mails are not: each is its own record.
      </p>
      <Filters
        address={address}
        onChange={(name, value) => setAddress((old) => withFilter(old, name, value), { replace: true })}
        keys={keys}
        isWhole={isWhole}
      />
      <div className="panel in-columns audit-log">
        {/* Other filters begin with their first page. */}
        <PagedList
          key={JSON.stringify(variables)}
          label="Audit log"
          query={AuditLogDocument}
          variables={variables}
          pick={({ auditLog }) => auditLog}
          row={(entry) => (
            <li key={entry.id}>
              <Row entry={entry} keys={keys} />
            </li>
          )}
          empty={hasFilters(address) ? <NothingFound onClear={() => setAddress({})} /> : <Nothing />}
          expected={12}
        />
      </div>
    </>
  )
}

const Nothing = () => <Empty>Nothing has been changed yet.</Empty>

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <Empty
      action={
        <button type="button" className="button" onClick={onClear}>
          Show everything
        </button>
      }
    >
      Nothing of this kind was done by them at that time.
    </Empty>
  )
}

interface FiltersProps {
  address: URLSearchParams
  onChange: (name: FilterName, value: string) => void
  /** The names of the keys, by id. */
  keys: ReadonlyMap<string, string>
  isWhole: boolean
}

function Filters({ address, onChange, keys, isWhole }: FiltersProps) {
  const value = (name: FilterName) => address.get(name) ?? ''
  const who = value('who')
  // Its entries stay when it is revoked.
  const gone =
    who.startsWith('key_') && !keys.has(who) ? [[who, isWhole ? 'A key that is gone' : 'A key'] as const] : []
  const named = [...keys].map(([id, name]) => [id, `${name.charAt(0).toUpperCase()}${name.slice(1)}`] as const)
  return (
    <search className="filters four">
      <SelectField
        label="Who"
        value={who}
        onChange={(id) => onChange('who', id)}
        choices={[['', 'Everybody'], ...named, ...gone, ...WITHOUT_KEY]}
      />
      <SelectField
        label="What"
        value={value('what')}
        onChange={(area) => onChange('what', area)}
        choices={[['', 'Everything'], ...AREAS]}
      />
      {(['from', 'to'] as const).map((name) => (
        <TextField
          key={name}
          label={name === 'from' ? 'Since' : 'Until'}
          type="date"
          isOptional
          value={value(name)}
          onChange={(date) => onChange(name, date)}
        />
      ))}
    </search>
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
