"""Makes one API call: the body is serialized once, every attempt is signed anew, and the response is parsed or raised
as an error.
"""

from __future__ import annotations

import re
import secrets
import time
import uuid
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar
from urllib.parse import quote, urlencode

import httpx
from typing_extensions import TypedDict

from ..errors import ConnectionError, ErrorFacts, LikutaError, ServerError, TimeoutError, error_of
from . import exact_json
from .options import CallOptions, KeyedOptions, Settings, checked_timeout
from .retry import Again, Past, Rules, SafeBecause, may_repeat_after, next_step
from .signing import basic_authorization, signature_headers

Reply = TypeVar("Reply")
Method = Literal["GET", "POST", "PUT", "DELETE"]


@dataclass(frozen=True)
class Bearer:
    """The access token of a session."""

    token: str = field(repr=False)


Authentication = Literal["signature", "basic", "none"] | Bearer


@dataclass(frozen=True)
class Call(Generic[Reply]):
    """One call; ``Reply`` is what it returns."""

    method: Method
    path: str
    """From ``/api/v1/…`` on, with escaped segments: see ``path_of``."""
    authentication: Authentication
    safe_because: SafeBecause
    query: Mapping[str, object] = field(default_factory=dict)
    body: Mapping[str, object] | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    whole: bool = False
    """The result is the whole body; otherwise its ``data``."""
    file: bool = False
    """The result is the bytes of the response, which is a file."""
    accepted_statuses: Collection[int] = ()
    """Statuses besides 2xx that are results and not errors."""
    timeout: float | None = None
    idempotency_key: str | None = None


class Plain(TypedDict):
    """The options of a call in the form of ``Call``."""

    timeout: float | None


class Keyed(Plain):
    """The options of a call that writes, in the form of ``Call``."""

    idempotency_key: str | None
    safe_because: SafeBecause


def plain(options: CallOptions) -> Plain:
    """Options of a call without a key. Raises TypeError for an unknown option."""
    _refuse_unknown(options, "timeout")
    return {"timeout": options.get("timeout")}


def keyed(options: KeyedOptions) -> Keyed:
    """Options of a call with a key: the caller's, or a generated one; without a key when the caller wants none."""
    _refuse_unknown(options, "timeout", "idempotency_key")
    key = options["idempotency_key"] if "idempotency_key" in options else str(uuid.uuid4())
    safe_because: SafeBecause = "nothing" if key is None else "idempotency_key"
    return {"timeout": options.get("timeout"), "idempotency_key": key, "safe_because": safe_because}


def _refuse_unknown(options: Mapping[str, object], *known: str) -> None:
    for name in options:
        if name not in known:
            raise TypeError(f"unknown option {name}: there are {', '.join(known)}")


def path_of(template: str, *segments: str) -> str:
    """Put escaped segments into ``{}``. Raises ValueError for a text that cannot be part of a path."""
    for segment in segments:
        if not isinstance(segment, str):
            raise TypeError(f"{segment!r} is not a text")
        if segment.strip(".") == "":
            raise ValueError(f"{segment!r} cannot be part of a path")
    return template.format(*(quote(segment, safe="") for segment in segments))


@dataclass(frozen=True)
class _Prepared:
    call: Call[Any]
    url: str
    body: bytes | None
    headers: dict[str, str]
    authenticate: Callable[[httpx.Request], dict[str, str]]
    timeout: float


class Caller:
    """Sends calls, and retries them according to ``retry.py``. Threads may share it."""

    def __init__(self, settings: Settings, http_client: httpx.Client | None) -> None:
        self._settings = settings
        self._is_own = http_client is None
        self._client = httpx.Client() if http_client is None else http_client

    def close(self) -> None:
        """Close the connections, but not those of a client that was given."""
        if self._is_own:
            self._client.close()

    @property
    def has_card_keys(self) -> bool:
        """Whether calls can be signed."""
        return self._settings.card is not None

    def send(self, call: Call[Reply]) -> Reply:
        """Return the reply. Raises LikutaError; ValueError and TypeError before anything is sent."""
        prepared = self._prepare(call)
        past = Past()
        attempt = 1
        while True:
            try:
                reply: Reply = self._attempt(prepared)
                return reply
            except LikutaError as error:
                chance = secrets.randbelow(2**32) / 2**32
                rules = Rules(call.safe_because, self._settings.retries, prepared.timeout, chance)
                step = next_step(error, past, rules)
                if not isinstance(step, Again):
                    step.attempts = attempt
                    step.retryable = step.retryable and may_repeat_after(step, call.safe_because)
                    if step is error:
                        raise
                    raise step from error
            past = step.past
            attempt += 1
            time.sleep(step.pause)

    def _prepare(self, call: Call[Any]) -> _Prepared:
        query = urlencode(
            [(name, _query_text(value)) for name, value in call.query.items() if value is not None]
        )
        body = None if call.body is None else exact_json.encode(call.body)
        headers = {"Accept": "application/json"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if call.idempotency_key is not None:
            headers["Idempotency-Key"] = _checked_key(call.idempotency_key)
        url = self._settings.base_url + call.path + (f"?{query}" if query else "")
        timeout = self._settings.timeout if call.timeout is None else checked_timeout(call.timeout)
        return _Prepared(call, url, body, {**headers, **call.headers}, self._authenticator(call), timeout)

    def _authenticator(self, call: Call[Any]) -> Callable[[httpx.Request], dict[str, str]]:
        """Raises ValueError when the client lacks the options that this call needs."""
        card, wallet, authentication = self._settings.card, self._settings.wallet, call.authentication
        if isinstance(authentication, Bearer):
            return lambda _: {"Authorization": f"Bearer {authentication.token}"}
        if authentication == "none":
            return lambda _: {}
        if authentication == "basic":
            if wallet is None:
                raise ValueError("remittance needs the options merchant_code and merchant_secret")
            return lambda _: {"Authorization": basic_authorization(*wallet)}
        if card is None:
            raise ValueError("payments need the options api_key and api_secret")
        api_key, api_secret = card
        return lambda request: signature_headers(
            api_key=api_key,
            api_secret=api_secret,
            method=request.method,
            path=request.url.raw_path.decode(),
            body=request.content,
            timestamp=time.time(),
        )

    def _attempt(self, prepared: _Prepared) -> Any:
        call = prepared.call
        response, content = self._exchange(prepared)
        if call.file and response.is_success:
            return content
        body = _json_of(content)
        if not response.is_success and response.status_code not in call.accepted_statuses:
            raise error_of(response.status_code, response.headers, body, call.idempotency_key)
        reply = body if call.whole else (body.get("data") if isinstance(body, dict) else None)
        if isinstance(reply, dict | list):
            return reply
        raise _not_understood(response, body, call.idempotency_key)

    def _exchange(self, prepared: _Prepared) -> tuple[httpx.Response, bytes]:
        """Raises TimeoutError, ConnectionError."""
        timeout, key = prepared.timeout, prepared.call.idempotency_key
        request = self._client.build_request(
            prepared.call.method,
            prepared.url,
            content=prepared.body,
            headers=prepared.headers,
            timeout=timeout,
        )
        request.headers.update(prepared.authenticate(request))
        deadline = time.monotonic() + timeout
        try:
            response = self._client.send(request, stream=True, auth=None, follow_redirects=False)
            try:
                content = bytearray()
                # httpx limits each wait; this limits all of them together, for a response that comes in drops.
                for part in response.iter_bytes():
                    content += part
                    if time.monotonic() > deadline:
                        raise httpx.ReadTimeout("the response is not complete", request=request)
                return response, bytes(content)
            finally:
                response.close()
        except httpx.TimeoutException as cause:
            detail = f"no response within {timeout:g} s"
            raise TimeoutError(ErrorFacts(detail, idempotency_key=key)) from cause
        except httpx.RequestError as cause:
            detail = "the service is unreachable, or the connection broke"
            raise ConnectionError(ErrorFacts(detail, idempotency_key=key)) from cause


def _checked_key(key: str) -> str:
    """Raises ValueError for a key that the service would not get as it is."""
    if isinstance(key, str) and re.fullmatch(r"[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?", key):
        return key
    raise ValueError("idempotency_key: 1 to 255 printable ASCII characters, without a space at either end")


def _query_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _json_of(content: bytes) -> Any:
    try:
        return exact_json.decode(content.decode(errors="replace"))
    except (ValueError, RecursionError):
        return None


def _not_understood(response: httpx.Response, body: object, idempotency_key: str | None) -> ServerError:
    """For an unreadable response. The request may have been carried out all the same, so it is not sent again."""
    why = "it is not JSON" if body is None else "it has an unexpected format"
    request_id = response.headers.get("x-request-id")
    return ServerError(
        ErrorFacts(
            f"the response could not be read: {why}",
            response.status_code,
            request_id=request_id,
            idempotency_key=idempotency_key,
        )
    )
