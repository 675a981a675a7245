# python3 check.py <test-vectors.json>, or: python3 check.py sign <method> <path> < body
import json
import os
import sys

from signing import sign_request, verify_webhook


def check(vectors):
    wrong = []
    for it in vectors["requests"]:
        body = it["body"].encode()
        headers = sign_request("pk_test", it["api_secret"], it["method"], it["path"], body, it["timestamp"])
        if headers["X-Signature"] != it["signature"]:
            wrong.append(it["name"])
    for it in vectors["webhooks"]:
        body = it["body"].encode()
        if verify_webhook(body, it["signature"], it["callback_secret"], it["now"]) != it["genuine"]:
            wrong.append(it["name"])
    for name in wrong:
        print(f"wrong: {name}")
    print(f"{len(vectors['requests'])} requests, {len(vectors['webhooks'])} webhooks, {len(wrong)} wrong")
    return 1 if wrong else 0


if sys.argv[1] == "sign":
    body = sys.stdin.buffer.read()
    headers = sign_request(os.environ["API_KEY"], os.environ["API_SECRET"], sys.argv[2], sys.argv[3], body)
    for name, value in headers.items():
        print(f"{name}: {value}")
else:
    with open(sys.argv[1], encoding="utf-8") as file:
        sys.exit(check(json.load(file)))
