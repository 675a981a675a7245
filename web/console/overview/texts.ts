import { catalogue, plural } from '../../ui/language/language.ts'

export const overviewTexts = catalogue({
  fr: {
    title: 'Vue d’ensemble',
    work: 'À traiter',
    nothing: 'Rien à traiter',
    before: 'avant le',
    nothingText: 'Toutes les files sont vides. Cette page s’actualise automatiquement.',
    queues: {
      holds: (count: number) =>
        plural(count, { one: 'transfert retenu à examiner', other: 'transferts retenus à examiner' }),
      approvals_waiting: (count: number) =>
        plural(count, { one: 'opération à approuver', other: 'opérations à approuver' }),
      refund_requests_waiting: (count: number) =>
        plural(count, {
          one: 'demande de remboursement à examiner',
          other: 'demandes de remboursement à examiner',
        }),
      payouts_waiting: (count: number) =>
        plural(count, { one: 'versement à approuver', other: 'versements à approuver' }),
      disputes_to_file: (count: number) =>
        plural(count, {
          one: 'litige à transmettre à la banque',
          other: 'litiges à transmettre à la banque',
        }),
      exceptions_open: (count: number) =>
        plural(count, { one: 'anomalie à traiter', other: 'anomalies à traiter' }),
      collections_stuck: (count: number) =>
        plural(count, {
          one: 'paiement par téléphone sans résultat',
          other: 'paiements par téléphone sans résultat',
        }),
      bank_movements_missing: (count: number) =>
        plural(count, { one: 'mouvement bancaire en retard', other: 'mouvements bancaires en retard' }),
      alerts_open: (count: number) =>
        plural(count, { one: 'alerte de filtrage ouverte', other: 'alertes de filtrage ouvertes' }),
      cases_open: (count: number) =>
        plural(count, { one: 'dossier de conformité ouvert', other: 'dossiers de conformité ouverts' }),
      cases_overdue: (count: number) =>
        plural(count, {
          one: 'dossier dont l’échéance est dépassée',
          other: 'dossiers dont l’échéance est dépassée',
        }),
      go_live_pending: (count: number) =>
        plural(count, {
          one: 'demande de passage en production',
          other: 'demandes de passage en production',
        }),
      adjustments_pending: (count: number) =>
        plural(count, {
          one: 'ajustement de portefeuille à confirmer',
          other: 'ajustements de portefeuille à confirmer',
        }),
      failing_webhooks: (count: number) =>
        plural(count, {
          one: 'webhook que le marchand ne reçoit pas',
          other: 'webhooks que les marchands ne reçoivent pas',
        }),
      dead_webhooks: (count: number) =>
        plural(count, { one: 'webhook abandonné', other: 'webhooks abandonnés' }),
      unknown_operations: (count: number) =>
        plural(count, { one: 'opération au résultat inconnu', other: 'opérations au résultat inconnu' }),
      rates_quarantined: (count: number) =>
        plural(count, { one: 'grille de taux à vérifier', other: 'grilles de taux à vérifier' }),
    },
    oldest: (duration: string) => `la plus ancienne depuis ${duration}`,
    unknownExplained: 'Le service interroge automatiquement la passerelle ou l’opérateur.',
    operators: 'Opérateurs',
    details: 'Détails',
    operatorLine: (pending: string, unknown: string) => `${pending} en attente · ${unknown} sans réponse`,
    rates: 'Taux de change',
    fresh: 'À jour',
    stale: 'Périmés',
    noRates: 'Aucun taux publié',
    service: 'Service',
    workers: 'Tâches de fond',
    lastRuns: 'Dernières exécutions',
    late: (count: number) =>
      plural(count, { one: `${count} tâche bloquée`, other: `${count} tâches bloquées` }),
    noWorkers: 'Aucune tâche active',
    database: 'Base de données',
    well: 'OK',
    processes: 'Processus actifs',
    version: 'Version',
  },
  en: {
    title: 'Overview',
    work: 'To do',
    nothing: 'Nothing to do',
    before: 'by',
    nothingText: 'All queues are empty. This page updates automatically.',
    queues: {
      holds: (count: number) =>
        plural(count, { one: 'held transfer to review', other: 'held transfers to review' }),
      approvals_waiting: (count: number) =>
        plural(count, { one: 'request to approve', other: 'requests to approve' }),
      refund_requests_waiting: (count: number) =>
        plural(count, { one: 'refund request to review', other: 'refund requests to review' }),
      payouts_waiting: (count: number) =>
        plural(count, { one: 'payout to approve', other: 'payouts to approve' }),
      disputes_to_file: (count: number) =>
        plural(count, { one: 'dispute to file with the bank', other: 'disputes to file with the bank' }),
      exceptions_open: (count: number) => plural(count, { one: 'open exception', other: 'open exceptions' }),
      collections_stuck: (count: number) =>
        plural(count, {
          one: 'payment by phone without an outcome',
          other: 'payments by phone without an outcome',
        }),
      bank_movements_missing: (count: number) =>
        plural(count, { one: 'late bank movement', other: 'late bank movements' }),
      alerts_open: (count: number) =>
        plural(count, { one: 'open screening alert', other: 'open screening alerts' }),
      cases_open: (count: number) =>
        plural(count, { one: 'open compliance case', other: 'open compliance cases' }),
      cases_overdue: (count: number) =>
        plural(count, { one: 'case past its deadline', other: 'cases past their deadline' }),
      go_live_pending: (count: number) =>
        plural(count, { one: 'go-live request', other: 'go-live requests' }),
      adjustments_pending: (count: number) =>
        plural(count, { one: 'wallet adjustment to confirm', other: 'wallet adjustments to confirm' }),
      failing_webhooks: (count: number) =>
        plural(count, {
          one: 'webhook that its merchant doesn’t receive',
          other: 'webhooks that merchants don’t receive',
        }),
      dead_webhooks: (count: number) =>
        plural(count, { one: 'abandoned webhook', other: 'abandoned webhooks' }),
      unknown_operations: (count: number) =>
        plural(count, {
          one: 'operation with an unknown outcome',
          other: 'operations with an unknown outcome',
        }),
      rates_quarantined: (count: number) =>
        plural(count, { one: 'rate table to check', other: 'rate tables to check' }),
    },
    oldest: (duration: string) => `the oldest waiting ${duration}`,
    unknownExplained: 'The service queries the gateway or the operator automatically.',
    operators: 'Operators',
    details: 'Details',
    operatorLine: (pending: string, unknown: string) => `${pending} pending · ${unknown} awaiting reply`,
    rates: 'Exchange rates',
    fresh: 'Up to date',
    stale: 'Outdated',
    noRates: 'No rates published',
    service: 'Service',
    workers: 'Background workers',
    lastRuns: 'Last runs',
    late: (count: number) => plural(count, { one: `${count} worker stuck`, other: `${count} workers stuck` }),
    noWorkers: 'No workers running',
    database: 'Database',
    well: 'OK',
    processes: 'Running processes',
    version: 'Version',
  },
})
