// What the service says in English of what a reader asked for, in the reader's language and notation.
import { formatMoney } from '../display/amount.tsx'
import { catalogue } from './language.ts'

const texts = catalogue({
  fr: {
    least: (amount: string) => `Le montant minimal est de ${amount}.`,
    precise: 'Un montant a au plus deux décimales.',
    unrefundable: (state: string) => `Un paiement ${state} ne peut pas être remboursé`,
    unvoidable: (state: string) => `Un paiement ${state} ne peut pas être annulé`,
    states: { PENDING: 'en attente', SUCCESS: 'réussi', FAILED: 'échoué', CANCELLED: 'abandonné par le client', EXPIRED: 'expiré', REFUNDED: 'remboursé', PARTIALLY_REFUNDED: 'remboursé en partie', VOIDED: 'annulé' },
    linkOver: { expired: 'Ce lien de paiement a expiré.', exhausted: 'Ce lien de paiement a déjà servi.', cancelled: 'Ce lien de paiement est annulé.' },
    suspended: 'Ce compte marchand est suspendu.',
    email: 'Aucun compte ne peut être créé avec cette adresse e-mail.',
    signUpClosed: 'Les inscriptions sont fermées sur ce service.',
    loginWrong: 'Adresse e-mail ou mot de passe incorrect.',
    phone: 'Numéro de téléphone ou opérateur incorrect.',
    sandboxCap: 'Un transfert d’essai ne dépasse pas 1 USD.',
    referenceUsed: 'Cette référence a déjà servi pour un autre transfert.',
    wallet: 'Le solde du portefeuille est insuffisant.',
    blocked: 'Le numéro du bénéficiaire est bloqué.',
    noWallet: 'L’opérateur n’a pas de portefeuille à ce numéro.',
    nameDiffers: 'Le nom du bénéficiaire ne correspond pas à celui du titulaire du portefeuille.',
    operatorDown: 'L’opérateur est injoignable.',
    noRate: 'Aucun taux de change à jour n’est disponible.',
    sandboxOnly: 'Cette action n’existe qu’en mode test.',
    livePending: 'Une demande de passage en production est déjà en cours.',
    live: 'Ce compte est déjà en production.',
    gateway: 'La passerelle de paiement est injoignable.',
  },
  en: {
    least: (amount: string) => `The minimum amount is ${amount}.`,
    precise: 'An amount has at most two decimal places.',
    unrefundable: (state: string) => `${state} payment can’t be refunded`,
    unvoidable: (state: string) => `${state} payment can’t be voided`,
    states: { PENDING: 'A pending', SUCCESS: 'A successful', FAILED: 'A failed', CANCELLED: 'A cancelled', EXPIRED: 'An expired', REFUNDED: 'A refunded', PARTIALLY_REFUNDED: 'A partly refunded', VOIDED: 'A voided' },
    linkOver: { expired: 'This payment link has expired.', exhausted: 'This payment link has been used.', cancelled: 'This payment link is cancelled.' },
    suspended: 'This merchant account is suspended.',
    email: 'No account can be created with this email address.',
    signUpClosed: 'Sign-up is closed on this service.',
    loginWrong: 'Wrong email or password.',
    phone: 'Invalid phone number or operator.',
    sandboxCap: 'A test transfer is at most 1 USD.',
    referenceUsed: 'This reference was used for another transfer.',
    wallet: 'The wallet balance is insufficient.',
    blocked: 'The beneficiary’s number is blocked.',
    noWallet: 'The operator has no wallet with this number.',
    nameDiffers: 'The beneficiary’s name does not match the wallet holder’s.',
    operatorDown: 'The operator cannot be reached.',
    noRate: 'No fresh exchange rate is available.',
    sandboxOnly: 'This exists in test mode only.',
    livePending: 'A go-live request is already pending.',
    live: 'This account is in production already.',
    gateway: 'The payment gateway cannot be reached.',
  },
}) // biome-ignore format: a table with one row per line

type Texts = ReturnType<typeof texts>
type Reading = [form: RegExp, say: (t: Texts, ...parts: string[]) => string]

const readings: readonly Reading[] = [
  [
    /^Minimum amount for (\w+) is ([\d.]+)$/,
    (t, currency = '', least = '') => t.least(formatMoney(least, currency)),
  ],
  [/^Amount must have at most two decimal places$/, (t) => t.precise],
  [/^Cannot refund a tx in status (\w+)$/, (t, state = '') => t.unrefundable(pick(t.states, state))],
  [/^Cannot void a tx in status (\w+)$/, (t, state = '') => t.unvoidable(pick(t.states, state))],
  [/^Payment link (expired|exhausted|cancelled)$/, (t, state = '') => pick(t.linkOver, state)],
  [/^Merchant suspended$/, (t) => t.suspended],
  [/^No account can be created with this email$/, (t) => t.email],
  [/^Sign-up is closed on this deployment$/, (t) => t.signUpClosed],
  [/^Wrong email or password$/, (t) => t.loginWrong],
  [/^Invalid phone number or operator$/, (t) => t.phone],
  [/^Sandbox transfers are limited to 1 USD$/, (t) => t.sandboxCap],
  [/^This reference was used with other content$/, (t) => t.referenceUsed],
  [/^Insufficient wallet balance$/, (t) => t.wallet],
  [/^The beneficiary number is blacklisted$/, (t) => t.blocked],
  [/^The operator has no wallet with this number$/, (t) => t.noWallet],
  [/^The receiver name does not match the subscriber name$/, (t) => t.nameDiffers],
  [/^The operator cannot be reached$/, (t) => t.operatorDown],
  [/^No fresh exchange rate is available$/, (t) => t.noRate],
  [/^Only sandbox merchants may do this$/, (t) => t.sandboxOnly],
  [/^A go-live request is already pending$/, (t) => t.livePending],
  [/^The merchant is already live$/, (t) => t.live],
  [/^Payment gateway unreachable$/, (t) => t.gateway],
]

/** Undefined where the page has no words of its own for the message. */
export function serviceMessage(message: string): string | undefined {
  for (const [form, announceText] of readings) {
    const found = form.exec(message)
    if (found) return announceText(texts(), ...found.slice(1))
  }
  return undefined
}

function pick(label: Readonly<Record<string, string>>, name: string): string {
  return label[name] ?? name
}
