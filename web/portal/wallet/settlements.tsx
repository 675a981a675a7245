import { formatMoney } from '../../ui/display/amount.tsx'
import { Code, Facts } from '../../ui/display/facts.tsx'
import { PagedList } from '../../ui/display/pager.tsx'
import { formatTime, Time } from '../../ui/display/time.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { catalogue, formatNumber, plural } from '../../ui/language/language.ts'
import { type Fold, Folds } from '../../ui/rows/folds.tsx'
import { Await } from '../../ui/service/await.tsx'
import type { Settlement } from '../api-types.ts'
import { useList } from '../list.ts'

const texts = catalogue({
  fr: {
    title: 'Règlements',
    intro: 'Un relevé de vos transferts et de vos frais pour chaque jour, une fois la journée close.',
    transfers: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'transfert', other: 'transferts' })}`,
    period: 'Période',
    gross: 'Débité',
    fees: 'Frais',
    net: 'Versé aux bénéficiaires',
    id: 'Numéro',
    closed: 'Clos le',
    none: 'Aucun règlement pour l’instant',
    noneHint: 'Le premier apparaîtra le lendemain de votre premier transfert reçu.',
    total: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'règlement', other: 'règlements' })}`,
  },
  en: {
    title: 'Settlements',
    intro: 'A statement of your transfers and fees for each day, once the day is closed.',
    transfers: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'transfer', other: 'transfers' })}`,
    period: 'Period',
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
            <div class="lines-around">
              <Folds
                label={t.title}
                rows={items.map(rowOf)}
                empty={
                  <EmptyState title={t.none}>
                    <p>{t.noneHint}</p>
                  </EmptyState>
                }
              />
            </div>
          </PagedList>
        )}
      </Await>
    </Page>
  )
}

function rowOf(row: Settlement): Fold {
  const t = texts()
  const { settlement_id, period_start, period_end, count, currency, closed_at } = row
  return {
    key: settlement_id,
    name: formatTime(period_start.slice(0, 10), 'day'),
    note: t.transfers(count),
    end: formatMoney(row.gross_amount, currency),
    body: (
      <Facts
        facts={[
          [
            t.period,
            <span key="period">
              <Time at={period_start} look="list" /> – <Time at={period_end} look="list" />
            </span>,
          ],
          [t.gross, formatMoney(row.gross_amount, currency)],
          [t.fees, formatMoney(row.fee_amount, currency)],
          [t.net, formatMoney(row.net_amount, currency)],
          [t.id, <Code key="id">{settlement_id}</Code>, settlement_id],
          [t.closed, closed_at && <Time key="closed" at={closed_at} />],
        ]}
      />
    ),
  }
}
