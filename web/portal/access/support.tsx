// How merchants who cannot sign in reach the team that runs the service, as the server wrote it into the page.
import { ButtonLink } from '../../ui/forms/button.tsx'
import { catalogue } from '../../ui/language/language.ts'

const texts = catalogue({
  fr: {
    contact: 'Besoin d’aide\u202f? Contactez-nous.',
    whatsapp: (number: string) => `WhatsApp ${number}`,
  },
  en: {
    contact: 'Need help? Contact us.',
    whatsapp: (number: string) => `WhatsApp ${number}`,
  },
})

type Contact = { channel: 'email' | 'phone' | 'whatsapp'; href: string; text: string }

const contacts: readonly Contact[] = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name=support]')?.content ?? '[]',
)

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
