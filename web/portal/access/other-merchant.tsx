// The notice shown when a reload has switched a tab to another merchant's account.
import { Button } from '../../ui/forms/button.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { formerMerchant, session } from './session.ts'

const texts = catalogue({
  fr: {
    title: (now: string) => `Vous êtes maintenant connecté au compte ${now}`,
    text: (former: string) =>
      `Cet onglet était connecté au compte ${former}. Une connexion à un autre compte a eu lieu depuis dans ce navigateur.`,
    seen: 'Compris',
  },
  en: {
    title: (now: string) => `You’re now signed in to account ${now}`,
    text: (former: string) =>
      `This tab was signed in to account ${former}. Another account has since been signed in to in this browser.`,
    seen: 'Got it',
  },
})

export function OtherMerchant() {
  const t = texts()
  const former = formerMerchant.value
  if (former === undefined) return null
  return (
    <div class="page">
      <Notice title={t.title(session.value?.merchantCode ?? '')}>
        <p>{t.text(former)}</p>
        <Button
          small
          onClick={() => {
            formerMerchant.value = undefined
          }}
        >
          {t.seen}
        </Button>
      </Notice>
    </div>
  )
}
