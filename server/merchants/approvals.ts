// From which amounts on a merchant's own payouts and refunds need a second user of it, and what waits for that user.
import { z } from 'zod'
import { audit } from '../admin/audit.ts'
import type { Environment } from '../kernel/environment.ts'
import { newIdIn } from '../kernel/id.ts'
import { isAllowed, type MerchantRole } from '../kernel/merchant-roles.ts'
import { formatMoney, localCurrencies, type Money, money, parseMoney } from '../kernel/money.ts'
import { Problem } from '../kernel/problem.ts'
import {
  controlStatement,
  type Database,
  type Sql,
  statement,
  type Tx,
} from '../platform/database/database.ts'
import { check, positiveAmount } from '../platform/http/body/body.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Clock } from '../platform/time/clock.ts'
import { merchantActor } from './identity/merchant.ts'
import { selfServiceProblems as problems } from './problems.ts'
import type { Session } from './sign-in/bearer.ts'
import { type ProvenCall, requireStepUp } from './sign-in/step-up.ts'

export const ruleKinds = ['payout', 'refund'] as const
export type RuleKind = (typeof ruleKinds)[number]
type RuleCurrency = (typeof localCurrencies)[number]

type RuleRow = { kind: RuleKind; currency: RuleCurrency; from_minor: bigint }

const findRules = statement<RuleRow>(
  'find_merchant_approval_rules',
  'select kind, currency, from_minor from merchant_approval_rule where merchant_id = $1',
)
/** Also those of the test profile, whose payments the same users approve. */
// guard: approver-of-test-rules
const findAllRules = statement<{ kind: RuleKind }>(
  'find_merchant_approval_rules_of_both_modes',
  'select kind from merchant_approval_rule where merchant_id in (select id from merchant where $1 in (id, test_of))',
)
const deleteRules = statement(
  'delete_merchant_approval_rules',
  'delete from merchant_approval_rule where merchant_id = $1',
)
const insertRule = statement(
  'insert_merchant_approval_rule',
  'insert into merchant_approval_rule (merchant_id, kind, currency, from_minor) values ($1, $2, $3, $4)',
)
/** Whoever removes a user, changes a role or sets rules takes this lock first, so that a rule never has nobody to approve. */
const lockUsers = controlStatement<{ role: MerchantRole }>(
  'lock_users_of_merchant',
  `select role from merchant_user where merchant_id in (select coalesce(test_of, id) from shared.merchant where id = $1)
    order by id for update`,
)

const sum = positiveAmount('From this amount on.')
const sums = z.object({ USD: sum.nullish(), CDF: sum.nullish() }).nullable()
export const rulesSchema = z.object({ payout: sums, refund: sums })

/** The rules as the merchant reads and writes them: amounts by currency, null where none need a second user. */
export async function approvalRulesOf(sql: Sql, merchantId: bigint) {
  const rows = await sql.rows(findRules, [merchantId])
  const of = (kind: RuleKind) => {
    const own = rows.filter((row) => row.kind === kind)
    if (own.length === 0) return null
    const amountIn = (currency: RuleCurrency) => {
      const row = own.find((one) => one.currency === currency)
      return row ? formatMoney(money(row.from_minor, currency)) : null
    }
    return { USD: amountIn('USD'), CDF: amountIn('CDF') }
  }
  return { payout: of('payout'), refund: of('refund') }
}

/** The amount from which on the merchant's rule asks for a second user; undefined if it asks for none. */
async function ruleFor(
  sql: Sql,
  merchantId: bigint,
  kind: RuleKind,
  currency: Money['currency'],
): Promise<bigint | undefined> {
  const rows = await sql.rows(findRules, [merchantId])
  return rows.find((row) => row.kind === kind && row.currency === currency)?.from_minor
}

/**
 * From which amount on the next payout or refund waits for a second user, so that a page can say so before; null if none does.
 * @param counted what counts with it, in minor units
 */
export async function secondUserFrom(
  sql: Sql,
  merchantId: bigint,
  kind: RuleKind,
  { minor: counted, currency }: Money,
): Promise<string | null> {
  const from = await ruleFor(sql, merchantId, kind, currency)
  if (from === undefined) return null
  return formatMoney(money(from > counted ? from - counted : 0n, currency))
}

type RuleNeeds = { db: Database; clock: Clock; secrets: Secrets }

/** Replaces the rules. @throws InvalidBody; Problem 400 for parts of a cent, 403 without a step-up, 409 without two users who may approve */
export async function setApprovalRules(needs: RuleNeeds, call: ProvenCall, body: unknown) {
  const { session, stepUpToken, from } = call
  await requireStepUp(needs, session, stepUpToken)
  const wanted = check(rulesSchema, body, 'body')
  const rows = ruleKinds.flatMap((kind) =>
    localCurrencies.flatMap((currency) => {
      const digits = wanted[kind]?.[currency]
      if (digits === undefined || digits === null) return []
      const amount = parseMoney(digits, currency)
      if (!amount) throw new Problem(problems.rule_amount)
      return [[session.merchantId, kind, currency, amount.minor] as const]
    }),
  )
  await needs.db.transaction(async (sql) => {
    const approvers = await lockApprovers(sql, session.merchantId)
    // guard: approval-rules-users
    if (rows.length > 0 && approvers < 2) throw new Problem(problems.second_user_missing)
    await sql.rows(deleteRules, [session.merchantId])
    for (const row of rows) await sql.rows(insertRule, [...row])
    audit(sql, needs.secrets, {
      admin: merchantActor(session, from),
      action: 'approval_rules.changed',
      subject: session.merchantCode,
      detail: await approvalRulesOf(sql, session.merchantId),
      now: needs.clock.now(),
    })
  })
  return approvalRulesOf(needs.db, session.merchantId)
}

/**
 * Refuses to take the right to approve from the last user but one who has it while a rule is set: nobody could approve.
 * @param given the role that follows, if the user stays. @throws Problem 409
 */
export async function refuseLastApprover(
  sql: Tx,
  merchantId: bigint,
  { former, given }: { former: MerchantRole; given?: MerchantRole },
): Promise<void> {
  const approvers = await lockApprovers(sql, merchantId)
  if (!isApprover(former) || (given && isApprover(given))) return
  const rules = await sql.rows(findAllRules, [merchantId])
  // guard: last-approver
  if (rules.length > 0 && approvers <= 2) throw new Problem(problems.last_approver)
}

/** How many users may approve what another one requested. */
async function lockApprovers(sql: Tx, merchantId: bigint): Promise<number> {
  const users = await sql.rows(lockUsers, [merchantId])
  return users.filter(({ role }) => isApprover(role)).length
}

// guard: approver-role
const isApprover = (role: MerchantRole): boolean => isAllowed(role, 'approve')

const insert = statement(
  'insert_merchant_approval',
  `insert into merchant_approval (public_id, merchant_id, environment, payout_id, refund_request_id, amount_minor, currency, reason,
     requested_by, requested_owner, requested_at)
   values ($1, $2, $3, case when $4 = 'payout' then $5::bigint end, case when $4 = 'refund' then $5::bigint end, $6, $7, $8, $9, $10, $11)`,
)

/** SQL: the id of the approval by a second user that the payout or refund request waits for. @param column of the row it is about */
export const waitingForUser = (column: 'payout_id' | 'refund_request_id', id: string) =>
  `(select s.public_id from merchant_approval s where s.${column} = ${id} and s.state = 'WAITING')`

/** Who asks: the email of a signed-in user, or `api` and `schedule`, for which any one user may approve. */
type WantedUser = {
  kind: RuleKind
  /** The payout, or the refund request. */
  id: bigint
  merchantId: bigint
  environment: Environment
  amount: Money
  /** What the rule is compared with, in minor units: earlier parts count, so that a large sum cannot be split. */
  measured: bigint
  reason: string | null
  by: string
  now: Temporal.Instant
}

/** Returns the id of the approval that what was stored waits for now; undefined if the merchant's rules ask for none. */
export async function askSecondUser(sql: Tx, wanted: WantedUser): Promise<string | undefined> {
  const { kind, id, merchantId, environment, amount, measured, reason, by, now } = wanted
  const from = await ruleFor(sql, merchantId, kind, amount.currency)
  // guard: second-user-rule
  if (from === undefined || measured < from) return undefined
  const publicId = newIdIn(sql.cell)
  const of = [publicId, merchantId, environment, kind, id]
  await sql.rows(insert, [...of, amount.minor, amount.currency, reason, by, by, now])
  return publicId
}

export const lockMerchantApproval = statement<{ id: bigint }>(
  'lock_merchant_approval',
  'select id from merchant_approval where id = $1 for update',
)
export const saveDecision = statement(
  'decide_merchant_approval',
  `update merchant_approval set state = $2, decided_by = $3, decided_owner = $3, decided_at = $4, decision_reason = $5
    where id = $1 and state = 'WAITING'`,
)

/** How what was approved goes on: locks it first, so that it is locked before its approval as everywhere. */
export type MerchantActs = Readonly<
  Record<
    RuleKind,
    {
      lock(sql: Tx, id: bigint): Promise<void>
      /** Continues what waited; an admin may still have to approve it. Returns what follows after the commit. */
      approved(
        sql: Tx,
        id: bigint,
        session: Session,
        from: ProvenCall['from'],
      ): Promise<(() => Promise<void>) | undefined>
      rejected(
        sql: Tx,
        id: bigint,
        why: { by: string; reason: string; session: Session; from: ProvenCall['from'] },
      ): Promise<void>
    }
  >
>
