"""Client of Likuta, the payment platform for DR Congo: card payments, mobile-money remittance, webhooks.

The classes of errors are in ``likuta.errors``, the types of requests and responses in ``likuta.types``.
"""

from . import errors, types
from .client import Likuta
from .errors import FieldFault, LikutaError
from .events import Feed, FeedPage
from .http.options import CallOptions, KeyedOptions
from .http.signing import signature_headers
from .pages import Page, Pages
from .receipt import ReceiptContent, ReceiptError, verify_receipt
from .webhook import WebhookError, verify_webhook
from .webhook_events import WebhookEvent

__all__ = [
    "CallOptions",
    "Feed",
    "FeedPage",
    "FieldFault",
    "KeyedOptions",
    "Likuta",
    "LikutaError",
    "Page",
    "Pages",
    "ReceiptContent",
    "ReceiptError",
    "WebhookError",
    "WebhookEvent",
    "errors",
    "signature_headers",
    "types",
    "verify_receipt",
    "verify_webhook",
]

__version__ = "0.1.0"
