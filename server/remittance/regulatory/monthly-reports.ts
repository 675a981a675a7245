// The monthly reports to the supervisor: the register of transfers at or over the threshold, read in pieces because a month may have
// many, and the figures of the month.
import type { Environment } from '../../kernel/environment.ts'
import type { OperatorCode } from '../../kernel/operators.ts'
import { type ControlSql, controlStatement, type Sql, statement } from '../../platform/database/database.ts'
import { type Listed, mergedPieces, newestFirst, sumsOfCells } from '../../platform/database/over-cells.ts'
import { refused, text } from '../../platform/http/body/body.ts'
import { csvFile } from '../../platform/http/downloads.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { amountNumber, formatHundredths, stamp } from '../transfer/formats.ts'
import { openParties, renderParties } from '../transfer/parties.ts'
import { type TransferRow, transferColumns } from '../transfer/queries.ts'
import type { TransferStatus } from '../transfer/transfer.ts'
import { transferSummary } from '../transfer-views/search.ts'

type Month = { name: string; from: Temporal.Instant; to: Temporal.Instant }

/** `2026-11` */
export const monthField = text({ max: 7 })
  .refine(isMonth, refused('date_parsing', 'Input should be a month written as YYYY-MM'))
  .meta({ pattern: '^\\d{4}-\\d\\d$', examples: ['2026-11'] })

function isMonth(sent: string): boolean {
  const [, year = '', month = ''] = /^(2\d{3})-(\d\d)$/.exec(sent) ?? []
  return year !== '' && Number(month) >= 1 && Number(month) <= 12
}

/** @param name as `monthField` accepts it */
export function monthOf(name: string): Month {
  const first = Temporal.PlainDate.from(`${name}-01`)
  const at = (day: Temporal.PlainDate) => day.toZonedDateTime('UTC').toInstant()
  return { name, from: at(first), to: at(first.add({ months: 1 })) }
}

type RegisteredRow = TransferRow & { merchant_code: string; limit_minor: bigint }

/** Dollars at the rate of the acceptance, as limits count them, so that a later rate does not change the register. */
const listRegistered = statement<RegisteredRow>(
  'list_registered_transfers',
  `select ${transferColumns}, t.limit_minor, m.merchant_code
     from transfer t join merchant m on m.id = t.merchant_id
    where t.environment = $1 and t.created_at >= $2 and t.created_at < $3 and t.limit_minor >= $4 and t.id > $5
    order by t.id limit $6`,
)

const atOnce = 500

type RegisterWanted = {
  environment: Environment
  month: Month
  /** Whole dollars. A transfer of exactly this amount is registered. */
  threshold: number
}

/** The registered transfers of a month in the order of their acceptance, a few hundred at a time. */
export function registeredTransfers(
  { cells, secrets }: { cells: Listed; secrets: Secrets },
  wanted: RegisterWanted,
) {
  return mergedPieces(cells, {
    read: (sql) => registeredInCell({ sql, secrets }, wanted),
    order: byAcceptance,
  })
}

const byAcceptance = (a: TransferRow, b: TransferRow) => newestFirst(b, a)

async function* registeredInCell(
  { sql, secrets }: { sql: Sql; secrets: Secrets },
  { environment, month, threshold }: RegisterWanted,
) {
  // guard: register-threshold
  const min = BigInt(threshold) * 100n
  for (let after = 0n; ; ) {
    const rows = await sql.rows(listRegistered, [environment, month.from, month.to, min, after, atOnce])
    if (rows.length > 0) yield rows.map((row) => ({ ...row, parties: openParties(secrets, row) }))
    if (rows.length < atOnce) return
    after = rows.at(-1)!.id
  }
}

type Registered = RegisteredRow & { parties: ReturnType<typeof openParties> }

export function renderRegistered(row: Registered) {
  return {
    ...transferSummary(row),
    merchant_code: row.merchant_code,
    amount_usd: amountNumber(row.limit_minor),
    parties: renderParties(row.parties),
  }
}

const headings = [
  'Transaction',
  'Date (UTC)',
  'État',
  'Partenaire',
  'Référence',
  'Montant',
  'Devise',
  'Montant en USD',
  'Expéditeur',
  'Naissance',
  'Pays',
  'Adresse',
  'Pièce',
  'Numéro de la pièce',
  'Bénéficiaire',
  'Naissance du bénéficiaire',
  'Adresse du bénéficiaire',
  'Pièce du bénéficiaire',
  'Numéro de la pièce du bénéficiaire',
  'Portefeuille',
  'Opérateur',
  'Titulaire selon l’opérateur',
  'Motif',
  'Origine des fonds',
]

/** The register as CSV with French headings. */
export const registerCsv = (pieces: AsyncIterable<Registered[]>) => csvFile(headings, pieces, lineOf)

function lineOf(row: Registered): (string | null)[] {
  const { sender, receiver, purpose, sourceOfFunds } = row.parties
  return [
    row.transaction_id,
    `${stamp(row.created_at)}Z`,
    row.status,
    row.merchant_code,
    row.reference,
    formatHundredths(row.amount_hundredths),
    row.currency,
    formatHundredths(row.limit_minor),
    [sender.firstName, sender.middleName, sender.lastName].filter(Boolean).join(' '),
    sender.birthDate,
    sender.country,
    [sender.address, sender.city].filter(Boolean).join(', '),
    sender.document.type,
    sender.document.number,
    receiver.name,
    receiver.birthDate,
    receiver.address,
    receiver.document.type,
    receiver.document.number,
    row.customer_number,
    row.operator,
    row.subscriber_name,
    purpose,
    sourceOfFunds,
  ]
}

type TransferFigures = { status: TransferStatus; operator: OperatorCode; count: bigint; amount_minor: bigint }
const countTransfers = statement<TransferFigures>(
  'count_transfers_of_month',
  `select status, operator, count(*) as count, coalesce(sum(receiver_minor), 0)::bigint as amount_minor
     from transfer where environment = $1 and created_at >= $2 and created_at < $3 group by 1, 2 order by 1, 2`,
)

/** What is counted of transfers, which lie in cells. */
const transferCounts = {
  registered: `select count(*) from transfer
                where environment = $1 and created_at >= $2 and created_at < $3 and limit_minor >= $4`,
  released: `select count(*) from transfer_review r join transfer t on t.id = r.transfer_id
              where t.environment = $1 and r.decided_at >= $2 and r.decided_at < $3 and r.decision = 'released'`,
  rejected: `select count(*) from transfer_review r join transfer t on t.id = r.transfer_id
              where t.environment = $1 and r.decided_at >= $2 and r.decided_at < $3 and r.decision = 'rejected'`,
  refused_by_limits: `select count(distinct (merchant_id, reference)) from limit_hit
                       where environment = $1 and at >= $2 and at < $3 and outcome = 'refuse'`,
} as const
const counts = {
  alerts_opened: `select count(*) from screening_alert where environment = $1 and opened_at >= $2 and opened_at < $3`,
  cases_opened: `select count(*) from compliance_case where environment = $1 and opened_at >= $2 and opened_at < $3`,
  cases_cleared: `select count(*) from compliance_case
                   where environment = $1 and closed_at >= $2 and closed_at < $3 and outcome = 'CLEARED'`,
  cases_declared: `select count(*) from compliance_case
                    where environment = $1 and closed_at >= $2 and closed_at < $3 and outcome = 'DECLARED'`,
  declarations_sent: `select count(*) from compliance_declaration d join compliance_case c on c.id = d.case_id
                       where c.environment = $1 and exists (
                         select from compliance_declaration_step s where s.declaration_id = d.id
                            and s.kind <> 'ACKNOWLEDGED' and s.at >= $2 and s.at < $3)`,
} as const
/** In the order of the report. */
export const countNames = [
  'registered',
  'released',
  'rejected',
  'alerts_opened',
  'cases_opened',
  'cases_cleared',
  'cases_declared',
  'declarations_sent',
  'refused_by_limits',
] as const satisfies readonly (keyof typeof transferCounts | keyof typeof counts)[]

const columnsOf = (counted: Readonly<Record<string, string>>) =>
  Object.entries(counted)
    .map(([name, count]) => `(${count}) as ${name}`)
    .join(', ')

const countJudged = statement<Record<keyof typeof transferCounts, bigint>>(
  'count_judged_transfers_of_month',
  `select ${columnsOf(transferCounts)}`,
)
const countEvents = controlStatement<Record<keyof typeof counts, bigint>>(
  'count_compliance_of_month',
  `select ${columnsOf(counts)}`,
)

const byStatus = (a: TransferFigures, b: TransferFigures) =>
  a.status === b.status ? (a.operator < b.operator ? -1 : 1) : a.status < b.status ? -1 : 1

/** @param wanted.threshold of the register, in whole dollars. Days are UTC, and amounts what beneficiaries receive in dollars. */
export async function monthStatistics(
  { db, cells }: { db: ControlSql; cells: Listed },
  { environment, month, threshold }: { environment: Environment; month: Month; threshold: number },
) {
  const period = [environment, month.from, month.to]
  const [transfers, [judged], [events]] = await Promise.all([
    sumsOfCells(cells, countTransfers, period),
    sumsOfCells(cells, countJudged, [...period, BigInt(threshold) * 100n]),
    db.rows(countEvents, period),
  ])
  const counted = { ...judged!, ...events! }
  return {
    environment,
    month: month.name,
    threshold,
    transfers: transfers.toSorted(byStatus).map(({ count, amount_minor, ...of }) => ({
      ...of,
      count: Number(count),
      amount: amountNumber(amount_minor),
    })),
    ...(Object.fromEntries(countNames.map((name) => [name, Number(counted[name])])) as Record<
      (typeof countNames)[number],
      number
    >),
  }
}
