import { catalogue, formatNumber } from '../../ui/language/language.ts'

export const retentionTexts = catalogue({
  fr: {
    title: 'Conservation des données',
    lead: 'La durée de conservation de chaque type de données et sa raison. Passé ce délai, les données personnelles sont effacées\u202f; montants, états et écritures restent.',
    kind: 'Données',
    period: 'Durée',
    days: (days: number) => `${formatNumber(days)}\u00a0jours`,
    years: (years: number) => `${formatNumber(years)}\u00a0${years > 1 ? 'ans' : 'an'}`,
    forEver: 'Sans limite',
    from: 'À partir de',
    afterwards: 'Ensuite',
    treatments: { erased: 'Anonymisées', deleted: 'Supprimées', kept: 'Conservées' },
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
    lead: 'How long each kind of data is kept, and why. After that the personal data is erased; amounts, statuses and postings stay.',
    kind: 'Data',
    period: 'Period',
    days: (days: number) => `${formatNumber(days)}\u00a0days`,
    years: (years: number) => `${formatNumber(years)}\u00a0${years > 1 ? 'years' : 'year'}`,
    forEver: 'No limit',
    from: 'Counted from',
    afterwards: 'Then',
    treatments: { erased: 'Anonymized', deleted: 'Deleted', kept: 'Kept' },
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
  fr: 'Loi n°\u00a022/068 du 27 décembre 2022\u202f: dix ans après la fin de la relation d’affaires',
  en: 'Law 22/068 of 27 December 2022: ten years after the end of the relationship',
}

const accounting = {
  fr: 'Acte uniforme OHADA sur le droit comptable\u202f: dix ans',
  en: 'OHADA Uniform Act on accounting: ten years',
}

export const kindTexts = catalogue({
  fr: {
    transfer_identities: {
      name: 'Expéditeurs et bénéficiaires',
      from: 'Dernier transfert de la personne',
      reason: law.fr,
    },
    batch_rows: {
      name: 'Lignes des lots de transferts',
      from: 'Fin ou vérification du lot',
      reason: 'Elles répètent ce que disent leurs transferts',
    },
    saved_profiles: {
      name: 'Expéditeurs et bénéficiaires enregistrés',
      from: 'Dernière modification de la fiche, ou dernier lot qui la nomme',
      reason: law.fr,
    },
    business_papers: {
      name: 'Dossiers d’entreprise sans passage en production',
      from: 'Refus de la demande, ou dernière modification du brouillon',
      reason: 'Le marchand peut corriger sa demande jusque-là\u202f; aucune loi ne l’exige',
    },
    case_files: { name: 'Dossiers de conformité', from: 'Clôture et dernier transfert', reason: law.fr },
    declarations: { name: 'Déclarations de soupçon', from: 'Clôture et dernier transfert', reason: law.fr },
    card_payers: {
      name: 'Payeurs par carte',
      from: 'Fin du paiement',
      reason: accounting.fr,
    },
    dispute_files: {
      name: 'Justificatifs des litiges',
      from: 'Clôture du litige',
      reason: accounting.fr,
    },
    dispute_exceptions: {
      name: 'Anomalies du rapport des litiges',
      from: 'Clôture de l’anomalie',
      reason: accounting.fr,
    },
    bank_line_texts: {
      name: 'Libellés des lignes bancaires',
      from: 'Ligne rapprochée ou passée en écart',
      reason: accounting.fr,
    },
    webhook_bodies: {
      name: 'Contenu des webhooks',
      from: 'Écriture du webhook',
      reason: 'Ils répètent le paiement ou le transfert, et ne sont pas conservés plus longtemps',
    },
    operator_callbacks: {
      name: 'Notifications des opérateurs',
      from: 'Réception',
      reason: 'Preuve en cas de désaccord avec un opérateur\u202f; aucune loi ne l’exige',
    },
    removed_staff: {
      name: 'Administrateurs retirés',
      from: 'Retrait de l’équipe',
      reason: 'Pour savoir à qui correspond un e-mail du journal d’audit\u202f; aucune loi ne l’exige',
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
    expired_quotes: {
      name: 'Devis expirés',
      from: 'Expiration',
      reason: 'Permet de répondre aux questions sur un prix\u202f; ne nomme personne',
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
    batch_rows: {
      name: 'Rows of batches of transfers',
      from: 'Batch done, cancelled or checked',
      reason: 'They repeat what their transfers say',
    },
    saved_profiles: {
      name: 'Saved senders and beneficiaries',
      from: 'Profile last changed or named by a batch',
      reason: law.en,
    },
    business_papers: {
      name: 'Business files of merchants not live',
      from: 'Request rejected, or draft last changed',
      reason: 'The merchant may correct its request until then; no law asks for it',
    },
    case_files: { name: 'Compliance cases', from: 'Case closed and last transfer', reason: law.en },
    declarations: {
      name: 'Declarations of suspicion',
      from: 'Case closed and last transfer',
      reason: law.en,
    },
    card_payers: {
      name: 'Card payers',
      from: 'Payment ended',
      reason: accounting.en,
    },
    dispute_files: { name: 'Evidence of disputes', from: 'Dispute closed', reason: accounting.en },
    dispute_exceptions: {
      name: 'Exceptions of the dispute report',
      from: 'Exception closed',
      reason: accounting.en,
    },
    bank_line_texts: {
      name: 'Texts of bank lines',
      from: 'Line matched or written off',
      reason: accounting.en,
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
    removed_staff: {
      name: 'Removed admin users',
      from: 'User removed',
      reason: 'Shows whose email it was in the audit log; no law asks for it',
    },
    request_log: { name: 'API request log', from: 'Call', reason: 'For merchants who look for an error' },
    messages: {
      name: 'Messages to people',
      from: 'Sent or given up',
      reason: 'Proof that a person was notified',
    },
    expired_quotes: {
      name: 'Expired quotes',
      from: 'Expiry',
      reason: 'For questions about a price; names nobody',
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
