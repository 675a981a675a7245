// Mutants of running the service: health, overload, password resets, outbound addresses, card testing on payment
// links.
import { type Mutant, without } from './mutant.ts'

const resetTests = 'server/merchants/sign-in/password-reset.test.ts'
const outboundAddressTests = 'server/platform/network/outbound-addresses.test.ts'
const cardTestingTests = 'test/journeys/card-testing.test.ts'
const loopTests = 'server/platform/process/worker-loop.test.ts'

export const running: readonly Mutant[] = [
  without('interval of a worker', ['stuck-worker-threshold', 'Math.max(minStuckAfterMs, 3 * intervalMs)', 'minStuckAfterMs'], 'an idle system reports that it is not ready', loopTests),
  without('slow readers count', ['slow-readers', 'bytes > smallResponseBytes', 'bytes < 0'], 'clients that do not read their responses exhaust the memory', 'server/platform/http/load-shedding.test.ts'),
  without('size of a test callback page', ['test-callback-page-size', '&& bytes <= left', ''], 'the test receiver returns 30 MB to any caller', 'server/webhooks/test-receiver/test-callback.test.ts'),
  without('password link: single use', ['link-use', 'delete from account_link l using account a', 'update account_link l set is_waiting = false from account a'], 'a used password link is used again by anyone who finds it', resetTests),
  without('password link: expiry', ['good-link', 'token_hash = $1 and expires_at > $2', 'token_hash = $1 and $2::timestamptz is not null'], 'a forgotten password link in a mailbox works for ever', resetTests),
  without('password link: sessions', ['password-reset-sessions', 'remove'], 'a session opened with the old password stays valid', resetTests),
  without('password link: locks', ['password-reset-lock', 'remove'], 'the lock of the old password also blocks the new one', resetTests),
  without('metadata address that looks private', ['metadata-address', '!isMetadataAddress(address) &&', ''], 'a sandbox reveals the credentials of its cloud', outboundAddressTests),
  without('sandbox on a public interface', ['loopback-sandbox', 'isLoopbackHost(HOST)', 'HOST'], 'anyone who signs up in a public sandbox reads its private network', 'server/config/outbound-rules.test.ts'),
  without('card testing: declines of a visitor', ['link-use-reservation', 'v.charges_under_way <', 'v.charges_under_way < 1000 +'], 'a declined device continues to try cards at a payment link', cardTestingTests),
  without('card testing: charges in flight', ['link-use-reservation', '+ v.charges_under_way', ''], 'a device tries any number of cards at once at a payment link', cardTestingTests),
  without('card testing: refused visitor', ['link-use-reservation', 'and seen.is_welcome', ''], 'a refused visitor charges a transaction created earlier', cardTestingTests),
  without('card testing: form of a refused visitor', ['refused-visitor-form', 'remove'], 'a refused visitor creates transactions at a payment link', cardTestingTests),
  without('card testing: authentication of a refused visitor', ['refused-visitor-authentication', 'remove'], 'a refused visitor learns from issuers which stolen cards are valid', cardTestingTests),
  without('card testing: successes of an address', ['visitor-decline-allowance', "+ ${current(row, 'successes')}", ''], 'a few declines block the other customers of a carrier from paying', cardTestingTests),
  without('card testing: queue', ['link-use-reservation', "coalesce(${nextAttemptAt('seen')} <= $2, true)", 'true'], 'many new visitors try stolen cards at a payment link without a limit', cardTestingTests),
  without('card testing: new visitors first', ['payment-turn-order', 'newcomer_turn_at', 'other_turn_at'], 'card testers keep the customers of a payment link waiting', cardTestingTests),
  without('card testing: visitors who have paid', ['link-use-reservation', 'seen.has_paid or', ''], 'a customer who has paid waits behind card testers', cardTestingTests),
  without('card testing: throttled link', ['link-use-reservation', 'not ${isSlowed}', 'true'], 'a link that is mostly declined is tested at full speed', cardTestingTests),
  without('card testing: next slot', ['next-payment-turn', '.map((seconds) => now.add({ seconds }))', '.map(() => now)'], 'one slot at a busy payment link is given to all visitors at once', cardTestingTests),
  without('card testing: network of an address', ['visitor-network', 'networkOf(request.ip)', 'request.ip'], 'an IPv6 tester has as many addresses as attempts', cardTestingTests),
  without('card testing: waiting for a slot', ['payment-turn-wait', 'seconds === undefined || waited + seconds > maxWaitSeconds', 'seconds !== Number.NaN'], 'a customer of a busy payment link loses an authenticated card', cardTestingTests),
] // biome-ignore format: a table with one row per line
