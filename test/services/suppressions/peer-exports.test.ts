import { expect, test } from 'vitest'
import { entryColumns, NOT_SUPPRESSED, statedEntry } from '../../../src/contract/suppression-columns.js'

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
  ['Resend', 'id,to,last_event', '1,a@b.example,bounced', suppressed('hard_bounce')],
  ['Resend', 'id,to,last_event', '1,a@b.example,complained', suppressed('complaint')],
  ['Resend', 'id,to,last_event', '1,a@b.example,delivered', NOT_SUPPRESSED],
  ['our own', 'email,state,reason', 'a@b.example,Suppressed,spam', suppressed('spam')],
  ['our own', 'email,state,reason', 'a@b.example,,by phone', { email: 'a@b.example', reason: 'by phone' }],
  ['an unknown word', 'email,state', 'a@b.example,odd', { email: 'a@b.example', state: 'odd' }],
])('an export of %s, %s: %s', (_who, names, values, expected) => {
  const columns = entryColumns(names.split(','))
  expect(typeof columns).toBe('object')
  expect(statedEntry(values.split(','), columns as never)).toEqual(expected)
})

test('a file needs addresses, and no column twice', () => {
  expect(entryColumns(['name', 'state'])).toBeNull()
  expect(entryColumns(['email', 'E-Mail'])).toBe('email')
  expect(entryColumns(['email', 'state', 'State'])).toBe('state')
})
