// Texts for the service's reason codes: declined cards, failed transfers and failed webhooks. An unknown code is shown
// as it is.
import { catalogue } from './language.ts'

const reasonTexts = catalogue({
  fr: {
    refusal: {
      AUTHENTICATION_FAILED: 'Authentification échouée',
      NON_3DS: 'Refusé\u00a0: pas de 3-D Secure',
      REVIEW: 'Refusé après contrôle',
      INSUFFICIENT_FUND: 'Solde insuffisant',
      EXPIRED_CARD: 'Carte expirée',
      STOLEN_LOST_CARD: 'Carte déclarée perdue ou volée',
      INVALID_CVN: 'Cryptogramme incorrect',
      INVALID_ACCOUNT: 'Numéro de carte invalide',
      EXCEEDS_CREDIT_LIMIT: 'Plafond de la carte atteint',
      UNAUTHORIZED_CARD: 'Carte non activée pour le paiement en ligne',
      SUSPENDED_ACCOUNT: 'Carte bloquée par la banque',
      CARD_TYPE_NOT_ACCEPTED: 'Type de carte refusé',
      ISSUER_UNAVAILABLE: 'Banque de la carte injoignable',
      GENERAL_DECLINE: 'Refusé par la banque',
      RISK_DECLINE: 'Refusé par les règles antifraude',
      CONFIGURATION: 'Paiements par carte indisponibles',
      GATEWAY_ERROR: 'Non traité par la passerelle de paiement',
      NOT_COMPLETED: 'Paiement non abouti',
      AMOUNT_MISMATCH: 'Approuvé pour un autre montant, annulé avant règlement',
      CUSTOMER_CANCELLED: 'Abandonné par le client',
    },
    transferFailure: {
      RECIPIENT_NOT_FOUND: 'Bénéficiaire introuvable',
      RECIPIENT_NOT_ALLOWED: 'Bénéficiaire non autorisé',
      RECIPIENT_LIMIT_REACHED: 'Plafond du bénéficiaire atteint',
      AMOUNT_NOT_ACCEPTED: 'Montant refusé',
      OPERATOR_FLOAT_EXHAUSTED: 'Solde insuffisant chez l’opérateur',
      REFUSED_BY_OPERATOR: 'Refusé par l’opérateur',
      COMPLIANCE_REJECTED: 'Rejeté après contrôle',
      NUMBER_BLACKLISTED: 'Le numéro est sur la liste noire',
      WALLET_OWNER_CHANGED: 'Le numéro a changé de titulaire',
      REFUSED_BY_BANK: 'Refusé par la banque',
    },
    attempt: {
      timeout: 'Délai dépassé',
      dns: 'Nom de domaine introuvable',
      tls: 'Certificat refusé',
      connect: 'Connexion refusée',
      reset: 'Connexion coupée',
      worker_died: 'Interrompu de notre côté',
      not_signed: 'Non signé',
      refused_address: 'Adresse non autorisée',
    },
  },
  en: {
    refusal: {
      AUTHENTICATION_FAILED: 'Authentication failed',
      NON_3DS: 'Declined: no 3-D Secure',
      REVIEW: 'Declined after review',
      INSUFFICIENT_FUND: 'Insufficient funds',
      EXPIRED_CARD: 'Card expired',
      STOLEN_LOST_CARD: 'Card reported lost or stolen',
      INVALID_CVN: 'Incorrect security code',
      INVALID_ACCOUNT: 'Invalid card number',
      EXCEEDS_CREDIT_LIMIT: 'Card limit reached',
      UNAUTHORIZED_CARD: 'Card not enabled for online payments',
      SUSPENDED_ACCOUNT: 'Card blocked by the bank',
      CARD_TYPE_NOT_ACCEPTED: 'Card type not accepted',
      ISSUER_UNAVAILABLE: 'Card issuer unavailable',
      GENERAL_DECLINE: 'Declined by the bank',
      RISK_DECLINE: 'Declined by the fraud rules',
      CONFIGURATION: 'Card payments unavailable',
      GATEWAY_ERROR: 'Not processed by the payment gateway',
      NOT_COMPLETED: 'Payment not completed',
      AMOUNT_MISMATCH: 'Approved for a different amount, charge reversed',
      CUSTOMER_CANCELLED: 'Cancelled by customer',
    },
    transferFailure: {
      RECIPIENT_NOT_FOUND: 'Beneficiary not found',
      RECIPIENT_NOT_ALLOWED: 'Beneficiary not allowed',
      RECIPIENT_LIMIT_REACHED: 'Beneficiary’s limit reached',
      AMOUNT_NOT_ACCEPTED: 'Amount not accepted',
      OPERATOR_FLOAT_EXHAUSTED: 'Operator’s float exhausted',
      REFUSED_BY_OPERATOR: 'Declined by the operator',
      COMPLIANCE_REJECTED: 'Rejected after review',
      NUMBER_BLACKLISTED: 'The number is blacklisted',
      WALLET_OWNER_CHANGED: 'The number now belongs to somebody else',
      REFUSED_BY_BANK: 'Declined by the bank',
    },
    attempt: {
      timeout: 'Timed out',
      dns: 'Domain name not found',
      tls: 'Certificate rejected',
      connect: 'Connection refused',
      reset: 'Connection reset',
      worker_died: 'Interrupted on our side',
      not_signed: 'Not signed',
      refused_address: 'Address not allowed',
    },
  },
})

/** @param kind of a declined card, a failed transfer, or a webhook attempt without a response */
export function reason(kind: keyof ReturnType<typeof reasonTexts>, code: string): string {
  const known: Readonly<Record<string, string>> = reasonTexts()[kind]
  return Object.hasOwn(known, code) ? (known[code] as string) : code
}
