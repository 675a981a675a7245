// How merchants who cannot sign in reach the team that runs the service, as the server wrote it into the page.
import { Fragment } from 'preact'
import { catalogue } from '../../ui/language/language.ts'

const texts = catalogue({
  fr: {
    forgotten: 'Mot de passe oublié\u202f?',
    contact: 'Contactez-nous\u00a0:',
    or: 'ou',
    whatsapp: (number: string) => `WhatsApp ${number}`,
    unnamed: 'L’équipe qui exploite ce service vous enverra un lien pour en choisir un autre.',
  },
  en: {
    forgotten: 'Forgot your password?',
    contact: 'Contact us:',
    or: 'or',
    whatsapp: (number: string) => `WhatsApp ${number}`,
    unnamed: 'The team that runs this service will send you a link to choose another one.',
  },
})

type Contact = { channel: 'email' | 'phone' | 'whatsapp'; href: string; text: string }

const contacts: readonly Contact[] = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name=support]')?.content ?? '[]',
)

/** Whom to ask for a new password. */
export function ForgottenPassword() {
  const t = texts()
  return (
    <p class="centred soft">
      {t.forgotten} {contacts.length > 0 ? <ContactLinks /> : t.unnamed}
    </p>
  )
}

/** A line with the contacts; nothing where the deployment names none. */
export function SupportLine() {
  if (contacts.length === 0) return null
  return (
    <p class="centred soft">
      <ContactLinks />
    </p>
  )
}

/** "Contact us:" and the links. */
function ContactLinks() {
  const t = texts()
  return (
    <>
      {t.contact}{' '}
      {contacts.map(({ channel, href, text }, i) => (
        <Fragment key={href}>
          {i > 0 && (i === contacts.length - 1 ? ` ${t.or} ` : ', ')}
          <a
            class="contact"
            href={href}
            {...(channel === 'whatsapp' && { target: '_blank', rel: 'noopener' })}
          >
            {channel === 'whatsapp' ? t.whatsapp(text) : text}
          </a>
        </Fragment>
      ))}
    </>
  )
}
