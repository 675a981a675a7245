import { catalogue } from '../language/language.ts'

export const paletteTexts = catalogue({
  fr: {
    hint: 'Référence, nom, téléphone, montant, page…',
    actions: 'Actions',
    settings: 'Réglages et opérations',
    pages: 'Pages',
    payments: 'Paiements',
    transfers: 'Transferts',
    language: 'Switch to English',
    signOut: 'Se déconnecter',
    none: (typed: string) => `Aucun résultat pour «\u00a0${typed}\u00a0».`,
    keys: '↑ ↓ pour choisir, Entrée pour ouvrir, Échap pour fermer',
  },
  en: {
    hint: 'Reference, name, phone, amount, page…',
    actions: 'Actions',
    settings: 'Settings and tasks',
    pages: 'Pages',
    payments: 'Payments',
    transfers: 'Transfers',
    language: 'Passer en français',
    signOut: 'Sign out',
    none: (typed: string) => `No results for “${typed}”.`,
    keys: '↑ ↓ to choose, Enter to open, Esc to close',
  },
})
