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
