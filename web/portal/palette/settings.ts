// The settings and actions that the portal's palette offers.
import { type Setting, settingEntries } from '../../ui/palette/entries.ts'
import type { Entry } from '../../ui/palette/palette.tsx'
import { api, hasModes, may, type Right, session } from '../access/session.ts'
import { settingLabels } from './setting-texts.ts'

type Name = keyof typeof settingLabels.fr

const offered: readonly (Setting<Name, Right> & { beforeLiveOnly?: true })[] = [
  {
    name: 'refund',
    right: 'refund',
    to: '/portal/payments',
    words: 'remboursement rendre retour argent money back return',
  },
  {
    name: 'payout',
    right: 'payout',
    to: '/portal/payouts',
    words: 'retrait retirer argent banque withdraw cash out bank',
  },
  {
    name: 'disputes',
    right: 'dispute',
    to: '/portal/disputes',
    words: 'contesté impayé opposition chargeback evidence justificatifs',
  },
  {
    name: 'exportPayments',
    right: 'export',
    to: 'payments.csv',
    words: 'télécharger excel comptabilité download accounting',
  },
  {
    name: 'exportTransfers',
    right: 'export',
    to: 'transfers.csv',
    words: 'télécharger excel download',
  },
  {
    name: 'exportBalance',
    right: 'export',
    to: 'balance-transactions.csv',
    words: 'télécharger excel comptabilité download accounting',
  },
  {
    name: 'invite',
    right: 'team',
    to: '/portal/team',
    words: 'équipe utilisateur caissier employé collègue ajouter user cashier staff colleague role rôle',
  },
  {
    name: 'logo',
    right: 'configure',
    to: '/portal/shop',
    words: 'image marque boutique apparence brand color shop appearance checkout',
  },
  {
    name: 'contact',
    right: 'configure',
    to: '/portal/shop',
    words: 'téléphone whatsapp support phone customers boutique shop',
  },
  {
    name: 'attempts',
    right: 'configure',
    to: '/portal/shop',
    words: 'tentatives refusée retries declined',
  },
  {
    name: 'methods',
    right: 'configure',
    to: '/portal/shop#methods',
    words: 'carte mobile money m-pesa airtel orange commission frais tarif card wallet fee rate operator',
  },
  {
    name: 'zone',
    right: 'configure',
    to: '/portal/shop#business',
    words: 'heure heures jours activité timezone hours business',
  },
  {
    name: 'alerts',
    right: 'configure',
    to: '/portal/account#notifications',
    words: 'notifications e-mail sms messages',
  },
  {
    name: 'password',
    right: 'account',
    to: '/portal/account#password',
    words: 'mdp',
  },
  {
    name: 'security',
    right: 'account',
    to: '/portal/account#security',
    words: 'sécurité code 2fa passkey clé d’accès second factor security',
  },
  {
    name: 'sessions',
    right: 'account',
    to: '/portal/account#sessions',
    words: 'sessions connexions téléphone perdu signed in lost phone',
  },
  {
    name: 'pricing',
    right: 'account',
    to: '/portal/account#pricing',
    words: 'frais commission prix combien fees rates cost',
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
    words: 'clés api renouveler perdu rotate renew lost env',
  },
  {
    name: 'addresses',
    right: 'keys',
    to: '/portal/keys',
    words: 'liste autorisées allowlist whitelist network cidr',
  },
  {
    name: 'webhook',
    right: 'integration',
    to: '/portal/callback',
    words: 'url callback notification serveur server endpoint',
  },
  {
    name: 'goLive',
    right: 'configure',
    to: '/portal/go-live',
    words: 'réel argent activer real money activate',
    beforeLiveOnly: true,
  },
]

/** Those that the signed-in user may use. What ends in .csv is saved, everything else opened. */
export function ownSettings(): Entry[] {
  const isBeforeLive = session.value?.environment === 'sandbox' && !hasModes.value
  const settings = offered.filter(
    ({ right, beforeLiveOnly }) => may(right) && (isBeforeLive || !beforeLiveOnly),
  )
  return settingEntries(settings, settingLabels).map(({ href, ...entry }) =>
    href.endsWith('.csv')
      ? { ...entry, run: () => void api.download(href).catch(() => {}) }
      : { ...entry, href },
  )
}
