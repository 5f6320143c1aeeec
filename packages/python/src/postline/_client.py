from __future__ import annotations

import asyncio
import time
from types import TracebackType
from typing import Any, AsyncIterator, Dict, Iterator, Optional, Type, Union

import httpx

from ._errors import PostlineError
from ._operations import AsyncOperations, Operations
from ._requests import base_url_of, failure_of, make_request, next_page, result_of, wait_before_retry

DEFAULT_RETRIES = 3
DEFAULT_TIMEOUT = 60.0


class Postline(Operations):
    """A client of the REST API. Close it, or use it in a ``with`` statement. Threads may share it.

    :param base_url: the address of the service, like ``https://mail.example.com``.
    :param api_key: ``sk_live_…`` or ``sk_test_…``.
    :param max_retries: how often a request is retried if that is safe; 0 disables retries.
    :param timeout: seconds that each attempt may wait to connect, to send or for the next bytes of the response.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        max_retries: int = DEFAULT_RETRIES,
        timeout: float = DEFAULT_TIMEOUT,
    ) -> None:
        self._max_retries = max_retries
        headers = {"authorization": f"Bearer {api_key}"}
        self._http = httpx.Client(base_url=base_url_of(base_url), headers=headers, timeout=timeout)

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Postline:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def _call(self, method: str, path: str, **more: Any) -> Any:
        request = make_request(method, path, **more)
        attempt = 0
        while True:
            outcome: Union[httpx.Response, PostlineError]
            try:
                outcome = self._http.request(method, path, **request.options)
            except httpx.HTTPError as error:
                outcome = failure_of(error)
            wait = wait_before_retry(request, outcome, attempt, self._max_retries)
            if wait is None:
                return result_of(request, outcome)
            time.sleep(wait)
            attempt += 1

    def _pages(self, path: str, field: str, query: Dict[str, Any]) -> Iterator[Any]:
        rest: Optional[Dict[str, Any]] = query
        while rest is not None:
            page = self._call("GET", path, query=rest, reads="json")
            yield from page[field]
            rest = next_page(query, page)


class AsyncPostline(AsyncOperations):
    """The same as :class:`Postline`, to await. Close it, or use it in an ``async with`` statement."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        max_retries: int = DEFAULT_RETRIES,
        timeout: float = DEFAULT_TIMEOUT,
    ) -> None:
        self._max_retries = max_retries
        headers = {"authorization": f"Bearer {api_key}"}
        self._http = httpx.AsyncClient(base_url=base_url_of(base_url), headers=headers, timeout=timeout)

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> AsyncPostline:
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        await self.close()

    async def _call(self, method: str, path: str, **more: Any) -> Any:
        request = make_request(method, path, **more)
        attempt = 0
        while True:
            outcome: Union[httpx.Response, PostlineError]
            try:
                outcome = await self._http.request(method, path, **request.options)
            except httpx.HTTPError as error:
                outcome = failure_of(error)
            wait = wait_before_retry(request, outcome, attempt, self._max_retries)
            if wait is None:
                return result_of(request, outcome)
            await asyncio.sleep(wait)
            attempt += 1

    async def _pages(self, path: str, field: str, query: Dict[str, Any]) -> AsyncIterator[Any]:
        rest: Optional[Dict[str, Any]] = query
        while rest is not None:
            page = await self._call("GET", path, query=rest, reads="json")
            for item in page[field]:
                yield item
            rest = next_page(query, page)
