// Texts about the settlement files of operators.
import { catalogue } from '../../ui/language/language.ts'

export const operatorTexts = catalogue({
  fr: {
    title: 'Importer un fichier d’opérateur',
    operator: 'Opérateur',
    environment: 'Environnement',
    hint: 'CSV avec les colonnes reference, operator_id, date, currency, gross, fee et net. Le même fichier peut être importé deux fois sans risque.',
    matched: (count: number) => `Lignes conformes à nos paiements\u00a0: ${count}`,
    differs: 'Différences à éclaircir avec l’opérateur',
    allDiffers: 'Différences avec un opérateur',
    allDiffersText: 'Ce qui, depuis un mois, diffère entre ses fichiers importés et nos paiements.',
    noneDiffers: 'Aucune différence',
    what: 'Différence',
    day: 'Jour',
    here: 'Chez nous',
    there: 'Chez l’opérateur',
    problems: {
      MISSING_HERE: 'Inconnu chez nous',
      MISSING_THERE: 'Absent des fichiers',
      AMOUNT_DIFFERS: 'Autre montant',
    },
  },
  en: {
    title: 'Import an operator’s file',
    operator: 'Operator',
    environment: 'Environment',
    hint: 'CSV with the columns reference, operator_id, date, currency, gross, fee and net. Importing the same file twice is safe.',
    matched: (count: number) => `Lines that agree with our payments: ${count}`,
    differs: 'Differences to clear with the operator',
    allDiffers: 'Differences with an operator',
    allDiffersText: 'What differs between its imported files and our payments over the past month.',
    noneDiffers: 'No differences',
    what: 'Difference',
    day: 'Day',
    here: 'Our payments',
    there: 'Operator',
    problems: {
      MISSING_HERE: 'Unknown to us',
      MISSING_THERE: 'Not in its files',
      AMOUNT_DIFFERS: 'Other amount',
    },
  },
})
