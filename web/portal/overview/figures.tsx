// The key figures of the overview: what was collected first, and its change against the week before.
import { Amount, formatDigits, formatMoney, formatShare } from '../../ui/display/amount.tsx'
import { Figure, Figures } from '../../ui/display/facts.tsx'
import { Collected } from '../../ui/figures/collected.tsx'
import { keptOf } from '../../ui/figures/kept.ts'
import type { Span } from '../../ui/figures/span-choice.tsx'
import { formatNumber } from '../../ui/language/language.ts'
import type { Overview } from '../api-types.ts'
import { preferences } from '../preferences.ts'
import { CardBalanceFigure, useCardBalance } from './balance-figure.tsx'
import { overviewTexts } from './texts.ts'

type Totals = Overview['week']

export function SpanFigures({ overview, span }: { overview: Overview; span: Span }) {
  const t = overviewTexts()
  const { payments, transfers } = overview[span]
  const kept = (of: Totals) => keptOf(of.payments.amounts, of.payments.returned)
  const completed = payments.succeeded + payments.failed
  const sends = preferences.value?.sells_by === 'transfer'
  const takesCards = usesCards(overview)
  const collected = takesCards && (
    <Collected
      amounts={kept(overview[span])}
      before={span === 'week' ? kept(overview.previous_week) : []}
      notes={payments.returned?.map(({ amount, currency }) => {
        const paid = payments.amounts.find((sum) => sum.currency === currency)?.amount ?? '0'
        // The figure above has the currency; several need it on each line.
        const text = payments.amounts.length > 1 ? formatMoney : formatDigits
        return t.returned(text(paid, currency), text(amount, currency))
      })}
      texts={t}
    />
  )
  const delivered = usesTransfers(overview) && (
    <Figure
      name={t.transfers}
      value={formatNumber(transfers.successful)}
      note={`${t.ofAll(transfers.count)} · ${formatMoney(transfers.amount, 'USD')}`}
    />
  )
  const ended = transfers.successful + transfers.failed
  return (
    <Figures lead>
      {sends && delivered}
      {!takesCards && (
        <Figure
          name={t.rate}
          value={ended === 0 ? '–' : formatShare(transfers.successful / ended)}
          note={ended === 0 ? undefined : t.ofCompleted(transfers.successful, ended)}
        />
      )}
      {collected}
      {takesCards && (
        <>
          <Figure
            name={t.payments}
            value={formatNumber(payments.succeeded)}
            note={t.outcomes(payments.failed, payments.count - completed)}
          />
          <Figure
            name={t.rate}
            value={payments.success_rate === null ? '–' : formatShare(payments.success_rate)}
            note={completed === 0 ? undefined : t.ofCompleted(payments.succeeded, completed)}
          />
        </>
      )}
      {!sends && delivered}
    </Figures>
  )
}

/** What the merchant has now, whatever the span of the other figures: of card payments, and in the wallet of transfers. */
export function NowFigures({ overview }: { overview: Overview }) {
  const t = overviewTexts()
  const { balance } = overview
  const card = useCardBalance()
  const hasWallet = balance !== null && (usesTransfers(overview) || balance.total > 0)
  if (card.length === 0 && !hasWallet) return null
  return (
    <section class="stack">
      <h2>{t.now}</h2>
      <Figures>
        {card.length > 0 && <CardBalanceFigure balances={card} />}
        {hasWallet && (
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
    </section>
  )
}

/** Whoever sends transfers and has had no card payment lately has no use for their figures. */
function usesCards(overview: Overview): boolean {
  const { week, previous_week, days } = overview
  return (
    !usesTransfers(overview) ||
    week.payments.count + previous_week.payments.count > 0 ||
    days.some(({ payments }) => payments > 0)
  )
}

function usesTransfers({ week, previous_week }: Overview): boolean {
  return (
    preferences.value?.sells_by === 'transfer' || week.transfers.count + previous_week.transfers.count > 0
  )
}
