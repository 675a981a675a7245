// The settings and actions that the console's palette offers.
import { type Setting, settingEntries } from '../../ui/palette/entries.ts'
import type { Entry } from '../../ui/palette/palette.tsx'
import { may, type Right } from '../frame/rights.ts'
import { session } from '../frame/session.ts'
import { mayOpen, start } from '../navigation.ts'
import { settingLabels } from './texts.ts'

type Name = keyof typeof settingLabels.fr

/** `to` is the name of the page. */
const offered: readonly Setting<Name, Right>[] = [
  {
    name: 'refund',
    right: 'request_refunds',
    to: 'payments',
    words: 'remboursement annuler rendre argent void cancel money back return',
  },
  {
    name: 'reverse',
    right: 'refunds',
    to: 'transfers',
    words: 'reprendre reprise annuler retour argent reversal cancel money back return',
  },
  {
    name: 'evidence',
    right: 'disputes',
    to: 'disputes',
    words: 'litige contesté impayé opposition banque déposer dispute chargeback bank file',
  },
  {
    name: 'pricing',
    right: 'pricing',
    to: 'merchants',
    words: 'commission frais prix fees rates cost',
  },
  {
    name: 'refundRight',
    right: 'pricing',
    to: 'merchants',
    words: 'laisser rembourser seul droit approbation soumettre let refund alone right',
  },
  {
    name: 'overdraft',
    right: 'pricing',
    to: 'merchants',
    words: 'solde négatif limite plafond overdraft below zero',
  },
  {
    name: 'suspend',
    right: 'merchants',
    to: 'merchants',
    words: 'bloquer fermer arrêter réactiver reprendre block close stop resume',
  },
  {
    name: 'goLive',
    right: 'merchants',
    to: 'merchants',
    words: 'refuser demande activer réel request activate refuse',
  },
  {
    name: 'correct',
    right: 'move_money',
    to: 'merchants',
    words: 'ajuster ajustement crédit débit adjust adjustment credit debit',
  },
  {
    name: 'resetLink',
    right: 'passwords',
    to: 'merchants',
    words: 'mdp oublié lien forgotten link user utilisateur',
  },
  {
    name: 'resend',
    right: 'webhooks',
    to: 'deliveries',
    words: 'notification relancer échec url callback retry failed deliver',
  },
  {
    name: 'rates',
    right: 'pricing',
    to: 'rates',
    words: 'change devise cours approuver exchange currency fx approve',
  },
  {
    name: 'pause',
    right: 'operations',
    to: 'operators',
    words: 'arrêter panne reprendre m-pesa airtel orange stop outage resume',
  },
  {
    name: 'inquire',
    right: 'operations',
    to: 'transfers',
    words: 'relancer vérifier issue inconnue inquiry ask check unknown outcome',
  },
  {
    name: 'importFile',
    right: 'move_money',
    to: 'bank',
    words: 'fichier camt mt940 csv rapprochement téléverser upload file reconciliation',
  },
  {
    name: 'csv',
    right: 'move_money',
    to: 'bank',
    words: 'fichier relevé import modèle file statement mapping',
  },
  {
    name: 'topUp',
    right: 'move_money',
    to: 'wallets',
    words: 'recharger solde ajustement mobile money credit balance adjustment',
  },
  {
    name: 'batch',
    right: 'move_money',
    to: 'payout-batches',
    words: 'virement banque fichier payer bank transfer file pay',
  },
  {
    name: 'block',
    right: 'compliance',
    to: 'blacklist',
    words: 'liste noire téléphone débloquer blacklist phone unblock',
  },
  {
    name: 'limits',
    right: 'compliance',
    to: 'limits',
    words: 'limite règle seuil maximum essai rule threshold dry run',
  },
  {
    name: 'declaration',
    right: 'compliance',
    to: 'cases',
    words: 'déclaration dossier blanchiment cenaref suspicious report case laundering',
  },
  {
    name: 'audit',
    right: 'audit',
    to: 'audit',
    words: 'chaîne preuve historique chain proof history',
  },
  {
    name: 'invite',
    right: 'staff',
    to: 'staff',
    words: 'administrateur collègue ajouter utilisateur admin colleague add user',
  },
  {
    name: 'role',
    right: 'staff',
    to: 'staff',
    words: 'droits retirer rights remove',
  },
  {
    name: 'resetApp',
    right: 'staff',
    to: 'staff',
    words: 'authentification double code 2fa téléphone perdu lost phone second factor',
  },
  {
    name: 'passkey',
    right: 'account',
    to: 'account',
    words: 'sécurité empreinte connexion security fingerprint sign in',
  },
  {
    name: 'recovery',
    right: 'account',
    to: 'account',
    words: 'téléphone perdu récupération lost phone backup',
  },
  {
    name: 'password',
    right: 'account',
    to: 'account',
    words: 'mdp sécurité security',
  },
  {
    name: 'sessions',
    right: 'account',
    to: 'account',
    words: 'appareils connexions déconnecter téléphone perdu devices signed in lost phone',
  },
]

/** Those that the signed-in admin may use; a token has no account. */
export const ownSettings = (): Entry[] =>
  settingEntries(
    offered
      .filter(({ right, to }) => may(right) && mayOpen(to) && (to !== 'account' || session.value?.me.user))
      .map((setting) => ({ ...setting, to: `${start}/${setting.to}` })),
    settingLabels,
  )
