// Texts of the API document that belong to no single route.
import type { Access } from '../../platform/http/access.ts'

/** @param audience the merchants' document mentions neither admin routes nor those of the portal. */
export const about = (
  audience: 'everyone' | 'merchants',
) => `Bank cards in USD and CDF, and transfers to mobile-money wallets in the Democratic Republic of Congo.

Every path but that of the receipt keys begins with \`/api/v1\`. Bodies are JSON in UTF-8, at most 64 KiB (4 KiB
without credentials), 2,000 values, 32 levels and 256 names that begin with a digit; more are refused as \`Malformed JSON body\`. Every response has an \`X-Request-Id\`:
quote it when you ask for support. Fields that are not described here are ignored in requests and absent from responses; new
fields may be added, so clients should ignore fields they do not know.

**Errors.** Card routes return \`{"detail": "…"}\`; if the body has the wrong shape, 422 with a list of its faults.
Remittance${audience === 'merchants' ? '' : ', self-service and most admin'} routes return \`{"status": "error", "code": "RMT-…", "message": "…"}\`, with
\`errors\` if single fields are at fault. Words in braces are placeholders. Programs should use the status and the code.

**Any request** may be refused with 400 (malformed HTTP), 404 (unknown path), 405 (wrong method; \`Allow\`
lists the right ones), 413, 415 (invalid Content-Type), 431 (headers over 16 KiB) or 503 (database unavailable; retry later).

**Retries.** Do not retry a request that was refused with a 4xx; retry 502, 503, 504 and timeouts with growing pauses. With
an \`Idempotency-Key\`, a repeated request gets the stored response of the first.`

export const tags: Record<string, string> = {
  Orders: 'Payments on our checkout page: create an order, send the customer to its link, read the outcome.',
  'Custom checkout': "Payments on the merchant's own page, with card fields of the gateway.",
  'Payment links': 'Links that can be sent to customers, and paid once or many times.',
  Balance: 'What you are owed for card payments, and the transactions it consists of.',
  Payouts: 'Card money paid out to your mobile-money wallets and bank accounts.',
  Disputes: 'Chargebacks: what cardholders dispute at their bank, and the evidence against it.',
  Receipts: 'Signed receipts of payments and transfers, which anyone can verify, also without a network.',
  Refunds: 'For admins: refunds, and voids before settlement.',
  Reports: "For admins: reconciliation with the gateway's report.",
  Transfers: 'From a prefunded wallet to mobile-money wallets.',
  Lookups: 'Phone numbers, subscriber names and exchange rates.',
  Batches: 'Many transfers or refunds by file: checked, confirmed by a person, and then sent.',
  Wallet: 'The prefunded wallet that transfers are paid from.',
  Account: "A merchant's sign-in, keys, secrets and settings.",
  Team: "A merchant's users, their roles, and invitations.",
  Events: 'The feed of events, for servers that missed webhooks.',
  Deliveries: 'Webhook deliveries and resends.',
  Webhooks: 'Events that we send to merchants, and how to verify them.',
  Portal:
    "What a merchant's staff see and do in the portal: the overview, transfers, the wallet, and what developers need.",
  'Portal: payments': 'Payments, refund requests, payment links and disputes in the portal.',
  'Portal: batches': 'Batches of transfers, and their confirmation.',
  'Portal: refund batches': 'Batches of refunds, and their confirmation.',
  'Portal: balance': 'The balance of card payments, its statements, and payouts in the portal.',
  'Test receiver': 'A receiver to try webhooks with. Only in sandbox deployments.',
  'Admin: payments': 'Payments of all merchants.',
  'Admin: disputes': 'Disputes of all merchants, their evidence, and exceptions.',
  'Admin: transfers': 'Transfers of all merchants, holds and exceptions.',
  'Admin: wallets': 'Wallets of all merchants: top-ups, and adjustments that need a second admin.',
  'Admin: payouts':
    'Payouts of card money to all merchants, those that wait for an admin, and batches of payouts to banks.',
  'Admin: approvals': 'What waits for an admin, and acts of admins that need a second admin.',
  'Admin: bank': 'Account statements of our banks, and the reconciliation of our books with them.',
  'Admin: compliance': 'The blacklist, sanctions lists, and the alerts they raise.',
  Papers: 'What the upload page calls, through which a person sends the papers that an admin has requested.',
  'Admin: merchants': 'Merchants: going live, suspension and rates.',
  'Admin: staff': 'Admin users, their roles, sign-in and sessions.',
  'Admin: system': 'The overview, the audit log and the sandbox clock.',
  Health: 'Health checks and metrics for monitoring, and this document.',
}

const howToSign = `Lower-case hex HMAC-SHA256, keyed with the API secret (\`sk_…\`, as text), over four parts with a line
feed after each of the first three: the value of \`X-Timestamp\`, the method in upper case, the path with its query as sent,
and the exact bytes of the body (nothing if there is none).

\`\`\`sh
timestamp=$(date +%s)
printf '%s\\nPOST\\n/api/v1/payment/orders\\n%s' "$timestamp" "$body" |
  openssl dgst -sha256 -hmac "$API_SECRET" -hex
\`\`\`

Never sign in a browser: the secret belongs to the merchant's server.`

export const securitySchemes = {
  ApiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'The public half of the key: `pk_test_…` in the sandbox, `pk_live_…` in production.',
  },
  Timestamp: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Timestamp',
    description: 'The current time in whole Unix seconds. Refused if it is more than 30 seconds off.',
  },
  Signature: { type: 'apiKey', in: 'header', name: 'X-Signature', description: howToSign },
  MerchantSecret: {
    type: 'http',
    scheme: 'basic',
    description: '`merchant_code` as the user name, `merchant_secret` as the password.',
  },
  AccessToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The `access_token` of `POST /api/v1/merchant/login`, valid for an hour.',
  },
  AdminToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Admin-Token',
    description: 'A token of `ADMIN_TOKENS`. Accepted from addresses in `ADMIN_ALLOWED_NETWORKS` only.',
  },
  AdminSession: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The `access_token` of `POST /api/v1/admin/login`. Accepted from addresses in `ADMIN_ALLOWED_NETWORKS` only; what it may call depends on the role of the user.',
  },
}

export const securityOf: Record<Access['by'], Record<string, never[]>[]> = {
  signature: [{ ApiKey: [], Timestamp: [], Signature: [] }],
  basic: [{ MerchantSecret: [] }],
  bearer: [{ AccessToken: [] }],
  admin: [{ AdminToken: [] }, { AdminSession: [] }],
  none: [],
}

export const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    '1 to 255 printable ASCII characters. For 24 hours the same request with the same key gets the stored response, with `Idempotency-Replayed: true`.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: 'order-2041',
}

export const responseHeaders = {
  RequestId: { description: 'The id of this request in our logs.', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds to wait before a retry.', schema: { type: 'integer' } },
  RateLimit: { description: 'The largest burst of requests.', schema: { type: 'integer' } },
  RateLimitRemaining: { description: 'Requests left in the current burst.', schema: { type: 'integer' } },
  RateLimitReset: {
    description: 'Seconds until the full burst is available again.',
    schema: { type: 'integer' },
  },
  Location: { description: 'The URL to continue at.', schema: { type: 'string', format: 'uri' } },
  ServerTime: {
    description: 'Our clock in Unix seconds, so that a client can correct its own.',
    schema: { type: 'integer' },
  },
  Replayed: {
    description: '`true` if this is the stored response to an earlier request.',
    schema: { type: 'string' },
  },
}
