// French texts of the alerts that merchants receive.
import { longDay } from '../../kernel/language.ts'
import type { AlertTexts } from './alert-texts.ts'

/** `ending` agrees the participle with the noun. */
const credentials = {
  'merchant-secret': { title: 'Le secret marchand', ending: '' },
  'api-keys': { title: 'La clé d’API', ending: 'e' },
  'callback-secret': { title: 'Le secret des webhooks', ending: '' },
  'endpoint-secret': { title: 'Le secret d’une autre adresse de webhook', ending: '' },
} as const

const settings = {
  alerts: { title: 'Des alertes de votre compte ont été désactivées', path: '/portal/account' },
  phone: { title: 'Le téléphone de vos alertes a été modifié', path: '/portal/account' },
  callback: { title: 'La réception de vos webhooks a été modifiée', path: '/portal/callback' },
  webhook_endpoint: { title: 'Une autre adresse de webhook a été modifiée', path: '/portal/callback' },
  allowlist: { title: 'Vos adresses IP autorisées ont été modifiées', path: '/portal/keys' },
  card_fields: {
    title: 'Les sites qui affichent vos champs de carte ont été modifiés',
    path: '/portal/keys',
  },
  support: { title: 'Le contact que voient vos clients a été modifié', path: '/portal/account' },
  brand: { title: 'L’apparence de vos pages de paiement a été modifiée', path: '/portal/account' },
  payment_methods: { title: 'Vos moyens de paiement ont été modifiés', path: '/portal/shop' },
} as const

export const frenchAlerts: AlertTexts = {
  alerts: {
    payout_failed: ({ payoutId, reference, amount, destination, isReturned }, write) => ({
      subject: `Votre versement de ${write.amount(amount)} ${isReturned ? 'a été renvoyé' : 'a échoué'}`,
      paragraphs: [
        isReturned
          ? `Votre versement de ${write.amount(amount)} a été renvoyé après avoir été effectué. La somme est de nouveau dans votre solde disponible.`
          : `Votre versement de ${write.amount(amount)} n’a pas pu être effectué. La somme est de nouveau dans votre solde disponible.`,
        'Vérifiez la destination, puis demandez à nouveau le versement.',
      ],
      facts: { Référence: reference, Destination: destination },
      action: { label: 'Voir le versement', path: `/portal/payouts/${payoutId}` },
    }),
    payout_held: ({ payoutId, reference, amount, destination }, write) => ({
      subject: `Votre versement de ${write.amount(amount)} est suspendu`,
      paragraphs: [
        `Votre versement de ${write.amount(amount)} n’a pas été envoyé\u00a0: un mot de passe ou un utilisateur a changé, et sa destination doit être confirmée à nouveau.`,
        'Confirmez la destination si elle est bien la vôtre. Sinon, supprimez-la\u00a0: ses versements sont alors annulés.',
      ],
      facts: { Référence: reference, Destination: destination },
      action: { label: 'Voir le versement', path: `/portal/payouts/${payoutId}` },
    }),
    dispute_opened: ({ disputeId, reference, amount, taken, reason, respondBy }, write) => ({
      subject: `Un paiement de ${write.amount(amount)} est contesté`,
      paragraphs: [
        taken.minor > 0n
          ? `Un client conteste auprès de sa banque un paiement de ${write.amount(amount)}. ${write.amount(taken)} ont quitté votre solde, et y reviendront si la banque vous donne raison.`
          : `Un client conteste auprès de sa banque un paiement de ${write.amount(amount)}. Rien n’est retiré de votre solde.`,
        respondBy
          ? `Vous pouvez envoyer des justificatifs jusqu’au ${write.day(respondBy)}. Sans justificatifs, la banque donne le plus souvent raison à son client.`
          : 'Vous pouvez envoyer des justificatifs. Sans justificatifs, la banque donne le plus souvent raison à son client.',
      ],
      facts: {
        Référence: reference,
        Motif: reason.fr,
        ...(taken.minor > 0n && { 'Retiré de votre solde, frais compris': write.amount(taken) }),
      },
      action: { label: 'Répondre au litige', path: `/portal/disputes/${disputeId}` },
    }),
    dispute_reminder: ({ disputeId, reference, amount, reason, respondBy, daysLeft }, write) => ({
      subject: `Plus que ${daysLeft === 1 ? '1 jour' : `${daysLeft} jours`} pour répondre à un litige de ${write.amount(amount)}`,
      paragraphs: [
        `Vous n’avez pas envoyé de justificatifs pour le paiement contesté de ${write.amount(amount)}.`,
        respondBy
          ? `Après le ${write.time(respondBy)}, la banque décidera sans eux.`
          : 'Sans justificatifs, la banque donne le plus souvent raison à son client.',
      ],
      facts: { Référence: reference, Motif: reason.fr },
      action: { label: 'Répondre au litige', path: `/portal/disputes/${disputeId}` },
    }),
    dispute_filed: ({ disputeId, reference, amount, reason, filedAt }, write) => ({
      subject: `Vos justificatifs ont été transmis à la banque (${write.amount(amount)})`,
      paragraphs: [
        `Nous avons reçu vos justificatifs pour le paiement contesté de ${write.amount(amount)}, et les avons transmis à la banque le ${write.time(filedAt)}.`,
        'La banque décide maintenant. Nous vous informerons de sa décision.',
      ],
      facts: { Référence: reference, Motif: reason.fr },
      action: { label: 'Voir le litige', path: `/portal/disputes/${disputeId}` },
    }),
    webhook_endpoint_failing: ({ origin, since }, write) => ({
      subject: 'Votre serveur ne reçoit plus nos webhooks',
      paragraphs: [
        `Depuis le ${write.time(since)}, ${origin} n’accepte plus nos webhooks. Nous continuons nos tentatives pendant plusieurs jours\u00a0: aucun webhook n’est encore perdu.`,
        'Vérifiez que votre serveur fonctionne et répond en moins de 15 secondes.',
      ],
      action: { label: 'Voir les envois de webhooks', path: '/portal/callback' },
    }),
    webhook_endpoint_recovered: ({ origin, since }, write) => ({
      subject: 'Votre serveur reçoit de nouveau nos webhooks',
      paragraphs: [
        `${origin} accepte de nouveau nos webhooks, après une panne commencée le ${write.time(since)}. Les webhooks en attente sont en cours d’envoi.`,
      ],
      action: { label: 'Voir les envois de webhooks', path: '/portal/callback' },
    }),
    batch_paused: ({ batchId, name, needed, available }, write) => ({
      subject: `Votre lot «\u00a0${name}\u00a0» est en pause\u00a0: solde insuffisant`,
      paragraphs: [
        `Les lignes restantes coûtent ${write.amount(needed)}, et votre portefeuille contient ${write.amount(available)}.`,
        'Approvisionnez le portefeuille\u00a0: le lot reprend alors de lui-même. Rien n’est payé deux fois.',
      ],
      facts: { Lot: batchId },
      action: { label: 'Voir le lot', path: `/portal/batches/${batchId}` },
    }),
    business_paper_returned: ({ paper, reason }) => ({
      subject: `Document à corriger\u00a0: ${paper.fr}`,
      paragraphs: [
        `Nous ne pouvons pas accepter ce document\u00a0: ${reason}`,
        'Envoyez-en un autre depuis votre portail. Votre demande reste en cours.',
      ],
      facts: { Document: paper.fr },
      action: { label: 'Envoyer le document', path: '/portal/go-live' },
    }),
    business_paper_expiring: ({ paper, expiresOn, daysLeft }) => ({
      subject: `${paper.fr}\u00a0: expire ${daysLeft === 0 ? 'aujourd’hui' : `dans ${daysLeft === 1 ? '1 jour' : `${daysLeft} jours`}`}`,
      paragraphs: [
        `Ce document est valable jusqu’au ${longDay(expiresOn, 'fr')}.`,
        'Envoyez le nouveau depuis votre portail. Votre compte continue de fonctionner entre-temps.',
      ],
      facts: { Document: paper.fr },
      action: { label: 'Envoyer le nouveau document', path: '/portal/go-live' },
    }),
    balance_low: ({ available, limit }, write) => ({
      subject: `Le solde de votre portefeuille est bas\u00a0: ${write.amount(available)}`,
      paragraphs: [
        `Le solde disponible de votre portefeuille est de ${write.amount(available)}, moins que les ${write.amount(limit)} à partir desquels vous souhaitez être prévenu.`,
        'Rechargez-le\u00a0: si le solde est insuffisant, les transferts sont refusés.',
      ],
      action: { label: 'Voir le portefeuille', path: '/portal/wallet' },
    }),
    beneficiary_changed: ({ code, before, after, by, at }, write) => ({
      subject: after === null ? `Bénéficiaire ${code} supprimé` : `Nouveau numéro du bénéficiaire ${code}`,
      paragraphs: [
        after === null
          ? `${by} a supprimé la fiche du bénéficiaire ${code}, qui avait le numéro ${before}.`
          : `${by} a remplacé le numéro ${before} du bénéficiaire ${code} par ${after}. Les prochains lots qui nomment ce code paieront ce numéro.`,
        'Qui a modifié une fiche ne peut pas confirmer le premier lot qui la contient. Si vous ne connaissez pas ce changement, corrigez la fiche avant de confirmer un lot.',
      ],
      facts: { 'Modifié le': write.time(at) },
      action: { label: 'Voir les bénéficiaires', path: '/portal/batches/profiles' },
    }),
    payout_destination_added: ({ destination, at, usableFrom }, write) => ({
      subject: 'Nouvelle destination de versement',
      paragraphs: [
        `La destination ${destination} a été ajoutée à votre compte. Une fois confirmée, elle pourra recevoir vos versements à partir du ${write.time(usableFrom)}.`,
        'Si vous ne la connaissez pas, supprimez-la maintenant et changez votre mot de passe.',
      ],
      facts: { 'Ajoutée le': write.time(at) },
      action: { label: 'Voir les destinations', path: '/portal/payouts' },
    }),
    payout_destination_confirmed: ({ destination, at, usableFrom }, write) => ({
      subject: 'Destination de versement confirmée',
      paragraphs: [
        `La destination ${destination} a été confirmée. Elle peut recevoir vos versements à partir du ${write.time(usableFrom)}.`,
        'Si vous ne la connaissez pas, supprimez-la maintenant et changez votre mot de passe.',
      ],
      facts: { 'Confirmée le': write.time(at) },
      action: { label: 'Voir les destinations', path: '/portal/payouts' },
    }),
    payout_destinations_wait: ({ at }, write) => ({
      subject: 'Vos nouvelles destinations de versement attendent à nouveau',
      paragraphs: [
        `L’accès d’un utilisateur de votre compte a été réinitialisé le ${write.time(at)}. Les destinations de versement récentes doivent être confirmées à nouveau, et leur délai d’attente recommence. Les versements qui n’y avaient pas encore été envoyés sont suspendus jusque-là.`,
        'Supprimez celles que vous ne connaissez pas.',
      ],
      action: { label: 'Voir les destinations', path: '/portal/payouts' },
    }),
    second_factor_reset: ({ email, by, at }, write) => ({
      subject: 'Un second facteur a été réinitialisé',
      paragraphs: [
        `Le second facteur de ${email} a été retiré le ${write.time(at)}. Jusqu’à ce qu’un autre soit configuré, le mot de passe suffit pour se connecter.`,
        'Si vous ne vous y attendiez pas, contactez-nous immédiatement et changez votre mot de passe.',
      ],
      facts: { 'Réinitialisé par': by ?? 'notre équipe' },
      action: { label: 'Ouvrir l’espace marchand', path: '/portal/account' },
    }),
    confirmation_code: ({ code, endsAt }, write) => ({
      subject: `${code} est votre code de confirmation Likuta`,
      paragraphs: [
        `Saisissez le code ${code} sur la page qui vous le demande. Il fonctionne jusqu’au ${write.time(endsAt)}.`,
        'D’ici là, nous n’envoyons rien d’autre à cette adresse. Si vous n’avez rien demandé, vous n’avez rien à faire.',
      ],
      action: { label: 'Saisir le code', path: '/portal/account' },
    }),
    invitation: ({ merchant, fragment, endsAt }, write) => ({
      subject: `${merchant} vous invite à rejoindre son compte Likuta`,
      paragraphs: [
        `${merchant} vous invite à rejoindre son compte Likuta. Ce lien vous permet de choisir votre mot de passe. Il fonctionne une seule fois, jusqu’au ${write.time(endsAt)}.`,
        'Si vous ne connaissez pas cette entreprise, ignorez cet e-mail. Ne transmettez ce lien à personne.',
      ],
      action: { label: 'Accepter l’invitation', path: '/portal/invitation', fragment },
    }),
    password_link_created: ({ at }, write) => ({
      subject: 'Lien pour changer votre mot de passe',
      paragraphs: [
        `Notre équipe a créé le ${write.time(at)} un lien qui permet de choisir un nouveau mot de passe pour votre compte.`,
        'Si vous ne l’avez pas demandé, contactez-nous immédiatement et ne transmettez ce lien à personne.',
      ],
      action: { label: 'Ouvrir l’espace marchand', path: '/portal' },
    }),
    password_link: ({ fragment, endsAt }, write) => ({
      subject: 'Votre lien pour un nouveau mot de passe',
      paragraphs: [
        `Ce lien vous permet de choisir un nouveau mot de passe. Il fonctionne une seule fois, jusqu’au ${write.time(endsAt)}.`,
        'Si vous n’avez rien demandé, vous n’avez rien à faire\u00a0: votre mot de passe reste le même. Ne transmettez ce lien à personne.',
      ],
      action: { label: 'Choisir un mot de passe', path: '/portal/new-password', fragment },
    }),
    password_changed: ({ at }, write) => ({
      subject: 'Votre mot de passe a été changé',
      paragraphs: [
        `Le mot de passe de votre compte a été changé le ${write.time(at)}. Tous les autres appareils ont été déconnectés.`,
        'Si ce n’était pas vous, contactez-nous immédiatement.',
      ],
      action: { label: 'Ouvrir l’espace marchand', path: '/portal' },
    }),
    credential_rotated: ({ what, by, at }, write) => ({
      subject: `${credentials[what].title} a été renouvelé${credentials[what].ending}`,
      paragraphs: [
        `${credentials[what].title} de votre compte a été renouvelé${credentials[what].ending} le ${write.time(at)}, et l’ancien${credentials[what].ending === 'e' ? 'ne' : ''} ne fonctionne plus.`,
        'Si vous ne vous y attendiez pas, demandez qui l’a fait, renouvelez à nouveau et vérifiez les utilisateurs de votre compte.',
      ],
      facts: { 'Renouvelé par': by ?? 'notre équipe' },
      action: { label: 'Voir les clés et secrets', path: '/portal/keys' },
    }),
    setting_changed: ({ setting, before, after, by, at }, write) => ({
      subject: settings[setting].title,
      paragraphs: [
        `Ce réglage de votre compte a été modifié le ${write.time(at)}.`,
        'Si vous ne vous y attendiez pas, rétablissez-le, changez votre mot de passe et vérifiez les utilisateurs de votre compte.',
      ],
      facts: {
        ...(before !== after && { Avant: before || '–', Maintenant: after || '–' }),
        'Modifié par': by,
      },
      action: { label: 'Vérifier ce réglage', path: settings[setting].path },
    }),
    reserved_name_refused: ({ name, at }, write) => ({
      subject: 'Un nom d’utilisateur a été refusé',
      paragraphs: [
        `Le ${write.time(at)}, le nom «\u00a0${name}\u00a0» a été donné pour un utilisateur de votre compte. Un membre de notre équipe s’appelle ainsi\u00a0: il a été refusé.`,
        'Si c’est le vrai nom de la personne, elle peut ajouter un autre prénom ou une initiale. Sinon, vérifiez qui a accès à votre compte.',
      ],
      action: { label: 'Voir les utilisateurs', path: '/portal/team' },
    }),
    recovery_code_used: ({ at, device, address, left }, write) => ({
      subject: 'Un code de secours de votre compte Likuta a été utilisé',
      paragraphs: [
        `Un de vos codes de secours a été utilisé à la place de votre second facteur. Il vous en reste ${left}.`,
        'Si c’était vous, vous n’avez rien à faire. Sinon, changez votre mot de passe et renouvelez vos codes de secours maintenant.',
      ],
      facts: { Date: write.time(at), Appareil: device, 'Adresse IP': address },
      action: { label: 'Vérifier mon compte', path: '/portal/account' },
    }),
    sign_in_new_device: ({ at, device, address }, write) => ({
      subject: 'Nouvelle connexion à votre compte Likuta',
      paragraphs: [
        'Une connexion à votre compte a eu lieu depuis un appareil qui n’avait jamais été utilisé.',
        'Si c’était vous, vous n’avez rien à faire. Sinon, changez votre mot de passe maintenant\u00a0: tous les autres appareils seront déconnectés.',
      ],
      facts: { Date: write.time(at), Appareil: device, 'Adresse IP': address },
      action: { label: 'Changer le mot de passe', path: '/portal/account' },
    }),
  },
  reason: (isSetting) =>
    isSetting
      ? 'Vous recevez cet e-mail parce que vous avez un compte marchand Likuta. Choisissez vos notifications sur la page Compte de l’espace marchand.'
      : 'Vous recevez cet e-mail parce qu’il concerne la sécurité de votre compte marchand Likuta.',
}
