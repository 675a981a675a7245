// Why something did not come about: the service's codes, as people read them. A code that is not here is shown as it came.
import { catalogue } from './language.ts'

const reasonTexts = catalogue({
  fr: {
    refusal: {
      AUTHENTICATION_FAILED: 'Authentification échouée',
      NON_3DS: 'Rejeté : pas de 3-D Secure',
      REVIEW: 'Refusé après examen',
      INSUFFICIENT_FUND: 'Solde insuffisant',
      EXPIRED_CARD: 'Carte expirée',
      STOLEN_LOST_CARD: 'Carte perdue ou volée',
      INVALID_CVN: 'Cryptogramme erroné',
      INVALID_ACCOUNT: 'Numéro de carte invalide',
      EXCEEDS_CREDIT_LIMIT: 'Plafond de la carte atteint',
      UNAUTHORIZED_CARD: 'Carte non permise en ligne',
      SUSPENDED_ACCOUNT: 'Carte bloquée par la banque',
      CARD_TYPE_NOT_ACCEPTED: 'Type de carte refusé',
      ISSUER_UNAVAILABLE: 'Banque injoignable',
      GENERAL_DECLINE: 'Refusé par la banque',
      RISK_DECLINE: 'Refusé par les règles antifraude',
      CONFIGURATION: 'Paiements indisponibles',
      GATEWAY_ERROR: 'Non traité par la passerelle',
      NOT_COMPLETED: 'Le paiement n’a pas abouti',
      AMOUNT_MISMATCH: 'Approuvé pour un autre montant, repris',
      CUSTOMER_CANCELLED: 'Annulé par le client',
    },
    transferFailure: {
      RECIPIENT_NOT_FOUND: 'Bénéficiaire introuvable',
      RECIPIENT_NOT_ALLOWED: 'Bénéficiaire non permis',
      RECIPIENT_LIMIT_REACHED: 'Plafond du bénéficiaire atteint',
      AMOUNT_NOT_ACCEPTED: 'Montant refusé',
      OPERATOR_FLOAT_EXHAUSTED: 'Réserve de l’opérateur épuisée',
      REFUSED_BY_OPERATOR: 'Refusé par l’opérateur',
      COMPLIANCE_REJECTED: 'Rejeté après examen',
    },
    attempt: {
      timeout: 'Délai dépassé',
      dns: 'Nom de domaine introuvable',
      tls: 'Certificat refusé',
      connect: 'Connexion refusée',
      reset: 'Connexion coupée',
      worker_died: 'Interrompu chez nous',
      not_signed: 'Non signé',
      refused_address: 'Adresse non permise',
    },
  },
  en: {
    refusal: {
      AUTHENTICATION_FAILED: 'Authentication failed',
      NON_3DS: 'Rejected: no 3-D Secure',
      REVIEW: 'Refused after review',
      INSUFFICIENT_FUND: 'Insufficient funds',
      EXPIRED_CARD: 'Card expired',
      STOLEN_LOST_CARD: 'Card lost or stolen',
      INVALID_CVN: 'Wrong security code',
      INVALID_ACCOUNT: 'Invalid card number',
      EXCEEDS_CREDIT_LIMIT: 'Card limit reached',
      UNAUTHORIZED_CARD: 'Card not allowed online',
      SUSPENDED_ACCOUNT: 'Card blocked by the bank',
      CARD_TYPE_NOT_ACCEPTED: 'Card type not accepted',
      ISSUER_UNAVAILABLE: 'Bank cannot be reached',
      GENERAL_DECLINE: 'Declined by the bank',
      RISK_DECLINE: 'Refused by the fraud rules',
      CONFIGURATION: 'Payments not available',
      GATEWAY_ERROR: 'Not processed by the gateway',
      NOT_COMPLETED: 'The payment did not go through',
      AMOUNT_MISMATCH: 'Approved for another amount, taken back',
      CUSTOMER_CANCELLED: 'Cancelled by the customer',
    },
    transferFailure: {
      RECIPIENT_NOT_FOUND: 'Beneficiary not found',
      RECIPIENT_NOT_ALLOWED: 'Beneficiary not allowed',
      RECIPIENT_LIMIT_REACHED: 'Beneficiary’s limit reached',
      AMOUNT_NOT_ACCEPTED: 'Amount not accepted',
      OPERATOR_FLOAT_EXHAUSTED: 'Operator’s float used up',
      REFUSED_BY_OPERATOR: 'Refused by the operator',
      COMPLIANCE_REJECTED: 'Rejected after review',
    },
    attempt: {
      timeout: 'Timed out',
      dns: 'No such domain name',
      tls: 'Certificate refused',
      connect: 'Connection refused',
      reset: 'Connection broken off',
      worker_died: 'Broken off on our side',
      not_signed: 'Not signed',
      refused_address: 'Address not allowed',
    },
  },
})

/** @param kind why a card was refused, why a transfer failed, or why a webhook got no answer */
export function reason(kind: keyof ReturnType<typeof reasonTexts>, code: string): string {
  const known: Readonly<Record<string, string>> = reasonTexts()[kind]
  return Object.hasOwn(known, code) ? (known[code] as string) : code
}
