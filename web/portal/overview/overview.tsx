// The portal's overview: key figures, charts and recent failures.
import { useState } from 'preact/hooks'
import { Amount, formatMoney, formatShare } from '../../ui/display/amount.tsx'
import { Chart } from '../../ui/display/chart.tsx'
import { Card, Figure, Figures } from '../../ui/display/facts.tsx'
import { Table } from '../../ui/display/table.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { formatNumber } from '../../ui/language/language.ts'
import { reason } from '../../ui/language/reasons.ts'
import { uiTexts } from '../../ui/language/texts.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../access/session.ts'
import type { Overview } from '../api-types.ts'
import { FirstSteps } from './first-steps.tsx'
import { SearchBox } from './search.tsx'
import { overviewTexts } from './texts.ts'

/** The figures are reloaded every minute. */
const pollMs = 60_000

export function OverviewPage() {
  const t = overviewTexts()
  const overview = useLoad('overview', (signal) => api.get<Overview>('overview', {}, signal), {
    everyMs: pollMs,
  })
  return (
    <Page title={t.title}>
      <Await of={overview}>{(data) => <Numbers overview={data} />}</Await>
    </Page>
  )
}

function Numbers({ overview }: { overview: Overview }) {
  const t = overviewTexts()
  const [span, setSpan] = useState<'today' | 'week'>('today')
  const { days, environment } = overview
  return (
    <>
      <Waiting overview={overview} />
      {environment === 'sandbox' && <FirstSteps />}
      <fieldset class="choice" aria-label={t.span}>
        {(['today', 'week'] as const).map((one) => (
          <button key={one} type="button" aria-pressed={span === one} onClick={() => setSpan(one)}>
            {t[one]}
          </button>
        ))}
      </fieldset>
      <p class="small-print">{uiTexts().utcDays}</p>
      <SpanFigures overview={overview} span={span} />
      <SearchBox />
      <div class="columns">
        <Card title={t.paymentsChart}>
          <Chart
            label={t.paymentsChart}
            days={days.map(({ day }) => day)}
            series={[
              { name: t.all, values: days.map(({ payments }) => payments) },
              { name: t.succeeded, values: days.map(({ succeeded }) => succeeded) },
            ]}
          />
        </Card>
        <Card title={t.transfersChart}>
          <Chart
            label={t.transfersChart}
            days={days.map(({ day }) => day)}
            series={[
              { name: t.all, values: days.map(({ transfers }) => transfers) },
              { name: t.successful, values: days.map(({ successful }) => successful) },
            ]}
          />
        </Card>
        <Failures
          title={t.failures}
          rows={overview.failures.map(({ reason_code, message, count }) => ({
            reason: reason_code ? reason('refusal', reason_code) : message,
            count,
          }))}
        />
        <Failures
          title={t.transferFailures}
          rows={overview.transfer_failures.map(({ failure_code, count }) => ({
            reason: failure_code ? reason('transferFailure', failure_code) : t.unknown,
            count,
          }))}
        />
      </div>
    </>
  )
}

/** A notice about held transfers and undelivered webhooks. */
function Waiting({ overview: { waiting } }: { overview: Overview }) {
  const t = overviewTexts()
  if (waiting.holds + waiting.dead_webhooks === 0) return null
  return (
    <Notice>
      {waiting.holds > 0 && (
        <p>
          <a href="/portal/transfers?status=Hold">{t.holds(waiting.holds)}</a>
        </p>
      )}
      {waiting.dead_webhooks > 0 && (
        <p>
          <a href="/portal/callback?status=DEAD">{t.deadWebhooks(waiting.dead_webhooks)}</a>
        </p>
      )}
    </Notice>
  )
}

function SpanFigures({ overview, span }: { overview: Overview; span: 'today' | 'week' }) {
  const t = overviewTexts()
  const { payments, transfers } = overview[span]
  const { balance } = overview
  return (
    <Figures>
      <Figure name={t.payments} value={formatNumber(payments.succeeded)} note={t.ofAll(payments.count)} />
      <Figure
        name={t.rate}
        value={payments.success_rate === null ? '–' : formatShare(payments.success_rate)}
        note={t.declined(payments.failed)}
      />
      <Figure
        name={t.taken}
        value={
          payments.amounts.length === 0
            ? '–'
            : payments.amounts.map(({ amount, currency }) => (
                <Amount key={currency} of={amount} currency={currency} />
              ))
        }
      />
      <Figure
        name={t.transfers}
        value={formatNumber(transfers.successful)}
        note={`${t.ofAll(transfers.count)} · ${formatMoney(transfers.amount, 'USD')}`}
      />
      <Figure
        name={t.balance}
        value={
          <a href="/portal/wallet">
            <Amount of={balance.available} currency={balance.currency} />
          </a>
        }
        note={balance.reserved > 0 ? t.reserved(formatMoney(balance.reserved, balance.currency)) : undefined}
      />
    </Figures>
  )
}

function Failures({ title, rows }: { title: string; rows: { reason: string; count: number }[] }) {
  const t = overviewTexts()
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  return (
    <Card title={title}>
      <Table
        caption={title}
        rows={rows}
        keyOf={({ reason }) => reason}
        empty={<p class="soft">{t.noFailures}</p>}
        columns={[
          { heading: t.reason, cell: ({ reason }) => reason },
          {
            heading: t.count,
            numeric: true,
            onCard: 'corner',
            cell: ({ count }) => (
              <>
                {formatNumber(count)} <small class="soft">{formatShare(count / total)}</small>
              </>
            ),
          },
        ]}
      />
    </Card>
  )
}
