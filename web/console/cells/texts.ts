import { catalogue, formatNumber } from '../../ui/language/language.ts'

const megabytes = (bytes: number) => formatNumber(Math.ceil(bytes / 1_000_000))

export const cellTexts = catalogue({
  fr: {
    title: 'Cellules',
    lead: 'Toutes les données d’un marchand se trouvent dans la même cellule. Si une cellule ne répond pas, seuls ses marchands sont concernés.',
    cell: 'Cellule',
    name: (cell: number) => `Cellule ${cell}`,
    closed: 'Fermée aux nouveaux marchands',
    server: 'Serveur',
    local: 'Cette machine',
    silent: 'Ne répond pas',
    size: 'Taille',
    bytes: (bytes: number) => `${megabytes(bytes)} Mo`,
    production: 'Marchands en production',
    sandbox: 'Marchands du bac à sable',
    payments: 'Paiements du jour (UTC)',
    webhooks: 'Webhooks à envoyer',
    late: (count: number, seconds: number) =>
      `${formatNumber(count)}, le plus ancien depuis ${formatNumber(seconds)} s`,
  },
  en: {
    title: 'Cells',
    lead: 'All data of a merchant is in one cell. If a cell does not respond, only its own merchants are affected.',
    cell: 'Cell',
    name: (cell: number) => `Cell ${cell}`,
    closed: 'Closed to new merchants',
    server: 'Server',
    local: 'This machine',
    silent: 'Not responding',
    size: 'Size',
    bytes: (bytes: number) => `${megabytes(bytes)} MB`,
    production: 'Production merchants',
    sandbox: 'Sandbox merchants',
    payments: 'Payments today (UTC)',
    webhooks: 'Webhooks due',
    late: (count: number, seconds: number) =>
      `${formatNumber(count)}, the oldest for ${formatNumber(seconds)} s`,
  },
})
