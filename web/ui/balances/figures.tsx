// The balances of a merchant, one card per currency that was used.

import type { CardBalance, NextRelease } from '../../api/schemas.generated.ts'
import { formatMoney } from '../display/amount.tsx'
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
    <div class="balances">
      {shown.map((balance) => (
        <CurrencyFigures
          key={balance.currency}
          balance={balance}
          next={releases.find(({ currency }) => currency === balance.currency)}
        />
      ))}
    </div>
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

/** How much of a balance below zero the money covers that is pending already. */
export function coverOf({ available, pending }: Pick<CardBalance, 'available' | 'pending'>) {
  if (Number(pending) <= 0) return 'none'
  return Number(pending) + Number(available) >= 0 ? 'all' : 'part'
}

function CurrencyFigures({ balance, next }: { balance: CardBalance; next: NextRelease | undefined }) {
  const t = balanceTexts()
  const { currency, pending, available, reserved } = balance
  const lines = [
    { name: t.available, amount: available, note: available.startsWith('-') && t.owed[coverOf(balance)] },
    { name: t.pending, amount: pending, note: next && whenText(next) },
    ...(reserved === '0.00' ? [] : [{ name: t.reserved, amount: reserved, note: t.reservedNote }]),
  ]
  return (
    <section class="balance" aria-label={currency}>
      <p>
        <strong>{currency}</strong>
      </p>
      <dl>
        {lines.map(({ name, amount, note }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {/* A long amount breaks before its currency, where there is no room for both. */}
              <strong>{formatMoney(amount, currency).replace(/\u00a0(?=[A-Z]{3}$)/, ' ')}</strong>
              {note && <span>{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
