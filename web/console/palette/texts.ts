import { catalogue } from '../../ui/language/language.ts'

export const paletteTexts = catalogue({
  fr: {
    open: 'Rechercher ou aller à…',
    label: 'Rechercher un paiement, un transfert, un marchand, une page ou une action',
    hint: 'Référence, nom, téléphone, montant, page…',
    payments: 'Paiements',
    transfers: 'Transferts',
    merchants: 'Marchands',
    pages: 'Pages',
    actions: 'Actions',
    language: 'Switch to English',
    signOut: 'Se déconnecter',
    none: (typed: string) => `Aucun résultat pour «\u00a0${typed}\u00a0».`,
    keys: '↑ ↓ pour choisir, Entrée pour ouvrir, Échap pour fermer',
  },
  en: {
    open: 'Search or go to…',
    label: 'Search for a payment, a transfer, a merchant, a page or an action',
    hint: 'Reference, name, phone, amount, page…',
    payments: 'Payments',
    transfers: 'Transfers',
    merchants: 'Merchants',
    pages: 'Pages',
    actions: 'Actions',
    language: 'Passer en français',
    signOut: 'Sign out',
    none: (typed: string) => `No results for “${typed}”.`,
    keys: '↑ ↓ to choose, Enter to open, Esc to close',
  },
})
