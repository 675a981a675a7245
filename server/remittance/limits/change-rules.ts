// Changes the limit rules. A change that lets more through waits for a second admin where the deployment asks for it.
import { z } from 'zod'
import type { Admin } from '../../admin/access.ts'
import type { Act } from '../../admin/approvals/decide-approval.ts'
import type { ApprovalRow } from '../../admin/approvals/queries.ts'
import {
  type Approvals,
  type RequestedApproval,
  requestApproval,
} from '../../admin/approvals/request-approval.ts'
import { applies } from '../../admin/approvals/rules.ts'
import { type AuditNeeds, audit } from '../../admin/audit.ts'
import type { Environment } from '../../kernel/environment.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Tx } from '../../platform/database/database.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
import { type LimitRule, letsMoreThrough, type RuleSet } from './rule.ts'
import { rulesInForce, saveRules } from './rule-sets.ts'
import { renderRule, shownRule } from './schemas.ts'

export type ChangeNeeds = AuditNeeds & { approvals: Approvals }
/** What an approval of a change is about. */
export const rulesSubject = (environment: Environment) => `limits:${environment}`

type Change = RuleSet & { environment: Environment }

/**
 * Puts rules in force, or requests it.
 * @throws Problem 409 if other rules are in force than those that the change was made from; 403 if there is no second admin.
 */
export async function changeRules(
  needs: ChangeNeeds,
  change: Change,
  { admin, reason }: { admin: Admin; reason: string },
): Promise<RequestedApproval | undefined> {
  const now = needs.clock.now()
  return needs.db.transaction(async (sql) => {
    const inForce = (await rulesInForce(sql))[change.environment]
    if (inForce.version !== change.version)
      throw new Problem(problems.rules_changed, { version: String(inForce.version) })
    // guard: limits-approval
    const waits = applies(needs.approvals.rules, 'limits') && letsMoreThrough(inForce.rules, change.rules)
    if (!waits) return saved(sql, needs, change, { admin, by: admin.name, reason })
    const { environment, version } = change
    const rules = JSON.stringify(change.rules.map((rule) => ({ ...rule, most: String(rule.most) })))
    const requested = await requestApproval(sql, needs.approvals, {
      action: 'limit_rules',
      subject: rulesSubject(environment),
      request: { environment, version, rules },
      ...{ reason, admin, now },
    })
    if (requested instanceof Problem) throw requested
    return requested
  })
}

/** @param change.by who asked for the change. */
async function saved(
  sql: Tx,
  { clock, secrets }: Pick<ChangeNeeds, 'clock' | 'secrets'>,
  { environment, ...set }: Change,
  { admin, by, reason }: { admin: Admin; by: string; reason: string },
): Promise<undefined> {
  const now = clock.now()
  const version = await saveRules(sql, environment, set, { by, reason, now })
  const detail = { environment, reason }
  audit(sql, secrets, { admin, action: 'limits.changed', subject: `limits:${version}`, detail, now })
}

const requestSchema = z.object({
  environment: z.enum(['sandbox', 'production']),
  version: z.int(),
  rules: z.string(),
})

function changeOf({ request }: ApprovalRow): Change {
  const { rules, ...change } = requestSchema.parse(request)
  const parsed = JSON.parse(rules).map((rule: { most: string }) => ({ ...rule, most: BigInt(rule.most) }))
  return { ...change, rules: parsed as LimitRule[] }
}

const shownRules = z
  .object({ before: z.array(shownRule), after: z.array(shownRule) })
  .meta({ id: 'LimitRulesChange' })

/** Puts rules in force that a second admin approved, unless others were put in force since they were requested. */
export function openLimitRulesAct(needs: Omit<ChangeNeeds, 'approvals'>): Act {
  return {
    problems: [problems.rules_changed],
    about: {
      fields: { limit_rules: shownRules },
      async read(sql, approval) {
        const { environment, rules } = changeOf(approval)
        const inForce = (await rulesInForce(sql))[environment]
        return { limit_rules: { before: inForce.rules.map(renderRule), after: rules.map(renderRule) } }
      },
    },
    // Versions of the rules are numbered, so of two changes at once one is refused.
    lock: async () => {},
    async perform(sql, approval, admin) {
      const { reason, requested_by: by } = approval
      await saved(sql, needs, changeOf(approval), { admin, by, reason })
      return {}
    },
  }
}
