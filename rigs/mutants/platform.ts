// Guards of the platform: operations, idempotency, encryption, webhooks, the network, request parsing.
import { type Mutant, without } from './mutant.ts'

const operation = 'server/operations/operation.ts'
const claim = 'server/operations/claim.ts'
const models = 'rigs/simulation/models.test.ts'
const neverTwice = 'server/remittance/payouts/dispatch.test.ts'
const idempotency = 'server/platform/http/idempotency.ts'
const idempotencyTests = [
  'server/cards/orders/create-order.test.ts',
  'server/cards/custom-checkout/capture-context.test.ts',
  'server/cards/refunds/refund.test.ts',
] as const
const tokenOwnersTests = 'test/journeys/token-owners.test.ts'
const retainedKeysTests = 'test/journeys/retained-keys.test.ts'
const sandboxClockTests = 'test/journeys/sandbox-clock.test.ts'
const outbound = 'server/platform/network/outbound.ts'
const outboundTests = 'server/platform/network/outbound.test.ts'
const webhookQueries = 'server/webhooks/delivery/queries.ts'
const deliverTests = 'server/webhooks/delivery/deliver.test.ts'

export const platform: readonly Mutant[] = [
  without('operation recorded once', [operation, 'where id = $1 and state = any($7::text[])\n    returning id', 'where id = $1 and $7::text[] is not null\n    returning id'], 'an outcome and its money are recorded twice', models),
  without('lease check before the call', [claim, 'where id = $1 and lease_token = $2 and lease_until > $3 and state', 'where id = $1 and $2::uuid is not null and lease_until > $3 and state'], 'a worker that lost its operation still makes the call', models, neverTwice),
  without('lease expiry', [claim, 'and lease_until > $3 and state', 'and $3::timestamptz is not null and state'], 'a worker that was suspended calls concurrently with its replacement', models, neverTwice),
  without('one connection', [claim, 'and coalesce(sent_by, $4) = $4\n', 'and $4::text is not null\n'], 'a payout is sent to a second operator', models, neverTwice),
  without('lease of the recording worker', [operation, 'and ($7::uuid is null or lease_token = $7) returning id', 'and ($7::uuid is null or true) returning id'], "a worker that lost its operation overwrites its new owner's record", models, neverTwice),
  without('lease of the rescheduling worker', [operation, 'and state = any($4::text[]) and lease_token = $5 returning id', 'and state = any($4::text[]) and $5::uuid is not null returning id'], 'a worker that lost its operation has it resent', models, neverTwice),
  without('pause of a lane', [claim, "and (state <> 'intent' or not exists (select from lane_pause where lane = $5))", ''], 'payouts continue at a paused operator', 'server/remittance/operators/pause.test.ts'),
  without('idempotency: another body', [idempotency, 'if (stored && !stored.fingerprint.equals(fingerprint))', 'if (stored && stored.fingerprint.length === 0)'], 'a different request under a known key gets the stored response', ...idempotencyTests),
  without('idempotency: while the first runs', [idempotency, 'if (!stored || stored.running) throw', 'if (!stored) throw'], 'a repeat gets an empty response while the first request runs', ...idempotencyTests),
  without('idempotency: key of a dead process', [idempotency, ' and r.fingerprint = excluded.fingerprint)', ')'], 'the key of a dead process is taken over by a different request', retainedKeysTests),
  {
    ...without('idempotency: a day', [idempotency, "interval '${retentionHours} hours'", "interval '1 hour'"], 'a repeat after two hours makes a second order', sandboxClockTests),
    title: 'an idempotency key replays for 24 h of business time',
  },
  without('idempotency: keys are hashed', [idempotency, "return `h1:${secrets.mac('idempotency-key', key).toString('base64url')}`", 'return `h1:${key}`'], 'a card number sent as a key is stored', 'test/journeys/stored-keys.test.ts'),
  without('idempotency: keys of earlier releases', [idempotency, "${earlier} and (status", "${earlier} and key = $4 and (status"], 'a key sent before an upgrade makes a second order after it', 'test/journeys/stored-keys.test.ts'),
  without('idempotency: tokens of earlier releases', [idempotency, '${owner} = $9 and method', '${owner} = $1 and $9::text is not null and method'], 'a refund is repeated after the upgrade that gave its admin an owner', tokenOwnersTests),
  without('idempotency: owner of a token', [idempotency, '[owner.owner ?? owner.name, owner.name]', '[owner.name, owner.name]'], 'one person refunds twice with one key and two tokens', tokenOwnersTests),
  without('owner in any letter case', ['server/admin/access.ts', '(owner ?? name).trim().toLowerCase()', 'owner ?? name'], 'Grace approves what grace requested', tokenOwnersTests),
  without('idempotency: cleanup', [idempotency, "interval '${retentionHours * 2} hours'", "interval '1 hour'"], 'a key is deleted while its repeats must still replay', retainedKeysTests),
  without('idempotency: one owner', [idempotency, 'const scope = `${owner} = $1 and', 'const scope = `$1 is not null and'], "one merchant's key returns the response of another", ...idempotencyTests),
  {
    ...without('idempotency: one path', [idempotency, ' and path = $3`', ' and $3::text is not null`'], 'a refund of one payment gets the stored response of another', 'server/cards/refunds/refund.test.ts'),
    title: 'one Idempotency-Key used for two payments',
  },
  {
    name: 'sealing: purpose',
    breaks: 'a sealed secret is moved to another row and opens there',
    edits: [
      { file: 'server/platform/security/secrets.ts', find: "createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))", replace: "createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context.slice(0, 0)))" },
      { file: 'server/platform/security/secrets.ts', find: "    .setAAD(Buffer.from(context))\n    .setAuthTag", replace: "    .setAAD(Buffer.from(context.slice(0, 0)))\n    .setAuthTag" },
    ],
    tests: ['server/platform/security/secrets.test.ts'],
  },
  without('address after resolution', [outbound, 'found.filter(({ address }) => guard.acceptsAddress(address))', 'found.filter(({ address }) => address.length > 0)'], 'a name that resolves into our network is called', outboundTests),
  without('address of the connection', [outbound, 'if (guard.acceptsAddress(address)) return', 'if (address.length >= 0) return'], 'a name that changes between two resolutions leads into our network', outboundTests),
  without('address in the URL', [outbound, 'guard.acceptsUrl(url) && (literal === undefined || guard.acceptsAddress(literal))', 'guard.acceptsUrl(url) && (literal === undefined || literal.length > 0)'], 'a URL with an address of our network is connected to', outboundTests),
  without('certificates', [outbound, 'rejectUnauthorized: true', 'rejectUnauthorized: false'], 'an attacker in the middle reads webhooks', outboundTests),
  without('special-purpose addresses', ['server/platform/network/public-address.ts', '!isIn(refusedNetworks, parsed) &&', ''], 'reserved networks are called', outboundTests),
  without('ports', ['server/platform/network/public-address.ts', "isPublicPageUrl(url) && ['', '443', '8443'].includes(url.port)", 'isPublicPageUrl(url)'], 'databases and mail servers are called', outboundTests),
  without('redirects', ['server/webhooks/delivery/schedule.ts', 'if (status >= 200 && status < 300)', 'if (status >= 200 && status < 400)'], 'a redirect counts as delivered', 'server/webhooks/delivery/schedule.test.ts'),
  without('size of a response', [outbound, 'if (size > mostBodyBytes) complete()', 'if (size > mostBodyBytes * 10_000) complete()'], 'an endpoint that never stops sending fills the memory', outboundTests),
  without('webhook: unsigned in the standard scheme', ['server/webhooks/sign.ts', '  if (!signed) return headers\n', ''], 'a cancellation that anyone can cause carries a signature that libraries accept', deliverTests),
  without('webhook: id in the standard signature', ['server/webhooks/sign.ts', 'update(`${id}.${timestamp}.${body}`)', 'update(`${timestamp}.${body}`)'], 'an event is processed again under another id', deliverTests, 'test/journeys/standard-webhooks.test.ts'),
  without('webhook: lease', [webhookQueries, 'where e.id = r.id and e.lease_token = r.lease_token and e.state', 'where e.id = r.id and r.lease_token is not null and e.state'], "a worker that lost an event overwrites its new owner's record", deliverTests),
  without('webhook: order', [webhookQueries, "and (earlier.attempts < 4 or (earlier.attempts = 4 and earlier.lease_token is not null)))", 'and false)'], 'a refund webhook is sent before that of its payment', deliverTests),
  without('webhook: crashes', ['server/webhooks/delivery/deliver.ts', 'event.crashes >= mostCrashes ||', ''], 'an event that crashes its worker crashes all workers', deliverTests),
  without('webhook: priority of retries', ['server/webhooks/delivery/deliver.ts', 'if (endpoints.length === 0) return !isLast\n    claims += 1', 'claims += 1\n    if (endpoints.length === 0) return !isLast'], 'a retry waits until an endpoint has no new events', deliverTests),
  without('webhook: paused endpoint', [webhookQueries, 'where (b.open_until is null or b.open_until <= $1)\n        and', 'where'], 'a failing endpoint is called without a pause', 'server/webhooks/delivery/breaker.test.ts', deliverTests),
  without('webhook: signature over the body', ['server/webhooks/sign.ts', '.update(timestamp).update(body).digest', '.update(timestamp).digest'], 'a webhook with a forged body is accepted', 'server/webhooks/sign.test.ts'),
  without('webhook: enqueued once', ['server/webhooks/enqueue-webhook.ts', ' on conflict (dedupe_key) do nothing', ''], 'enqueueing the same event twice fails the transaction that reports it', deliverTests, 'test/journeys/charge.test.ts'),
  without('rate limit', ['server/platform/http/rate-limit.ts', 'const allowed = emptyBy + 1 <= burst + 1e-6', 'const allowed = emptyBy + 1 <= burst * 1e6'], 'one merchant takes all capacity', 'server/platform/http/rate-limit.test.ts'),
  without('network of a customer', ['server/platform/http/rate-limit.ts', 'parts.slice(0, 4).join', 'parts.slice(0, 8).join'], 'an IPv6 customer gets a separate limit for each address', 'server/platform/http/rate-limit.test.ts'),
  without('duplicate keys', ['server/platform/http/body/json.ts', 'restored.keys === scanned.keys ?', 'restored.keys <= scanned.keys ?'], 'a proxy and we read two different amounts', 'server/platform/http/body/json.test.ts'),
  without('prototype', ['server/platform/http/body/json.ts', "if (Object.hasOwn(members, '__proto__')) throw", "if (Object.hasOwn(members, '')) throw"], 'a body modifies an object prototype', 'server/platform/http/body/json.test.ts'),
  without('body limit: values', ['server/platform/http/body/json-scan.ts', 'if (values > maxValues + 1) return', 'if (values > maxValues * 100) return'], 'one body of many values takes the time of a hundred requests', 'server/platform/http/body/json.test.ts'),
  without('body limit: levels', ['server/platform/http/body/json-scan.ts', 'if (depth > maxDepth) return', 'if (depth > maxDepth * 100) return'], 'one body of many levels takes the time of a hundred requests', 'server/platform/http/body/json.test.ts'),
  without('body limit: numeric names', ['server/platform/http/body/json-scan.ts', 'if (numberNames > maxNumberNames) return', 'if (numberNames > maxValues) return'], 'members with numeric names cost five times as much as JSON.parse', 'server/platform/http/body/json.test.ts'),
  without('end of a number', ['server/platform/http/body/json-scan.ts', 'return goesOn(bytes, at) ? 0 : at', 'return at'], 'an invalid number is read as a different one', 'server/platform/http/body/json.test.ts'),
  without('size of an unauthenticated body', ['server/platform/http/body/stranger-body.ts', 'if (bytes > maxStrangerBodyBytes && isOfStranger(request))', 'if (bytes > maxStrangerBodyBytes * 16 && isOfStranger(request))'], 'an anonymous caller has 64 KiB read and parsed', 'test/security/large-bodies.test.ts'),
  without('size of an unauthenticated chunked body', ['server/platform/http/http.ts', '    refuseLargeOfStrangers(request, request.rawBody.length)\n', ''], 'a caller that sends no length has 64 KiB parsed without credentials', 'test/security/large-bodies.test.ts'),
  without('secrets in a shortened refusal', ['server/platform/http/body/masked-input.ts', 'yield* isSecretName(name) ? [JSON.stringify(hidden)] : jsonOf(', 'yield* jsonOf('], 'a refusal repeats secrets from the request', 'server/platform/http/body/masked-input.test.ts'),
  without('secrets in a short refusal', ['server/platform/http/body/masked-input.ts', 'isSecretName(name) ? hidden : withoutSecrets(member)', 'withoutSecrets(member)'], 'a refusal repeats secrets from the request', 'server/platform/http/body/masked-input.test.ts'),
  without('card numbers in a refusal', ['server/platform/http/body/masked-input.ts', "if (typeof value === 'string') return withoutCardNumbers(value)", "if (typeof value === 'string') return value"], 'a refusal repeats a card number', 'server/platform/http/body/masked-input.test.ts'),
  without('card numbers among other digits', ['server/kernel/card-number.ts', 'return numbers\n', 'return []\n'], 'a card number followed by its expiry is repeated and stored', 'server/kernel/card-number.test.ts'),
  without('separators between digits', ['server/kernel/card-number.ts', 'const mostBetween = 3', 'const mostBetween = 1'], 'a card number written with dashes and spaces is stored', 'server/kernel/card-number.test.ts'),
  without('control characters', ['server/kernel/control-characters.ts', 'const control = /[\\p{Cc}\\u2028\\u2029]/u', 'const control = /\\0/u'], 'a name typed by a payer breaks the lines of files, logs and terminals', 'server/cards/orders/create-order.test.ts', 'server/remittance/acceptance/request-values.test.ts'),
  without('control characters in queries', ['server/platform/http/http.ts', '    refuseControlCharacters(request, shapeOf(request.url).invalidBodyStatus)\n', ''], 'a NUL in a query is a server error', 'test/security/framing.test.ts'),
  without('rotation by a truncated body', ['server/merchants/profile/api.ts', '  if (request.rawBody.length > 0) jsonBody(request)\n', ''], 'a truncated request rotates the keys of a merchant', 'server/merchants/self-service.test.ts'),
  without('duplicate Host header', ['server/platform/http/http.ts', 'if (hosts !== 1 || !request.raw.url', 'if (!request.raw.url'], 'a proxy and we read two different hosts', 'test/security/framing.test.ts'),
  without('compressed bodies', ['server/platform/http/http.ts', "if (encoding !== undefined && encoding !== 'identity') throw", "if (encoding === '') throw"], 'compressed bytes are parsed as JSON', 'server/cards/orders/create-order.test.ts', 'server/remittance/acceptance/api.test.ts'),
  without('rounding of a share', ['server/kernel/money.ts', '* BigInt(basisPoints) + 5_000n) / 10_000n', '* BigInt(basisPoints)) / 10_000n'], 'commissions lose half a cent', 'server/kernel/money.test.ts'),
  without('decimals', ['server/kernel/money.ts', 'if (fraction.length > digits) return undefined', 'if (fraction.length > 40) return undefined'], 'an amount with too many decimals is multiplied by a hundred', 'server/kernel/money.test.ts'),
  without('commands: ports of a running system', ['server/platform/process/data-directory-lock.ts', 'holder?.ports && isAlive(holder.pid)', 'holder?.ports'], 'a command calls the ports of a system that was killed', 'server/platform/process/data-directory-lock.test.ts'),
  without('start: one system per directory', ['server/platform/process/data-directory-lock.ts', "database.exec('begin exclusive')", "database.exec('select 1')"], 'two systems write to one sandbox', 'server/platform/process/data-directory-lock.test.ts'),
  without('start: ports', ['server/platform/process/listening.ts', 'if (code !== undefined) refusals.push', 'if (code === undefined) refusals.push'], 'an occupied port is found only when everything is started', 'server/platform/process/listening.test.ts'),
  without('start: leftover database', ['server/platform/database/embedded-postgres.ts', '      interrupt(running.pid, binaries)\n      isReported', '      isReported'], 'a database left behind is never stopped', 'server/platform/database/embedded-postgres.test.ts'),
  without('start: libc', ['server/platform/database/postgres-binaries.ts', "libc === 'musl' ? undefined : packages", 'libc === undefined && !arch ? undefined : packages'], 'on Alpine an incompatible program is started', 'server/platform/database/postgres-binaries.test.ts'),
  without('settings: production all at once', ['server/config/settings.ts', '  if (production) {\n', '  if (production && faults.length === 0) {\n'], 'production reports missing settings only once all others are right', 'server/config/settings.test.ts'),
] // biome-ignore format: a table with one row per line
