import { catalogue, plural } from '../../ui/language/language.ts'

export const auditTexts = catalogue({
  fr: {
    title: 'Journal d’audit',
    lead: 'Qui a fait quoi, quand et d’où. Chaque ligne est enchaînée à la précédente.',
    actor: 'Personne',
    action: 'Action',
    subject: 'Sujet',
    subjectHint: 'Un transfert, un paiement, un marchand, un numéro',
    detail: 'Détail',
    at: 'Quand',
    number: 'N°',
    empty: 'Aucune ligne ne correspond',
    emptyText: 'Changez les filtres.',
    verify: 'Vérifier la chaîne',
    whole: (rows: number) =>
      plural(rows, {
        one: '1 ligne vérifiée\u00a0: la chaîne est intacte',
        other: `${rows} lignes vérifiées\u00a0: la chaîne est intacte`,
      }),
    broken: (row: string) => `La chaîne est rompue à la ligne ${row}`,
    brokenText:
      'Quelqu’un a touché au journal hors du service. Conservez la base telle quelle et prévenez le responsable.',
  },
  en: {
    title: 'Audit log',
    lead: 'Who did what, when and from where. Each row is chained to the one before.',
    actor: 'Person',
    action: 'Action',
    subject: 'Subject',
    subjectHint: 'A transfer, a payment, a merchant, a number',
    detail: 'Detail',
    at: 'When',
    number: 'No.',
    empty: 'No row matches',
    emptyText: 'Change the filters.',
    verify: 'Verify the chain',
    whole: (rows: number) =>
      plural(rows, {
        one: '1 row verified: the chain is whole',
        other: `${rows} rows verified: the chain is whole`,
      }),
    broken: (row: string) => `The chain is broken at row ${row}`,
    brokenText:
      'Somebody laid hands on the log outside the service. Keep the database as it is and tell whoever is responsible.',
  },
})
