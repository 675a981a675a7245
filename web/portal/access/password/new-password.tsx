// The page of a one-time password reset link.
import { useState } from 'preact/hooks'
import { sendPassword } from '../../../ui/factors/password-refusal.ts'
import { ButtonLink } from '../../../ui/forms/button.tsx'
import { PasswordField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { IncompleteLink, useLinkToken } from '../../../ui/frame/one-time-link.tsx'
import { Page } from '../../../ui/frame/page.tsx'
import { catalogue } from '../../../ui/language/language.ts'
import { waitText } from '../../../ui/language/refusal.ts'
import { setNewPassword } from '../session.ts'
import { SupportLine } from '../support.tsx'

const texts = catalogue({
  fr: {
    title: 'Nouveau mot de passe',
    intro: 'Choisissez le mot de passe avec lequel vous vous connecterez désormais.',
    password: 'Nouveau mot de passe',
    hint: 'Au moins 12 caractères. Quatre mots au hasard suffisent.',
    show: 'Afficher',
    hide: 'Masquer',
    submit: 'Enregistrer le mot de passe',
    sessions: 'Toutes vos sessions seront fermées. Vos clés d’API continueront de fonctionner.',
    unusable:
      'Ce lien n’est plus valable\u00a0: il a expiré, a déjà servi ou a été remplacé. Demandez-en un nouveau depuis la page de connexion.',
    tooMany: (wait: string) => `Trop de tentatives. Réessayez dans ${wait}.`,
    doneTitle: 'Mot de passe enregistré',
    done: 'Vous pouvez maintenant vous connecter avec votre nouveau mot de passe.',
    signIn: 'Se connecter',
  },
  en: {
    title: 'New password',
    intro: 'Choose the password you’ll use to sign in from now on.',
    password: 'New password',
    hint: 'At least 12 characters. Four random words are enough.',
    show: 'Show',
    hide: 'Hide',
    submit: 'Save password',
    sessions: 'All your sessions will be signed out. Your API keys keep working.',
    unusable:
      'This link no longer works: it has expired, has already been used, or has been replaced. Ask for a new one from the sign-in page.',
    tooMany: (wait: string) => `Too many attempts. Try again in ${wait}.`,
    doneTitle: 'Password saved',
    done: 'You can now sign in with your new password.',
    signIn: 'Sign in',
  },
})

export function NewPasswordPage() {
  const t = texts()
  const token = useLinkToken()
  const [isDone, setDone] = useState(false)
  if (isDone)
    return (
      <Page title={t.doneTitle} intro={t.done} narrow>
        <p>
          {/* A full page load, so that the portal checks the session, which has just ended, again. */}
          <ButtonLink appearance="main" href="/portal" target="_top">
            {t.signIn}
          </ButtonLink>
        </p>
      </Page>
    )
  return (
    <Page title={t.title} intro={token !== '' && t.intro} narrow>
      {token === '' ? (
        <IncompleteLink start="/portal" />
      ) : (
        <div class="card">
          <Form
            action={t.submit}
            known={{
              'RMT-404': t.unusable,
              'RMT-429': ({ retryAfterSeconds = 60 }) => t.tooMany(waitText(retryAfterSeconds)),
            }}
            submit={async ({ new_password = '' }) => {
              await sendPassword('new_password', () => setNewPassword(token, new_password))
              setDone(true)
            }}
          >
            <PasswordField
              name="new_password"
              label={t.password}
              hint={t.hint}
              autocomplete="new-password"
              labels={{ show: t.show, hide: t.hide }}
              required
            />
            <p class="soft">{t.sessions}</p>
          </Form>
        </div>
      )}
      <SupportLine />
    </Page>
  )
}
