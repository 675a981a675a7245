// Mutants of approvals: acts of admins that need a second admin.
import { type Mutant, without } from '../mutant.ts'

const approvalRaceTests = 'server/admin/approvals/approvals-at-once.test.ts'
const approvalTests = 'server/admin/approvals/approvals.test.ts'
const complianceTests = 'server/admin/approvals/compliance-approvals.test.ts'
const tokenOwnerTests = 'test/journeys/token-owners.test.ts'
const noSecondPerson = 'alter table approval drop constraint approval_second_person'

export const approvals: readonly Mutant[] = [
  without(
    'approval: the rule',
    ['approval-rule', 'measured.minor >= from', 'measured.minor > from'],
    'a refund of exactly the sum needs no second admin',
    approvalTests,
  ),
  without(
    'approval: refunds',
    ['refund-approval', "!needsApproval(approvals.rules, 'refund', money(returned, currency))", 'true'],
    'one admin refunds any sum',
    approvalTests,
  ),
  without(
    'approval: sum of the parts',
    [
      'refund-approval-sum',
      'refunded_minor + refund_reserved_minor + amount',
      'refunded_minor * 0n + amount',
    ],
    'one admin refunds a large payment in parts',
    approvalTests,
  ),
  without(
    'approval: reserved parts',
    ['refund-approval-sum', '+ refund_reserved_minor', ''],
    'parts requested at once exceed the sum without a second admin',
    approvalTests,
  ),
  without(
    'approval: voids',
    ['void-approval', "!needsApproval(approvals.rules, 'void', amount)", 'true'],
    'one admin voids a payment that they could not refund alone',
    approvalTests,
  ),
  without(
    'approval: releases of holds',
    ['hold-approval', "needsApproval(approvals.rules, 'hold_release', amount)", 'false'],
    'one admin releases a large held transfer',
    approvalTests,
  ),
  without(
    'approval: rates of a release',
    ['approved-release-connection', 'await currentRates(sql)', 'await (needs as any).currentRates()'],
    'approvals at once wait for each other forever, each for a second connection',
    approvalTests,
  ),
  {
    name: 'approval: release of a rejected transfer',
    breaks: 'a transfer that was rejected is paid when its release is approved',
    changes: [
      ['approved-release-status', "transfer?.status !== 'Hold'", 'transfer === undefined'],
      [
        'release-transition',
        "!(await moveTransfer(sql, transfer, 'released', {}, now))",
        "(await moveTransfer(sql, transfer, 'released', {}, now)) === undefined",
      ],
    ],
    tests: [approvalTests],
  },
  without(
    'approval: exchange rates',
    ['rates-approval', "!needsApproval(approvals.rules, 'rates')", 'true'],
    'one admin publishes quarantined rates',
    approvalTests,
  ),
  {
    ...without(
      'approval: second person',
      ['approval-second-person', 'remove'],
      'an admin approves their own refund',
      approvalTests,
    ),
    schema: noSecondPerson,
  },
  {
    ...without(
      'two persons: owner of the token',
      ['same-person', 'person === ownerOf(admin) ||', ''],
      'one person with two tokens requests and approves',
      approvalTests,
    ),
    schema: noSecondPerson,
  },
  {
    ...without(
      'two persons: adjustments of a person with two tokens',
      ['same-person', 'person === ownerOf(admin) ||', ''],
      'one person with two tokens credits a merchant alone',
      tokenOwnerTests,
    ),
    schema: 'alter table wallet_adjustment drop constraint adjustment_second_owner',
  },
  without(
    'approval: waits',
    ['approval-waiting', 'remove'],
    'a decided request is decided again',
    approvalTests,
  ),
  without(
    'approval: expiry at the decision',
    ['approval-expired', '<= 0', '< -1'],
    'a request is approved after it has expired',
    approvalRaceTests,
  ),
  without(
    'approval: expiry by a worker',
    ['approval-expiry', 'and expires_at <= $1', 'and $1::timestamptz is not null'],
    'requests expire before their time',
    approvalRaceTests,
  ),
  without(
    'approval: decided or expired',
    ['approval-lock', ' for update of a', ''],
    'a request expires while an admin approves it',
    approvalRaceTests,
  ),
  without(
    'approval: repeated request',
    ['repeated-approval-request', 'or a.idempotency_key = $4', 'or $4::text is null and false'],
    'a repeat of an approved part requests it again',
    approvalTests,
  ),
  without(
    'approval: read before it is approved',
    ['approval-opened', 'remove'],
    'a second admin approves a release without looking at the persons',
    approvalTests,
  ),
  without(
    'approval: a list opens nothing',
    ['listing-opens-nothing', 'admin, listed,', 'admin, opened,'],
    'a list that is left open counts as having looked at the persons',
    approvalTests,
  ),
  without(
    'approval: audit of its end',
    ['withdrawal-audit', 'remove'],
    'a requested release ends, and nobody can tell by whom',
    approvalTests,
  ),
  without(
    'approval: ends with its transfer',
    ['approvals-withdrawn', "state = 'WAITING'", "state = 'WITHDRAWN'"],
    'the release of a rejected transfer waits for a decision',
    approvalTests,
  ),
  without(
    'approval: a subject waits once',
    ['subject-waits-once', 'canWaitTwice.has(action) && ', ''],
    'the same release waits twice, for two reasons',
    complianceTests,
  ),
  without(
    'approval: listed once',
    ['listed-once', ' and q.transaction_id <> all ($2::text[])', ' and $2::text[] is not null'],
    'a held transfer stands twice among the decisions',
    complianceTests,
  ),
  without(
    'approval: exact matches',
    ['exact-match-approval', "isLarge || (applies(approvals.rules, 'matches')", 'isLarge || (false'],
    'one officer pays somebody who is exactly as on a list',
    complianceTests,
  ),
  without(
    'approval: what is exact',
    ['exact-match', 'points >= 1', 'points > 1'],
    'the same words do not count as exact where the birth date differs',
    complianceTests,
  ),
  without(
    'approval: limit rules',
    ['limits-approval', "applies(needs.approvals.rules, 'limits') && ", 'false && '],
    'one officer empties the limit rules',
    complianceTests,
  ),
  without(
    'approval: negative balance',
    ['raised-negative-balance', 'minor > ', 'minor < '],
    'one admin lets a merchant refund far below zero',
    complianceTests,
  ),
  without(
    'approval: negative balance changed since',
    ['limit-changed-since', 'remove'],
    'an older request sets a limit that was decided since',
    complianceTests,
  ),
  without(
    'approval: refund right changed since',
    ['refund-right-changed-since', 'remove'],
    'a limit goes up for a merchant whose right to refund was taken since',
    complianceTests,
  ),
  without(
    'approval: weaker limit rules',
    ['weaker-limits', 'before.some', 'before.every'],
    'one officer removes one limit of several',
    complianceTests,
  ),
  without(
    'approval: compliance in production',
    ['compliance-in-production', 'settings.production ?', 'false ?'],
    'a production that sets nothing lets one officer empty the rules',
    complianceTests,
  ),
  without(
    'approval: second admin exists',
    ['approval-second-admin', 'remove'],
    'a refund waits for a second admin who does not exist',
    approvalTests,
  ),
]
