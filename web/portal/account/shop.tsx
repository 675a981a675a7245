// What a shop shows to its customers, and how it sells: logo, colour, contact, ways to pay, time zone.
import { Page } from '../../ui/frame/page.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../access/session.ts'
import type { Me } from '../api-types.ts'
import { BrandCard } from './brand/brand-card.tsx'
import { MethodsCard } from './methods-card.tsx'
import { PreferencesCard } from './preferences-card.tsx'

const texts = catalogue({
  fr: {
    title: 'Ma boutique',
    intro:
      'Ce que vos clients voient en payant\u00a0: votre logo, votre couleur et le moyen de vous joindre.',
  },
  en: {
    title: 'My shop',
    intro: 'What your customers see when they pay: your logo, your colour, and how to reach you.',
  },
})

export function ShopPage() {
  const t = texts()
  const me = useLoad('me', (signal) => api.get<Me>('me', {}, signal))
  return (
    <Page title={t.title} intro={t.intro}>
      <Await of={me}>{({ name }) => <BrandCard name={name} />}</Await>
      <MethodsCard />
      <PreferencesCard />
    </Page>
  )
}
