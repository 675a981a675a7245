// The alerts that admins receive: what waits for them.
import type { Language } from '../../kernel/language.ts'
import type { EmailContent } from '../content.ts'

export const adminQueues = [
  'holds',
  'exceptions',
  'adjustments',
  'screening_alerts',
  'go_live',
  'refund_requests',
  'payouts',
  'balances_below_zero',
  'disputes_to_file',
  'disputes_to_file_soon',
  'dispute_exceptions',
  'bank_lines',
  'dead_webhooks',
  'old_unknown_operations',
] as const
export type AdminQueue = (typeof adminQueues)[number]

/** The page of the console that shows the queue. */
const pages: Record<AdminQueue, string> = {
  holds: 'holds',
  exceptions: 'exceptions',
  adjustments: 'wallets',
  screening_alerts: 'alerts',
  go_live: 'merchants',
  refund_requests: 'refund-requests',
  payouts: 'payout-approvals',
  balances_below_zero: 'merchants',
  disputes_to_file: 'disputes?state=TO_FILE',
  disputes_to_file_soon: 'disputes?state=TO_FILE',
  dispute_exceptions: 'disputes',
  bank_lines: 'bank',
  dead_webhooks: 'deliveries',
  old_unknown_operations: 'exceptions',
}

type Texts = {
  names: Record<AdminQueue, string>
  subject: (name: string) => string
  text: (count: number) => string
  label: string
  reason: string
}

const texts: Record<Language, Texts> = {
  fr: {
    names: {
      holds: 'Transferts retenus',
      exceptions: 'Exceptions',
      adjustments: 'Ajustements de portefeuilles',
      screening_alerts: 'Alertes de filtrage',
      go_live: 'Demandes de passage en production',
      refund_requests: 'Demandes de remboursement',
      payouts: 'Versements à approuver',
      balances_below_zero: 'Soldes de marchands négatifs',
      disputes_to_file: 'Justificatifs de litiges à transmettre à la banque',
      disputes_to_file_soon: 'Justificatifs de litiges à transmettre, délai de moins de 48 heures',
      dispute_exceptions: 'Exceptions de litiges',
      bank_lines: 'Lignes bancaires sans correspondance',
      dead_webhooks: 'Webhooks abandonnés',
      old_unknown_operations: 'Opérations sans résultat depuis une heure',
    },
    subject: (name) => `À traiter\u00a0: ${name}`,
    text: (count) =>
      `En attente\u00a0: ${count}. Tant que la file n’est pas vide, ce message est envoyé une fois par jour au plus.`,
    label: 'Ouvrir la console',
    reason: 'Vous recevez cet e-mail parce que votre adresse est dans ADMIN_ALERTS_TO.',
  },
  en: {
    names: {
      holds: 'Held transfers',
      exceptions: 'Exceptions',
      adjustments: 'Wallet adjustments',
      screening_alerts: 'Screening alerts',
      go_live: 'Go-live requests',
      refund_requests: 'Refund requests',
      payouts: 'Payouts to approve',
      balances_below_zero: 'Merchant balances below zero',
      disputes_to_file: 'Dispute evidence to file with the bank',
      disputes_to_file_soon: 'Dispute evidence to file, less than 48 hours left',
      dispute_exceptions: 'Dispute exceptions',
      bank_lines: 'Unmatched bank lines',
      dead_webhooks: 'Abandoned webhooks',
      old_unknown_operations: 'Operations without an outcome for an hour',
    },
    subject: (name) => `To do: ${name}`,
    text: (count) =>
      `Waiting: ${count}. While the queue is not empty, this message is sent once a day at most.`,
    label: 'Open the console',
    reason: 'You receive this email because your address is in ADMIN_ALERTS_TO.',
  },
}

/** Writes the alert of a queue. */
export function adminContent(queue: AdminQueue, count: number, language: Language): EmailContent {
  const { names, subject, text, label, reason } = texts[language]
  const action = { label, path: `/console/${pages[queue]}` }
  return { subject: subject(names[queue]), paragraphs: [text(count)], action, reason }
}
