import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { bucketName, type ChartInterval, type ChartProps, type ChartSeries } from './chart-props'

const HEIGHT = 200
const [TOP, RIGHT, BOTTOM, LEFT] = [8, 32, 32, 56]
const INNER = HEIGHT - TOP - BOTTOM
/** Least distances of lines across and of times, in pixels. */
const [LINE_GAP, TIME_GAP] = [30, 80]
/** Of a bucket, and at most in pixels. */
const [BAR_SHARE, BAR_MOST] = [0.7, 48]
/** Distances of times that divide a day, in hours. */
const HOURS = [1, 2, 3, 4, 6, 12, 24]
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** The drawing of a chart. The pointer reads it bucket by bucket. */
export function Plot({ times, interval, series, format }: Required<ChartProps>) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const [pointed, setPointed] = useState<number | null>(null)
  const inner = Math.max(width - LEFT - RIGHT, 0)
  const bucket = inner / times.length
  const middle = (index: number) => LEFT + (index + 0.5) * bucket
  const lines = linesAcross(Math.max(1, ...series.flatMap(({ values }) => values)))
  const height = (value: number) => HEIGHT - BOTTOM - (value / lines.top) * INNER
  const at = pointed !== null && pointed < times.length ? pointed : null
  const onPointerMove = ({ clientX, currentTarget }: PointerEvent<SVGElement>) => {
    const index = Math.floor((clientX - currentTarget.getBoundingClientRect().left - LEFT) / bucket)
    setPointed(index >= 0 && index < times.length ? index : null)
  }
  const ofSeries = (one: ChartSeries) => {
    const color = `var(--${one.color})`
    if (one.shape === 'line') {
      const points = one.values.map((value, index) => `${middle(index)},${height(value)}`).join(' ')
      return <polyline key={one.label} points={points} style={{ stroke: color }} />
    }
    const wide = Math.min(bucket * BAR_SHARE, BAR_MOST)
    const bars = one.values.map((value, index) =>
      value > 0 ? `M${middle(index) - wide / 2},${height(value)}h${wide}V${HEIGHT - BOTTOM}h${-wide}z` : '',
    )
    return <path key={one.label} d={bars.join('')} style={{ fill: color }} />
  }
  return (
    <div ref={box}>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the chart around it has its numbers in words and in a table */}
      <svg width={width} height={HEIGHT} onPointerMove={onPointerMove} onPointerLeave={() => setPointed(null)}>
        {lines.values.map((value) => (
          <g key={value}>
            <line x1={LEFT} x2={LEFT + inner} y1={height(value)} y2={height(value)} />
            <text x={LEFT - 8} y={height(value) + 4} textAnchor="end">
              {format(value)}
            </text>
          </g>
        ))}
        {namedTimes(times, interval, bucket).map((index) => (
          <g key={index}>
            <line x1={middle(index)} x2={middle(index)} y1={HEIGHT - BOTTOM} y2={HEIGHT - BOTTOM + 4} />
            <text x={middle(index)} y={HEIGHT - BOTTOM + 18} textAnchor="middle">
              {atAxis(times[index]!, interval)}
            </text>
          </g>
        ))}
        {series.map(ofSeries)}
        {at !== null && <line className="pointed" x1={middle(at)} x2={middle(at)} y1={TOP} y2={HEIGHT - BOTTOM} />}
      </svg>
      <ul className="legend">
        <li>
          When: <b>{at === null ? '–' : bucketName(times[at]!, interval)}</b>
        </li>
        {series.map(({ label, color, shape, values }) => (
          <li key={label}>
            <span className={`mark ${shape}`} style={{ color: `var(--${color})` }} />
            {label}: <b>{at === null ? '–' : format(values[at] ?? 0)}</b>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** As wide as there is room, also when that changes. */
function useWidth(box: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = box.current!
    const measure = () => setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return width
}

/** Round numbers from nothing to the largest value, and the value at the upper edge. */
function linesAcross(largest: number): { values: number[]; top: number } {
  const most = Math.floor(INNER / LINE_GAP)
  const power = 10 ** Math.floor(Math.log10(largest / most))
  // Values are whole numbers, and so are the lines.
  const step = Math.max(1, [1, 2, 5, 10].map((digit) => digit * power).find((one) => largest / one <= most)!)
  const values = Array.from({ length: Math.floor(largest / step) + 1 }, (_none, index) => index * step)
  return { values, top: largest * 1.05 }
}

/** Which buckets have their time below them. Hours are those that divide the day of the reader. */
function namedTimes(times: readonly string[], interval: ChartInterval, bucket: number): number[] {
  const least = Math.ceil(TIME_GAP / Math.max(bucket, 1))
  if (interval !== 'hour') return times.flatMap((_time, index) => (index % least === 0 ? [index] : []))
  const step = HOURS.find((hours) => hours >= least) ?? Math.ceil(least / 24) * 24
  return times.flatMap((time, index) => (hourOf(time) % step === 0 ? [index] : []))
}

/** Hours since 1970 by the clock of the reader. */
const hourOf = (time: string) => {
  const date = new Date(time)
  return Math.floor((date.getTime() - date.getTimezoneOffset() * MINUTE_MS) / HOUR_MS)
}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })

/** A time as short as an axis needs it: hours have the day only at midnight. */
function atAxis(time: string, interval: ChartInterval): string {
  if (interval !== 'hour') return bucketName(time, interval)
  const date = new Date(time)
  return date.getHours() === 0 ? day.format(date) : clock.format(date)
}
