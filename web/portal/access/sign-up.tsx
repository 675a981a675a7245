import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Card } from '../../ui/display/facts.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Field, PasswordField } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { refusalText } from '../../ui/language/refusal.ts'
import { RequestError } from '../../ui/service/client.ts'
import { Secrets } from '../account/secrets.tsx'
import { passwordRefusal } from './password-refusal.ts'
import { type NewAccount, signIn, signUp } from './session.ts'
import { knownSignInRefusals } from './sign-in.tsx'

const texts = catalogue({
  fr: {
    title: 'Créer un compte de test',
    intro: 'Gratuit et immédiat : des cartes et des numéros d’essai, pas d’argent réel.',
    name: 'Nom de votre boutique',
    nameHint: 'Vos clients le voient sur la page de paiement.',
    email: 'E-mail',
    password: 'Mot de passe',
    passwordHint: 'Au moins 12 caractères. Une suite de mots convient.',
    show: 'Afficher',
    hide: 'Masquer',
    submit: 'Créer le compte',
    taken: 'Aucun compte ne peut être créé avec cet e-mail.',
    closed: 'Les inscriptions sont fermées ici. Écrivez à notre équipe.',
    have: 'Déjà un compte ?',
    signIn: 'Se connecter',
    keysTitle: 'Vos clés',
    onceTitle: 'Montrées cette seule fois',
    once: 'Copiez-les maintenant dans la configuration de votre serveur. Vous pourrez en créer de nouvelles à tout moment ; les anciennes cesseront alors de fonctionner.',
    stored: 'C’est noté, continuer',
  },
  en: {
    title: 'Make a test account',
    intro: 'Free and at once: cards and numbers to try, no real money.',
    name: 'Name of your shop',
    nameHint: 'Your customers see it on the payment page.',
    email: 'Email',
    password: 'Password',
    passwordHint: 'At least 12 characters. A few words do well.',
    show: 'Show',
    hide: 'Hide',
    submit: 'Make the account',
    taken: 'No account can be created with this email.',
    closed: 'Sign-up is closed here. Write to our team.',
    have: 'Have an account?',
    signIn: 'Sign in',
    keysTitle: 'Your keys',
    onceTitle: 'Shown this once',
    once: 'Copy them into the settings of your server now. You can make new ones at any time; the old ones then stop working.',
    stored: 'I have stored them, go on',
  },
})

export function SignUp() {
  const t = texts()
  const { route } = useLocation()
  const [made, setMade] = useState<{ account: NewAccount; enter: () => Promise<void> }>()
  if (made) return <NewKeys account={made.account} enter={made.enter} />
  const known = {
    'RMT-409': t.taken,
    'RMT-403': t.closed,
    'RMT-1010': ({ message }: RequestError) => passwordRefusal(message),
  }
  return (
    <Page title={t.title} intro={t.intro} narrow>
      <div class="card">
        <Form
          action={t.submit}
          known={known}
          submit={async ({ name = '', email = '', password = '' }) => {
            const account = await signUp(name, email, password)
            const enter = async () => {
              await signIn(email, password)
              route('/portal', true)
            }
            setMade({ account, enter })
          }}
        >
          <Field name="name" label={t.name} hint={t.nameHint} autocomplete="organization" required />
          <Field
            name="email"
            type="email"
            label={t.email}
            autocomplete="username"
            autocapitalize="none"
            required
          />
          <PasswordField
            name="password"
            label={t.password}
            hint={t.passwordHint}
            autocomplete="new-password"
            labels={{ show: t.show, hide: t.hide }}
            required
          />
        </Form>
      </div>
      <p class="centred">
        {t.have} <a href="/portal">{t.signIn}</a>
      </p>
    </Page>
  )
}

function NewKeys({ account, enter }: { account: NewAccount; enter: () => Promise<void> }) {
  const t = texts()
  const [busy, setBusy] = useState(false)
  const go = () => {
    setBusy(true)
    return enter()
      .catch((error: unknown) => {
        if (!(error instanceof RequestError)) throw error
        toast(refusalText(error, knownSignInRefusals()), 'bad')
      })
      .finally(() => setBusy(false))
  }
  return (
    <Page title={t.keysTitle} narrow>
      <Notice title={t.onceTitle}>{t.once}</Notice>
      <Card>
        <Secrets values={{ ...account }} />
      </Card>
      <Button appearance="main" busy={busy} onClick={go}>
        {t.stored}
      </Button>
    </Page>
  )
}
