import { useState } from 'preact/hooks'
import { codeTexts } from '../../ui/factors/codes/code-texts.ts'
import { canUsePasskeys, PasskeyButton } from '../../ui/factors/passkey-button.tsx'
import { Field, PasswordField } from '../../ui/forms/field.tsx'
import { Form, type Values } from '../../ui/forms/form.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { type KnownCodes, waitText } from '../../ui/language/refusal.ts'
import { RequestError } from '../../ui/service/client.ts'
import { SecondStep } from '../security/second-step.tsx'
import { factorTexts } from '../security/texts.ts'
import { sessionState, signIn, signInWithPasskey } from './session.ts'

const texts = catalogue({
  fr: {
    title: 'Connexion',
    intro: 'Suivez vos paiements et vos transferts, et gérez votre intégration.',
    expired: 'Votre session est terminée. Connectez-vous de nouveau\u00a0: vous reviendrez à cette page.',
    email: 'E-mail',
    password: 'Mot de passe',
    show: 'Afficher',
    hide: 'Masquer',
    submit: 'Se connecter',
    wrong: 'E-mail ou mot de passe incorrect.',
    locked: (wait: string) =>
      `Trop de tentatives avec un mot de passe incorrect. Réessayez dans ${wait}. Vos clés d’API continuent de fonctionner.`,
    suspended: 'Ce compte est suspendu. Contactez notre équipe.',
    elsewhere: (address: string) =>
      `La connexion n’est pas possible à cette adresse. Ouvrez l’espace marchand à son adresse officielle\u00a0: ${address}/portal`,
    forgotten: 'Mot de passe oublié\u202f?',
    none: 'Pas encore de compte\u202f?',
    signUp: 'Créer un compte de test',
  },
  en: {
    title: 'Sign in',
    intro: 'Track your payments and transfers, and manage your integration.',
    expired: 'Your session has ended. Sign in again to return to this page.',
    email: 'Email',
    password: 'Password',
    show: 'Show',
    hide: 'Hide',
    submit: 'Sign in',
    wrong: 'Incorrect email or password.',
    locked: (wait: string) =>
      `Too many incorrect passwords. Try again in ${wait}. Your API keys keep working.`,
    suspended: 'This account is suspended. Contact our team.',
    elsewhere: (address: string) =>
      `You can’t sign in at this address. Open the merchant portal at its official address: ${address}/portal`,
    forgotten: 'Forgot your password?',
    none: 'No account yet?',
    signUp: 'Create a test account',
  },
})

/** Texts for the reasons why a sign-in was refused. */
export function knownSignInRefusals(): KnownCodes {
  const t = texts()
  return {
    'RMT-401': t.wrong,
    'RMT-403': ({ message }) => forbiddenText(message),
    'RMT-429': ({ retryAfterSeconds = 900 }) => t.locked(waitText(retryAfterSeconds)),
  }
}

/** The service refuses suspended merchants, and requests from pages opened at an address other than its own. */
function forbiddenText(message: string): string {
  const t = texts()
  const [, address] = /^Request from a site other than (https?:\/\/\S+)$/.exec(message) ?? []
  if (address !== undefined) return t.elsewhere(address)
  return message === 'Merchant suspended' ? t.suspended : message
}

export function SignIn() {
  const t = texts()
  // The password was right, and a second factor is asked for.
  const [half, setHalf] = useState<{ email: string; password: string }>()
  if (half) return <SecondStep {...half} known={knownSignInRefusals()} back={() => setHalf(undefined)} />
  const enter = async ({ email = '', password = '' }: Values) => {
    try {
      await signIn(email, password)
    } catch (error) {
      if (!(error instanceof RequestError) || error.code !== 'RMT-1027') throw error
      setHalf({ email, password })
    }
  }
  return (
    <Page title={t.title} intro={t.intro} narrow>
      {sessionState.value === 'ended' && <Notice>{t.expired}</Notice>}
      <div class="card">
        <Form action={t.submit} known={knownSignInRefusals()} submit={enter}>
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
        <WithPasskey />
      </div>
      <p class="centred">
        <a href="/portal/forgotten-password">{t.forgotten}</a>
      </p>
      <p class="centred">
        {t.none} <a href="/portal/sign-up">{t.signUp}</a>
      </p>
    </Page>
  )
}

/** After the password: most users have no passkey yet. */
function WithPasskey() {
  const t = factorTexts()
  if (!canUsePasskeys()) return null
  const known = { ...knownSignInRefusals(), 'RMT-401': codeTexts().wrongPasskey }
  return (
    <>
      <p class="divider">{t.or}</p>
      <PasskeyButton run={signInWithPasskey} known={known} appearance="plain">
        {t.withPasskey}
      </PasskeyButton>
    </>
  )
}
