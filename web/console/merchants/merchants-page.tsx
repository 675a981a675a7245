import { Badge } from '../../ui/badge.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { useLoad } from '../../ui/load.ts'
import { Page } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { choices, FilterForm, useFilters } from '../filters.tsx'
import { List } from '../list.tsx'
import { environmentTexts, filterTexts } from '../texts.ts'
import { listMerchants, type Merchant } from './merchant.ts'
import { merchantTexts } from './texts.ts'

export function MerchantsPage() {
  const t = merchantTexts()
  const f = filterTexts()
  const environments = environmentTexts()
  const { values, query, key, hrefOf, apply } = useFilters('search', 'status', 'go_live', 'environment')
  const merchants = useLoad(key, (signal) => listMerchants(query, signal))
  return (
    <Page title={t.title} intro={t.lead}>
      <FilterForm apply={apply}>
        <div class="wide">
          <Field
            name="search"
            label={f.search}
            hint={t.searchHint}
            type="search"
            defaultValue={values.search}
          />
        </div>
        <Select name="status" label={f.status} value={values.status} options={choices(t.statuses)} />
        <Select name="go_live" label={t.goLive} value={values.go_live} options={choices(t.goLiveStates)} />
        <Select
          name="environment"
          label={f.environment}
          value={values.environment}
          options={choices(environments)}
        />
      </FilterForm>
      <List
        of={merchants}
        caption={t.title}
        keyOf={({ merchant_code }) => merchant_code}
        hrefOf={({ merchant_code }) => `/console/merchants/${merchant_code}`}
        pageHref={hrefOf}
        empty={{ title: t.empty, text: t.emptyText }}
        columns={[
          { heading: t.name, cell: ({ name }) => name },
          { heading: t.code, cell: ({ merchant_code }) => merchant_code },
          { heading: t.email, cell: ({ email }) => email },
          { heading: f.environment, cell: ({ environment }) => environments[environment] },
          { heading: f.status, cell: (merchant) => <StatusBadge status={merchant.status} /> },
          {
            heading: t.goLive,
            cell: ({ go_live }) =>
              go_live === 'PENDING' ? (
                <Badge tone="wait">{t.goLiveStates[go_live]}</Badge>
              ) : (
                t.goLiveStates[go_live]
              ),
          },
          { heading: t.created, cell: ({ created_at }) => <Time at={created_at} look="day" /> },
        ]}
      />
    </Page>
  )
}

export function StatusBadge({ status }: { status: Merchant['status'] }) {
  const words = merchantTexts().statuses
  return <Badge tone={status === 'active' ? 'good' : 'bad'}>{words[status]}</Badge>
}
