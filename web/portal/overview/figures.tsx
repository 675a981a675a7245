// The key figures of the overview: what was collected first, and its change against the week before.
import { Amount, formatMoney, formatShare } from '../../ui/display/amount.tsx'
import { Figure, Figures } from '../../ui/display/facts.tsx'
import { Collected } from '../../ui/figures/collected.tsx'
import type { Span } from '../../ui/figures/span-choice.tsx'
import { formatNumber } from '../../ui/language/language.ts'
import type { Overview } from '../api-types.ts'
import { preferences } from '../preferences.ts'
import { BalanceFigure } from './balance-figure.tsx'
import { keptOf } from './kept.ts'
import { overviewTexts } from './texts.ts'

type Totals = Overview['week']

export function SpanFigures({ overview, span }: { overview: Overview; span: Span }) {
  const t = overviewTexts()
  const { payments, transfers } = overview[span]
  const { balance } = overview
  const kept = (of: Totals) => keptOf(of.payments.amounts, of.payments.returned)
  const completed = payments.succeeded + payments.failed
  const sends = preferences.value?.sells_by === 'transfer'
  const hasTransfers = sends || overview.week.transfers.count + overview.previous_week.transfers.count > 0
  const collected = (
    <Collected
      amounts={kept(overview[span])}
      before={span === 'week' ? kept(overview.previous_week) : []}
      notes={payments.returned?.map(({ amount, currency }) => {
        const paid = payments.amounts.find((sum) => sum.currency === currency)?.amount ?? '0'
        return t.returned(formatMoney(paid, currency), formatMoney(amount, currency))
      })}
      texts={t}
    />
  )
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
      <Figure
        name={t.payments}
        value={formatNumber(payments.succeeded)}
        note={t.outcomes(payments.failed, payments.count - completed)}
      />
      <Figure
        name={t.rate}
        value={payments.success_rate === null ? '–' : formatShare(payments.success_rate)}
        note={t.ofCompleted(completed)}
      />
      <BalanceFigure />
      {!sends && delivered}
      {(hasTransfers || balance.total > 0) && (
        <Figure
          name={t.wallet}
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
