import { catalogue, plural } from '../../ui/language/language.ts'

export const overviewTexts = catalogue({
  fr: {
    title: 'Vue d’ensemble',
    work: 'Ce qui attend une personne',
    nothing: 'Rien n’attend personne',
    nothingText: 'Les files sont vides. Cette page se met à jour d’elle-même.',
    queues: {
      holds: (count: number) =>
        plural(count, { one: 'transfert retenu à examiner', other: 'transferts retenus à examiner' }),
      exceptions_open: (count: number) =>
        plural(count, { one: 'exception ouverte', other: 'exceptions ouvertes' }),
      alerts_open: (count: number) =>
        plural(count, { one: 'alerte de filtrage ouverte', other: 'alertes de filtrage ouvertes' }),
      go_live_pending: (count: number) =>
        plural(count, { one: 'demande de mise en service', other: 'demandes de mise en service' }),
      adjustments_pending: (count: number) =>
        plural(count, {
          one: 'ajustement de portefeuille à confirmer',
          other: 'ajustements de portefeuille à confirmer',
        }),
      dead_webhooks: (count: number) =>
        plural(count, { one: 'webhook abandonné', other: 'webhooks abandonnés' }),
      unknown_operations: (count: number) =>
        plural(count, { one: 'opération au résultat inconnu', other: 'opérations au résultat inconnu' }),
      rates_quarantined: (count: number) =>
        plural(count, { one: 'taux de change mis de côté', other: 'taux de change mis de côté' }),
    },
    oldest: (duration: string) => `la plus ancienne depuis ${duration}`,
    unknownExplained: 'Le service interroge de lui-même la passerelle ou l’opérateur.',
    operators: 'Opérateurs',
    details: 'Détails',
    operatorLine: (pending: string, unknown: string) => `${pending} en attente · ${unknown} sans réponse`,
    rates: 'Taux de change',
    fresh: 'À jour',
    stale: 'Périmés',
    noRates: 'Aucun taux publié',
    service: 'Service',
    workers: 'Tâches de fond',
    lastRuns: 'Derniers passages',
    late: (count: number) =>
      plural(count, { one: '1 tâche n’avance plus', other: `${count} tâches n’avancent plus` }),
    ago: (duration: string) => `il y a ${duration}`,
    noWorkers: 'Aucune ne tourne',
    database: 'Base de données',
    well: 'En ordre',
    processes: 'Processus en marche',
    version: 'Version',
  },
  en: {
    title: 'Overview',
    work: 'What waits for a person',
    nothing: 'Nothing waits for anybody',
    nothingText: 'The queues are empty. This page keeps itself up to date.',
    queues: {
      holds: (count: number) =>
        plural(count, { one: 'held transfer to review', other: 'held transfers to review' }),
      exceptions_open: (count: number) => plural(count, { one: 'open exception', other: 'open exceptions' }),
      alerts_open: (count: number) =>
        plural(count, { one: 'open screening alert', other: 'open screening alerts' }),
      go_live_pending: (count: number) =>
        plural(count, { one: 'request to go live', other: 'requests to go live' }),
      adjustments_pending: (count: number) =>
        plural(count, { one: 'wallet adjustment to confirm', other: 'wallet adjustments to confirm' }),
      dead_webhooks: (count: number) =>
        plural(count, { one: 'webhook given up', other: 'webhooks given up' }),
      unknown_operations: (count: number) =>
        plural(count, { one: 'operation of unknown outcome', other: 'operations of unknown outcome' }),
      rates_quarantined: (count: number) =>
        plural(count, { one: 'rate card set aside', other: 'rate cards set aside' }),
    },
    oldest: (duration: string) => `the oldest for ${duration}`,
    unknownExplained: 'The service keeps asking the gateway or the operator by itself.',
    operators: 'Operators',
    details: 'Details',
    operatorLine: (pending: string, unknown: string) => `${pending} waiting · ${unknown} unanswered`,
    rates: 'Exchange rates',
    fresh: 'Fresh',
    stale: 'Stale',
    noRates: 'No rates are published',
    service: 'Service',
    workers: 'Background work',
    lastRuns: 'Last runs',
    late: (count: number) => plural(count, { one: '1 worker hangs', other: `${count} workers hang` }),
    ago: (duration: string) => `${duration} ago`,
    noWorkers: 'None is running',
    database: 'Database',
    well: 'In order',
    processes: 'Processes running',
    version: 'Version',
  },
})
