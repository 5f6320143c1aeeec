"""What `resend` for Python does here."""

import asyncio
import datetime
import functools
import inspect
import os
import urllib.request

import resend
from calls import BASE_URL, DOMAIN, FROM, HOOK, KEY, OWNER, Calls, api, eventually, read, status_of, tell, unique

resend.api_key = KEY
resend.api_url = f'{BASE_URL}/compat/resend'

calls = Calls()
RECEIVED = os.environ['RECEIVED']
ATTACHED = [{'filename': 'a.txt', 'content': 'QQ=='}]


def mail(**more):
    return {'from': FROM, 'to': OWNER, 'subject': 'Hello', 'html': '<p>It works.</p>', **more}


def later():
    return (datetime.datetime.now(datetime.UTC) + datetime.timedelta(hours=1)).isoformat()


def a_contact(sdk):
    email = f'{unique("ada")}@example.com'
    made = sdk.Contacts.create({'email': email, 'first_name': 'Ada', 'properties': {'plan': 'pro'}})
    return made['id'], email


def a_segment(sdk):
    return sdk.Segments.create({'name': unique('News')})['id']


def a_topic(sdk):
    return sdk.Topics.create({'name': unique('Offers'), 'default_subscription': 'opt_in'})['id']


def a_template(sdk):
    given = {'name': 'Receipt', 'alias': unique('receipt'), 'subject': 'Order {{ order }}', 'html': '<p>A</p>'}
    return sdk.Templates.create(given)['id']


def a_webhook(sdk):
    return sdk.Webhooks.create({'endpoint': HOOK, 'events': ['email.bounced']})


def a_domain(sdk):
    return sdk.Domains.create({'name': f'{unique("sends")}.acme.test'})


def a_broadcast(sdk, **more):
    given = {'segment_id': a_segment(sdk), 'from': FROM, 'subject': 'News', 'html': '<p>News</p>', **more}
    return sdk.Broadcasts.create(given)['id']


def gone(sdk):
    email = f'{unique("gone")}@example.com'
    return email, sdk.Suppressions.add({'email': email})['id']


def logged(sdk):
    webhook = a_webhook(sdk)['id']
    _, event = api('POST', f'/v1/webhooks/{webhook}/test', {'event_type': 'bounced'})
    return webhook, event['id']


def download(url):
    request = urllib.request.Request(url, headers={'authorization': f'Bearer {KEY}'})
    with urllib.request.urlopen(request) as response:
        return response.read()


@calls.of('Emails.send')
def _(sdk):
    attached = [{'filename': 'a.pdf', 'content': list(b'%PDF')}]
    given = mail(attachments=attached, tags=[{'name': 'a', 'value': 'b'}], reply_to='answers@example.com')
    key = unique('sent')
    sent = sdk.Emails.send(given, {'idempotency_key': key})['id']
    assert sdk.Emails.send(given, {'idempotency_key': key})['id'] == sent
    assert read(f'/messages/{sent}')['tags'] == {'a': 'b'}
    content = read(f'/messages/{sent}/content')
    assert content['attachments'][0]['content_type'] == 'application/pdf'
    assert content['reply_to'] == ['answers@example.com']


@calls.of('Batch.send')
def _(sdk):
    first, second = sdk.Batch.send([mail(), mail()])['data']
    assert first['id'] != second['id']
    assert status_of(f'/messages/{second["id"]}') == 200


@calls.of('Emails.get')
def _(sdk):
    got = sdk.Emails.get(sdk.Emails.send(mail())['id'])
    assert (got['subject'], got['html'], got['to']) == ('Hello', '<p>It works.</p>', [OWNER])


@calls.of('Emails.list')
def _(sdk):
    sent = sdk.Emails.send(mail())['id']
    assert sdk.Emails.list({'limit': 1})['data'][0]['id'] == sent


@calls.of('Emails.cancel')
def _(sdk):
    sent = sdk.Emails.send(mail(scheduled_at=later()))['id']
    sdk.Emails.cancel(sent)
    assert read(f'/messages/{sent}')['status'] == 'canceled'


@calls.of('EmailAttachments.list')
def _(sdk):
    sent = sdk.Emails.send(mail(attachments=ATTACHED))['id']
    [found] = sdk.EmailAttachments.list(sent)['data']
    assert (found['filename'], found['size']) == ('a.txt', 1)


@calls.of('EmailAttachments.get')
def _(sdk):
    sent = sdk.Emails.send(mail(attachments=ATTACHED))['id']
    assert download(sdk.EmailAttachments.get(sent, '0')['download_url']) == b'A'


@calls.of('Emails.Receiving.list')
def _(sdk):
    [found] = sdk.Emails.Receiving.list({'limit': 1})['data']
    assert (found['id'], found['from']) == (RECEIVED, 'Ada <ada@example.org>')


@calls.of('Emails.Receiving.get')
def _(sdk):
    got = sdk.Emails.Receiving.get(RECEIVED)
    assert 'Why?' in got['text']
    assert got['headers']['subject'] == 'Question'
    assert got['attachments'][0]['filename'] == 'a.csv'


@calls.of('Emails.Receiving.Attachments.list')
def _(sdk):
    [found] = sdk.Emails.Receiving.Attachments.list(RECEIVED)['data']
    assert found['content_type'] == 'text/csv'


@calls.of('Emails.Receiving.Attachments.get')
def _(sdk):
    assert download(sdk.Emails.Receiving.Attachments.get(RECEIVED, '0')['download_url']).startswith(b'a,b')


@calls.of('Domains.create')
def _(sdk):
    made = a_domain(sdk)
    assert status_of(f'/domains/{made["name"]}') == 200
    assert any(one['record'] == 'DKIM' and one['type'] == 'CNAME' for one in made['records'])


@calls.of('Domains.list')
def _(sdk):
    made = a_domain(sdk)['id']
    assert made in [domain['id'] for domain in sdk.Domains.list()['data']]


@calls.of('Domains.get')
def _(sdk):
    made = a_domain(sdk)
    assert sdk.Domains.get(made['id'])['name'] == made['name']


@calls.of('Domains.update')
def _(sdk):
    domain = read(f'/domains/{DOMAIN}')['id']
    for state, expected in (('disabled', False), ('enabled', True)):
        sdk.Domains.update({'id': domain, 'capabilities': {'receiving': state}})
        assert read(f'/domains/{DOMAIN}')['inbound_enabled'] is expected


@calls.of('Domains.verify')
def _(sdk):
    made = a_domain(sdk)
    sdk.Domains.verify(made['id'])
    assert read(f'/domains/{made["name"]}')['fully_verified']


@calls.of('Domains.remove')
def _(sdk):
    made = a_domain(sdk)
    sdk.Domains.remove(made['id'])
    assert status_of(f'/domains/{made["name"]}') == 404


@calls.of('ApiKeys.create')
def _(sdk):
    made = sdk.ApiKeys.create({'name': 'Shop', 'permission': 'sending_access'})
    assert api('GET', '/v1/messages', key=made['token'])[0] == 403


@calls.of('ApiKeys.list')
def _(sdk):
    made = sdk.ApiKeys.create({'name': 'Listed'})['id']
    assert {'Listed'} == {key['name'] for key in sdk.ApiKeys.list()['data'] if key['id'] == made}


@calls.of('ApiKeys.remove')
def _(sdk):
    made = sdk.ApiKeys.create({'name': 'Removed'})
    sdk.ApiKeys.remove(made['id'])
    assert api('GET', '/v1/messages', key=made['token'])[0] == 401


@calls.of('Contacts.create')
def _(sdk):
    segment = a_segment(sdk)
    email = f'{unique("eve")}@example.com'
    made = sdk.Contacts.create({'email': email, 'first_name': 'Eve', 'unsubscribed': True})['id']
    again = sdk.Contacts.create({'audience_id': segment, 'email': email, 'last_name': 'Adams'})['id']
    assert again == made
    stored = read(f'/contacts/{made}')
    assert (stored['first_name'], stored['last_name'], stored['status']) == ('Eve', 'Adams', 'unsubscribed')
    assert len(read(f'/contact-lists/{segment}/members')['members']) == 1


@calls.of('Contacts.list')
def _(sdk):
    made, _email = a_contact(sdk)
    assert sdk.Contacts.list(params={'limit': 1})['data'][0]['id'] == made
    segment = a_segment(sdk)
    others = [a_contact(sdk)[0] for _ in range(3)]
    for contact in others:
        sdk.Contacts.Segments.add({'contact_id': contact, 'segment_id': segment})
    first = sdk.Contacts.list(segment_id=segment, params={'limit': 2})
    assert first['has_more']
    second = sdk.Contacts.list(segment_id=segment, params={'limit': 2, 'after': first['data'][1]['id']})
    assert sorted(others) == sorted(one['id'] for one in first['data'] + second['data'])


@calls.of('Contacts.get')
def _(sdk):
    made, email = a_contact(sdk)
    assert sdk.Contacts.get(email=email.upper())['id'] == made
    assert sdk.Contacts.get(id=made)['first_name'] == 'Ada'


@calls.of('Contacts.update')
def _(sdk):
    made, email = a_contact(sdk)
    sdk.Contacts.update({'email': email, 'first_name': None, 'unsubscribed': True})
    stored = read(f'/contacts/{made}')
    assert (stored['first_name'], stored['status'], stored['attributes']) == (None, 'unsubscribed', {'plan': 'pro'})
    sdk.Contacts.update({'id': made, 'unsubscribed': False})
    assert read(f'/contacts/{made}')['status'] == 'subscribed'


@calls.of('Contacts.remove')
def _(sdk):
    made, email = a_contact(sdk)
    sdk.Contacts.remove(email=email)
    assert status_of(f'/contacts/{made}') == 404


@calls.of('Contacts.Segments.add')
def _(sdk):
    (contact, _email), segment = a_contact(sdk), a_segment(sdk)
    sdk.Contacts.Segments.add({'contact_id': contact, 'segment_id': segment})
    assert read(f'/contact-lists/{segment}/members')['members'][0]['id'] == contact


@calls.of('Contacts.Segments.list')
def _(sdk):
    (_contact, email), segment = a_contact(sdk), a_segment(sdk)
    sdk.Contacts.Segments.add({'email': email, 'segment_id': segment})
    assert sdk.Contacts.Segments.list({'email': email})['data'][0]['id'] == segment


@calls.of('Contacts.Segments.remove')
def _(sdk):
    (_contact, email), segment = a_contact(sdk), a_segment(sdk)
    sdk.Contacts.Segments.add({'email': email, 'segment_id': segment})
    sdk.Contacts.Segments.remove({'email': email, 'segment_id': segment})
    assert read(f'/contact-lists/{segment}/members')['members'] == []


@calls.of('Contacts.Topics.update')
def _(sdk):
    (contact, _email), topic = a_contact(sdk), a_topic(sdk)
    sdk.Contacts.Topics.update({'id': contact, 'topics': [{'id': topic, 'subscription': 'opt_out'}]})
    [found] = [one for one in read(f'/contacts/{contact}/topics')['topics'] if one['list_id'] == topic]
    assert found['subscribed'] is False


@calls.of('Contacts.Topics.list')
def _(sdk):
    (_contact, email), topic = a_contact(sdk), a_topic(sdk)
    [found] = [one for one in sdk.Contacts.Topics.list(email=email)['data'] if one['id'] == topic]
    assert found['subscription'] == 'opt_in'


@calls.of('ContactImports.create')
def _(sdk):
    sdk.ContactImports.create({'file': b'email\nada@example.com\n'})


for owner in ('Audiences', 'Segments'):

    @calls.of(f'{owner}.create')
    def _(sdk, owner=owner):
        name = unique('News')
        made = getattr(sdk, owner).create({'name': name})['id']
        assert read(f'/contact-lists/{made}')['name'] == name

    @calls.of(f'{owner}.list')
    def _(sdk, owner=owner):
        made = a_segment(sdk)
        assert getattr(sdk, owner).list()['data'][0]['id'] == made

    @calls.of(f'{owner}.get')
    def _(sdk, owner=owner):
        made = a_segment(sdk)
        assert getattr(sdk, owner).get(made)['id'] == made

    @calls.of(f'{owner}.remove')
    def _(sdk, owner=owner):
        made = a_segment(sdk)
        getattr(sdk, owner).remove(made)
        assert status_of(f'/contact-lists/{made}') == 404


@calls.of('Segments.update')
def _(sdk):
    made = a_segment(sdk)
    sdk.Segments.update(made, {'name': 'Renamed'})
    assert read(f'/contact-lists/{made}')['name'] == 'Renamed'


@calls.of('Topics.create')
def _(sdk):
    assert read(f'/contact-lists/{a_topic(sdk)}')['is_topic']


@calls.of('Topics.list')
def _(sdk):
    made = a_topic(sdk)
    assert made in [topic['id'] for topic in sdk.Topics.list()['data']]


@calls.of('Topics.get')
def _(sdk):
    assert sdk.Topics.get(a_topic(sdk))['default_subscription'] == 'opt_in'


@calls.of('Topics.update')
def _(sdk):
    made = a_topic(sdk)
    sdk.Topics.update(made, {'name': 'Sales'})
    assert read(f'/contact-lists/{made}')['name'] == 'Sales'


@calls.of('Topics.remove')
def _(sdk):
    made = a_topic(sdk)
    sdk.Topics.remove(made)
    assert status_of(f'/contact-lists/{made}') == 404


@calls.of('Templates.create')
def _(sdk):
    assert read(f'/templates/{a_template(sdk)}')['subject'] == 'Order {{ order }}'


@calls.of('Templates.list')
def _(sdk):
    made = a_template(sdk)
    assert sdk.Templates.list({'limit': 1})['data'][0]['id'] == made


@calls.of('Templates.get')
def _(sdk):
    got = sdk.Templates.get(a_template(sdk))
    assert (got['html'], got['name']) == ('<p>A</p>', 'Receipt')


@calls.of('Templates.update')
def _(sdk):
    made = a_template(sdk)
    sdk.Templates.update({'id': made, 'subject': 'Changed'})
    assert read(f'/templates/{made}')['subject'] == 'Changed'


@calls.of('Templates.publish')
def _(sdk):
    made = a_template(sdk)
    assert sdk.Templates.publish(made)['id'] == made


@calls.of('Templates.remove')
def _(sdk):
    made = a_template(sdk)
    sdk.Templates.remove(made)
    assert status_of(f'/templates/{made}') == 404


@calls.of('Broadcasts.create')
def _(sdk):
    stored = read(f'/broadcasts/{a_broadcast(sdk, send=True, scheduled_at=later())}')
    assert (stored['status'], stored['subject'], stored['from_email']) == ('scheduled', 'News', FROM)


@calls.of('Broadcasts.send')
def _(sdk):
    made = a_broadcast(sdk)
    sdk.Broadcasts.send({'broadcast_id': made})
    eventually('it is sent', lambda: read(f'/broadcasts/{made}')['status'] == 'sent')


@calls.of('Broadcasts.list')
def _(sdk):
    made = a_broadcast(sdk)
    assert sdk.Broadcasts.list()['data'][0]['id'] == made


@calls.of('Broadcasts.get')
def _(sdk):
    got = sdk.Broadcasts.get(a_broadcast(sdk))
    assert (got['status'], got['html']) == ('draft', '<p>News</p>')


@calls.of('Broadcasts.recipients')
def _(sdk):
    segment, (contact, email) = a_segment(sdk), a_contact(sdk)
    sdk.Contacts.Segments.add({'contact_id': contact, 'segment_id': segment})
    made = a_broadcast(sdk, segment_id=segment)
    sdk.Broadcasts.send({'broadcast_id': made})
    eventually('it is sent', lambda: read(f'/broadcasts/{made}')['status'] == 'sent')
    eventually('it has left', lambda: sdk.Broadcasts.recipients(made, {'type': 'sent'})['data'])
    assert [one['email'] for one in sdk.Broadcasts.recipients(made, {'type': 'sent'})['data']] == [email]


@calls.of('Broadcasts.clicked_links')
def _(sdk):
    assert sdk.Broadcasts.clicked_links(a_broadcast(sdk))['data'] == []


@calls.of('Broadcasts.update')
def _(sdk):
    made = a_broadcast(sdk)
    sdk.Broadcasts.update({'broadcast_id': made, 'subject': 'More'})
    assert read(f'/broadcasts/{made}')['subject'] == 'More'


@calls.of('Broadcasts.remove')
def _(sdk):
    made = a_broadcast(sdk)
    sdk.Broadcasts.remove(made)
    assert status_of(f'/broadcasts/{made}') == 404


@calls.of('Broadcasts.cancel')
def _(sdk):
    made = a_broadcast(sdk, send=True, scheduled_at=later())
    sdk.Broadcasts.cancel(made)
    assert read(f'/broadcasts/{made}')['status'] == 'canceled'


@calls.of('Webhooks.create')
def _(sdk):
    made = a_webhook(sdk)
    assert made['signing_secret'].startswith('whsec_')
    stored = read(f'/webhooks/{made["id"]}')
    assert (stored['format'], stored['event_types']) == ('resend', ['bounced'])


@calls.of('Webhooks.get')
def _(sdk):
    got = sdk.Webhooks.get(a_webhook(sdk)['id'])
    assert (got['endpoint'], got['events'], got['status']) == (HOOK, ['email.bounced'], 'enabled')


@calls.of('Webhooks.list')
def _(sdk):
    made = a_webhook(sdk)['id']
    assert sdk.Webhooks.list()['data'][0]['id'] == made


@calls.of('Webhooks.update')
def _(sdk):
    made = a_webhook(sdk)['id']
    sdk.Webhooks.update({'webhook_id': made, 'status': 'disabled', 'events': ['email.opened']})
    stored = read(f'/webhooks/{made}')
    assert (stored['is_active'], stored['event_types']) == (False, ['opened'])


@calls.of('Webhooks.remove')
def _(sdk):
    made = a_webhook(sdk)['id']
    sdk.Webhooks.remove(made)
    assert status_of(f'/webhooks/{made}') == 404


@calls.of('Webhooks.rotate_signing_secret')
def _(sdk):
    made = a_webhook(sdk)
    assert sdk.Webhooks.rotate_signing_secret(made['id'])['signing_secret'] != made['signing_secret']


@calls.of('Webhooks.verify')
def _(sdk):
    # What it accepts of our requests is tested where these are made.
    headers = {'id': '1', 'timestamp': '1', 'signature': 'v1,A'}
    try:
        sdk.Webhooks.verify({'payload': '{}', 'headers': headers, 'webhook_secret': 'whsec_QQ=='})
    except ValueError:
        return
    raise AssertionError('a wrong signature was accepted')


@calls.of('Webhooks.list_events')
def _(sdk):
    webhook, event = logged(sdk)
    assert sdk.Webhooks.list_events(webhook)['data'][0]['id'] == event


@calls.of('Webhooks.get_event')
def _(sdk):
    assert sdk.Webhooks.get_event(*logged(sdk))['payload']['type'] == 'email.bounced'


@calls.of('Webhooks.replay_event')
def _(sdk):
    webhook, event = logged(sdk)
    path = f'/webhooks/{webhook}/deliveries/{event}'
    eventually('it was attempted', lambda: read(path)['attempt_count'] > 0)
    sdk.Webhooks.replay_event(webhook, event)
    assert read(path)['round'] == 2


@calls.of('Webhooks.list_event_attempts')
def _(sdk):
    webhook, event = logged(sdk)
    eventually('there is an attempt', lambda: sdk.Webhooks.list_event_attempts(webhook, event)['data'])


@calls.of('Suppressions.add')
def _(sdk):
    email, _id = gone(sdk)
    assert read(f'/suppressions/{email}')['state'] == 'suppressed'


@calls.of('Suppressions.list')
def _(sdk):
    email, _id = gone(sdk)
    assert sdk.Suppressions.list({'limit': 1})['data'][0]['email'] == email


@calls.of('Suppressions.get')
def _(sdk):
    email, made = gone(sdk)
    assert sdk.Suppressions.get(email)['id'] == made


@calls.of('Suppressions.remove')
def _(sdk):
    email, _id = gone(sdk)
    sdk.Suppressions.remove(email)
    assert status_of(f'/suppressions/{email}') == 404


@calls.of('SuppressionsBatch.add')
def _(sdk):
    emails = [f'{unique("gone")}@example.com' for _ in range(2)]
    sdk.SuppressionsBatch.add({'emails': emails})
    assert [status_of(f'/suppressions/{email}') for email in emails] == [200, 200]


@calls.of('SuppressionsBatch.remove')
def _(sdk):
    email, _id = gone(sdk)
    sdk.SuppressionsBatch.remove({'emails': [email]})
    assert status_of(f'/suppressions/{email}') == 404


def names_within(owner, path, seen):
    """The methods of a class of the SDK, and of the classes in it. Some have two names for one class."""
    if owner in seen:
        return
    seen.add(owner)
    for name, value in vars(owner).items():
        if name.startswith('_'):
            continue
        if isinstance(value, classmethod | staticmethod):
            yield f'{path}.{name}'
        elif inspect.isclass(value) and value.__module__.startswith('resend') and not issubclass(value, dict):
            yield from names_within(value, f'{path}.{name}', seen)


def names():
    seen = set()
    for name, value in vars(resend).items():
        if inspect.isclass(value) and value.__module__.startswith('resend.'):
            yield from names_within(value, name, seen)


loop = asyncio.new_event_loop()


class Awaiting:
    """The SDK by its methods for asyncio, which end in `_async`, under the names of the others. What asks nothing has none."""

    def __init__(self, of):
        self._of = of

    def __getattr__(self, name):
        method = getattr(self._of, f'{name}_async', None)
        if method:

            @functools.wraps(method)
            def wait(*args, **named):
                return loop.run_until_complete(method(*args, **named))

            return wait
        value = getattr(self._of, name)
        return Awaiting(value) if inspect.isclass(value) else value


def method_of(sdk, name):
    for step in name.split('.'):
        sdk = getattr(sdk, step)
    return sdk


every = list(names())
plain = [name for name in every if not name.endswith('_async')]


def status(error):
    return int(error.code) if isinstance(error, resend.exceptions.ResendError) else None


runs = {
    'plain': calls.run(plain, method_of, resend, status),
    'asyncio': calls.run(plain, method_of, Awaiting(resend), status),
}
tell(every, runs)
