import '../broadcasts/broadcasts.css'
import { type FormEvent, useRef, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { ChoiceField } from '../../components/choice-field'
import { Confirm } from '../../components/dialog'
import { SelectField, TextField } from '../../components/field'
import { PageHead } from '../../components/page-head'
import { Panel } from '../../components/panel'
import { Pending } from '../../components/pending'
import { Empty, Failure, NotFound, Refusal, Skeleton } from '../../components/states'
import { showToast } from '../../components/toasts'
import {
  ListChoicesDocument,
  type ListChoicesQuery,
  TemplateChoicesDocument,
  type TemplateChoicesQuery,
} from '../../graphql/choices-operations'
import { SendersDocument } from '../../graphql/senders-operations'
import { useAllPages, type WholeList } from '../../graphql/use-all-pages'
import { useQuery } from '../../graphql/use-query'
import { useSubmit } from '../../graphql/use-submit'
import { lazyPart } from '../../lib/lazy-part'
import { exactTime } from '../../lib/time'
import { discardUnsaved, useUnsaved } from '../../lib/unsaved'
import { verifiedDomains } from '../../lib/verified-domains'
import {
  AudienceSizeDocument,
  BroadcastToCopyDocument,
  type BroadcastToCopyQuery,
  CreateBroadcastDocument,
  UpdateBroadcastDocument,
} from './new-broadcast-operations'

const MailPreview = lazyPart(() =>
  import('../broadcast/mail-preview').then(({ MailPreview }) => ({ default: MailPreview })),
)

interface Draft {
  name: string
  listId: string
  from: string
  /** Empty for the sender. */
  replyTo: string
  subject: string
  /** Empty for custom text. */
  templateId: string
  html: string
  text: string
  throttle: string
  tracking: TrackingChoice
  /** Empty to start it by hand. As the field has it, in the reader's zone. */
  at: string
}

/** Empty for what the service tracks by default. */
type TrackingChoice = '' | 'none' | 'opens' | 'clicks' | 'both'

const TRACKING: readonly (readonly [TrackingChoice, string])[] = [
  ['', 'What the service tracks by default'],
  ['both', 'Opens and clicks'],
  ['opens', 'Opens'],
  ['clicks', 'Clicks'],
  ['none', 'Nothing'],
]

const HTML = `<p>Hello {{ first_name | default: 'you' }},</p>
<p>…</p>
<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>
`

/**
 * A new mail to everybody in a list, maybe like a former one.
 * @param edits the draft that is changed instead.
 */
export default function NewBroadcastPage({ edits }: { edits?: string }) {
  const [address] = useSearchParams()
  const id = edits ?? address.get('like') ?? ''
  const [{ data, error }, again] = useQuery({ query: SendersDocument })
  const lists = useAllPages(ListChoicesDocument, ({ contactLists }) => contactLists)
  const [{ data: copied, error: lost, fetching }] = useQuery({
    query: BroadcastToCopyDocument,
    variables: { id },
    pause: id === '',
    // What is edited is what is stored, whoever has changed it.
    requestPolicy: edits === undefined ? 'cache-first' : 'network-only',
  })
  const title = edits === undefined ? 'New broadcast' : 'Edit the broadcast'
  // What is typed stays when the stored draft is read again.
  const isReady = (!fetching || copied) && (lists.isWhole || lists.items.length > 0)
  return (
    <>
      <PageHead title={title} />
      {error && <Failure error={error} retry={() => again({ requestPolicy: 'network-only' })} />}
      {!error && lists.error && <Failure error={lists.error} retry={lists.retry} />}
      {lost && <Failure error={lost} />}
      {!(data && isReady) && !error && !lists.error && <Skeleton width="50%" />}
      {isReady && lists.items.length === 0 && <NoLists />}
      {data && isReady && edits !== undefined && copied && !copied.broadcast && (
        <NotFound what="broadcast" href="/broadcasts" action="Show all broadcasts" />
      )}
      {data && isReady && lists.items.length > 0 && (edits === undefined || copied?.broadcast) && (
        <Form domain={verifiedDomains(data)[0]} lists={lists} like={copied?.broadcast ?? null} edits={edits} />
      )}
    </>
  )
}

type List = NonNullable<ListChoicesQuery['contactLists']>['nodes'][number]
type Template = NonNullable<TemplateChoicesQuery['templates']>['nodes'][number]

interface FormProps {
  /** One to send from, if there is any. */
  domain: string | undefined
  lists: WholeList<List>
  /** A broadcast to begin with. */
  like: BroadcastToCopyQuery['broadcast']
  /** It is changed, and no new one is made. */
  edits: string | undefined
}

function Form({ domain, lists, like, edits }: FormProps) {
  const creation = useSubmit(CreateBroadcastDocument)
  const change = useSubmit(UpdateBroadcastDocument)
  const { isBusy, problem, fault } = edits === undefined ? creation : change
  const templates = useAllPages(TemplateChoicesDocument, (found) => found.templates)
  const [saved, setSaved] = useState(() => draftOf(domain, like, edits === undefined))
  const [draft, setDraft] = useState(saved)
  const latest = useRef(draft)
  latest.current = draft
  /** The revision that the changes are made to; null to make them to any. */
  const revision = useRef(like?.revision ?? null)
  const [isAsking, setAsking] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const [, go] = useLocation()
  useUnsaved(JSON.stringify(draft) !== JSON.stringify(saved))
  const set =
    <Name extends keyof Draft>(name: Name) =>
    (value: Draft[Name]) =>
      setDraft((old) => ({ ...old, [name]: value }))
  // One that is inactive by now is not silently replaced in a copy. The API says what is wrong with it.
  const offered = templates.items.filter(({ id, isActive }) => isActive || id === draft.templateId)
  const store = async () => {
    if (edits === undefined) return (await creation.submit({ input: inputOf(draft) }))?.createBroadcast
    const input = { ...changesOf(draft), revision: revision.current }
    return (await change.submit({ id: edits, input }))?.updateBroadcast
  }
  const save = async () => {
    const stored = await store()
    if (!stored) return
    if (edits !== undefined && latest.current !== draft && draft.at === '') {
      revision.current = stored.revision
      setSaved(draft)
      return showToast('The draft is saved, but not what you have typed since.')
    }
    const done = edits === undefined ? 'The draft is created. Nothing is sent yet.' : 'The draft is saved.'
    showToast(draft.at === '' ? done : 'Scheduled. It starts by itself.')
    discardUnsaved()
    go(`/broadcasts/${stored.id}`)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (draft.listId === '') return setMissing(true)
    if (draft.at === '') void save()
    else setAsking(true)
  }
  const form = (
    <form onSubmit={onSubmit}>
      {/* Once it is created or scheduled, another page shows it, as it was sent. */}
      <fieldset className="stack" disabled={isBusy && (edits === undefined || draft.at !== '')}>
        <Panel title="To whom, and when">
          <div className="content stack">
            <TextField
              label="Name, for you"
              value={draft.name}
              onChange={set('name')}
              fault={fault('name')}
              placeholder="November news"
            />
            <ChoiceField
              label="To everybody in the list"
              value={draft.listId}
              onChange={set('listId')}
              choices={lists.items}
              isLoading={!lists.isWhole}
              placeholder="Choose a list"
              hint={draft.listId !== '' && <Audience listId={draft.listId} />}
              fault={fault('listId') ?? (isMissing && draft.listId === '' ? 'Choose a list.' : undefined)}
            />
            <TextField
              label="From"
              isOptional
              value={draft.from}
              onChange={set('from')}
              hint="Like News <news@shop.example>, at a verified domain. Empty for the shared sender, while there is none."
              fault={fault('fromEmail')}
            />
            <TextField
              label="Answers go to"
              isOptional
              value={draft.replyTo}
              onChange={set('replyTo')}
              hint="Addresses, separated by commas. Empty for the sender."
              fault={fault('replyTo')}
            />
            <TextField
              label="Start at"
              type="datetime-local"
              isOptional
              value={draft.at}
              onChange={set('at')}
              hint="In your time zone, at most 90 days ahead. Empty for a draft that you start by hand."
              fault={fault('scheduledAt')}
            />
            <TextField
              label="Most mails a minute"
              type="number"
              isOptional
              value={draft.throttle}
              onChange={set('throttle')}
              hint="Slows it down, to warm up a new domain. Empty for as fast as possible."
              fault={fault('throttlePerMinute')}
            />
            <SelectField
              label="Track"
              value={draft.tracking}
              onChange={set('tracking')}
              choices={TRACKING}
              hint="Opens are told by a picture, clicks by links that lead through this service."
              fault={fault('tracking')}
            />
          </div>
        </Panel>
        <Panel title="The mail">
          <div className="content stack">
            <ChoiceField
              label="Content"
              value={draft.templateId}
              onChange={set('templateId')}
              choices={[OWN_TEXT, ...offered.map(asChoice)]}
              isLoading={!templates.isWhole}
              placeholder="Custom text, or a template"
              fault={fault('templateId')}
            />
            {templates.error && <Failure error={templates.error} retry={templates.retry} />}
            <TextField
              label="Subject"
              isOptional={draft.templateId !== ''}
              value={draft.subject}
              onChange={set('subject')}
              hint={draft.templateId === '' ? undefined : 'Empty for the subject of the template.'}
              fault={fault('subject')}
            />
            {draft.templateId === '' && (
              <>
                <TextField
                  label="HTML"
                  rows={10}
                  isOptional
                  value={draft.html}
                  onChange={set('html')}
                  hint="{{ first_name }}, {{ last_name }}, {{ email }} and attributes of the contact stand for their values; {{ unsubscribe_url }} is the reader's own link."
                  fault={fault('bodyHtml')}
                />
                <TextField
                  label="Plain text"
                  rows={4}
                  isOptional
                  value={draft.text}
                  onChange={set('text')}
                  fault={fault('bodyText')}
                />
              </>
            )}
            <Refusal problem={problem}>
              {problem?.code === 'draft_changed' && (
                <>
                  <a className="button small" href={`/broadcasts/${edits}`} target="_blank" rel="noreferrer">
                    Look at it
                  </a>
                  <button
                    type="submit"
                    className="button small"
                    onClick={() => {
                      revision.current = null
                    }}
                  >
                    Save mine instead
                  </button>
                </>
              )}
            </Refusal>
            <div>
              <button type="submit" className="button main" disabled={isBusy}>
                {draft.at === '' ? (edits === undefined ? 'Create the draft' : 'Save the draft') : 'Schedule…'}
              </button>
            </div>
          </div>
        </Panel>
      </fieldset>
      <Confirm
        title="Schedule this broadcast?"
        action="Schedule it"
        decline="Not yet"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void save()}
      >
        It starts by itself on {draft.at !== '' && exactTime(momentOf(draft.at))}, to everybody who is in the list “
        {lists.items.find(({ id }) => id === draft.listId)?.name}” then: <Audience listId={draft.listId} /> You can
        cancel it until then.
      </Confirm>
    </form>
  )
  return (
    <div className="broadcast">
      {form}
      <div className="beside">
        <Panel title="As it looks now">
          <div className="content">
            <Pending fallback={<Skeleton width="60%" />}>
              <MailPreview id={edits} listId={draft.listId} changes={previewOf(draft)} />
            </Pending>
          </div>
        </Panel>
      </div>
    </div>
  )
}

const OWN_TEXT = { id: '', name: 'Custom text' }
const asChoice = ({ id, name, isActive }: Template) => ({
  id,
  name: `Template: ${name}${isActive ? '' : ' (inactive)'}`,
})

/** How many people a list reaches. */
function Audience({ listId }: { listId: string }) {
  const [{ data }] = useQuery({ query: AudienceSizeDocument, variables: { id: listId }, pause: listId === '' })
  const count = data?.contactList?.memberCount
  if (count === undefined || count === null) return 'Counting…'
  return `${count.toLocaleString()} ${count === 1 ? 'person is' : 'people are'} in it now. Whoever has unsubscribed gets nothing.`
}

function draftOf(domain: string | undefined, like: BroadcastToCopyQuery['broadcast'], isCopy: boolean): Draft {
  if (!like) {
    const from = domain ? `news@${domain}` : ''
    return {
      ...{ name: '', listId: '', from, replyTo: '', subject: '', templateId: '' },
      ...{ html: HTML, text: '', throttle: '', tracking: '' as const, at: '' },
    }
  }
  return {
    ...{
      name: isCopy ? `${like.name} again` : like.name,
      from: like.fromEmail ?? '',
      subject: like.subject ?? '',
      at: '',
    },
    listId: like.listId,
    replyTo: (like.replyTo ?? []).join(', '),
    ...{ templateId: like.templateId ?? '', html: like.bodyHtml ?? '', text: like.bodyText ?? '' },
    throttle: like.throttlePerMinute === null ? '' : String(like.throttlePerMinute),
    tracking: choiceOf(like.tracking),
  }
}

const choiceOf = ({ opens, clicks }: { opens: boolean; clicks: boolean }): TrackingChoice =>
  opens && clicks ? 'both' : opens ? 'opens' : clicks ? 'clicks' : 'none'

const momentOf = (local: string) => new Date(local).toISOString()

const inputOf = ({ name, listId, from, replyTo, subject, templateId, html, text, ...more }: Draft) => ({
  ...{ name, listId },
  ...(from !== '' && { fromEmail: from }),
  ...(replyTo.trim() !== '' && { replyTo: replyTo.split(',').map((address) => address.trim()) }),
  ...(subject !== '' && { subject }),
  ...(templateId === '' ? { bodyHtml: html || null, bodyText: text || null } : { templateId }),
  ...(more.throttle !== '' && { throttlePerMinute: Number(more.throttle) }),
  ...(more.tracking !== '' && {
    tracking: {
      opens: more.tracking === 'opens' || more.tracking === 'both',
      clicks: more.tracking === 'clicks' || more.tracking === 'both',
    },
  }),
  ...(more.at !== '' && { scheduledAt: momentOf(more.at) }),
})

/** What a preview shows of a draft. */
const previewOf = ({ listId, subject, templateId, html, text }: Draft) => ({
  ...{ listId, subject: subject || null, templateId: templateId || null },
  ...{ bodyHtml: templateId === '' ? html || null : null, bodyText: templateId === '' ? text || null : null },
})

/** What is empty is removed. */
const changesOf = (draft: Draft) => ({
  ...{ fromEmail: null, replyTo: null, subject: null, throttlePerMinute: null },
  ...{ templateId: null, bodyHtml: null, bodyText: null },
  ...inputOf(draft),
})

const NoLists = () => (
  <Empty
    action={
      <Link href="/contacts?view=lists" className="button">
        Make a list
      </Link>
    }
  >
    A broadcast goes to everybody in a list, and there is no list yet.
  </Empty>
)
