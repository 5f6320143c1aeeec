import './suppressions.css'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { Copyable } from '../../components/copyable'
import { Confirm } from '../../components/dialog'
import { SelectField, TextField } from '../../components/field'
import { FormDialog } from '../../components/form-dialog'
import { May, OnlyReads } from '../../components/may'
import { PageHead } from '../../components/page-head'
import { PagedList } from '../../components/paged-list'
import { SearchField } from '../../components/search-field'
import { Empty, Failure, SkeletonRows } from '../../components/states'
import { Time } from '../../components/time'
import { showToast } from '../../components/toasts'
import { useQuery } from '../../graphql/use-query'
import { useSubmit } from '../../graphql/use-submit'
import { useWrite } from '../../graphql/use-write'
import { reasonChoices, reasonInWords } from '../../lib/suppression-reasons'
import { useHidden } from '../../lib/use-hidden'
import { ImportFile } from './import-file'
import { LIST_TYPES } from './list-types'
import {
  AddSuppressionDocument,
  RemoveSuppressionDocument,
  SuppressionOfDocument,
  SuppressionsDocument,
  type SuppressionsQuery,
} from './suppressions-operations'

type Entry = NonNullable<SuppressionsQuery['suppressions']>['nodes'][number]
type Open = 'add' | 'import' | null

/** Who gets no mail, and why. */
export default function SuppressionsPage() {
  const [address, setAddress] = useSearchParams()
  const [open, setOpen] = useState<Open>(null)
  const [asked, setAsked] = useState<Entry | null>(null)
  const hidden = useHidden()
  const [, remove] = useWrite(RemoveSuppressionDocument, LIST_TYPES)
  const search = address.get('search')?.trim() ?? ''
  const reason = address.get('reason') ?? ''
  const set = (name: 'search' | 'reason') => (value: string) =>
    // One or the other: an address has one entry, whatever its reason.
    setAddress(value === '' ? {} : { [name]: value }, { replace: true })

  const onRemove = ({ id, recipient }: Entry) =>
    hidden.during(id, () =>
      remove({ recipient }, { done: `Removed. Mail to ${recipient} is sent again.`, failed: 'Not removed' }),
    )
  const row = (entry: Entry) => (
    <li key={entry.id} hidden={hidden.has(entry.id)}>
      <Row entry={entry} onRemove={() => setAsked(entry)} />
    </li>
  )
  return (
    <>
      <PageHead title="Suppressions">
        <May scope="admin" instead={<OnlyReads />}>
          <button type="button" className="button" onClick={() => setOpen('import')}>
            Import a file
          </button>
          <button type="button" className="button main" onClick={() => setOpen('add')}>
            Add an address
          </button>
        </May>
      </PageHead>
      <p className="lead">
        Addresses that get no mail from you, or no marketing mail. Those that bounce for good and those that report your
        mail as spam come here by themselves: writing to them again would harm the reputation of your domain.
      </p>
      <search className="suppression-filters">
        <SearchField label="Search: a whole address" value={search} onChange={set('search')} />
        <SelectField label="Reason" value={reason} onChange={set('reason')} choices={reasonChoices(reason)} />
      </search>
      <div className="panel in-columns suppressions">
        {search === '' ? (
          <PagedList
            key={reason}
            label="Suppressions"
            query={SuppressionsDocument}
            variables={{ reason: reason || null }}
            pick={({ suppressions }) => suppressions}
            row={row}
            empty={
              reason === '' ? (
                <Empty>Nobody is on the list: mail to everybody is sent.</Empty>
              ) : (
                <Empty>Nobody is on the list for this reason.</Empty>
              )
            }
          />
        ) : (
          <OneEntry key={search} recipient={search} row={row} />
        )}
      </div>
      {open === 'add' && <AddOne onClose={() => setOpen(null)} />}
      {open === 'import' && <ImportFile onClose={() => setOpen(null)} />}
      <Confirm
        title={`Remove ${asked?.recipient ?? ''}?`}
        action="Remove the address"
        decline="Keep it"
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => asked && void onRemove(asked)}
      >
        Mail to this address is sent again. Do this only if the address works now, or if its owner has asked for your
        mail.
      </Confirm>
    </>
  )
}

/** So that it is asked again after changes of the list, also if the address had no entry. */
const CONTEXT = { additionalTypenames: [...LIST_TYPES] }

/** The entry of one address, if it has one. */
function OneEntry({ recipient, row }: { recipient: string; row: (entry: Entry) => ReactNode }) {
  const [{ data, error, fetching }, again] = useQuery({
    query: SuppressionOfDocument,
    variables: { recipient },
    context: CONTEXT,
  })
  if (error) return <Failure error={error} retry={() => again({ requestPolicy: 'network-only' })} />
  if (data?.suppression) return <ul>{row(data.suppression)}</ul>
  if (fetching || !data) return <SkeletonRows count={1} />
  return (
    <Empty>
      {recipient.includes('@')
        ? `${recipient} is not on the list: mail to it is sent.`
        : 'Enter the whole address, like ada@example.com.'}
    </Empty>
  )
}

function Row({ entry, onRemove }: { entry: Entry; onRemove: () => void }) {
  const { recipient, state, reason, updatedAt } = entry
  return (
    <div className="row">
      <span>
        <span className={state === 'SUPPRESSED' ? 'badge bad' : 'badge warn'}>
          {state === 'SUPPRESSED' ? 'no mail at all' : 'no marketing mail'}
        </span>
      </span>
      <span className="whole">
        <Copyable text={recipient} what="address" />
      </span>
      <span className="muted clip">
        <Link href={`/suppressions?reason=${encodeURIComponent(reason)}`} title="Show all with this reason">
          {reasonInWords(reason)}
        </Link>
      </span>
      <span className="time">
        <Time at={updatedAt} />
      </span>
      <span className="row-actions">
        <May scope="admin">
          <button type="button" className="button small danger" onClick={onRemove}>
            Remove
          </button>
        </May>
      </span>
    </div>
  )
}

function AddOne({ onClose }: { onClose: () => void }) {
  const [recipient, setRecipient] = useState('')
  const [reason, setReason] = useState('')
  const { submit, isBusy, problem, fault } = useSubmit(AddSuppressionDocument, LIST_TYPES)
  const onSubmit = async () => {
    const added = await submit({ input: { channel: 'EMAIL', recipient, reason: reason.trim() || null } })
    if (!added?.addSuppression) return
    showToast(`Mail to ${added.addSuppression.recipient} is stopped.`)
    onClose()
  }
  return (
    <FormDialog
      title="Stop mail to an address"
      action="Add the address"
      isOpen
      isBusy={isBusy}
      problem={problem}
      onClose={onClose}
      onSubmit={() => void onSubmit()}
    >
      <TextField
        label="Address"
        value={recipient}
        onChange={setRecipient}
        placeholder="ada@example.com"
        fault={fault('recipient')}
      />
      <TextField
        label="Reason"
        value={reason}
        onChange={setReason}
        isOptional
        placeholder="asked by phone"
        hint="For the people who read this list."
        fault={fault('reason')}
      />
    </FormDialog>
  )
}
