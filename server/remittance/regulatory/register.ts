// The monthly register of transfers at or over the threshold, with both parties: read in pieces, because a month may have many.
import type { Environment } from '../../kernel/environment.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { byteOrderMark, csvOf } from '../../platform/http/downloads/csv.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { amountNumber, formatHundredths } from '../transfer/amounts.ts'
import { openParties, renderParties } from '../transfer/parties.ts'
import type { TransferRow } from '../transfer/queries.ts'
import { stamp } from '../transfer/time.ts'
import type { Month } from './month.ts'

type RegisteredRow = Pick<
  TransferRow,
  | 'id'
  | 'transaction_id'
  | 'reference'
  | 'status'
  | 'operator'
  | 'customer_number'
  | 'subscriber_name'
  | 'amount_hundredths'
  | 'currency'
  | 'parties_sealed'
  | 'created_at'
> & { merchant_code: string; limit_minor: bigint }

/** Dollars at the rate of the acceptance, as limits count them, so that a later rate does not change the register. */
const listRegistered = statement<RegisteredRow>(
  'list_registered_transfers',
  `select t.id, t.transaction_id, t.reference, t.status, t.operator, t.customer_number, t.subscriber_name, t.amount_hundredths,
          t.currency, t.parties_sealed, t.created_at, t.limit_minor, m.merchant_code
     from transfer t join merchant m on m.id = t.merchant_id
    where t.environment = $1 and t.created_at >= $2 and t.created_at < $3 and t.limit_minor >= $4 and t.id > $5
    order by t.id limit $6`,
)

const atOnce = 500

export type RegisterWanted = {
  environment: Environment
  month: Month
  /** Whole dollars. A transfer of exactly this amount is registered. */
  threshold: number
}

/** The registered transfers of a month in the order of their acceptance, a few hundred at a time. */
export async function* registeredTransfers(
  { db, secrets }: { db: Sql; secrets: Secrets },
  { environment, month, threshold }: RegisterWanted,
) {
  // guard: register-threshold
  const least = BigInt(threshold) * 100n
  for (let after = 0n; ; ) {
    const rows = await db.rows(listRegistered, [environment, month.from, month.to, least, after, atOnce])
    if (rows.length > 0) yield rows.map((row) => ({ ...row, parties: openParties(secrets, row) }))
    if (rows.length < atOnce) return
    after = rows.at(-1)!.id
  }
}

type Registered = RegisteredRow & { parties: ReturnType<typeof openParties> }

export function renderRegistered(row: Registered) {
  return {
    transaction_id: row.transaction_id,
    reference: row.reference,
    merchant_code: row.merchant_code,
    created_at: stamp(row.created_at),
    status: row.status,
    amount: amountNumber(row.amount_hundredths),
    currency: row.currency,
    amount_usd: amountNumber(row.limit_minor),
    operator: row.operator,
    customer_number: row.customer_number,
    subscriber_name: row.subscriber_name,
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
export async function* registerCsv(pieces: AsyncIterable<Registered[]>): AsyncGenerator<string> {
  yield byteOrderMark + csvOf([headings])
  for await (const rows of pieces) yield csvOf(rows.map(lineOf))
}

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
