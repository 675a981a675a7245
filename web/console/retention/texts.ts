import { catalogue, formatNumber } from '../../ui/language/language.ts'

export const retentionTexts = catalogue({
  fr: {
    title: 'Conservation des données',
    lead: 'La durée de conservation de chaque type de données et sa raison. Passé ce délai, les personnes sont effacées\u202f: montants, états et écritures restent.',
    kind: 'Données',
    period: 'Durée',
    days: (days: number) => `${formatNumber(days)} jours`,
    forEver: 'Sans limite',
    from: 'À partir de',
    afterwards: 'Ensuite',
    treatments: { erased: 'Personnes effacées', deleted: 'Supprimées', kept: 'Conservées' },
    due: 'À effacer',
    orMore: (count: string) => `${count} ou plus`,
    reason: 'Raison',
    runs: 'Effacements',
    runsLead:
      'Chaque passage enregistre la date limite, le nombre et une empreinte des identifiants effacés, aussi dans le journal d’audit.',
    noRuns: 'Aucun passage pour l’instant',
    cutoff: 'Date limite',
    ended: 'Terminé',
    running: 'En cours',
    by: 'Par',
    erased: 'Effacées',
    digest: 'Empreinte',
  },
  en: {
    title: 'Data retention',
    lead: 'How long each kind of data is kept, and why. After that the people are erased; amounts, statuses and postings stay.',
    kind: 'Data',
    period: 'Period',
    days: (days: number) => `${formatNumber(days)} days`,
    forEver: 'No limit',
    from: 'Starting with',
    afterwards: 'Then',
    treatments: { erased: 'People erased', deleted: 'Deleted', kept: 'Kept' },
    due: 'To erase',
    orMore: (count: string) => `${count} or more`,
    reason: 'Reason',
    runs: 'Erasures',
    runsLead:
      'Each run records its cut-off date, how many it erased, and a digest of their ids, in the audit log too.',
    noRuns: 'No runs yet',
    cutoff: 'Cut-off date',
    ended: 'Ended',
    running: 'Running',
    by: 'By',
    erased: 'Erased',
    digest: 'Digest',
  },
})

const law = {
  fr: 'Loi n° 22/068 du 27 décembre 2022\u202f: dix ans après la fin de la relation d’affaires',
  en: 'Law 22/068 of 27 December 2022: ten years after the end of the relationship',
}

export const kindTexts = catalogue({
  fr: {
    transfer_identities: {
      name: 'Expéditeurs et bénéficiaires',
      from: 'Dernier transfert de la personne',
      reason: law.fr,
    },
    case_files: { name: 'Dossiers de conformité', from: 'Clôture du dossier', reason: law.fr },
    declarations: { name: 'Déclarations de soupçon', from: 'Clôture du dossier', reason: law.fr },
    card_payers: {
      name: 'Payeurs par carte',
      from: 'Fin du paiement',
      reason: 'Acte uniforme OHADA sur le droit comptable\u202f: dix ans',
    },
    webhook_bodies: {
      name: 'Contenu des webhooks',
      from: 'Écriture du webhook',
      reason: 'Ils répètent le paiement ou le transfert, et ne sont pas conservés plus longtemps',
    },
    operator_callbacks: {
      name: 'Callbacks des opérateurs',
      from: 'Réception',
      reason: 'Preuve en cas de désaccord avec un opérateur\u202f; aucune loi ne l’exige',
    },
    request_log: {
      name: 'Journal des appels d’API',
      from: 'Appel',
      reason: 'Pour les marchands qui cherchent une erreur',
    },
    messages: {
      name: 'Messages aux personnes',
      from: 'Envoi ou abandon',
      reason: 'Preuve qu’une personne a été informée',
    },
    devices: {
      name: 'Appareils connus',
      from: 'Dernière connexion',
      reason: 'Reconnaître les appareils des utilisateurs',
    },
    ledger: {
      name: 'Grand livre',
      from: 'Écriture',
      reason: 'Les sommes doivent rester vérifiables\u202f; il ne nomme personne',
    },
    audit_log: {
      name: 'Journal d’audit',
      from: 'Action',
      reason: 'Sa chaîne d’empreintes prouve que rien n’a été retiré',
    },
    limit_usage: {
      name: 'Consommation des plafonds',
      from: 'Transfert',
      reason: 'Empreintes à clé et montants\u202f; ne nomme personne',
    },
  },
  en: {
    transfer_identities: {
      name: 'Senders and beneficiaries',
      from: 'Last transfer of the person',
      reason: law.en,
    },
    case_files: { name: 'Compliance cases', from: 'Case closed', reason: law.en },
    declarations: { name: 'Declarations of suspicion', from: 'Case closed', reason: law.en },
    card_payers: {
      name: 'Card payers',
      from: 'Payment ended',
      reason: 'OHADA Uniform Act on accounting: ten years',
    },
    webhook_bodies: {
      name: 'Webhook bodies',
      from: 'Webhook written',
      reason: 'They repeat the payment or transfer, so they are kept no longer',
    },
    operator_callbacks: {
      name: 'Operator callbacks',
      from: 'Received',
      reason: 'Evidence in disputes with operators; no law asks for it',
    },
    request_log: { name: 'API request log', from: 'Call', reason: 'For merchants who look for an error' },
    messages: {
      name: 'Messages to people',
      from: 'Sent or given up',
      reason: 'Proof that a person was notified',
    },
    devices: { name: 'Known devices', from: 'Last sign-in', reason: 'Recognizes the devices of users' },
    ledger: {
      name: 'Ledger',
      from: 'Posting',
      reason: 'Sums must stay provable; it names nobody',
    },
    audit_log: {
      name: 'Audit log',
      from: 'Act',
      reason: 'Its chain of hashes proves that nothing was removed',
    },
    limit_usage: {
      name: 'Use of limits',
      from: 'Transfer',
      reason: 'Keyed hashes and amounts; names nobody',
    },
  },
})
