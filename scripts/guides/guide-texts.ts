// The texts around a guide, and the order in which the guides are read.

export const languages = ['fr', 'en'] as const
export type Language = (typeof languages)[number]

/** File names in docs/guides/<language>/, in reading order. */
export const guideNames = [
  'quick-start',
  'hosted-checkout',
  'custom-checkout',
  'payment-links',
  'mobile-money',
  'refunds',
  'balance',
  'disputes',
  'receipts',
  'webhooks',
  'remittance',
  'sandbox',
  'errors',
  'declines',
  'team',
  'assistants',
  'security',
  'going-live',
  'glossary',
]

export type GuideTexts = {
  skip: string
  guides: string
  contents: string
  previous: string
  next: string
  copy: string
  copied: string
  table: string
  markdown: string
  search: string
  searchLead: string
  searchTexts: Record<'nothing' | 'failed' | 'one' | 'other', string>
  notFound: string
  notFoundText: string
  home: string
}

export const guideTexts: Record<Language, GuideTexts> = {
  fr: {
    skip: 'Aller au contenu',
    guides: 'Tous les guides',
    contents: 'Sur cette page',
    previous: 'Précédent',
    next: 'Suivant',
    copy: 'Copier',
    copied: 'Copié',
    table: 'Tableau',
    markdown: 'Cette page en Markdown',
    search: 'Rechercher',
    searchLead: 'Cherchez dans les guides, la référence de l’API et les codes d’erreur.',
    searchTexts: {
      nothing: 'Aucun résultat. Essayez avec d’autres mots.',
      failed: 'La recherche n’a pas pu être chargée. Rechargez la page.',
      one: '1 résultat',
      other: '{count} résultats',
    },
    notFound: 'Cette page n’existe pas',
    home: 'Accueil de Likuta',
    notFoundText: 'L’adresse est peut-être incomplète, ou le guide a changé de nom. Voici tous les guides.',
  },
  en: {
    skip: 'Skip to content',
    guides: 'All guides',
    contents: 'On this page',
    previous: 'Previous',
    next: 'Next',
    copy: 'Copy',
    copied: 'Copied',
    table: 'Table',
    markdown: 'This page as Markdown',
    search: 'Search',
    searchLead: 'Search the guides, the API reference and the error codes.',
    searchTexts: {
      nothing: 'No results. Try other words.',
      failed: 'Search could not be loaded. Reload the page.',
      one: '1 result',
      other: '{count} results',
    },
    notFound: 'This page doesn’t exist',
    home: 'Likuta’s home page',
    notFoundText: 'The address may be incomplete, or the guide was renamed. Here is the list of all guides.',
  },
}
