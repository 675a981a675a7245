// The portal's overview: what is left to do, key figures, the money chart, and the latest payments and failures.
import { useState } from 'preact/hooks'
import { formatMoney } from '../../ui/display/amount.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { daysUntil } from '../../ui/disputes/days.ts'
import { ChartCard } from '../../ui/figures/chart-card.tsx'
import { Failures } from '../../ui/figures/failures.tsx'
import { keptOf } from '../../ui/figures/kept.ts'
import { type Span, SpanChoice } from '../../ui/figures/span-choice.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { reason } from '../../ui/language/reasons.ts'
import { uiTexts } from '../../ui/language/texts.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { ChannelQuestion } from '../access/channel-question.tsx'
import { api, may, session } from '../access/session.ts'
import { EmailConfirmation } from '../account/confirmation.tsx'
import type { Overview, Step } from '../api-types.ts'
import { sample, selling } from '../pages/later.ts'
import { preferences } from '../preferences.ts'
import { useUpdates } from '../updates/updates.ts'
import { DaySentence } from './day-sentence.tsx'
import { NowFigures, SpanFigures } from './figures.tsx'
import { FirstSteps, useChecklist } from './first-steps.tsx'
import { Recent } from './recent.tsx'
import { overviewTexts } from './texts.ts'

const FirstLink = selling.part((pages) => pages.FirstLink)
const SampleCard = sample.part((pages) => pages.SampleCard)

const spans = ['today', 'week', 'month', 'quarter'] as const

/** The figures are reloaded every minute. */
const pollMs = 60_000

export function OverviewPage() {
  const t = overviewTexts()
  const overview = useLoad('overview', (signal) => api.get<Overview>('overview', {}, signal), {
    everyMs: pollMs,
  })
  useUpdates('payments', overview.reload)
  useUpdates('transfers', overview.reload)
  const steps = useChecklist().data
  const channel = preferences.value?.sells_by
  const asksForLink = overview.data?.environment === 'sandbox' && lacksLink(steps)
  return (
    <Page
      title={t.title}
      side={
        // The form of the first link stands below, so a button that leads to another would only distract.
        may('sell') &&
        (channel === 'link' || channel === 'site') &&
        steps &&
        !asksForLink && (
          <ButtonLink small appearance="main" href="/portal/links/new">
            {t.newLink}
          </ButtonLink>
        )
      }
    >
      <EmailConfirmation />
      <Await of={overview}>{(data) => <Numbers overview={data} steps={steps} />}</Await>
    </Page>
  )
}

const lacksLink = (steps: readonly Step[] | undefined) =>
  may('sell') && (steps?.some(({ step, done }) => step === 'first_link' && !done) ?? false)

function Numbers({ overview, steps }: { overview: Overview; steps: readonly Step[] | undefined }) {
  const t = overviewTexts()
  const [span, setSpan] = useState<Span>('week')
  const isTest = overview.environment === 'sandbox'
  const isFirst = lacksLink(steps)
  const isNew = overview.days.every(({ payments, transfers }) => payments + transfers === 0)
  return (
    <>
      <Disputed overview={overview} />
      <Waiting overview={overview} />
      {isNew && <ChannelQuestion />}
      {isTest && isFirst && <FirstLink />}
      {isNew && !may('configure') && <p class="soft">{t.idle}</p>}
      {isTest && isNew && <SampleCard />}
      {isTest && isNew && <FirstSteps steps={steps} folded={false} quiet={isFirst} />}
      {!isNew && (
        <>
          <DaySentence overview={overview} />
          <SpanChoice of={span} choose={setSpan} spans={spans} texts={t} />
          <SpanFigures overview={overview} span={span} />
          <NowFigures overview={overview} />
          {!session.value?.isSample && <ChannelQuestion />}
          {isTest && !session.value?.isSample && <FirstSteps steps={steps} folded />}
          <ChartCard
            days={overview.days.map((day) => ({ ...day, amounts: keptOf(day.amounts, day.returned) }))}
            texts={t}
          />
        </>
      )}
      <Recent />
      <Failures
        title={t.failures}
        rows={overview.failures.map(({ reason_code, message, count }) => ({
          why: reason_code ? reason('refusal', reason_code) : message,
          count,
        }))}
        texts={t}
      />
      <Failures
        title={t.transferFailures}
        rows={overview.transfer_failures.map(({ failure_code, count }) => ({
          why: failure_code ? reason('transferFailure', failure_code) : t.unknown,
          count,
        }))}
        texts={t}
      />
    </>
  )
}

/** Disputes that wait for the merchant's response, with the days that are left for the most urgent one. */
function Disputed({ overview: { waiting } }: { overview: Overview }) {
  const t = overviewTexts()
  const { to_respond: count, respond_by: by, deducted_to_respond: deducted } = waiting.disputes
  if (count === 0) return null
  const sums = deducted.map(({ amount, currency }) => formatMoney(amount, currency)).join(' + ')
  return (
    <Notice tone="bad" title={t.disputes(count)}>
      <p>
        {by && t.respond(daysUntil(by), formatTime(by, 'list'))} {sums && t.disputed(sums)}{' '}
        <a href="/portal/disputes?state=OPEN">{t.respondAction}</a>
      </p>
    </Notice>
  )
}

/** A notice about what the user may approve, held transfers, refund requests and undelivered webhooks. */
function Waiting({ overview: { waiting } }: { overview: Overview }) {
  const t = overviewTexts()
  const { failing_webhooks: failing, failing_since: since, refund_requests: requests, approvals } = waiting
  const toApprove = approvals.payouts + approvals.refunds
  if (toApprove + waiting.holds + failing + waiting.dead_webhooks + requests.length === 0) return null
  return (
    <Notice>
      {toApprove > 0 && (
        <p>
          <a href="/portal/approvals">{t.approvals(approvals)}</a>
        </p>
      )}
      {waiting.holds > 0 && (
        <p>
          <a href="/portal/transfers?status=Hold">{t.holds(waiting.holds)}</a>
        </p>
      )}
      {failing > 0 && since && (
        <p>
          <a href="/portal/callback?status=PENDING">
            {t.failingWebhooks(failing, formatTime(since, 'list'))}
          </a>
        </p>
      )}
      {requests.length > 0 && (
        <p>
          {uiTexts().labelled(t.requests(requests.length), '')}
          {requests.map(({ transaction_uuid, merchant_reference, amount, currency }, i) => (
            <span key={transaction_uuid}>
              {i > 0 && ', '}
              <a href={`/portal/payments/${encodeURIComponent(transaction_uuid)}`}>
                {merchant_reference} ({formatMoney(amount, currency)})
              </a>
            </span>
          ))}
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
