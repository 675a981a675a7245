// The texts of lists of payers: a class, a housing plot, an association.
import { catalogue, formatNumber, plural } from '../../ui/language/language.ts'

const count = (number: number, one: string, other: string) =>
  `${formatNumber(number)}\u00a0${plural(number, { one, other })}`

export const listTexts = catalogue({
  fr: {
    title: 'Listes de payeurs',
    intro:
      'Une classe, un lotissement, une association\u00a0: un code QR par personne, payé en plusieurs fois.',
    upload: 'Importer un fichier',
    payers: (number: number) => count(number, 'payeur', 'payeurs'),
    paid: (number: number) => count(number, 'soldé', 'soldés'),
    late: (number: number) => `${formatNumber(number)} en retard`,
    count: (number: number) => count(number, 'liste', 'listes'),
  },
  en: {
    title: 'Payer lists',
    intro: 'A class, a housing plot, an association: one QR code per person, paid in parts.',
    upload: 'Upload a file',
    payers: (number: number) => count(number, 'payer', 'payers'),
    paid: (number: number) => `${formatNumber(number)} paid`,
    late: (number: number) => `${formatNumber(number)} late`,
    count: (number: number) => count(number, 'list', 'lists'),
  },
})

export const uploadTexts = catalogue({
  fr: {
    title: 'Importer une liste',
    intro: 'Chaque ligne devient un lien de paiement avec son code QR.',
    file: 'Fichier CSV',
    fileHint: 'Au plus 5\u202f000\u00a0lignes. Dans Excel\u00a0: Enregistrer sous, CSV (UTF-8).',
    example: 'Télécharger un exemple',
    exampleName: 'liste-exemple.csv',
    exampleRows:
      'Matricule;Nom;Total;Échéance 1;Montant 1;Échéance 2;Montant 2;Classe\r\nP-0417;Amani Bahati;90,00;15/01/2027;30,00;15/04/2027;60,00;6e A\r\nP-0418;Ève Mukendi;90,00;15/01/2027;30,00;15/04/2027;60,00;6e A\r\n',
    group: 'Nom de la liste',
    groupHint:
      'Si le fichier n’a pas de colonne «\u00a0Classe\u00a0» ou «\u00a0Groupe\u00a0». Par défaut, le nom du fichier.',
    currency: 'Devise',
    submit: 'Créer les liens',
    missing: 'Choisissez un fichier.',
    large: 'Choisissez un fichier de 2\u00a0Mo au plus.',
    progress: 'Avancement',
    sending: 'Envoi du fichier…',
    making: 'Création des liens… Tous sont créés, ou aucun.',
    made: (number: number) => `${count(number, 'lien créé', 'liens créés')}.`,
    repeated: 'Ce fichier a déjà été importé\u00a0: rien n’a changé.',
    faults: (number: number) => `${count(number, 'erreur', 'erreurs')}\u00a0: aucun lien n’a été créé.`,
    faultsHint: 'Corrigez le fichier, puis importez-le de nouveau.',
    faultsCut: 'Seules les premières erreurs sont affichées.',
    line: 'Ligne',
    column: 'Colonne',
    what: 'Erreur',
  },
  en: {
    title: 'Upload a list',
    intro: 'Each row becomes a payment link with its QR code.',
    file: 'CSV file',
    fileHint: 'At most 5,000 rows. In Excel: Save as, CSV (UTF-8).',
    example: 'Download an example',
    exampleName: 'example-list.csv',
    exampleRows:
      'Reference,Name,Total,Due date 1,Due amount 1,Due date 2,Due amount 2,Class\r\nP-0417,Amani Bahati,90.00,2027-01-15,30.00,2027-04-15,60.00,6e A\r\nP-0418,Ève Mukendi,90.00,2027-01-15,30.00,2027-04-15,60.00,6e A\r\n',
    group: 'Name of the list',
    groupHint: 'If the file has no column “Class” or “Group”. By default, the file’s name.',
    currency: 'Currency',
    submit: 'Create links',
    missing: 'Choose a file.',
    large: 'Choose a file of at most 2 MB.',
    progress: 'Progress',
    sending: 'Sending the file…',
    making: 'Creating the links… All are created, or none.',
    made: (number: number) => `${count(number, 'link', 'links')} created.`,
    repeated: 'This file was uploaded before: nothing has changed.',
    faults: (number: number) => `${count(number, 'error', 'errors')}: no link was created.`,
    faultsHint: 'Correct the file, then upload it again.',
    faultsCut: 'Only the first errors are shown.',
    line: 'Line',
    column: 'Column',
    what: 'Error',
  },
})

export const groupTexts = catalogue({
  fr: {
    sheet: 'Imprimer les codes',
    total: 'À payer',
    paid: 'Payé',
    remaining: 'Reste à payer',
    overdue: 'En retard',
    state: 'Paiement',
    states: { PAID: 'Soldé', LATE: 'En retard', UNPAID: 'À payer', CANCELLED: 'Annulé' },
    all: 'Tous',
    unpaid: 'Non soldés',
    late: 'En retard',
    done: 'Soldés',
    search: 'Nom, référence ou code',
    name: 'Nom',
    nextDue: 'Prochaine échéance',
    lastPaid: 'Dernier paiement',
    none: 'Personne ne correspond à ces filtres',
    due: (amount: string, day: string) => `${amount} le ${day}`,
  },
  en: {
    sheet: 'Print codes',
    total: 'To pay',
    paid: 'Paid',
    remaining: 'Remaining',
    overdue: 'Overdue',
    state: 'Payment',
    states: { PAID: 'Paid', LATE: 'Late', UNPAID: 'To pay', CANCELLED: 'Cancelled' },
    all: 'All',
    unpaid: 'Not paid in full',
    late: 'Late',
    done: 'Paid in full',
    search: 'Name, reference or code',
    name: 'Name',
    nextDue: 'Next due',
    lastPaid: 'Last payment',
    none: 'Nobody matches these filters',
    due: (amount: string, day: string) => `${amount} on ${day}`,
  },
})

export const sheetTexts = catalogue({
  fr: {
    title: (group: string) => `Codes à imprimer\u00a0: ${group}`,
    print: 'Imprimer',
    progress: 'Préparation des codes',
    total: 'Total',
    due: 'Échéance',
    code: 'Code',
    qr: (name: string) => `Code QR de ${name}`,
    steps: [
      'Scannez le code avec l’appareil photo du téléphone.',
      'Saisissez le montant et choisissez comment payer.',
      'Confirmez sur le téléphone\u00a0: le reçu s’affiche.',
    ].join('\n'),
  },
  en: {
    title: (group: string) => `Codes to print: ${group}`,
    print: 'Print',
    progress: 'Preparing the codes',
    total: 'Total',
    due: 'Due',
    code: 'Code',
    qr: (name: string) => `QR code of ${name}`,
    steps: [
      'Scan the code with the phone’s camera.',
      'Enter the amount and choose how to pay.',
      'Confirm on the phone: the receipt appears.',
    ].join('\n'),
  },
})
