// The texts of the shop's mode, in French and English.
import type { Language } from '../texts.ts'

export type ShopTexts = {
  open: string
  title: string
  close: string
  /** `{name}` is who is signed in. */
  signedInAs: string
  signedOut: string
  signIn: string
  label: string
  verify: string
  scanning: string
  noCamera: string
  checking: string
  paid: string
  partly: string
  handedOver: string
  handedOverBefore: string
  foreign: string
  test: string
  justNow: string
  /** Before an hour of today, and before an earlier day. */
  at: string
  on: string
  waiting: string
  /** `{time}` and `{name}` are replaced. */
  markedBy: string
  markedBefore: string
  markedHere: string
  keptHere: string
  offline: string
  unknownMarks: string
  notAllowed: string
  /** The money went back or is disputed; the service has not said which. */
  refused: string
  lost: string
  disputed: string
  voided: string
  returned: string
  /** `{name}` is the shop on the receipt. */
  paidTo: string
  notFromHere: string
  isTest: string
  transfer: string
  mark: string
  next: string
  /** `{count}` markings wait for a network. */
  kept: string
  /** `{code}`, `{time}` and `{name}` are replaced. */
  late: string
  /** Of goods that were marked without a network, and should not have been. */
  lateForeign: string
  lateRefused: string
  lateNotAllowed: string
  understood: string
}

const french: ShopTexts = {
  open: 'Mode boutique',
  title: 'Mode boutique',
  close: 'Quitter',
  signedInAs: 'Connecté\u00a0: {name}',
  signedOut: 'Non connecté\u00a0: vous verrez si c’est payé, pas si c’est déjà remis.',
  signIn: 'Se connecter',
  label: 'Code du reçu',
  verify: 'Vérifier',
  scanning: 'Placez le code QR du client devant la caméra.',
  noCamera: 'Pas de caméra ici\u00a0: saisissez le code du reçu.',
  checking: 'Vérification…',
  paid: 'Payé',
  partly: 'Payé, remboursé en partie',
  handedOver: 'Remis',
  handedOverBefore: 'Déjà remis',
  foreign: 'Reçu d’une autre boutique',
  test: 'Reçu de test',
  justNow: 'à l’instant',
  at: 'à {time}',
  on: 'le {time}',
  waiting: 'pas encore remis',
  markedBy: 'Marqué comme remis {time} par {name}.',
  markedBefore: 'Déjà remis {time} par {name}. Ne remettez rien.',
  markedHere: 'Déjà remis {time} sur cet appareil. Ne remettez rien.',
  keptHere: 'Enregistré sur cet appareil. Nous l’enverrons au retour du réseau.',
  offline:
    'Hors ligne\u00a0: reçu authentique, mais peut-être déjà remis ailleurs ou remboursé. Ne remettez que si vous connaissez le client.',
  unknownMarks: 'Connectez-vous pour savoir si c’est déjà remis.',
  notAllowed: 'Votre rôle ne permet pas de marquer les remises.',
  refused: 'Ce paiement a été remboursé ou contesté. Ne remettez rien.',
  lost: 'Plus payé',
  disputed: 'Le client conteste ce paiement auprès de sa banque. Ne remettez rien.',
  voided: 'Ce paiement a été annulé. Ne remettez rien.',
  returned: 'L’argent a été rendu au client. Ne remettez rien.',
  paidTo: 'Payé à {name}.',
  notFromHere: 'Ce client a payé {name}. Ne remettez rien.',
  isTest: 'Aucun argent réel n’a été versé.',
  transfer: 'C’est un transfert, pas un achat\u00a0: il n’y a rien à remettre.',
  mark: 'Marquer comme remis',
  next: 'Reçu suivant',
  kept: 'Remises à envoyer au retour du réseau\u00a0: {count}',
  late: 'Le reçu {code} avait déjà été remis {time} par {name}.',
  lateForeign: 'Le reçu {code}, marqué hors ligne, n’est pas de votre boutique, ou c’est un test.',
  lateRefused: 'Le reçu {code}, marqué hors ligne, avait été remboursé ou contesté.',
  lateNotAllowed:
    'Le reçu {code}, marqué hors ligne, n’a pas été enregistré\u00a0: votre rôle ne le permet pas.',
  understood: 'Compris',
}

const english: ShopTexts = {
  open: 'Shop mode',
  title: 'Shop mode',
  close: 'Leave',
  signedInAs: 'Signed in: {name}',
  signedOut: 'Not signed in: you see whether it’s paid, not whether it was handed over.',
  signIn: 'Sign in',
  label: 'Receipt code',
  verify: 'Verify',
  scanning: 'Hold the customer’s QR code in front of the camera.',
  noCamera: 'No camera here: enter the receipt’s code.',
  checking: 'Verifying…',
  paid: 'Paid',
  partly: 'Paid, partly refunded',
  handedOver: 'Handed over',
  handedOverBefore: 'Already handed over',
  foreign: 'Receipt of another shop',
  test: 'Test receipt',
  justNow: 'just now',
  at: 'at {time}',
  on: 'on {time}',
  waiting: 'not handed over yet',
  markedBy: 'Marked as handed over {time} by {name}.',
  markedBefore: 'Already handed over {time} by {name}. Hand over nothing.',
  markedHere: 'Already handed over {time} with this device. Hand over nothing.',
  keptHere: 'Saved on this device. We’ll send it when you’re back online.',
  offline:
    'Offline: the receipt is genuine, but it may have been used elsewhere or refunded. Hand over only if you know the customer.',
  unknownMarks: 'Sign in to see whether it was handed over.',
  notAllowed: 'Your role can’t mark goods as handed over.',
  refused: 'This payment was refunded or disputed. Hand over nothing.',
  lost: 'No longer paid',
  disputed: 'The customer disputes this payment with their bank. Hand over nothing.',
  voided: 'This payment was voided. Hand over nothing.',
  returned: 'The money was returned to the customer. Hand over nothing.',
  paidTo: 'Paid to {name}.',
  notFromHere: 'This customer paid {name}. Hand over nothing.',
  isTest: 'No real money was paid.',
  transfer: 'This is a transfer, not a purchase: there’s nothing to hand over.',
  mark: 'Mark as handed over',
  next: 'Next receipt',
  kept: 'To be sent when you’re back online: {count}',
  late: 'Receipt {code} had already been handed over {time} by {name}.',
  lateForeign: 'Receipt {code}, marked offline, isn’t from your shop, or is a test.',
  lateRefused: 'Receipt {code}, marked offline, had been refunded or disputed.',
  lateNotAllowed: 'Receipt {code}, marked offline, wasn’t recorded: your role can’t mark goods.',
  understood: 'Got it',
}

const texts: Record<Language, ShopTexts> = { fr: french, en: english }

/** The texts in one language. */
export const shopTexts = (language: Language): ShopTexts => texts[language]
