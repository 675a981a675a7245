import { catalogue } from '../ui/language.ts'

/** Words around the pages. */
export const frameTexts = catalogue({
  fr: {
    console: 'Console',
    signOut: 'Se déconnecter',
    shortcuts: 'Raccourcis clavier',
    groups: {
      work: 'À traiter',
      money: 'Argent',
      people: 'Marchands',
      compliance: 'Conformité',
      service: 'Service',
    },
    places: {
      overview: 'Vue d’ensemble',
      holds: 'Transferts retenus',
      exceptions: 'Exceptions',
      alerts: 'Alertes de filtrage',
      payments: 'Paiements',
      transfers: 'Transferts',
      wallets: 'Portefeuilles',
      settlements: 'Règlements',
      reconciliation: 'Rapprochement',
      merchants: 'Marchands',
      deliveries: 'Webhooks',
      lists: 'Listes de filtrage',
      blacklist: 'Numéros bloqués',
      rates: 'Taux de change',
      operators: 'Opérateurs',
      audit: 'Journal d’audit',
    },
  },
  en: {
    console: 'Console',
    signOut: 'Sign out',
    shortcuts: 'Keyboard shortcuts',
    groups: {
      work: 'To do',
      money: 'Money',
      people: 'Merchants',
      compliance: 'Compliance',
      service: 'Service',
    },
    places: {
      overview: 'Overview',
      holds: 'Held transfers',
      exceptions: 'Exceptions',
      alerts: 'Screening alerts',
      payments: 'Payments',
      transfers: 'Transfers',
      wallets: 'Wallets',
      settlements: 'Settlements',
      reconciliation: 'Reconciliation',
      merchants: 'Merchants',
      deliveries: 'Webhooks',
      lists: 'Screening lists',
      blacklist: 'Blocked numbers',
      rates: 'Exchange rates',
      operators: 'Operators',
      audit: 'Audit log',
    },
  },
})

export const signInTexts = catalogue({
  fr: {
    title: 'Console des opérateurs',
    lead: 'Pour les personnes qui font marcher le service. Tout ce que vous faites ici est inscrit à votre nom.',
    token: 'Jeton d’administration',
    words: { show: 'Afficher', hide: 'Masquer' },
    hint: 'Il reste dans la mémoire de cet onglet\u00a0: recharger la page vous déconnecte.',
    missing: 'Saisissez votre jeton.',
    signIn: 'Se connecter',
    wrong: 'Ce jeton n’est pas reconnu.',
    network: 'La console ne répond pas à votre réseau.',
    farewells: {
      idle: 'Vous avez été déconnecté après 15 minutes sans activité.',
      refused: 'Votre jeton n’est plus accepté. Connectez-vous à nouveau.',
    },
  },
  en: {
    title: 'Operator console',
    lead: 'For the people who run the service. Whatever you do here is written down under your name.',
    token: 'Admin token',
    words: { show: 'Show', hide: 'Hide' },
    hint: 'It stays in the memory of this tab: reloading the page signs you out.',
    missing: 'Enter your token.',
    signIn: 'Sign in',
    wrong: 'This token is not known.',
    network: 'The console does not answer to your network.',
    farewells: {
      idle: 'You were signed out after 15 minutes without activity.',
      refused: 'Your token is no longer accepted. Sign in again.',
    },
  },
})

export const keyTexts = catalogue({
  fr: {
    title: 'Raccourcis clavier',
    next: 'Élément suivant',
    previous: 'Élément précédent',
    search: 'Champ de recherche',
    help: 'Cette aide',
    enabled: 'Utiliser les raccourcis d’une touche',
    calm: 'Dans une liste, les flèches ↓ et ↑ font de même. Aucune touche ne décide\u00a0: une décision passe toujours par une confirmation.',
  },
  en: {
    title: 'Keyboard shortcuts',
    next: 'Next item',
    previous: 'Previous item',
    search: 'Search field',
    help: 'This help',
    enabled: 'Use single-key shortcuts',
    calm: 'Within a list the arrows ↓ and ↑ do the same. No key decides anything: a decision always asks for confirmation.',
  },
})
