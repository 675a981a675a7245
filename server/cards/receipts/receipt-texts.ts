// The texts of the receipt that a paid payment ends on.
import type { Language } from '../../kernel/language.ts'

export type ReceiptTexts = {
  card: string
  wallet: string
  description: string
  paid: string
  returned: string
  kept: string
  copy: string
  copied: string
  share: string
  whatsapp: string
  print: string
  /** `{merchant}`, `{amount}` and `{time}` are replaced. */
  shared: string
  code: string
  verify: string
  /** `{address}` is the page that verifies receipts, as people type it. */
  scan: string
  /** The hour of the payer's phone, where it is not the shop's; `{time}` is replaced. */
  ownTime: string
  details: string
  gatewayId: string
  collectionId: string
  paidAt: string
  /** Names of the country's time zones; others are shown as "UTC+2". */
  zones: Record<string, string>
}

const french: ReceiptTexts = {
  card: 'Carte',
  wallet: 'Mobile Money',
  description: 'Description',
  paid: 'Payé',
  returned: 'Remboursé',
  kept: 'Net payé',
  copy: 'Copier',
  copied: 'Référence copiée',
  share: 'Partager',
  whatsapp: 'Envoyer par WhatsApp',
  print: 'Imprimer ou PDF',
  shared: 'Reçu de {merchant}\u00a0: {amount}, le {time}. À vérifier ici\u00a0:',
  code: 'Code du reçu',
  verify: 'Vérifier ce reçu',
  scan: 'Authentique\u202f? Scannez, même sans réseau, ou tapez ce code sur {address}.',
  ownTime: '{time} à l’heure de votre appareil',
  details: 'Détails du paiement',
  gatewayId: 'Référence de la passerelle',
  collectionId: 'Référence Mobile Money',
  paidAt: 'Heure exacte',
  zones: { 'Africa/Kinshasa': 'heure de Kinshasa', 'Africa/Lubumbashi': 'heure de Lubumbashi' },
}

const english: ReceiptTexts = {
  card: 'Card',
  wallet: 'Mobile Money',
  description: 'Description',
  paid: 'Paid',
  returned: 'Refunded',
  kept: 'Net paid',
  copy: 'Copy',
  copied: 'Reference copied',
  share: 'Share',
  whatsapp: 'Send on WhatsApp',
  print: 'Print or PDF',
  shared: 'Receipt from {merchant}: {amount}, {time}. Verify it here:',
  code: 'Receipt code',
  verify: 'Verify this receipt',
  scan: 'Genuine? Scan it, even offline, or type this code at {address}.',
  ownTime: '{time} by your device’s clock',
  details: 'Payment details',
  gatewayId: 'Gateway reference',
  collectionId: 'Mobile Money reference',
  paidAt: 'Exact time',
  zones: { 'Africa/Kinshasa': 'Kinshasa time', 'Africa/Lubumbashi': 'Lubumbashi time' },
}

const texts: Record<Language, ReceiptTexts> = { fr: french, en: english }

export const receiptTexts = (language: Language): ReceiptTexts => texts[language]
