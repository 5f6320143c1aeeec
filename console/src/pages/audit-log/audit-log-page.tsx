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
import { pageOfId } from '../../lib/page-of-id'
import { hasFilters, withFilter } from '../../lib/with-filter'
import { actionOf, isRefusal } from './actions'
import { AREAS } from './areas'
import { AuditLogDocument } from './audit-log-operations'
import { FILTERS, type FilterName, variablesOf, WITHOUT_KEY, whoOf } from './filters'
import { actorInWords, type Entry } from './words'

/** Who did what and when. */
export default function AuditLogPage() {
  const [address, setAddress] = useSearchParams()
  const { items, isWhole } = useAllPages(KeyChoicesDocument, ({ apiKeys }) => apiKeys)
  const names = items.map(
    ({ id, name, keyPrefix }) => [id, name ? `the key “${name}”` : `the key ${keyPrefix}…`] as const,
  )
  const keys = new Map(names)
  const variables = variablesOf(address)
  const set = (name: FilterName, value: string) => setAddress((old) => withFilter(old, name, value), { replace: true })
  return (
    <>
      <PageHead title="Audit log" />
      <p className="lead">
        Everything that changed the account, the newest first: by programs, by people in this console, and by the
        operator of the service. Sign-ins and what was refused are here, too. Mails are not: each is its own record.
      </p>
      <Filters address={address} onChange={set} keys={keys} isWhole={isWhole} />
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
              <Row entry={entry} keys={keys} onWho={(who) => set('who', who)} />
            </li>
          )}
          empty={hasFilters(address, FILTERS) ? <NothingFound onClear={() => setAddress({})} /> : <Nothing />}
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

interface RowProps {
  entry: Entry
  keys: ReadonlyMap<string, string>
  /** Narrows the log to what somebody has done. */
  onWho: (who: string) => void
}

function Row({ entry, keys, onWho }: RowProps) {
  const { operation, target, address, userAgent, createdAt } = entry
  const page = target && pageOfId(target)
  return (
    <div className="row">
      <span className="time">
        <Time at={createdAt} />
      </span>
      <span className="what whole">
        <span>
          <Who words={actorInWords(entry, keys)} actor={whoOf(entry)} onWho={onWho} />{' '}
          {isRefusal(operation) ? (
            <span className="badge warn">{actionOf(operation)}</span>
          ) : (
            <strong>{actionOf(operation)}</strong>
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

/** Who did it; a click shows all that they did. */
function Who({ words, actor, onWho }: { words: string; actor: string | null; onWho: (who: string) => void }) {
  if (actor === null) return words
  return (
    <button type="button" className="text-button" title="Show only what they did" onClick={() => onWho(actor)}>
      {words}
    </button>
  )
}
