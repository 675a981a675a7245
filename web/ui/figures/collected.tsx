// What was collected, by currency, and its change against the week before.
import { Amount } from '../display/amount.tsx'
import { formatNumber } from '../language/language.ts'

type Sums = readonly { currency: string; amount: string }[]

export type CollectedTexts = Readonly<Record<'taken' | 'againstWeekBefore' | 'unchanged', string>>

/**
 * @param before the sums of the week before; empty where nothing is compared
 * @param notes said under the sums, a line each
 */
export function Collected({
  amounts,
  before,
  notes = [],
  texts: t,
}: {
  amounts: Sums
  before: Sums
  notes?: readonly string[] | undefined
  texts: CollectedTexts
}) {
  const isCompared = amounts.some(({ currency }) =>
    before.some((sum) => sum.currency === currency && Number(sum.amount) !== 0),
  )
  return (
    <div class="figure collected">
      <dt>{t.taken}</dt>
      <dd>
        {amounts.length === 0 && <strong>–</strong>}
        {amounts.map(({ amount, currency }) => (
          <div key={currency}>
            <strong>
              <Amount of={amount} currency={currency} />
            </strong>
            <Change
              now={amount}
              before={before.find((sum) => sum.currency === currency)?.amount}
              unchanged={t.unchanged}
            />
          </div>
        ))}
        {isCompared && <span>{t.againstWeekBefore}</span>}
        {notes.map((note) => (
          <span key={note}>{note}</span>
        ))}
      </dd>
    </div>
  )
}

/** Nothing where nothing was collected the week before: a percentage of zero has no meaning. */
export function Change({
  now,
  before,
  unchanged,
}: {
  now: string | number
  before: string | number | undefined
  unchanged: string
}) {
  if (before === undefined || Number(before) === 0) return null
  const share = Number(now) / Number(before) - 1
  if (Math.abs(share) < 0.005) return <span class="change">{unchanged}</span>
  return (
    <span class={share > 0 ? 'change up' : 'change down'}>
      <span aria-hidden="true">{share > 0 ? '▲' : '▼'}</span>{' '}
      {`${share > 0 ? '+' : '−'}${formatNumber(Math.abs(share), { style: 'percent', maximumFractionDigits: 0 })}`}
    </span>
  )
}
