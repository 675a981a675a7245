// The key figures of the overview: what was collected first, and how they changed against as many days before.
import { Amount, formatDigits, formatMoney, formatShare } from '../../ui/display/amount.tsx'
import { Figure, Figures } from '../../ui/display/facts.tsx'
import { Change, Collected, PointsChange } from '../../ui/figures/collected.tsx'
import { keptOf } from '../../ui/figures/kept.ts'
import type { Span } from '../../ui/figures/span-choice.tsx'
import { formatNumber } from '../../ui/language/language.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../access/session.ts'
import type { Overview, PeriodFigures } from '../api-types.ts'
import { preferences } from '../preferences.ts'
import { useUpdates } from '../updates/updates.ts'
import { CardBalanceFigure, useCardBalance } from './balance-figure.tsx'
import { overviewTexts } from './texts.ts'

type Totals = Overview['week']

/** The figures of a span, and those of the days before. */
type Compared = { now: Totals; before: Totals | undefined; days: number }

/** Today and the week come with the overview; longer spans are read once they are asked for. */
export function SpanFigures({ overview, span }: { overview: Overview; span: Span }) {
  if (span === 'today')
    return <ComparedFigures overview={overview} now={overview.today} before={undefined} days={1} />
  if (span === 'week')
    return (
      <ComparedFigures overview={overview} now={overview.week} before={overview.previous_week} days={7} />
    )
  return <LongFigures key={span} overview={overview} days={span === 'month' ? 30 : 90} />
}

function LongFigures({ overview, days }: { overview: Overview; days: 30 | 90 }) {
  const figures = useLoad(`figures ${days}`, (signal) => api.get<PeriodFigures>('figures', { days }, signal))
  useUpdates('payments', figures.reload)
  useUpdates('transfers', figures.reload)
  return (
    <Await of={figures}>
      {({ current, before }) => (
        <ComparedFigures overview={overview} now={current} before={before} days={days} />
      )}
    </Await>
  )
}

function ComparedFigures({ overview, now, before, days }: Compared & { overview: Overview }) {
  const t = overviewTexts()
  const { payments, transfers } = now
  const kept = (of: Totals) => keptOf(of.payments.amounts, of.payments.returned)
  const completed = payments.succeeded + payments.failed
  const sends = preferences.value?.sells_by === 'transfer'
  const takesCards = usesCards(overview) || payments.count > 0
  const collected = takesCards && (
    <Collected
      amounts={kept(now)}
      before={before && kept(before)}
      notes={payments.returned?.map(({ amount, currency }) => {
        const paid = payments.amounts.find((sum) => sum.currency === currency)?.amount ?? '0'
        // The figure above has the currency; several need it on each line.
        const text = payments.amounts.length > 1 ? formatMoney : formatDigits
        return t.returned(text(paid, currency), text(amount, currency))
      })}
      texts={{ taken: t.taken, against: t.against(days) }}
    />
  )
  const delivered = (usesTransfers(overview) || transfers.count > 0) && (
    <Figure
      name={t.transfers}
      value={<Counted now={transfers.successful} before={before?.transfers.successful} />}
      note={`${t.ofAll(transfers.count)} · ${formatMoney(transfers.amount, 'USD')}`}
    />
  )
  return (
    <Figures lead>
      {sends && delivered}
      {!takesCards && <TransferRate now={now} before={before} />}
      {collected}
      {takesCards && (
        <>
          <Figure
            name={t.payments}
            value={<Counted now={payments.succeeded} before={before?.payments.succeeded} />}
            note={t.outcomes(payments.failed, payments.count - completed)}
          />
          <Figure
            name={t.rate}
            value={
              <>
                {payments.success_rate === null ? '–' : formatShare(payments.success_rate)}{' '}
                <PointsChange
                  now={payments.success_rate}
                  before={before?.payments.success_rate ?? undefined}
                />
              </>
            }
            note={completed === 0 ? undefined : t.ofCompleted(payments.succeeded, completed)}
          />
        </>
      )}
      {!sends && delivered}
    </Figures>
  )
}

/** A number and how it changed, if there was one before: what was collected says already that nothing is compared. */
function Counted({ now, before }: { now: number; before: number | undefined }) {
  return (
    <>
      {formatNumber(now)} <Change now={now} before={before || undefined} value={formatNumber(before ?? 0)} />
    </>
  )
}

/** The share of transfers that arrived, of those that ended; null where none has. */
const transferRate = ({ transfers: { successful, failed } }: Totals) =>
  successful + failed === 0 ? null : successful / (successful + failed)

function TransferRate({ now, before }: Omit<Compared, 'days'>) {
  const t = overviewTexts()
  const { successful, failed } = now.transfers
  const rate = transferRate(now)
  return (
    <Figure
      name={t.rate}
      value={
        <>
          {rate === null ? '–' : formatShare(rate)}{' '}
          <PointsChange now={rate} before={before && transferRate(before)} />
        </>
      }
      note={rate === null ? undefined : t.ofCompleted(successful, successful + failed)}
    />
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
