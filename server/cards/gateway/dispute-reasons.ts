// What the reason codes of Visa and Mastercard mean, in both languages. Reports often have only the codes.
import type { Language } from '../../kernel/language.ts'

const reasons: Readonly<Record<string, Record<Language, string>>> = {
  '10.1': {
    en: 'Fraud: liability shift for a counterfeit card',
    fr: 'Fraude\u00a0: transfert de responsabilité pour une carte contrefaite',
  },
  '10.3': { en: 'Other fraud, card present', fr: 'Autre fraude, carte présente' },
  '10.4': { en: 'Other fraud, card absent', fr: 'Autre fraude, carte absente' },
  '10.5': {
    en: 'Reported by the fraud monitoring programme',
    fr: 'Signalé par le programme de surveillance de la fraude',
  },
  '11.3': { en: 'No authorization', fr: 'Absence d’autorisation' },
  '12.5': { en: 'Incorrect amount', fr: 'Montant incorrect' },
  '12.6.1': { en: 'Duplicate processing', fr: 'Paiement débité deux fois' },
  '12.6.2': { en: 'Paid by other means', fr: 'Payé par un autre moyen' },
  '13.1': { en: 'Goods or services not received', fr: 'Biens ou services non reçus' },
  '13.2': { en: 'Cancelled recurring transaction', fr: 'Abonnement résilié' },
  '13.3': { en: 'Not as described, or defective', fr: 'Non conforme à la description, ou défectueux' },
  '13.4': { en: 'Counterfeit merchandise', fr: 'Marchandise contrefaite' },
  '13.5': { en: 'Misrepresentation', fr: 'Présentation trompeuse' },
  '13.6': { en: 'Credit not processed', fr: 'Remboursement promis et non effectué' },
  '13.7': { en: 'Cancelled goods or services', fr: 'Biens ou services annulés' },
  '4808': { en: 'Authorization-related chargeback', fr: 'Contestation liée à l’autorisation' },
  '4834': { en: 'Point-of-interaction error', fr: 'Erreur au point de vente' },
  '4837': { en: 'No cardholder authorization', fr: 'Sans autorisation du titulaire de la carte' },
  '4853': { en: 'Cardholder dispute', fr: 'Contestation du titulaire de la carte' },
}

/** What a reason code means; empty for an unknown one. */
export function reasonOfCode(code: string, language: Language = 'en'): string {
  return reasons[code]?.[language] ?? ''
}

/** The reason in French: that of its code, unless the bank has written another; otherwise as the bank wrote it. */
export function frenchReason({ reason_code, reason }: { reason_code: string; reason: string }): string {
  return reason === reasonOfCode(reason_code) ? reasonOfCode(reason_code, 'fr') || reason : reason
}
