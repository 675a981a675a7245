# Calls a sandbox with the client that openapi-python-client makes of the API document.
import hashlib
import hmac
import json
import os
import time

import httpx
from likuta_client import Client
from likuta_client.api.orders import create_order, read_payment_status
from likuta_client.api.payment_links import list_payment_links
from likuta_client.api.transfers import list_transfers, send_transfer
from likuta_client.models import OrderRequest, StatusRequest, TransferRequest

env = os.environ


def sign(request: httpx.Request) -> None:
    timestamp = str(int(time.time()))
    signed = f"{timestamp}\n{request.method}\n{request.url.raw_path.decode()}\n".encode() + request.read()
    request.headers["X-API-Key"] = env["API_KEY"]
    request.headers["X-Timestamp"] = timestamp
    request.headers["X-Signature"] = hmac.new(env["API_SECRET"].encode(), signed, hashlib.sha256).hexdigest()


cards = Client(base_url=env["BASE_URL"], httpx_args={"event_hooks": {"request": [sign]}})
credentials = (env["MERCHANT_CODE"], env["MERCHANT_SECRET"])
transfers = Client(base_url=env["BASE_URL"], httpx_args={"auth": credentials})

order = create_order.sync(client=cards, body=OrderRequest.from_dict(json.loads(env["ORDER"])))
uuid = order.data.transaction_uuid
status = read_payment_status.sync(client=cards, body=StatusRequest(transaction_uuid=uuid))
links = list_payment_links.sync(client=cards, limit=5)
transfer = send_transfer.sync(client=transfers, body=TransferRequest.from_dict(json.loads(env["TRANSFER"])))
sent = list_transfers.sync(client=transfers, limit=5)
refused = create_order.sync_detailed(client=cards, body=OrderRequest.from_dict(json.loads(env["ORDER"]) | {"amount": 0.25}))

print(json.dumps({
    "order": uuid,
    "amount": order.data.amount,
    "status": status.data.transaction_status,
    "links": links.data.pagination.total,
    "transfer": transfer.data.status,
    "transfers": [each.reference for each in sent.data.items],
    "refused": refused.parsed.detail,
}))
