import { part, type StandIn, startStandIn } from './stand-in.js'

/* Stand-ins for the services, with accounts that have a bit of everything. */

export const KEY = 'key_of_the_other_service'
const range = (count: number) => Array.from({ length: count }, (_, index) => index)

/** @param hasDetails whether contacts have properties and topics, each of which takes a request. */
export const startResend = (contacts = 250, { hasDetails = true } = {}): Promise<StandIn> => {
  const all = range(contacts).map((index) => ({
    ...{ id: `c${index}`, email: `Person${index}@example.com`, first_name: 'Ada', last_name: null },
    unsubscribed: index === 1,
  }))
  const listed = (items: { id: string }[]) => (query: URLSearchParams) => {
    const after = items.findIndex(({ id }) => id === query.get('after')) + 1
    const limit = Number(query.get('limit'))
    return { object: 'list', has_more: items.length > after + limit, data: items.slice(after, after + limit) }
  }
  const template = { object: 'template', id: 't1', name: 'Order received', alias: 'order-received' }
  return startStandIn(
    () => ({
      '/domains': listed([{ id: 'd1', name: 'moved.acme.test' } as never]),
      '/templates': listed([template, { id: 't2', name: 'Broken' } as never]),
      '/templates/t1': {
        ...template,
        ...{ subject: 'Order {{{ORDER}}}', html: '<p>Hello {{{NAME}}}</p>', text: 'Hello {{{NAME}}}' },
        ...{ from: 'Shop <shop@acme.test>', reply_to: null },
        variables: [
          { key: 'NAME', type: 'string', fallback_value: 'friend' },
          { key: 'ORDER', type: 'number', fallback_value: null },
        ],
      },
      '/templates/t2': {
        id: 't2',
        name: 'Broken',
        alias: null,
        subject: 'A',
        html: '{{#each items}}x{{/each}}',
        text: null,
      },
      '/segments': listed([{ id: 's1', name: 'News' } as never]),
      '/topics': {
        data: hasDetails
          ? [{ id: 'p1', name: 'Offers', description: 'What is cheap', default_subscription: 'opt_in' }]
          : [],
      },
      '/contact-properties': listed(hasDetails ? [{ id: 'cp1', key: 'plan', type: 'string' } as never] : []),
      '/contacts': listed(all),
      ...Object.fromEntries(
        all.flatMap((contact, index) => [
          [`/contacts/${contact.id}`, { ...contact, properties: { plan: { type: 'string', value: 'pro' } } }],
          [
            `/contacts/${contact.id}/topics`,
            listed([{ id: 'p1', name: 'Offers', subscription: index === 2 ? 'opt_out' : 'opt_in' } as never]),
          ],
        ]),
      ),
      '/segments/s1/contacts': listed(all.slice(0, 3)),
      '/suppressions': listed([
        { id: 'x1', email: 'gone@example.com', origin: 'bounce' } as never,
        { id: 'x2', email: 'nobody', origin: 'manual' } as never,
      ]),
      '/webhooks': listed([
        {
          ...{ id: 'w1', endpoint: 'http://127.0.0.1:1029/resend', status: 'enabled' },
          events: ['email.bounced', 'domain.created'],
        } as never,
        {
          ...{ id: 'w2', endpoint: 'http://127.0.0.1:1029/resend', status: 'enabled' },
          events: ['email.delivered'],
        } as never,
        { id: 'w3', endpoint: 'http://127.0.0.1:1029/off', status: 'disabled', events: ['email.sent'] } as never,
      ]),
    }),
    ({ headers }) => headers.authorization === `Bearer ${KEY}`,
  )
}

export const startPostmark = (): Promise<StandIn> => {
  const templates = range(101).map((index) => ({
    TemplateId: index,
    Name: `Template ${index}`,
    Alias: `template-${index}`,
  }))
  const frame = { Subject: null, TextBody: '', TemplateType: 'Layout', LayoutTemplate: null }
  const layouts = [
    {
      ...{ ...frame, TemplateId: 1_000, Name: 'Basic', Alias: 'Basic_1' },
      HtmlBody: '{{#if firm}}<b>{{ firm }}</b>: {{{ @content }}}{{/if}}',
    },
    { ...frame, TemplateId: 1_001, Name: 'Unread', Alias: 'unread', HtmlBody: '{{> part}}{{{@content}}}' },
  ]
  const dump = (...entries: [string, string][]) => ({
    Suppressions: entries.map(([EmailAddress, SuppressionReason]) => ({
      EmailAddress,
      SuppressionReason,
      Origin: 'Recipient',
    })),
  })
  const triggers = {
    Open: { Enabled: false },
    Bounce: { Enabled: true, IncludeContent: false },
    Delivery: { Enabled: true },
  }
  return startStandIn(
    () => ({
      '/domains': (query: URLSearchParams) => ({
        TotalCount: 101,
        Domains: part(
          range(101).map((index) => ({ ID: index, Name: `d${index}.moved.acme.test` })),
          Number(query.get('offset')),
          Number(query.get('count')),
        ),
      }),
      '/templates': (query: URLSearchParams) => {
        const found = query.get('templateType') === 'Layout' ? layouts : templates
        return {
          TotalCount: found.length,
          Templates: part(found, Number(query.get('offset')), Number(query.get('count'))),
        }
      },
      ...Object.fromEntries(layouts.map((layout) => [`/templates/${layout.TemplateId}`, layout])),
      ...Object.fromEntries(
        templates.map((template) => [
          `/templates/${template.TemplateId}`,
          {
            ...template,
            Subject: 'Hello {{name}}',
            HtmlBody: '{{#each items}}<li>{{name}}: {{{price}}}</li>{{/each}}{{^items}}None{{/items}}',
            TextBody: '',
            TemplateType: 'Standard',
            LayoutTemplate: ({ 7: 'Basic_1', 8: 'unread' } as Record<number, string>)[template.TemplateId] ?? null,
          },
        ]),
      ),
      '/message-streams': {
        TotalCount: 4,
        MessageStreams: [
          { ID: 'outbound', Name: 'Transactional', MessageStreamType: 'Transactional' },
          { ID: 'inbound', Name: 'Inbound', MessageStreamType: 'Inbound' },
          { ID: 'weekly', Name: 'Weekly', MessageStreamType: 'Broadcasts' },
          { ID: 'archived', Name: 'Archived', MessageStreamType: 'Broadcasts' },
        ],
      },
      '/message-streams/outbound/suppressions/dump': dump(
        ['a@example.com', 'HardBounce'],
        ['b@example.com', 'SpamComplaint'],
      ),
      '/message-streams/weekly/suppressions/dump': dump(['c@example.com', 'ManualSuppression']),
      '/webhooks': {
        Webhooks: [
          {
            ...{ ID: 1, Url: 'http://127.0.0.1:1029/postmark', Triggers: triggers },
            ...{ HttpAuth: { Username: 'user', Password: 'pass' }, HttpHeaders: [{ Name: 'X-Key', Value: '1' }] },
          },
        ],
      },
    }),
    ({ headers, url = '' }) =>
      url.startsWith('/domains')
        ? headers['x-postmark-account-token'] === KEY
        : headers['x-postmark-server-token'] === KEY,
  )
}

export const startSendgrid = (): Promise<StandIn> =>
  startStandIn(
    (url) => ({
      '/v3/whitelabel/domains': [{ id: 1, domain: 'moved.acme.test', valid: true }],
      '/v3/templates': (query: URLSearchParams) =>
        query.get('page_token') === 'two'
          ? { result: [{ id: 'd-2', name: 'Dated' }], _metadata: {} }
          : { result: [{ id: 'd-1', name: 'Receipt' }], _metadata: { next: `${url}/v3/templates?page_token=two` } },
      '/v3/templates/d-1': {
        ...{ id: 'd-1', name: 'Receipt' },
        versions: [
          { active: 0, subject: 'Old', html_content: 'Old', plain_content: '' },
          {
            ...{ active: 1, subject: 'Order {{order.id}}', plain_content: '' },
            html_content:
              '{{#if paid}}Paid{{else}}{{#unless free}}Due{{/unless}}{{/if}}{{#each rows}}{{this.name}}/{{../currency}}{{/each}}{{#equals kind "a"}}A{{/equals}}',
          },
        ],
      },
      '/v3/templates/d-2': {
        ...{ id: 'd-2', name: 'Dated' },
        versions: [{ active: 1, subject: 'A', html_content: '{{formatDate now "YYYY"}}', plain_content: '' }],
      },
      '/v3/marketing/lists': { result: [{ id: 'l', name: 'News' }], _metadata: {} },
      '/v3/suppression/bounces': (query: URLSearchParams) =>
        part(
          range(501).map((index) => ({ email: `bounced${index}@example.com` })),
          Number(query.get('offset')),
          Number(query.get('limit')),
        ),
      '/v3/suppression/invalid_emails': [],
      '/v3/suppression/spam_reports': [{ email: 'angry@example.com' }],
      '/v3/suppression/unsubscribes': [{ email: 'left@example.com' }],
      '/v3/asm/suppressions': [{ email: 'left-tips@example.com', group_id: 7, group_name: 'Tips', created_at: 1 }],
      '/v3/user/webhooks/event/settings/all': {
        webhooks: [
          {
            id: 'w',
            url: 'http://127.0.0.1:1029/sendgrid',
            enabled: true,
            bounce: true,
            open: false,
            spam_report: true,
          },
          { id: 'off', url: 'http://127.0.0.1:1029/off', enabled: false, bounce: true },
        ],
      },
    }),
    ({ headers }) => headers.authorization === `Bearer ${KEY}`,
  )

export const startMailgun = (): Promise<StandIn> =>
  startStandIn(
    (url) => {
      const paged =
        (path: string, items: unknown[]) =>
        (query: URLSearchParams): unknown => {
          const at = Number(query.get('at') ?? 0)
          return { items: items.slice(at, at + 2), paging: { next: `${url}${path}?at=${at + 2}` } }
        }
      const domain = 'moved.acme.test'
      const people = ['one', 'two', 'three'].map((name) => ({
        ...{ address: `${name}@example.com`, name: `${name} Lovelace`, subscribed: name !== 'two', vars: { age: 7 } },
      }))
      return {
        '/v4/domains': {
          items: [
            { name: domain, type: 'custom' },
            { name: 'sandbox1.mailgun.org', type: 'sandbox' },
          ],
        },
        [`/v3/${domain}/templates`]: paged(`/v3/${domain}/templates`, [{ name: 'welcome' }]),
        [`/v3/${domain}/templates/welcome`]: {
          template: {
            name: 'welcome',
            version: { template: '<p>{{name}}</p>', headers: { Subject: 'Welcome {{name}}' } },
          },
        },
        '/v3/lists/pages': paged('/v3/lists/pages', [{ address: 'news@moved.acme.test', name: 'News' }]),
        '/v3/lists/news@moved.acme.test/members/pages': paged('/v3/lists/news@moved.acme.test/members/pages', people),
        [`/v3/${domain}/bounces`]: paged(`/v3/${domain}/bounces`, [
          { address: 'a@example.com' },
          { address: 'b@example.com' },
          { address: 'c@example.com' },
        ]),
        [`/v3/${domain}/complaints`]: paged(`/v3/${domain}/complaints`, []),
        [`/v3/${domain}/unsubscribes`]: paged(`/v3/${domain}/unsubscribes`, [
          { address: 'left@example.com', tags: ['*'] },
        ]),
        [`/v3/domains/${domain}/webhooks`]: {
          webhooks: {
            delivered: { urls: ['http://127.0.0.1:1029/mailgun'] },
            permanent_fail: { urls: ['http://127.0.0.1:1029/mailgun'] },
          },
        },
      }
    },
    ({ headers }) => headers.authorization === `Basic ${Buffer.from(`api:${KEY}`).toString('base64')}`,
  )

/** SES, whose requests are signed: any signature will do. */
export function startSes(): Promise<StandIn> {
  // Its pages are asked for in the body.
  const identities = [
    { EmailIdentities: [{ IdentityType: 'DOMAIN', IdentityName: 'moved.acme.test' }], NextToken: 'two' },
    { EmailIdentities: [{ IdentityType: 'EMAIL_ADDRESS', IdentityName: 'me@moved.acme.test' }] },
  ]
  return startStandIn(
    () => ({
      '/v2/email/list-identities': () => identities.shift(),
      '/v2/email/templates': { TemplatesMetadata: [{ TemplateName: 'Welcome_1' }] },
      '/v2/email/templates/Welcome_1': {
        TemplateName: 'Welcome_1',
        TemplateContent: {
          Subject: 'Hello {{name}}',
          Html: '{{#if vip}}<b>{{name}}</b>{{/if}}',
          Text: 'Hello {{name}}',
        },
      },
      '/v2/email/contact-lists': { ContactLists: [{ ContactListName: 'News' }] },
      '/v2/email/contact-lists/News': {
        ContactListName: 'News',
        Topics: ['Offers', 'Rare'].map((TopicName) => ({
          ...{ TopicName, DisplayName: `Our ${TopicName.toLowerCase()}`, Description: 'Now and then' },
          DefaultSubscriptionStatus: TopicName === 'Rare' ? 'OPT_OUT' : 'OPT_IN',
        })),
      },
      '/v2/email/contact-lists/News/contacts/list': {
        Contacts: [
          { EmailAddress: 'ada@example.com', UnsubscribeAll: true },
          {
            EmailAddress: 'bob@example.com',
            TopicPreferences: [{ TopicName: 'Offers', SubscriptionStatus: 'OPT_OUT' }],
            TopicDefaultPreferences: ['Offers', 'Rare'].map((TopicName) => ({
              ...{ TopicName, SubscriptionStatus: TopicName === 'Rare' ? 'OPT_OUT' : 'OPT_IN' },
            })),
          },
          {
            EmailAddress: 'cleo@example.com',
            TopicDefaultPreferences: [{ TopicName: 'Offers', SubscriptionStatus: 'OPT_IN' }],
          },
          { EmailAddress: 'gone@example.com' },
        ],
      },
      '/v2/email/contact-lists/News/contacts/bob%40example.com': {},
      '/v2/email/contact-lists/News/contacts/cleo%40example.com': {},
      '/v2/email/contact-lists/News/contacts/ada%40example.com': { AttributesData: '{"plan":"pro"}' },
      '/v2/email/suppression/addresses': {
        SuppressedDestinationSummaries: [{ EmailAddress: 'gone@example.com', Reason: 'BOUNCE', LastUpdateTime: 1 }],
      },
    }),
    ({ headers }) => String(headers.authorization).startsWith('AWS4-HMAC-SHA256 '),
  )
}
