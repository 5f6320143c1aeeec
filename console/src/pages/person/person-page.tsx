import './person.css'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'wouter'
import { TextField } from '../../components/field'
import { PageHead } from '../../components/page-head'
import { Empty } from '../../components/states'
import { addressIn } from '../../lib/person'
import { Mail } from './mail'
import { RecipientStatus } from './recipient-status'

/** Everything that is known of a person: why mail does not arrive, and what to do about it. */
export default function PersonPage() {
  const [address, setAddress] = useSearchParams()
  const asked = address.get('address') ?? ''
  const email = addressIn(asked)
  return (
    <>
      <PageHead title={email ?? 'A person'} />
      <Search key={asked} asked={asked} onAsk={(text) => setAddress({ address: text })} />
      {email === null ? (
        <div className="panel">
          <Empty>
            {asked === ''
              ? 'Enter an address to see every mail to it, what became of each, and what to do if one did not arrive.'
              : `“${asked}” is no address. Addresses look like ada@example.com.`}
          </Empty>
        </div>
      ) : (
        <div className="stack" key={email}>
          <RecipientStatus address={email} />
          <Mail address={email} />
        </div>
      )}
    </>
  )
}

function Search({ asked, onAsk }: { asked: string; onAsk: (text: string) => void }) {
  const [text, setText] = useState(asked)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onAsk(text.trim())
  }
  return (
    <search>
      <form className="look-up" onSubmit={submit}>
        <TextField label="Address of the person" value={text} onChange={setText} />
        <button type="submit" className="button">
          Look up
        </button>
      </form>
    </search>
  )
}
