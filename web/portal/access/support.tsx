// How merchants who cannot sign in reach the team that runs the service, as the server wrote it into the page.
import { ButtonLink } from '../../ui/forms/button.tsx'
import { catalogue } from '../../ui/language/language.ts'

const texts = catalogue({
  fr: {
    forgotten: 'Mot de passe oublié\u202f?',
    contact: 'Besoin d’aide\u202f? Contactez-nous.',
    ask: 'Écrivez-nous depuis l’adresse e-mail ou le numéro de votre compte\u00a0: nous vous enverrons un lien pour en choisir un autre.',
    whatsapp: (number: string) => `WhatsApp ${number}`,
    unnamed: 'L’équipe qui exploite ce service vous enverra un lien pour en choisir un autre.',
  },
  en: {
    forgotten: 'Forgot your password?',
    contact: 'Need help? Contact us.',
    ask: 'Write to us from your account’s email address or number: we’ll send you a link to choose another one.',
    whatsapp: (number: string) => `WhatsApp ${number}`,
    unnamed: 'The team that runs this service will send you a link to choose another one.',
  },
})

type Contact = { channel: 'email' | 'phone' | 'whatsapp'; href: string; text: string }

const contacts: readonly Contact[] = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name=support]')?.content ?? '[]',
)

/** Whom to ask for a new password, and what happens then. */
export function ForgottenPassword() {
  const t = texts()
  return (
    <section class="centred soft">
      <p>
        {t.forgotten} {contacts.length > 0 ? t.ask : t.unnamed}
      </p>
      <ContactLinks />
    </section>
  )
}

/** The contacts, under a line that says what they are for; nothing where the deployment names none. */
export function SupportLine() {
  if (contacts.length === 0) return null
  return (
    <section class="centred soft">
      <p>{texts().contact}</p>
      <ContactLinks />
    </section>
  )
}

function ContactLinks() {
  const t = texts()
  if (contacts.length === 0) return null
  return (
    <div class="actions centre contacts">
      {contacts.map(({ channel, href, text }) => (
        <ButtonLink
          key={href}
          small
          href={href}
          {...(channel === 'whatsapp' && { target: '_blank', rel: 'noopener' })}
        >
          {channel === 'whatsapp' ? t.whatsapp(text) : text}
        </ButtonLink>
      ))}
    </div>
  )
}
