import { useState } from 'react'
import { ConfirmButton } from '../../components/confirm-button'
import { May } from '../../components/may'
import { Panel } from '../../components/panel'
import { Pending } from '../../components/pending'
import { Empty, Failure, SkeletonRows } from '../../components/states'
import { KeyChoicesDocument } from '../../graphql/choices-operations'
import { useAllPages } from '../../graphql/use-all-pages'
import { useQuery } from '../../graphql/use-query'
import { useWrite } from '../../graphql/use-write'
import { lazyPart } from '../../lib/lazy-part'
import { inDollars } from '../../lib/money'
import { useMay } from '../../lib/rights'
import { nameOfKey } from './key-name'
import { type CapFragment, DeleteSpendCapDocument, SpendCapsDocument } from './usage-operations'

/** With a field that only those need who set a cap. */
const CapForm = lazyPart(() => import('./cap-form'))

/** The limits on what is spent in a month, and how far they are used. */
export function Caps() {
  const [{ data, error }, again] = useQuery({ query: SpendCapsDocument })
  // Only admin keys may read them. Without them, a cap shows the id of its key.
  const keys = useAllPages(KeyChoicesDocument, ({ apiKeys }) => apiKeys, { isPaused: !useMay('admin') })
  const [edited, setEdited] = useState<CapFragment | 'new' | null>(null)
  const [gone, setGone] = useState<string[]>([])
  const refresh = () => again({ requestPolicy: 'network-only' })
  const caps = data?.spendCaps?.nodes.filter(({ id }) => !gone.includes(id))
  const whose = (keyId: string | null) => {
    const key = keys.items.find(({ id }) => id === keyId)
    if (key) return nameOfKey(key)
    return keyId === null ? 'The account' : `Key ${keyId}`
  }
  return (
    <Panel
      title="Spend caps"
      aside={
        <May scope="admin" live>
          <button type="button" className="button small" onClick={() => setEdited('new')}>
            Set a cap
          </button>
        </May>
      }
    >
      {error && <Failure error={error} retry={refresh} />}
      {!caps && !error && <SkeletonRows count={2} />}
      {caps?.length === 0 && (
        <Empty
          action={
            <May scope="admin" live>
              <button type="button" className="button" onClick={() => setEdited('new')}>
                Set a cap
              </button>
            </May>
          }
        >
          Nothing limits what is spent. A cap can warn you by mail, and stop mail that would cost more.
        </Empty>
      )}
      <ul>
        {caps?.map((cap) => (
          <Cap
            key={cap.id}
            cap={cap}
            name={whose(cap.keyId)}
            onEdit={() => setEdited(cap)}
            onGone={(isGone) => setGone((old) => (isGone ? [...old, cap.id] : old.filter((id) => id !== cap.id)))}
          />
        ))}
      </ul>
      {edited && (
        <Pending>
          <CapForm
            cap={edited === 'new' ? null : edited}
            keys={keys}
            name={edited === 'new' ? '' : whose(edited.keyId)}
            onClose={() => setEdited(null)}
            onSaved={refresh}
          />
        </Pending>
      )}
    </Panel>
  )
}

interface CapProps {
  cap: CapFragment
  name: string
  onEdit: () => void
  onGone: (isGone: boolean) => void
}

function Cap({ cap, name, onEdit, onGone }: CapProps) {
  const { id, softLimitMicros, hardLimitMicros, usedMicros } = cap
  const [, remove] = useWrite(DeleteSpendCapDocument)
  const limit = hardLimitMicros ?? softLimitMicros
  const onRemove = async () => {
    onGone(true)
    if (!(await remove({ id }, { done: 'The cap is removed.', failed: 'Not removed' }))) onGone(false)
  }
  return (
    <li className="cap">
      <div className="what">
        <strong>{name}</strong>
        {limit !== null && usedMicros >= limit && (
          <span className={`badge ${hardLimitMicros === null ? 'warn' : 'bad'}`}>
            {hardLimitMicros === null ? 'warning limit reached' : 'full: sends are refused'}
          </span>
        )}
        <div className="actions">
          <May scope="admin" live>
            <button type="button" className="button small" onClick={onEdit}>
              Change
            </button>
          </May>
          <ConfirmButton
            live
            label="Remove"
            className="button small danger"
            title="Remove this cap?"
            action="Remove the cap"
            decline="Keep it"
            onConfirm={() => void onRemove()}
          >
            From the next mail on, it neither warns nor stops.
          </ConfirmButton>
        </div>
      </div>
      {limit !== null && (
        <progress max={Math.max(limit, 1)} value={Math.min(usedMicros, limit)} aria-label={`Used: ${name}`} />
      )}
      <span className="muted">
        {inDollars(usedMicros)} used this month
        {softLimitMicros !== null && ` · a mail warns the owner at ${inDollars(softLimitMicros)}`}
        {hardLimitMicros !== null && ` · sends stop at ${inDollars(hardLimitMicros)}`}
      </span>
    </li>
  )
}
