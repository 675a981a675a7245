// The history of a wallet as a merchant thinks of it: one row per transfer, with the reservation that came before it folded in.
import type { WalletLine } from '../api-types.ts'

export type Movement = {
  key: string
  /** Of a transfer, its lines on this page, newest first; otherwise the one line. */
  lines: readonly WalletLine[]
  /** What the row is: its newest line that says how the transfer ended, else its newest line. */
  kind: WalletLine['kind']
  /** What the lines changed, without a reservation that was released again; null for a transfer that changed nothing. */
  amount: number | null
  balance: number
}

/** Kinds that say how a transfer ended, before those that only prepare it. */
const tellingKinds = ['REVERSAL', 'DEBIT'] as const

/** @param lines a page of the history, newest first; a transfer stands where its newest line does */
export function movementsOf(lines: readonly WalletLine[]): Movement[] {
  const groups = Map.groupBy(lines, ({ id, transaction_id }) => transaction_id ?? `line ${id}`)
  return [...groups].flatMap(([key, members]) => {
    const [newest] = members
    if (!newest) return []
    const isReleased = members.some(({ kind }) => kind === 'RELEASE')
    // What was reserved and released again cancels out, also where the reservation is on an older page.
    const counted = isReleased
      ? members.filter(({ kind }) => kind !== 'RESERVE' && kind !== 'RELEASE')
      : members
    const cents = counted.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
    const telling = tellingKinds.find((name) => members.some(({ kind }) => kind === name))
    const kind = telling ?? (isReleased ? 'RELEASE' : newest.kind)
    const isUndone = cents === 0 && (kind === 'RELEASE' || kind === 'REVERSAL')
    const amount = isUndone ? null : cents / 100
    return [{ key, lines: members, kind, amount, balance: newest.balance_after }]
  })
}
