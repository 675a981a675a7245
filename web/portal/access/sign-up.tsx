import { useLocation } from 'preact-iso'
import { deviceTimeZone } from '../../ui/display/time.tsx'
import { sendPassword } from '../../ui/factors/password-refusal.ts'
import { Field, PasswordField, Select } from '../../ui/forms/field.tsx'
import { Faults, Form, type Values } from '../../ui/forms/form.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { catalogue, formatNumber } from '../../ui/language/language.ts'
import { refusalText } from '../../ui/language/refusal.ts'
import { RequestError } from '../../ui/service/client.ts'
import type { SalesChannel } from '../preferences.ts'
import { ChannelField, channels } from './channel-field.tsx'
import { signIn, signUp } from './session.ts'
import { knownSignInRefusals } from './sign-in.tsx'

const texts = catalogue({
  fr: {
    title: 'Créer un compte de test',
    intro: 'Gratuit et immédiat\u00a0: cartes et numéros de test, sans argent réel.',
    channel: 'Choisissez une réponse.',
    noName: 'Saisissez le nom de votre entreprise.',
    noEmail: 'Saisissez une adresse e-mail, par exemple grace@exemple.cd.',
    noPassword: 'Choisissez un mot de passe d’au moins 12 caractères.',
    short: (missing: number) => `Au moins 12 caractères\u00a0: il en manque ${formatNumber(missing)}.`,
    name: 'Nom de votre entreprise',
    nameHint: 'Vos clients le voient sur la page de paiement.',
    email: 'E-mail',
    password: 'Mot de passe',
    passwordHint: 'Au moins 12 caractères. Quatre mots au hasard suffisent.',
    show: 'Afficher',
    hide: 'Masquer',
    attempts: 'Essais de carte par paiement',
    attemptsHint: 'Après un refus, votre client peut corriger ou prendre une autre carte.',
    three: '3 essais (conseillé)',
    one: '1 essai\u00a0: un refus met fin au paiement',
    submit: 'Créer le compte',
    closed: 'Les inscriptions sont fermées. Contactez notre équipe.',
    have: 'Déjà un compte\u202f?',
    signIn: 'Se connecter',
  },
  en: {
    title: 'Create a test account',
    intro: 'Free and instant: test cards and numbers, no real money.',
    channel: 'Choose an answer.',
    noName: 'Enter your business name.',
    noEmail: 'Enter an email address, for example grace@example.cd.',
    noPassword: 'Choose a password of at least 12 characters.',
    short: (missing: number) => `At least 12 characters: ${formatNumber(missing)} to go.`,
    name: 'Business name',
    nameHint: 'Your customers see it on the payment page.',
    email: 'Email',
    password: 'Password',
    passwordHint: 'At least 12 characters. Four random words are enough.',
    show: 'Show',
    hide: 'Hide',
    attempts: 'Card attempts per payment',
    attemptsHint: 'After a decline, your customer can correct the card or use another one.',
    three: '3 attempts (recommended)',
    one: '1 attempt: a decline ends the payment',
    submit: 'Create account',
    closed: 'Sign-up is closed. Contact our team.',
    have: 'Already have an account?',
    signIn: 'Sign in',
  },
})

const shortestPassword = 12

/** What the form itself can find, all at once. */
function faultsOf({ name = '', email = '', password = '', sells_by }: Values): Record<string, string> {
  const t = texts()
  const missing = shortestPassword - [...password].length
  return {
    ...(!sells_by && { sells_by: t.channel }),
    ...(name === '' && { name: t.noName }),
    ...(!/^[^\s@]+@[^\s@]+$/.test(email) && { email: t.noEmail }),
    ...(missing > 0 && { password: password === '' ? t.noPassword : t.short(missing) }),
  }
}

export function SignUp() {
  const t = texts()
  // The home page leads those who sell by link here with their answer.
  const { route, query } = useLocation()
  const known = {
    'RMT-403': t.closed,
  }
  const create = async (values: Values) => {
    const faults = faultsOf(values)
    if (Object.keys(faults).length > 0) throw new Faults(faults)
    const { name = '', email = '', password = '', sells_by, checkout_attempts } = values
    const channel = sells_by as SalesChannel
    const account = {
      ...{ name, email, password, sells_by: channel, time_zone: deviceTimeZone() },
      checkout_attempts: Number(checkout_attempts) || 3,
    }
    await sendPassword('password', () => signUp(account))
    await signIn(email, password).catch((error: unknown) => {
      if (!(error instanceof RequestError)) throw error
      toast(refusalText(error, knownSignInRefusals()), 'bad')
    })
    // Who sells by link needs no keys; the others see theirs once, on the page of the keys.
    route(channel === 'link' ? '/portal' : '/portal/keys', true)
  }
  return (
    <Page title={t.title} intro={t.intro} narrow>
      <div class="card">
        <Form action={t.submit} known={known} submit={create}>
          <ChannelField value={channels.find((channel) => channel === query.sells_by) ?? null} />
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
          <AttemptsField />
        </Form>
      </div>
      <p class="centred">
        {t.have} <a href="/portal">{t.signIn}</a>
      </p>
    </Page>
  )
}

function AttemptsField() {
  const t = texts()
  const options = [
    ['3', t.three],
    ['1', t.one],
  ] as const
  return (
    <Select name="checkout_attempts" label={t.attempts} hint={t.attemptsHint} options={options} value="3" />
  )
}
