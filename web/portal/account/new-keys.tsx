// The keys of a new account, shown once, on the page of the keys.
import { useLocation } from 'preact-iso'
import { Button, CopyButton } from '../../ui/forms/button.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { type NewAccount, newAccount, session } from '../access/session.ts'
import { Secrets } from './secrets.tsx'

const texts = catalogue({
  fr: {
    title: 'Vos clés',
    onceTitle: 'Affichées une seule fois',
    once: 'Copiez-les maintenant dans la configuration de votre serveur. Vous pourrez en créer de nouvelles à tout moment\u202f; les anciennes cesseront alors de fonctionner.',
    copyAll: 'Tout copier (.env)',
    stored: 'J’ai enregistré mes clés, continuer',
  },
  en: {
    title: 'Your keys',
    onceTitle: 'Shown only once',
    once: 'Copy them into your server’s configuration now. You can create new keys at any time; the old ones then stop working.',
    copyAll: 'Copy all (.env)',
    stored: 'I’ve stored my keys, continue',
  },
})

/** Whether this tab holds the keys of the account that is signed in, not yet stored by the merchant. */
export const hasNewKeys = () =>
  newAccount.value !== undefined && newAccount.value.merchant_code === session.value?.merchantCode

/** The keys as a server's configuration, under the names that the guides use. */
export const envOf = (account: NewAccount): string =>
  [
    `LIKUTA_MERCHANT_CODE=${account.merchant_code}`,
    `LIKUTA_MERCHANT_SECRET=${account.merchant_secret}`,
    `LIKUTA_API_KEY=${account.api_key}`,
    `LIKUTA_API_SECRET=${account.api_secret}`,
    `LIKUTA_CALLBACK_SECRET=${account.callback_secret}`,
    '',
  ].join('\n')

/** The one thing to do after signing up; the rest of the page comes after it. */
export function NewKeys() {
  const t = texts()
  const { route } = useLocation()
  const account = newAccount.value
  if (account === undefined) return null
  const done = () => {
    newAccount.value = undefined
    route('/portal')
  }
  return (
    <Page title={t.title} narrow>
      <Notice title={t.onceTitle}>{t.once}</Notice>
      <div class="card">
        <Secrets values={{ ...account }} />
        <div class="actions stacked">
          <CopyButton text={envOf(account)} what={t.title} appearance="plain">
            {t.copyAll}
          </CopyButton>
          <Button appearance="main" onClick={done}>
            {t.stored}
          </Button>
        </div>
      </div>
    </Page>
  )
}
