// The settings and actions that the palette offers, with the words by which people look for them in either language.
import type { Entry } from '../../ui/palette/palette.tsx'
import { api, may, type Right, session } from '../access/session.ts'
import { settingTexts } from './setting-texts.ts'

type Name = keyof ReturnType<typeof settingTexts>

/** Other words than those of the label, in French and in English: nobody should have to know what we call it. */
const offered: readonly { name: Name; right: Right; to: string; words: string; inTestOnly?: true }[] = [
  {
    name: 'refund',
    right: 'refund',
    to: '/portal/payments',
    words: 'rembourser remboursement rendre retour argent refund money back return',
  },
  {
    name: 'payout',
    right: 'payout',
    to: '/portal/payouts',
    words: 'versement retrait retirer argent banque payout withdraw cash out bank',
  },
  {
    name: 'disputes',
    right: 'dispute',
    to: '/portal/disputes',
    words: 'litige contesté impayé opposition dispute chargeback evidence justificatifs',
  },
  {
    name: 'exportPayments',
    right: 'export',
    to: 'payments.csv',
    words: 'exporter télécharger excel csv comptabilité export download accounting',
  },
  {
    name: 'exportTransfers',
    right: 'export',
    to: 'transfers.csv',
    words: 'exporter télécharger excel csv export download',
  },
  {
    name: 'exportBalance',
    right: 'export',
    to: 'balance-transactions.csv',
    words: 'exporter télécharger excel csv comptabilité solde export download accounting',
  },
  {
    name: 'invite',
    right: 'team',
    to: '/portal/team',
    words:
      'inviter équipe utilisateur caissier employé collègue ajouter invite user cashier staff colleague role rôle',
  },
  {
    name: 'logo',
    right: 'configure',
    to: '/portal/shop',
    words: 'logo couleur image marque boutique apparence brand colour color shop appearance checkout',
  },
  {
    name: 'contact',
    right: 'configure',
    to: '/portal/shop',
    words: 'contact téléphone whatsapp support phone customers boutique shop',
  },
  {
    name: 'attempts',
    right: 'configure',
    to: '/portal/shop',
    words: 'essais tentatives carte refusée attempts retries declined card',
  },
  {
    name: 'zone',
    right: 'configure',
    to: '/portal/shop#business',
    words: 'fuseau horaire heure heures jours activité time zone timezone hours business',
  },
  {
    name: 'alerts',
    right: 'configure',
    to: '/portal/account#notifications',
    words: 'alertes notifications e-mail sms messages alerts',
  },
  {
    name: 'password',
    right: 'account',
    to: '/portal/account#password',
    words: 'mot de passe mdp changer password change',
  },
  {
    name: 'security',
    right: 'account',
    to: '/portal/account#security',
    words: 'sécurité double authentification code 2fa passkey clé d’accès second factor security',
  },
  {
    name: 'sessions',
    right: 'account',
    to: '/portal/account#sessions',
    words: 'sessions appareils connexions téléphone perdu devices signed in lost phone',
  },
  {
    name: 'pricing',
    right: 'account',
    to: '/portal/account#pricing',
    words: 'tarifs frais commission prix combien pricing fees rates cost',
  },
  {
    name: 'destination',
    right: 'destinations',
    to: '/portal/payouts/settings',
    words:
      'compte bancaire iban rib portefeuille mobile money m-pesa banque destination bank account wallet payout settings schedule calendrier',
  },
  {
    name: 'keys',
    right: 'keys',
    to: '/portal/keys',
    words: 'clé clés api secret remplacer renouveler perdu key rotate renew replace lost env',
  },
  {
    name: 'addresses',
    right: 'keys',
    to: '/portal/keys',
    words: 'adresses ip liste autorisées allowlist whitelist network cidr',
  },
  {
    name: 'webhook',
    right: 'integration',
    to: '/portal/callback',
    words: 'webhook adresse url callback notification serveur server endpoint',
  },
  {
    name: 'goLive',
    right: 'configure',
    to: '/portal/go-live',
    words: 'production réel argent activer live real money activate',
    inTestOnly: true,
  },
]

/** Those that the signed-in user may use. What ends in .csv is saved, everything else opened. */
export function settingEntries(): Entry[] {
  const t = settingTexts()
  const isTest = session.value?.environment === 'sandbox'
  return offered
    .filter(({ right, inTestOnly }) => may(right) && (isTest || !inTestOnly))
    .map(({ name, to, words }) => ({
      key: `setting ${name}`,
      label: t[name],
      words,
      ...(to.endsWith('.csv') ? { run: () => void api.download(to).catch(() => {}) } : { href: to }),
    }))
}
