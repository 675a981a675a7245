// The sender and the beneficiary of a transfer, as the merchant submitted them.
import { Facts } from '../../ui/display/facts.tsx'
import { formatPhone } from '../../ui/display/phone.ts'
import { formatTime } from '../../ui/display/time.tsx'
import { countryName } from '../../ui/language/language.ts'
import { partyLabel } from '../../ui/language/party-labels.ts'
import type { SubmittedPerson } from '../screening/match.ts'
import type { Parties, ScreenedParty } from './hold.ts'
import { holdTexts } from './texts.ts'

export function senderName({ sender }: Parties): string {
  return [sender.first_name, sender.middle_name, sender.last_name].filter(Boolean).join(' ')
}

/** "Sender → beneficiary". Each name is isolated, so that a right-to-left name does not swap places with the other. */
export function FromTo({ parties }: { parties: Parties }) {
  return (
    <>
      <bdi>{senderName(parties)}</bdi> → <bdi>{parties.receiver.name}</bdi>
    </>
  )
}

/** The sender or beneficiary in the fields that list entries have. */
export function personOf(
  parties: Parties,
  { role, name }: Pick<ScreenedParty, 'role' | 'name'>,
): SubmittedPerson {
  const { birth_date, document } = parties[role]
  const { country } = parties.sender
  return {
    name,
    birth_date: birth_date || null,
    countries: role === 'sender' && country ? [country] : [],
    phone: role === 'sender' && parties.sender.msisdn ? formatPhone(parties.sender.msisdn) : null,
    document: document.number ? `${partyLabel('document', document.type)} ${document.number}` : null,
  }
}

export function SenderFacts({ parties }: { parties: Parties }) {
  const t = holdTexts()
  const { sender } = parties
  return (
    <Facts
      facts={[
        [t.name, senderName(parties)],
        [t.birthDate, born(sender)],
        [t.country, sender.country && countryName(sender.country)],
        [t.address, [sender.address, sender.city].filter(Boolean).join(', ')],
        [t.phone, sender.msisdn && formatPhone(sender.msisdn)],
        [t.profession, sender.profession],
        [t.document, documentText(sender.document)],
      ]}
    />
  )
}

export function ReceiverFacts({ parties, subscriber }: { parties: Parties; subscriber: string | null }) {
  const t = holdTexts()
  const { receiver } = parties
  return (
    <Facts
      facts={[
        [t.name, receiver.name],
        [t.subscriber, subscriber],
        [t.birthDate, born(receiver)],
        [t.address, receiver.address],
        [t.document, documentText(receiver.document)],
      ]}
    />
  )
}

function born({ birth_date, birth_place }: { birth_date: string; birth_place: string }): string {
  const day = birth_date && formatTime(birth_date, 'day')
  return [day, birth_place].filter(Boolean).join(', ')
}

/** Of a receiver it is not known how long it is valid. */
type Document = Parties['receiver']['document'] & Partial<Parties['sender']['document']>

function documentText(document: Document): string {
  const t = holdTexts()
  return [
    [partyLabel('document', document.type), document.number].filter(Boolean).join(' '),
    document.issued && `${t.issued} ${formatTime(document.issued, 'day')}`,
    document.expires && `${t.expires} ${formatTime(document.expires, 'day')}`,
  ]
    .filter(Boolean)
    .join(', ')
}
