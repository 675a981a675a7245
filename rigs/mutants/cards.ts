// Guards of card payments, refunds, voids and payment links.
import { type Mutant, without } from './mutant.ts'

const refunds = 'server/cards/refunds/queries.ts'
const charge = 'server/cards/charges/charge.ts'
const recordCharge = 'server/cards/charges/record-charge.ts'
const voids = 'server/cards/voids/queries.ts'
const bound = 'server/cards/authentication/queries.ts'
const refund = 'server/cards/refunds/record-refund.ts'
const resolveUnknown = 'server/cards/inquiries/resolve-unknown.ts'
const refundTests = 'server/cards/refunds/refund.test.ts'
const resolveUnknownTests = 'server/cards/inquiries/resolve-unknown.test.ts'
const chargeTests = 'test/journeys/charge.test.ts'
const chargeCoreTests = 'server/cards/charges/charge.test.ts'
const microformTests = 'server/cards/custom-checkout/capture-context.test.ts'
const evidenceTests = 'server/cards/authentication/dispute-evidence.test.ts'
const openChallengeTests = 'server/cards/authentication/challenge.test.ts'

export const cards: readonly Mutant[] = [
  {
    ...without('sum of refunds', [refunds, 'and refunded_minor + refund_reserved_minor + $2 <= amount_minor ', ''], 'concurrent refunds return more than was paid', 'rigs/simulation/models.test.ts', refundTests),
    schema: 'alter table card_transaction drop constraint refunds_within_amount',
  },
  without('refundable status', [refunds, "status in ('SUCCESS', 'PARTIALLY_REFUNDED') and running_operation is null\n      and refunded_minor", 'running_operation is null\n      and refunded_minor'], 'an unpaid transaction is refunded', 'rigs/simulation/models.test.ts'),
  without('refund key: one owner', ['server/cards/refunds/api.ts', 'storedKeyOf(request, needs.secrets, ownerOf(admin))', 'storedKeyOf(request, needs.secrets)'], 'the refund of one admin is replayed to another', 'test/journeys/token-owners.test.ts'),
  without('refund key: other tokens of a person', [refunds, '(r.refunded_by = $4 or r.idempotency_key = $8)', 'r.refunded_by = $4'], "a refund with an unknown outcome is repeated with the person's other token", 'test/journeys/token-owners.test.ts'),
  without('refund during a void', [refunds, "'PARTIALLY_REFUNDED') and running_operation is null", "'PARTIALLY_REFUNDED')"], 'a payment is refunded and voided at once', refundTests),
  without('refund window', ['server/cards/refunds/refund-rules.ts', 'if (oldest && isBefore(finalised_at, oldest)) return', 'if (oldest === null) return'], 'a payment is refunded years later without force', refundTests),
  without('void window', ['server/cards/voids/void-rules.ts', 'const voidWindow = { hours: 24 }', 'const voidWindow = { hours: 48 }'], 'a void is requested after the batch was settled', refundTests),
  without('void during a refund', [voids, 'and refund_reserved_minor = 0 and finalised_at', 'and finalised_at'], 'a payment is voided while part of it is being refunded', refundTests),
  without('void recorded once', [voids, "where operation = $1 and status = 'PENDING' returning ${voidColumns}", 'where operation = $1 returning ${voidColumns}'], 'the outcome of a void is recorded twice', refundTests),
  {
    ...without('amount of a refund', [refund, 'if (requested && requested.amount_minor === amount.minor && requested.currency === amount.currency)\n    return true', 'if (requested) return true'], 'the requested amount is booked instead of the refunded one', refundTests),
    title: 'that the gateway reports with',
  },
  {
    ...without('currency of a refund', [refund, ' && requested.currency === amount.currency)\n    return true', ') return true'], 'refunded francs are booked as dollars', refundTests),
    title: 'that the gateway reports with',
  },
  {
    ...without('accounts of a refund', [refund, "{ account: 'merchant_payable', merchantId: before.merchant_id, side: 'debit', amount }", "{ account: 'service_commission', side: 'debit', amount }"], 'the platform pays for refunds of merchants', refundTests),
    title: 'a refund debits merchant_payable',
  },
  without('void: amount still captured', [resolveUnknown, "if (found.kind === 'found' && found.undone)", 'if (false)'], 'voided money is paid out to the merchant', resolveUnknownTests),
  without('void: not visible at the gateway', [resolveUnknown, "if (found.kind === 'found' && found.undone)", "if (found.kind === 'absent' || found.undone)"], 'a void that nothing confirms is booked', resolveUnknownTests),
  without('void: outcome for the merchant', ['server/cards/checkout/return-links.ts', "if (transaction.status === 'FAILED' || isVoided) {", "if (transaction.status === 'FAILED') {"], 'a merchant delivers a voided order', chargeTests),
  without('void: too early', [resolveUnknown, ' || !isPastHorizon(needs, operation, now)\n  if (reply', '\n  if (reply'], "a refusal is believed while the gateway's search lags behind", resolveUnknownTests),
  without('void: refused', ['server/cards/voids/void.ts', "      return (await sql.rows(completeVoid, [operation.id, 'FAILED', null, now]))[0]\n", '      return undefined\n'], 'a refused void blocks every other void', resolveUnknownTests),
  without('charge: undone before it was found', [resolveUnknown, "if (found.kind === 'found' && !found.undone) return", "if (found.kind === 'found') return"], 'a charge that the gateway reversed is reported as paid', resolveUnknownTests),
  {
    ...without('charge: gateway outage', [resolveUnknown, 'unavailable !== undefined || !(operation.acknowledged', '!(operation.acknowledged'], 'valid charges are reversed because the gateway is down', resolveUnknownTests),
    title: 'a charge whose reply was lost',
  },
  {
    ...without('refund: gateway outage', [resolveUnknown, 'unavailable !== undefined || !(operation.acknowledged', '!(operation.acknowledged'], 'valid refunds are abandoned because the gateway is down', resolveUnknownTests),
    title: 'a refund whose reply was lost',
  },
  without('approval of an ended transaction', [recordCharge, 'if (undo || (!finished && approved)) await', 'if (undo) await'], 'a customer pays for a transaction reported as expired', resolveUnknownTests),
  without('undo: amount still captured', [resolveUnknown, "  if (after.stands) return void (await reschedule('still standing after the undo'))\n", ''], 'a customer is charged for a failed payment', resolveUnknownTests),
  without('claim: no operation in progress', [charge, "and status = 'PENDING' and running_operation is null and expires_at", "and status = 'PENDING' and expires_at"], 'one transaction is charged twice concurrently', chargeCoreTests),
  without('claim: still open', [charge, "and status = 'PENDING' and running_operation is null and expires_at", 'and running_operation is null and expires_at'], 'an ended transaction is charged', chargeCoreTests),
  without('claim: in time', [charge, 'and running_operation is null and expires_at > $3', 'and running_operation is null and $3::timestamptz is not null'], 'an order is paid after it expired', chargeCoreTests),
  without('claim: merchant active', [charge, "m.status = 'active' and m.environment", 'true and m.environment'], 'payments of a suspended merchant continue', 'server/cards/charges/closed-merchant.test.ts'),
  without('claim: environment of the merchant', [charge, ' and m.environment = card_transaction.environment)', ')'], 'a test card pays for goods that a live merchant ships', 'server/cards/charges/closed-merchant.test.ts'),
  without('claim: as it was requested', [charge, 'and charge_fingerprint is not distinct from $4', 'and ($4::bytea is null or true)'], 'a custom checkout is charged with the amount of another request', microformTests),
  without('amount of an approval', [recordCharge, 'response.amount.minor === transaction.amount_minor && response.amount.currency === transaction.currency', 'response.amount.minor >= 0n'], 'an approval of another amount counts as paid', resolveUnknownTests),
  without('currency of an approval', [recordCharge, ' && response.amount.currency === transaction.currency', ''], 'ten francs pay for an order of ten dollars', resolveUnknownTests),
  {
    name: 'intent before call',
    breaks: 'the gateway is called without a recorded operation, and twice for concurrent calls',
    edits: [
      { file: charge, find: '  await retryWhileBusy(() =>\n    db.transaction((sql) => claim(sql, needs, operation, transaction, means), {\n      mutexKey: `payment ${transaction.id}`,\n    }),\n  )\n', replace: '  void retryWhileBusy\n' },
      { file: charge, find: "  log.info('charge reply received', {", replace: "  await db.transaction((sql) => claim(sql, needs, operation, transaction, means))\n  log.info('charge reply received', {" },
    ],
    tests: [chargeTests],
  },
  {
    name: 'expiry during an operation',
    breaks: 'a transaction expires while its card is being charged',
    edits: [
      { file: 'server/cards/charges/expiry.ts', find: "where status = '${open}' and running_operation is null and expires_at", replace: "where status = '${open}' and expires_at" },
      { file: 'server/cards/charges/expiry.ts', find: "and t.status = '${open}' and t.running_operation is null", replace: "and t.status = '${open}'" },
    ],
    tests: [chargeCoreTests],
  },
  without('authentication: amount', [bound, 'and amount_minor = $3 and currency', 'and $3::bigint is not null and currency'], 'an authentication for one dollar is used for a charge of a hundred', chargeCoreTests),
  without('authentication: currency', [bound, 'and currency = $4\n      and expires_at', 'and $4::text is not null\n      and expires_at'], 'an authentication in francs is used for a charge in dollars', chargeCoreTests),
  without('authentication: in time', [bound, 'and expires_at > $5', 'and $5::timestamptz is not null'], 'an authentication from yesterday is used', chargeCoreTests),
  without('authentication: once', [bound, "and state = 'authenticated' and amount_minor", 'and amount_minor'], 'one authentication is used for two charges', chargeCoreTests),
  without('authentication: of this transaction', [bound, 'where id = $1 and transaction_id = $2 and state', 'where id = $1 and $2::bigint is not null and state'], 'an authentication of another payment is used', chargeCoreTests),
  without('authentication: abandoned', ['server/cards/authentication/authentication.ts', "if (!(await step(sql, needs, begun, 'refused'))) return", "await step(sql, needs, begun, 'refused')"], 'an abandoned card ends the payment of another card', chargeCoreTests),
  without('cancel: in time', ['server/cards/checkout/checkout.ts', "    if (locked.status === 'PENDING' && Temporal.Instant.compare(locked.expires_at, now) <= 0) return locked\n", ''], 'an expired transaction is reported as cancelled', chargeCoreTests),
  without('card token: one payment', [bound, ' where owned.transaction_id = excluded.transaction_id', ''], 'a card token is used for a second payment', microformTests, chargeTests),
  without('card token: without authentication', ['server/cards/charges/charge.ts', 'if (\n    !authentication &&\n    (await sql.rows(consumeBareToken, [means.token.id, transaction.id, now])).length === 0\n  )', 'if (!authentication && consumeBareToken.name.length === 0)'], 'a card token without an authentication is used for a second payment', microformTests, chargeTests),
  without('card token: its capture context', ['server/cards/authentication/token-keys.ts', 'from card_token_key where transaction_id = $1\n', 'from card_token_key where $1::bigint is not null\n'], "a card typed into one merchant's page pays another merchant", 'server/cards/authentication/token-keys.test.ts'),
  without('card token: signed by its capture context', ['server/adapters/card-gateway/cybersource/sessions.ts', 'const payload = key ? await verifyWith(jwt, key, clock) :', 'const payload = key ? decodeJwt(jwt) :'], 'a forged card token is accepted', 'server/adapters/card-gateway/cybersource/adapter.test.ts', 'server/adapters/card-gateway/cybersource/sessions.test.ts'),
  without('challenge: still open', ['server/cards/authentication/authentication.ts', "const isOpen = reply.kind === 'not_completed' && begun.challenge_returned_at === null", 'const isOpen = false'], 'an early charge fails the payment of a customer who is still in the challenge', openChallengeTests),
  without('challenge: still open, charge without authentication', ['server/cards/custom-checkout/charge-token.ts', 'await assertNoOpenChallenge(needs, transaction.id)', 'void assertNoOpenChallenge'], 'a charge without its authentication fails the payment of a customer who is still in the challenge', openChallengeTests),
  without('challenge: return of another payment', [bound, 'where transaction_id = $1 and authentication_transaction_id = $2 and state', 'where transaction_id = $1 and $2::text is not null and state'], 'any caller can end the challenge of another customer', openChallengeTests),
  without('challenge: identifier of its authentication', ['server/cards/checkout/show-pages.ts', "active?.authentication_transaction_id === named ? named : ''", "active?.authentication_transaction_id ?? ''"], 'any caller learns the identifier that ends the challenge of another customer', openChallengeTests),
  without('evidence: wiped without a charge', ['server/cards/charges/expiry.ts', "dispute_evidence = case when state = 'used' then dispute_evidence end", 'dispute_evidence = dispute_evidence'], 'authentications that were never charged are stored for ever', evidenceTests),
  without('evidence: retained after a charge', ['server/cards/charges/expiry.ts', "dispute_evidence = case when state = 'used' then dispute_evidence end", 'dispute_evidence = null'], 'a dispute of a paid payment cannot be defended', evidenceTests),
  without('gateway error: watched until the horizon', [resolveUnknown, ' && isAbandoned(target) && !isPastHorizon(needs, target, now)', ' && false'], 'a charge that appears after its payment failed is kept', resolveUnknownTests),
  without("gateway error: only as the gateway's own reply", ['server/adapters/card-gateway/cybersource/translate.ts', " && reason === 'SYSTEM_ERROR' && id === undefined", ''], 'a charge that the bank is still processing counts as ended', 'server/adapters/card-gateway/cybersource/translate.test.ts'),
  without('gateway error: distinct from a lost reply', [resolveUnknown, 'operation.acknowledged || isPastHorizon', 'operation.attempts > 0 || isPastHorizon'], 'a charge that may still arrive is abandoned', resolveUnknownTests),
  without('cancel: only from our own page', ['server/cards/checkout/page-reply.ts', '  if (origin !== undefined && origin !== new URL(needs.baseUrl).origin)\n    throw new Problem(cardProblems.cross_site)\n', ''], 'another site cancels the payment of a customer', 'test/journeys/cancel.test.ts', chargeTests),
  without('link capacity', ['server/cards/transaction/link-uses/card-testing.ts', ' and l.uses_confirmed + l.uses_reserved < l.max_uses', ''], 'a link for one customer is paid by many', 'server/cards/payment-links/manage-links.test.ts', 'test/journeys/link.test.ts'),
  without('link: callback of the profile', ['server/cards/transaction/webhooks/publish.ts', "return own ?? (origin === 'link' ? profileCallbackUrl(sql, merchantId) : null)", 'return own'], 'a merchant is never notified of payments by a link without a callback', 'test/journeys/link-without-callback.test.ts'),
  without('link expiry', ['server/cards/transaction/link-uses/card-testing.ts', " and l.expires_at > $2 and l.uses_confirmed", ' and l.uses_confirmed'], 'a link is paid after it expired', 'server/cards/payment-links/manage-links.test.ts'),
  without('link use released', [charge, 'if (released && released.payment_link_id !== null) {', 'if (released === null) {'], 'a charge that was never sent uses up a link', 'test/journeys/link.test.ts'),
  without('authentication released', [charge, "await releaseClaim('not_sent').catch(otherAttemptRunning)", "await releaseClaim('not_sent')"], 'a charge that was never sent blocks a payment with another card', chargeCoreTests),
  without('signature of a checkout link', ['server/cards/checkout/signed-link.ts', 'actual.length === expected.length && timingSafeEqual(actual, expected)', 'actual.length <= expected.length && timingSafeEqual(expected, expected)'], "anyone who guesses a payment's identifier can see it", 'test/journeys/checkout.test.ts', chargeTests),
  without('origins of a custom checkout', ['server/cards/custom-checkout/capture-context.ts', ' && microformAllowedOrigins.includes(origin)', ''], "another site takes cards in a merchant's name", microformTests),
  without('status of another merchant', ['server/cards/orders/read-status.ts', 'if (!row || row.merchant_id !== merchant.id)', 'if (!row)'], "a merchant reads another one's payments", 'test/journeys/tenancy.test.ts', 'test/journeys/charge.test.ts', 'server/cards/orders/create-order.test.ts'),
  without('links of another merchant', ['server/cards/payment-links/queries.ts', "'l.merchant_id = $1 and l.environment = $2'", "'$1::bigint is not null and l.environment = $2'"], "a merchant reads and cancels another one's links", 'test/journeys/tenancy.test.ts', 'test/journeys/link.test.ts'),
  without('payment in the portal', ['server/cards/payments/detail.ts', 'where t.merchant_id = $1 and t.environment', 'where $1::bigint is not null and t.environment'], "a merchant reads another one's payment in the portal", 'server/portal/foreign-token.test.ts', 'server/portal/payments/payments.test.ts'),
  without('decimals of a card amount', ['server/cards/transaction/amount.ts', ".length > 2) throw new Problem(cardProblems.amount_too_precise)", '.length > 40) throw new Problem(cardProblems.amount_too_precise)'], 'a tenth of a cent is charged', 'server/cards/orders/create-order.test.ts'),
  without('minimum amount', ['server/cards/transaction/amount.ts', 'amount.minor < minimum[known].minor', 'amount.minor < 0n'], 'a cent is charged', 'server/cards/orders/create-order.test.ts'),
] // biome-ignore format: a table with one row per line
