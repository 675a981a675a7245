// The sandbox page: test payments and test transfers.
import { NoPage, Page } from '../../ui/frame/page.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api, session } from '../access/session.ts'
import type { Balance } from '../api-types.ts'
import { SampleCard } from '../sample/sample-card.tsx'
import { TestCards } from './test-cards.tsx'
import { TryPayment } from './try-payment.tsx'
import { TryTransfer } from './try-transfer.tsx'

const texts = catalogue({
  fr: {
    title: 'Essayer',
    intro:
      'Tout fonctionne comme en production, sans argent réel\u00a0: les cartes, les banques et les opérateurs sont simulés.',
  },
  en: {
    title: 'Try it out',
    intro: 'Everything works as in production, without real money: cards, banks and operators are simulated.',
  },
})

export function TryPage() {
  const t = texts()
  const wallet = useLoad('wallet', (signal) => api.get<Balance>('wallet', {}, signal))
  if (session.value?.environment !== 'sandbox') return <NoPage start="/portal" />
  return (
    <Page title={t.title} intro={t.intro}>
      <SampleCard />
      <div class="columns">
        <TryPayment />
        <TestCards />
      </div>
      <Await of={wallet}>{(balance) => <TryTransfer balance={balance} reload={wallet.reload} />}</Await>
    </Page>
  )
}
