"""What `postmark-python` does here. Its clients have managers, such as `outbound`; those of the account begin with `account.`."""

import datetime
import inspect
import logging
import os

import email_validator
import postmark.sync
from calls import BASE_URL, DOMAIN, FROM, HOOK, KEY, OWNER, Calls, api, eventually, read, status_of, tell, unique
from postmark.exceptions import PostmarkException
from postmark.models.streams.enums import MessageStreamType
from pydantic import ValidationError

# It prints every error.
logging.disable()
# It takes no addresses of domains for tests.
email_validator.SPECIAL_USE_DOMAIN_NAMES.remove('test')

calls = Calls()
TEST_KEY = os.environ['TEST_KEY']
RECEIVED = os.environ['RECEIVED']


def mail(**more):
    return {'sender': FROM, 'to': OWNER, 'subject': 'Hello', 'html_body': '<p>It works.</p>', **more}


def simulated(recipient, status):
    """A mail of a test key, with the outcome that the name of the recipient asks for."""
    body = {
        'idempotency_key': unique('simulated'),
        'destination': {'email': recipient},
        'payload': {'subject': 'Simulated', 'body_html': '<a href="https://example.com/a">A</a>'},
        'metadata': {'from_email': FROM},
        'tags': {'tag': 'simulated'},
    }
    sent = api('POST', '/v1/send', body, key=TEST_KEY)[1]['id']
    eventually(f'the message is {status}', lambda: read(f'/messages/{sent}')['status'] == status)
    return sent


def a_template():
    source = {'name': 'Receipt', 'slug': unique('receipt'), 'subject': 'Order {{ order }}', 'body_html': '<p>{{ order }}</p>'}
    return api('POST', '/v1/templates', source)[1]


def suppressed(sdk, stream='outbound'):
    email = f'{unique("gone")}@example.com'
    sdk.suppressions.create(stream, [email])
    return email


@calls.of('outbound.send')
def _(sdk):
    attachment = {'name': 'a.txt', 'content': 'QQ==', 'content_type': 'text/plain', 'content_id': 'cid:a'}
    more = {
        'text_body': 'It works.',
        'reply_to': 'answers@example.com, more@example.com',
        'tag': 'welcome',
        'headers': [{'name': 'X-Order', 'value': '4711'}],
        'metadata': {'order': '4711'},
        'attachments': [attachment],
        'track_opens': False,
    }
    sent = sdk.outbound.send(mail(to=f'"Lovelace, Ada" <{OWNER}>', **more))
    assert (sent.error_code, sent.to) == (0, f'"Lovelace, Ada" <{OWNER}>')
    content = read(f'/messages/{sent.message_id}/content')
    assert content['to'] == [f'"Lovelace, Ada" <{OWNER}>']
    assert content['reply_to'] == ['answers@example.com', 'more@example.com']
    assert content['headers'] == {'X-Order': '4711'}
    assert content['attachments'][0]['content_id'] == 'a'
    assert read(f'/messages/{sent.message_id}')['tags'] == {'tag': 'welcome'}


@calls.of('outbound.send_batch')
def _(sdk):
    first, second = sdk.outbound.send_batch([mail(), mail()])
    assert first.success
    assert second.success
    assert first.message_id != second.message_id


@calls.of('outbound.send_with_template')
def _(sdk):
    template = a_template()
    given = {'sender': FROM, 'to': OWNER, 'template_alias': template['slug'], 'template_model': {'order': '4711'}}
    sent = sdk.outbound.send_with_template(given)
    assert read(f'/messages/{sent.message_id}/content')['subject'] == 'Order 4711'


@calls.of('outbound.send_batch_with_template')
def _(sdk):
    given = {'sender': FROM, 'to': OWNER, 'template_alias': a_template()['slug'], 'template_model': {'order': '1'}}
    results = sdk.outbound.send_batch_with_template([given, given])
    assert [result.error_code for result in results] == [0, 0]


@calls.of('outbound.list')
def _(sdk):
    tag = unique('listed')
    for _sent in range(3):
        sdk.outbound.send(mail(tag=tag))
    first = sdk.outbound.list(count=2, tag=tag, recipient=OWNER)
    second = sdk.outbound.list(count=2, offset=2, tag=tag)
    assert (first.total, second.total) == (3, 3)
    assert len({message.message_id for message in [*first.items, *second.items]}) == 3
    assert (first.items[0].tag, first.items[0].to[0].email) == (tag, OWNER)


@calls.of('outbound.stream')
def _(sdk):
    tag = unique('streamed')
    for _sent in range(3):
        sdk.outbound.send(mail(tag=tag))
    assert len({message.message_id for message in sdk.outbound.stream(batch_size=2, tag=tag)}) == 3


@calls.of('outbound.get')
def _(sdk):
    details = sdk.outbound.get(simulated('clicked@example.com', 'clicked'))
    assert details.subject == 'Simulated'
    assert 'example.com/a' in details.html_body
    assert [event.type.value for event in details.message_events] == ['Delivered', 'Opened', 'LinkClicked']


@calls.of('outbound.list_message_opens')
def _(sdk):
    opens = sdk.outbound.list_message_opens(simulated('opened@example.com', 'opened'))
    assert (opens.total, opens.items[0].recipient) == (1, 'opened@example.com')


@calls.of('outbound.list_message_clicks')
def _(sdk):
    clicks = sdk.outbound.list_message_clicks(simulated('clicked@example.com', 'clicked'))
    assert clicks.items[0].original_link == 'https://example.com/a'


@calls.of('inbound.list')
def _(sdk):
    assert RECEIVED in [message.message_id for message in sdk.inbound.list(count=5).items]


@calls.of('inbound.get')
def _(sdk):
    assert 'Why?' in sdk.inbound.get(RECEIVED).text_body


@calls.of('bounces.list')
def _(sdk):
    simulated('bounced-hard@example.com', 'bounced')
    sdk.bounces.list()


@calls.of('bounces.stream')
def _(sdk):
    simulated('bounced-hard@example.com', 'bounced')
    sdk.bounces.stream()


@calls.of('bounces.get')
def _(sdk):
    sdk.bounces.get(simulated('bounced-soft@example.com', 'bounced'))


@calls.of('bounces.activate')
def _(sdk):
    sent = simulated('bounced-hard@example.com', 'bounced')
    api('POST', '/v1/suppressions', {'channel': 'email', 'recipient': 'bounced-hard@example.com'})
    sdk.bounces.activate(sent)


@calls.of('templates.list')
def _(sdk):
    a_template()
    sdk.templates.list()


@calls.of('templates.get')
def _(sdk):
    sdk.templates.get(a_template()['slug'])


@calls.of('templates.create')
def _(sdk):
    sdk.templates.create({'name': 'Receipt', 'alias': unique('receipt'), 'subject': 'A', 'html_body': '<p>A</p>'})


@calls.of('templates.edit')
def _(sdk):
    sdk.templates.edit(a_template()['slug'], {'subject': 'Changed'})


@calls.of('templates.delete')
def _(sdk):
    template = a_template()
    sdk.templates.delete(template['slug'])
    assert status_of(f'/templates/{template["id"]}') == 404


@calls.of('templates.validate')
def _(sdk):
    given = {'subject': 'A', 'html_body': '<p>{{ name }}</p>', 'test_render_model': {'name': 'Ada'}}
    sound = sdk.templates.validate(given)
    assert (sound.all_content_is_valid, sound.html_body.rendered_content) == (True, '<p>Ada</p>')


@calls.of('webhooks.list')
def _(sdk):
    api('POST', '/v1/webhooks', {'endpoint_url': HOOK})
    sdk.webhooks.list()


@calls.of('webhooks.create')
def _(sdk):
    sdk.webhooks.create(url=HOOK, triggers={'Bounce': {'Enabled': True, 'IncludeContent': False}})


def a_webhook():
    return api('POST', '/v1/webhooks', {'endpoint_url': HOOK, 'format': 'postmark'})[1]['id']


@calls.of('webhooks.get')
def _(sdk):
    sdk.webhooks.get(a_webhook())


@calls.of('webhooks.edit')
def _(sdk):
    sdk.webhooks.edit(a_webhook(), url=HOOK)


@calls.of('webhooks.delete')
def _(sdk):
    webhook = a_webhook()
    sdk.webhooks.delete(webhook)
    assert status_of(f'/webhooks/{webhook}') == 404


@calls.of('stream.list')
def _(sdk):
    assert [stream.id for stream in sdk.stream.list().message_streams] == ['outbound', 'broadcast', 'inbound']


@calls.of('stream.get')
def _(sdk):
    assert sdk.stream.get('broadcast').message_stream_type.value == 'Broadcasts'


@calls.of('suppressions.dump')
def _(sdk):
    email = suppressed(sdk)
    [found] = [one for one in sdk.suppressions.dump('outbound') if one.email_address == email]
    assert found.suppression_reason.value == 'ManualSuppression'
    assert len(sdk.suppressions.dump('outbound', email_address=email)) == 1


@calls.of('suppressions.create')
def _(sdk):
    email = f'{unique("left")}@example.com'
    results = sdk.suppressions.create('broadcast', [email, 'nobody'])
    assert [result.status for result in results] == ['Suppressed', 'Failed']
    assert read(f'/suppressions/{email}')['state'] == 'unsubscribed'


@calls.of('suppressions.delete')
def _(sdk):
    email = suppressed(sdk)
    assert sdk.suppressions.delete('outbound', [email])[0].status == 'Deleted'
    assert status_of(f'/suppressions/{email}') == 404


@calls.of('stats.overview')
def _(sdk):
    sdk.outbound.send(mail())
    eventually('it is counted', lambda: sdk.stats.overview().sent > 0)


JANUARY = {'from_date': datetime.date(2026, 1, 1), 'to_date': datetime.date(2026, 1, 31)}

for name, field in {
    'sent_counts': 'sent',
    'bounce_counts': 'hard_bounce',
    'spam_counts': 'spam_complaint',
    'open_counts': 'opens',
    'click_counts': 'clicks',
}.items():

    @calls.of(f'stats.{name}')
    def _(sdk, name=name, field=field):
        counts = getattr(sdk.stats, name)(**JANUARY)
        assert (counts.days, getattr(counts, field)) == ([], 0)


def a_domain():
    return api('POST', '/v1/domains', {'domain': f'{unique("sends")}.acme.test'})[1]['id']


@calls.of('account.domain.list')
def _(sdk):
    sdk.account.domain.list()


@calls.of('account.domain.get')
def _(sdk):
    sdk.account.domain.get(a_domain())


@calls.of('account.domain.create')
def _(sdk):
    sdk.account.domain.create(name=f'{unique("sends")}.acme.test')


@calls.of('account.domain.delete')
def _(sdk):
    domain = a_domain()
    sdk.account.domain.delete(domain)
    assert status_of(f'/domains/{domain}') == 404


for name in ('verify_dkim', 'verify_return_path', 'verify_spf'):

    @calls.of(f'account.domain.{name}')
    def _(sdk, name=name):
        getattr(sdk.account.domain, name)(a_domain())


@calls.of('account.data_removals.create')
def _(sdk):
    sdk.account.data_removals.create('me@example.com', 'forget-me@example.com', False)


@calls.of('outbound.send_bulk')
def _(sdk):
    sdk.outbound.send_bulk({'sender': FROM, 'messages': [{'to': OWNER}], 'subject': 'A', 'text_body': 'A'})


@calls.of('stream.create')
def _(sdk):
    sdk.stream.create('other', 'Other', MessageStreamType.TRANSACTIONAL)


@calls.of('account.templates.push')
def _(sdk):
    given = {'source_server_id': '1', 'destination_server_id': '2', 'perform_changes': True}
    sdk.account.templates.push(given)


class Both:
    """The clients for a server and for the account, as one."""

    def __init__(self):
        options = {'base_url': f'{BASE_URL}/compat/postmark', 'retries': 0, 'timeout': 60.0}
        self._server = postmark.sync.ServerClient(KEY, **options)
        self.account = postmark.sync.AccountClient(KEY, **options)

    def __getattr__(self, name):
        return getattr(self._server, name)


def managers(client, path):
    for name, manager in vars(client).items():
        if not name.startswith('_'):
            for method in vars(type(manager._async)):
                if not method.startswith('_') and inspect.isfunction(getattr(type(manager._async), method)):
                    yield f'{path}{name}.{method}'


def method_of(sdk, name):
    owner, _, method = name.rpartition('.')
    for step in owner.split('.'):
        sdk = getattr(sdk, step)
    # Its own signature says what it needs.
    plain = getattr(sdk, method)
    plain.__signature__ = inspect.signature(getattr(sdk._async, method))
    return plain


def status(error):
    """The status of an error; 200 for an answer that the SDK refuses: it wants ids as numbers, and all fields of Postmark."""
    if isinstance(error, PostmarkException):
        return error.http_status
    if isinstance(error, ValidationError) and {one['type'] for one in error.errors()} <= {'int_parsing', 'missing'}:
        return 200
    return None


both = Both()
names = [*managers(both._server, ''), *managers(both.account, 'account.')]
tell(names, {'plain': calls.run(names, method_of, both, status)})
