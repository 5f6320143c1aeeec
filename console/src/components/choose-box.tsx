import { useMay } from '../lib/rights'
import type { Chosen } from '../lib/use-chosen'

/** Chooses a row for what can be done with many. Whose key may change nothing has none. */
export function ChooseBox({ id, label, chosen: { chosen, toggle } }: { id: string; label: string; chosen: Chosen }) {
  if (!useMay('admin')) return null
  return <input type="checkbox" aria-label={label} value={id} checked={chosen.has(id)} onChange={() => toggle(id)} />
}
