import { Fragment } from 'react'
import { Link } from 'wouter'
import { addressIn, personPath } from '../lib/person'
import { Outside } from './outside'

/** Recipients, each leading to everything that is known of the person. */
export function People({ recipients }: { recipients: readonly string[] }) {
  return recipients.map((recipient, index) => {
    const address = addressIn(recipient)
    return (
      <Fragment key={recipient}>
        {index > 0 && ', '}
        {address === null ? (
          <Outside text={recipient} />
        ) : (
          <Link href={personPath(address)}>
            <Outside text={recipient} />
          </Link>
        )}
      </Fragment>
    )
  })
}
