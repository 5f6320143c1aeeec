import { Fragment } from 'react'
import { Link } from 'wouter'
import { addressIn, personPath } from '../lib/person'
import { BidiIsolate } from './bidi-isolate'

/** Recipients, each leading to everything that is known of the person. */
export function People({ recipients }: { recipients: readonly string[] }) {
  return recipients.map((recipient, index) => {
    const address = addressIn(recipient)
    return (
      <Fragment key={recipient}>
        {index > 0 && ', '}
        {address === null ? (
          <BidiIsolate text={recipient} />
        ) : (
          <Link href={personPath(address)}>
            <BidiIsolate text={recipient} />
          </Link>
        )}
      </Fragment>
    )
  })
}
