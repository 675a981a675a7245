import { catalogue } from '../../ui/language/language.ts'

export const paletteTexts = catalogue({
  fr: {
    label: 'Rechercher un paiement, un transfert, un lien, une page ou une action',
    links: 'Liens de paiement',
    allPayments: (q: string) => `Tous les paiements pour «\u00a0${q}\u00a0»`,
    allTransfers: (q: string) => `Tous les transferts pour «\u00a0${q}\u00a0»`,
    newLink: 'Créer un lien de paiement',
    till: 'Encaisser à la caisse',
    test: 'Faire un paiement de test',
  },
  en: {
    label: 'Search for a payment, a transfer, a link, a page or an action',
    links: 'Payment links',
    allPayments: (q: string) => `All payments for “${q}”`,
    allTransfers: (q: string) => `All transfers for “${q}”`,
    newLink: 'Create a payment link',
    till: 'Charge at the till',
    test: 'Make a test payment',
  },
})
