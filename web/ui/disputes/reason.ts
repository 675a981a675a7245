// Why a cardholder disputes a payment, in the reader's language.
import { language } from '../language/language.ts'

/** What the codes of Visa and Mastercard mean; the service names all of them in English. */
const french: Readonly<Record<string, string>> = {
  '10.4': 'Fraude, carte absente',
  '11.3': 'Pas d’autorisation',
  '12.5': 'Montant incorrect',
  '12.6.1': 'Débité deux fois',
  '12.6.2': 'Payé par un autre moyen',
  '13.1': 'Bien ou service non reçu',
  '13.2': 'Abonnement résilié',
  '13.3': 'Non conforme ou défectueux',
  '13.5': 'Présentation trompeuse',
  '13.6': 'Remboursement non effectué',
  '13.7': 'Bien ou service annulé',
  '4837': 'Sans accord du titulaire de la carte',
  '4853': 'Contestation du titulaire de la carte',
}

/** The scheme's code and what it means: "13.1 · Bien ou service non reçu". */
export function disputeReason({ reason_code, reason }: { reason_code: string; reason: string }): string {
  const words = (language.value === 'fr' && french[reason_code]) || reason
  return [reason_code, words].filter(Boolean).join(' · ')
}
