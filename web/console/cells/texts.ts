import { catalogue, formatNumber } from '../../ui/language/language.ts'

const megabytes = (bytes: number) => formatNumber(Math.ceil(bytes / 1_000_000))

export const cellTexts = catalogue({
  fr: {
    title: 'Cellules',
    lead: 'Chaque marchand a toutes ses données dans une seule cellule. Une cellule qui ne répond pas n’arrête que ses propres marchands.',
    cell: 'Cellule',
    name: (cell: number) => `Cellule ${cell}`,
    server: 'Serveur',
    local: 'Cette machine',
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
    lead: 'Each merchant has all of its data in one cell. A cell that does not respond stops its own merchants only.',
    cell: 'Cell',
    name: (cell: number) => `Cell ${cell}`,
    server: 'Server',
    local: 'This machine',
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
