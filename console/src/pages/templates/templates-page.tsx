import './templates.css'
import { Link } from 'wouter'
import { BidiIsolate } from '../../components/bidi-isolate'
import { May, OnlyReads } from '../../components/may'
import { PageHead } from '../../components/page-head'
import { PagedList } from '../../components/paged-list'
import { Empty } from '../../components/states'
import { Time } from '../../components/time'
import { TemplatesDocument } from './templates-operations'

/** Mails with variables, written once. */
export default function TemplatesPage() {
  const create = (kind: string) => (
    <May scope="admin" instead={kind === 'button' ? null : <OnlyReads />}>
      <Link href="/templates/new" className={kind}>
        New template
      </Link>
    </May>
  )
  return (
    <>
      <PageHead title="Templates">{create('button main')}</PageHead>
      <div className="panel templates">
        <PagedList
          label="Templates"
          query={TemplatesDocument}
          variables={{}}
          pick={({ templates }) => templates}
          row={({ id, name, subject, version, isActive, isLayout, updatedAt }) => (
            <li key={id}>
              <Link href={`/templates/${id}`} className="row">
                <span className="clip">
                  <BidiIsolate text={name} />
                </span>
                <span className="clip muted">
                  <BidiIsolate text={subject} />
                </span>
                <span>
                  {isLayout && <span className="badge">layout</span>}
                  {!isActive && <span className="badge warn">inactive</span>}
                </span>
                <span className="muted">version {version}</span>
                <span className="time">
                  <Time at={updatedAt} />
                </span>
              </Link>
            </li>
          )}
          empty={
            <Empty action={create('button')}>
              A template is a mail with variables, like a receipt. You write it here once, and programs and broadcasts
              fill in the values when they send it.
            </Empty>
          }
        />
      </div>
    </>
  )
}
