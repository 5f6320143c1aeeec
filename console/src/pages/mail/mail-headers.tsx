import { useState } from 'react'
import { BidiIsolate } from '../../components/bidi-isolate'
import { Failure, Skeleton } from '../../components/states'
import { useQuery } from '../../graphql/use-query'
import { MailHeadersDocument } from './mail-operations'

/** The headers of a received mail, read when they are asked for. */
export function MailHeaders({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Headers</summary>
      {isOpen && <Headers id={id} />}
    </details>
  )
}

function Headers({ id }: { id: string }) {
  // They never change.
  const [{ data, error }, again] = useQuery({
    query: MailHeadersDocument,
    variables: { id },
    requestPolicy: 'cache-first',
  })
  if (error) return <Failure error={error} retry={() => again({ requestPolicy: 'network-only' })} />
  if (!data) return <Skeleton width="60%" />
  return (
    <dl className="facts">
      {(data.inboundEmail?.headers ?? []).map(({ name, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list does not change
        <div key={index} style={{ display: 'contents' }}>
          <dt>
            <BidiIsolate text={name} />
          </dt>
          <dd className="mono">
            <BidiIsolate text={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
