import { useEffect, useState } from 'react'
import { Refusal, Skeleton } from '../../../components/states'
import { inOrder } from '../../../lib/in-order'
import type { FileKind } from './kind-of-file'
import { FileError, loadPdf, loadText } from './load-file'

interface AttachmentViewProps {
  kind: FileKind
  path: string
  filename: string
}

/** A file of a mail, in its place. */
export default function AttachmentView({ kind, path, filename }: AttachmentViewProps) {
  if (kind === 'picture') return <Picture path={path} filename={filename} />
  return kind === 'text' ? <Text path={path} filename={filename} /> : <Pdf path={path} filename={filename} />
}

type ViewProps = Omit<AttachmentViewProps, 'kind'>

function Picture({ path, filename }: ViewProps) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <Refusal problem={{ message: 'The picture cannot be shown. Save it to open it elsewhere.' }} />
  return <img className="attachment-view" src={path} alt={inOrder(filename)} onError={() => setBroken(true)} />
}

function Text({ path, filename }: ViewProps) {
  const [loaded, fault] = useLoaded(path, loadText)
  if (!loaded) return <Coming fault={fault} />
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="attachment-view text" aria-label={inOrder(filename)} tabIndex={0}>
        <pre dir="auto">{loaded.text}</pre>
      </section>
      {!loaded.isWhole && <p className="muted">This is its beginning. Save it to read the rest.</p>}
    </>
  )
}

function Pdf({ path, filename }: ViewProps) {
  const [address, fault] = useLoaded(path, loadPdf, (old) => URL.revokeObjectURL(old))
  if (!navigator.pdfViewerEnabled)
    return <p className="muted">This browser shows no PDF. Save it to open it elsewhere.</p>
  if (!address) return <Coming fault={fault} />
  return <iframe className="attachment-view pdf" src={address} title={inOrder(filename)} />
}

function Coming({ fault }: { fault: string | null }) {
  return fault === null ? <Skeleton width="60%" /> : <Refusal problem={{ message: fault }} />
}

/**
 * What is loaded from an address.
 * @param forget called with it when it is not shown any more.
 */
function useLoaded<Loaded>(
  path: string,
  load: (path: string, signal: AbortSignal) => Promise<Loaded>,
  forget: (old: Loaded) => void = () => undefined,
): [loaded: Loaded | null, fault: string | null] {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: how it is loaded does not change
  useEffect(() => {
    const controller = new AbortController()
    let found: Loaded | null = null
    load(path, controller.signal).then(
      (answer) => {
        if (controller.signal.aborted) return forget(answer)
        found = answer
        setLoaded(answer)
      },
      (error) => {
        if (controller.signal.aborted) return
        setFault(error instanceof FileError ? error.message : 'It did not arrive. Close it, and show it again.')
      },
    )
    return () => {
      controller.abort()
      if (found !== null) forget(found)
    }
  }, [path])
  return [loaded, fault]
}
