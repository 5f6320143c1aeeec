import { useId, useState } from 'react'
import { useClient } from 'urql'
import { ConfirmButton } from '../../components/confirm-button'
import { Copyable } from '../../components/copyable'
import { May, OnlyReads } from '../../components/may'
import { PageHead } from '../../components/page-head'
import { PagedList } from '../../components/paged-list'
import { Empty } from '../../components/states'
import { showToast } from '../../components/toasts'
import { HEADERS } from '../../graphql/client'
import { useWrite } from '../../graphql/use-write'
import { sizeInWords } from '../../lib/size'
import { useHidden } from '../../lib/use-hidden'
import { leaveSession } from '../../session'
import { DeleteUploadDocument, UploadsDocument } from './uploads-operations'

/** Images for the content of mails, each at its own address. */
export default function UploadsPage() {
  const hidden = useHidden()
  const [, remove] = useWrite(DeleteUploadDocument, ['UploadConnection'])
  const onRemove = (id: string) =>
    hidden.during(id, () => remove({ id }, { done: 'Deleted. Its address no longer works.', failed: 'Not deleted' }))
  return (
    <>
      <PageHead title="Uploads">
        <May scope="admin" instead={<OnlyReads />}>
          <NewUpload />
        </May>
      </PageHead>
      <p className="lead">
        Images for your mails. Use the address in HTML, or the id as <code>upload_id</code> of an attachment. PNG, JPEG,
        GIF or WebP, at most 2 MiB.
      </p>
      <div className="panel in-columns short-rows">
        <PagedList
          label="Uploads"
          query={UploadsDocument}
          variables={{}}
          pick={({ uploads }) => uploads}
          row={({ id, url, contentType, size }) => (
            <li key={id} hidden={hidden.has(id)}>
              <div className="row">
                <span className="whole clip">
                  {/* The path alone: the page loads nothing from another host. */}
                  <a href={new URL(url).pathname} target="_blank" rel="noreferrer">
                    {contentType.replace('image/', '').toUpperCase()}, {sizeInWords(size)}
                  </a>{' '}
                  <Copyable text={url} what="address" />
                </span>
                <span className="whole">
                  <Copyable text={id} what="id" />
                </span>
                <span />
                <span className="row-actions">
                  <ConfirmButton
                    label="Delete"
                    className="button small danger"
                    title="Delete this image?"
                    action="Delete the image"
                    decline="Keep it"
                    onConfirm={() => void onRemove(id)}
                  >
                    Mail that shows it by its address, also mail that was sent, shows a gap instead. This cannot be
                    undone.
                  </ConfirmButton>
                </span>
              </div>
            </li>
          )}
          empty={<Empty>No image yet. Upload one, and use its address in the HTML of your mails.</Empty>}
        />
      </div>
    </>
  )
}

function NewUpload() {
  const id = useId()
  const client = useClient()
  const [isBusy, setBusy] = useState(false)
  const onFile = async (file: File | undefined) => {
    if (!file) return
    setBusy(true)
    try {
      const body = new FormData()
      body.set('file', file)
      const response = await fetch('/v1/uploads', { method: 'POST', headers: HEADERS, body })
      if (response.status === 401) return leaveSession()
      if (!response.ok) {
        const answer = await response.json().catch(() => null)
        const message = answer?.error?.message ?? `the server answered ${response.status}. Try again in a moment.`
        return showToast(`Not uploaded: ${message}`, { isBad: true })
      }
      showToast('Uploaded.')
      await client.query(UploadsDocument, {}, { requestPolicy: 'network-only' }).toPromise()
    } catch {
      showToast('Not uploaded: the server cannot be reached.', { isBad: true })
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <label htmlFor={id} className="button main">
        {isBusy ? 'Uploading…' : 'Upload an image'}
      </label>
      <input
        id={id}
        className="visually-hidden"
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        disabled={isBusy}
        onChange={({ target }) => {
          void onFile(target.files?.[0])
          target.value = ''
        }}
      />
    </>
  )
}
