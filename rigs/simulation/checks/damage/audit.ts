// Planted faults: the audit log against the actions of admins.
import { each, lose, repeat, said, set } from './statements.ts'

/** Actions of admins, with one row fewer or more than the audit log records. */
const acts = {
  'refund.requested': lose('card_refund', 'true'),
  'refund_request.created': repeat('refund_request', `state = 'WAITING'`),
  'refund_request.approved': set('refund_request', `state = 'APPROVED'`, `state = 'EXPIRED'`),
  'refund_request.rejected': set('refund_request', `state = 'REJECTED'`, `state = 'EXPIRED'`),
  'refund_request.withdrawn': set('refund_request', `state = 'WITHDRAWN'`, `state = 'EXPIRED'`),
  'approval.requested': repeat('approval', `state = 'WAITING'`),
  'approval.approved': set('approval', `state = 'APPROVED'`, `state = 'EXPIRED'`),
  'approval.rejected': set('approval', `state = 'REJECTED'`, `state = 'EXPIRED'`),
  'balance.adjusted': lose('ledger_posting', `key in (select 'adjustment:' || public_id from approval)`),
  'void.requested': lose('card_void', 'true'),
  'transfer.released': lose('transfer_review', `decision = 'released'`),
  'transfer.rejected': lose('transfer_review', `decision = 'rejected'`),
  'transfer.reversal_requested': lose('transfer_reversal', 'true'),
  'adjustment.requested': repeat('wallet_adjustment', 'true', `'state', 'PENDING'`),
  'adjustment.approved': set('wallet_adjustment', `state = 'APPROVED'`, `state = 'PENDING'`),
  'wallet.topped_up': lose('wallet_entry', `posting_key like 'topup:admin:LKT%'`),
  'adjustment.rejected': set('wallet_adjustment', `state = 'REJECTED'`, `state = 'PENDING'`),
  'exception.closed': `insert into transfer_exception (id, state) values (0, 'closed')`,
  'rates.approved': set('rate_snapshot', 'true', `approved_by = 'amina'`),
  'alert.closed': 'insert into screening_alert (id, closed_at) values (0, now())',
  'merchant.go_live_rejected': `insert into go_live_request (id, state) values (0, 'REJECTED')`,
} as const
const standing = {
  suspended: set('merchant', 'true', `status = 'suspended'`),
  paused: `insert into queue_pause (queue) values ('cards')`,
  blacklisted: repeat('blacklisted_number', 'true', `'added_by', 'amina'`),
  live: `insert into go_live_request (id, state) values (0, 'APPROVED')`,
}
const settings = [
  'merchant.suspended',
  'merchant.resumed',
  'operator.paused',
  'operator.resumed',
  'blacklist.added',
  'blacklist.removed',
  'merchant.go_live_approved',
  'merchant.go_live_vouched',
] as const

export const auditFaults = {
  'I-32': {
    'no first row': lose('audit_log', 'seq = 1'),
    'a missing row': lose('audit_log', 'seq = 2'),
    'no last row': lose('audit_log', 'seq = (select max(seq) from audit_log)'),
    'no row': 'delete from audit_log',
    'a skipped number': `with head as (update audit_head set seq = seq + 1) ${set('audit_log', 'seq = (select max(seq) from audit_log)', 'seq = seq + 1')}`,
    'another previous row': set('audit_log', 'seq = 2', 'previous_hash = hash'),
    'another end': 'update audit_head set seq = seq + 1',
    'no end': 'delete from audit_head',
  },
  'I-33': {
    ...Object.fromEntries(Object.entries(acts).map(([act, fault]) => [`${act}, done`, fault])),
    ...Object.fromEntries(Object.keys(acts).map((act) => [`${act}, logged without the action`, said(act)])),
  },
  'I-33b': { ...standing, ...each(settings, said) },
}
