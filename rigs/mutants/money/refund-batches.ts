// Mutants of batches of refunds: who confirms them, what is refunded, and what is never refunded twice.
import { type Mutant, without } from '../mutant.ts'

const tests = 'server/cards/refund-batches/refund-batches.test.ts'
const byAdmins = 'server/cards/refund-batches/admin-batches.test.ts'

export const refundBatches: readonly Mutant[] = [
  without(
    'batch: kind',
    ['batch-owner', 'b.kind = $4', '$4::text is not null'],
    'whoever may refund stops and confirms batches of transfers',
    tests,
  ),
  without(
    'refund batch: payment of another merchant',
    ['refund-row-owner', 't.merchant_id = $1', '$1::bigint is not null'],
    'a file shows which payments another merchant has',
    tests,
  ),
  without(
    'refund batch: rows together',
    ['refund-rows-together', 'o.upto > t.amount_minor', 'o.upto < 0 and o.upto > t.amount_minor'],
    'a person confirms more than can be refunded',
    tests,
  ),
  {
    ...without(
      'refund batch: row once',
      ['refund-row-once', 'idempotency_key = $1', 'idempotency_key = $1 and false'],
      'a payment is refunded twice, because a process died two days ago',
      tests,
    ),
    schema: 'drop index refund_request_of_row',
  },
  without(
    'refund batch: same rows',
    ['refund-batch-same-rows', '!transaction_uuid', 'true'],
    'a file that names the same payments in another way is refunded a second time',
    tests,
  ),
  {
    ...without(
      'refund batch: uploader',
      ['batch-uploader', 'id === batch.uploaded_by', "id === 'nobody'"],
      'one person refunds a file of payments to cards of its friends',
      tests,
    ),
    schema: 'alter table batch drop constraint batch_second_user',
  },
  without(
    'refund batch: second user',
    ['second-user-rule', 'measured < from', 'true'],
    'a file refunds sums that a second user should approve one by one',
    tests,
  ),
  without(
    'refund batch: right to refund',
    ['refund-right', '!(await mayRefund(sql, merchantId, environment))', 'false'],
    'a merchant that may not refund by itself does so by file',
    tests,
  ),
  without(
    'refund batch: approvals before the confirmation',
    ['refund-row-would-wait', 'amount >= parseMoney(from, currency)!.minor', 'false'],
    'a person confirms a file without knowing that its large rows will wait',
    tests,
  ),
  without(
    'refund batch: payments that cannot be refunded',
    ['refund-row-left', '(payment, amount', '({ ...payment, finalised_at: null }, amount'],
    'a person confirms refunds of payments that are too old, and learns only later that nothing was refunded',
    tests,
  ),
  without(
    'refund batch: currency',
    ['refund-row-currency', 'payment.currency !== currency', 'false'],
    'the total that a person confirms adds up francs and dollars',
    tests,
  ),
  without(
    'refund batch: amount as confirmed',
    ['refund-row-amount', 'formatMoney(money(amount, batch.currency))', 'undefined'],
    'what is left of a payment is refunded, whatever sum was confirmed',
    tests,
  ),
  without(
    'refund batch: rejected row',
    ['rejected-refund-row', "q.state is distinct from 'REJECTED'", 'true'],
    'a merchant asks an admin again for the hundreds of refunds that were rejected',
    tests,
  ),
  {
    ...without(
      'admin refund batch: uploader',
      ['batch-uploader', 'id === batch.uploaded_by', "id === 'nobody'"],
      'one admin refunds a file of payments to cards of their own',
      byAdmins,
    ),
    schema: 'alter table batch drop constraint batch_second_user',
  },
  {
    ...without(
      'admin refund batch: another account of the same person',
      ['admin-batch-aliases', '(admin.aliases ?? [])', '([] as string[])'],
      'an admin uploads a file with a token and confirms it with the own account',
      byAdmins,
    ),
    schema: 'alter table batch drop constraint batch_second_user',
  },
  {
    ...without(
      'admin refund batch: corrector',
      ['batch-corrector', 'if (corrector)', 'if (false)'],
      'one admin changes a row to a payment of their own and confirms it',
      byAdmins,
    ),
    schema: 'alter table batch drop constraint batch_other_than_correctors',
  },
  without(
    'admin refund batch: step-up',
    ['admin-batch-step-up', "'required'", "'harmless'"],
    'a stolen session confirms a file of refunds',
    byAdmins,
  ),
  without(
    'admin refund batch: second admin',
    ['admin-batch-second-admin', 'remove'],
    'a file waits for an admin who does not exist',
    byAdmins,
  ),
  without(
    'admin refund batch: audit',
    ['admin-batch-audit', 'remove'],
    'nobody knows which admin confirmed a file of refunds',
    byAdmins,
  ),
  without(
    'admin refund batch: amount as confirmed',
    ['admin-refund-row-amount', 'amount', 'amount: undefined as never'],
    'what is left of a payment is refunded, whatever sum was confirmed',
    byAdmins,
  ),
  {
    ...without(
      'admin refund batch: row once',
      ['admin-refund-row-once', 'idempotency_key = $1', 'idempotency_key = $1 and false'],
      'a payment is refunded twice, because a process died two days ago',
      byAdmins,
    ),
    schema: 'drop index card_refund_of_row',
  },
  without(
    'admin refund batch: stopped by the own merchant',
    ['admin-batch-stopped-by-own', 'merchantOf.refundBatch', 'actAgainst(merchantOf.refundBatch)'],
    'a merchant whose user is an admin stops the refunds of its customers',
    'server/admin/decisions/conflict-of-interest.test.ts',
  ),
]
