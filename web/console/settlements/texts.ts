import { catalogue, formatNumber, plural } from '../../ui/language/language.ts'

export const settlementTexts = catalogue({
  fr: {
    title: 'Clôtures quotidiennes',
    lead: 'Les transferts et les frais de chaque journée close, par marchand. Une journée va de minuit à minuit UTC.',
    merchant: 'Marchand',
    empty: 'Aucune clôture ne correspond',
    emptyText: 'Chaque journée est close peu après minuit (UTC).',
    day: 'Journée (UTC)',
    settlement: 'Numéro',
    transfers: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'transfert', other: 'transferts' })}`,
    gross: 'Débité du portefeuille',
    fee: 'dont frais',
    net: 'Versé aux bénéficiaires',
    closed: 'Close le',
  },
  en: {
    title: 'Daily settlements',
    lead: 'The transfers and fees of each closed day, by merchant. A day runs from midnight to midnight UTC.',
    merchant: 'Merchant',
    empty: 'No matching settlements',
    emptyText: 'Each day is closed shortly after midnight (UTC).',
    day: 'Day (UTC)',
    settlement: 'Number',
    transfers: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'transfer', other: 'transfers' })}`,
    gross: 'Debited from the wallet',
    fee: 'of which fees',
    net: 'Paid to beneficiaries',
    closed: 'Closed',
  },
})
