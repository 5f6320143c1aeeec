import { expect, test } from 'vitest'
import {
  entryColumns,
  NOT_SUPPRESSED,
  parseEntry,
  parseStop,
  statusColumnOf,
} from '../../../../src/contract/suppression-columns.js'

const suppressed = (reason: string) => ({ email: 'a@b.example', state: 'suppressed', reason })
const unsubscribed = { email: 'a@b.example', state: 'unsubscribed', reason: 'provider_unsubscribe' }

test.each([
  ['Postmark', 'EmailAddress,SuppressionReason,Origin', 'a@b.example,HardBounce,Recipient', suppressed('hard_bounce')],
  ['Postmark', 'EmailAddress,SuppressionReason,Origin', 'a@b.example,SpamComplaint,Recipient', suppressed('complaint')],
  ['Postmark', 'EmailAddress,SuppressionReason,Origin', 'a@b.example,ManualSuppression,Recipient', unsubscribed],
  ['Postmark', 'EmailAddress,SuppressionReason,Origin', 'a@b.example,ManualSuppression,Customer', suppressed('manual')],
  ['Mailgun', 'address,code,error,created_at', 'a@b.example,550,No such user,x', suppressed('hard_bounce')],
  ['Mailgun', 'address,tags,created_at', 'a@b.example,*,x', unsubscribed],
  ['SendGrid', 'status,reason,email,created', '5.1.1,550 no such user,a@b.example,1', suppressed('hard_bounce')],
  ['SendGrid', 'status,reason,email,created', '4.2.2,full,a@b.example,1', suppressed('bounce')],
  ['SendGrid', 'reason,email,created', 'unknown domain,a@b.example,1', suppressed('hard_bounce')],
  ['SendGrid', 'ip,email,created', '1.2.3.4,a@b.example,1', suppressed('complaint')],
  ['SendGrid', 'email,group_id,group_name', 'a@b.example,1,News', unsubscribed],
  ['Resend', 'id,email,unsubscribed', '1,a@b.example,true', unsubscribed],
  ['Resend', 'id,email,unsubscribed', '1,a@b.example,false', NOT_SUPPRESSED],
  ['Resend', 'id,email,unsubscribed', '1,a@b.example,', NOT_SUPPRESSED],
  ['Resend', 'id,email,unsubscribed', '1,a@b.example,maybe', expect.stringContaining('unsubscribed: ')],
  ['HubSpot', 'Email,Unsubscribed from all email', 'a@b.example,Yes', unsubscribed],
  ['Mailchimp', 'Email Address,UNSUB_TIME', 'a@b.example,2026-01-02 10:00:00', unsubscribed],
  ['Loops', 'email,subscribed', 'a@b.example,false', unsubscribed],
  ['Loops', 'email,subscribed', 'a@b.example,true', NOT_SUPPRESSED],
  ...['delivered', 'open', 'click', 'processed', 'deferred'].map(
    (event) => ['SendGrid', 'event,email,reason,type', `${event},a@b.example,,`, NOT_SUPPRESSED] as const,
  ),
  ['SendGrid', 'event,email,reason,type', 'bounce,a@b.example,550 no,bounce', suppressed('hard_bounce')],
  ['SendGrid', 'event,email,reason,type', 'spam_report,a@b.example,,', suppressed('complaint')],
  ['SendGrid', 'event,email', 'drop,a@b.example', { email: 'a@b.example', state: 'drop' }],
  ['Postmark', 'EmailAddress,SuppressionReason', 'a@b.example,Whim', expect.stringContaining('suppression_reason: ')],
  ['Resend', 'id,to,last_event', '1,a@b.example,bounced', suppressed('hard_bounce')],
  ['Resend', 'id,to,last_event', '1,a@b.example,complained', suppressed('complaint')],
  ['Resend', 'id,to,last_event', '1,a@b.example,delivered', NOT_SUPPRESSED],
  ['our own', 'email,state,reason', 'a@b.example,Suppressed,spam', suppressed('spam')],
  ['our own', 'email,state,reason', 'a@b.example,,by phone', { email: 'a@b.example', reason: 'by phone' }],
  ['an unknown word', 'email,state', 'a@b.example,odd', { email: 'a@b.example', state: 'odd' }],
] as [string, string, string, unknown][])('an export of %s, %s: %s', (_who, names, values, expected) => {
  const columns = entryColumns(names.split(','))
  expect(typeof columns).toBe('object')
  expect(parseEntry(values.split(','), columns as never)).toEqual(expected)
})

test('a file needs addresses, and no column twice', () => {
  expect(entryColumns(['name', 'state'])).toBeNull()
  expect(entryColumns(['email', 'E-Mail'])).toBe('email')
  expect(entryColumns(['email', 'state', 'State'])).toBe('state')
})

const cell = (target: string, text: string) => ({ as: statusColumnOf(target)!, text })
const optOut = { state: 'unsubscribed', reason: 'provider_unsubscribe' }
const stop = (reason: string) => ({ state: 'suppressed', reason })

test.each([
  ['unsubscribed is true', [cell('unsubscribed', 'TRUE')], optOut],
  ['unsubscribed is false', [cell('unsubscribed', 'false')], null],
  ['unsubscribed is empty', [cell('unsubscribed', '')], null],
  ['one of two flags is true', [cell('unsubscribed', 'no'), cell('unsubscribed', '1')], optOut],
  ['subscribed is false', [cell('attributes.subscribed', 'no')], optOut],
  ['subscribed is a date', [cell('attributes.subscribed', '2026-01-01')], null],
  ['the status is a word of ours', [cell('attributes.status', 'Unsubscribed')], optOut],
  ['the status is another word of ours', [cell('attributes.status', 'suppressed')], stop('import')],
  ['the status is a bounce', [cell('attributes.status', 'Bounced')], stop('hard_bounce')],
  ['the status is active', [cell('attributes.status', 'active')], null],
  ['the status is about something else', [cell('attributes.status', 'customer')], null],
  ['the state is a place', [cell('attributes.state', 'Oregon')], null],
  ['the strongest counts', [cell('attributes.status', 'bounced'), cell('unsubscribed', 'yes')], stop('hard_bounce')],
  [
    'Postmark says that the recipient did it',
    [cell('attributes.suppression_reason', 'ManualSuppression'), cell('attributes.origin', 'Recipient')],
    optOut,
  ],
  ['a flag is neither', [cell('unsubscribed', 'maybe')], 'unsubscribed: is neither true nor false nor a date: "maybe"'],
])('mail to a contact is stopped or not if %s', (_what, told, expected) => {
  expect(parseStop(told)).toEqual(expected)
})

test('a column of contacts that is about something else says nothing', () => {
  for (const name of ['type', 'reason', 'plan']) expect(statusColumnOf(`attributes.${name}`)).toBeNull()
  expect(statusColumnOf('email')).toBeNull()
})
