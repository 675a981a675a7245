// Judges the transfers of a batch by the limit rules, within the transaction that accepts them: their subjects are locked, and
// each transfer that is accepted counts for the next ones.
import { withoutCardNumbers } from '../../kernel/card-number.ts'
import type { Environment } from '../../merchants/identity/merchant.ts'
import { type Sql, statement, type Tx } from '../../platform/database/database.ts'
import {
  type Judgement,
  judge,
  type LimitHit,
  type LimitSubject,
  type RollingWindow,
  type RuleSet,
  type Usage,
} from './rule.ts'
import { rulesInForce } from './rule-sets.ts'
import { type SubjectKeys, storedKeys } from './subjects.ts'
import { lockUsage, type MeasuredKey, saveShares, usageName, usageOf } from './usage.ts'

/** The facts of a transfer that limits measure. */
export type Measured = {
  keys: SubjectKeys
  /** US cents at the rate of its acceptance; undefined if no rate of its currency was ever published. */
  amount: bigint | undefined
}

/** The columns of a transfer that say what it uses of which limits; none if it is not counted. */
export function limitColumns({ keys, amount }: Measured): Record<string, unknown> {
  return amount === undefined ? {} : { limit_subjects: storedKeys(keys), limit_minor: String(amount) }
}

/** The rules that apply in each environment; undefined where limits are off. */
export type AppliedRules = Readonly<Record<Environment, RuleSet | undefined>>

type Candidate = { merchant: { environment: Environment }; measured: Measured }

/** Returns a function that reads the rules that apply. @param limitsApply whether limits are on in an environment. */
export function openAppliedRules(limitsApply: (environment: Environment) => boolean) {
  const isOn = { sandbox: limitsApply('sandbox'), production: limitsApply('production') }
  return async (sql: Sql): Promise<AppliedRules> => {
    if (!isOn.sandbox && !isOn.production) return { sandbox: undefined, production: undefined }
    const { sandbox, production } = await rulesInForce(sql)
    return {
      sandbox: isOn.sandbox ? sandbox : undefined,
      production: isOn.production ? production : undefined,
    }
  }
}

export type BatchJudge = {
  judge(candidate: Candidate): Judgement & { version: number }
  /** Counts an accepted transfer for the later ones of the batch. */
  count(candidate: Candidate): void
}

const noUsage: Usage = { amount: 0n, count: 0n }

/** Locks the subjects of all candidates and reads what they have used. */
export async function openBatchJudge(
  sql: Tx,
  candidates: readonly Candidate[],
  applied: AppliedRules,
  now: Temporal.Instant,
): Promise<BatchJudge> {
  const keys = keysToMeasure(candidates, applied)
  const used = await readLocked(sql, keys, now)
  return {
    judge({ merchant: { environment }, measured: { keys, amount } }) {
      const set = applied[environment]
      if (!set || amount === undefined) return { outcome: 'allow', hits: [], version: 0 }
      const usage = (subject: LimitSubject, window: RollingWindow) =>
        used.get(usageName(keys[subject], window)) ?? noUsage
      return { ...judge(set.rules, amount, usage), version: set.version }
    },
    count({ merchant: { environment }, measured: { keys, amount } }) {
      if (amount === undefined) return
      for (const [subject, windows] of measuredWindows(applied[environment])) {
        for (const window of windows) {
          const name = usageName(keys[subject], window)
          const before = used.get(name) ?? noUsage
          // guard: limit-usage-of-batch
          used.set(name, { amount: before.amount + amount, count: before.count + 1n })
        }
      }
    },
  }
}

async function readLocked(sql: Tx, keys: readonly MeasuredKey[], now: Temporal.Instant) {
  if (keys.length === 0) return new Map<string, Usage>()
  const [, used] = await Promise.all([lockUsage(sql, keys), usageOf(sql, keys, now)])
  return used
}

function keysToMeasure(candidates: readonly Candidate[], applied: AppliedRules): MeasuredKey[] {
  const found = new Map<bigint, MeasuredKey>()
  for (const { merchant, measured } of candidates)
    for (const [subject, windows] of measuredWindows(applied[merchant.environment])) {
      const key = measured.keys[subject]
      found.set(key, { key, windows })
    }
  return [...found.values()]
}

/** The rolling windows that the rules measure for each subject. */
export function measuredWindows(set: RuleSet | undefined): Map<LimitSubject, Set<RollingWindow>> {
  const windows = new Map<LimitSubject, Set<RollingWindow>>()
  for (const { subject, window } of set?.rules ?? [])
    if (window !== 'transfer') windows.set(subject, (windows.get(subject) ?? new Set()).add(window))
  return windows
}

/** A judged transfer: accepted ones have an id, refused ones have not. */
export type Judged = {
  merchant: { id: bigint; environment: Environment }
  request: { fields: { reference: string } }
  id?: bigint
  measured: Measured
  judgement: { version: number; hits: readonly LimitHit[] }
}

const insertHits = statement(
  'insert_limit_hits',
  `insert into limit_hit (at, environment, merchant_id, reference, transfer_id, version, rule_id, subject, measure, time_window,
                          outcome, used, reached, most, subjects)
   select $2, environment, merchant_id, reference, transfer_id, version, rule_id, subject, measure, time_window,
          outcome, used, reached, most, subjects
     from json_to_recordset($1) as h (position integer, environment text, merchant_id bigint, reference text,
       transfer_id bigint, version integer, rule_id text, subject text, measure text, time_window text, outcome text,
       used bigint, reached bigint, most bigint, subjects bigint[])
    order by position`,
)

/** Writes what the accepted transfers use of their limits, and the rules that transfers exceeded. */
export async function saveJudged(sql: Tx, judged: readonly Judged[], now: Temporal.Instant): Promise<void> {
  const shares = judged.flatMap(({ id, measured: { keys, amount } }) =>
    id === undefined || amount === undefined ? [] : [{ id, keys: storedKeys(keys), amount }],
  )
  const hits = judged.flatMap(({ merchant, request, id, measured, judgement }) =>
    judgement.hits.map(({ rule, used, reached }) => ({
      environment: merchant.environment,
      merchant_id: String(merchant.id),
      reference: withoutCardNumbers(request.fields.reference),
      transfer_id: id === undefined ? null : String(id),
      version: judgement.version,
      rule_id: rule.id,
      subject: rule.subject,
      measure: rule.measure,
      time_window: rule.window,
      outcome: rule.outcome,
      used: String(used),
      reached: String(reached),
      most: String(rule.most),
      subjects: storedKeys(measured.keys),
    })),
  )
  await Promise.all([
    saveShares(sql, shares, now),
    hits.length > 0 &&
      sql.rows(insertHits, [JSON.stringify(hits.map((hit, position) => ({ position, ...hit }))), now]),
  ])
}
