import { catalogue, plural } from '../../ui/language/language.ts'

export const auditTexts = catalogue({
  fr: {
    title: 'Journal d’audit',
    lead: 'Qui a fait quoi, quand et depuis quelle adresse. Chaque ligne est chaînée à la précédente.',
    actor: 'Personne',
    action: 'Action',
    subject: 'Objet',
    subjectHint: 'Un transfert, un paiement, un marchand, un numéro',
    at: 'Date',
    number: 'Ligne',
    code: 'Code',
    address: 'Adresse IP',
    merchant: 'Marchand',
    ofCase: (id: string) => `Dossier ${id}`,
    empty: 'Aucune ligne ne correspond',
    emptyText: 'Modifiez les filtres.',
    verify: 'Vérifier la chaîne',
    whole: (rows: number) =>
      plural(rows, {
        one: `${rows} ligne vérifiée\u00a0: la chaîne est intacte`,
        other: `${rows} lignes vérifiées\u00a0: la chaîne est intacte`,
      }),
    log: 'Journal',
    logOf: (cell: number) => (cell === 0 ? 'commun à tous les marchands' : `cellule ${cell}`),
    broken: (row: string, cell?: number) =>
      `La chaîne${cell === undefined ? '' : cell === 0 ? ' commune' : ` de la cellule ${cell}`} est rompue à la ligne ${row}`,
    brokenText:
      'Le journal a été modifié en dehors du service. Conservez la base de données telle quelle et prévenez le responsable sécurité.',
  },
  en: {
    title: 'Audit log',
    lead: 'Who did what, when and from which address. Each row is chained to the one before it.',
    actor: 'Person',
    action: 'Action',
    subject: 'Subject',
    subjectHint: 'A transfer, a payment, a merchant, a number',
    at: 'Date',
    number: 'Row',
    code: 'Code',
    address: 'IP address',
    merchant: 'Merchant',
    ofCase: (id: string) => `Case ${id}`,
    empty: 'No matching rows',
    emptyText: 'Change the filters.',
    verify: 'Verify the chain',
    whole: (rows: number) =>
      plural(rows, {
        one: `${rows} row verified: the chain is intact`,
        other: `${rows} rows verified: the chain is intact`,
      }),
    log: 'Log',
    logOf: (cell: number) => (cell === 0 ? 'common to all merchants' : `cell ${cell}`),
    broken: (row: string, cell?: number) =>
      `The ${cell === undefined ? '' : cell === 0 ? 'common ' : `cell ${cell} `}chain is broken at row ${row}`,
    brokenText:
      'The log was changed outside the service. Keep the database as it is, and notify your security lead.',
  },
})
