// Mutants of the platform: operations, idempotency, encryption, webhooks, the network, request parsing.
import { type Mutant, without } from './mutant.ts'

const models = 'rigs/simulation/models.test.ts'
const neverTwice = 'server/remittance/payouts/dispatch.test.ts'
const idempotencyTests = [
  'server/cards/orders/create-order.test.ts',
  'server/cards/custom-checkout/capture-context.test.ts',
  'server/cards/refunds/refund.test.ts',
] as const
const tokenOwnersTests = 'test/journeys/token-owners.test.ts'
const retainedKeysTests = 'test/journeys/retained-keys.test.ts'
const sandboxClockTests = 'test/journeys/sandbox-clock.test.ts'
const outboundTests = 'server/platform/network/outbound.test.ts'
const deliverTests = 'server/webhooks/delivery/deliver.test.ts'

export const platform: readonly Mutant[] = [
  without('operation recorded once', ['operation-resolution', 'state = any($7::text[])', '$7::text[] is not null'], 'an outcome and its money are recorded twice', models),
  without('operations of a batch recorded once', ['operation-batch-resolution', 'o.state = any(m.open_states)', 'm.open_states is not null'], 'the outcomes of a batch and their money are recorded twice', models),
  without('lease check before the call', ['operation-start', 'lease_token = $2', '$2::uuid is not null'], 'a worker that lost its operation still makes the call', models, neverTwice),
  without('lease expiry', ['operation-start', 'lease_until > $3', '$3::timestamptz is not null'], 'a worker that was suspended calls concurrently with its replacement', models, neverTwice),
  without('single operator connection', ['operation-start', 'coalesce(sent_by, $4) = $4', '$4::text is not null'], 'a payout is sent to a second operator', models, neverTwice),
  without('lease of the recording worker', ['postponement-lease', 'lease_token = $7', 'true'], "a worker that lost its operation overwrites its new owner's record", models, neverTwice),
  without('lease of the rescheduling worker', ['resend-lease', 'lease_token = $5', '$5::uuid is not null'], 'a worker that lost its operation has it resent', models, neverTwice),
  without('paused lane', ['operation-claim', "and (state <> 'intent' or not exists (select from lane_pause where lane = $5))", ''], 'payouts continue at a paused operator', 'server/remittance/operators/pause.test.ts'),
  without('idempotency: another body', ['idempotency-fingerprint', '!stored.fingerprint.equals(fingerprint)', 'stored.fingerprint.length === 0'], 'a different request under a known key gets the stored response', ...idempotencyTests),
  without('idempotency: while the first runs', ['running-idempotent-request', '|| stored.running', ''], 'a repeat gets an empty response while the first request runs', ...idempotencyTests),
  without('idempotency: key of a dead process', ['idempotency-claim', 'and r.fingerprint = excluded.fingerprint', ''], 'the key of a dead process is taken over by a different request', retainedKeysTests),
  {
    ...without('idempotency: retention', ['idempotency-retention', '${retentionHours} hours', '1 hour'], 'a repeat after two hours makes a second order', sandboxClockTests),
    title: 'an idempotency key replays for 24 h of business time',
  },
  without('idempotency: keys are hashed', ['idempotency-key-hash', "secrets.mac('idempotency-key', key).toString('base64url')", 'key'], 'a card number sent as a key is stored', 'test/journeys/stored-keys.test.ts'),
  without('idempotency: keys of earlier releases', ['idempotency-claim', '${earlier} and', '${earlier} and key = $4 and'], 'a key sent before an upgrade makes a second order after it', 'test/journeys/stored-keys.test.ts'),
  without('idempotency: tokens of earlier releases', ['earlier-owner-scope', '${owner} = $9', '${owner} = $1 and $9::text is not null'], 'a refund is repeated after the upgrade that gave its admin an owner', tokenOwnersTests),
  without('idempotency: owner of a token', ['admin-key-owner', 'owner.owner ??', ''], 'one person refunds twice with one key and two tokens', tokenOwnersTests),
  without('owner in any letter case', ['admin-owner-name', ".normalize('NFKC').trim().replaceAll(/\\s+/g, ' ').toLowerCase()", ''], 'an admin approves their own request under a name in another letter case', tokenOwnersTests),
  without('idempotency: cleanup', ['idempotency-cleanup', '${retentionHours * 2} hours', '1 hour'], 'a key is deleted while its repeats must still replay', retainedKeysTests),
  without('idempotency: one owner', ['idempotency-scope', '${owner} = $1', '$1 is not null'], "one merchant's key returns the response of another", ...idempotencyTests),
  {
    ...without('idempotency: one path', ['idempotency-scope', 'path = $3', '$3::text is not null'], 'a refund of one payment gets the stored response of another', 'server/cards/refunds/refund.test.ts'),
    title: 'one Idempotency-Key used for two payments',
  },
  {
    name: 'encryption: context',
    breaks: 'an encrypted secret copied to another row decrypts there',
    changes: [
      ['sealing-context', 'context', 'context.slice(0, 0)'],
      ['unsealing-context', 'context', 'context.slice(0, 0)'],
    ],
    tests: ['server/platform/security/secrets.test.ts'],
  },
  without('address after resolution', ['resolved-addresses', 'guard.acceptsAddress(address)', 'address.length > 0'], 'a host name that resolves to our network is called', outboundTests),
  without('address of the connection', ['connected-address', 'guard.acceptsAddress(address)', 'address.length >= 0'], 'a host name that changes between two resolutions leads to our network', outboundTests),
  without('address in the URL', ['literal-address', 'guard.acceptsAddress(literal)', 'literal.length > 0'], 'a URL with an address in our network is called', outboundTests),
  without('certificate verification', ['receiver-certificate', 'rejectUnauthorized: true', 'rejectUnauthorized: false'], 'an attacker in the middle reads webhooks', outboundTests),
  without('special-purpose addresses', ['special-networks', '!isIn(refusedNetworks, parsed) &&', ''], 'reserved networks are called', outboundTests),
  without('addresses in every notation', ['address-texts', 'maybeAddress.test(text)', "text.includes(':')"], 'an address in our network is taken for a host name', 'server/platform/network/public-address.test.ts'),
  without('ports of outbound calls', ['public-ports', "&& ['', '443', '8443'].includes(url.port)", ''], 'databases and mail servers are called', outboundTests),
  without('redirects of webhooks', ['webhook-redirect', 'status < 300', 'status < 400'], 'a redirect counts as delivered', 'server/webhooks/delivery/schedule.test.ts'),
  without('size of a response', ['receiver-response-size', 'mostBodyBytes', 'mostBodyBytes * 10_000'], 'an endpoint that never stops sending exhausts the memory', outboundTests),
  without('webhook: unsigned in the standard scheme', ['unsigned-webhook', 'remove'], 'a cancellation that anyone can cause carries a signature that libraries accept', deliverTests),
  without('webhook: id in the standard signature', ['standard-webhook-signature', '${id}.${timestamp}', '${timestamp}'], 'an event is processed again under another id', deliverTests, 'test/journeys/standard-webhooks.test.ts'),
  without('webhook: lease', ['webhook-lease', 'e.lease_token = r.lease_token', 'r.lease_token is not null'], "a worker that lost an event overwrites its new owner's record", deliverTests),
  without('webhook: order', ['webhook-order', '(earlier.attempts < 4 or (earlier.attempts = 4 and earlier.lease_token is not null))', 'false'], 'a refund webhook is sent before that of its payment', deliverTests),
  without('webhook: crashes', ['webhook-crash-limit', 'event.crashes >= mostCrashes ||', ''], 'an event that crashes its worker crashes all workers', deliverTests),
  {
    name: 'webhook: priority of retries',
    breaks: 'a retry waits until an endpoint has no new events',
    changes: [
      ['idle-endpoints', 'remove'],
      ['retry-priority', 'claims += 1', 'claims += 1\n    if (endpoints.length === 0) return !isLast'],
    ],
    tests: [deliverTests],
  },
  without('webhook: paused endpoint', ['webhook-breaker', '(b.open_until is null or b.open_until <= $1)\n        and', ''], 'a failing endpoint is called without a pause', 'server/webhooks/delivery/breaker/breaker.test.ts', deliverTests),
  without('webhook: signature over the body', ['webhook-body-signature', '.update(body)', ''], 'a webhook with a forged body is accepted', 'server/webhooks/sign.test.ts'),
  without('webhooks: enqueued once together', ['batch-webhook-deduplication', 'on conflict (dedupe_key) do nothing', ''], 'enqueueing the same event twice fails the outcomes of other transfers', 'server/webhooks/enqueue-webhook.test.ts'),
  without('webhook: enqueued once', ['webhook-deduplication', 'on conflict (dedupe_key) do nothing', ''], 'enqueueing the same event twice fails the transaction that reports it', deliverTests, 'test/journeys/charge.test.ts'),
  without('rate limit', ['rate-limit-burst', 'burst + 1e-6', 'burst * 1e6'], 'one merchant takes all capacity', 'server/platform/http/rate-limit.test.ts'),
  without('rate limit: network of a customer', ['client-network', '.slice(0, 4)', '.slice(0, 8)'], 'an IPv6 customer gets a separate limit for each address', 'server/platform/http/rate-limit.test.ts'),
  without('duplicate keys', ['json-duplicate-keys', 'restored.keys === scanned.keys', 'restored.keys <= scanned.keys'], 'a proxy and the service read different amounts', 'server/platform/http/body/json.test.ts'),
  without('prototype pollution', ['json-prototype-key', '__proto__', ''], 'a body modifies an object prototype', 'server/platform/http/body/json.test.ts'),
  without('body limit: values', ['json-value-budget', 'maxValues + 1', 'maxValues * 100'], 'one body with many values costs as much as a hundred requests', 'server/platform/http/body/json.test.ts'),
  without('body limit: levels', ['json-depth-budget', 'maxDepth', 'maxDepth * 100'], 'one body with many levels costs as much as a hundred requests', 'server/platform/http/body/json.test.ts'),
  without('body limit: numeric names', ['json-numeric-name-budget', 'maxNumberNames', 'maxValues'], 'members with numeric names cost five times as much as JSON.parse', 'server/platform/http/body/json.test.ts'),
  without('end of a number', ['json-number-end', 'goesOn(bytes, at) ? 0 :', ''], 'an invalid number is read as a different one', 'server/platform/http/body/json.test.ts'),
  without('size of an unauthenticated body', ['unauthenticated-body-size', 'maxStrangerBodyBytes', 'maxStrangerBodyBytes * 16'], 'an unauthenticated caller can have 64 KiB read and parsed', 'test/security/large-bodies.test.ts'),
  without('size of an unauthenticated chunked body', ['unauthenticated-body-chunks', 'remove'], 'an unauthenticated caller that sends no length can have 64 KiB parsed', 'test/security/large-bodies.test.ts'),
  without('secrets in a shortened refusal', ['secrets-in-shortened-input', 'isSecretName(name) ? [JSON.stringify(hidden)] :', ''], 'a refusal repeats secrets from the request', 'server/platform/http/body/masked-input.test.ts'),
  without('secrets in a short refusal', ['secrets-in-input', 'isSecretName(name) ? hidden :', ''], 'a refusal repeats secrets from the request', 'server/platform/http/body/masked-input.test.ts'),
  without('card numbers in a refusal', ['card-numbers-in-input', 'withoutCardNumbers(value)', 'value'], 'a refusal repeats a card number', 'server/platform/http/body/masked-input.test.ts'),
  without('card numbers among other digits', ['card-numbers-among-digits', 'numbers', '[]'], 'a card number followed by its expiry is repeated and stored', 'server/kernel/card-number.test.ts'),
  without('separators between digits', ['card-number-separators', 'mostBetween = 3', 'mostBetween = 1'], 'a card number written with dashes and spaces is stored', 'server/kernel/card-number.test.ts'),
  without('control characters', ['control-characters', '[\\p{Cc}\\u2028\\u2029]', '\\0'], 'a name typed by a payer breaks the lines of files, logs and terminals', 'server/cards/orders/create-order.test.ts', 'server/remittance/acceptance/request-values.test.ts'),
  without('control characters in queries', ['control-characters-in-query', 'remove'], 'a NUL in a query is a server error', 'test/security/framing.test.ts'),
  without('rotation by a truncated body', ['key-rotation-body', 'remove'], 'a truncated request rotates the keys of a merchant', 'server/merchants/self-service.test.ts'),
  without('duplicate Host header', ['single-host-header', 'hosts !== 1 ||', ''], 'a proxy and the service read different hosts', 'test/security/framing.test.ts'),
  without('compressed bodies', ['compressed-body', "encoding !== undefined && encoding !== 'identity'", "encoding === ''"], 'compressed bytes are parsed as JSON', 'server/cards/orders/create-order.test.ts', 'server/remittance/acceptance/api.test.ts'),
  without('rounding of a share', ['share-rounding', '+ 5_000n', ''], 'commissions lose half a cent', 'server/kernel/money.test.ts'),
  without('decimals of a currency', ['currency-decimals', 'digits', '40'], 'an amount with too many decimals is multiplied by a hundred', 'server/kernel/money.test.ts'),
  without('commands: ports of a running system', ['running-ports', '&& isAlive(holder.pid)', ''], 'a command calls the ports of a system that was killed', 'server/platform/process/data-directory-lock.test.ts'),
  without('start: one system per directory', ['data-directory-lock', 'begin exclusive', 'select 1'], 'two systems write to one data directory', 'server/platform/process/data-directory-lock.test.ts'),
  without('start: ports', ['taken-ports', 'code !== undefined', 'code === undefined'], 'a taken port is detected only after everything has started', 'server/platform/process/listening.test.ts'),
  without('start: leftover database', ['leftover-database', 'remove'], 'a database left behind is never stopped', 'server/platform/database/embedded-postgres.test.ts'),
  without('start: libc', ['postgres-libc', "libc === 'musl'", 'libc === undefined && !arch'], 'an incompatible PostgreSQL is started on Alpine', 'server/platform/database/postgres-binaries.test.ts'),
  without('settings: all production faults at once', ['production-setting-faults', 'if (production)', 'if (production && faults.length === 0)'], 'production reports missing settings only after all other faults are fixed', 'server/config/settings.test.ts'),
] // biome-ignore format: a table with one row per line
