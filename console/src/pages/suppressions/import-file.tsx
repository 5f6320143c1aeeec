import { useState } from 'react'
import { Field } from '../../components/field'
import { FormDialog } from '../../components/form-dialog'
import { useSubmit } from '../../graphql/use-submit'
import { counted } from '../../lib/counted'
import { FileError, textOrError } from '../../lib/text-of-file'
import { LIST_TYPES } from './list-types'
import { type BadLine, readCsv } from './read-csv'
import { ImportSuppressionsDocument } from './suppressions-operations'

/** Entries of one request: few enough to show how far it is. */
const PORTION = 2_000
const MOST_SHOWN = 100

interface Outcome {
  imported: number
  total: number
  bad: BadLine[]
}

/** Adds the addresses of a file. */
export function ImportFile({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [wrong, setWrong] = useState<string>()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isRunning, setRunning] = useState(false)
  const { submit, problem } = useSubmit(ImportSuppressionsDocument, LIST_TYPES)

  const onImport = async () => {
    if (outcome) return onClose()
    const text = file && (await textOrError(file))
    if (text instanceof FileError) return setWrong(text.message)
    const read = text && readCsv(text)
    setWrong(read ? undefined : 'Its first line must name a column “email”, or be an address.')
    if (!read) return
    setRunning(true)
    let known: Outcome = { imported: 0, total: read.entries.length + read.bad.length, bad: read.bad }
    for (let start = 0; start < read.entries.length; start += PORTION) {
      const portion = read.entries.slice(start, start + PORTION)
      const result = (await submit({ input: { entries: portion.map(({ entry }) => entry) } }))?.importSuppressions
      if (!result) break
      const bad = result.errors.map(({ index, reason }) => ({ line: portion[index]!.line, reason }))
      known = { ...known, imported: known.imported + result.imported, bad: [...known.bad, ...bad] }
      setOutcome(known)
    }
    setOutcome(known)
    setRunning(false)
  }
  return (
    <FormDialog
      title="Import addresses"
      action={outcome ? 'Done' : 'Import'}
      isOpen
      isBusy={isRunning}
      problem={problem}
      onClose={onClose}
      onSubmit={() => void onImport()}
    >
      {outcome ? (
        <Result outcome={outcome} />
      ) : (
        <Field
          label="File"
          hint="A CSV file, as spreadsheets and other mail services save it: its first line names the columns, of which one is “email”; “state” (suppressed or unsubscribed) and “reason” may follow. A plain list of addresses, one a line, is fine, too."
          fault={wrong}
        >
          {(control) => (
            <input
              {...control}
              className="input file"
              type="file"
              accept=".csv,.txt,text/csv,text/plain"
              required
              onChange={({ target }) => setFile(target.files?.[0] ?? null)}
            />
          )}
        </Field>
      )}
    </FormDialog>
  )
}

function Result({ outcome: { imported, total, bad } }: { outcome: Outcome }) {
  const addresses = (count: number) => counted(count, 'address', 'addresses')
  const rest = bad.length - MOST_SHOWN
  return (
    <div className="stack" role="status">
      <p>
        {addresses(imported)} of {total.toLocaleString()} {imported === 1 ? 'is' : 'are'} on the list now.{' '}
        {bad.length > 0 && `${bad.length.toLocaleString()} ${bad.length === 1 ? 'line was' : 'lines were'} skipped:`}
      </p>
      {bad.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <ul className="skipped" tabIndex={0} aria-label="Skipped lines">
          {bad
            .slice()
            .sort((one, other) => one.line - other.line)
            .slice(0, MOST_SHOWN)
            .map(({ line, reason }) => (
              <li key={line}>
                Line {line} {reason}.
              </li>
            ))}
          {rest > 0 && <li className="muted">and {rest.toLocaleString()} more</li>}
        </ul>
      )}
    </div>
  )
}
