import type * as schemas from '../../api/schemas.generated.ts'
import { DayFields } from '../../ui/display/days.tsx'
import type { Paged } from '../../ui/display/pager.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { formatNumber } from '../../ui/language/language.ts'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../frame/session.ts'
import { MerchantLink } from '../names/merchant.tsx'
import { FilterForm, useFilters } from '../parts/filters.tsx'
import { List } from '../parts/list.tsx'
import { Money } from '../parts/money.tsx'
import { filterTexts } from '../texts.ts'
import { settlementTexts } from './texts.ts'

type Settlement = schemas.AdminSettlement

export function SettlementsPage() {
  const t = settlementTexts()
  const f = filterTexts()
  const by = useFilters('merchant_code', 'from', 'to')
  const settlements = useLoad(by.key, (signal) =>
    api.get<Paged<Settlement>>('/settlements', by.query, signal),
  )
  const money = (heading: string, amountOf: (row: Settlement) => number) => ({
    heading,
    numeric: true,
    cell: (row: Settlement) => <Money amount={amountOf(row)} currency={row.currency} />,
  })
  return (
    <Page title={t.title} intro={t.lead}>
      <FilterForm by={by} search={{ name: 'merchant_code', label: f.merchantCode }}>
        <DayFields isUtc from={by.values.from} to={by.values.to} />
      </FilterForm>
      <List
        of={settlements}
        caption={t.title}
        keyOf={({ settlement_id }) => settlement_id}
        pageHref={by.hrefOf}
        empty={{ title: t.empty, text: t.emptyText }}
        columns={[
          { heading: t.settlement, cell: ({ settlement_id }) => <span class="nowrap">{settlement_id}</span> },
          {
            heading: t.day,
            onCard: 'right',
            cell: ({ period_start }) => <Time at={period_start.slice(0, 10)} look="day" />,
          },
          {
            heading: t.merchant,
            onCard: 'left',
            cell: ({ merchant_code, merchant_name }) => (
              <MerchantLink code={merchant_code} name={merchant_name} />
            ),
          },
          { heading: t.count, numeric: true, cell: ({ count }) => formatNumber(count) },
          money(t.gross, ({ gross_amount }) => gross_amount),
          money(t.fee, ({ fee_amount }) => fee_amount),
          { ...money(t.net, ({ net_amount }) => net_amount), onCard: 'corner' },
        ]}
      />
    </Page>
  )
}
