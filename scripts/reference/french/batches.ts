// French texts of batches of transfers and of refunds: their calls, and the descriptions of their fields by the English text.

type Texts = readonly [summary: string, description?: string]
const parts = {
  upload: [
    'Envoyer un lot de transferts',
    'Un CSV dont la première ligne porte les noms des champs d’un transfert, ou du JSON `{"rows": [...]}` ; au plus 10 000 lignes et 8 Mio. Les lignes sont vérifiées en arrière-plan, et rien n’est envoyé avant qu’une personne ait confirmé le lot. Les décimales portent une virgule si les colonnes sont séparées par des points-virgules. Les mêmes lignes envoyées de nouveau dans les 30 jours sont refusées, avec l’identifiant du premier lot.',
  ],
  list: ['Lister les lots', 'Du plus récent au plus ancien.'],
  read: [
    'Lire un lot',
    'Avec son avancement : le nombre de lignes dans chaque état, et ce qu’elles coûtent.',
  ],
  rows: [
    'Lister les lignes d’un lot',
    'Dans l’ordre du fichier, avec ce qui ne va pas et ce qu’elles sont devenues.',
  ],
  result: [
    'Télécharger le résultat d’un lot',
    'Une ligne par ligne du fichier, même pendant l’envoi du lot.',
  ],
  pause: ['Mettre un lot en pause', 'Les lignes en cours d’envoi sont menées à leur terme.'],
  resume: ['Reprendre un lot en pause', 'Même s’il attend de l’argent.'],
  cancel: [
    'Annuler un lot',
    'Ce qui n’a pas été envoyé ne le sera jamais ; ce qui a été envoyé reste tel quel.',
  ],
  retry: [
    'Renvoyer les lignes échouées d’un lot',
    'Avec la référence `<batch_id>/<reference>/2` et ainsi de suite. Une ligne refusée sans transfert garde sa référence, et celle dont le résultat est contradictoire est laissée de côté.',
  ],
  profiles: ['Lister les fiches enregistrées', 'Les expéditeurs avant les bénéficiaires, par code.'],
  profile: ['Lire une fiche enregistrée'],
  saveProfile: [
    'Enregistrer une fiche',
    'Crée la fiche, ou remplace tous ses champs. Une ligne de lot la nomme dans la colonne `sender_profile` ou `beneficiary` et omet ses champs. Ils sont copiés à l’envoi de la ligne : une modification ultérieure ne change aucune ligne.',
  ],
  deleteProfile: [
    'Supprimer une fiche enregistrée',
    'Les lignes de lots et les transferts gardent leurs copies de ses champs.',
  ],
} as const satisfies Record<string, Texts>
const text = (name: keyof typeof parts): Texts => parts[name]
const confirm = [
  'Confirmer un lot',
  'Par un autre utilisateur que ceux qui l’ont envoyé, en ont corrigé une ligne, ou ont modifié une fiche d’une ligne que personne d’autre n’a confirmée depuis, avec le nombre de lignes qui seront payées et ce qu’elles coûtent ; le refus de chiffres faux ne dit pas les bons. Un utilisateur qui a un second facteur confirme son identité pour cette opération.',
] as const
const readRow = ['Lire les champs d’une ligne', 'Tels qu’ils ont été envoyés, pour qui les corrige.'] as const
const correctRow = [
  'Corriger une ligne en erreur',
  'Remplace tous les champs de la ligne avant la confirmation du lot ; seule cette ligne est vérifiée de nouveau. Qui corrige une ligne ne peut pas confirmer le lot.',
] as const

const uploadRefunds = [
  'Envoyer un lot de remboursements',
  'Un CSV, ou du JSON `{"rows": [...]}` ; au plus 10 000 lignes et 8 Mio. Une ligne désigne un paiement par `transaction_uuid`, `cs_payment_id` ou `merchant_reference`, avec un motif `reason` et un montant `amount` ; s’il est vide, c’est ce qui reste du paiement. Les lignes sont vérifiées en arrière-plan, et rien n’est remboursé avant qu’une personne ait confirmé le lot. Tous les paiements d’un fichier sont dans la même devise. Les mêmes lignes envoyées de nouveau dans les 30 jours sont refusées, avec l’identifiant du premier lot.',
] as const

export const frenchBatches: Readonly<Record<string, Texts>> = {
  uploadBatch: text('upload'),
  uploadBatchInPortal: text('upload'),
  listBatches: text('list'),
  listBatchesInPortal: text('list'),
  readBatch: text('read'),
  readBatchInPortal: text('read'),
  listBatchRows: text('rows'),
  listBatchRowsInPortal: text('rows'),
  downloadBatchResult: text('result'),
  downloadBatchResultInPortal: text('result'),
  pauseBatch: text('pause'),
  pauseBatchInPortal: text('pause'),
  resumeBatch: text('resume'),
  resumeBatchInPortal: text('resume'),
  cancelBatch: text('cancel'),
  cancelBatchInPortal: text('cancel'),
  retryFailedRows: text('retry'),
  retryFailedRowsOfBatchInPortal: text('retry'),
  confirmBatch: [
    'Confirmer un lot (utilisateurs seulement)',
    'Toujours refusé : un utilisateur confirme un lot dans l’espace marchand, et jamais ce qui l’a envoyé.',
  ],
  confirmBatchInPortal: confirm,
  confirmRefundBatchInPortal: confirm,
  listProfiles: text('profiles'),
  listProfilesInPortal: text('profiles'),
  readSavedProfile: text('profile'),
  readSavedProfileInPortal: text('profile'),
  saveProfile: text('saveProfile'),
  saveProfileInPortal: text('saveProfile'),
  deleteProfile: text('deleteProfile'),
  deleteProfileInPortal: text('deleteProfile'),
  readBatchRowInPortal: readRow,
  readRefundBatchRowInPortal: readRow,
  correctBatchRowInPortal: correctRow,
  correctRefundBatchRowInPortal: correctRow,
  uploadRefundBatch: uploadRefunds,
  uploadRefundBatchInPortal: uploadRefunds,
  listRefundBatches: text('list'),
  readRefundBatch: text('read'),
  listRefundBatchRows: text('rows'),
  downloadRefundBatchResult: text('result'),
  listRefundBatchesInPortal: text('list'),
  readRefundBatchInPortal: text('read'),
  listRefundBatchRowsInPortal: text('rows'),
  downloadRefundBatchResultInPortal: text('result'),
  pauseRefundBatchInPortal: text('pause'),
  resumeRefundBatchInPortal: text('resume'),
  cancelRefundBatchInPortal: text('cancel'),
  retryFailedRowsOfRefundBatchInPortal: text('retry'),
  receiveBatch: [
    'Toutes les lignes d’un lot ont été envoyées, et leurs résultats sont connus',
    'Envoyé aux marchands qui ont demandé l’événement `BATCH`, et de nouveau quand des lignes échouées ont été renvoyées. Chaque transfert a aussi son propre webhook.',
  ],
}

export const batchDescriptions: Readonly<Record<string, string>> = {
  'What people call the batch; the day and time of the upload in UTC by default.':
    'Le nom que vous donnez au lot ; par défaut le jour et l’heure UTC de l’envoi.',
  'How many rows will be paid.': 'Le nombre de lignes qui seront payées.',
  'What they cost with fees, in USD: the `total_debit`.':
    'Ce qu’elles coûtent avec les frais, en USD : le `total_debit`.',
  'Leaves out the faulty rows.': 'Laisse de côté les lignes en erreur.',
  'In the file.': 'Dans le fichier.',
  'Null if no payment was found.': 'Nul si aucun paiement n’a été trouvé.',
  'What is refunded; null before the check.': 'Ce qui est remboursé ; nul avant la vérification.',
  'Whether it would wait for an approval, as of the check.':
    'Si elle attendrait une approbation, d’après la vérification.',
  'Of all sums of the batch.': 'De toutes les sommes du lot.',
  '`balance_insufficient`: goes on once the wallet has enough for all rows that wait. `merchant_suspended`: once the merchant is active again.':
    '`balance_insufficient` : reprend dès que le portefeuille suffit à toutes les lignes en attente. `merchant_suspended` : dès que le compte est de nouveau actif.',
  'Null if a server uploaded it with the merchant secret.':
    'Null si un serveur l’a envoyé avec le secret marchand.',
  'Only rows with a fault in this column.': 'Seulement les lignes en erreur dans cette colonne.',
  'Values by the names of columns.': 'Les valeurs par nom de colonne.',
  'Values by the names of columns, as texts or numbers.':
    'Les valeurs par nom de colonne, en texte ou en nombre.',
  'Users who corrected rows. Like the one who uploaded it, they cannot confirm it.':
    'Les utilisateurs qui ont corrigé des lignes. Comme celui qui l’a envoyé, ils ne peuvent pas le confirmer.',
  'Rows by their states; together they are `rows`.': 'Les lignes par état ; leur somme est `rows`.',
  'What beneficiaries get, of rows that are ready, wait, are under way or were paid.':
    'Ce que reçoivent les bénéficiaires des lignes prêtes, en attente, en cours ou payées.',
  'Of the same rows.': 'Des mêmes lignes.',
  'Amount and fee together. Before confirmation at the rates of the check.':
    'Montant et frais ensemble. Avant la confirmation, aux taux de la vérification.',
  'What successful rows have cost.': 'Ce que les lignes réussies ont coûté.',
  'What the wallet has.': 'Ce que contient le portefeuille.',
  'What the wallet lacks for the rows that are ready or wait.':
    'Ce qui manque au portefeuille pour les lignes prêtes ou en attente.',
  'Ready rows that screening or a limit would hold, as of the check.':
    'Lignes prêtes que le filtrage ou un plafond retiendrait, d’après la vérification.',
  'Ready rows that a batch confirmed within the last 30 days has, too. They would be paid again.':
    'Lignes prêtes qui figurent aussi dans un lot confirmé depuis moins de 30 jours. Elles seraient payées une deuxième fois.',
  'Ready rows with a saved profile that is new, or has changed, since a batch with it was confirmed.':
    'Lignes prêtes dont une fiche est nouvelle, ou a changé, depuis la confirmation d’un lot qui la contient.',
  'Before the confirmation: users who made such a change to a profile of a ready row. They cannot confirm the batch.':
    'Avant la confirmation : les utilisateurs qui ont ainsi modifié une fiche d’une ligne prête. Ils ne peuvent pas confirmer le lot.',
  'Whether a batch with it was confirmed since it was last changed, as of the upload.':
    'Si un lot qui la contient a été confirmé depuis sa dernière modification, au moment de l’envoi.',
  'The saved profiles of which its fields were copied, as they were then.':
    'Les fiches dont ses champs ont été copiés, telles qu’elles étaient alors.',
  'Whether screening or a limit would hold it, as of the check.':
    'Si le filtrage ou un plafond la retiendrait, d’après la vérification.',
  'A batch confirmed within the last 30 days that has the same row.':
    'Un lot confirmé depuis moins de 30 jours qui a la même ligne.',
  'Null for what is no amount.': 'Nul si ce n’est pas un montant.',
  'Its number in the file, from 1.': 'Son numéro dans le fichier, à partir de 1.',
  'As uploaded; null once it was erased.': 'Tel qu’envoyé ; null une fois effacé.',
  'What is wrong with the row, or why it failed.':
    'Ce qui ne va pas dans la ligne, ou pourquoi elle a échoué.',
  'Their outcomes follow by the webhooks of their transfers.':
    'Leurs résultats suivent par les webhooks de leurs transferts.',
  'What successful rows have cost, with fees.': 'Ce que les lignes réussies ont coûté, avec les frais.',
  'A CSV file.': 'Un fichier CSV.',
  '`sender` or `beneficiary`.': '`sender` (expéditeur) ou `beneficiary` (bénéficiaire).',
  'Only codes that begin like this.': 'Seulement les codes qui commencent ainsi.',
  'Fields of a transfer that describe the sender or the beneficiary.':
    'Les champs d’un transfert qui décrivent l’expéditeur ou le bénéficiaire.',
  'Of a beneficiary.': 'D’un bénéficiaire.',
  'Of a sender.': 'D’un expéditeur.',
  'Null if a server saved it with the merchant secret.':
    'Null si un serveur l’a enregistrée avec le secret marchand.',
}
