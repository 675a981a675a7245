// The keys of a new account, shown once, on the page of the keys.
import { useLocation } from 'preact-iso'
import { Card } from '../../ui/display/facts.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { newAccount, session } from '../access/session.ts'
import { Secrets } from './secrets.tsx'

const texts = catalogue({
  fr: {
    title: 'Vos clés',
    onceTitle: 'Affichées une seule fois',
    once: 'Copiez-les maintenant dans la configuration de votre serveur. Vous pourrez en créer de nouvelles à tout moment\u202f; les anciennes cesseront alors de fonctionner.',
    stored: 'J’ai enregistré mes clés, continuer',
  },
  en: {
    title: 'Your keys',
    onceTitle: 'Shown only once',
    once: 'Copy them into your server’s configuration now. You can create new keys at any time; the old ones then stop working.',
    stored: 'I’ve stored my keys, continue',
  },
})

export function NewKeys() {
  const t = texts()
  const { route } = useLocation()
  const account = newAccount.value
  if (account === undefined || account.merchant_code !== session.value?.merchantCode) return null
  const done = () => {
    newAccount.value = undefined
    route('/portal')
  }
  return (
    <>
      <Notice title={t.onceTitle}>{t.once}</Notice>
      <Card title={t.title}>
        <Secrets values={{ ...account }} />
        <Button appearance="main" onClick={done}>
          {t.stored}
        </Button>
      </Card>
    </>
  )
}
