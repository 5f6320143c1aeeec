interface DayRangeProps {
  label: string
  from: string
  to: string
  onChange: (name: 'from' | 'to', day: string) => void
}

/** The first and the last day of a time. Both may be left open. */
export function DayRange({ label, from, to, onChange }: DayRangeProps) {
  return (
    <fieldset className="day-range field">
      <legend className="label">{label}</legend>
      <input
        className="input"
        type="date"
        aria-label="First day"
        value={from}
        onChange={({ target }) => onChange('from', target.value)}
      />
      <span className="muted">and</span>
      <input
        className="input"
        type="date"
        aria-label="Last day"
        value={to}
        onChange={({ target }) => onChange('to', target.value)}
      />
    </fieldset>
  )
}
