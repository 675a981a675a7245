// Why a payment did not go through, and what the payer can do about it.
import type { Texts } from './page-texts.ts'

export const englishRefusals: Texts['refusals'] = {
  AUTHENTICATION_FAILED: [
    'Your bank couldn’t verify this payment: verification was cancelled, the code was wrong, or the bank declined.',
  ],
  NON_3DS: [
    'Your bank didn’t verify this card.',
    'Ask your bank to enable secure online payments (3-D Secure), or use another card.',
  ],
  REVIEW: [
    'This payment wasn’t accepted after a review. If an amount is on hold, your bank will release it.',
    'Use another card or contact the merchant.',
  ],
  INSUFFICIENT_FUND: ['There isn’t enough money on the card.', 'Top it up or use another card.'],
  EXPIRED_CARD: ['This card has expired.', 'Use another card or ask your bank for a new one.'],
  STOLEN_LOST_CARD: [
    'Your bank no longer allows this card.',
    'Call the number on the back of the card, or use another card.',
  ],
  INVALID_CVN: [
    'The security code doesn’t match the card.',
    'Check the 3 digits on the back (4 on the front for American Express).',
  ],
  INVALID_ACCOUNT: ['The bank doesn’t recognise this card number.', 'Check it digit by digit.'],
  EXCEEDS_CREDIT_LIMIT: [
    'The card has reached its limit.',
    'Ask your bank to raise it, or use another card.',
  ],
  UNAUTHORIZED_CARD: [
    'This card isn’t enabled for online payments.',
    'Ask your bank to enable them, or use another card.',
  ],
  SUSPENDED_ACCOUNT: ['The bank has blocked this card.', 'Call the bank to unblock it, or use another card.'],
  CARD_TYPE_NOT_ACCEPTED: [
    'The merchant doesn’t accept this type of card.',
    'Use a Visa, Mastercard or American Express card.',
  ],
  ISSUER_UNAVAILABLE: ['Your card’s bank isn’t responding right now.', 'Wait a few minutes.'],
  GENERAL_DECLINE: [
    'Your bank declined the payment without giving a reason.',
    'Call your bank, or use another card.',
  ],
  RISK_DECLINE: [
    'This payment didn’t pass the security checks.',
    'Use another card or contact the merchant.',
  ],
  CONFIGURATION: [
    'This merchant can’t take card payments right now.',
    'Contact the merchant, or pay another way.',
  ],
  GATEWAY_ERROR: ['The payment couldn’t be processed.', 'Wait a few minutes, then try again.'],
  NOT_COMPLETED: [
    'The payment was interrupted before it was completed. If an amount is on hold, your bank will release it.',
  ],
  AMOUNT_MISMATCH: [
    'The bank approved a different amount, so we reversed the payment. If an amount is on hold, your bank will release it.',
  ],
  CUSTOMER_CANCELLED: ['You cancelled this payment.'],
}

export const frenchRefusals: Texts['refusals'] = {
  AUTHENTICATION_FAILED: [
    'Votre banque n’a pas pu vérifier ce paiement\u00a0: la vérification a été annulée, le code était incorrect, ou la banque a refusé.',
  ],
  NON_3DS: [
    'Votre banque n’a pas vérifié cette carte.',
    'Demandez-lui d’activer le paiement en ligne sécurisé (3-D Secure), ou utilisez une autre carte.',
  ],
  REVIEW: [
    'Ce paiement n’a pas été accepté après contrôle. Si un montant a été bloqué, votre banque le libérera.',
    'Utilisez une autre carte ou parlez-en au marchand.',
  ],
  INSUFFICIENT_FUND: [
    'Le solde disponible de la carte ne suffit pas.',
    'Rechargez-la ou utilisez une autre carte.',
  ],
  EXPIRED_CARD: [
    'Cette carte a expiré.',
    'Utilisez une autre carte ou demandez-en une nouvelle à votre banque.',
  ],
  STOLEN_LOST_CARD: [
    'Votre banque n’autorise plus l’usage de cette carte.',
    'Appelez le numéro inscrit au dos, ou utilisez une autre carte.',
  ],
  INVALID_CVN: [
    'Le cryptogramme ne correspond pas à la carte.',
    'Vérifiez les 3 chiffres au dos (4 au recto pour American Express).',
  ],
  INVALID_ACCOUNT: ['La banque ne reconnaît pas ce numéro de carte.', 'Vérifiez-le chiffre par chiffre.'],
  EXCEEDS_CREDIT_LIMIT: [
    'Le plafond de la carte est atteint.',
    'Demandez à votre banque de le relever, ou utilisez une autre carte.',
  ],
  UNAUTHORIZED_CARD: [
    'Cette carte n’est pas activée pour les paiements en ligne.',
    'Demandez à votre banque de l’activer, ou utilisez une autre carte.',
  ],
  SUSPENDED_ACCOUNT: [
    'La banque a bloqué cette carte.',
    'Appelez-la pour la débloquer, ou utilisez une autre carte.',
  ],
  CARD_TYPE_NOT_ACCEPTED: [
    'Le marchand n’accepte pas ce type de carte.',
    'Utilisez une carte Visa, Mastercard ou American Express.',
  ],
  ISSUER_UNAVAILABLE: [
    'La banque de votre carte ne répond pas pour le moment.',
    'Patientez quelques minutes.',
  ],
  GENERAL_DECLINE: [
    'Votre banque a refusé le paiement sans donner de raison.',
    'Appelez-la, ou utilisez une autre carte.',
  ],
  RISK_DECLINE: [
    'Ce paiement n’a pas satisfait aux contrôles de sécurité.',
    'Utilisez une autre carte ou parlez-en au marchand.',
  ],
  CONFIGURATION: [
    'Ce marchand n’accepte pas les paiements par carte pour le moment.',
    'Prévenez-le, ou payez autrement.',
  ],
  GATEWAY_ERROR: ['Le paiement n’a pas pu être traité.', 'Patientez quelques minutes, puis réessayez.'],
  NOT_COMPLETED: [
    'Le paiement a été interrompu avant la fin. Si un montant a été bloqué, votre banque le libérera.',
  ],
  AMOUNT_MISMATCH: [
    'La banque a approuvé un autre montant\u202f; nous avons annulé le paiement. Si un montant a été bloqué, votre banque le libérera.',
  ],
  CUSTOMER_CANCELLED: ['Vous avez annulé ce paiement.'],
}
