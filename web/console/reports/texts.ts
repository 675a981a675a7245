import { catalogue, plural } from '../../ui/language/language.ts'

export const reportTexts = catalogue({
  fr: {
    title: 'Rapprochement',
    lead: 'Une journée de nos livres face au rapport de la passerelle.',
    date: 'Journée (UTC)',
    compare: 'Comparer',
    clean: 'Les livres et le rapport concordent',
    matched: (count: number) =>
      plural(count, { one: '1 ligne concorde', other: `${count} lignes concordent` }),
    differences: (count: number) =>
      plural(count, { one: '1 écart à expliquer', other: `${count} écarts à expliquer` }),
    sections: {
      missing_here: 'Dans le rapport, absent de nos livres',
      missing_there: 'Dans nos livres, absent du rapport',
      amount_differs: 'Montants différents',
      status_differs: 'États différents',
    },
    code: 'Paiement',
    type: 'Type',
    types: { charge: 'Débit', refund: 'Remboursement' },
    id: 'Identifiant à la passerelle',
    amount: 'Montant',
    here: 'Chez nous',
    there: 'À la passerelle',
    status: 'État',
  },
  en: {
    title: 'Reconciliation',
    lead: 'A day of our books against the gateway’s report.',
    date: 'Day (UTC)',
    compare: 'Compare',
    clean: 'Books and report agree',
    matched: (count: number) => plural(count, { one: '1 line agrees', other: `${count} lines agree` }),
    differences: (count: number) =>
      plural(count, { one: '1 difference to explain', other: `${count} differences to explain` }),
    sections: {
      missing_here: 'In the report, not in our books',
      missing_there: 'In our books, not in the report',
      amount_differs: 'Amounts differ',
      status_differs: 'States differ',
    },
    code: 'Payment',
    type: 'Type',
    types: { charge: 'Charge', refund: 'Refund' },
    id: 'Id at the gateway',
    amount: 'Amount',
    here: 'Here',
    there: 'At the gateway',
    status: 'State',
  },
})
