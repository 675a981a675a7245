// Asks for a link by email that replaces a forgotten password.
import { useState } from 'preact/hooks'
import { Field } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { Page } from '../../../ui/frame/page.tsx'
import { catalogue } from '../../../ui/language/language.ts'
import { waitText } from '../../../ui/language/refusal.ts'
import { requestPasswordLink } from '../session.ts'
import { SupportLine } from '../support.tsx'

const texts = catalogue({
  fr: {
    title: 'Mot de passe oublié',
    intro:
      'Saisissez l’adresse e-mail de votre compte\u00a0: nous vous enverrons un lien pour choisir un nouveau mot de passe.',
    email: 'E-mail',
    submit: 'M’envoyer un lien',
    sentTitle: 'Consultez votre messagerie',
    sent: (email: string) =>
      `Si un compte existe pour ${email}, un message est en route. Le lien fonctionne une seule fois, pendant une heure.`,
    late: 'Rien reçu après quelques minutes\u202f? Regardez dans le courrier indésirable, ou vérifiez l’adresse et recommencez dans dix minutes.',
    unavailable: 'Ce service n’envoie pas d’e-mails. Demandez un lien à l’équipe qui l’exploite.',
    tooMany: (wait: string) => `Trop de tentatives. Réessayez dans ${wait}.`,
    back: 'Retour à la connexion',
  },
  en: {
    title: 'Forgot your password?',
    intro: 'Enter your account’s email address and we’ll send you a link to choose a new password.',
    email: 'Email',
    submit: 'Send me a link',
    sentTitle: 'Check your inbox',
    sent: (email: string) =>
      `If there is an account for ${email}, a message is on its way. The link works once, for one hour.`,
    late: 'Nothing after a few minutes? Look in your spam folder, or check the address and try again in ten minutes.',
    unavailable: 'This service sends no email. Ask the team that runs it for a link.',
    tooMany: (wait: string) => `Too many attempts. Try again in ${wait}.`,
    back: 'Back to sign-in',
  },
})

export function ForgottenPasswordPage() {
  const t = texts()
  const [sentTo, setSentTo] = useState<string>()
  const known = {
    'RMT-403': t.unavailable,
    'RMT-429': ({ retryAfterSeconds = 60 }: { retryAfterSeconds?: number | undefined }) =>
      t.tooMany(waitText(retryAfterSeconds)),
  }
  if (sentTo !== undefined)
    return (
      <Page title={t.sentTitle} intro={t.sent(sentTo)} narrow>
        <p class="soft">{t.late}</p>
        <Back />
        <SupportLine />
      </Page>
    )
  return (
    <Page title={t.title} intro={t.intro} narrow>
      <div class="card">
        <Form
          action={t.submit}
          known={known}
          submit={async ({ email = '' }) => {
            await requestPasswordLink(email)
            setSentTo(email.trim())
          }}
        >
          <Field
            name="email"
            type="email"
            label={t.email}
            autocomplete="username"
            autocapitalize="none"
            required
          />
        </Form>
      </div>
      <Back />
      <SupportLine />
    </Page>
  )
}

function Back() {
  return (
    <p class="centred">
      <a href="/portal">{texts().back}</a>
    </p>
  )
}
