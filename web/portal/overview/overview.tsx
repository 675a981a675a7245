// The portal's overview: what is left to do, key figures, the money chart, and the latest payments and failures.
import { useState } from 'preact/hooks'
import { formatShare } from '../../ui/display/amount.tsx'
import { Card } from '../../ui/display/facts.tsx'
import { Table } from '../../ui/display/table.tsx'
import { ChartCard } from '../../ui/figures/chart-card.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { formatNumber } from '../../ui/language/language.ts'
import { reason } from '../../ui/language/reasons.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../access/session.ts'
import type { Overview } from '../api-types.ts'
import { FirstLink } from '../links/first-link.tsx'
import { preferences } from '../preferences.ts'
import { useUpdates } from '../updates/updates.ts'
import { type Span, SpanFigures } from './figures.tsx'
import { FirstSteps, useChecklist } from './first-steps.tsx'
import { Recent } from './recent.tsx'
import { overviewTexts } from './texts.ts'

/** The figures are reloaded every minute. */
const pollMs = 60_000

export function OverviewPage() {
  const t = overviewTexts()
  const overview = useLoad('overview', (signal) => api.get<Overview>('overview', {}, signal), {
    everyMs: pollMs,
  })
  useUpdates('payments', overview.reload)
  useUpdates('transfers', overview.reload)
  const channel = preferences.value?.sells_by
  return (
    <Page
      title={t.title}
      side={
        (channel === 'link' || channel === 'site') && (
          <ButtonLink small appearance="main" href="/portal/links/new">
            {t.newLink}
          </ButtonLink>
        )
      }
    >
      <Await of={overview}>{(data) => <Numbers overview={data} />}</Await>
    </Page>
  )
}

function Numbers({ overview }: { overview: Overview }) {
  const t = overviewTexts()
  const [span, setSpan] = useState<Span>('week')
  const isTest = overview.environment === 'sandbox'
  const { data: steps } = useChecklist()
  const isFirst = steps?.some(({ step, done }) => step === 'first_link' && !done)
  const isNew = overview.days.every(({ payments, transfers }) => payments + transfers === 0)
  return (
    <>
      <Waiting overview={overview} />
      {isTest && isFirst && <FirstLink />}
      {isTest && isNew && <FirstSteps steps={steps} folded={false} />}
      {!isNew && (
        <>
          <fieldset class="choice" aria-label={t.span}>
            {(['week', 'today'] as const).map((one) => (
              <button key={one} type="button" aria-pressed={span === one} onClick={() => setSpan(one)}>
                {t[one]}
              </button>
            ))}
          </fieldset>
          <SpanFigures overview={overview} span={span} />
          {isTest && <FirstSteps steps={steps} folded />}
          <ChartCard days={overview.days} texts={t} />
        </>
      )}
      <Recent />
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

function Failures({ title, rows }: { title: string; rows: { reason: string; count: number }[] }) {
  const t = overviewTexts()
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  return (
    <Card title={title}>
      <Table
        caption={title}
        rows={rows}
        keyOf={({ reason }) => reason}
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
