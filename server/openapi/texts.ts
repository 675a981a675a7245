// The words of the document that belong to no single route.
import type { Authentication } from '../platform/http/api.ts'

/** @param audience merchants are told nothing of what only admins may call. */
export const about = (
  audience: 'everyone' | 'merchants',
) => `Bank cards in USD and CDF, and transfers to mobile-money wallets in the Democratic Republic of Congo.

Every address begins with \`/api/v1\`. Bodies are JSON in UTF-8, at most 64 KiB (4 KiB
without credentials), 2,000 values, 32 levels and 256 names that begin with a digit; more values or names are \`Malformed JSON body\`. Every answer carries \`X-Request-Id\`:
tell it whoever helps you. Fields that are not described here are ignored in requests and never sent in answers; new ones
may come, so a client should ignore what it does not know.

**Errors.** Card routes answer \`{"detail": "…"}\`; where the body has the wrong shape, 422 with a list of its faults.
Remittance${audience === 'merchants' ? ' and self-service' : ', self-service and most admin'} routes answer \`{"status": "error", "code": "RMT-…", "message": "…"}\`, with
\`errors\` where single fields are at fault. Words in braces are filled in. Programs should look at the status and the code.

**Any request** may be answered with 400 (not HTTP as it should be), 404 (no such path), 405 (another method; \`Allow\`
names those there are), 413, 415 (a Content-Type that is none), 431 (headers over 16 KiB) or 503 (the database is away; try again later).

**Again?** Do not repeat what was refused with a 4xx; repeat 502, 503, 504 and timeouts with growing pauses. With
an \`Idempotency-Key\`, the same request sent again gets the answer of the first.`

export const tags: Record<string, string> = {
  Orders:
    'Payments on our checkout page: make an order, send the customer to its link, read what became of it.',
  'Custom checkout': "Payments on the merchant's own page, with card fields of the gateway.",
  'Payment links': 'Links that can be sent to customers, and paid once or many times.',
  Refunds: 'For admins: giving money back, and taking a payment back before it was settled.',
  Reports: 'For admins: the books against those of the gateway.',
  Transfers: 'From a prefunded wallet to mobile-money wallets.',
  Lookups: 'Numbers, names, and exchange rates.',
  Wallet: 'The money transfers are paid from.',
  Account: 'Signing in, keys, secrets and settings of a merchant.',
  Deliveries: 'Webhooks as they were sent, and sending them again.',
  Webhooks: 'What we send to merchants, and how they know that it is from us.',
  Portal: "What a merchant's people see and do in the portal.",
  'Test receiver': 'A receiver of webhooks for trying. Only in sandbox deployments.',
  'Admin: payments': 'Payments of all merchants.',
  'Admin: transfers': 'Transfers of all merchants, held ones and exceptions.',
  'Admin: wallets': 'Wallets of all merchants: top-ups, and adjustments that two people make.',
  'Admin: compliance': 'The blacklist, the lists of sanctions, and what they found.',
  'Admin: merchants': 'Merchants: going live, suspending, pricing.',
  'Admin: system': 'The whole at a glance, the audit log, the clock of a sandbox.',
  Health: 'For monitors.',
}

const howToSign = `Lower-case hex HMAC-SHA256, keyed with the API secret (\`sk_…\`, as text), over four things with a line
feed after each of the first three: the value of \`X-Timestamp\`, the method in capitals, the path with its query as sent,
and the body to the byte (nothing where there is none).

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
    description: 'The public half of the key: `pk_test_…` in the sandbox, `pk_live_…` for real money.',
  },
  Timestamp: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Timestamp',
    description: 'Now, in whole Unix seconds. Refused when it is more than 30 seconds off.',
  },
  Signature: { type: 'apiKey', in: 'header', name: 'X-Signature', description: howToSign },
  MerchantSecret: {
    type: 'http',
    scheme: 'basic',
    description: '`merchant_code` as the user, `merchant_secret` as the password.',
  },
  AccessToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The `access_token` of `POST /api/v1/merchant/login`, for an hour.',
  },
  AdminToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Admin-Token',
    description: 'A token of `ADMIN_TOKENS`, from an address of `ADMIN_ALLOWED_NETWORKS`.',
  },
}

export const securityOf: Record<Authentication, Record<string, never[]>[]> = {
  signature: [{ ApiKey: [], Timestamp: [], Signature: [] }],
  basic: [{ MerchantSecret: [] }],
  bearer: [{ AccessToken: [] }],
  admin: [{ AdminToken: [] }],
  none: [],
}

export const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    '1 to 255 printable ASCII characters. For 24 hours the same request with the same key gets the stored answer, with `Idempotency-Replayed: true`.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

export const responseHeaders = {
  RequestId: { description: 'The name of this request in our logs.', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds until another try makes sense.', schema: { type: 'integer' } },
  RateLimit: { description: 'Requests that may come at once.', schema: { type: 'integer' } },
  RateLimitRemaining: { description: 'How many of them are left.', schema: { type: 'integer' } },
  RateLimitReset: { description: 'Seconds until all are back.', schema: { type: 'integer' } },
  Location: { description: 'The address to go on to.', schema: { type: 'string', format: 'uri' } },
  ServerTime: {
    description: 'The Unix seconds of our clock, for a client whose clock is wrong.',
    schema: { type: 'integer' },
  },
  Replayed: {
    description: '`true` for the stored answer to an earlier request.',
    schema: { type: 'string' },
  },
}
