import { catalogue } from '../../ui/language/language.ts'

export const matchTexts = catalogue({
  fr: {
    field: 'Champ',
    given: 'Personne',
    listed: 'Liste',
    points: 'Points',
    score: 'Score sur 100',
    caption: (name: string, entry: string) => `${name} et ${entry}, champ par champ`,
    programs: 'Programmes\u00a0:',
    notListed: 'non indiqué',
    notGiven: 'non fourni',
    entryRemoved: 'Cette entrée a depuis été retirée de la liste. Seul son nom est encore connu.',
    parts: {
      name: 'Nom',
      birth_date: 'Date de naissance',
      country: 'Pays',
      document: 'Pièce d’identité',
      phone: 'Téléphone',
      other: 'Autre',
    },
  },
  en: {
    field: 'Field',
    given: 'Person',
    listed: 'List entry',
    points: 'Points',
    score: 'Score out of 100',
    caption: (name: string, entry: string) => `${name} and ${entry}, field by field`,
    programs: 'Programmes:',
    notListed: 'not listed',
    notGiven: 'not provided',
    entryRemoved: 'This entry has since been removed from the list. Only its name is still known.',
    parts: {
      name: 'Name',
      birth_date: 'Date of birth',
      country: 'Country',
      document: 'Identity document',
      phone: 'Telephone',
      other: 'Other',
    },
  },
})
