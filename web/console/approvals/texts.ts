import { catalogue } from '../../ui/language/language.ts'
import type { Waiting } from './approval.ts'

export const approvalTexts = catalogue({
  fr: {
    title: 'Décisions en attente',
    lead: 'Tout ce qui attend une décision, du plus ancien au plus récent. Une opération demandée par un administrateur est approuvée par un autre.',
    empty: 'Aucune décision en attente',
    emptyText: 'Les opérations à approuver et les files d’attente de tous les services apparaissent ici.',
    queue: 'File des décisions en attente',
    waitingSince: (duration: string) => `en attente depuis ${duration}`,
    by: (name: string) => `par ${name}`,
    byYou: 'par vous',
    you: (name: string) => `${name} (vous)`,
    notFound: 'Cette demande n’est plus en attente',
    notFoundText: 'Elle a déjà été traitée ou a expiré, ou elle se trouve plus loin dans la file.',
    actions: {
      refund: 'Remboursement',
      void: 'Annulation',
      hold_release: 'Libération d’un transfert',
      limit_rules: 'Changement des plafonds',
      negative_balance_limit: 'Découvert autorisé plus élevé',
      rates: 'Publication de taux de change',
      balance_adjustment: 'Correction d’un solde',
      bank_line: 'Ligne bancaire d’un autre montant',
      payout_end: 'Issue d’un versement',
      staff_role: 'Rôle dans l’équipe',
    },
    kinds: {
      refund_request: 'Demande de remboursement',
      payout: 'Versement',
      payout_batch: 'Lot de versements',
      adjustment: 'Ajustement de portefeuille',
      write_off: 'Ligne bancaire à passer en écart',
      rates: 'Taux de change',
      hold: 'Transfert retenu',
      case: 'Issue d’un dossier',
      go_live: 'Passage en production',
    },
    open: 'Examiner',
    request: 'Demande',
    subjects: {
      refund: 'Paiement',
      void: 'Paiement',
      hold_release: 'Transfert',
      limit_rules: 'Plafonds',
      negative_balance_limit: 'Marchand',
      rates: 'Taux de change',
      balance_adjustment: 'Marchand',
      bank_line: 'Ligne bancaire',
      payout_end: 'Versement',
      staff_role: 'Personne',
    },
    adjustmentTypes: { credit: 'Crédit au marchand', debit: 'Débit du marchand' } as Readonly<
      Record<string, string>
    >,
    counterparties: {
      bank: 'notre compte bancaire',
      operator: 'notre solde chez l’opérateur',
      gateway: 'la passerelle de paiement',
      own: 'nos propres produits et charges',
    } as Readonly<Record<string, string>>,
    end: 'Issue demandée',
    ends: { paid: 'versé', declined: 'non versé\u00a0: l’argent est rendu au marchand' } as Readonly<
      Record<string, string>
    >,
    inForce: 'En vigueur actuellement',
    mayRefund: 'Rembourse sans administrateur',
    belowZero: (currency: string) => `Découvert autorisé (${currency})`,
    adjustmentType: 'Sens',
    counterparty: 'Contrepartie',
    toPage: 'Voir les taux',
    name: 'Nom',
    role: 'Rôle demandé',
    amount: 'Montant',
    reason: 'Motif',
    merchant: 'Marchand',
    force: 'Malgré le délai dépassé',
    notify: 'Marchand averti',
    yes: 'oui',
    no: 'non',
    requestedBy: 'Demandé par',
    requested: 'Demandé le',
    reference: 'Référence',
    expires: 'Expire le',
    approve: 'Approuver',
    reject: 'Rejeter',
    acts: {
      refund: 'le remboursement',
      void: 'l’annulation',
      hold_release: 'la libération',
      limit_rules: 'le changement des plafonds',
      negative_balance_limit: 'le découvert autorisé',
      rates: 'la publication des taux de change',
      balance_adjustment: 'la correction du solde',
      bank_line: 'la ligne bancaire',
      payout_end: 'l’issue du versement',
      staff_role: 'le rôle dans l’équipe',
    },
    of: (act: string, amount: string) => `${act} de ${amount}`,
    approveTitle: (what: string) => `Approuver ${what}\u202f?`,
    effects: {
      refund: (by: string, merchant: string) =>
        `${by} demande ce remboursement\u00a0: le client de ${merchant} est remboursé sur sa carte. Cette action est définitive.`,
      void: (by: string, merchant: string) =>
        `${by} demande cette annulation\u00a0: le paiement à ${merchant} est annulé en entier. Cette action est définitive.`,
      hold_release: (by: string, merchant: string) =>
        `${by} demande de libérer ce transfert de ${merchant}\u00a0: il part chez l’opérateur au taux du moment.`,
      limit_rules: (by: string) =>
        `${by} demande de nouveaux plafonds\u00a0: ils s’appliquent aux transferts suivants.`,
      negative_balance_limit: (by: string, merchant: string) =>
        `${by} demande que le solde de ${merchant} puisse descendre plus bas sous zéro par des remboursements sans approbation.`,
      rates: (by: string) =>
        `${by} demande de publier ces taux\u00a0: ils s’appliquent aux transferts suivants.`,
      balance_adjustment: (by: string, merchant: string) =>
        `${by} demande de corriger le solde de ${merchant}. Le marchand le voit dans ses mouvements et ses relevés.`,
      bank_line: (by: string, merchant: string) =>
        merchant === ''
          ? `${by} demande de rapprocher cette ligne malgré son montant. La différence n’est plus réclamée.`
          : `${by} demande de marquer le versement de ${merchant} comme versé ou renvoyé. Les frais de la banque sont à notre charge.`,
      payout_end: (by: string, merchant: string) =>
        `${by} demande d’enregistrer l’issue du versement de ${merchant}. Vérifiez la preuve écrite de la banque ou de l’opérateur.`,
      staff_role: (by: string) =>
        `${by} demande ce rôle pour cette personne. Assurez-vous de la connaître\u00a0: elle pourra approuver des opérations.`,
    },
    outcomes: { CLEARED: 'Soupçon écarté', DECLARED: 'Soupçon déclaré' } as Readonly<Record<string, string>>,
    outcome: 'Issue proposée',
    payment: 'Paiement',
    customer: 'Client',
    paid: 'Payé',
    refunded: 'Déjà remboursé',
    card: 'Carte',
    state: 'État',
    destination: 'Destination',
    before: 'En vigueur',
    after: 'Demandé',
    rule: (what: string, limit: string) => `${what}\u00a0: ${limit}`,
    noRules: 'Aucun plafond\u00a0: tout transfert passe',
    decidedTransfer: 'Ce transfert a été effacé à la fin de sa durée de conservation.',
    approveConfirm: 'Approuver et exécuter',
    rejectTitle: (what: string) => `Rejeter ${what}\u202f?`,
    rejectText: (by: string) => `Rien n’est exécuté. ${by} pourra faire une nouvelle demande.`,
    approved: 'Opération approuvée et exécutée',
    underWay: 'Opération approuvée\u00a0: la passerelle n’a pas encore répondu',
    failed: 'Opération approuvée, mais la passerelle l’a refusée',
    rejected: 'Demande rejetée',
  },
  en: {
    title: 'Pending decisions',
    lead: 'Everything that waits for a decision, oldest first. What one admin requests, another one approves.',
    empty: 'No pending decisions',
    emptyText: 'Requests to approve and the queues of every part of the service appear here.',
    queue: 'Queue of pending decisions',
    waitingSince: (duration: string) => `${duration} waiting`,
    by: (name: string) => `by ${name}`,
    byYou: 'by you',
    you: (name: string) => `${name} (you)`,
    notFound: 'This request is no longer waiting',
    notFoundText: 'It has been decided or has expired, or it is further down the queue.',
    actions: {
      refund: 'Refund',
      void: 'Void',
      hold_release: 'Release of a held transfer',
      limit_rules: 'Change of limits',
      negative_balance_limit: 'Higher negative balance limit',
      rates: 'Publication of exchange rates',
      balance_adjustment: 'Correction of a balance',
      bank_line: 'Bank line of another amount',
      payout_end: 'Outcome of a payout',
      staff_role: 'Role on the staff',
    },
    kinds: {
      refund_request: 'Refund request',
      payout: 'Payout',
      payout_batch: 'Payout batch',
      adjustment: 'Wallet adjustment',
      write_off: 'Bank line to write off',
      rates: 'Exchange rates',
      hold: 'Held transfer',
      case: 'Outcome of a case',
      go_live: 'Going live',
    },
    open: 'Review',
    request: 'Request',
    subjects: {
      refund: 'Payment',
      void: 'Payment',
      hold_release: 'Transfer',
      limit_rules: 'Limits',
      negative_balance_limit: 'Merchant',
      rates: 'Exchange rates',
      balance_adjustment: 'Merchant',
      bank_line: 'Bank line',
      payout_end: 'Payout',
      staff_role: 'Person',
    },
    adjustmentTypes: { credit: 'Credit to the merchant', debit: 'Debit from the merchant' } as Readonly<
      Record<string, string>
    >,
    counterparties: {
      bank: 'our bank account',
      operator: 'our float at the operator',
      gateway: 'the card gateway',
      own: 'our own income and costs',
    } as Readonly<Record<string, string>>,
    end: 'Requested outcome',
    ends: { paid: 'paid', declined: 'not paid: the money returns to the merchant' } as Readonly<
      Record<string, string>
    >,
    inForce: 'Currently in force',
    mayRefund: 'Refunds without an admin',
    belowZero: (currency: string) => `Negative balance limit (${currency})`,
    adjustmentType: 'Direction',
    counterparty: 'Counterparty',
    toPage: 'See the rates',
    name: 'Name',
    role: 'Requested role',
    amount: 'Amount',
    reason: 'Reason',
    merchant: 'Merchant',
    force: 'Despite the deadline',
    notify: 'Merchant notified',
    yes: 'yes',
    no: 'no',
    requestedBy: 'Requested by',
    requested: 'Requested',
    reference: 'Reference',
    expires: 'Expires',
    approve: 'Approve',
    reject: 'Reject',
    acts: {
      refund: 'the refund',
      void: 'the void',
      hold_release: 'the release',
      limit_rules: 'the change of limits',
      negative_balance_limit: 'the negative balance limit',
      rates: 'the publication of exchange rates',
      balance_adjustment: 'the correction of the balance',
      bank_line: 'the bank line',
      payout_end: 'the outcome of the payout',
      staff_role: 'the role on the staff',
    },
    of: (act: string, amount: string) => `${act} of ${amount}`,
    approveTitle: (what: string) => `Approve ${what}?`,
    effects: {
      refund: (by: string, merchant: string) =>
        `The card of ${merchant}’s customer is refunded, as ${by} requested. This can’t be undone.`,
      void: (by: string, merchant: string) =>
        `The whole payment to ${merchant} is voided, as ${by} requested. This can’t be undone.`,
      hold_release: (by: string, merchant: string) =>
        `The transfer of ${merchant} is released and sent to the operator, as ${by} requested, at the current exchange rate.`,
      limit_rules: (by: string) =>
        `The limits are replaced, as ${by} requested, and apply to the transfers that follow.`,
      negative_balance_limit: (by: string, merchant: string) =>
        `${by} requested that refunds without approval may take the balance of ${merchant} further below zero.`,
      rates: (by: string) =>
        `The rates are published, as ${by} requested, and apply to the transfers that follow.`,
      balance_adjustment: (by: string, merchant: string) =>
        `The balance of ${merchant} is corrected, as ${by} requested. The merchant sees it in its movements and statements.`,
      bank_line: (by: string, merchant: string) =>
        merchant === ''
          ? `The line is assigned although its amount differs, as ${by} requested. Nobody claims the difference any more.`
          : `The payout of ${merchant} is recorded as paid or returned, as ${by} requested. The bank’s charge is our cost.`,
      payout_end: (by: string, merchant: string) =>
        `The outcome of the payout of ${merchant} is recorded, as ${by} requested. Check the written proof of the bank or the operator.`,
      staff_role: (by: string) =>
        `The person gets this role, as ${by} requested. Make sure that you know them: they will be able to approve requests.`,
    },
    outcomes: { CLEARED: 'Suspicion cleared', DECLARED: 'Suspicion declared' } as Readonly<
      Record<string, string>
    >,
    outcome: 'Proposed outcome',
    payment: 'Payment',
    customer: 'Customer',
    paid: 'Paid',
    refunded: 'Refunded so far',
    card: 'Card',
    state: 'State',
    destination: 'Destination',
    before: 'In force',
    after: 'Requested',
    rule: (what: string, limit: string) => `${what}: ${limit}`,
    noRules: 'No limit: every transfer passes',
    decidedTransfer: 'This transfer was erased when its retention period ended.',
    approveConfirm: 'Approve and execute',
    rejectTitle: (what: string) => `Reject ${what}?`,
    rejectText: (by: string) => `Nothing is executed. ${by} can request it again.`,
    approved: 'Approved and executed',
    underWay: 'Approved: the gateway has not replied yet',
    failed: 'Approved, but the gateway refused it',
    rejected: 'Request rejected',
  },
})

/** What waits, in the reader's language. */
export function nameOf({ kind, action }: Waiting): string {
  const t = approvalTexts()
  return kind === 'approval' ? t.actions[action!] : t.kinds[kind]
}
