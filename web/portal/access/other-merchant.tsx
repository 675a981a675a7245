import { Button } from '../../ui/forms/button.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { formerMerchant, session } from './session.ts'

const texts = catalogue({
  fr: {
    title: (now: string) => `Ceci est maintenant le compte ${now}`,
    text: (former: string) =>
      `Cet onglet était connecté à ${former}. On s’est connecté entre-temps à un autre compte dans ce navigateur.`,
    seen: 'Compris',
  },
  en: {
    title: (now: string) => `This is now the account ${now}`,
    text: (former: string) =>
      `This tab was signed in to ${former}. Somebody has signed in to another account in this browser since.`,
    seen: 'Understood',
  },
})

/** Said where a reload has brought another merchant's pages into a tab. */
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
