"""Calls every method of an SDK at a running service, and prints what came of each as JSON."""

import inspect
import itertools
import json
import os
import sys
import time
import traceback
import urllib.error
import urllib.request

BASE_URL = os.environ['BASE_URL']
KEY = os.environ['API_KEY']
OWNER = os.environ['OWNER']
# A domain of the account that sends and receives.
DOMAIN = 'shop.acme.test'
FROM = f'Shop <hello@{DOMAIN}>'
HOOK = 'http://127.0.0.1:1029/hooks'

_numbers = itertools.count(1)


def unique(name):
    """A name that nothing else has."""
    return f'{name}-{next(_numbers)}'


def api(method, path, body=None, key=KEY):
    """Asks the service itself. Returns the status and the document."""
    headers = {'authorization': f'Bearer {key}', 'content-type': 'application/json'}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(BASE_URL + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request) as response:
            return response.status, json.loads(response.read() or b'null')
    except urllib.error.HTTPError as error:
        return error.code, None


def read(path):
    status, body = api('GET', f'/v1{path}')
    assert status == 200, f'{path} answered {status}'
    return body


def status_of(path):
    return api('GET', f'/v1{path}')[0]


def eventually(what, check):
    for _ in range(1_200):
        if check():
            return
        time.sleep(0.1)
    raise AssertionError(f'{what} did not happen')


class Anything(dict):
    """Has whatever field a method looks for."""

    def __missing__(self, name):
        return 'x'


def blank(method):
    """Calls a method with something for each parameter that it needs."""
    needed = [one for one in inspect.signature(method).parameters.values() if one.default is one.empty]
    named = [one for one in needed if one.kind in (one.POSITIONAL_OR_KEYWORD, one.POSITIONAL_ONLY)]
    return method(*[Anything() if one.name in ('params', 'options', 'request') else 'x' for one in named])


class Calls(dict):
    """The calls of an SDK by the name of the method."""

    def of(self, name):
        def keep(function):
            assert name not in self, name
            self[name] = function
            return function

        return keep

    def run(self, names, method_of, sdk, status_of_error):
        """Makes each call; methods without one are called with something. An error of the SDK has a status."""
        results = {}
        for name in names:
            try:
                if name in self:
                    self[name](sdk)
                    results[name] = {'called': True}
                else:
                    blank(method_of(sdk, name))
                    results[name] = {'called': False}
            except Exception as error:
                status = status_of_error(error)
                results[name] = {'status': status, 'error': traceback.format_exc() if status is None else str(error)}
        return results


def tell(names, runs):
    json.dump({'names': names, 'runs': runs}, sys.stdout)
