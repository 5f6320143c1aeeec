import './chart.css'
import { Suspense, useState } from 'react'
import { part } from '../lib/part'

const Plot = part(() => import('./plot'))

/** How long a bucket of a chart is. Days and months are those of UTC, as the API counts them. */
export type ChartInterval = 'hour' | 'day' | 'month'

/** Numbers that a chart draws, one for each of its times. */
export interface ChartSeries {
  label: string
  /** A color of the tokens. */
  color: 'accent' | 'good' | 'info' | 'warn' | 'bad' | 'quiet'
  shape: 'bars' | 'line'
  values: readonly number[]
}

export interface ChartProps {
  /** Names the chart for screen readers. */
  label: string
  /** The chart in a sentence, for readers who do not see it. */
  summary: string
  /** When each bucket begins. */
  times: readonly string[]
  interval: ChartInterval
  series: readonly ChartSeries[]
  /** A value in words. Values are whole numbers. */
  format?: (value: number) => string
}

const FORMATS: Record<ChartInterval, Intl.DateTimeFormat> = {
  hour: new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }),
  day: new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  month: new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' }),
}

/** When a bucket begins, in words. */
export const bucketName = (at: string | number, interval: ChartInterval) => FORMATS[interval].format(new Date(at))

const inFull = (value: number) => value.toLocaleString()

/** Numbers over time, drawn, and as a table for those who would rather read them. */
export function Chart({ format = inFull, ...props }: ChartProps) {
  const { label, summary } = props
  const [isOpen, setOpen] = useState(false)
  return (
    <figure className="chart" aria-label={label}>
      <figcaption className="visually-hidden">{summary}</figcaption>
      <div className="plot" aria-hidden="true">
        <Suspense>
          {/* Without times, its axis would begin in 1970. */}
          {props.times.length > 0 && <Plot {...props} format={format} />}
        </Suspense>
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
