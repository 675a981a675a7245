// A merchant's transfers in any order, and what the transfers of a filter add up to.
import { type SumsOfList, sortedList, sumsOfList } from '../../platform/database/narrowed-list.ts'
import { formatHundredths } from '../transfer/formats.ts'
import { type TransferStatus, transferStatuses } from '../transfer/transfer.ts'
import { type ListedTransfer, transferListDefinition } from './search.ts'

const narrowing = {
  definition: transferListDefinition,
  idColumn: 'transaction_id',
  // What is paid out, because transfers are sent in several currencies.
  amountKeys: () => ['coalesce(t.receiver_minor, 0)'],
}

/** The transfers of one merchant in any order. */
export const sortedTransfers = sortedList<ListedTransfer>(narrowing)

/** Sums over the transfers of a status and a currency in which they are sent. */
export type TransferSum = {
  status: TransferStatus
  currency: string
  count: bigint
  amount_hundredths: bigint
  /** In US cents; zero for transfers that are not converted yet. */
  receiver_minor: bigint
  fee_minor: bigint
}

const summed = ['amount_hundredths', 'receiver_minor', 'fee_minor'] as const

/** What the transfers of a filter add up to, among the newest ones. */
export const sumsOfTransfers: SumsOfList<TransferSum> = sumsOfList<TransferSum>(narrowing, {
  columns: ['t.status', 't.currency', ...summed.map((name) => `t.${name}`)],
  sums: `select status, currency, count(*) as count, ${summed.map((name) => `coalesce(sum(${name}), 0)::bigint as ${name}`).join(', ')}
           from chosen group by status, currency`,
})

/** The same sums over transfers that a search found. */
export function sumTransfers(transfers: readonly ListedTransfer[]): TransferSum[] {
  const groups = Map.groupBy(transfers, ({ status, currency }) => `${status} ${currency}`)
  return [...groups.values()].map((members) => ({
    status: members[0]!.status,
    currency: members[0]!.currency,
    count: BigInt(members.length),
    amount_hundredths: members.reduce((sum, { amount_hundredths: minor }) => sum + minor, 0n),
    receiver_minor: members.reduce((sum, { receiver_minor: minor }) => sum + (minor ?? 0n), 0n),
    fee_minor: members.reduce((sum, { fee_minor: minor }) => sum + (minor ?? 0n), 0n),
  }))
}

/** Renders sums by currency and status, and what was delivered: payout amounts and fees are in US dollars. */
export function renderTransferSums(sums: readonly TransferSum[]) {
  const rows = sums.toSorted(
    (a, b) =>
      Number(b.currency === 'USD') - Number(a.currency === 'USD') ||
      a.currency.localeCompare(b.currency) ||
      transferStatuses.indexOf(a.status) - transferStatuses.indexOf(b.status),
  )
  const delivered = rows.filter(({ status }) => status === 'Successful')
  const total = (name: 'count' | 'receiver_minor' | 'fee_minor') =>
    delivered.reduce((sum, row) => sum + row[name], 0n)
  return {
    states: rows.map((row) => ({
      status: row.status,
      currency: row.currency,
      count: Number(row.count),
      amount: formatHundredths(row.amount_hundredths),
      ...(isDebited(row) ? inDollars(row.receiver_minor, row.fee_minor) : nothing),
    })),
    delivered: {
      count: Number(total('count')),
      ...inDollars(total('receiver_minor'), total('fee_minor')),
    },
  }
}

/** Not of transfers that failed or were reversed, whose whole debit came back, nor before they are converted. */
// guard: debit-of-failed-transfers
const isDebited = ({ status, receiver_minor }: TransferSum) =>
  status !== 'Failed' && status !== 'Reversed' && receiver_minor > 0n

const nothing = { receiver_amount: null, fees: null, total_debit: null }

const inDollars = (paidOut: bigint, fees: bigint) => ({
  receiver_amount: formatHundredths(paidOut),
  fees: formatHundredths(fees),
  total_debit: formatHundredths(paidOut + fees),
})
