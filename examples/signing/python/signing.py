import hashlib
import hmac
import re
import time


def sign_request(api_key, api_secret, method, path, body=b"", timestamp=None):
    """Return the headers of a signed request. path includes the query; body is exactly the bytes that are sent."""
    timestamp = str(int(time.time()) if timestamp is None else timestamp)
    signed = f"{timestamp}\n{method}\n{path}\n".encode() + body
    signature = hmac.new(api_secret.encode(), signed, hashlib.sha256).hexdigest()
    return {"X-API-Key": api_key, "X-Timestamp": timestamp, "X-Signature": signature}


def verify_webhook(body, signature, secret, now=None):
    """Whether a webhook comes from Likuta, unchanged and recent. body is the bytes received, before any parsing."""
    match = re.fullmatch(r"t=([0-9]{10})((?:,v1=[0-9a-f]{64}){1,2})", signature or "")
    if not match or abs((time.time() if now is None else now) - int(match[1])) > 300:
        return False
    expected = hmac.new(secret.encode(), match[1].encode() + body, hashlib.sha256).hexdigest()
    return any(hmac.compare_digest(expected, v1) for v1 in re.findall("[0-9a-f]{64}", match[2]))
