import './keys.css'
import { useState } from 'react'
import { useClient } from 'urql'
import { Copyable } from '../../components/copyable'
import { Confirm } from '../../components/dialog'
import { May } from '../../components/may'
import { PageHead } from '../../components/page-head'
import { PagedList } from '../../components/paged-list'
import { SecretOnce } from '../../components/secret-once'
import { Empty } from '../../components/states'
import { Time } from '../../components/time'
import { InboxChoicesDocument } from '../../graphql/choices-operations'
import { useAllPages } from '../../graphql/use-all-pages'
import { useWrite } from '../../graphql/use-write'
import { useHidden } from '../../lib/use-hidden'
import { KeysDocument, type KeysQuery, RevokeKeyDocument, RotateKeyDocument } from './keys-operations'
import { type Inbox, limitsOf } from './limits'
import { NewKey } from './new-key'
import { KEY_LIST, nameOf, SCOPES } from './words'

type Key = NonNullable<KeysQuery['apiKeys']>['nodes'][number]

/** A question about a key that is open. */
interface Question {
  about: 'rotate' | 'revoke'
  key: Key
}

/** A secret that is being shown. */
interface Shown {
  title: string
  secret: string
  note: string
}

/** The API keys of the account. */
export default function KeysPage() {
  const [isCreating, setCreating] = useState(false)
  const [question, setQuestion] = useState<Question | null>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  const client = useClient()
  const { items: inboxes } = useAllPages(InboxChoicesDocument, ({ inboxes }) => inboxes)
  const hidden = useHidden()
  // Without a new list at once: if the session is one of this key, that would lead to the sign-in page, and the secret
  // would be lost.
  const [, rotate] = useWrite(RotateKeyDocument)
  const [, revoke] = useWrite(RevokeKeyDocument, [KEY_LIST])

  const onRotate = async (key: Key) => {
    const data = await rotate({ id: key.id }, { failed: 'Not rotated' })
    if (!data?.rotateApiKey) return
    const note = 'The old secret has stopped working. Give the new one to every program that used it.'
    setShown({ title: `New secret of ${nameOf(key)}`, secret: data.rotateApiKey.key, note })
  }
  const onRevoke = ({ id }: Key) =>
    hidden.during(id, () => revoke({ id }, { done: 'Revoked. It no longer works.', failed: 'Not revoked' }))
  const onCopied = () => {
    setShown(null)
    void client.query(KeysDocument, {}, { requestPolicy: 'network-only' }).toPromise()
  }
  const onCreated = (secret: string) => {
    setCreating(false)
    const note = 'Programs send it in the header “Authorization: Bearer …”. Keep it on servers, never in a web page.'
    setShown({ title: 'Your new key', secret, note })
  }
  const create = (
    <button type="button" className="button main" onClick={() => setCreating(true)}>
      Create a key
    </button>
  )
  return (
    <>
      <PageHead title="Keys">{create}</PageHead>
      <p className="lead">
        A key is the password of a program that uses the API. Give each program a separate key with only the rights it
        needs, so that you can revoke one without affecting the others.
      </p>
      <div className="panel in-columns keys">
        <PagedList
          label="Keys"
          query={KeysDocument}
          variables={{}}
          pick={({ apiKeys }) => apiKeys}
          row={(key) => (
            <li key={key.id} hidden={hidden.has(key.id)}>
              <Row apiKey={key} inboxes={inboxes} onAsk={(about) => setQuestion({ about, key })} />
            </li>
          )}
          empty={<Empty>There is no key yet. A program needs one to send mail.</Empty>}
        />
      </div>
      {isCreating && <NewKey inboxes={inboxes} onClose={() => setCreating(false)} onCreated={onCreated} />}
      <Confirm
        title={`Rotate ${question ? nameOf(question.key) : ''}?`}
        action="Rotate the key"
        decline="Keep it"
        isOpen={question?.about === 'rotate'}
        onClose={() => setQuestion(null)}
        onConfirm={() => question && void onRotate(question.key)}
      >
        It gets a new secret, and the old one stops working at once: programs are refused until they have the new one.
        If you have signed in with it, you have to sign in again.
      </Confirm>
      <Confirm
        title={`Revoke ${question ? nameOf(question.key) : ''}?`}
        action="Revoke the key"
        decline="Keep it"
        isOpen={question?.about === 'revoke'}
        onClose={() => setQuestion(null)}
        onConfirm={() => question && void onRevoke(question.key)}
      >
        Programs that use it are refused from now on. This cannot be undone. If you have signed in with it, you are
        signed out.
      </Confirm>
      <SecretOnce
        title={shown?.title ?? ''}
        secrets={shown && [{ label: 'Secret', text: shown.secret }]}
        onClose={onCopied}
      >
        {shown?.note}
      </SecretOnce>
    </>
  )
}

interface RowProps {
  apiKey: Key
  inboxes: readonly Inbox[]
  onAsk: (about: Question['about']) => void
}

function Row({ apiKey, inboxes, onAsk }: RowProps) {
  const { id, name, keyPrefix, scope, testMode, lastUsedAt, expiresAt } = apiKey
  return (
    <div className="row">
      <span className="name whole">
        <span className="clip">{name ?? <span className="muted">No name</span>}</span>
        <span className="mono muted">{keyPrefix}…</span>
        {limitsOf(apiKey, inboxes).map((limit) => (
          <span key={limit} className="limit muted">
            {limit}
          </span>
        ))}
      </span>
      <span className="whole">
        <Copyable text={id} what="id" />
      </span>
      <span>
        {SCOPES[scope].title} {testMode && <span className="badge">test</span>}
      </span>
      <span className="muted">{lastUsedAt ? <LastUse at={lastUsedAt} /> : 'never used'}</span>
      <span className="muted">
        <Expiry at={expiresAt} />
      </span>
      <span className="row-actions">
        <May scope="admin" live={!testMode}>
          <button type="button" className="button small" onClick={() => onAsk('rotate')}>
            Rotate
          </button>
          <button type="button" className="button small danger" onClick={() => onAsk('revoke')}>
            Revoke
          </button>
        </May>
      </span>
    </div>
  )
}

function LastUse({ at }: { at: string }) {
  return (
    <>
      used <Time at={at} />
    </>
  )
}

function Expiry({ at }: { at: string | null }) {
  if (at === null) return 'never expires'
  if (new Date(at) <= new Date()) return <span className="badge bad">expired</span>
  return (
    <>
      until <Time at={at} />
    </>
  )
}
