// Words that several pages of the console use.
import { catalogue } from '../ui/language/language.ts'

export const decisionTexts = catalogue({
  fr: {
    reason: 'Motif',
    optional: '(facultatif)',
    reasonHint: 'Inscrit au journal d’audit à votre nom.',
    reasonMissing: 'Dites pourquoi, en quelques mots.',
    unanswered:
      'La réponse s’est perdue\u00a0: c’est peut-être fait. Vous pouvez appuyer de nouveau sans rien changer\u00a0: c’est la même demande, et elle n’est exécutée qu’une fois.',
    keyRunning:
      'Votre première demande est encore en cours. Attendez un instant, puis appuyez de nouveau\u00a0: c’est la même demande.',
    keyReused:
      'Votre demande précédente, avec d’autres valeurs, est faite ou en cours. Regardez la page derrière\u00a0: si vous appuyez de nouveau, ce sera une demande de plus.',
  },
  en: {
    reason: 'Reason',
    optional: '(optional)',
    reasonHint: 'Written to the audit log under your name.',
    reasonMissing: 'Say why, in a few words.',
    unanswered:
      'The answer was lost: it may have been done. Pressing again without changing anything is safe: it is the same request, and it is done once.',
    keyRunning:
      'Your first request is still under way. Wait a moment, then press again: it is the same request.',
    keyReused:
      'Your request before, with other values, is done or under way. Look at the page behind: pressing again makes one more request.',
  },
})

export const queueTexts = catalogue({
  fr: {
    back: 'Retour à la file',
    position: (link: number, total: number) => `${link} sur ${total}`,
    previous: 'Précédent',
    next: 'Suivant',
  },
  en: {
    back: 'Back to the queue',
    position: (link: number, total: number) => `${link} of ${total}`,
    previous: 'Previous',
    next: 'Next',
  },
})

export const agoTexts = catalogue({
  fr: { ago: (duration: string) => `il y a ${duration}` },
  en: { ago: (duration: string) => `${duration} ago` },
})

export const environmentTexts = catalogue({
  fr: { sandbox: 'Bac à sable', production: 'Production' },
  en: { sandbox: 'Sandbox', production: 'Production' },
})

export const filterTexts = catalogue({
  fr: {
    apply: 'Chercher',
    more: 'Filtres',
    any: 'Tous',
    search: 'Rechercher',
    status: 'État',
    merchantCode: 'Code du marchand',
    environment: 'Environnement',
  },
  en: {
    apply: 'Search',
    more: 'Filters',
    any: 'Any',
    search: 'Search',
    status: 'State',
    merchantCode: 'Merchant code',
    environment: 'Environment',
  },
})

export const lineTexts = catalogue({
  fr: { one: 'ligne', other: 'lignes' },
  en: { one: 'line', other: 'lines' },
})

export const actionTexts = catalogue({
  fr: { title: 'Actions' },
  en: { title: 'Actions' },
})
