import './template.css'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { Boundary } from '../../components/boundary'
import { ConfirmButton } from '../../components/confirm-button'
import { Copyable } from '../../components/copyable'
import { Checkbox, TextField } from '../../components/field'
import { May, OnlyReads } from '../../components/may'
import { Panel } from '../../components/panel'
import { Failure, NotFound, Refusal, Skeleton } from '../../components/states'
import { showToast } from '../../components/toasts'
import type { Problem } from '../../graphql/problem'
import { useQuery } from '../../graphql/use-query'
import { useSubmit } from '../../graphql/use-submit'
import { useWrite } from '../../graphql/use-write'
import { useMay } from '../../lib/rights'
import { discardUnsaved, useUnsaved } from '../../lib/unsaved'
import { useTitle } from '../../lib/use-title'
import { BLANK, contentOf, draftOf, type TemplateDraft } from './draft'
import { Preview, usePreview } from './preview'
import { SendTest } from './send-test'
import { SourceField } from './source-field'
import {
  CreateTemplateDocument,
  DeleteTemplateDocument,
  TemplateDocument,
  type TemplateQuery,
  UpdateTemplateDocument,
} from './template-operations'
import { Variables } from './variables'
import { Versions } from './versions'

type Stored = NonNullable<TemplateQuery['template']>

/** A template, to be read and edited. */
export default function TemplatePage({ id }: { id: string }) {
  return id === 'new' ? <New /> : <Existing id={id} />
}

function New() {
  const { submit, isBusy, problem, fault } = useSubmit(CreateTemplateDocument)
  const [, go] = useLocation()
  const onSave = async (draft: TemplateDraft) => {
    const saved = await submit({
      input: {
        name: draft.name,
        ...(draft.slug !== '' && { slug: draft.slug }),
        channel: 'EMAIL',
        ...contentOf(draft),
      },
    })
    if (!saved?.createTemplate) return false
    showToast('The template is created.')
    discardUnsaved()
    go(`/templates/${saved.createTemplate.id}`)
    return true
  }
  return <Editor title="New template" stored={null} initial={BLANK} save={{ isBusy, problem, fault, onSave }} />
}

function Existing({ id }: { id: string }) {
  const [{ data, error, fetching }, again] = useQuery({ query: TemplateDocument, variables: { id } })
  const { submit, isBusy, problem, fault } = useSubmit(UpdateTemplateDocument)
  const refresh = () => again({ requestPolicy: 'network-only' })
  const stored = data?.template
  if (error && !stored) return <Failure error={error} retry={refresh} />
  if (!stored)
    return fetching ? (
      <Skeleton width="240px" />
    ) : (
      <NotFound what="template" href="/templates" action="Show all templates" />
    )
  const onSave = async (draft: TemplateDraft) => {
    const { name, slug, isActive } = draft
    const saved = await submit({ id, input: { name, slug, isActive, ...contentOf(draft) } })
    if (!saved?.updateTemplate) return false
    const { version } = saved.updateTemplate
    const isNew = version !== stored.version
    showToast(isNew ? `Saved as version ${version}. Mail that was accepted before keeps the old one.` : 'Saved.')
    refresh()
    return true
  }
  return (
    <Editor title={stored.name} stored={stored} initial={draftOf(stored)} save={{ isBusy, problem, fault, onSave }} />
  )
}

interface EditorProps {
  title: string
  /** Null for a new one. */
  stored: Stored | null
  initial: TemplateDraft
  save: {
    isBusy: boolean
    problem: Problem | null
    fault: (path: string) => string | undefined
    /** Resolves to whether it is saved. */
    onSave: (draft: TemplateDraft) => Promise<boolean>
  }
}

function Editor({ title, stored, initial, save }: EditorProps) {
  useTitle(title)
  const [saved, setSaved] = useState(initial)
  const [draft, setDraft] = useState(initial)
  const set = (changes: Partial<TemplateDraft>) => setDraft((old) => ({ ...old, ...changes }))
  const isDirty = JSON.stringify(draft) !== JSON.stringify(saved)
  const may = useMay('admin')
  // Whoever cannot save it only tries it out.
  useUnsaved(isDirty && may)
  const preview = usePreview(draft)
  // What is wrong now comes before what was wrong when it was saved.
  const fault = (path: string) => preview.fault(path) ?? (preview.isCurrent ? undefined : save.fault(path))
  const onSave = async () => {
    if (await save.onSave(draft)) setSaved(draft)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void onSave()
      }}
    >
      <div className="page-head">
        <h1>{title}</h1>
        {draft.isLayout && <span className="badge">layout</span>}
        {stored && <span className="badge">version {stored.version}</span>}
        {isDirty && may && <span className="badge warn">not saved</span>}
        <div className="actions">
          {stored && <Delete id={stored.id} />}
          {stored && !draft.isLayout && (
            <May scope="admin">
              <SendTest id={stored.id} draft={draft} isDirty={isDirty} />
            </May>
          )}
          <May scope="admin" instead={<OnlyReads />}>
            <button type="submit" className="button main" disabled={save.isBusy || (stored !== null && !isDirty)}>
              {save.isBusy ? 'Saving…' : 'Save'}
            </button>
          </May>
        </div>
      </div>
      <Refusal problem={save.problem} />
      {/* Once it is created, another page shows it, as it was sent. */}
      <fieldset className="template" disabled={save.isBusy && stored === null}>
        <div className="stack">
          <section className="panel" aria-label="Content">
            <div className="content stack">
              <TextField
                label="Name"
                value={draft.name}
                onChange={(name) => set({ name })}
                fault={save.fault('name')}
              />
              <TextField
                label="Slug"
                isOptional={stored === null}
                value={draft.slug}
                onChange={(slug) => set({ slug })}
                hint={`Programs can give it instead of the id.${stored ? '' : ' Made from the name if left out.'}`}
                fault={save.fault('slug')}
              />
              {!draft.isLayout && (
                <TextField
                  label="Subject"
                  value={draft.subject}
                  onChange={(subject) => set({ subject })}
                  fault={fault('subject')}
                />
              )}
              <SourceField
                label="HTML"
                rows={16}
                value={draft.bodyHtml}
                onChange={(bodyHtml) => set({ bodyHtml })}
                fault={fault('bodyHtml')}
                hint={
                  draft.isLayout
                    ? 'Write {{ content }} where the body of a template goes.'
                    : 'Write {{ name }} where the value of a variable goes.'
                }
              />
              <SourceField
                label="Plain text, for mail programs without HTML"
                rows={5}
                isOptional
                value={draft.bodyText}
                onChange={(bodyText) => set({ bodyText })}
                fault={fault('bodyText')}
              />
              {stored && (
                <Checkbox
                  label="Active: mail can be sent with it"
                  isOn={draft.isActive}
                  onChange={(isActive) => set({ isActive })}
                />
              )}
            </div>
          </section>
          <Variables
            variables={draft.variables}
            onChange={(variables) => set({ variables })}
            fault={(path) => preview.fault(path) ?? save.fault(path)}
          />
          {stored && (
            <Panel title="Details">
              <dl className="facts content">
                <dt>Id, for programs</dt>
                <dd>
                  <Copyable text={stored.id} what="id" />
                </dd>
              </dl>
            </Panel>
          )}
        </div>
        <div className="stack">
          <Boundary what="The preview">
            <Preview preview={preview} />
          </Boundary>
          {stored && <Versions versions={stored.versions.nodes} onUse={set} />}
        </div>
      </fieldset>
    </form>
  )
}

function Delete({ id }: { id: string }) {
  const [isBusy, remove] = useWrite(DeleteTemplateDocument)
  const [, go] = useLocation()
  const onDelete = async () => {
    if (!(await remove({ id }, { done: 'The template is deleted.', failed: 'Not deleted' }))) return
    discardUnsaved()
    go('/templates')
  }
  return (
    <ConfirmButton
      label="Delete"
      isDisabled={isBusy}
      title="Delete this template?"
      action="Delete the template"
      decline="Keep it"
      onConfirm={() => void onDelete()}
    >
      Its versions go with it, and programs that send it get an error from then on. This cannot be undone.
    </ConfirmButton>
  )
}
