// The detail of one transfer for its merchant: timeline and wallet movements in order.

import type { Environment } from '../../kernel/environment.ts'
import { Problem } from '../../kernel/problem.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { amountNumber, rateNumber, stamp } from '../transfer/formats.ts'
import { openParties } from '../transfer/parties.ts'
import { remittanceProblems } from '../transfer/problems.ts'
import { ownTransfer, type TransferRow } from '../transfer/queries.ts'
import { timelineForMerchant } from '../transfer/timeline.ts'
import type { WalletLineKind } from '../wallets/wallet.ts'
import type { TransferDetail } from './api.ts'
import { transferSummaryWithFee } from './search.ts'

const listLines = statement<{
  at: Temporal.Instant
  kind: WalletLineKind
  amount_minor: bigint
  balance_after_minor: bigint
}>(
  'list_transfer_wallet_lines',
  `select e.at, e.kind, e.amount_minor, e.balance_after_minor
     from wallet_entry e join wallet w on w.id = e.wallet_id
    where w.merchant_id = $1 and w.environment = $2 and e.transfer_id = $3 order by e.position`,
)

/** The movements of the wallet that a transfer caused, in order. */
export async function walletLinesOf(sql: Sql, { id, merchant_id, environment }: TransferRow) {
  const lines = await sql.rows(listLines, [merchant_id, environment, id])
  return lines.map(({ at, kind, amount_minor, balance_after_minor }) => ({
    at: stamp(at),
    kind,
    amount: amountNumber(amount_minor),
    balance_after: amountNumber(balance_after_minor),
  }))
}

/**
 * Reads the detail of a merchant's transfer, with its id, under which its webhooks are found. Of the parties only the
 * names are included.
 * @throws Problem 404, also for another merchant's transfer.
 */
export async function readTransferDetail(
  { db, secrets }: { db: Sql; secrets: Secrets },
  merchant: { id: bigint; environment: Environment },
  transactionId: string,
): Promise<{ id: bigint; detail: TransferDetail }> {
  const transfer = await ownTransfer(db, merchant, { transactionId })
  if (!transfer) throw new Problem(remittanceProblems.transfer_unknown)
  const [timeline, wallet_lines] = await Promise.all([
    timelineForMerchant(db, transfer),
    walletLinesOf(db, transfer),
  ])
  const detail: TransferDetail = {
    ...transferSummaryWithFee(transfer),
    receiver_currency: 'USD',
    rate: rateNumber(transfer.rate_micros),
    telco_reference: transfer.telco_reference,
    completed_at: transfer.completed_at && stamp(transfer.completed_at),
    reversed_at: transfer.reversed_at && stamp(transfer.reversed_at),
    failure_code: transfer.failure_code,
    failure_message: transfer.failure_message,
    parties: namesIn(secrets, transfer),
    timeline: timeline.events,
    wallet_lines,
  }
  return { id: transfer.id, detail }
}

/** The names of both parties without their empty parts. The beneficiary has the expected name if there is one. */
function namesIn(secrets: Secrets, transfer: TransferRow) {
  const { sender, receiver } = openParties(secrets, transfer)
  const whole = (party: { firstName: string; middleName: string; lastName: string }) =>
    [party.firstName, party.middleName, party.lastName].filter((name) => name !== '').join(' ')
  return { sender: whole(sender), receiver: receiver.name || whole(receiver) }
}
