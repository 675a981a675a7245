import { catalogue } from '../../ui/language/language.ts'

export const settlementTexts = catalogue({
  fr: {
    title: 'Règlements',
    lead: 'Le relevé de chaque journée close, par marchand.',
    merchant: 'Marchand',
    empty: 'Aucun règlement ne correspond',
    emptyText: 'Chaque journée est close peu après minuit (UTC).',
    day: 'Journée',
    settlement: 'Règlement',
    count: 'Transferts',
    gross: 'Brut',
    fee: 'Frais',
    net: 'Net',
    closed: 'Clos',
  },
  en: {
    title: 'Settlements',
    lead: 'The statement of each closed day, by merchant.',
    merchant: 'Merchant',
    empty: 'No matching settlements',
    emptyText: 'Each day is closed shortly after midnight (UTC).',
    day: 'Day',
    settlement: 'Settlement',
    count: 'Transfers',
    gross: 'Gross',
    fee: 'Fee',
    net: 'Net',
    closed: 'Closed',
  },
})
