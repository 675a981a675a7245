// The versions of the limit rules: which are in force, who changed them and why.
import { withoutCardNumbers } from '../../kernel/card-number.ts'
import type { Environment } from '../../kernel/environment.ts'
import { Problem } from '../../kernel/problem.ts'
import { commonStatement, isUniqueViolation, type Sql, type Tx } from '../../platform/database/database.ts'
import { remittanceProblems } from '../transfer/problems.ts'
import { defaultRules, type LimitOutcome, type LimitRule, type LimitSubject, type RuleSet } from './rule.ts'

type RuleRow = {
  environment: Environment
  version: number
  id: string | null
  subject: LimitSubject
  measure: LimitRule['measure']
  time_window: LimitRule['window']
  most: bigint
  outcome: LimitOutcome
}

const findInForce = commonStatement<RuleRow>(
  'find_limit_rules',
  `select v.environment, v.version, r.id, r.subject, r.measure, r.time_window, r.most, r.outcome
     from (values ('sandbox'), ('production')) e (environment)
    cross join lateral (select environment, version from limit_rules_version v
                         where v.environment = e.environment order by version desc limit 1) v
     left join limit_rule r on r.environment = v.environment and r.version = v.version
    order by v.environment, r.position`,
)
const insertVersion = commonStatement(
  'insert_limit_rules_version',
  `insert into shared.limit_rules_version (environment, version, changed_by, reason, changed_at) values ($1, $2, $3, $4, $5)`,
)
const insertRules = commonStatement(
  'insert_limit_rules',
  `insert into shared.limit_rule (environment, version, position, id, subject, measure, time_window, most, outcome)
   select $2, $3, position, id, subject, measure, time_window, most, outcome
     from json_to_recordset($1) as r (
       position smallint, id text, subject text, measure text, time_window text, most bigint, outcome text)`,
)
const listVersions = commonStatement<RulesVersion>(
  'list_limit_rules_versions',
  `select version, changed_by, reason, changed_at from limit_rules_version
    where environment = $1 order by version desc limit $2 offset $3`,
)
const countVersions = commonStatement<{ total: bigint }>(
  'count_limit_rules_versions',
  'select count(*) as total from limit_rules_version where environment = $1',
)

type RulesVersion = {
  version: number
  changed_by: string
  reason: string
  changed_at: Temporal.Instant
}

const initial: RuleSet = { version: 0, rules: defaultRules }

/** The rules in force in both environments. */
export async function rulesInForce(sql: Sql): Promise<Record<Environment, RuleSet>> {
  const rows = await sql.rows(findInForce)
  const of = (environment: Environment) => ruleSetOf(rows.filter((row) => row.environment === environment))
  return { sandbox: of('sandbox') ?? initial, production: of('production') ?? initial }
}

function ruleSetOf(rows: readonly RuleRow[]): RuleSet | undefined {
  const [first] = rows
  if (!first) return undefined
  // A version without rules has one row, whose id is null.
  const rules = rows.flatMap(({ id, subject, measure, time_window: window, most, outcome }) =>
    id === null ? [] : [{ id, subject, measure, window, most, outcome } as LimitRule],
  )
  return { version: first.version, rules }
}

/**
 * Writes the rules as the next version; transfers accepted from then on are judged by it.
 * @param change.version the version that the change was made from.
 * @throws Problem 409 when another version is in force by now.
 */
export async function saveRules(
  sql: Tx,
  environment: Environment,
  { version, rules }: RuleSet,
  change: { by: string; reason: string; now: Temporal.Instant },
): Promise<number> {
  const current = (await rulesInForce(sql))[environment].version
  // guard: limit-rules-version
  if (current !== version) throw new Problem(remittanceProblems.rules_changed, { version: String(current) })
  const next = version + 1
  try {
    const reason = withoutCardNumbers(change.reason)
    await sql.rows(insertVersion, [environment, next, change.by, reason, change.now])
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new Problem(remittanceProblems.rules_changed, { version: String(next) })
  }
  const rows = rules.map(({ most, window, ...rule }, position) => ({
    ...rule,
    position,
    time_window: window,
    most: String(most),
  }))
  await sql.rows(insertRules, [JSON.stringify(rows), environment, next])
  return next
}

/** The changes of the rules, newest first. */
export async function rulesVersions(
  sql: Sql,
  environment: Environment,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; items: RulesVersion[] }> {
  const [count] = await sql.rows(countVersions, [environment])
  const items = await sql.rows(listVersions, [environment, limit, offset])
  return { total: Number(count?.total ?? 0), items }
}
