// Mutants of mobile-money payments at the checkout.
import { type Mutant, without } from '../mutant.ts'

const collectionTests = 'server/cards/collections/collection.test.ts'
const claimTests = 'server/cards/collections/claim-collection.test.ts'
const lateTests = 'server/cards/collections/late-money.test.ts'
const helpTests = 'server/cards/payer-help/payment-help.test.ts'
const checkTests = 'server/cards/payments/payments-to-check.test.ts'
const raceTests = 'test/journeys/collection-race.test.ts'

export const collections: readonly Mutant[] = [
  without(
    'method of card merchants',
    ['method-of-card-merchants', 'remove'],
    'merchants that take cards alone get fields that they never asked for',
    'server/cards/transaction/paid-with.test.ts',
  ),
  without(
    'export columns of card merchants',
    ['columns-of-card-merchants', '? paidWithColumns : []', '? paidWithColumns : paidWithColumns'],
    'the files of merchants that take cards alone change',
    'server/cards/transaction/paid-with.test.ts',
  ),
  without(
    'collection: order of the merchant',
    ['collected-order-owner', 'remove'],
    'a merchant asks payers for the order of another one',
    claimTests,
  ),
  without(
    'collection: merchant that has changed',
    ['collecting-merchant-version', 'remove'],
    'a key asks payers for half a minute after it has lost its right to',
    claimTests,
  ),
  without(
    'collection: repeated request',
    ['repeated-collection', 'k.idempotency_key = $2', 'k.idempotency_key is null and $2::text is null'],
    'a payer is prompted again for one request whose response was lost',
    claimTests,
  ),
  without(
    'collection: owner',
    ['collection-owner', 'k.merchant_id = $2', '$2::bigint is not null'],
    'a merchant reads the collections of another one',
    claimTests,
  ),
  without(
    'collection: number blocked in the sandbox',
    ['sandbox-blocked-number', 'remove'],
    'merchants cannot try a blocked number',
    claimTests,
  ),
  without(
    'collection: one attempt at a time',
    ['collection-claim', ' and t.running_operation is null', ''],
    'two payers are asked for one order',
    raceTests,
  ),
  without(
    'collection: prompts of a number',
    ['prompt-limits', "isBelow(limits, 'excluded.last_at')", 'true'],
    'a number is asked without end',
    claimTests,
  ),
  without(
    'collection: amount',
    ['collected-amount', 'isApproved && !isDebitOf(asked, taken)', 'false'],
    'another amount than asked for pays an order',
    lateTests,
  ),
  without(
    'collection: reason of a callback',
    ['reported-reason', "reply.kind === 'declined' && reply.reason === 'MM_DECLINED'", 'false'],
    'a payer who typed a wrong PIN is not told',
    collectionTests,
  ),
  without(
    'collection: expiry under a prompt',
    ['expiry-under-prompt', 't.expires_at <= $1', 'false and t.expires_at <= $1'],
    'an order stays open as long as its operator says nothing',
    lateTests,
  ),
  without(
    'numbers without a wallet: counted',
    ['wallet-misses', 'array[now], now from sent', 'array[]::timestamptz[], now from sent'],
    'a merchant finds out which of many numbers have a wallet',
    'server/cards/collections/claim-collection.test.ts',
  ),
  without(
    'operator health: undecided replies',
    ['undecided-is-a-reply', ' && !response.hasReplied', ''],
    'an operator that is finding out itself is shown as down',
    'server/remittance/operators/health.test.ts',
  ),
  without(
    'late money: found',
    ['late-approval', "reply.kind === 'approved' && collection.operation_state === 'declined'", 'false'],
    'money that comes late belongs to nobody',
    lateTests,
  ),
  without(
    'late money: given back',
    [
      'late-collection-return',
      'from returning_money join sent m using (n)',
      'from returning_money join sent m using (n) where false',
    ],
    'money that comes late is kept',
    lateTests,
  ),
  without(
    'reversal: payout of returned money',
    ['payout-of-returned-money', "operation.found_as !== 'intent'", 'true'],
    'a payer gets money from us that the operator has returned already',
    'server/cards/collections/returns/reversal.test.ts',
  ),
  without(
    'reversal: after a payout of ours',
    ['reversal-after-payout', "a.code = 'operator_float'", 'false'],
    'nobody learns that a payer has the money twice',
    'server/cards/collections/returns/reversal.test.ts',
  ),
  without(
    'page: charged though declined',
    ['charged-though-declined', '!late', 'true'],
    'the page says that a wallet was not debited which was',
    'server/cards/phone-checkout/charged-though-declined.test.ts',
  ),
  without(
    'late money: event',
    ['returned-money-event', "'COLLECTION_RETURNED'", "'PAYOUT'"],
    'a merchant that asked for it is not told of returned money',
    lateTests,
  ),
  without(
    'duplicates: amount',
    ['possible-duplicate', 'd.amount_minor = t.amount_minor and ', ''],
    'payments of different amounts are taken for duplicates',
    checkTests,
  ),
  without(
    'duplicates: time',
    [
      'possible-duplicate',
      '     and d.finalised_at between t.finalised_at - ${within} and t.finalised_at + ${within}\n',
      '',
    ],
    'payments of other times are taken for duplicates',
    checkTests,
  ),
  without(
    'daily list: twins of the merchant',
    ['twins-owner', 'merchant_id = $1', '$1::bigint is not null'],
    'a merchant sees the payments of others',
    checkTests,
  ),
  without(
    'daily list: late money of the merchant',
    ['late-money-owner', 'k.merchant_id = $1', '$1::bigint is not null'],
    'a merchant sees the money of the payers of others',
    checkTests,
  ),
  without(
    'payer help: searches of an address',
    ['help-tries', '< ${maxTries}', '< 1000 + ${maxTries}'],
    'a stranger finds the payments of others by guessing',
    helpTests,
  ),
  without(
    'payer help: last digits of the number',
    ['help-by-phone', ' and k.number_end = $5', ' and $5::text is not null'],
    'whoever knows an amount sees the payments of others',
    helpTests,
  ),
  without(
    'payer help: last digits of the card',
    ['help-by-card', "t.card_last4 = $5 and t.card_last4 <> ''", "t.card_last4 <> ''"],
    'whoever knows an amount sees the payments of others',
    helpTests,
  ),
  without(
    'payer help: environment',
    ['help-environment', "environments.includes('production')", 'false'],
    'a test payment is shown as real',
    helpTests,
  ),
  without(
    'payer help: late money',
    ['late-money-in-help', "if (attempt.is_back) return 'RETURNED'", ''],
    'a payer is not told that the money is back',
    helpTests,
  ),
  without(
    'payer help: another card',
    ['other-card-in-help', '!attempt.is_own', 'false'],
    'a payer whose card was declined reads that it has paid',
    helpTests,
  ),
  without(
    'webhook: payment method',
    ['payment-method-headers', " || !merchant_payment_methods.includes('mobile_money')", ''],
    'merchants that take cards only get other webhooks than before',
    collectionTests,
  ),
]
