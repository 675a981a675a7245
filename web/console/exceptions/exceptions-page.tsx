// Exceptions: contradictions about transfers and wallets that an admin has to close.
import { useState } from 'preact/hooks'
import type * as schemas from '../../api/schemas.generated.ts'
import { eventDetail } from '../../ui/display/event-detail.ts'
import type { Paged } from '../../ui/display/pager.tsx'
import type { Column } from '../../ui/display/table.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { ActButton } from '../frame/act-button.tsx'
import { api } from '../frame/session.ts'
import { MerchantLink } from '../names/merchant.tsx'
import { recordDecision } from '../overview/queues.ts'
import { Decision } from '../parts/decision.tsx'
import { Tabs, useFilters } from '../parts/filters.tsx'
import { List } from '../parts/list.tsx'
import { exceptionTexts } from './texts.ts'

type TransferException = schemas.TransferException

export function ExceptionsPage() {
  const t = exceptionTexts()
  const { values, query, key, hrefOf } = useFilters('state')
  const state = values.state === 'closed' ? 'closed' : 'open'
  const exceptions = useLoad(key, (signal) =>
    api.get<Paged<TransferException>>('/remittance/exceptions', { ...query, state }, signal),
  )
  const [closing, setClosing] = useState<TransferException>()
  return (
    <Page title={t.title} intro={t.lead}>
      <Tabs name="state" label={t.states} value={state} options={{ open: t.open, closed: t.closed }} />
      <List
        of={exceptions}
        caption={t.title}
        keyOf={({ id }) => id}
        columns={state === 'open' ? openColumns(setClosing) : closedColumns()}
        pageHref={hrefOf}
        empty={state === 'open' ? { title: t.empty, text: t.emptyText } : { title: t.emptyClosed }}
      />
      {closing && (
        <Decision
          title={t.closeTitle}
          explanation={t.closeText}
          action={t.closeException}
          decide={async ({ reason }) => {
            await api.post(`/remittance/exceptions/${closing.id}/close`, { reason })
            exceptions.reload()
            recordDecision()
          }}
          done={t.done}
          close={() => setClosing(undefined)}
        />
      )}
    </Page>
  )
}

function columns(): Column<TransferException>[] {
  const t = exceptionTexts()
  return [
    { heading: t.kind, cell: ({ kind }) => t.kinds[kind as keyof typeof t.kinds] ?? kind },
    { heading: t.detail, cell: ({ detail }) => eventDetail(detail) },
    {
      heading: t.transfer,
      cell: ({ transaction_id: transfer, transaction_uuid: payment }) =>
        (transfer && <a href={`/console/transfers/${transfer}`}>{transfer}</a>) ||
        (payment && <a href={`/console/payments/${payment}`}>{payment}</a>),
    },
    {
      heading: t.merchant,
      cell: ({ merchant_code, merchant_name }) =>
        merchant_code && <MerchantLink code={merchant_code} name={merchant_name} />,
    },
    { heading: t.opened, cell: ({ opened_at }) => <Time at={opened_at} look="list" /> },
  ]
}

function openColumns(close: (exception: TransferException) => void): Column<TransferException>[] {
  const t = exceptionTexts()
  return [
    ...columns(),
    {
      heading: t.actions,
      onCard: 'foot',
      cell: (exception) => (
        <ActButton right="operations" small data-item onClick={() => close(exception)}>
          {t.close}…
        </ActButton>
      ),
    },
  ]
}

function closedColumns(): Column<TransferException>[] {
  const t = exceptionTexts()
  return [
    ...columns(),
    {
      heading: t.closedBy,
      cell: ({ closed_by, closed_at }) => (
        <>
          {closed_by} {closed_at && <Time at={closed_at} />}
        </>
      ),
    },
    { heading: t.reasonGiven, cell: ({ close_reason }) => close_reason },
  ]
}
