import { catalogue } from '../../ui/language/language.ts'

export const matchTexts = catalogue({
  fr: {
    field: 'Champ',
    given: 'Tel que donné',
    listed: 'Tel que listé',
    points: 'Points',
    score: 'Score sur 100',
    caption: (name: string, entry: string) => `${name} et ${entry}, champ par champ`,
    programs: 'Programmes\u00a0:',
    notListed: 'non indiqué',
    notGiven: 'non donné',
    entryRemoved: 'Cette entrée a quitté la liste en vigueur depuis. Seul son nom est encore connu.',
    parts: { name: 'Nom', birth_date: 'Naissance', country: 'Pays', document: 'Document', other: 'Autre' },
  },
  en: {
    field: 'Field',
    given: 'As given',
    listed: 'As listed',
    points: 'Points',
    score: 'Score of 100',
    caption: (name: string, entry: string) => `${name} and ${entry}, field by field`,
    programs: 'Programmes:',
    notListed: 'not listed',
    notGiven: 'not given',
    entryRemoved: 'This entry has left the current list since. Only its name is still known.',
    parts: { name: 'Name', birth_date: 'Birth', country: 'Country', document: 'Document', other: 'Other' },
  },
})
