import { Field, PasswordField } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { type KnownCodes, waitText } from '../../ui/language/refusal.ts'
import { sessionState, signIn } from './session.ts'

const texts = catalogue({
  fr: {
    title: 'Connexion',
    intro: 'Suivez vos paiements et vos transferts, et branchez votre boutique.',
    expired: 'Votre session est terminée. Connectez-vous de nouveau : vous reviendrez à cette page.',
    email: 'E-mail',
    password: 'Mot de passe',
    show: 'Afficher',
    hide: 'Masquer',
    submit: 'Se connecter',
    wrong: 'E-mail ou mot de passe erroné.',
    locked: (wait: string) =>
      `Trop de mots de passe erronés. Réessayez dans ${wait}. Vos clés d’API continuent de fonctionner.`,
    suspended: 'Ce compte est suspendu. Écrivez à notre équipe.',
    elsewhere: (address: string) =>
      `On ne peut pas se connecter à cette adresse-ci. Ouvrez le portail à la sienne : ${address}/portal`,
    forgotten:
      'Mot de passe oublié ? Demandez un lien à usage unique à l’équipe qui exploite ce service : il vous permettra d’en choisir un nouveau.',
    none: 'Pas encore de compte ?',
    signUp: 'Créer un compte de test',
  },
  en: {
    title: 'Sign in',
    intro: 'Follow your payments and transfers, and connect your shop.',
    expired: 'Your session has ended. Sign in again: you will come back to this page.',
    email: 'Email',
    password: 'Password',
    show: 'Show',
    hide: 'Hide',
    submit: 'Sign in',
    wrong: 'Wrong email or password.',
    locked: (wait: string) => `Too many wrong passwords. Try again in ${wait}. Your API keys go on working.`,
    suspended: 'This account is suspended. Write to our team.',
    elsewhere: (address: string) =>
      `Nobody can sign in at this address. Open the portal at its own: ${address}/portal`,
    forgotten:
      'Forgot your password? Ask the team that operates this service for a one-time link: it lets you choose a new one.',
    none: 'No account yet?',
    signUp: 'Make a test account',
  },
})

/** Words for why somebody was not let in. */
export function knownSignInRefusals(): KnownCodes {
  const t = texts()
  return {
    'RMT-401': t.wrong,
    'RMT-403': ({ message }) => forbiddenText(message),
    'RMT-429': ({ retryAfterSeconds = 900 }) => t.locked(waitText(retryAfterSeconds)),
  }
}

/** The service refuses the suspended, and pages that were opened at an address that is not its own. */
function forbiddenText(message: string): string {
  const t = texts()
  const [, address] = /^Request from a site other than (https?:\/\/\S+)$/.exec(message) ?? []
  if (address !== undefined) return t.elsewhere(address)
  return message === 'Merchant suspended' ? t.suspended : message
}

export function SignIn() {
  const t = texts()
  return (
    <Page title={t.title} intro={t.intro} narrow>
      {sessionState.value === 'ended' && <Notice>{t.expired}</Notice>}
      <div class="card">
        <Form
          action={t.submit}
          known={knownSignInRefusals()}
          submit={({ email = '', password = '' }) => signIn(email, password)}
        >
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
            autocomplete="current-password"
            labels={{ show: t.show, hide: t.hide }}
            required
          />
        </Form>
      </div>
      <p class="centred soft">{t.forgotten}</p>
      <p class="centred">
        {t.none} <a href="/portal/sign-up">{t.signUp}</a>
      </p>
    </Page>
  )
}
