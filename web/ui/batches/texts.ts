import { catalogue, formatNumber, plural } from '../language/language.ts'

export const listTexts = catalogue({
  fr: {
    title: 'Lots de transferts',
    intro: 'Payez des salaires ou des aides avec un seul fichier\u00a0: chaque ligne devient un transfert.',
    add: 'Nouveau lot',
    none: 'Aucun lot pour l’instant',
    noneHint: 'Envoyez un fichier CSV\u00a0: rien n’est payé avant la confirmation d’une seconde personne.',
    api: 'Par l’API',
    count: (count: number) => `${formatNumber(count)} ${plural(count, { one: 'lot', other: 'lots' })}`,
    rows: (count: number) => `${formatNumber(count)} ${plural(count, { one: 'ligne', other: 'lignes' })}`,
  },
  en: {
    title: 'Batches',
    intro: 'Pay salaries or aid with one file: each row becomes a transfer.',
    add: 'New batch',
    none: 'No batches yet',
    noneHint: 'Upload a CSV file: nothing is paid before a second person has confirmed it.',
    api: 'By API',
    count: (count: number) => `${formatNumber(count)} ${plural(count, { one: 'batch', other: 'batches' })}`,
    rows: (count: number) => `${formatNumber(count)} ${plural(count, { one: 'row', other: 'rows' })}`,
  },
})

export const newTexts = catalogue({
  fr: {
    title: 'Nouveau lot',
    intro:
      'Nous vérifions chaque ligne sans rien payer. Un autre propriétaire ou comptable de votre équipe confirme ensuite le lot.',
    name: 'Nom du lot',
    nameHint: 'Par exemple Salaires de novembre. Sans nom\u00a0: la date et l’heure.',
    file: 'Fichier',
    fileHint: 'CSV (UTF-8) ou JSON, au plus 10\u202f000 lignes et 8\u00a0Mo.',
    template: 'Télécharger un modèle CSV',
    templateName: 'modele-lot.csv',
    shortTemplate: 'Modèle court, avec des expéditeurs et bénéficiaires enregistrés',
    shortTemplateName: 'modele-lot-court.csv',
    missing: 'Choisissez un fichier.',
    large: 'Choisissez un fichier de 8\u00a0Mo au plus.',
    submit: 'Envoyer et vérifier',
    repeated: 'Ces lignes ont déjà été envoyées. Pour ne pas payer deux fois, ouvrez ce lot\u00a0:',
  },
  en: {
    title: 'New batch',
    intro:
      'We check every row without paying anything. Another owner or accountant of your team then confirms the batch.',
    name: 'Name of the batch',
    nameHint: 'For example November salaries. Without a name: the date and time.',
    file: 'File',
    fileHint: 'CSV (UTF-8) or JSON, at most 10,000 rows and 8 MB.',
    template: 'Download a CSV template',
    templateName: 'batch-template.csv',
    shortTemplate: 'Short template, with saved senders and beneficiaries',
    shortTemplateName: 'batch-short-template.csv',
    missing: 'Choose a file.',
    large: 'Choose a file of at most 8 MB.',
    submit: 'Upload and check',
    repeated: 'These rows were uploaded before. To avoid paying twice, open that batch:',
  },
})

export const batchTexts = catalogue({
  fr: {
    one: 'Lot',
    by: (who: string) => `Envoyé par ${who}`,
    byApi: 'Envoyé par l’API, avec le secret marchand',
    toPay: 'À payer',
    amount: 'Bénéficiaires',
    fee: 'Frais',
    total: 'Total',
    paid: 'Déjà payé',
    available: 'Portefeuille',
    missing: (amount: string) => `il manque ${amount}`,
    enough: 'solde suffisant',
    details: 'Détails',
    id: 'Identifiant',
    created: 'Envoyé le',
    uploader: 'Envoyé par',
    confirmer: 'Confirmé par',
    confirmedAt: 'Confirmé le',
    doneAt: 'Terminé le',
    result: 'Télécharger le résultat',
    checkProgress: 'Lignes vérifiées',
    checked: (count: string, of: string) => `Lignes vérifiées\u00a0: ${count} sur ${of}`,
    sendProgress: 'Lignes traitées',
    sent: (count: string, of: string) => `Lignes traitées\u00a0: ${count} sur ${of}`,
    faulty: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'ligne est en erreur', other: 'lignes sont en erreur' })}.`,
    faultyHint:
      'Corrigez ce qui est indiqué ici, ou confirmez le lot sans ces lignes et envoyez-les, corrigées, dans un fichier à part.',
    showFaulty: 'Voir les lignes en erreur',
    allFaulty: 'Aucune ligne ne peut être payée.',
    allFaultyHint: 'Corrigez les lignes ici, ou annulez ce lot et envoyez un nouveau fichier.',
    failed: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'ligne a échoué', other: 'lignes ont échoué' })}\u00a0: rien n’a été payé à ${plural(count, { one: 'ce bénéficiaire', other: 'ces bénéficiaires' })}.`,
    showFailed: 'Voir les lignes échouées',
    held: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'ligne est retenue', other: 'lignes sont retenues' })} pour contrôle. Notre équipe décide, et vous recevez le résultat.`,
    wouldHold: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'ligne sera sans doute retenue', other: 'lignes seront sans doute retenues' })} pour contrôle. Les autres n’attendent pas.`,
    repeated: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'ligne figure', other: 'lignes figurent' })} déjà dans un lot confirmé depuis moins de 30 jours.`,
    repeatedHint:
      'Si vous confirmez ce lot, ces bénéficiaires seront payés une deuxième fois. Le tableau indique l’autre lot.',
    changedProfiles: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'ligne utilise', other: 'lignes utilisent' })} une fiche nouvelle ou modifiée depuis le dernier lot confirmé.`,
    changedProfilesHint:
      'Comparez le nom et le numéro avec vos documents avant de confirmer\u00a0: le tableau dit qui a modifié chaque fiche, et quand.',
    changedBy: (who: string) => `Ne peut pas confirmer ce lot, pour avoir modifié une fiche\u00a0: ${who}.`,
    paused: 'Le lot est en pause.',
    pausedHint: 'Rien n’est envoyé avant la reprise.',
    suspended: 'Le lot est en pause\u00a0: votre compte est suspendu.',
    suspendedHint: 'Il reprend de lui-même quand votre compte est de nouveau actif.',
    noMoney: 'Le lot est en pause\u00a0: solde insuffisant.',
    noMoneyHint: (amount: string) =>
      `Il manque ${amount}. Approvisionnez le portefeuille\u00a0: le lot reprend alors de lui-même. Rien n’est payé deux fois.`,
    wallet: 'Voir le portefeuille',
    second: 'Un autre utilisateur doit confirmer ce lot.',
    secondHint:
      'Vous l’avez envoyé ou corrigé, ou vous avez modifié une de ses fiches\u00a0: demandez à un autre propriétaire ou comptable de votre équipe de le confirmer ici.',
    alone: 'Personne d’autre ne peut confirmer un lot.',
    aloneHint:
      'Un lot envoyé ici est confirmé par un second propriétaire ou comptable. Invitez cette personne dans votre équipe.',
    aloneAuthors: (who: string) =>
      `${who} ont envoyé ou corrigé ce lot, ou modifié ses fiches. Invitez un autre propriétaire ou comptable dans votre équipe.`,
    aloneUnsure:
      'Si votre équipe n’en a pas d’autre, un propriétaire peut inviter quelqu’un depuis la page Équipe.',
    invite: 'Inviter un utilisateur',
  },
  en: {
    one: 'Batch',
    by: (who: string) => `Uploaded by ${who}`,
    byApi: 'Uploaded by API, with the merchant secret',
    toPay: 'To pay',
    amount: 'Beneficiaries',
    fee: 'Fees',
    total: 'Total',
    paid: 'Paid so far',
    available: 'Wallet',
    missing: (amount: string) => `${amount} missing`,
    enough: 'balance is enough',
    details: 'Details',
    id: 'Identifier',
    created: 'Uploaded',
    uploader: 'Uploaded by',
    confirmer: 'Confirmed by',
    confirmedAt: 'Confirmed',
    doneAt: 'Done',
    result: 'Download result',
    checkProgress: 'Rows checked',
    checked: (count: string, of: string) => `Rows checked: ${count} of ${of}`,
    sendProgress: 'Rows processed',
    sent: (count: string, of: string) => `Rows processed: ${count} of ${of}`,
    faulty: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'row is faulty', other: 'rows are faulty' })}.`,
    faultyHint:
      'Correct what is wrong here, or confirm the batch without these rows and upload them, corrected, in a file of their own.',
    showFaulty: 'Show faulty rows',
    allFaulty: 'No row can be paid.',
    allFaultyHint: 'Correct the rows here, or cancel this batch and upload a new file.',
    failed: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'row', other: 'rows' })} failed: nothing was paid to ${plural(count, { one: 'this beneficiary', other: 'these beneficiaries' })}.`,
    showFailed: 'Show failed rows',
    held: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'row is', other: 'rows are' })} held for review. Our team decides, and you get the outcome.`,
    wouldHold: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'row will', other: 'rows will' })} probably be held for review. The others don’t wait.`,
    repeated: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'row is', other: 'rows are' })} already in a batch confirmed within the last 30 days.`,
    repeatedHint:
      'If you confirm this batch, these beneficiaries are paid a second time. The table names the other batch.',
    changedProfiles: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'row uses', other: 'rows use' })} a profile that is new or has changed since the last confirmed batch.`,
    changedProfilesHint:
      'Compare name and number with your documents before you confirm: the table says who changed each profile, and when.',
    changedBy: (who: string) => `Cannot confirm this batch, having changed a profile: ${who}.`,
    paused: 'The batch is paused.',
    pausedHint: 'Nothing is sent until it is resumed.',
    suspended: 'The batch is paused: your account is suspended.',
    suspendedHint: 'It goes on by itself when your account is active again.',
    noMoney: 'The batch is paused: the balance is too low.',
    noMoneyHint: (amount: string) =>
      `${amount} is missing. Top up the wallet, and the batch goes on by itself. Nothing is paid twice.`,
    wallet: 'View wallet',
    second: 'Another user must confirm this batch.',
    secondHint:
      'You uploaded or corrected it, or changed one of its profiles: ask another owner or accountant of your team to confirm it here.',
    alone: 'Nobody else can confirm a batch.',
    aloneHint:
      'A batch uploaded here is confirmed by a second owner or accountant. Invite that person to your team.',
    aloneAuthors: (who: string) =>
      `${who} uploaded or corrected this batch, or changed its profiles. Invite another owner or accountant to your team.`,
    aloneUnsure: 'If your team has no other, an owner can invite somebody on the Team page.',
    invite: 'Invite a user',
  },
})

export const actTexts = catalogue({
  fr: {
    confirm: 'Confirmer le lot',
    confirmTitle: 'Confirmer ce lot\u202f?',
    confirmText:
      'Saisissez le nombre de lignes et le total, frais compris. Les transferts partent ensuite sans autre demande.',
    count: 'Nombre de lignes à payer',
    total: 'Total en USD, frais compris',
    skip: (count: number) =>
      `Laisser de côté ${plural(count, { one: 'la ligne en erreur', other: `les ${formatNumber(count)} lignes en erreur` })}`,
    countFault: 'Saisissez un nombre entier.',
    totalFault: 'Saisissez un montant, par exemple 23718,50.',
    figures: 'Ces chiffres ne sont pas ceux du lot. Comparez-les avec votre fichier avant de confirmer.',
    faulty: 'Le lot a des lignes en erreur\u00a0: cochez la case pour les laisser de côté.',
    countDiffers: (typed: string, expected: string) =>
      `Vous avez saisi ${typed}. Le lot en compte ${expected}\u00a0: comparez avec votre fichier avant de corriger.`,
    totalDiffers: (typed: string, expected: string) =>
      `Vous avez saisi ${typed}. Le total du lot est de ${expected}\u00a0: comparez avec votre fichier avant de corriger.`,
    uploader: 'Vous avez envoyé ou corrigé ce lot\u00a0: un autre utilisateur doit le confirmer.',
    changer: (code: string) =>
      `Vous avez modifié la fiche ${code}, que ce lot utilise\u00a0: un autre utilisateur doit le confirmer.`,
    overtaken: 'L’état du lot a changé entre-temps. Fermez cette fenêtre et vérifiez.',
    confirmed: 'Lot confirmé\u00a0: les transferts partent.',
    pause: 'Mettre en pause',
    pauseDone: 'Lot en pause.',
    resume: 'Reprendre',
    resumeDone: 'Le lot reprend.',
    retry: 'Renvoyer les lignes échouées',
    retryTitle: 'Renvoyer les lignes échouées\u202f?',
    retryText:
      'Chaque ligne échouée est renvoyée telle quelle. Une ligne à corriger va dans un nouveau fichier\u00a0: un numéro sans portefeuille échoue de nouveau. Celles que notre équipe a rejetées, ou qui avaient un devis, ne sont pas renvoyées.',
    retryNone:
      'Aucune ligne ne peut être renvoyée\u00a0: leur résultat n’est pas certain, elles ont été rejetées, ou leur devis est utilisé.',
    retryDone: 'Les lignes échouées sont renvoyées.',
    cancel: 'Annuler le lot',
    cancelTitle: 'Annuler ce lot\u202f?',
    cancelText: 'Les lignes pas encore envoyées ne le seront jamais. Celles qui sont parties restent payées.',
    cancelDone: 'Lot annulé.',
    keep: 'Retour',
  },
  en: {
    confirm: 'Confirm batch',
    confirmTitle: 'Confirm this batch?',
    confirmText:
      'Type the number of rows and the total with fees. The transfers are then sent without further questions.',
    count: 'Number of rows to pay',
    total: 'Total in USD, with fees',
    skip: (count: number) =>
      `Leave out ${plural(count, { one: 'the faulty row', other: `the ${formatNumber(count)} faulty rows` })}`,
    countFault: 'Enter a whole number.',
    totalFault: 'Enter an amount, for example 23718.50.',
    figures: 'These aren’t the figures of the batch. Compare them with your file before you confirm.',
    faulty: 'The batch has faulty rows: tick the box to leave them out.',
    countDiffers: (typed: string, expected: string) =>
      `You typed ${typed}. The batch has ${expected}: compare with your file before you correct it.`,
    totalDiffers: (typed: string, expected: string) =>
      `You typed ${typed}. The batch comes to ${expected}: compare with your file before you correct it.`,
    uploader: 'You uploaded or corrected this batch: another user must confirm it.',
    changer: (code: string) =>
      `You changed profile ${code}, which this batch uses: another user must confirm it.`,
    overtaken: 'The batch has changed meanwhile. Close this window and check it.',
    confirmed: 'Batch confirmed: the transfers are being sent.',
    pause: 'Pause',
    pauseDone: 'Batch paused.',
    resume: 'Resume',
    resumeDone: 'The batch goes on.',
    retry: 'Send failed rows again',
    retryTitle: 'Send the failed rows again?',
    retryText:
      'Each failed row is sent again as it is. A row that needs a correction goes into a new file: a number without a wallet fails again. Rows that our team rejected, or that had a quote, aren’t sent again.',
    retryNone:
      'No row can be sent again: their outcomes aren’t certain, they were rejected, or their quotes are used.',
    retryDone: 'The failed rows are sent again.',
    cancel: 'Cancel batch',
    cancelTitle: 'Cancel this batch?',
    cancelText: 'Rows not sent yet will never be sent. What was sent stays paid.',
    cancelDone: 'Batch cancelled.',
    keep: 'Back',
  },
})

export const rowTexts = catalogue({
  fr: {
    title: 'Lignes',
    caption: 'Lignes du lot',
    row: 'Ligne',
    to: 'Bénéficiaire',
    amount: 'Montant',
    state: 'État',
    faults: 'À vérifier',
    column: 'Colonne en erreur',
    wouldHold: 'sera sans doute retenue pour contrôle',
    repeats: (batch: string) => `déjà dans le lot ${batch}`,
    profile: (code: string) => `fiche ${code}`,
    changed: (code: string, who: string, at: string) => `fiche ${code} enregistrée par ${who} le ${at}`,
    correct: 'Corriger',
    correctRow: (row: number) => `Corriger… la ligne ${formatNumber(row)}`,
    all: 'Tout',
    api: 'API, avec le secret marchand',
    none: 'Aucune ligne',
    count: (count: number) => `${formatNumber(count)} ${plural(count, { one: 'ligne', other: 'lignes' })}`,
  },
  en: {
    title: 'Rows',
    caption: 'Rows of the batch',
    row: 'Row',
    to: 'Beneficiary',
    amount: 'Amount',
    state: 'Status',
    faults: 'To check',
    column: 'Faulty column',
    wouldHold: 'will probably be held for review',
    repeats: (batch: string) => `already in batch ${batch}`,
    profile: (code: string) => `profile ${code}`,
    changed: (code: string, who: string, at: string) => `profile ${code} saved by ${who} on ${at}`,
    correct: 'Correct',
    correctRow: (row: number) => `Correct… row ${formatNumber(row)}`,
    all: 'All',
    api: 'API, with the merchant secret',
    none: 'No rows',
    count: (count: number) => `${formatNumber(count)} ${plural(count, { one: 'row', other: 'rows' })}`,
  },
})
