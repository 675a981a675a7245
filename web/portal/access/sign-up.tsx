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
    intro: 'Gratuit et immédiat\u00a0: cartes et numéros d’essai, sans argent réel.',
    name: 'Nom de votre entreprise',
    nameHint: 'Vos clients le voient sur la page de paiement.',
    email: 'E-mail',
    password: 'Mot de passe',
    passwordHint: 'Au moins 12 caractères. Une suite de mots convient très bien.',
    show: 'Afficher',
    hide: 'Masquer',
    submit: 'Créer le compte',
    taken: 'Impossible de créer un compte avec cet e-mail.',
    closed: 'Les inscriptions sont fermées. Contactez notre équipe.',
    have: 'Déjà un compte\u202f?',
    signIn: 'Se connecter',
    keysTitle: 'Vos clés',
    onceTitle: 'Affichées une seule fois',
    once: 'Copiez-les maintenant dans la configuration de votre serveur. Vous pourrez en créer de nouvelles à tout moment\u202f; les anciennes cesseront alors de fonctionner.',
    stored: 'J’ai enregistré mes clés, continuer',
  },
  en: {
    title: 'Create a test account',
    intro: 'Free and instant: test cards and numbers, no real money.',
    name: 'Business name',
    nameHint: 'Your customers see it on the payment page.',
    email: 'Email',
    password: 'Password',
    passwordHint: 'At least 12 characters. A few random words work well.',
    show: 'Show',
    hide: 'Hide',
    submit: 'Create account',
    taken: 'An account can’t be created with this email.',
    closed: 'Sign-up is closed. Contact our team.',
    have: 'Already have an account?',
    signIn: 'Sign in',
    keysTitle: 'Your keys',
    onceTitle: 'Shown only once',
    once: 'Copy them into your server’s configuration now. You can create new keys at any time; the old ones then stop working.',
    stored: 'I’ve stored my keys, continue',
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
