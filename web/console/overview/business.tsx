// Volume and trend of all merchants: what was collected and delivered, and why the rest failed.
import { useState } from 'preact/hooks'
import { formatMoney, formatShare } from '../../ui/display/amount.tsx'
import { Figure, Figures } from '../../ui/display/facts.tsx'
import { ChartCard } from '../../ui/figures/chart-card.tsx'
import { Change, Collected } from '../../ui/figures/collected.tsx'
import { Failures } from '../../ui/figures/failures.tsx'
import { keptOf } from '../../ui/figures/kept.ts'
import { SpanChoice } from '../../ui/figures/span-choice.tsx'
import { formatNumber } from '../../ui/language/language.ts'
import { reason } from '../../ui/language/reasons.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { businessTexts } from './business-texts.ts'
import { readFigures, type ServiceFigures } from './overview.ts'

/** The spans of the figures of all merchants. */
type Span = 'week' | 'today'

/** Figures change slowly, and reading them costs more than the queues. */
const everyMs = 60_000

export function Business() {
  const figures = useLoad('figures', readFigures, { everyMs })
  return <Await of={figures}>{(data) => <Numbers figures={data} />}</Await>
}

function Numbers({ figures }: { figures: ServiceFigures }) {
  const t = businessTexts()
  const [span, setSpan] = useState<Span>('week')
  const { week, previous_week: before } = figures
  const total = [week, before].reduce((sum, one) => sum + one.payments.count + one.transfers.count, 0)
  return (
    <section class="stack" aria-label={t.title}>
      <header class="page-head">
        <h2>{t.title}</h2>
        <SpanChoice small of={span} choose={setSpan} texts={t} />
      </header>
      {total === 0 ? <p class="card soft">{t.quiet}</p> : <SpanFigures figures={figures} span={span} />}
      <ChartCard
        days={figures.days.map((day) => ({ ...day, amounts: keptOf(day.amounts, day.returned) }))}
        texts={t}
      />
      {figures.failures.length + figures.transfer_failures.length > 0 && (
        <div class="columns">
          <Failures
            title={t.failures}
            rows={figures.failures.map(({ reason_code, count }) => ({
              why: reason('refusal', reason_code) || t.unknown,
              count,
            }))}
            texts={t}
          />
          <Failures
            title={t.transferFailures}
            rows={figures.transfer_failures.map(({ failure_code, count }) => ({
              why: reason('transferFailure', failure_code) || t.unknown,
              count,
            }))}
            texts={t}
          />
        </div>
      )}
    </section>
  )
}

/** What merchants kept, counted as in their own overview. */
const kept = (of: ServiceFigures['week']) => keptOf(of.payments.amounts, of.payments.returned)

function SpanFigures({ figures, span }: { figures: ServiceFigures; span: Span }) {
  const t = businessTexts()
  const { payments, transfers } = figures[span]
  const before = span === 'week' ? figures.previous_week : undefined
  return (
    <Figures>
      <Collected
        amounts={kept(figures[span])}
        before={before && kept(before)}
        notes={payments.returned?.map(({ amount, currency }) => {
          const paid = payments.amounts.find((sum) => sum.currency === currency)?.amount ?? '0'
          return t.returned(formatMoney(paid, currency), formatMoney(amount, currency))
        })}
        texts={t}
      />
      <Figure
        name={t.payments}
        value={
          <>
            {formatNumber(payments.succeeded)}{' '}
            <Change now={payments.succeeded} before={before?.payments.succeeded} />
          </>
        }
        note={t.ofAll(payments.count)}
      />
      <Figure
        name={t.rate}
        value={payments.success_rate === null ? '–' : formatShare(payments.success_rate)}
        note={t.declined(payments.failed)}
      />
      <Figure
        name={t.transfers}
        value={
          <>
            {formatNumber(transfers.successful)}{' '}
            <Change now={transfers.successful} before={before?.transfers.successful} />
          </>
        }
        note={`${t.ofAll(transfers.count)} · ${formatMoney(transfers.amount, 'USD')}`}
      />
    </Figures>
  )
}
