import { catalogue, formatNumber, plural } from '../../ui/language/language.ts'

export const overviewTexts = catalogue({
  fr: {
    title: 'Accueil',
    now: 'Maintenant',
    span: 'Période',
    today: 'Aujourd’hui',
    week: '7 jours',
    payments: 'Paiements reçus',
    ofAll: (count: number) => `sur ${formatNumber(count)}`,
    rate: 'Taux de réussite',
    outcomes: (failed: number, unpaid: number) =>
      `${formatNumber(failed)} ${plural(failed, { one: 'échoué', other: 'échoués' })} · ${formatNumber(unpaid)} ${plural(unpaid, { one: 'non payé', other: 'non payés' })}`,
    ofCompleted: (successful: number, all: number) => `${formatNumber(successful)} sur ${formatNumber(all)}`,
    taken: 'Encaissé',
    returned: (paid: string, back: string) => `${paid} encaissés, ${back} rendus`,
    transfers: 'Transferts arrivés',
    balance: 'Solde disponible (paiements)',
    pending: (amounts: string) => `${amounts} en attente`,
    wallet: 'Portefeuille (transferts)',
    reserved: (amount: string) => `${amount} réservés`,
    against: (days: number) => `par rapport aux ${days} jours précédents`,
    month: '30 jours',
    quarter: '90 jours',
    newLink: 'Nouveau lien',
    idle: 'Aucun paiement ni transfert ces 14 derniers jours.',
    currency: 'Devise',
    transfersSeries: 'Transferts',
    paymentsChart: 'Encaissé, 14 jours',
    transfersChart: 'Transferts arrivés, 14 jours',
    recentPayments: 'Derniers paiements',
    allPayments: 'Tous les paiements',
    recentTransfers: 'Derniers transferts',
    allTransfers: 'Tous les transferts',
    failures: 'Paiements échoués, 7 jours',
    transferFailures: 'Transferts échoués, 7 jours',
    reason: 'Raison',
    count: 'Nombre',
    unknown: 'Raison inconnue',
    disputes: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'litige attend', other: 'litiges attendent' })} votre réponse`,
    respond: (days: number, day: string) =>
      `Avant le ${day}\u00a0: encore ${formatNumber(days)} ${plural(days, { one: 'jour', other: 'jours' })}.`,
    disputed: (sums: string) => `${sums} hors de votre solde.`,
    respondAction: 'Répondre',
    approvals: ({ payouts, refunds }: { payouts: number; refunds: number }) =>
      `${[
        refunds > 0 &&
          `${formatNumber(refunds)} ${plural(refunds, { one: 'remboursement', other: 'remboursements' })}`,
        payouts > 0 &&
          `${formatNumber(payouts)} ${plural(payouts, { one: 'versement', other: 'versements' })}`,
      ]
        .filter(Boolean)
        .join(' et ')} ${plural(payouts + refunds, { one: 'attend', other: 'attendent' })} votre approbation`,
    requests: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'demande de remboursement attend', other: 'demandes de remboursement attendent' })} notre décision`,
    holds: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'transfert est retenu', other: 'transferts sont retenus' })} pour contrôle`,
    failingWebhooks: (count: number, since: string) =>
      `Votre serveur ne reçoit pas nos webhooks\u00a0: ${formatNumber(count)} ${plural(count, { one: 'attend', other: 'attendent' })} depuis le ${since}`,
    deadWebhooks: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'webhook n’a pas pu être livré', other: 'webhooks n’ont pas pu être livrés' })} à votre serveur`,
  },
  en: {
    title: 'Home',
    now: 'Now',
    span: 'Period',
    today: 'Today',
    week: '7 days',
    payments: 'Payments received',
    ofAll: (count: number) => `of ${formatNumber(count)}`,
    rate: 'Success rate',
    outcomes: (failed: number, unpaid: number) =>
      `${formatNumber(failed)} failed · ${formatNumber(unpaid)} not paid`,
    ofCompleted: (successful: number, all: number) => `${formatNumber(successful)} of ${formatNumber(all)}`,
    taken: 'Collected',
    returned: (paid: string, back: string) => `${paid} collected, ${back} returned`,
    transfers: 'Delivered transfers',
    balance: 'Available balance (payments)',
    pending: (amounts: string) => `${amounts} pending`,
    wallet: 'Wallet (transfers)',
    reserved: (amount: string) => `${amount} reserved`,
    against: (days: number) => `compared with the previous ${days} days`,
    month: '30 days',
    quarter: '90 days',
    newLink: 'New link',
    idle: 'No payments or transfers in the last 14 days.',
    currency: 'Currency',
    transfersSeries: 'Transfers',
    paymentsChart: 'Collected, 14 days',
    transfersChart: 'Delivered transfers, 14 days',
    recentPayments: 'Latest payments',
    allPayments: 'All payments',
    recentTransfers: 'Latest transfers',
    allTransfers: 'All transfers',
    failures: 'Failed payments, 7 days',
    transferFailures: 'Failed transfers, 7 days',
    reason: 'Reason',
    count: 'Count',
    unknown: 'No reason given',
    disputes: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'dispute needs', other: 'disputes need' })} your response`,
    respond: (days: number, day: string) =>
      `By ${day}: ${formatNumber(days)} ${plural(days, { one: 'day', other: 'days' })} left.`,
    disputed: (sums: string) => `${sums} out of your balance.`,
    respondAction: 'Respond',
    approvals: ({ payouts, refunds }: { payouts: number; refunds: number }) =>
      `${[
        refunds > 0 && `${formatNumber(refunds)} ${plural(refunds, { one: 'refund', other: 'refunds' })}`,
        payouts > 0 && `${formatNumber(payouts)} ${plural(payouts, { one: 'payout', other: 'payouts' })}`,
      ]
        .filter(Boolean)
        .join(' and ')} ${plural(payouts + refunds, { one: 'needs', other: 'need' })} your approval`,
    requests: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'refund request awaits', other: 'refund requests await' })} our decision`,
    holds: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'transfer is held', other: 'transfers are held' })} for review`,
    failingWebhooks: (count: number, since: string) =>
      `Your server doesn’t receive our webhooks: ${formatNumber(count)} ${plural(count, { one: 'has', other: 'have' })} been waiting since ${since}`,
    deadWebhooks: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'webhook', other: 'webhooks' })} could not be delivered to your server`,
  },
})
