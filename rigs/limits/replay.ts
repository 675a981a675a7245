// Writes a generated year into a database, runs the rules over it as a dry run, and then judges the same transfers one after the
// other with the code that acceptance uses, at their times.
import { randomBytes } from 'node:crypto'
import { registerMerchant } from '../../server/merchants/identity/register.ts'
import type { TravelRule } from '../../server/operator-calls/operator.ts'
import { type Database, statement } from '../../server/platform/database/database.ts'
import { openSecrets } from '../../server/platform/secrets.ts'
import { systemClock } from '../../server/platform/time/clock.ts'
import { saveNames } from '../../server/remittance/limits/confirmed-names.ts'
import { dryRun } from '../../server/remittance/limits/dry-run.ts'
import {
  type Judged,
  type Measured,
  openBatchJudge,
  saveJudged,
} from '../../server/remittance/limits/judge-batch.ts'
import type { LimitOutcome, LimitRule } from '../../server/remittance/limits/rule.ts'
import {
  confirmedNameKey,
  type SubjectKeys,
  storedKeys,
  subjectKeys,
} from '../../server/remittance/limits/subjects.ts'
import type { Year, YearTransfer } from './generated-year.ts'

const findMerchant = statement<{ id: bigint }>(
  'rig_find_merchant',
  'select id from merchant where merchant_code = $1',
)
const insertYear = statement<{ id: bigint; reference: string }>(
  'rig_insert_year',
  `insert into transfer (
     transaction_id, merchant_id, environment, reference, status, fingerprint, first_response, operator, customer_number,
     subscriber_name, amount_hundredths, currency, receiver_minor, receiver_currency, fee_minor, rate_micros, parties_sealed,
     created_at, completed_at, limit_subjects, limit_minor)
   select 'IMT-IN-' || lpad(y.position::text, 16, '0'), $1, 'sandbox', 'Y-' || y.position, 'Successful', '\\x00', '{}', 'vodacom',
          y.number, y.beneficiary, y.amount, 'USD', y.amount, 'USD', 0, 1000000, '\\x00', y.at, y.at + interval '1 minute',
          y.subjects, y.amount
     from json_to_recordset($2) as y (position integer, number text, beneficiary text, amount bigint, at timestamptz,
                                      subjects bigint[])
    order by y.position returning id, reference`,
)

/** The year is judged from its beginning, when no name had been confirmed. */
const forgetNames = statement('rig_forget_names', 'delete from limit_name')

export type Outcome = { outcome: LimitOutcome; rules: string[] }
const allowed: Outcome = { outcome: 'allow', rules: [] }

export type Played = {
  keys: SubjectKeys[]
  /** What the operator confirms for the number of each transfer. */
  names: NonNullable<Measured['name']>[]
  ids: bigint[]
  merchant: bigint
}

/** Writes the year, as if all of it had been accepted without limits. */
export async function writeYear(db: Database, { transfers }: Year): Promise<Played> {
  const secrets = openSecrets(randomBytes(32))
  const merchant = await registerMerchant(
    { db, secrets, clock: systemClock, merchantPrefix: 'LKT' },
    { name: 'A year', email: 'year@example.com', environment: 'sandbox', password: 'x'.repeat(12) },
  )
  const [{ id }] = (await db.rows(findMerchant, [merchant.merchant_code])) as [{ id: bigint }]
  const keys = transfers.map((transfer) => keysOf(secrets, transfer))
  const names = transfers.map(({ at, beneficiary }) => ({
    key: confirmedNameKey(secrets, 'sandbox', beneficiary),
    source: 'rig',
    confirmedAt: at,
  }))
  const ids: bigint[] = []
  for (let from = 0; from < transfers.length; from += 1_000) {
    const rows = transfers.slice(from, from + 1_000).map(({ at, amount, number, beneficiary }, n) => ({
      position: from + n,
      ...{ number, beneficiary, amount: String(amount), at: at.toString() },
      subjects: storedKeys(keys[from + n]!),
    }))
    const inserted = await db.rows(insertYear, [id, JSON.stringify(rows)])
    for (const row of inserted) ids[Number(row.reference.slice(2))] = row.id
  }
  const confirmed = transfers.map(({ at }, n) => ({
    ...names[n]!,
    ...{ number: keys[n]!.number, name: names[n]!.key, at },
  }))
  await db.transaction((sql) => saveNames(sql, confirmed))
  return { keys, names, ids, merchant: id }
}

function keysOf(
  secrets: ReturnType<typeof openSecrets>,
  { sender, beneficiary, number }: YearTransfer,
): SubjectKeys {
  const birthDate = Temporal.PlainDate.from('1950-01-01')
    .add({ days: sender % 20_000 })
    .toString()
  const parties = {
    sender: {
      firstName: `Person ${sender}`,
      middleName: '',
      lastName: '',
      birthDate,
      document: { number: `D${100_000 + sender}` },
    },
    receiver: { name: beneficiary, birthDate: '' },
  } as unknown as TravelRule
  return subjectKeys(secrets, 'sandbox', { parties, customerNumber: number })
}

/** What a dry run says of each transfer. */
export async function predicted(
  db: Database,
  { transfers }: Year,
  { ids }: Played,
  rules: readonly LimitRule[],
): Promise<Outcome[]> {
  const [from, to] = [transfers[0]!.at, transfers.at(-1)!.at.add({ seconds: 1 })]
  const { hits } = await dryRun(db, 'sandbox', rules, { from, to })
  const byId = new Map(hits.map((hit) => [hit.id, outcomeOf(hit.judgement)]))
  return ids.map((id) => byId.get(id) ?? allowed)
}

const outcomeOf = ({ outcome, hits }: { outcome: LimitOutcome; hits: readonly { rule: LimitRule }[] }) => ({
  outcome,
  rules: hits.map(({ rule }) => rule.id),
})

/** What becomes of each transfer when it is judged at its time; those that are accepted count for the next. */
export async function judged(
  db: Database,
  { transfers }: Year,
  { keys, names, ids, merchant }: Played,
  rules: readonly LimitRule[],
): Promise<Outcome[]> {
  const applied = { sandbox: { version: 1, rules }, production: undefined }
  await db.rows(forgetNames)
  const outcomes: Outcome[] = []
  for (const [n, { at, amount }] of transfers.entries()) {
    const candidate = {
      merchant: { id: merchant, environment: 'sandbox' as const },
      measured: { keys: keys[n]!, amount, name: names[n]! },
    }
    outcomes.push(
      await db.transaction(async (sql) => {
        const batch = await openBatchJudge(sql, [candidate], applied, at)
        const judgement = batch.judge(candidate)
        const isAccepted = judgement.outcome !== 'refuse'
        batch.count(candidate, isAccepted)
        const request = { fields: { reference: `Y-${n}` } }
        const row: Judged = { ...candidate, request, judgement, ...(isAccepted && { id: ids[n]! }) }
        await saveJudged(sql, [row], at)
        await batch.saveNames(sql)
        return outcomeOf(judgement)
      }),
    )
  }
  return outcomes
}
