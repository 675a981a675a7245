// Screening alerts: people who were screened before and now resemble a list entry, reviewed one at a time.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type * as schemas from '../../api/schemas.generated.ts'
import { Card, Facts } from '../../ui/display/facts.tsx'
import type { Paged } from '../../ui/display/pager.tsx'
import { Time } from '../../ui/display/time.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { Await } from '../../ui/service/await.tsx'
import { queryText } from '../../ui/service/client.ts'
import { useLoad } from '../../ui/service/load.ts'
import { ActButton } from '../frame/act-button.tsx'
import { api } from '../frame/session.ts'
import { recordDecision } from '../overview/queues.ts'
import { Decision } from '../parts/decision.tsx'
import { EnvironmentTabs, Tabs, useEnvironment } from '../parts/filters.tsx'
import { Since } from '../parts/since.tsx'
import { itemAfter, ReviewQueue } from '../queue/review-queue.tsx'
import { listName } from './list-names.ts'
import { MatchTable } from './match-table.tsx'
import { alertTexts } from './texts.ts'

type Alert = schemas.ScreeningAlert

const base = '/console/alerts'
const maxShown = 100
const idOf = ({ id }: Alert) => id

export function AlertsPage({ id }: { id?: string }) {
  const t = alertTexts()
  const { query, route } = useLocation()
  const environment = useEnvironment()
  const state = query.state === 'closed' ? 'closed' : 'open'
  const alerts = useAlerts({ state, environment, limit: maxShown })
  const [closing, setClosing] = useState<Alert>()
  const search = queryText({ state: query.state, environment: query.environment })
  const items = alerts.data?.items ?? []
  const close = async (alert: Alert, reason: string) => {
    await api.post(`/remittance/screening/alerts/${alert.id}/close`, { reason })
    const next = itemAfter(items, idOf, alert.id)
    route(`${next && id !== undefined ? `${base}/${next}` : base}${search}`, true)
    alerts.reload()
    recordDecision()
  }
  return (
    <Page title={t.title} intro={t.lead}>
      <div class="tab-row">
        <Tabs name="state" label={t.states} value={state} options={{ open: t.open, closed: t.closed }} />
        <EnvironmentTabs value={environment} />
      </div>
      <Await of={alerts}>
        {() =>
          items.length === 0 ? (
            <EmptyState title={state === 'open' ? t.empty : t.emptyClosed}>
              <p>{t.emptyText}</p>
            </EmptyState>
          ) : (
            <ReviewQueue
              label={t.title}
              items={items}
              idOf={idOf}
              base={base}
              search={search}
              open={id}
              line={(alert) => <QueueLine alert={alert} />}
              nameOf={({ name }) => name}
              notFound={<EmptyState title={t.notFound} />}
            >
              {(alert) => <AlertReview alert={alert} close={() => setClosing(alert)} />}
            </ReviewQueue>
          )
        }
      </Await>
      {closing && (
        <Decision
          title={t.closeTitle}
          explanation={t.closeText}
          action={t.closeAlert}
          decide={({ reason = '' }) => close(closing, reason)}
          done={t.done}
          close={() => setClosing(undefined)}
        />
      )}
    </Page>
  )
}

const useAlerts = (narrowed: { state: string; environment: string | undefined; limit: number }) =>
  useLoad(JSON.stringify(narrowed), (signal) =>
    api.get<Paged<Alert>>('/remittance/screening/alerts', narrowed, signal),
  )

function QueueLine({ alert }: { alert: Alert }) {
  const t = alertTexts()
  return (
    <>
      <strong>{alert.name}</strong>
      <span>{alert.match.entry_name}</span>
      <small>
        {listName(alert.match.list)} · <Since at={alert.opened_at} text={t.since} />
      </small>
    </>
  )
}

function AlertReview({ alert, close }: { alert: Alert; close: () => void }) {
  const t = alertTexts()
  const { name, birth_date, countries, closed_by } = alert
  return (
    <article class="stack">
      <header class="decide">
        <div>
          <h2>{name}</h2>
          <p>{t.role[alert.role]}</p>
        </div>
        {closed_by === null && (
          <div class="actions">
            <ActButton right="compliance" appearance="main" onClick={close}>
              {t.close}…
            </ActButton>
          </div>
        )}
      </header>
      <Card>
        <MatchTable person={{ name, birth_date, countries, document: null }} match={alert.match} />
      </Card>
      <Card>
        <Facts
          facts={[
            [t.opened, <Time at={alert.opened_at} look="exact" />],
            [t.listVersion, alert.list_version],
            [t.subjects, transfersText(alert)],
            ...(closed_by !== null && alert.closed_at
              ? ([
                  [t.closedBy, closed_by],
                  [t.closedAt, <Time at={alert.closed_at} look="exact" />],
                  [t.closeReason, alert.close_reason],
                ] as const)
              : []),
          ]}
        />
      </Card>
    </article>
  )
}

/** The most transfers that the service names for an alert. */
const maxNamed = 20

function transfersText({ subjects }: Alert): string {
  const t = alertTexts()
  return subjects.length < maxNamed ? t.transfers(subjects.length) : t.latestTransfers(maxNamed)
}
