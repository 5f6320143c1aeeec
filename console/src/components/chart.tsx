import './chart.css'
import { useState } from 'react'
import { bucketName, type ChartProps } from './chart-props'
import { Plot } from './plot'

const inFull = (value: number) => value.toLocaleString()

/** Numbers over time, drawn, and as a table for those who would rather read them. */
export function Chart({ format = inFull, ...props }: ChartProps) {
  const { label, summary } = props
  const [isOpen, setOpen] = useState(false)
  return (
    <figure className="chart" aria-label={label}>
      <figcaption className="visually-hidden">{summary}</figcaption>
      <div className="plot" aria-hidden="true">
        {props.times.length > 0 && <Plot {...props} format={format} />}
      </div>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>As a table</summary>
        {isOpen && <Table {...props} format={format} />}
      </details>
    </figure>
  )
}

function Table({ label, times, interval, series, format }: Required<ChartProps>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="chart-table" aria-label={`${label}, as a table`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{interval === 'hour' ? 'From' : 'When'}</th>
            {series.map((one) => (
              <th key={one.label} scope="col">
                {one.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.map((time, index) => (
            <tr key={time}>
              <th scope="row">{bucketName(time, interval)}</th>
              {series.map((one) => (
                <td key={one.label}>{format(one.values[index] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
