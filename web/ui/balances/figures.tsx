// The balances of a merchant, one row of figures per currency that was used.

import type { CardBalance, NextRelease } from '../../api/schemas.generated.ts'
import { Amount, formatMoney } from '../display/amount.tsx'
import { Figure, Figures } from '../display/facts.tsx'
import { formatTime } from '../display/time.tsx'
import { balanceTexts } from './texts.ts'

/** A currency that was never used is left out, unless none was. */
export function BalanceFigures({
  balances,
  releases,
}: {
  balances: readonly CardBalance[]
  releases: readonly NextRelease[]
}) {
  const used = balances.filter(({ pending, available, reserved }) =>
    [pending, available, reserved].some((amount) => amount !== '0.00'),
  )
  const shown = used.length > 0 ? used.toReversed() : balances.filter(({ currency }) => currency === 'USD')
  return (
    <>
      {shown.map((balance) => (
        <CurrencyFigures
          key={balance.currency}
          balance={balance}
          next={releases.find(({ currency }) => currency === balance.currency)}
        />
      ))}
    </>
  )
}

/** Refunds alone make the next sum negative. */
function whenText({ net, currency, available_on }: NextRelease): string {
  const t = balanceTexts()
  // A date is not broken at the end of a line.
  const day = formatTime(available_on, 'shortDay').replaceAll(' ', '\u00a0')
  return net.startsWith('-')
    ? t.nextTaken(formatMoney(net.slice(1), currency), day)
    : t.next(formatMoney(net, currency), day)
}

function CurrencyFigures({ balance, next }: { balance: CardBalance; next: NextRelease | undefined }) {
  const t = balanceTexts()
  const { currency, pending, available, reserved } = balance
  const when = next && whenText(next)
  const isOwed = available.startsWith('-')
  return (
    <Figures even>
      <Figure
        name={t.available}
        value={<Amount of={available} currency={currency} />}
        note={isOwed ? t.owed : t.availableNote}
      />
      <Figure
        name={t.pending}
        value={<Amount of={pending} currency={currency} />}
        note={when ?? t.nothingPending}
      />
      <Figure name={t.reserved} value={<Amount of={reserved} currency={currency} />} note={t.reservedNote} />
    </Figures>
  )
}
