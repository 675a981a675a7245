import { Badge } from '../../ui/display/badge.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Select } from '../../ui/forms/field.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { laterPages } from '../../ui/service/later-pages.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { may } from '../frame/rights.ts'
import { choices, EnvironmentSelect, FilterForm, useFilters } from '../parts/filters.tsx'
import { List } from '../parts/list.tsx'
import { environmentTexts, filterTexts } from '../texts.ts'
import { listMerchants, type Merchant } from './merchant.ts'
import { merchantTexts } from './texts.ts'

// Its texts are those of the review, which few admins open.
const ExpiringPapers = laterPages(() => import('../business/expiring.tsx')).part(
  (pages) => pages.ExpiringPapers,
)

export function MerchantsPage() {
  const t = merchantTexts()
  const f = filterTexts()
  const environments = environmentTexts()
  const by = useFilters('search', 'status', 'go_live', 'environment')
  const merchants = useLoad(by.key, (signal) => listMerchants(by.query, signal))
  return (
    <Page title={t.title} intro={t.lead}>
      {may('read_compliance') && <ExpiringPapers />}
      <FilterForm by={by} search={{ name: 'search', label: f.search, hint: t.searchHint }}>
        <Select name="status" label={f.status} value={by.values.status} options={choices(t.statuses)} />
        <Select name="go_live" label={t.goLive} value={by.values.go_live} options={choices(t.goLiveStates)} />
        <EnvironmentSelect value={by.values.environment} />
      </FilterForm>
      <List
        of={merchants}
        caption={t.title}
        keyOf={({ merchant_code }) => merchant_code}
        hrefOf={({ merchant_code }) => `/console/merchants/${merchant_code}`}
        pageHref={by.hrefOf}
        empty={{ title: t.empty, text: t.emptyText }}
        columns={[
          {
            heading: t.name,
            cell: ({ name, merchant_code, live_profile }) => (
              <>
                {name} {live_profile && <Badge>{t.testProfile}</Badge>}{' '}
                <span class="under nowrap">{merchant_code}</span>
              </>
            ),
          },
          { heading: t.email, onCard: 'hidden', cell: ({ email }) => <span class="address">{email}</span> },
          { heading: f.environment, onCard: 'right', cell: ({ environment }) => environments[environment] },
          {
            heading: f.status,
            onCard: 'corner',
            cell: (merchant) => <StatusBadge status={merchant.status} />,
          },
          {
            heading: t.goLive,
            onCard: 'left',
            cell: ({ go_live }) =>
              go_live === 'PENDING' ? (
                <Badge tone="wait">{t.goLiveStates[go_live]}</Badge>
              ) : (
                go_live !== 'NONE' && <span class="nowrap">{t.goLiveStates[go_live]}</span>
              ),
          },
          {
            heading: t.created,
            onCard: 'hidden',
            cell: ({ created_at }) => <Time at={created_at} look="day" />,
          },
        ]}
      />
    </Page>
  )
}

export function StatusBadge({ status }: { status: Merchant['status'] }) {
  const label = merchantTexts().statuses
  return <Badge tone={status === 'active' ? 'good' : 'bad'}>{label[status]}</Badge>
}
