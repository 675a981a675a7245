// The key figures of the overview: what was collected first, and its change against the week before.
import { Amount, formatMoney, formatShare } from '../../ui/display/amount.tsx'
import { Figure, Figures } from '../../ui/display/facts.tsx'
import { formatNumber } from '../../ui/language/language.ts'
import type { Overview } from '../api-types.ts'
import { preferences } from '../preferences.ts'
import { overviewTexts } from './texts.ts'

export type Span = 'today' | 'week'

export function SpanFigures({ overview, span }: { overview: Overview; span: Span }) {
  const t = overviewTexts()
  const { payments, transfers } = overview[span]
  const { balance } = overview
  const sends = preferences.value?.sells_by === 'transfer'
  const hasTransfers = sends || overview.week.transfers.count + overview.previous_week.transfers.count > 0
  const collected = <Collected overview={overview} span={span} />
  const delivered = hasTransfers && (
    <Figure
      name={t.transfers}
      value={formatNumber(transfers.successful)}
      note={`${t.ofAll(transfers.count)} · ${formatMoney(transfers.amount, 'USD')}`}
    />
  )
  return (
    <Figures>
      {sends && delivered}
      {collected}
      <Figure name={t.payments} value={formatNumber(payments.succeeded)} note={t.ofAll(payments.count)} />
      <Figure
        name={t.rate}
        value={payments.success_rate === null ? '–' : formatShare(payments.success_rate)}
        note={t.declined(payments.failed)}
      />
      {!sends && delivered}
      {(hasTransfers || balance.total > 0) && (
        <Figure
          name={t.balance}
          value={
            <a href="/portal/wallet">
              <Amount of={balance.available} currency={balance.currency} />
            </a>
          }
          note={
            balance.reserved > 0 ? t.reserved(formatMoney(balance.reserved, balance.currency)) : undefined
          }
        />
      )}
    </Figures>
  )
}

function Collected({ overview, span }: { overview: Overview; span: Span }) {
  const t = overviewTexts()
  const { amounts } = overview[span].payments
  const before = span === 'week' ? overview.previous_week.payments.amounts : []
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
            <Change now={amount} before={before.find((sum) => sum.currency === currency)?.amount} />
          </div>
        ))}
        {span === 'week' && before.length > 0 && <span>{t.againstWeekBefore}</span>}
      </dd>
    </div>
  )
}

/** Nothing where nothing was collected the week before: a percentage of zero has no meaning. */
function Change({ now, before }: { now: string; before: string | undefined }) {
  const t = overviewTexts()
  if (before === undefined || Number(before) === 0) return null
  const share = Number(now) / Number(before) - 1
  if (Math.abs(share) < 0.005) return <span class="change">{t.unchanged}</span>
  return (
    <span class={share > 0 ? 'change up' : 'change down'}>
      <span aria-hidden="true">{share > 0 ? '▲' : '▼'}</span>{' '}
      {formatNumber(share, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'always' })}
    </span>
  )
}
