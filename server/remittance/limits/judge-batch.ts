// Judges the transfers of a batch by the limit rules, within the transaction that accepts them: their subjects are locked, and
// each transfer that is accepted counts for the next ones.
import { withoutCardNumbers } from '../../kernel/card-number.ts'
import type { Environment } from '../../kernel/environment.ts'
import { type Sql, statement, type Tx } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { readBatchUsage } from './batch-usage.ts'
import { type ConfirmedName, saveNames } from './confirmed-names.ts'
import { saveCounterparties } from './counterparties.ts'
import { type Judgement, judge, type LimitHit, type RuleSet } from './rule.ts'
import { rulesInForce } from './rule-sets.ts'
import { confirmedNameKey, type SubjectKeys, storedKeys, subjectKeys } from './subjects.ts'
import { saveShares } from './usage.ts'

/** The facts of a transfer that limits measure. */
export type Measured = {
  keys: SubjectKeys
  /** US cents at the rate of its acceptance; undefined if no rate of its currency was ever published. */
  amount: bigint | undefined
  /** The name that the operator confirmed for the number: its key, which protocol replied, and when. */
  name?: (Pick<ConfirmedName, 'source' | 'confirmedAt'> & { key: bigint }) | undefined
}

/** Which operator protocol gave the registered name, and when. */
export type NameConfirmation = { source: string; at: Temporal.Instant }

/** What limits measure of a transfer. */
export function measure(
  secrets: Secrets,
  environment: Environment,
  facts: Parameters<typeof subjectKeys>[2] & {
    amount: bigint | undefined
    subscriberName: string | undefined
    confirmation: NameConfirmation | undefined
  },
): Measured {
  const { amount, subscriberName, confirmation } = facts
  const keys = subjectKeys(secrets, environment, facts)
  if (!subscriberName) return { keys, amount }
  const key = confirmedNameKey(secrets, environment, subscriberName)
  return { keys, amount, name: { key, source: confirmation?.source, confirmedAt: confirmation?.at } }
}

/** The columns of a transfer that say what it uses of which limits; none if it is not counted. */
export function limitColumns({ keys, amount }: Measured): Record<string, unknown> {
  return amount === undefined ? {} : { limit_subjects: storedKeys(keys), limit_minor: String(amount) }
}

/** The rules that apply in each environment; undefined where limits are off. */
export type AppliedRules = Readonly<Record<Environment, RuleSet | undefined>>

type Candidate = { merchant: { environment: Environment }; measured: Measured }

/**
 * Returns a function that reads the rules that apply in some environments; nothing is read where limits are off in all of them.
 * @param limitsApply whether limits are on in an environment.
 */
export function openAppliedRules(limitsApply: (environment: Environment) => boolean) {
  const isOn = { sandbox: limitsApply('sandbox'), production: limitsApply('production') }
  return async (sql: Sql, environments: readonly Environment[]): Promise<AppliedRules> => {
    if (!environments.some((environment) => isOn[environment]))
      return { sandbox: undefined, production: undefined }
    const { sandbox, production } = await rulesInForce(sql)
    return {
      sandbox: isOn.sandbox ? sandbox : undefined,
      production: isOn.production ? production : undefined,
    }
  }
}

export type BatchJudge = {
  judge(candidate: Candidate): Judgement & { version: number }
  /** Counts a transfer that was accepted, or that limits refused, for the later ones of the batch. */
  count(candidate: Candidate, isAccepted: boolean): void
  /** Writes the confirmed names of the counted transfers, where they may be new. One that limits refuse counts, too: the number has changed hands all the same. */
  saveNames(sql: Tx): Promise<void>
}

/**
 * Locks the subjects of all candidates, counts the candidates in the bounds of what is used, and reads what they have used as far
 * as rules apply.
 */
export async function openBatchJudge(
  sql: Tx,
  candidates: readonly Candidate[],
  applied: AppliedRules,
  now: Temporal.Instant,
): Promise<BatchJudge> {
  const transfers = candidates.map(({ merchant, measured: { keys, amount } }) => ({
    set: applied[merchant.environment],
    keys,
    amount: amount ?? 0n,
  }))
  const batch = await readBatchUsage(sql, transfers, now)
  const names: ConfirmedName[] = []
  return {
    judge({ merchant: { environment }, measured: { keys, amount, name } }) {
      const set = applied[environment]
      if (!set || amount === undefined) return { outcome: 'allow', hits: [], version: 0 }
      const lastName = batch.lastName(keys.number)
      const changesName = name !== undefined && lastName !== undefined && name.key !== lastName
      const judgement = judge(set.rules, { amount, changesName }, (subject, window) =>
        batch.usage(keys, subject, window),
      )
      return { ...judgement, version: set.version }
    },
    count({ merchant: { environment }, measured: { keys, amount, name } }, isAccepted) {
      const set = applied[environment]
      if (isAccepted && amount !== undefined) batch.count({ set, keys, amount })
      // Most numbers keep their name, and then there is nothing to record.
      if (!name || name.key === batch.lastName(keys.number)) return
      batch.confirm(keys.number, name.key)
      names.push({ ...name, number: keys.number, name: name.key, at: now })
    },
    saveNames: (sql) => saveNames(sql, names),
  }
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
  const accepted = judged.filter(({ id, measured }) => id !== undefined && measured.amount !== undefined)
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
    saveCounterparties(
      sql,
      accepted.map(({ measured }) => measured.keys),
      now,
    ),
    hits.length > 0 &&
      sql.rows(insertHits, [JSON.stringify(hits.map((hit, position) => ({ position, ...hit }))), now]),
  ])
}
