// Planted faults: approvals of refunds and voids.
import { each, lose, repeat, set } from '../statements.ts'

const ofRefund = `action = 'refund' and state = 'APPROVED'`
const ofVoid = `action = 'void' and state = 'APPROVED'`
const callOf = (where: string) => `operation in (select operation from approval where ${where})`
const logged = (action: string, changes: string) =>
  set(
    'audit_log',
    `action = 'approval.${action}' and detail::json ->> 'id' = (select public_id from approval where ${ofRefund} order by id limit 1)::text`,
    changes,
  )

const ofCorrection = `action = 'balance_adjustment' and state = 'APPROVED'`
const corrections = `select 'adjustment:' || public_id from approval where ${ofCorrection}`

export const approvalFaults = {
  'I-60': {
    'approved without a call': set('approval', ofRefund, 'operation = null'),
    'approved, with a lost call': lose('operation', `id in (select operation from approval where ${ofVoid})`),
    'rejected, with a call': set('approval', ofRefund, `state = 'REJECTED'`),
    'waiting, with a call': set('approval', ofVoid, `state = 'WAITING'`),
    'two approvals of one refund': repeat('approval', ofRefund),
    ...each(
      [
        `action = 'void'`,
        `subject = 'another'`,
        'amount_minor = amount_minor + 1',
        `currency = 'CDF'`,
        `reason = 'another'`,
        `requested_by = 'another'`,
      ],
      (changes) => set('approval', ofRefund, changes),
    ),
    'void for another reason': set('card_void', callOf(ofVoid), `reason = 'another'`),
    'void by another admin': set('card_void', callOf(ofVoid), `voided_by = 'another'`),
  },
  'I-60b': {
    'decided by who requested it': set('approval', ofRefund, 'decided_owner = requested_owner'),
    'rejected by who requested it': set('approval', `state = 'REJECTED'`, 'decided_owner = requested_owner'),
    'requested by another admin than the log says': logged('requested', `actor = 'caroline'`),
    'approved by another admin than the log says': logged('approved', `actor = 'caroline'`),
    'request not in the log': logged('requested', `action = 'approval.renamed'`),
    'approval not in the log': logged('approved', `action = 'approval.renamed'`),
    'rejection not in the log': set(
      'audit_log',
      `action = 'approval.rejected'`,
      `action = 'approval.renamed'`,
    ),
  },
  'I-60c': {
    'waiting for too long': set('approval', `state = 'WAITING'`, `expires_at = requested_at`),
    'expired too early': set('approval', `state = 'WAITING'`, `state = 'EXPIRED', decided_at = requested_at`),
    'approved too late': set('approval', ofRefund, 'decided_at = expires_at'),
  },
  'I-60d': {
    'approved and never posted': set('ledger_posting', `key in (${corrections})`, `key = 'lost'`),
    'rejected and posted': set('approval', ofCorrection, `state = 'REJECTED'`),
    'posted for another amount': set('approval', ofCorrection, 'amount_minor = amount_minor + 1'),
    'posted for another reason': set('ledger_posting', `key in (${corrections})`, `reason = 'another'`),
    'a debit posted as a credit': set('approval', ofCorrection, `request = '{"type": "credit"}'`),
  },
  'I-60e': {
    'refused by hand by one person': set('approval', `action = 'payout_end'`, `state = 'REJECTED'`),
  },
}
