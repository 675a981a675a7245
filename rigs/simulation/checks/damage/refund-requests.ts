// Planted faults: refund requests of merchants.
import { each, lose, repeat, set } from './statements.ts'

const byAdmin = `state = 'APPROVED' and decided_by not like 'merchant:%'`
const atOnce = `state = 'APPROVED' and decided_by like 'merchant:%'`
const theOne = (where: string) => `(select public_id from refund_request where ${where} order by id limit 1)`
const refundOf = (where: string) => `operation in (select operation from refund_request where ${where})`
/** The audit row of this action on the first such request. */
const logged = (action: string, where: string, changes: string) =>
  set(
    'audit_log',
    `action = 'refund_request.${action}' and detail::json ->> 'id' = ${theOne(where)}::text`,
    changes,
  )

export const refundRequestFaults = {
  'I-46': {
    'two that wait': repeat('refund_request', `state = 'WAITING'`),
    'one that waits beside one whose refund is pending': `update card_refund set status = 'PENDING' where ${refundOf(byAdmin)};
      ${repeat('refund_request', byAdmin, `'state', 'WAITING'`)}`,
  },
  'I-46b': {
    'approved without a refund': set('refund_request', byAdmin, 'operation = null'),
    'approved, with a lost refund': lose('card_refund', refundOf(byAdmin)),
    'rejected, with a refund': set('refund_request', byAdmin, `state = 'REJECTED'`),
    'waiting, with a refund': set('refund_request', byAdmin, `state = 'WAITING'`),
    'two requests of one refund': repeat('refund_request', byAdmin),
    'two refunds': repeat('card_refund', refundOf(byAdmin)),
    ...each(
      [
        'transaction_id = 0',
        'amount_minor = amount_minor + 1',
        `currency = 'EUR'`,
        `reason = 'another'`,
        `refunded_by = 'another'`,
      ],
      (changes) => set('card_refund', refundOf(byAdmin), changes),
    ),
  },
  'I-46c': {
    'requested by an admin': logged('created', byAdmin, `actor = 'amina'`),
    'requested by another merchant': logged('created', byAdmin, `actor = 'merchant:LKT-0'`),
    'approved later by its merchant': logged('approved', atOnce, 'seq = seq + 1000000'),
    'approved by another merchant': `${set('refund_request', atOnce, `decided_by = 'merchant:LKT-0'`)};
      ${logged('approved', `decided_by = 'merchant:LKT-0'`, `actor = 'merchant:LKT-0'`)}`,
    'approved by another admin than the log says': logged('approved', byAdmin, `actor = 'caroline'`),
    'rejected by its merchant': `with own as (select actor from audit_log where action = 'refund_request.created' limit 1),
      decided as (update refund_request q set decided_by = own.actor from own where q.state = 'REJECTED')
      update audit_log l set actor = own.actor from own where l.action = 'refund_request.rejected'`,
    'withdrawn by an admin': `update refund_request set decided_by = 'amina' where state = 'WITHDRAWN';
      update audit_log set actor = 'amina' where action = 'refund_request.withdrawn'`,
    'not in the log': logged('approved', byAdmin, `action = 'refund_request.renamed'`),
  },
}
