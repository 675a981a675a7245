import { formatChange, formatMoney } from '../../ui/display/amount.tsx'
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
    title: 'Clôtures quotidiennes',
    intro:
      'Vos transferts et vos frais de chaque journée, une fois la journée close. Une journée va de minuit à minuit UTC.',
    transfers: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'transfert', other: 'transferts' })}`,
    takenBack: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'transfert repris', other: 'transferts, dont des transferts repris' })}`,
    period: 'Journée (UTC)',
    debited: 'Débité',
    credited: 'Recrédité',
    fees: 'dont frais',
    paid: 'Versé aux bénéficiaires',
    reversed: 'Repris aux bénéficiaires',
    id: 'Numéro',
    closed: 'Close le',
    none: 'Aucune clôture pour l’instant',
    noneHint: 'La première apparaîtra le lendemain de votre premier transfert arrivé.',
    total: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'clôture', other: 'clôtures' })}`,
  },
  en: {
    title: 'Daily settlements',
    intro:
      'Your transfers and fees of each day, once the day is closed. A day runs from midnight to midnight UTC.',
    transfers: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'transfer', other: 'transfers' })}`,
    takenBack: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'transfer reversed', other: 'transfers, some of them reversed' })}`,
    period: 'Day (UTC)',
    debited: 'Debited',
    credited: 'Credited back',
    fees: 'of which fees',
    paid: 'Paid to beneficiaries',
    reversed: 'Taken back from beneficiaries',
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

/** What was debited is negative here as in the wallet; a day on which more was reversed than sent has a plus. */
function rowOf(row: Settlement): Fold {
  const t = texts()
  const { settlement_id, period_start, count, currency, gross_amount, fee_amount, net_amount, closed_at } =
    row
  const day = formatTime(period_start.slice(0, 10), 'day')
  // Amounts of transfers are positive, so without a debit some were reversed.
  const isDebit = gross_amount > 0
  const change = gross_amount === 0 ? formatMoney(0, currency) : formatChange(-gross_amount, currency)
  return {
    key: settlement_id,
    name: day,
    note: isDebit ? t.transfers(count) : t.takenBack(count),
    end: change,
    body: (
      <Facts
        facts={[
          [t.period, day],
          [isDebit ? t.debited : t.credited, change],
          ...(fee_amount === 0 ? [] : [[t.fees, formatMoney(-fee_amount, currency)] as const]),
          [net_amount < 0 ? t.reversed : t.paid, formatMoney(Math.abs(net_amount), currency)],
          [t.id, <Code key="id">{settlement_id}</Code>, settlement_id],
          [t.closed, closed_at && <Time key="closed" at={closed_at} />],
        ]}
      />
    ),
  }
}
