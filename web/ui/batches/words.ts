// The words of each kind of batch, where they differ from those of transfers.
import { catalogue, formatNumber, plural } from '../language/language.ts'
import { actTexts, batchTexts, listTexts, newTexts, rowTexts } from './texts.ts'

export type Kind = 'transfer' | 'refund'
/** Of refunds that admins upload, too. */
export type Words = Kind | 'admin_refund'

const refunds = catalogue({
  fr: {
    list: {
      title: 'Lots de remboursements',
      intro: 'Remboursez beaucoup de paiements avec un seul fichier\u00a0: une ligne par paiement.',
      noneHint:
        'Envoyez un fichier CSV\u00a0: rien n’est remboursé avant la confirmation d’une seconde personne.',
    },
    upload: {
      title: 'Nouveau lot de remboursements',
      intro:
        'Nous vérifions chaque ligne sans rien rembourser. Un autre propriétaire ou comptable de votre équipe confirme ensuite le lot.',
      nameHint: 'Par exemple Concert annulé. Sans nom\u00a0: la date et l’heure.',
      fileHint:
        'CSV (UTF-8) ou JSON, au plus 10\u202f000 lignes et 8\u00a0Mo. Une ligne désigne un paiement par une seule des trois premières colonnes. Montant vide\u00a0: tout ce qui reste à rembourser.',
      templateName: 'modele-remboursements.csv',
      repeated: 'Ces lignes ont déjà été envoyées. Pour ne pas rembourser deux fois, ouvrez ce lot\u00a0:',
    },
    batch: {
      toPay: 'À rembourser',
      total: 'Total',
      paid: 'Déjà remboursé',
      available: 'Solde',
      missing: (amount: string) => `il manque ${amount}\u00a0: des lignes attendront notre approbation`,
      allFaulty: 'Aucune ligne ne peut être remboursée.',
      failed: (count: number) =>
        `${formatNumber(count)} ${plural(count, { one: 'ligne a échoué', other: 'lignes ont échoué' })}\u00a0: rien n’a été remboursé pour ${plural(count, { one: 'ce paiement', other: 'ces paiements' })}.`,
      held: (count: number) =>
        `${formatNumber(count)} ${plural(count, { one: 'remboursement attend', other: 'remboursements attendent' })} une approbation, la vôtre ou la nôtre.`,
      wouldHold: (count: number) =>
        `${formatNumber(count)} ${plural(count, { one: 'ligne attendra', other: 'lignes attendront' })} une approbation. Les autres n’attendent pas.`,
      repeatedHint:
        'Si vous confirmez ce lot, elles seront remboursées une deuxième fois. Le tableau indique l’autre lot.',
    },
    act: {
      confirmText:
        'Saisissez le nombre de lignes et le total. Les remboursements partent ensuite sans autre demande.',
      count: 'Nombre de lignes à rembourser',
      total: 'Total à rembourser',
      confirmed: 'Lot confirmé\u00a0: les remboursements partent.',
      retryText: 'Chaque ligne échouée est demandée de nouveau. Celles qui ont été rejetées ne le sont pas.',
      retryNone: 'Aucune ligne ne peut être demandée de nouveau.',
      cancelText:
        'Les lignes pas encore parties ne seront jamais remboursées. Ce qui est parti n’est pas annulé.',
    },
    row: {
      row: 'Paiement',
      to: 'Motif',
      wouldHold: 'attendra une approbation',
    },
    states: { HELD: 'À approuver', SUCCESSFUL: 'Remboursée' },
  },
  en: {
    list: {
      title: 'Refund batches',
      intro: 'Refund many payments with one file: one row per payment.',
      noneHint: 'Upload a CSV file: nothing is refunded before a second person has confirmed it.',
    },
    upload: {
      title: 'New refund batch',
      intro:
        'We check every row without refunding anything. Another owner or accountant of your team then confirms the batch.',
      nameHint: 'For example Cancelled concert. Without a name: the date and time.',
      fileHint:
        'CSV (UTF-8) or JSON, at most 10,000 rows and 8 MB. A row names a payment in one of the first three columns. Empty amount: all that is left to refund.',
      templateName: 'refunds-template.csv',
      repeated: 'These rows were uploaded before. To avoid refunding twice, open that batch:',
    },
    batch: {
      toPay: 'To refund',
      total: 'Total',
      paid: 'Refunded so far',
      available: 'Balance',
      missing: (amount: string) => `${amount} missing: rows will wait for our approval`,
      allFaulty: 'No row can be refunded.',
      failed: (count: number) =>
        `${formatNumber(count)} ${plural(count, { one: 'row', other: 'rows' })} failed: nothing was refunded of ${plural(count, { one: 'this payment', other: 'these payments' })}.`,
      held: (count: number) =>
        `${formatNumber(count)} ${plural(count, { one: 'refund waits', other: 'refunds wait' })} for an approval, yours or ours.`,
      wouldHold: (count: number) =>
        `${formatNumber(count)} ${plural(count, { one: 'row will', other: 'rows will' })} wait for an approval. The others don’t wait.`,
      repeatedHint:
        'If you confirm this batch, they are refunded a second time. The table names the other batch.',
    },
    act: {
      confirmText:
        'Type the number of rows and the total. The refunds are then sent without further questions.',
      count: 'Number of rows to refund',
      total: 'Total to refund',
      confirmed: 'Batch confirmed: the refunds are being sent.',
      retryText: 'Each failed row is requested again. Those that were rejected are not.',
      retryNone: 'No row can be requested again.',
      cancelText: 'Rows that have not been sent are never refunded. What was sent is not undone.',
    },
    row: {
      row: 'Payment',
      to: 'Reason',
      wouldHold: 'will wait for an approval',
    },
    states: { HELD: 'To approve', SUCCESSFUL: 'Refunded' },
  },
})

const ofAdmins = catalogue({
  fr: {
    list: {
      title: 'Lots de remboursements',
      intro:
        'Remboursez beaucoup de paiements d’un marchand avec un seul fichier\u00a0: une ligne par paiement.',
      noneHint: 'Rien n’est remboursé avant la confirmation d’un second administrateur.',
    },
    upload: {
      intro:
        'Nous vérifions chaque ligne sans rien rembourser. Un autre administrateur, qui peut décider des remboursements, confirme ensuite le lot.',
    },
    batch: {
      available: 'Solde du marchand',
      missing: (amount: string) => `il manque ${amount}\u00a0: le solde passera sous zéro`,
      second: 'Un autre administrateur doit confirmer ce lot.',
      secondHint:
        'Vous l’avez envoyé ou corrigé\u00a0: demandez à un administrateur qui peut décider des remboursements de le confirmer ici.',
    },
    act: {
      confirmText:
        'Saisissez le nombre de lignes et le total. Votre confirmation approuve ces remboursements, qui partent sans autre demande.',
      uploader: 'Vous avez envoyé ou corrigé ce lot\u00a0: un autre administrateur doit le confirmer.',
      retryText: 'Chaque remboursement échoué est tenté de nouveau.',
    },
  },
  en: {
    list: {
      title: 'Refund batches',
      intro: 'Refund many payments of a merchant with one file: one row per payment.',
      noneHint: 'Nothing is refunded before a second admin has confirmed it.',
    },
    upload: {
      intro:
        'We check every row without refunding anything. Another admin, who may decide about refunds, then confirms the batch.',
    },
    batch: {
      available: 'Merchant’s balance',
      missing: (amount: string) => `${amount} missing: the balance will go below zero`,
      second: 'Another admin must confirm this batch.',
      secondHint:
        'You uploaded or corrected it: ask an admin who may decide about refunds to confirm it here.',
    },
    act: {
      confirmText:
        'Type the number of rows and the total. Your confirmation approves these refunds, which are then sent without further questions.',
      uploader: 'You uploaded or corrected this batch: another admin must confirm it.',
      retryText: 'Each failed refund is tried again.',
    },
  },
})

const isRefund = (words: Words) => words !== 'transfer'
const own = (words: Words) => (words === 'admin_refund' ? ofAdmins() : undefined)

export const kindOf = (words: Words): Kind => (isRefund(words) ? 'refund' : 'transfer')
export const listTextsOf = (words: Words) => ({
  ...listTexts(),
  ...(isRefund(words) && refunds().list),
  ...own(words)?.list,
})
export const newTextsOf = (words: Words) => ({
  ...newTexts(),
  ...(isRefund(words) && refunds().upload),
  ...own(words)?.upload,
})
export const batchTextsOf = (words: Words) => ({
  ...batchTexts(),
  ...(isRefund(words) && refunds().batch),
  ...own(words)?.batch,
})
export const actTextsOf = (words: Words) => ({
  ...actTexts(),
  ...(isRefund(words) && refunds().act),
  ...own(words)?.act,
})
export const rowTextsOf = (words: Words) => ({ ...rowTexts(), ...(isRefund(words) && refunds().row) })
/** The states of rows that have a name of their own. */
export const ownStatesOf = (kind: Kind): Readonly<Record<string, string>> =>
  isRefund(kind) ? refunds().states : {}
