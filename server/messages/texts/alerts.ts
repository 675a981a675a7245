// Writes alerts in the merchant's language.
import type { Language } from '../../kernel/language.ts'
import type { EmailContent } from '../content.ts'
import type { AlertFacts, AlertKind, AlertTexts } from './alert-texts.ts'
import { englishAlerts } from './en.ts'
import { frenchAlerts } from './fr.ts'
import { testSubject, writingFor } from './writing.ts'

const texts: Record<Language, AlertTexts> = { fr: frenchAlerts, en: englishAlerts }

/** The kinds that a merchant cannot turn off, because they protect its account. */
export const alwaysSent: readonly AlertKind[] = [
  'sign_in_new_device',
  'recovery_code_used',
  'password_link_created',
  'password_link',
  'confirmation_code',
  'invitation',
  'password_changed',
  'credential_rotated',
  'setting_changed',
  'reserved_name_refused',
  'beneficiary_changed',
  'payout_destination_added',
  'payout_destination_confirmed',
  'payout_destinations_wait',
  'second_factor_reset',
]

/** Writes an alert for a merchant. */
export function alertContent<Kind extends AlertKind>(
  kind: Kind,
  facts: AlertFacts[Kind],
  reader: { language: Language; timeZone: string; isTest: boolean },
): EmailContent {
  const ours = texts[reader.language]
  const { facts: shown, ...content } = ours.alerts[kind](facts, writingFor(reader))
  return {
    ...content,
    ...(shown && { facts: Object.entries(shown) }),
    subject: testSubject(content.subject, reader),
    reason: ours.reason(!alwaysSent.includes(kind)),
  }
}
