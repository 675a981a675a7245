// The closed days of all merchants, one line each under its day.
import type * as schemas from '../../api/schemas.generated.ts'
import { Code, Facts } from '../../ui/display/facts.tsx'
import type { Paged } from '../../ui/display/pager.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Page } from '../../ui/frame/page.tsx'
import type { Fold } from '../../ui/rows/folds.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../frame/session.ts'
import { MerchantLink } from '../names/merchant.tsx'
import { FilterForm, useFilters } from '../parts/filters.tsx'
import { DayList } from '../parts/list.tsx'
import { Money } from '../parts/money.tsx'
import { shopTime } from '../parts/shop-time.ts'
import { filterTexts } from '../texts.ts'
import { settlementTexts } from './texts.ts'

type Settlement = schemas.AdminSettlement

export function SettlementsPage() {
  const t = settlementTexts()
  const by = useFilters('merchant_code', 'from', 'to')
  const settlements = useLoad(by.key, (signal) =>
    api.get<Paged<Settlement>>('/settlements', by.query, signal),
  )
  return (
    <Page title={t.title} intro={t.lead}>
      <FilterForm hasDays by={by} search={{ name: 'merchant_code', label: filterTexts().merchantCode }} />
      <DayList
        of={settlements}
        by={by}
        caption={t.title}
        rowOf={rowOf}
        empty={{ title: t.empty, text: t.emptyText }}
      />
    </Page>
  )
}

function rowOf(row: Settlement): Fold {
  const t = settlementTexts()
  const { settlement_id, merchant_code, merchant_name, period_start, count, currency, closed_at } = row
  const day = period_start.slice(0, 10)
  const money = (amount: number) => <Money amount={amount} currency={currency} />
  return {
    key: settlement_id,
    // Noon, which is on the same day in the zone of every reader.
    at: `${day}T12:00:00Z`,
    name: merchant_name ?? merchant_code,
    note: t.transfers(count),
    end: money(row.gross_amount),
    body: (
      <Facts
        facts={[
          [t.merchant, <MerchantLink key="merchant" code={merchant_code} name={merchant_name} />],
          [t.day, <Time key="day" at={day} look="day" />],
          [t.gross, money(row.gross_amount)],
          [t.fee, money(row.fee_amount)],
          [t.net, money(row.net_amount)],
          [t.settlement, <Code key="id">{settlement_id}</Code>, settlement_id],
          [t.closed, closed_at && <Time key="closed" at={closed_at} />],
          ...shopTime(closed_at, row.time_zone),
        ]}
      />
    ),
  }
}
