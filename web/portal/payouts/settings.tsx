// Where and when a merchant is paid out.
import { Page } from '../../ui/frame/page.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../access/session.ts'
import type { PayoutDestination, PayoutSchedule, PayoutTerms } from '../api-types.ts'
import { Destinations } from './destinations/destinations.tsx'
import { Schedules } from './schedule.tsx'
import { PayoutTabs } from './tabs.tsx'
import { pageTexts } from './texts.ts'

async function loadSettings(signal: AbortSignal) {
  const [{ items }, { schedules }, { terms }] = await Promise.all([
    api.get<{ items: PayoutDestination[] }>('payout-destinations', {}, signal),
    api.get<{ schedules: PayoutSchedule[] }>('payout-schedule', {}, signal),
    api.get<PayoutTerms>('payout-terms', {}, signal),
  ])
  return { destinations: items, schedules, paysBanks: terms.some(({ bank }) => bank !== null) }
}

export function PayoutSettingsPage() {
  const loaded = useLoad('payout settings', loadSettings)
  return (
    <Page title={pageTexts().title} intro={pageTexts().intro}>
      <PayoutTabs />
      <Await of={loaded}>
        {({ paysBanks, ...settings }) => (
          <>
            <Destinations destinations={settings.destinations} paysBanks={paysBanks} done={loaded.reload} />
            <Schedules {...settings} done={loaded.reload} />
          </>
        )}
      </Await>
    </Page>
  )
}
