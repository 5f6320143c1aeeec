import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import uPlot from 'uplot'
import { bucketName, type ChartInterval, type ChartProps, type ChartSeries } from './chart-props'

const HEIGHT = 200
const SECOND_MS = 1_000
const HALF_A_BUCKET_S: Record<ChartInterval, number> = { hour: 1_800, day: 43_200, month: 1_300_000 }
/** Distances of the lines across: whole numbers only. */
const INCREMENTS = Array.from({ length: 13 }, (_none, power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat()
const FONT = '12px ui-sans-serif, system-ui, sans-serif'
/** How much of its color fills a bar. */
const FILL = '55%'

/** The drawing of a chart. */
export default function Plot(props: Required<ChartProps>) {
  const { times, interval, series } = props
  const box = useRef<HTMLDivElement>(null)
  const drawn = useRef<uPlot | null>(null)
  const colors = useColorScheme()
  const latest = useRef(props)
  latest.current = props
  const shape = JSON.stringify([colors, interval, series.map(({ label, color }) => [label, color])])

  useEffect(() => {
    const element = box.current!
    if (shape === '') return
    const plot = new uPlot(optionsOf(element, latest.current), dataOf(latest.current), element)
    drawn.current = plot
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.destroy()
      drawn.current = null
    }
  }, [shape])
  useEffect(() => {
    drawn.current?.setData(dataOf({ times, series }))
  }, [times, series])
  return <div ref={box} />
}

const dataOf = ({ times, series }: Pick<ChartProps, 'times' | 'series'>): uPlot.AlignedData => [
  times.map((time) => new Date(time).getTime() / SECOND_MS),
  ...series.map(({ values }) => [...values]),
]

function optionsOf(element: HTMLElement, { interval, series, format }: Required<ChartProps>): uPlot.Options {
  const color = (token: string) => resolved(element, `var(--${token})`)
  const [text, line] = [color('muted'), color('line')]
  const name = (seconds: number | null) => (seconds === null ? '' : bucketName(seconds * SECOND_MS, interval))
  const half = HALF_A_BUCKET_S[interval]
  return {
    width: element.clientWidth,
    height: HEIGHT,
    padding: [8, 32, 0, 0],
    // Buckets of days and months begin at midnight in UTC, and so do the lines at the axis.
    ...(interval !== 'hour' && { tzDate: (seconds: number) => uPlot.tzDate(new Date(seconds * SECOND_MS), 'Etc/UTC') }),
    cursor: { y: false, drag: { x: false, y: false } },
    scales: {
      x: { range: (_plot, min, max) => [min - half, max + half] },
      y: { range: (_plot, _min, max) => [0, Math.max(max, 1) * 1.05] },
    },
    axes: [
      {
        ...{ stroke: text, font: FONT, size: 32, space: 80, grid: { show: false }, ticks: { stroke: line, size: 4 } },
        values: (_plot, splits) => splits.map((seconds) => atAxis(seconds * SECOND_MS, interval)),
      },
      {
        ...{ stroke: text, font: FONT, size: 56, grid: { stroke: line, width: 1 }, ticks: { show: false } },
        incrs: INCREMENTS,
        values: (_plot, splits) => splits.map(format),
      },
    ],
    series: [
      { label: 'When', value: (_plot, seconds) => name(seconds) || '–' },
      ...series.map((one) => styleOf(one, color(one.color), element, format)),
    ],
  }
}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })

/** A time as short as an axis needs it: hours have the day only at midnight. */
function atAxis(ms: number, interval: ChartInterval): string {
  if (interval !== 'hour') return bucketName(ms, interval)
  return new Date(ms).getHours() === 0 ? day.format(ms) : clock.format(ms)
}

function styleOf(
  { label, shape, color: token }: ChartSeries,
  stroke: string,
  element: HTMLElement,
  format: (value: number) => string,
): uPlot.Series {
  const value = (_plot: uPlot, number: number | null) => (number === null ? '–' : format(number))
  const common = { label, stroke, value, points: { show: false } }
  if (shape === 'line') return { ...common, width: 2 }
  const fill = resolved(element, `color-mix(in srgb, var(--${token}) ${FILL}, transparent)`)
  return { ...common, width: 0, fill, paths: uPlot.paths.bars!({ size: [0.7, 48] }) }
}

/** A color of the page as the canvas takes it. */
function resolved(element: HTMLElement, color: string): string {
  const probe = document.createElement('span')
  probe.style.color = color
  element.append(probe)
  const found = getComputedStyle(probe).color
  probe.remove()
  return found
}

const dark = matchMedia('(prefers-color-scheme: dark)')

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['data-scheme'] })
  dark.addEventListener('change', onChange)
  return () => {
    observer.disconnect()
    dark.removeEventListener('change', onChange)
  }
}

/** What decides the colors of the page. */
const useColorScheme = () =>
  useSyncExternalStore(subscribe, () => `${document.documentElement.dataset.scheme} ${dark.matches}`)
