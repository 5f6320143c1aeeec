import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { promtool } from '../support/operator-tools.js'
import { makeScratch } from '../support/scratch.js'

/* The alerts of deploy/monitoring, as Prometheus itself reads and computes them. */

if (!promtool) process.stdout.write('The alerts are not computed: promtool is missing.\n')

const RULES = 'deploy/monitoring/prometheus-rules.yml'

interface Rule {
  alert: string
  labels: Record<string, string>
  annotations: { summary: string; description: string }
}
const rules = (parse(readFileSync(RULES, 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
)

/** Series with a sample a minute, in the notation of promtool: `0+5x20` rises by 5, twenty times. */
type Series = Record<string, string>

interface Case {
  /** Minutes after which the alert fires. */
  after: number
  fires: Series
  /** For the same time, but does not make it fire. */
  doesNot: Series
  /** Labels that the alert has beside those of its rule. */
  labels?: Record<string, string>
  /** Its summary, if that names a value or a label. */
  summary?: string
}

const requests = (status: string, values: string): Series => ({
  [`postline_http_request_duration_seconds_count{status="${status}",route="/v1/send"}`]: values,
})
const dispatched = (result: string, values: string): Series => ({
  [`postline_dispatch_total{result="${result}",provider="smtp"}`]: values,
})
/** Mails that leave within a minute, and all. */
const sentInTime = (inTime: number, all: number): Series => ({
  'postline_accept_to_sent_seconds_bucket{mode="live",le="60"}': `0+${inTime}x60`,
  'postline_accept_to_sent_seconds_bucket{mode="live",le="120"}': `0+${all}x60`,
  'postline_accept_to_sent_seconds_bucket{mode="live",le="+Inf"}': `0+${all}x60`,
  'postline_accept_to_sent_seconds_count{mode="live"}': `0+${all}x60`,
})

const CASES: Record<string, Case> = {
  PostlineAway: { after: 3, fires: { up: '0+0x10' }, doesNot: { postline_build_info: '1+0x10' } },
  PostlineMongoAway: { after: 3, fires: { up: '1+0x10' }, doesNot: { postline_dead_letters: '0+0x10' } },
  PostlineRedisAway: { after: 6, fires: { up: '1+0x10' }, doesNot: { postline_stream_length: '0+0x10' } },
  PostlinePartitionAway: {
    after: 3,
    fires: {
      'postline_partition_up{partition="1",instance="a"}': '0+0x10',
      'postline_partition_up{partition="1",instance="b"}': '0+0x10',
    },
    doesNot: {
      'postline_partition_up{partition="1",instance="a"}': '0+0x10',
      'postline_partition_up{partition="1",instance="b"}': '1+0x10',
    },
    labels: { partition: '1' },
    summary: 'The Redis of partition 1 answers no process of Postline',
  },
  PostlineBacklogUnknown: {
    after: 20,
    fires: { 'postline_backlog_failures_total{source="mongodb"}': '0+1x30' },
    doesNot: { 'postline_backlog_failures_total{source="mongodb"}': '0+0.4x30' },
    labels: { source: 'mongodb' },
    summary: 'mongodb often does not answer within 2 seconds',
  },
  PostlineOverloaded: {
    after: 15,
    fires: { ...requests('503', '0+5x20'), ...requests('201', '0+95x20') },
    // The same share of fewer requests.
    doesNot: { ...requests('503', '0+1x20'), ...requests('201', '0+19x20') },
    summary: '5% of the requests are answered with 503',
  },
  PostlineWorkOverdue: {
    after: 6,
    fires: { 'postline_oldest_overdue_seconds{kind="dispatch"}': '300+0x10' },
    doesNot: { 'postline_oldest_overdue_seconds{kind="dispatch"}': '100+0x10' },
    labels: { kind: 'dispatch' },
    summary: 'dispatch work has been due for 5m 0s',
  },
  PostlineDeadLetters: {
    after: 1,
    fires: { 'postline_dead_letters{kind="dispatch"}': '2+0x10' },
    doesNot: { 'postline_dead_letters{kind="dispatch"}': '0+0x10' },
    labels: { kind: 'dispatch' },
    summary: '2 dispatch rows are parked as dead letters',
  },
  PostlineComplaintRate: {
    after: 40,
    fires: { postline_complaint_ratio: '0.002+0x60', ...dispatched('accepted', '0+100x60') },
    doesNot: { postline_complaint_ratio: '0.002+0x60', ...dispatched('accepted', '0+10x60') },
    summary: '0.2% of the mail is reported as spam',
  },
  PostlineBounceRate: {
    after: 40,
    fires: { postline_bounce_ratio: '0.06+0x60', ...dispatched('accepted', '0+100x60') },
    doesNot: { postline_bounce_ratio: '0.04+0x60', ...dispatched('accepted', '0+100x60') },
    summary: '6% of the mail bounces permanently',
  },
  PostlineAccountPaused: {
    after: 1,
    fires: {
      'postline_paused_accounts{reason="complaints",instance="a"}': '1+0x10',
      'postline_paused_accounts{reason="complaints",instance="b"}': '1+0x10',
    },
    doesNot: { 'postline_paused_accounts{reason="complaints",instance="a"}': '0+0x10' },
    labels: { reason: 'complaints' },
    summary: '1 accounts are paused for sending because of complaints',
  },
  PostlineWebhooksExhausted: {
    after: 10,
    fires: { 'postline_delivery_attempt_duration_seconds_count{outcome="exhausted"}': '0 0 1+0x20' },
    doesNot: { 'postline_delivery_attempt_duration_seconds_count{outcome="exhausted"}': '1+0x20' },
  },
  PostlineMailDeferred: {
    after: 40,
    fires: { ...dispatched('deferred', '0+1x60'), ...dispatched('accepted', '0+9x60') },
    doesNot: { ...dispatched('deferred', '0+1x60'), ...dispatched('accepted', '0+99x60') },
    labels: { provider: 'smtp' },
    summary: 'The mail provider smtp defers mail',
  },
  PostlineMailSlow: { after: 40, fires: sentInTime(1, 10), doesNot: sentInTime(10, 10) },
  PostlineBug: {
    after: 6,
    fires: requests('500', '0+1x10'),
    doesNot: requests('503', '0+1x10'),
    labels: { route: '/v1/send' },
    summary: 'Requests to /v1/send fail with 500',
  },
  PostlineLoopHeld: {
    after: 40,
    fires: { 'postline_event_loop_blocked_seconds_count{instance="a:9464"}': '0+1x60' },
    doesNot: { 'postline_event_loop_blocked_seconds_count{instance="a:9464"}': '0+0.5x60' },
    labels: { instance: 'a:9464' },
    summary: 'Work holds the event loop of a:9464',
  },
  PostlineRateLimitLocal: {
    after: 6,
    fires: { postline_rate_limit_fallbacks_total: '0+1x10' },
    doesNot: { postline_rate_limit_fallbacks_total: '7+0x10' },
  },
  PostlineHeld: { after: 16, fires: { postline_restore_hold: '1+0x30' }, doesNot: { postline_restore_hold: '0+0x30' } },
  PostlineClockWrong: {
    after: 3,
    fires: { 'postline_clock_ahead_seconds{instance="a:9464"}': '-3+0x10' },
    doesNot: { 'postline_clock_ahead_seconds{instance="a:9464"}': '1+0x10' },
    labels: { instance: 'a:9464' },
    summary: 'The clock of a:9464 differs by 3s from that of MongoDB',
  },
}

let folder: string
beforeAll(async () => {
  folder = await makeScratch('alerts')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs promtool. Returns what it says; rejects with that if it fails. */
const run = async (...args: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(promtool!, args)
  return stdout
}

/** The tests of an alert for promtool: one in which it fires, and one in which it does not. */
function testsOf({ alert, labels, annotations }: Rule) {
  const { after, fires, doesNot, labels: more = {}, summary = annotations.summary } = CASES[alert]!
  const firing = { exp_labels: { ...labels, ...more }, exp_annotations: { ...annotations, summary } }
  return [fires, doesNot].map((given, index) => ({
    interval: '1m',
    input_series: Object.entries(given).map(([series, values]) => ({ series, values })),
    alert_rule_test: [{ alertname: alert, eval_time: `${after}m`, exp_alerts: index === 0 ? [firing] : [] }],
  }))
}

test('every alert has a case', () => {
  expect(Object.keys(CASES).sort()).toEqual(rules.map(({ alert }) => alert).sort())
})

test.skipIf(!promtool)('Prometheus can load the alerts', async () => {
  expect(await run('check', 'rules', '--lint-fatal', RULES)).toContain(`${rules.length} rules found`)
})

test.skipIf(!promtool)('every alert fires with its labels and texts when it should, and not otherwise', async () => {
  const file = join(folder, 'tests.yml')
  // JSON is YAML.
  await writeFile(file, JSON.stringify({ rule_files: [resolve(RULES)], tests: rules.flatMap(testsOf) }))
  expect(await run('test', 'rules', file)).toContain('SUCCESS')
})
