// Reads what the travel rule asks about transfers: the originator, the beneficiary, and where the beneficiary's name was confirmed.
import type { Environment } from '../../kernel/environment.ts'
import type { TravelRule } from '../../operator-calls/operator.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { type Listed, mergedPieces, newestFirst } from '../../platform/database/over-cells.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { openParties } from '../transfer/parties.ts'
import { type TransferRow, transferColumns } from '../transfer/queries.ts'

type StoredRow = TransferRow & {
  merchant_code: string
  merchant_name: string
  name_source: string | null
  name_confirmed_at: Temporal.Instant | null
}

export type TravelRuleRow = StoredRow & { parties: TravelRule }

const columns = `${transferColumns}, t.name_source, t.name_confirmed_at, m.merchant_code, m.name as merchant_name`
const findOne = statement<StoredRow>(
  'find_travel_rule_data',
  `select ${columns} from transfer t join merchant m on m.id = t.merchant_id where t.transaction_id = $1`,
)
const listBetween = statement<StoredRow>(
  'list_travel_rule_data',
  `select ${columns} from transfer t join merchant m on m.id = t.merchant_id
    where t.environment = $1 and t.created_at >= $2 and t.created_at < $3 and t.erased_at is null and t.id > $4
    order by t.id limit $5`,
)

type Needs = { db: Sql; secrets: Secrets }

/** Undefined for an unknown transfer, and for one whose parties were erased. */
export async function travelRuleData(
  { db, secrets }: Needs,
  transactionId: string,
): Promise<TravelRuleRow | undefined> {
  const [row] = await db.rows(findOne, [transactionId])
  return row && row.erased_at === null ? { ...row, parties: openParties(secrets, row) } : undefined
}

const atOnce = 500

/** The transfers accepted in a period, in their order, a few hundred at a time. */
export function travelRuleBetween(
  { cells, secrets }: { cells: Listed; secrets: Secrets },
  period: Period,
): AsyncGenerator<TravelRuleRow[]> {
  const order = (a: TravelRuleRow, b: TravelRuleRow) => newestFirst(b, a)
  return mergedPieces(cells, { read: (sql) => travelRuleInCell({ sql, secrets }, period), order })
}

type Period = { environment: Environment; from: Temporal.Instant; to: Temporal.Instant }

async function* travelRuleInCell(
  { sql, secrets }: { sql: Sql; secrets: Secrets },
  { environment, from, to }: Period,
): AsyncGenerator<TravelRuleRow[]> {
  for (let after = 0n; ; ) {
    const rows = await sql.rows(listBetween, [environment, from, to, after, atOnce])
    if (rows.length > 0) yield rows.map((row) => ({ ...row, parties: openParties(secrets, row) }))
    if (rows.length < atOnce) return
    after = rows.at(-1)!.id
  }
}

/**
 * What FATF Recommendation 16 asks for and the transfer does not have. An account number may be the reference of the transaction,
 * and of address, document and birth one is enough, so most fields can be missing without a gap.
 */
export function missingData({ parties, customer_number }: TravelRuleRow): string[] {
  const { sender, receiver } = parties
  const isIdentified =
    sender.address !== '' ||
    sender.document.number !== '' ||
    (sender.birthDate !== '' && sender.birthPlace !== '')
  const receiverName = receiver.name || receiver.lastName || receiver.firstName
  // guard: travel-rule-complete
  const gaps = [
    ['originator_name', sender.lastName !== '' || sender.firstName !== ''],
    ['originator_address_document_or_birth', isIdentified],
    ['beneficiary_name', receiverName !== ''],
    ['beneficiary_account', customer_number !== ''],
  ] as const
  return gaps.filter(([, isThere]) => !isThere).map(([what]) => what)
}
