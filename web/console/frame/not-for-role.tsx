// Shown at the address of a page that the role of the admin does not have.
import { Page } from '../../ui/frame/page.tsx'
import { catalogue } from '../../ui/language/language.ts'

const texts = catalogue({
  fr: {
    title: 'Page réservée',
    text: 'Votre rôle ne donne pas accès à cette page. Adressez-vous à un propriétaire si vous en avez besoin.',
  },
  en: {
    title: 'Not for your role',
    text: 'Your role doesn’t include this page. Ask an owner if you need it.',
  },
})

export function NotForRole() {
  const t = texts()
  return (
    <Page title={t.title} intro={t.text}>
      {null}
    </Page>
  )
}
