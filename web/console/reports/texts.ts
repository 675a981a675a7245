import { catalogue, plural } from '../../ui/language/language.ts'

export const reportTexts = catalogue({
  fr: {
    title: 'Rapprochement',
    lead: 'Comparez une journée de nos comptes avec le rapport de la passerelle.',
    date: 'Journée (UTC)',
    compare: 'Comparer',
    nothing: 'Aucune opération ce jour-là',
    nothingText: 'Ni nos comptes ni le rapport de la passerelle n’ont de ligne pour cette journée.',
    clean: 'Nos comptes et le rapport concordent',
    matched: (count: number) =>
      plural(count, { one: `${count} ligne concorde`, other: `${count} lignes concordent` }),
    differences: (count: number) =>
      plural(count, { one: `${count} écart à expliquer`, other: `${count} écarts à expliquer` }),
    sections: {
      missing_here: 'Dans le rapport, absent de nos comptes',
      missing_there: 'Dans nos comptes, absent du rapport',
      amount_differs: 'Montants différents',
      status_differs: 'États différents',
    },
    code: 'Paiement',
    type: 'Type',
    types: { charge: 'Débit', refund: 'Remboursement' },
    id: 'Identifiant de la passerelle',
    amount: 'Montant',
    here: 'Nos comptes',
    there: 'Passerelle',
    status: 'État',
  },
  en: {
    title: 'Reconciliation',
    lead: 'Compare one day of our books with the gateway’s report.',
    date: 'Day (UTC)',
    compare: 'Compare',
    nothing: 'No transactions that day',
    nothingText: 'Neither our ledger nor the gateway’s report has a line for this day.',
    clean: 'Our ledger and the report match',
    matched: (count: number) =>
      plural(count, { one: `${count} line matches`, other: `${count} lines match` }),
    differences: (count: number) =>
      plural(count, { one: `${count} mismatch to explain`, other: `${count} mismatches to explain` }),
    sections: {
      missing_here: 'In the report, not in our books',
      missing_there: 'In our books, not in the report',
      amount_differs: 'Amounts differ',
      status_differs: 'Statuses differ',
    },
    code: 'Payment',
    type: 'Type',
    types: { charge: 'Charge', refund: 'Refund' },
    id: 'Gateway ID',
    amount: 'Amount',
    here: 'Our books',
    there: 'Gateway',
    status: 'Status',
  },
})
