// Texts shared by several pages of the console.
import { catalogue } from '../ui/language/language.ts'

export const decisionTexts = catalogue({
  fr: {
    waits: 'Demande enregistrée\u00a0: un autre administrateur doit l’approuver',
    reason: 'Motif',
    optional: '(facultatif)',
    reasonHint: 'Enregistré à votre nom dans le journal d’audit.',
    reasonMissing: 'Indiquez un motif, en quelques mots.',
    unanswered:
      'Nous n’avons pas reçu de réponse\u00a0: l’opération a peut-être été effectuée. Vous pouvez appuyer à nouveau sans rien modifier\u00a0: c’est la même demande, exécutée une seule fois.',
    keyRunning:
      'Votre première demande est encore en cours. Patientez un instant, puis appuyez à nouveau\u00a0: c’est la même demande.',
    keyReused:
      'Votre demande précédente, avec d’autres valeurs, est effectuée ou en cours. Fermez cette fenêtre pour vérifier\u00a0: si vous appuyez à nouveau, vous envoyez une demande de plus.',
  },
  en: {
    waits: 'Requested: another admin must approve it',
    reason: 'Reason',
    optional: '(optional)',
    reasonHint: 'Recorded in the audit log under your name.',
    reasonMissing: 'Give a reason, in a few words.',
    unanswered:
      'We received no response, so this may already be done. You can safely press again without changing anything: it’s the same request, executed only once.',
    keyRunning:
      'Your first request is still in progress. Wait a moment, then press again: it’s the same request.',
    keyReused:
      'Your previous request, with different values, is done or in progress. Close this dialog to check: pressing again sends a new request.',
  },
})

export const queueTexts = catalogue({
  fr: {
    back: 'Retour à la file',
    position: (link: number, total: number) => `${link} sur ${total}`,
    previous: 'Précédent',
    next: 'Suivant',
    nextNamed: (name: string) => `Suivant\u00a0: ${name}`,
  },
  en: {
    back: 'Back to the queue',
    position: (link: number, total: number) => `${link} of ${total}`,
    previous: 'Previous',
    next: 'Next',
    nextNamed: (name: string) => `Next: ${name}`,
  },
})

export const environmentTexts = catalogue({
  fr: { sandbox: 'Test', production: 'Production' },
  en: { sandbox: 'Test', production: 'Production' },
})

export const filterTexts = catalogue({
  fr: {
    any: 'Tous',
    search: 'Rechercher',
    status: 'État',
    merchantCode: 'Code du marchand',
    environment: 'Environnement',
  },
  en: {
    any: 'Any',
    search: 'Search',
    status: 'Status',
    merchantCode: 'Merchant code',
    environment: 'Environment',
  },
})

export const lineTexts = catalogue({
  fr: { one: 'résultat', other: 'résultats' },
  en: { one: 'result', other: 'results' },
})

export const freshTexts = catalogue({
  fr: { one: 'nouveau', other: 'nouveaux' },
  en: { one: 'new', other: 'new' },
})

export const actionTexts = catalogue({
  fr: { title: 'Actions' },
  en: { title: 'Actions' },
})
