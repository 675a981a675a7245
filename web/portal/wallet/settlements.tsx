import { formatMoney } from '../../ui/display/amount.tsx'
import { PagedList } from '../../ui/display/pager.tsx'
import { Table } from '../../ui/display/table.tsx'
import { formatTime, Time } from '../../ui/display/time.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { catalogue, formatNumber, plural } from '../../ui/language/language.ts'
import { Await } from '../../ui/service/await.tsx'
import type { Settlement } from '../api-types.ts'
import { useList } from '../list.ts'

const texts = catalogue({
  fr: {
    title: 'Règlements',
    intro: 'Un relevé de vos transferts et de vos frais pour chaque jour (UTC), une fois la journée close.',
    day: 'Jour',
    count: 'Transferts',
    gross: 'Débité',
    fees: 'Frais',
    net: 'Versé aux bénéficiaires',
    id: 'Numéro',
    closed: 'Clos',
    none: 'Aucun règlement pour l’instant',
    noneHint: 'Le premier apparaîtra le lendemain de votre premier transfert reçu.',
    total: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'règlement', other: 'règlements' })}`,
  },
  en: {
    title: 'Settlements',
    intro: 'A statement of your transfers and fees for each day (UTC), once the day is closed.',
    day: 'Day',
    count: 'Transfers',
    gross: 'Debited',
    fees: 'Fees',
    net: 'Paid to beneficiaries',
    id: 'Number',
    closed: 'Closed',
    none: 'No settlements yet',
    noneHint: 'The first one appears the day after your first delivered transfer.',
    total: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'settlement', other: 'settlements' })}`,
  },
})

export function SettlementsPage() {
  const t = texts()
  const list = useList<Settlement>('settlements')
  return (
    <Page title={t.title} intro={t.intro}>
      <Await of={list.loaded}>
        {({ items, pagination }) => (
          <PagedList pagination={pagination} hrefOf={list.hrefOf} count={t.total(pagination.total)}>
            <Table
              caption={t.title}
              rows={items}
              keyOf={({ settlement_id }) => settlement_id}
              empty={
                <EmptyState title={t.none}>
                  <p>{t.noneHint}</p>
                </EmptyState>
              }
              columns={[
                { heading: t.day, cell: ({ period_start }) => formatTime(period_start.slice(0, 10), 'day') },
                { heading: t.count, numeric: true, cell: ({ count }) => formatNumber(count) },
                {
                  heading: t.gross,
                  numeric: true,
                  cell: (row) => formatMoney(row.gross_amount, row.currency),
                },
                { heading: t.fees, numeric: true, cell: (row) => formatMoney(row.fee_amount, row.currency) },
                { heading: t.net, numeric: true, cell: (row) => formatMoney(row.net_amount, row.currency) },
                { heading: t.id, cell: ({ settlement_id }) => <span class="code">{settlement_id}</span> },
                {
                  heading: t.closed,
                  cell: ({ closed_at }) => closed_at && <Time at={closed_at} look="list" />,
                },
              ]}
            />
          </PagedList>
        )}
      </Await>
    </Page>
  )
}
