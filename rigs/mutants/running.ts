// Guards of running the service: health, overload, password resets, outbound addresses, card testing on payment
// links.
import { type Mutant, without } from './mutant.ts'

const loop = 'server/platform/process/worker-loop.ts'
const shedding = 'server/platform/http/load-shedding.ts'
const resetLink = 'server/merchants/sign-in/reset-link.ts'
const resetTests = 'server/merchants/sign-in/password-reset.test.ts'
const outboundTests = 'server/platform/network/outbound.test.ts'
const cardTesting = 'server/cards/transaction/link-uses/card-testing.ts'
const cardTestingTests = 'test/journeys/card-testing.test.ts'
const loopTests = 'server/platform/process/worker-loop.test.ts'

export const running: readonly Mutant[] = [
  without('interval of a worker', [loop, 'Math.max(leastStuckAfterMs, 3 * intervalMs)', 'leastStuckAfterMs'], 'an idle system reports that it is not ready', loopTests),
  without('slow readers count', [shedding, '&& bytes > smallResponseBytes &&', '&& bytes < 0 &&'], 'clients that do not read their responses fill the memory', 'server/platform/http/load-shedding.test.ts'),
  without('size of a test callback page', ['server/webhooks/test-receiver/test-callback.ts', 'last.length < limit && bytes <= left', 'last.length < limit'], 'the test receiver returns 30 MB to any caller', 'server/webhooks/test-receiver/test-callback.test.ts'),
  without('password link: once', [resetLink, 'with used as (delete from password_reset where token_hash = $1 and expires_at > $2 returning merchant_id)', 'with used as (select merchant_id from password_reset where token_hash = $1 and expires_at > $2)'], 'a used password link is used again by anyone who finds it', resetTests),
  {
    name: 'password link: an hour',
    breaks: 'a forgotten password link in a mailbox works for ever',
    edits: [
      { file: resetLink, find: 'where r.token_hash = $1 and r.expires_at > $2', replace: 'where r.token_hash = $1 and $2::timestamptz is not null' },
      { file: resetLink, find: 'where token_hash = $1 and expires_at > $2', replace: 'where token_hash = $1 and $2::timestamptz is not null' },
    ],
    tests: [resetTests],
  },
  without('password link: sessions', ['server/merchants/sign-in/password-reset.ts', '    await endSessions(sql, used.merchantId)\n', ''], 'a user of the old password stays signed in', resetTests),
  without('password link: locks', ['server/merchants/sign-in/password-reset.ts', '    await clearAccountFailures(sql, secrets, used.email)\n', ''], 'the owner of a new password waits for a lock of the old one', resetTests),
  without('metadata address that looks private', ['server/platform/network/public-address.ts', '    !isMetadataAddress(address) &&\n', ''], 'a sandbox reveals the credentials of its cloud', outboundTests),
  without('sandbox on a public interface', ['server/config/outbound-rules.ts', 'if (isLoopbackHost(HOST)) return', 'if (HOST) return'], 'anyone who signs up in a public sandbox reads its private network', 'server/config/outbound-rules.test.ts'),
  without('card testing: declines of a visitor', [cardTesting, '} + v.charges_under_way < ', '} + v.charges_under_way < 1000 + '], 'a declined device continues to try cards at a payment link', cardTestingTests),
  without('card testing: charges in flight', [cardTesting, "} + v.charges_under_way < ", "} < "], 'a device tries any number of cards at once at a payment link', cardTestingTests),
  without('card testing: refused visitor', [cardTesting, '     and seen.is_welcome\n', ''], 'a refused visitor charges a transaction created earlier', cardTestingTests),
  without('card testing: form of a refused visitor', ['server/cards/payment-links/visit.ts', 'if (refusal && (seconds === undefined || wantsJson(request))) throw refusal', ''], 'a refused visitor creates transactions at a payment link', cardTestingTests),
  without('card testing: authentication of a refused visitor', ['server/cards/transaction/link-uses/link-uses.ts', '  if (link?.refused_until) throw refusalOf(link, now)\n', ''], 'a refused visitor learns from issuers which stolen cards are valid', cardTestingTests),
  without('card testing: successes of an address', [cardTesting, " + ${current(row, 'successes')} end", ' end'], 'a few declines block the other customers of a carrier from paying', cardTestingTests),
  without('card testing: queue', [cardTesting, 'coalesce(${nextAttemptAt(\'seen\')} <= $2, true)', 'true'], 'many new visitors try stolen cards at a payment link without a limit', cardTestingTests),
  without('card testing: new visitors first', [cardTesting, 'then l.newcomer_turn_at else', 'then l.other_turn_at else'], 'card testers keep the customers of a payment link waiting', cardTestingTests),
  without('card testing: visitors who have paid', [cardTesting, '(seen.has_paid or not ', '(not '], 'a customer who has paid waits behind card testers', cardTestingTests),
  without('card testing: throttled link', [cardTesting, 'or not ${isSlowed} or', 'or true or'], 'a link that is mostly declined is tested at full speed', cardTestingTests),
  without('card testing: next slot', [cardTesting, "then $2::timestamptz + interval '${newcomerSeconds} seconds' else", 'then $2::timestamptz else'], 'one slot at a busy payment link is given to all visitors at once', cardTestingTests),
  without('card testing: network of an address', ['server/cards/payment-links/link-visitor.ts', 'networkOf(request.ip)', 'request.ip'], 'an IPv6 tester has as many addresses as attempts', cardTestingTests),
  without('card testing: waiting for a slot', ['server/cards/charges/charge.ts', 'if (seconds === undefined || waited + seconds > longestWaitSeconds) throw error', 'if (seconds !== Number.NaN) throw error'], 'a customer of a busy payment link loses an authenticated card', cardTestingTests),
] // biome-ignore format: a table with one row per line
