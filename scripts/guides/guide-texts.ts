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
    notFound: 'This page doesn’t exist',
    home: 'Likuta’s home page',
    notFoundText: 'The address may be incomplete, or the guide was renamed. Here is the list of all guides.',
  },
}
