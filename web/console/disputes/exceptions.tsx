// What the gateway reported against our books: each stays until an admin closes it with a reason.
import { useState } from 'preact/hooks'
import type * as schemas from '../../api/schemas.generated.ts'
import { Card } from '../../ui/display/facts.tsx'
import { type Column, Table } from '../../ui/display/table.tsx'
import { Time } from '../../ui/display/time.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { ActButton } from '../frame/act-button.tsx'
import { api } from '../frame/session.ts'
import { recordDecision } from '../overview/queues.ts'
import { Decision } from '../parts/decision.tsx'
import { exceptionDetail } from './exception-detail.ts'
import { disputeTexts } from './texts.ts'

type Exception = schemas.DisputeException

/** Nothing where no exception is open. */
export function DisputeExceptions() {
  const t = disputeTexts()
  const loaded = useLoad('dispute exceptions', (signal) =>
    api.get<{ items: Exception[] }>('/disputes/exceptions', {}, signal),
  )
  const [closing, setClosing] = useState<Exception>()
  const items = loaded.data?.items ?? []
  if (items.length === 0) return null
  return (
    <Card title={t.exceptions}>
      <p class="soft">{t.exceptionsText}</p>
      <Table caption={t.exceptions} rows={items} keyOf={({ id }) => id} columns={columns(setClosing)} />
      {closing && (
        <Decision
          title={t.closeTitle}
          explanation={t.closeText}
          action={t.closeAction}
          decide={async ({ reason }) => {
            await api.post(`/disputes/exceptions/${closing.id}/close`, { reason })
            loaded.reload()
            recordDecision()
          }}
          done={t.done}
          close={() => setClosing(undefined)}
        />
      )}
    </Card>
  )
}

function columns(close: (exception: Exception) => void): Column<Exception>[] {
  const t = disputeTexts()
  return [
    { heading: t.kind, cell: ({ kind }) => t.kinds[kind] },
    {
      heading: t.detail,
      cell: ({ kind, detail }) => exceptionDetail(kind, detail) ?? <span lang="en">{detail}</span>,
      onCard: 'below',
    },
    {
      heading: t.caseNumber,
      cell: ({ case_number, dispute_id: id }) =>
        id ? <a href={`/console/disputes/${id}`}>{case_number}</a> : case_number,
    },
    { heading: t.opened, cell: ({ opened_at }) => <Time at={opened_at} look="list" /> },
    {
      heading: t.actions,
      onCard: 'foot',
      cell: (exception) => (
        <ActButton right="disputes" small data-item onClick={() => close(exception)}>
          {t.close}…
        </ActButton>
      ),
    },
  ]
}
