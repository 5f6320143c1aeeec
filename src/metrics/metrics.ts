import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { VERSION } from '../version.js'

/** Prefix of all metric names. */
export const METRIC_PREFIX = 'postline_'

const REQUEST_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const OUTWARD_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** From a fraction of a second to a day, as long as mail and webhooks are retried. */
const WAITING_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 3_600, 14_400, 86_400]
const HELD_SECONDS = [0.2, 0.5, 1, 2, 5, 10]
const GROUP_SIZES = [1, 2, 5, 10, 25, 50, 100, 250, 500]

/** The metrics of one process. Nothing is global: each process, and each test, has its own. */
export type Metrics = ReturnType<typeof createMetrics>

/** Gauges of the library that are sums of others and have names like those of counters. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

/** Adds the usual metrics of a Node.js process. */
export function collectProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry, prefix: METRIC_PREFIX })
  for (const name of MISNAMED) registry.removeSingleMetric(METRIC_PREFIX + name)
}

/** Creates the metrics of a process. Counting a request or message costs one addition and one look-up. */
export function createMetrics() {
  const registry = new Registry()
  const base = (name: string, help: string) => ({ name: `${METRIC_PREFIX}${name}`, help, registers: [registry] })
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Counter<L>({ ...base(name, help), labelNames })
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge<L>({ ...base(name, help), labelNames })
  const histogram = <L extends string>(name: string, help: string, buckets: number[], labelNames: readonly L[] = []) =>
    new Histogram<L>({ ...base(name, help), labelNames, buckets })

  gauge('build_info', 'Always 1; the label is the running version.', ['version']).set({ version: VERSION }, 1)

  const requests = histogram('http_request_duration_seconds', 'HTTP requests, by route pattern.', REQUEST_SECONDS, [
    'method',
    'route',
    'status',
  ])
  const accepted = counter('messages_accepted_total', 'Accepted messages, without replays.', ['mode'])
  const dispatched = counter('dispatch_total', 'Messages handed to a provider, by result.', ['provider', 'result'])
  const handOver = histogram('dispatch_duration_seconds', 'Time the provider took to answer.', OUTWARD_SECONDS, [
    'provider',
  ])
  const acceptToSent = histogram('accept_to_sent_seconds', 'Time from acceptance to hand-over.', WAITING_SECONDS, [
    'mode',
  ])
  const eventToDelivered = histogram(
    'event_to_delivered_seconds',
    'Time from an event to its successful webhook delivery.',
    WAITING_SECONDS,
  )
  const attempts = histogram('delivery_attempt_duration_seconds', 'Webhook attempts.', OUTWARD_SECONDS, ['outcome'])
  const fannedOut = counter('events_fanned_out_total', 'Timeline events fanned out to webhooks.', ['type', 'mode'])
  const deliveries = counter('deliveries_created_total', 'Webhook deliveries created by the fan-out.')
  const callbacks = counter('callbacks_total', 'Verified provider callbacks.', ['source', 'type', 'seen'])
  const ingested = counter('callbacks_ingested_total', 'Processed callbacks, by outcome.', ['type', 'outcome'])
  const received = counter('mails_received_total', 'Received mails, once for each recipient.', ['seen'])
  const softLimits = counter('soft_spend_limits_reached_total', 'Soft spend limits reached.')
  const refusals = counter('rate_limit_refusals_total', 'Requests refused with 429.', ['subject'])
  const localLimits = counter(
    'rate_limit_fallbacks_total',
    'Times Redis did not answer the rate limiter, so that the process counted by itself.',
  )
  const blockedTurns = histogram(
    'event_loop_blocked_seconds',
    'Turns of the event loop above 200 ms of CPU time.',
    HELD_SECONDS,
  )
  const groupSize = histogram('accept_group_size', 'Messages in one insert, repeated ones included.', GROUP_SIZES)

  const loads = new Map<Load, WatchedLoad>()
  const onScrape = (read: (load: WatchedLoad) => number) =>
    function (this: Gauge<'of'>) {
      for (const [of, load] of loads) this.set({ of }, read(load))
    }
  const loadGauge = (name: string, help: string, read: (load: WatchedLoad) => number) =>
    new Gauge({ ...base(name, help), labelNames: ['of'], collect: onScrape(read) })
  loadGauge('load_in_progress', 'Requests, or messages to accept, that are in progress.', ({ taken }) => taken)
  loadGauge('load_limit', 'Most that may be in progress at present; more is refused.', ({ limit }) => limit)
  loadGauge('load_seconds', 'Time that what is in progress takes at the rate last shown under full load.', inSeconds)
  const loadRefusals = counter('load_refusals_total', 'What was refused because too much was in progress.', ['of'])

  const restoreHold = gauge('restore_hold', '1 while nothing leaves after a restore, until `postline resume`.')

  const clockAhead = gauge('clock_ahead_seconds', 'How far this clock is ahead of that of MongoDB.')

  const smtpConnections = gauge('smtp_connections', 'Open connections of the SMTP listener.')
  const smtpMails = counter('smtp_mails_total', 'Mails at the SMTP listener, by result.', ['kind', 'result'])

  const requestsBy = bound((method: string, route: string, status: string) =>
    requests.labels({ method, route, status }),
  )
  const acceptedBy = { live: accepted.labels('live'), test: accepted.labels('test') }
  const acceptToSentBy = { live: acceptToSent.labels('live'), test: acceptToSent.labels('test') }
  const dispatchedBy = bound((provider: string, result: string) => dispatched.labels({ provider, result }))
  const handOverBy = bound((provider: string) => handOver.labels({ provider }))
  const attemptsBy = bound((outcome: string) => attempts.labels({ outcome }))
  const fannedOutBy = bound((type: string, mode: string) => fannedOut.labels({ type, mode }))
  const callbacksBy = bound((source: string, type: string, seen: string) => callbacks.labels({ source, type, seen }))
  const ingestedBy = bound((type: string, outcome: string) => ingested.labels({ type, outcome }))
  const receivedBy = { new: received.labels('new'), repeat: received.labels('repeat') }
  const refusalsBy = { account: refusals.labels('account'), address: refusals.labels('address') }

  return {
    registry,
    httpRequest: (method: string, route: string, status: number, seconds: number) =>
      requestsBy(method, route, String(status)).observe(seconds),
    /** One insert on the accept path: its number of rows, and how many of them are new messages. */
    messagesWritten: (size: number, { live, test }: { live: number; test: number }) => {
      groupSize.observe(size)
      acceptedBy.live.inc(live)
      acceptedBy.test.inc(test)
    },
    /** A provider's result for one mail. A simulated one has no duration. */
    handedOver: (provider: string, result: 'accepted' | 'refused' | 'deferred', seconds?: number) => {
      dispatchedBy(provider, result).inc()
      if (seconds !== undefined) handOverBy(provider).observe(seconds)
    },
    /** A mail was accepted by its provider so long after it had been due. */
    sent: (mode: 'live' | 'test', seconds: number) => acceptToSentBy[mode].observe(seconds),
    /** An endpoint has taken an event. */
    delivered: (seconds: number) => eventToDelivered.observe(seconds),
    deliveryAttempted: (outcome: string, seconds: number) => attemptsBy(outcome).observe(seconds),
    eventFannedOut: (type: string, mode: 'live' | 'test', deliveryCount: number) => {
      fannedOutBy(type, mode).inc()
      deliveries.inc(deliveryCount)
    },
    callbackReceived: (source: string, type: string, seen: 'new' | 'repeat') => callbacksBy(source, type, seen).inc(),
    callbackIngested: (type: string, outcome: string) => ingestedBy(type, outcome).inc(),
    mailReceived: (seen: 'new' | 'repeat') => receivedBy[seen].inc(),
    restoreHold: (isHeld: boolean) => restoreHold.set(isHeld ? 1 : 0),
    clockAhead: (seconds: number) => clockAhead.set(seconds),
    smtpConnections: (change: 1 | -1) => smtpConnections.inc(change),
    smtpMail: (kind: 'inbound' | 'submission', result: 'accepted' | 'refused' | 'deferred') =>
      smtpMails.inc({ kind, result }),
    softLimitReached: () => softLimits.inc(),
    rateLimitRefused: (subject: 'account' | 'address') => refusalsBy[subject].inc(),
    rateLimitedLocally: () => localLimits.inc(),
    /** Shows a limit of what is in progress. */
    watchLoad: (of: Load, load: WatchedLoad) => void loads.set(of, load),
    loadRefused: (of: Load) => loadRefusals.inc({ of }),
    loopBlocked: (seconds: number) => blockedTurns.observe(seconds),
    /** The waiting work, measured on each scrape; see `Backlog`. */
    backlog: {
      streamLength: gauge('stream_length', 'Entries of a work stream that are not yet acknowledged.', STREAM_LABELS),
      streamPending: gauge('stream_pending', 'Entries that a worker is handling.', STREAM_LABELS),
      streamLag: gauge('stream_lag', 'Entries that no worker has read.', STREAM_LABELS),
      partitionUp: gauge('partition_up', '1 if the Redis of a partition answers this process, 0 if not.', [
        'partition',
      ]),
      dueRows: gauge('due_rows', 'Ledger rows that are due, counted up to 10000.', ['kind']),
      oldestDue: gauge('oldest_overdue_seconds', 'Age of the ledger row that has been due longest.', ['kind']),
      deadLetters: gauge('dead_letters', 'Rows parked after repeated crashes.', ['kind']),
      failures: counter('backlog_failures_total', 'Times the backlog could not be measured.', ['source']),
    },
    feedback: {
      complaints: gauge('complaint_ratio', 'Share of the live mail of 24 hours that was reported as spam, 0 to 1.'),
      bounces: gauge('bounce_ratio', 'Share of the live mail of 24 hours that bounced permanently, 0 to 1.'),
      pausedAccounts: gauge('paused_accounts', 'Accounts that are paused for sending, by reason.', ['reason']),
    },
  }
}

/** What is limited while it is in progress. */
export type Load = 'requests' | 'messages'

interface WatchedLoad {
  readonly taken: number
  readonly limit: number
  /** What is done in a second under full load; null if that is not known. */
  readonly perSecond: number | null
}

const inSeconds = ({ taken, perSecond }: WatchedLoad) => (perSecond ? taken / perSecond : 0)

const STREAM_LABELS = ['topic', 'lane', 'partition'] as const

/** Caches the result for each combination of labels, so that labels are ordered and checked only once. */
function bound<A extends string[], T>(make: (...labels: A) => T): (...labels: A) => T {
  const made = new Map<string, T>()
  return (...labels) => {
    const key = labels.join(' ')
    const known = made.get(key)
    if (known) return known
    const fresh = make(...labels)
    made.set(key, fresh)
    return fresh
  }
}
