// The overview: the queues that need an admin, then the volume of business, and the health of the service.
import { useEffect } from 'preact/hooks'
import { Badge } from '../../ui/display/badge.tsx'
import { formatAgo, formatDuration } from '../../ui/display/duration.ts'
import { Card, Facts } from '../../ui/display/facts.tsx'
import { walletName } from '../../ui/display/operators.ts'
import { Time } from '../../ui/display/time.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { formatNumber } from '../../ui/language/language.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { mayOpen, pageOf } from '../navigation.ts'
import { OperatorState } from '../operators/operator-table.tsx'
import { Business } from './business.tsx'
import { type Overview, readOverview } from './overview.ts'
import { waiting } from './queues.ts'
import { overviewTexts } from './texts.ts'

export function OverviewPage() {
  const t = overviewTexts()
  const overview = useLoad('overview', readOverview, { everyMs: 10_000 })
  useEffect(() => {
    if (overview.data) waiting.value = overview.data
  }, [overview.data])
  return (
    <Page title={t.title}>
      <Await of={overview}>
        {(data) => (
          <>
            <Work overview={data} />
            <Business />
            <Operators operators={data.operators} />
            <Service overview={data} />
          </>
        )}
      </Await>
    </Page>
  )
}

/** Each queue and the page where it is processed. */
const queueLinks = [
  ['approvals_waiting', '/console/approvals'],
  ['holds', '/console/holds'],
  ['refund_requests_waiting', '/console/refund-requests'],
  ['payouts_waiting', '/console/payout-approvals'],
  ['disputes_to_file', '/console/disputes?state=TO_FILE'],
  ['alerts_open', '/console/alerts'],
  ['cases_open', '/console/cases'],
  ['cases_overdue', '/console/cases'],
  ['exceptions_open', '/console/exceptions'],
  ['collections_stuck', '/console/operators#stuck'],
  ['bank_movements_missing', '/console/bank'],
  ['go_live_pending', '/console/merchants?go_live=PENDING'],
  ['adjustments_pending', '/console/wallets'],
  ['rates_quarantined', '/console/rates'],
  ['failing_webhooks', '/console/deliveries?state=PENDING'],
  ['dead_webhooks', '/console/deliveries?state=DEAD'],
] as const

function Work({ overview }: { overview: Overview }) {
  const t = overviewTexts()
  const { queues, rates } = overview
  const counts = { ...queues, rates_quarantined: rates.quarantined }
  // What a role cannot open waits for others.
  const some = queueLinks.filter(([queue, href]) => (counts[queue] ?? 0) > 0 && mayOpen(pageOf(href)))
  return (
    <section aria-label={t.work} class="stack">
      {some.length === 0 ? (
        <EmptyState title={t.nothing}>
          <p>{t.nothingText}</p>
        </EmptyState>
      ) : (
        <ul class="work">
          {some.map(([queue, href]) => (
            <li key={queue}>
              <a href={href} data-item>
                <strong>{formatNumber(counts[queue] ?? 0)}</strong>
                <span>
                  {t.queues[queue](counts[queue] ?? 0)}
                  {queue === 'disputes_to_file' && queues.disputes_to_file_by && (
                    <>
                      {' '}
                      {t.before} <Time at={queues.disputes_to_file_by} look="shortDay" />
                    </>
                  )}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {queues.unknown_operations > 0 && <Unknown queues={queues} />}
    </section>
  )
}

/** Operations of unknown outcome. The service resolves them, so they need no action, but admins want to know. */
function Unknown({ queues }: { queues: Overview['queues'] }) {
  const t = overviewTexts()
  const { unknown_operations: count, oldest_unknown_seconds: oldest } = queues
  return (
    <p class="soft">
      {`${formatNumber(count)} ${t.queues.unknown_operations(count)}`}
      {oldest !== null && `, ${t.oldest(formatDuration(oldest * 1000))}`}. {t.unknownExplained}
    </p>
  )
}

function Operators({ operators }: { operators: Overview['operators'] }) {
  const t = overviewTexts()
  return (
    <Card title={t.operators} side={<a href="/console/operators">{t.details}</a>}>
      <ul class="tiles">
        {operators.map((operator) => (
          <li key={`${operator.environment} ${operator.operator}`}>
            <p>
              <strong>{walletName(operator.operator)}</strong>
              <OperatorState state={operator.state} />
            </p>
            <p class="small-print">
              {t.operatorLine(formatNumber(operator.pending), formatNumber(operator.unknown))}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Workers({ workers }: { workers: Overview['workers'] }) {
  const t = overviewTexts()
  const late = workers.filter(({ last_run_ms, stuck_after_ms }) => last_run_ms >= stuck_after_ms)
  return (
    <>
      <Badge tone={workers.length === 0 || late.length > 0 ? 'bad' : 'good'}>
        {workers.length === 0 ? t.noWorkers : late.length === 0 ? t.well : t.late(late.length)}
      </Badge>
      <details>
        <summary>{t.lastRuns}</summary>
        <ul class="runs">
          {workers.map(({ name, last_run_ms }) => (
            <li key={name}>
              <span lang="en">{name}</span> <span class="soft">{formatAgo(last_run_ms)}</span>
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}

function Service({ overview }: { overview: Overview }) {
  const t = overviewTexts()
  const { rates, database, processes, version } = overview
  const faults = Object.entries(database).flatMap(([part, state]) =>
    state === 'ok' ? [] : `${part} ${state}`,
  )
  const isWell = faults.length === 0
  return (
    <Card title={t.service}>
      <Facts
        facts={[
          [
            t.rates,
            <>
              <Badge tone={rates.fresh ? 'good' : 'bad'}>
                {rates.fresh ? t.fresh : rates.as_of ? t.stale : t.noRates}
              </Badge>{' '}
              {rates.as_of && <Time at={rates.as_of} />}
            </>,
          ],
          [t.database, <Badge tone={isWell ? 'good' : 'bad'}>{isWell ? t.well : faults.join(', ')}</Badge>],
          [t.workers, <Workers workers={overview.workers} />],
          [t.processes, formatNumber(processes.length)],
          [t.version, version],
        ]}
      />
    </Card>
  )
}
