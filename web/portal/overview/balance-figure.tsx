// What is owed for card payments, as the page of the balance has it; not the prepaid wallet of transfers.
import { Amount, formatMoney } from '../../ui/display/amount.tsx'
import { Figure } from '../../ui/display/facts.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api, may } from '../access/session.ts'
import type { CardBalance } from '../api-types.ts'
import { overviewTexts } from './texts.ts'

const everyMs = 60_000

/** In the currencies that the merchant used; empty for one that never had money from card payments. */
export function useCardBalance(): CardBalance[] {
  const load = async (signal: AbortSignal): Promise<{ balances: CardBalance[] }> =>
    may('money') ? api.get('balance', {}, signal) : { balances: [] }
  const { data } = useLoad('card balance of the overview', load, { everyMs })
  return (data?.balances ?? [])
    .filter(({ pending, available, reserved }) =>
      [pending, available, reserved].some((amount) => amount !== '0.00'),
    )
    .toReversed()
}

export function CardBalanceFigure({ balances: used }: { balances: readonly CardBalance[] }) {
  const t = overviewTexts()
  const pending = used.filter((balance) => balance.pending !== '0.00')
  return (
    <Figure
      name={t.balance}
      value={
        <a href="/portal/balance">
          {used.map(({ available, currency }) => (
            <Amount key={currency} of={available} currency={currency} />
          ))}
        </a>
      }
      note={
        pending.length > 0
          ? t.pending(pending.map((balance) => formatMoney(balance.pending, balance.currency)).join(' + '))
          : undefined
      }
    />
  )
}
