import { readFileSync } from 'node:fs'
import type { Metric } from 'prom-client'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { collectProcessMetrics, createMetrics } from '../../src/metrics/metrics.js'

const read = (name: string) => readFileSync(`deploy/monitoring/${name}`, 'utf8')
const rules = parse(read('prometheus-rules.yml')) as {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string; description: string } }[] }[]
}
const alerts = rules.groups.flatMap((group) => group.rules)
const dashboard = JSON.parse(read('grafana-dashboard.json')) as {
  panels: { id: number; title: string; targets: { expr: string }[] }[]
}
const expressions = [
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
]

/** The label names of every series that a process exports. */
function exportedSeries(): Map<string, readonly string[]> {
  const { registry } = createMetrics()
  collectProcessMetrics(registry)
  const metrics = registry.getMetricsAsArray() as unknown as (Metric & {
    name: string
    labelNames?: string[]
    buckets?: number[]
  })[]
  const series = metrics.flatMap(({ name, labelNames = [], buckets }) => {
    const names = buckets ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name]
    return names.map((each) => [each, buckets ? [...labelNames, 'le'] : labelNames] as const)
  })
  registry.clear()
  return new Map(series)
}
const series = exportedSeries()

test.each(expressions)('%s uses only metrics and labels that exist: %s', (_title, expr) => {
  const names = expr.match(/\bpostline_\w+/g) ?? []
  expect(names).not.toEqual([])
  expect(names.filter((name) => !series.has(name))).toEqual([])
  const labels = new Set(names.flatMap((name) => [...series.get(name)!, 'instance']))
  const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list]) => list!.split(/,\s*/))
  const matched = [...expr.matchAll(/[{,]\s*(\w+)=~?"/g)].map(([, name]) => name!)
  expect([...grouped, ...matched].filter((name) => !labels.has(name))).toEqual([])
})

test('names and types of metrics follow the rules of Prometheus', async () => {
  const { registry } = createMetrics()
  collectProcessMetrics(registry)
  const metrics = await registry.getMetricsAsJSON()
  registry.clear()
  expect(metrics.length).toBeGreaterThan(40)
  for (const { name, type, help } of metrics) {
    expect(name).toMatch(/^postline_[a-z][a-z0-9_]*$/)
    expect([name, help.length > 0]).toEqual([name, true])
    // Counters, and nothing else, end in _total; the suffixes of histograms are theirs; seconds and bytes are the units.
    expect([name, name.endsWith('_total')]).toEqual([name, String(type) === 'counter'])
    expect(name).not.toMatch(/_(?:count|sum|bucket|ms|milliseconds|minutes|kb|mb|percent)$/)
  }
})

test('an alert about a rate or a share has a least volume', () => {
  const shares = alerts.filter(({ expr }) => /_ratio\b| \/ |histogram_quantile/.test(expr))
  expect(shares.length).toBeGreaterThan(3)
  expect(shares.filter(({ expr }) => !/\band\b[\s\S]*>=? [1-9]/.test(expr)).map(({ alert }) => alert)).toEqual([])
})

test('there are alerts for metrics that vanish, 503 and the backlog', () => {
  const used = alerts.map(({ expr }) => expr).join('\n')
  for (const part of [
    'absent(postline_build_info)',
    'absent(postline_dead_letters)',
    'status="503"',
    'backlog_failures',
  ]) {
    expect(used).toContain(part)
  }
})

test('there are alerts for bounces, complaints, exhausted webhooks and dead letters', () => {
  const used = alerts.map(({ expr }) => expr).join('\n')
  for (const metric of [
    'postline_bounce_ratio',
    'postline_complaint_ratio',
    'outcome="exhausted"',
    'postline_dead_letters',
  ]) {
    expect(used).toContain(metric)
  }
  expect(alerts.filter(({ annotations }) => !annotations.summary || !annotations.description)).toEqual([])
})

test('every alert is documented, with its expression', () => {
  const text = readFileSync('docs/metrics.md', 'utf8')
  expect(alerts.filter(({ alert }) => !text.includes(`\`${alert}\``)).map(({ alert }) => alert)).toEqual([])
})

test('every panel has its own number and something to show', () => {
  const { panels } = dashboard
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  expect(panels.filter(({ targets }) => targets.length === 0)).toEqual([])
})
