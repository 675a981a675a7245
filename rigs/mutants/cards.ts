// Mutants of card payments, refunds, voids and payment links.
import { type Mutant, without } from './mutant.ts'

const refundTests = 'server/cards/refunds/refund.test.ts'
const resolveUnknownTests = 'server/cards/inquiries/resolve-unknown.test.ts'
const chargeTests = 'test/journeys/charge.test.ts'
const batchTests = 'server/cards/charges/charge-batches.test.ts'
const chargeCoreTests = 'server/cards/charges/charge.test.ts'
const attemptsTests = 'server/cards/charges/checkout-attempts.test.ts'
const microformTests = 'server/cards/custom-checkout/capture-context.test.ts'
const evidenceTests = 'server/cards/authentication/dispute-evidence.test.ts'
const openChallengeTests = 'server/cards/authentication/challenge.test.ts'

export const cards: readonly Mutant[] = [
  {
    ...without('sum of refunds', ['refund-reservation', 'and t.refunded_minor + t.refund_reserved_minor + m.amount_minor <= t.amount_minor', ''], 'concurrent refunds return more than was paid', 'rigs/simulation/models.test.ts', refundTests),
    schema: 'alter table card_transaction drop constraint refunds_within_amount',
  },
  without('refundable status', ['refund-reservation', "t.status in ('SUCCESS', 'PARTIALLY_REFUNDED') and", ''], 'an unpaid transaction is refunded', 'rigs/simulation/models.test.ts'),
  without('refund key: one owner', ['refund-key-owner', ', ownerOf(admin)', ''], 'the refund of one admin is replayed to another', 'test/journeys/token-owners.test.ts'),
  without('refund key: other tokens of a person', ['repeated-refund', '(r.refunded_by = m.refunded_by or r.idempotency_key = m.key_hash)', 'r.refunded_by = m.refunded_by'], "a refund with an unknown outcome is repeated with the person's other token", 'test/journeys/token-owners.test.ts'),
  without('refund during a void', ['refund-reservation', 'and t.running_operation is null', ''], 'a payment is refunded and voided at once', refundTests),
  without('refund window', ['refund-window', 'oldest && isBefore(finalised_at, oldest)', 'oldest === null'], 'a payment is refunded years later without force', refundTests),
  without('refunds of a payment one by one', ['refund-claim-mutex', 'openKeyedMutex()', '(_key: string, work: () => Promise<RefundClaim | Problem>) => work()'], 'refunds of one payment that arrive together refuse each other', refundTests),
  without('moves of a payment', ['transaction-moves', 't.status = m.from_status and', ''], 'a payment that has ended otherwise is voided', 'rigs/simulation/models.test.ts'),
  without('void window', ['void-window', '{ hours: 24 }', '{ hours: 48 }'], 'a void is requested after the batch was settled', refundTests),
  without('void during a refund', ['void-claim', 'and t.refund_reserved_minor = 0', ''], 'a payment is voided while part of it is being refunded', refundTests),
  without('void recorded once', ['void-completion', "and v.status = 'PENDING'", ''], 'the outcome of a void is recorded twice', refundTests),
  {
    ...without('amount of a refund', ['refunded-amount', 'requested.amount_minor === amount.minor && requested.currency === amount.currency', 'true'], 'the requested amount is booked instead of the refunded one', refundTests),
    title: 'that the gateway reports with',
  },
  {
    ...without('currency of a refund', ['refunded-amount', '&& requested.currency === amount.currency', ''], 'refunded francs are booked as dollars', refundTests),
    title: 'that the gateway reports with',
  },
  {
    ...without('accounts of a refund', ['refund-ledger-accounts', "'merchant_payable', merchantId: before.merchant_id", "'service_commission'"], 'the platform pays for refunds of merchants', refundTests),
    title: 'a refund debits merchant_payable',
  },
  without('void: amount still captured', ['void-evidence', "found.kind === 'found' && found.undone", 'false'], 'voided money is paid out to the merchant', resolveUnknownTests),
  without('void: not visible at the gateway', ['void-evidence', "found.kind === 'found' && found.undone", "found.kind === 'absent' || found.undone"], 'a void that nothing confirms is booked', resolveUnknownTests),
  without('void: outcome for the merchant', ['voided-payment-return-link', '|| isVoided', ''], 'the return URL reports a voided payment as paid', chargeTests),
  without('void: refusal before the horizon', ['void-refusal-horizon', '|| !isPastHorizon(needs, operation, now)', ''], "a refusal is believed while the gateway's search lags behind", resolveUnknownTests),
  without('void: refusal recorded', ['refused-void-record', "'FAILED'", "'PENDING'"], 'a refused void blocks every other void', resolveUnknownTests),
  without('charge: undone before it was found', ['undone-charge-outcome', '&& !found.undone', ''], 'a charge that the gateway reversed is reported as paid', resolveUnknownTests),
  {
    ...without('charge: gateway outage', ['absent-charge-horizon', 'unavailable !== undefined ||', ''], 'valid charges are reversed because the gateway is down', resolveUnknownTests),
    title: 'a charge whose reply was lost',
  },
  {
    ...without('refund: gateway outage', ['absent-charge-horizon', 'unavailable !== undefined ||', ''], 'valid refunds are abandoned because the gateway is down', resolveUnknownTests),
    title: 'a refund whose reply was lost',
  },
  without('approval of an ended transaction', ['late-approval-undo', 'or (m.is_approved and not exists (select from moved where moved.n = m.n))', ''], 'a customer pays for a transaction reported as expired', resolveUnknownTests),
  without('outcome: recorded once', ['charge-outcome', "case when m.is_approved then ${openFor('approved')} else ${openFor('refused')} end", 'true'], 'an outcome that two callers record is booked twice', batchTests),
  without('outcome: accounts of its posting', ['charge-outcome', 'and m.n not in (select n from lacking)', ''], 'the first payment of a merchant is never recorded', batchTests),
  without('outcome: operation that holds the payment', ['charge-completion', 'and t.running_operation = m.operation', ''], 'a payment ends with the outcome of a charge that does not hold it', batchTests),
  without('outcome: webhook stored once', ['batch-webhook-deduplication', 'on conflict (dedupe_key) do nothing', ''], 'an event that is stored already keeps its payment open', batchTests),
  without('reversal: amount still captured', ['captured-charge-reversal', 'remove'], 'a customer is charged for a failed payment', resolveUnknownTests),
  without('claim: no operation in progress', ['charge-claim', 't.running_operation is null and', ''], 'one transaction is charged twice concurrently', chargeCoreTests),
  without('claim: one charge in a batch', ['charge-claim-once', 'min(n) as n from free group by id', 'n from free'], 'a second charge of a batch takes the payment from the first', chargeCoreTests),
  without('claim: pending transaction', ['charge-claim', "t.status = '${pending}' and", ''], 'an ended transaction is charged', chargeCoreTests),
  without('claim: before expiry', ['charge-claim', 'and t.expires_at > m.now', ''], 'an order is paid after it expired', chargeCoreTests),
  without('claim: active merchant', ['charge-claim', "c.status = 'active'", 'true'], 'payments of a suspended merchant continue', 'server/cards/charges/closed-merchant.test.ts'),
  without('claim: environment of the merchant', ['charge-claim', 'and c.environment = t.environment', ''], 'a test card pays for goods that a live merchant ships', 'server/cards/charges/closed-merchant.test.ts'),
  without('claim: request fingerprint', ['charge-claim', "and t.charge_fingerprint is not distinct from decode(m.charge_fingerprint, 'hex')", ''], 'a custom checkout is charged with the amount of another request', microformTests),
  {
    ...without('attempts: limit', ['checkout-attempts', 'declined_attempts + 1 < checkout_attempts &&', ''], 'any number of cards is tried at one payment', attemptsTests),
    schema: 'alter table card_transaction drop constraint declines_within_attempts',
  },
  without('attempts: money held on a card', ['checkout-attempts', '&& !completion.isLast', ''], 'a second card is charged while money is held on the first', attemptsTests),
  without('attempts: unknown outcome', ['unknown-outcome-ends-payment', 'isLast: true', 'isLast: false'], 'a second card is charged after a charge whose outcome was never known', attemptsTests),
  without('attempts: review', ['held-money-ends-payment', 'isLast: undo', 'isLast: false'], 'a second card is charged while the first is under review', attemptsTests),
  without('attempts: read before a decline', ['charge-claim', 'and t.declined_attempts = m.declined_attempts', ''], 'a payment that was read too early gets one attempt too many', attemptsTests),
  without('attempts: webhook of the final outcome', ['final-outcome-webhook', "|| event === 'declined'", ''], 'a merchant is told that a payment failed which is paid a minute later', attemptsTests),
  without('attempts: use of a link kept', ['declined-link-use', "event === 'declined'", 'false'], 'the last use of a link is sold while its payer enters another card', attemptsTests),
  without('attempts: use of a link released at expiry', ['transaction-expiry', 'l.uses_reserved - links.uses', 'l.uses_reserved'], 'a link that nobody paid stays closed', attemptsTests),
  without('amount of an approval', ['approved-amount', 'response.amount.minor === transaction.amount_minor && response.amount.currency === transaction.currency', 'response.amount.minor >= 0n'], 'an approval of another amount counts as paid', resolveUnknownTests),
  without('currency of an approval', ['approved-amount', '&& response.amount.currency === transaction.currency', ''], 'ten francs pay for an order of ten dollars', resolveUnknownTests),
  {
    name: 'intent before call',
    breaks: 'the gateway is called without a recorded operation, and twice for concurrent calls',
    changes: [
      ['charge-intent', 'remove'],
      ['charge-reply', 'log.info(', 'await claimCharge(needs, operation, transaction, means)\n  log.info('],
    ],
    tests: [chargeTests],
  },
  {
    name: 'expiry during an operation',
    breaks: 'a transaction expires while its card is being charged',
    changes: [
      ['transaction-expiry', 'running_operation is null and', ''],
      ['transaction-expiry', 'and t.running_operation is null', ''],
    ],
    tests: [chargeCoreTests],
  },
  without('authentication: amount', ['authentication-use', 'and a.amount_minor = m.amount_minor', ''], 'an authentication for one dollar is used for a charge of a hundred', chargeCoreTests),
  without('authentication: currency', ['authentication-use', 'and a.currency = m.currency', ''], 'an authentication in francs is used for a charge in dollars', chargeCoreTests),
  without('authentication: before expiry', ['authentication-use', 'and a.expires_at > m.now', ''], 'an authentication from yesterday is used', chargeCoreTests),
  without('authentication: single use', ['authentication-use', "and a.state = coalesce(m.passed_from, '${unused}')", ''], 'one authentication is used for two charges', 'rigs/simulation/models.test.ts'),
  without('authentication: same transaction', ['authentication-use', 'a.transaction_id = m.transaction_id and', ''], 'an authentication of another payment is used', chargeCoreTests),
  without('authentication: abandoned', ['abandoned-authentication', "if (!(await step(sql, needs, begun, 'refused'))) return", "await step(sql, needs, begun, 'refused')"], 'an abandoned card ends the payment of another card', chargeCoreTests),
  without('cancel: before expiry', ['cancellation-deadline', 'remove'], 'an expired transaction is reported as cancelled', chargeCoreTests),
  without('card token: one payment', ['card-token-use', 'where owned.transaction_id = excluded.transaction_id', ''], 'a card token is used for a second payment', microformTests, chargeTests),
  without('card token: without authentication', ['bare-card-token-use', '(await sql.rows(consumeBareToken, [means.token.id, transaction.id, now])).length', 'consumeBareToken.name.length'], 'a card token without an authentication is used for a second payment', microformTests, chargeTests),
  without('card token: its capture context', ['card-token-keys', 'transaction_id = $1', '$1::bigint is not null'], "a card typed into one merchant's page pays another merchant", 'server/cards/authentication/token-keys.test.ts'),
  without('card token: signed by its capture context', ['capture-context-token-signature', 'await verifyWith(jwt, key, clock)', 'decodeJwt(jwt)'], 'a forged card token is accepted', 'server/adapters/card-gateway/cybersource/adapter.test.ts', 'server/adapters/card-gateway/cybersource/sessions.test.ts'),
  without('enrolment: once', ['enrolment-start', "a.state = 'set_up' and", ''], 'one attempt is enrolled twice', 'rigs/simulation/models.test.ts'),
  without('card token: its capture context, on our page', ['visited-card-token-keys', 'where transaction_id = ${transaction}', ''], "a card typed into one merchant's page pays another merchant", 'server/cards/authentication/token-keys.test.ts'),
  without('challenge: still open', ['open-challenge', "reply.kind === 'not_completed' && begun.challenge_returned_at === null", 'false'], 'an early charge fails the payment of a customer who is still in the challenge', openChallengeTests),
  without('challenge: still open, charge without authentication', ['charge-during-challenge', 'remove'], 'a charge without its authentication fails the payment of a customer who is still in the challenge', openChallengeTests),
  without('challenge: return of another payment', ['challenge-return-owner', 'authentication_transaction_id = $2', '$2::text is not null'], 'any caller can end the challenge of another customer', openChallengeTests),
  without('challenge: identifier of its authentication', ['challenge-authentication-name', '=== named ? named :', '??'], 'any caller learns the identifier that ends the challenge of another customer', openChallengeTests),
  without('evidence: deleted without a charge', ['dispute-evidence-retention', "case when state = 'used' then dispute_evidence end", 'dispute_evidence'], 'authentications that were never charged are stored for ever', evidenceTests),
  without('evidence: retained after a charge', ['dispute-evidence-retention', "case when state = 'used' then dispute_evidence end", 'null'], 'a dispute of a paid payment cannot be defended', evidenceTests),
  without('gateway error: watched until the horizon', ['abandoned-charge-watch', 'isAbandoned(target) && !isPastHorizon(needs, target, now)', 'false'], 'a charge that appears after its payment failed is not reversed', resolveUnknownTests),
  without("gateway error: only as the gateway's own reply", ['definite-gateway-failure', "&& reason === 'SYSTEM_ERROR' && id === undefined", ''], 'a charge that the bank is still processing counts as ended', 'server/adapters/card-gateway/cybersource/translate.test.ts'),
  without('gateway error: distinct from a lost reply', ['absent-charge-horizon', 'acknowledged', 'attempts > 0'], 'a charge that may still arrive is abandoned', resolveUnknownTests),
  without('cancel: same origin', ['cross-site-cancellation', 'remove'], 'another site cancels the payment of a customer', 'test/journeys/cancel.test.ts', chargeTests),
  without('link capacity', ['link-use-reservation', 'and (payer.holds or l.uses_confirmed + l.uses_reserved < l.max_uses)', ''], 'a link for one customer is paid by many', 'server/cards/payment-links/manage-links.test.ts', 'test/journeys/link.test.ts'),
  without('link: callback of the profile', ['profile-callback', "?? (origin === 'link' ? profileCallbackUrl(sql, merchantId) : null)", ''], 'a merchant is never notified of payments by a link without a callback', 'test/journeys/link-without-callback.test.ts'),
  without('link expiry', ['link-use-reservation', 'l.expires_at > $2 and', ''], 'a link is paid after it expired', 'server/cards/payment-links/manage-links.test.ts'),
  without('link use released after an unsent charge', ['unsent-charge-link-use', 'released && released.payment_link_id !== null', 'released === null'], 'a charge that was never sent uses up a link', 'test/journeys/link.test.ts'),
  without('authentication released after an unsent charge', ['unsent-charge-release', '.catch(otherAttemptRunning)', ''], 'a charge that was never sent blocks a payment with another card', chargeCoreTests),
  without('signature of a checkout link', ['checkout-link-signature', 'actual.length === expected.length && timingSafeEqual(actual, expected)', 'actual.length <= expected.length && timingSafeEqual(expected, expected)'], "anyone who guesses a payment's identifier can see it", 'test/journeys/checkout.test.ts', chargeTests),
  without('origins of a custom checkout', ['custom-checkout-origin', '&& microformAllowedOrigins.includes(origin)', ''], "another site takes cards in a merchant's name", microformTests),
  without('status of another merchant', ['payment-status-owner', '|| row.merchant_id !== merchant.id', ''], "a merchant reads another one's payments", 'test/journeys/tenancy.test.ts', 'test/journeys/charge.test.ts', 'server/cards/orders/create-order.test.ts'),
  without('links of another merchant', ['payment-link-owner', 'l.merchant_id = $1', '$1::bigint is not null'], "a merchant reads and cancels another one's links", 'test/journeys/tenancy.test.ts', 'test/journeys/link.test.ts'),
  without('payment in the portal', ['payment-detail-owner', 't.merchant_id = $1', '$1::bigint is not null'], "a merchant reads another one's payment in the portal", 'server/portal/foreign-token.test.ts', 'server/portal/payments/payments.test.ts'),
  without('decimals of a card amount', ['card-amount-decimals', '> 2)', '> 40)'], 'a tenth of a cent is charged', 'server/cards/orders/create-order.test.ts'),
  without('minimum amount', ['minimum-card-amount', 'minimum[known].minor', '0n'], 'a cent is charged', 'server/cards/orders/create-order.test.ts'),
] // biome-ignore format: a table with one row per line
