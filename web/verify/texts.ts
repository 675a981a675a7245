// The texts and formats of the page, in French and English.
import { dateText } from '../ui/display/date-text.generated.ts'
import { operatorName } from '../ui/display/operators.ts'
import type { State } from './token.ts'
import { knownZone, offsetIn } from './zone.ts'

export type Language = 'fr' | 'en'

type Notice = { title: string; text: string }

export type Texts = {
  title: string
  languageSwitch: string
  lead: string
  /** Where the page itself cannot scan. */
  leadWithoutScan: string
  label: string
  hint: string
  verify: string
  scan: string
  scanning: string
  close: string
  noCamera: string
  another: string
  checking: string
  ready: string
  install: string
  emptyInput: string
  /** The verdict on a genuine receipt, by its state. */
  verdicts: Record<State, string>
  test: Notice
  paidOn: Record<'payment' | 'transfer', string>
  /** `{state}` on `{time}` */
  asOf: string
  states: Record<State, string>
  /** The parts of an amount that was partly returned. */
  parts: { paid: string; returned: string; kept: string }
  /** Above the whole amount, where what was returned is not known. */
  beforeRefund: string
  /** What to do about states that forbid handing over. */
  advice: Partial<Record<string, string>>
  today: { confirmed: string; offline: string; asking: string }
  askAgain: string
  compare: string
  /** The names of the country's zones, beside every time; others are shown as "UTC+2". */
  zones: Record<string, string>
  /** When the amount, or a part of it, was returned. */
  returnedOn: Partial<Record<State, string>>
  /** Above the operator and the end of the number that received a transfer. */
  recipient: string
  reference: string
  code: string
  forged: Notice
  unreadable: Notice
  no_code: Notice
  no_key: Notice
  code_unknown: Notice
  code_offline: Notice
  /** A promised price, which somebody may show as if it had been paid. */
  quote: Notice & {
    expired: string
    test: string
    pays: string
    receives: string
    fee: string
    rate: string
    madeAt: string
    expiresAt: string
    id: string
  }
}

const french: Texts = {
  title: 'Vérifier un reçu',
  languageSwitch: 'Langue',
  lead: 'Scannez le code QR du reçu, ou saisissez son code. Avec le code QR ou le lien, la vérification fonctionne aussi sans réseau.',
  leadWithoutScan:
    'Ouvrez l’appareil photo et visez le code QR du reçu, ou saisissez son code. Avec le code QR ou le lien, la vérification fonctionne aussi sans réseau.',
  label: 'Code ou lien du reçu',
  hint: '10 lettres et chiffres, sous le code QR.',
  verify: 'Vérifier',
  scan: 'Scanner le code QR',
  scanning: 'Placez le code QR du reçu dans le cadre.',
  close: 'Fermer',
  noCamera:
    'La caméra n’est pas accessible. Autorisez-la dans les réglages du navigateur, ou saisissez le code.',
  another: 'Vérifier un autre reçu',
  checking: 'Vérification…',
  ready: 'Prêt à vérifier sans réseau sur cet appareil.',
  install: 'Installer sur cet appareil',
  emptyInput: 'Saisissez le code du reçu ou collez son lien.',
  verdicts: {
    paid: 'Reçu authentique',
    partially_refunded: 'Remboursé en partie',
    refunded: 'Remboursé',
    voided: 'Paiement annulé par le marchand',
    disputed: 'Paiement contesté',
    returned: 'Rendu par la banque après un litige',
    successful: 'Reçu authentique',
    reversed: 'Transfert repris par l’opérateur',
  },
  test: {
    title: 'Reçu de test',
    text: 'Ce reçu vient du mode test\u00a0: aucun argent réel n’a été versé.',
  },
  paidOn: { payment: 'Payé le {time}', transfer: 'Transfert arrivé le {time}' },
  asOf: 'État au {time}\u00a0: {state}',
  states: {
    paid: 'payé',
    partially_refunded: 'remboursé en partie',
    refunded: 'remboursé',
    voided: 'annulé par le marchand',
    disputed: 'contesté auprès de la banque',
    returned: 'rendu par la banque au titulaire de la carte',
    successful: 'effectué',
    reversed: 'repris par l’opérateur, montant restitué à l’expéditeur',
  },
  parts: { paid: 'Payé', returned: 'Remboursé', kept: 'Net payé' },
  beforeRefund: 'Payé avant remboursement',
  advice: {
    disputed: 'La banque n’a pas encore décidé. Ne remettez pas la marchandise avant sa décision.',
    returned: 'L’argent est revenu au titulaire de la carte. Ne remettez pas la marchandise.',
  },
  today: {
    confirmed: 'Confirmé en ligne à l’instant.',
    offline: 'Hors ligne\u00a0: reçu authentique, mais un remboursement récent peut manquer.',
    asking: 'Nous vérifions l’état d’aujourd’hui…',
  },
  askAgain: 'Vérifier l’état d’aujourd’hui',
  compare:
    'Comparez le marchand, le montant et la référence avec la commande\u00a0: un reçu authentique peut être montré deux fois.',
  zones: { 'Africa/Kinshasa': 'heure de Kinshasa', 'Africa/Lubumbashi': 'heure de Lubumbashi' },
  returnedOn: {
    partially_refunded: 'Remboursé en partie le {time}',
    refunded: 'Remboursé le {time}',
    voided: 'Annulé le {time}',
    returned: 'Rendu le {time}',
    reversed: 'Repris le {time}',
  },
  recipient: 'Vers',
  reference: 'Référence',
  code: 'Code',
  forged: {
    title: 'Reçu refusé',
    text: 'Ce reçu est faux ou a été modifié. Ne remettez pas la marchandise\u00a0: demandez au client d’ouvrir son reçu d’origine.',
  },
  unreadable: {
    title: 'Ce n’est pas un reçu',
    text: 'Le code ou le lien est incomplet, ou un caractère a été modifié. Scannez à nouveau, ou collez le lien entier.',
  },
  no_code: {
    title: 'Code incomplet ou incorrect',
    text: 'Un code a 10 caractères, sans 0, O, 1, I ni L.',
  },
  no_key: {
    title: 'Connexion nécessaire',
    text: 'Cet appareil n’a pas encore la clé de ce reçu. Connectez-vous une fois à Internet, puis réessayez.',
  },
  code_unknown: {
    title: 'Code inconnu',
    text: 'Aucun reçu ne porte ce code. Vérifiez chaque caractère\u00a0: les codes ne contiennent jamais 0, O, 1, I ni L.',
  },
  code_offline: {
    title: 'Connexion nécessaire',
    text: 'Un code se vérifie en ligne seulement. Sans réseau, scannez le code QR ou collez le lien du reçu.',
  },
  quote: {
    title: 'Devis, pas un paiement',
    text: 'Ce devis est authentique\u00a0: il garantit un prix pour un transfert. Rien n’a été payé. Ne remettez ni marchandise ni argent.',
    expired:
      'Ce devis est authentique, mais il a expiré\u00a0: aucun nouveau transfert n’aura ce prix. Rien n’a été payé. Ne remettez ni marchandise ni argent.',
    test: 'Ce devis vient du mode test.',
    pays: 'L’expéditeur paie',
    receives: 'Le bénéficiaire reçoit',
    fee: 'Frais',
    rate: 'Taux',
    madeAt: 'Établi le',
    expiresAt: 'Valable jusqu’au',
    id: 'Devis',
  },
}

const english: Texts = {
  title: 'Verify a receipt',
  languageSwitch: 'Language',
  lead: 'Scan the QR code on the receipt, or enter its code. With the QR code or the link, this works without a network too.',
  leadWithoutScan:
    'Open your camera and point it at the QR code on the receipt, or enter the code. With the QR code or the link, this works without a network too.',
  label: 'Receipt code or link',
  hint: '10 letters and digits, under the QR code.',
  verify: 'Verify',
  scan: 'Scan the QR code',
  scanning: 'Hold the receipt’s QR code inside the frame.',
  close: 'Close',
  noCamera: 'The camera isn’t available. Allow it in your browser’s settings, or enter the code.',
  another: 'Verify another receipt',
  checking: 'Verifying…',
  ready: 'This device can verify without a network.',
  install: 'Install on this device',
  emptyInput: 'Enter the receipt’s code or paste its link.',
  verdicts: {
    paid: 'Genuine receipt',
    partially_refunded: 'Partly refunded',
    refunded: 'Refunded',
    voided: 'Payment cancelled by the merchant',
    disputed: 'Payment disputed',
    returned: 'Returned by the bank after a dispute',
    successful: 'Genuine receipt',
    reversed: 'Transfer reversed by the operator',
  },
  test: { title: 'Test receipt', text: 'This receipt comes from test mode: no money was paid.' },
  paidOn: { payment: 'Paid on {time}', transfer: 'Transfer delivered on {time}' },
  asOf: 'Status on {time}: {state}',
  states: {
    paid: 'paid',
    partially_refunded: 'partly refunded',
    refunded: 'refunded',
    voided: 'cancelled by the merchant',
    disputed: 'disputed with the bank',
    returned: 'given back to the cardholder by the bank',
    successful: 'completed',
    reversed: 'reversed by the operator, amount returned',
  },
  parts: { paid: 'Paid', returned: 'Refunded', kept: 'Net paid' },
  beforeRefund: 'Paid before the refund',
  advice: {
    disputed: 'The bank hasn’t decided yet. Don’t hand over the goods before it does.',
    returned: 'The money went back to the cardholder. Don’t hand over the goods.',
  },
  today: {
    confirmed: 'Confirmed online just now.',
    offline: 'Offline: the receipt is genuine, but a recent refund may be missing.',
    asking: 'Checking today’s state…',
  },
  askAgain: 'Check today’s state',
  compare: 'Compare the merchant, amount and reference with the order: a genuine receipt can be shown twice.',
  zones: { 'Africa/Kinshasa': 'Kinshasa time', 'Africa/Lubumbashi': 'Lubumbashi time' },
  returnedOn: {
    partially_refunded: 'Partly refunded on {time}',
    refunded: 'Refunded on {time}',
    voided: 'Cancelled on {time}',
    returned: 'Returned on {time}',
    reversed: 'Reversed on {time}',
  },
  recipient: 'To',
  reference: 'Reference',
  code: 'Code',
  forged: {
    title: 'Receipt rejected',
    text: 'This receipt is forged or was altered. Don’t hand over the goods: ask the customer to open the original receipt.',
  },
  unreadable: {
    title: 'Not a receipt',
    text: 'The code or link is incomplete, or a character was changed. Scan it again, or paste the whole link.',
  },
  no_code: {
    title: 'Incomplete or wrong code',
    text: 'A code has 10 characters, without 0, O, 1, I or L.',
  },
  no_key: {
    title: 'Connection needed',
    text: 'This device doesn’t have the key for this receipt yet. Go online once, then try again.',
  },
  code_unknown: {
    title: 'Unknown code',
    text: 'No receipt has this code. Check every character: codes never contain 0, O, 1, I or L.',
  },
  code_offline: {
    title: 'Connection needed',
    text: 'A code can only be verified online. Without a network, scan the QR code or paste the receipt’s link.',
  },
  quote: {
    title: 'Quote, not a payment',
    text: 'This quote is genuine: it promises a price for a transfer. Nothing was paid. Don’t hand over goods or money.',
    expired:
      'This quote is genuine, but it has expired: no new transfer gets this price. Nothing was paid. Don’t hand over goods or money.',
    test: 'This quote comes from test mode.',
    pays: 'Sender pays',
    receives: 'Recipient gets',
    fee: 'Fee',
    rate: 'Rate',
    madeAt: 'Made on',
    expiresAt: 'Valid until',
    id: 'Quote',
  },
}

const texts: Record<Language, Texts> = { fr: french, en: english }
const locales: Record<Language, string> = { fr: 'fr-CD', en: 'en-GB' }
export const languageNames: Record<Language, string> = { fr: 'Français', en: 'English' }

/** The portal and the guides remember the language under the same name. */
const remembered = 'language'

/** The language chosen on this device, else the browser's, else French. */
export function firstLanguage(): Language {
  let chosen = ''
  try {
    chosen = localStorage.getItem(remembered) ?? ''
  } catch {}
  const wanted = [chosen, ...navigator.languages].map((tag) => tag.slice(0, 2))
  return wanted.find((tag) => tag === 'fr' || tag === 'en') === 'en' ? 'en' : 'fr'
}

export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(remembered, language)
  } catch {}
}

export const textsIn = (language: Language): Texts => texts[language]

/** "1 250,00 USD": with the code, so that nobody takes francs for dollars. Whole amounts in CDF have no decimals. */
export function amountIn(language: Language, amount: string, currency: string): string {
  const number = new Intl.NumberFormat(locales[language], {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(amount as `${number}`)
  const short = currency === 'CDF' ? number.replace(/[.,]00$/, '') : number
  return `${short}\u00a0${currency}`
}

/**
 * "22 novembre à 00:31 (heure de Kinshasa)": with its zone, because the shop may be in another than the reader. The current year
 * is left out, and a line does not end inside the date.
 */
export function timeIn(language: Language, time: Date, zone: string): string {
  const timeZone = knownZone(zone)
  return `${clockIn(language, time, zone)} (${texts[language].zones[timeZone] ?? offsetIn(timeZone, time)})`
}

/** The same without its zone, where the zone follows a later time on the page. */
export function clockIn(
  language: Language,
  time: Date,
  zone: string,
  style: 'long' | 'short' = 'short',
): string {
  const timeZone = knownZone(zone)
  const options = {
    ...(style === 'long' && ({ weekday: 'long' } as const)),
    ...({ day: 'numeric', month: style, year: 'numeric', hour: '2-digit', minute: '2-digit' } as const),
    timeZone,
  }
  return dateText(locales[language], options, time)
    .replace(/(\d|1er) (\p{L}+\.?)( \d{4})?/u, (date) => date.replaceAll(' ', '\u00a0'))
    .replace(/(à|at) (\d)/, '$1\u00a0$2')
}

/** "Vodacom •• 0001" */
export const recipientText = ({ operator, numberEnd }: { operator: string; numberEnd: string }): string =>
  `${operatorName(operator)}\u00a0••\u00a0${numberEnd}`

/** Direction marks and invisible characters, which could make one merchant's name look like another's. */
const unseen = /[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/g

/** "a\u202eb" as "a[U+202E]b". */
export function visible(text: string): string {
  return text.replace(unseen, (one) => `[U+${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`)
}
