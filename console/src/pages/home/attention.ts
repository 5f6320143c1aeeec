import type { AccountQuery } from '../../components/account-operations'
import type { Tone } from '../../lib/status'
import type { ForAdminsQuery, HomeQuery } from './home-operations'

/** Something that somebody should look at. */
export interface AttentionItem {
  key: string
  tone: Tone
  title: string
  /** What to do about it. */
  advice: string
  /** The page that mends it, if the console has one. */
  href?: string
}

/** Share of a spend limit from which it is worth a look. */
const NEAR = 0.8

/**
 * What needs attention, the worst first.
 * @param waiting undefined while it is not known, or for a key that may not read it.
 */
export function attentionItems(
  account: AccountQuery['account'],
  home: HomeQuery,
  waiting: ForAdminsQuery | undefined,
): AttentionItem[] {
  return [
    ...pauseOf(account),
    ...lettersOf(waiting?.deadLetters),
    ...approvalsOf(waiting?.approvals),
    ...endpointsOf(home),
    ...capsOf(home),
    ...domainsOf(home),
  ]
}

function approvalsOf(approvals: ForAdminsQuery['approvals'] | undefined): AttentionItem[] {
  const count = approvals?.nodes.length ?? 0
  if (!approvals || count === 0) return []
  const many = `${count}${approvals.pageInfo.hasNextPage ? ' or more' : ''}`
  const title =
    count === 1 ? 'A mail of a model waits for your approval' : `${many} mails of models wait for your approval`
  const advice = 'Read it, then approve or refuse it. It is deleted after 24 hours.'
  return [{ key: 'approvals', tone: 'warn', title, advice, href: '/approvals' }]
}

function lettersOf(letters: ForAdminsQuery['deadLetters'] | undefined): AttentionItem[] {
  const count = letters?.nodes.length ?? 0
  if (!letters || count === 0) return []
  const many = `${count}${letters.pageInfo.hasNextPage ? ' or more' : ''}`
  const title = count === 1 ? '1 piece of work was given up' : `${many} pieces of work were given up`
  const advice = 'It crashed again and again. See the errors, fix the cause, then try it again.'
  return [{ key: 'dead-letters', tone: 'bad', title, advice, href: '/dead-letters' }]
}

function pauseOf(account: AccountQuery['account']): AttentionItem[] {
  const pause = account?.sendingPaused
  if (!pause) return []
  const title = `Sending is paused: ${pause.ratePercent}% ${pause.reason}, with ${pause.limitPercent}% allowed`
  const advice = 'Stop mail to old or bought lists, then ask the operator to resume the account.'
  return [{ key: 'pause', tone: 'bad', title, advice }]
}

function endpointsOf({ webhooks }: HomeQuery): AttentionItem[] {
  return (webhooks?.nodes ?? []).flatMap(({ id, endpointUrl, isActive, deliveries }): AttentionItem[] => {
    const href = `/webhooks/${id}`
    if (!isActive) {
      const advice = 'Events wait until it is resumed.'
      return [{ key: id, tone: 'warn', title: `The webhook ${endpointUrl} is paused`, advice, href }]
    }
    const latest = deliveries.nodes.find(({ status }) => status !== 'PENDING')
    if (!latest || latest.status === 'SUCCEEDED') return []
    const answer = latest.responseStatus ? `it answers ${latest.responseStatus}` : 'it does not answer'
    const advice = 'Deliveries are repeated for a day. Its log shows what the endpoint said.'
    return [{ key: id, tone: 'bad', title: `The webhook ${endpointUrl} fails: ${answer}`, advice, href }]
  })
}

function capsOf({ spendCaps, usage }: HomeQuery): AttentionItem[] {
  // The use of a single key is not known here.
  const cap = spendCaps?.nodes.find(({ keyId }) => keyId === null)
  const limit = cap?.hardLimitMicros ?? cap?.softLimitMicros
  if (!cap || !limit || !usage) return []
  const share = usage.totalCostMicros / limit
  if (share < NEAR) return []
  const isHard = cap.hardLimitMicros !== null
  const title = `${Math.round(share * 100)}% of the ${isHard ? 'hard' : 'soft'} spend cap of this month is used`
  const advice = isHard ? 'At 100%, sends are refused until the month ends.' : 'Mail goes on beyond it.'
  return [{ key: cap.id, tone: share >= 1 && isHard ? 'bad' : 'warn', title, advice, href: '/usage' }]
}

function domainsOf({ domains }: HomeQuery): AttentionItem[] {
  const unfinished = (domains?.nodes ?? []).filter(({ sandbox, fullyVerified }) => !sandbox && !fullyVerified)
  return unfinished.map(({ id, domain }) => ({
    key: id,
    tone: 'warn',
    title: `The domain ${domain} is not verified`,
    advice: 'Publish its DNS records, then verify it. Until then, it cannot send.',
    href: `/domains/${id}`,
  }))
}
