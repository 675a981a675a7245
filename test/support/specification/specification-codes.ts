// The error codes of the remittance specification, with the patterns that find the tests proving them by title.

export const health = /health is 200 healthy, and 503 degraded while the database is unreachable/

export const codes: [code: string, meaning: string, proof: RegExp][] = [
  ['RMT-1005 (400)', 'required field missing', /is RMT-1005 and names it/],
  ['RMT-1005 (400)', 'neither reference nor transaction_id', /with neither is 400 RMT-1005/],
  ['RMT-1015 (400)', 'sender_document_type', /anything else is RMT-1015/],
  ['RMT-1016 (400)', 'reason_of_transaction', /anything else is RMT-1016/],
  ['RMT-1017 (400)', 'source_of_funds', /anything else is RMT-1017/],
  [
    'RMT-1018 (400)',
    'both receiver addresses missing',
    /both receiver addresses missing or empty is RMT-1018/,
  ],
  ['RMT-1019 (400)', 'receiver_document_type', /anything else is RMT-1019/],
  ['RMT-4006 (422)', 'receiver name mismatch', /does not match: 422 RMT-4006/],
  ['RMT-404 (404)', 'transaction not found', /of an unknown transfer is 404 RMT-404/],
  ['RMT-9001 (403)', 'outbound disabled', /403 RMT-9001/],
  ['RMT-9003 (400)', 'cap of the sandbox', /in the sandbox is RMT-9003/],
  [
    'RMT-401 (401)',
    'wrong credentials, with WWW-Authenticate',
    /without Basic credentials or with a wrong secret is 401/,
  ],
  ['RMT-403 (403)', 'address, suspension, environment', /is 403 RMT-403/],
  ['RMT-405 (405)', 'method, with Allow', /is 405 RMT-405, with Allow/],
  ['RMT-413, RMT-415', 'body too large; content type', /is 413 RMT-413/],
  ['RMT-422 (422)', 'Idempotency-Key with another body', /is 422 RMT-422/],
  [
    'RMT-429 (429)',
    'rate limit, with Retry-After',
    /the rate limit of Basic authentication > exceeding the rate limit is 429/,
  ],
  ['RMT-500 (500)', 'unexpected error', /an unexpected error is 500 RMT-500/],
  ['RMT-503 (503)', 'database unreachable', health],
  ['RMT-1001 (400)', 'malformed JSON', /is 400 RMT-1001/],
  ['RMT-1002 (400)', 'amount', /amounts > .* is RMT-1002/],
  ['RMT-1003 (400)', 'currency', /currencies > .* is RMT-1003/],
  ['RMT-1004 (400)', 'phone or operator', /customer_number > .* is RMT-1004/],
  ['RMT-1006 (400)', 'date', /or it is RMT-1006/],
  ['RMT-1007 (409)', 'reference with other content', /is 409 RMT-1007/],
  [
    'RMT-1008 (409)',
    'decision on a transfer that is not held',
    /of a transfer that is not held is 409 RMT-1008/,
  ],
  ['RMT-2001 (402)', 'insufficient balance', /is too low for 1\.00: 402 RMT-2001/],
  ['RMT-3001 (403)', 'blacklisted number', /on the blacklist is 403 RMT-3001/],
  ['RMT-4001 (404)', 'no such wallet', /is 404 RMT-4001/],
  ['RMT-5001 (502)', 'operator unreachable', /is 502 RMT-5001/],
  ['RMT-5002 (502)', 'rate provider unreachable', /is 502 RMT-5002/],
  ['RMT-5003 (503)', 'no fresh rate', /is 503 RMT-5003/],
]
