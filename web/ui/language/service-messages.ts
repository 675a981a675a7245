// The service's English messages that pages show often, in the reader's language and notation.
import { formatMoney } from '../display/amount.tsx'
import { catalogue } from './language.ts'

const texts = catalogue({
  fr: {
    least: (amount: string) => `Le montant minimum est de ${amount}.`,
    precise: 'Saisissez un montant avec deux décimales au plus.',
    unrefundable: (state: string) => `Un paiement ${state} ne peut pas être remboursé`,
    unvoidable: (state: string) => `Un paiement ${state} ne peut pas être annulé`,
    states: { PENDING: 'en attente', SUCCESS: 'réussi', FAILED: 'échoué', CANCELLED: 'annulé par le client', EXPIRED: 'expiré', REFUNDED: 'remboursé', PARTIALLY_REFUNDED: 'remboursé en partie', VOIDED: 'dont le débit est annulé' },
    transfer: { Submitted: 'Le transfert est en cours', Successful: 'Le transfert a déjà été reçu', Failed: 'Le transfert a échoué', Reversed: 'Le transfert a été repris par l’opérateur', Hold: 'Le transfert est retenu' },
    linkOver: { expired: 'Ce lien de paiement a expiré.', exhausted: 'Ce lien de paiement a déjà servi.', cancelled: 'Ce lien de paiement a été annulé.' },
    suspended: 'Ce compte marchand est suspendu.',
    email: 'Impossible de créer un compte avec cette adresse e-mail.',
    signUpClosed: 'Les inscriptions sont fermées sur ce service.',
    loginWrong: 'Adresse e-mail ou mot de passe incorrect.',
    phone: 'Numéro de téléphone ou opérateur incorrect.',
    sandboxCap: 'Un transfert de test est limité à 1\u00a0USD.',
    referenceUsed: 'Cette référence a déjà servi pour un autre transfert.',
    wallet: 'Le solde du portefeuille est insuffisant.',
    blocked: 'Le numéro du bénéficiaire est bloqué.',
    noWallet: 'L’opérateur n’a pas de portefeuille à ce numéro.',
    nameDiffers: 'Le nom du bénéficiaire ne correspond pas à celui du titulaire du portefeuille.',
    operatorDown: 'L’opérateur est injoignable.',
    noRate: 'Aucun taux de change à jour n’est disponible.',
    sandboxOnly: 'Cette action n’est possible qu’en mode test.',
    livePending: 'Une demande de passage en production est déjà en cours.',
    live: 'Ce compte est déjà en production.',
    gateway: 'La passerelle de paiement est injoignable.',
    currency: (code: string) => `Devise non prise en charge\u00a0: ${code}. Utilisez CDF ou USD.`,
    headersMissing: 'En-têtes d’authentification manquants',
    expired: 'Horodatage de la requête expiré',
    early: 'Horodatage de la requête dans le futur',
    noMerchant: 'Clé d’API inconnue',
    signature: 'Signature de la requête invalide',
    environment: 'Clé d’un autre environnement',
    address: 'Adresse IP non autorisée',
    malformed: 'Corps JSON mal formé',
    noTransaction: 'Transaction introuvable',
    credentials: 'Code ou secret marchand incorrect',
    refundTooMuch: 'Le montant dépasse ce qui reste à rembourser.',
    requestEnded: 'Cette demande de remboursement n’est plus en attente.',
    requestWaiting: 'Une demande de remboursement est déjà en attente pour ce paiement.',
  },
  en: {
    least: (amount: string) => `The minimum amount is ${amount}.`,
    precise: 'Enter an amount with at most two decimals.',
    unrefundable: (state: string) => `${state} payment can’t be refunded`,
    unvoidable: (state: string) => `${state} payment can’t be voided`,
    states: { PENDING: 'A pending', SUCCESS: 'A successful', FAILED: 'A failed', CANCELLED: 'A cancelled', EXPIRED: 'An expired', REFUNDED: 'A refunded', PARTIALLY_REFUNDED: 'A partly refunded', VOIDED: 'A voided' },
    transfer: { Submitted: 'The transfer is in progress', Successful: 'The transfer has already been delivered', Failed: 'The transfer has failed', Reversed: 'The transfer has been reversed by the operator', Hold: 'The transfer is held' },
    linkOver: { expired: 'This payment link has expired.', exhausted: 'This payment link has already been used.', cancelled: 'This payment link has been cancelled.' },
    suspended: 'This merchant account is suspended.',
    email: 'An account can’t be created with this email address.',
    signUpClosed: 'Sign-up is closed on this service.',
    loginWrong: 'Incorrect email or password.',
    phone: 'Invalid phone number or operator.',
    sandboxCap: 'A test transfer is limited to 1\u00a0USD.',
    referenceUsed: 'This reference was already used for another transfer.',
    wallet: 'The wallet balance is too low.',
    blocked: 'The beneficiary’s number is blocked.',
    noWallet: 'The operator has no wallet with this number.',
    nameDiffers: 'The beneficiary’s name doesn’t match the wallet holder’s.',
    operatorDown: 'The operator is unreachable.',
    noRate: 'No current exchange rate is available.',
    sandboxOnly: 'This action is only available in test mode.',
    livePending: 'A go-live request is already pending.',
    live: 'This account is already live.',
    gateway: 'The payment gateway is unreachable.',
    currency: (code: string) => `Unsupported currency: ${code}. Use CDF or USD.`,
    headersMissing: 'Missing authentication headers',
    expired: 'Request timestamp expired',
    early: 'Request timestamp is in the future',
    noMerchant: 'Merchant not found',
    signature: 'Invalid request signature',
    environment: 'Unauthorized environment',
    address: 'IP address not allowed',
    malformed: 'Malformed JSON body',
    noTransaction: 'Transaction not found',
    credentials: 'Wrong merchant code or secret',
    refundTooMuch: 'The amount exceeds what is left to refund.',
    requestEnded: 'This refund request is no longer waiting.',
    requestWaiting: 'A refund request for this payment is already waiting.',
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
  [
    /^The transfer is (Submitted|Successful|Failed|Reversed|Hold)$/,
    (t, state = '') => pick(t.transfer, state),
  ],
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
  [/^Currency '(.*)' is not supported/, (t, code = '') => t.currency(code)],
  [/^Missing authentication headers$/, (t) => t.headersMissing],
  [/^Request timestamp expired$/, (t) => t.expired],
  [/^Request timestamp is in the future$/, (t) => t.early],
  [/^Merchant not found$/, (t) => t.noMerchant],
  [/^Invalid request signature$/, (t) => t.signature],
  [/^Unauthorized environment$/, (t) => t.environment],
  [/^IP address not allowed$/, (t) => t.address],
  [/^Malformed JSON body$/, (t) => t.malformed],
  [/^Transaction not found$/, (t) => t.noTransaction],
  [/^Wrong merchant code or secret$/, (t) => t.credentials],
  [/^Refund amount exceeds remaining$/, (t) => t.refundTooMuch],
  [/^Refund request already \w+$/, (t) => t.requestEnded],
  [/^A refund request for this payment is waiting already$/, (t) => t.requestWaiting],
]

/** The translation of a message; undefined when there is none. */
export function serviceMessage(message: string): string | undefined {
  for (const [form, say] of readings) {
    const found = form.exec(message)
    if (found) return say(texts(), ...found.slice(1))
  }
  return undefined
}

function pick(label: Readonly<Record<string, string>>, name: string): string {
  return label[name] ?? name
}
