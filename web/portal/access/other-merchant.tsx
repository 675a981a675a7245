// The notice shown when a reload has switched a tab to another merchant's account.
import { Button } from '../../ui/forms/button.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { catalogue } from '../../ui/language/language.ts'
import type { Me } from '../api-types.ts'
import { formerMerchant, session } from './session.ts'

const texts = catalogue({
  fr: {
    title: (now: string) => `Vous êtes maintenant connecté au compte ${now}`,
    text: (former: string) =>
      `Cet onglet était connecté au compte ${former}. Une connexion à un autre compte a eu lieu depuis dans ce navigateur.`,
    mode: (isTest: boolean) => `Vous êtes maintenant en mode ${isTest ? 'test' : 'production'}`,
    modeText: 'Le mode a été changé dans un autre onglet de ce navigateur.',
    seen: 'Compris',
  },
  en: {
    title: (now: string) => `You’re now signed in to account ${now}`,
    text: (former: string) =>
      `This tab was signed in to account ${former}. Another account has since been signed in to in this browser.`,
    mode: (isTest: boolean) => `You’re now in ${isTest ? 'test' : 'live'} mode`,
    modeText: 'The mode was changed in another tab of this browser.',
    seen: 'Got it',
  },
})

/** @param props.me of the merchant shown now, once it is known */
export function OtherMerchant({ me }: { me: Me | undefined }) {
  const t = texts()
  const former = formerMerchant.value
  if (former === undefined) return null
  const { merchantCode = '', environment } = session.value ?? {}
  const isSameMerchant = [me?.test_profile, me?.live_profile].some((each) => each?.merchant_code === former)
  return (
    <div class="page">
      <Notice title={isSameMerchant ? t.mode(environment === 'sandbox') : t.title(merchantCode)}>
        <p>{isSameMerchant ? t.modeText : t.text(former)}</p>
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
