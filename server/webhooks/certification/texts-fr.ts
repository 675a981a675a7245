// The texts of the checks in French.
import type { CheckText } from './checks.ts'

export const frenchChecks = {
  genuine: {
    name: 'Un vrai paiement',
    sent: 'Un paiement signé.',
    cost: 'Vous manquez tous les paiements.',
    mend: 'Démarrez votre serveur, corrigez l’adresse ou vérifiez le secret de webhook\u00a0: la réponse dit lequel.',
  },
  in_time: {
    name: 'Réponses à temps',
    sent: 'Toutes les requêtes, chronométrées. La réponse la plus lente compte.',
    cost: 'Après 15 secondes, nous raccrochons et renvoyons l’événement, alors que vous le traitez encore.',
    mend: 'Enregistrez l’événement, répondez, puis faites le travail lent.',
  },
  altered_body: {
    name: 'Un montant modifié',
    sent: 'Un paiement dont le montant a été modifié après la signature.',
    cost: 'Un intermédiaire peut modifier montants et statuts.',
    mend: 'Calculez la signature sur tout le corps et comparez-la, en temps constant.',
  },
  wrong_secret: {
    name: 'Un autre secret',
    sent: 'Un paiement signé avec un secret qui n’est pas le vôtre.',
    cost: 'N’importe qui peut vous envoyer des commandes payées.',
    mend: 'Comparez la signature avec celle que donne votre secret. N’ayez pas de secret par défaut.',
  },
  missing_signature: {
    name: 'Sans signature',
    sent: 'Un paiement sans aucune signature.',
    cost: 'N’importe qui peut vous envoyer des commandes payées.',
    mend: 'Refusez avec 400 une requête sans `X-Service-Signature`.',
  },
  malformed_signature: {
    name: 'Une signature mal formée',
    sent: 'Un paiement dont l’en-tête de signature est illisible.',
    cost: 'Un inconnu fait échouer votre récepteur, ou lui fait croire un faux.',
    mend: 'Refusez avec 400 ce qui ne suit pas le format, avant d’en utiliser les parties.',
  },
  old_timestamp: {
    name: 'Une signature ancienne',
    sent: 'Un paiement signé il y a dix minutes.',
    cost: 'Quiconque a copié une requête peut la renvoyer indéfiniment.',
    mend: 'Refusez les signatures de plus de cinq minutes. Gardez votre horloge à l’heure (NTP).',
  },
  future_timestamp: {
    name: 'Une signature du futur',
    sent: 'Un paiement signé dix minutes en avance.',
    cost: 'Une requête copiée maintenant peut être envoyée plus tard.',
    mend: 'Comparez l’écart avec maintenant, dans les deux sens.',
  },
  moved_timestamp: {
    name: 'Un horodatage modifié',
    sent: 'Un paiement signé il y a dix minutes, avec un nouveau `X-Service-Timestamp`.',
    cost: 'Une requête copiée passe pour nouvelle.',
    mend: 'Calculez l’âge à partir de `t`, dans la signature. Aucun autre en-tête n’est signé.',
  },
  two_signatures: {
    name: 'Deux signatures',
    sent: 'Un paiement avec deux signatures, la seconde de votre secret.',
    cost: 'Quand vous remplacez votre secret, vous manquez des événements.',
    mend: 'Acceptez une requête si l’un de ses `v1` convient.',
  },
  exact_bytes: {
    name: 'Un JSON inhabituel',
    sent: 'Un paiement écrit avec des retours à la ligne, des échappements et un nombre qui finit par zéro.',
    cost: 'Un changement dans notre écriture du JSON arrête vos paiements.',
    mend: 'Vérifiez les octets reçus, pas un objet que vous avez réécrit.',
  },
  not_json: {
    name: 'Pas de JSON',
    sent: 'Une moitié de paiement, avec une autre signature.',
    cost: 'Un inconnu fait échouer votre récepteur, ou lui fait croire un faux.',
    mend: 'Vérifiez la signature avant toute analyse du corps.',
  },
  unknown_event: {
    name: 'Un événement inconnu',
    sent: 'Un événement signé d’un type qui n’existe pas.',
    cost: 'Quand nous ajoutons un type, vos livraisons échouent.',
    mend: 'Répondez 204 aux types que vous ne connaissez pas.',
  },
  unknown_fields: {
    name: 'Des champs inconnus',
    sent: 'Un paiement avec de nouveaux champs, dont un imbriqué.',
    cost: 'Quand nous ajoutons un champ, vous manquez des paiements.',
    mend: 'Lisez les champs dont vous avez besoin et ignorez les autres.',
  },
  utf_8: {
    name: 'Des noms en UTF-8',
    sent: 'Un paiement d’un client avec des accents, des lettres phonétiques et un emoji.',
    cost: 'Vous manquez les paiements des clients dont le nom a un accent.',
    mend: 'Calculez sur les octets, décodez en UTF-8 et stockez les caractères de quatre octets (`utf8mb4` avec MySQL).',
  },
  large_numbers: {
    name: 'De grands nombres',
    sent: 'Un paiement de 99\u202f999\u202f999,99\u00a0CDF, avec un identifiant de 32 chiffres.',
    cost: 'Vous manquez vos plus grandes ventes, ou les comptez mal.',
    mend: 'Stockez les montants en décimal et les identifiants en texte.',
  },
  large_body: {
    name: 'Un grand corps',
    sent: 'Un paiement de 32\u00a0Ko.',
    cost: 'Vous manquez les événements qui grandissent avec de nouveaux champs.',
    mend: 'Acceptez des corps jusqu’à 64\u00a0Kio.',
  },
  failed_payment: {
    name: 'Un paiement échoué',
    sent: 'Un paiement avec le statut `FAILED`.',
    cost: 'Vous livrez ce qui n’est pas payé.',
    mend: 'Ne livrez que pour `SUCCESS`.',
  },
  doubled: {
    name: 'Le même événement deux fois',
    sent: 'Un paiement, puis le même événement encore.',
    cost: 'Vous livrez deux fois, ou vos livraisons finissent en échec.',
    mend: 'Enregistrez `X-Service-Event-Id` avec ce que l’événement modifie. Répondez 2xx à un événement connu.',
  },
  doubled_at_once: {
    name: 'Le même événement simultané',
    sent: 'Un paiement quatre fois au même moment, puis une fois encore.',
    cost: 'Vous livrez deux fois.',
    mend: 'Laissez une clé unique de votre base décider, dans la transaction qui modifie la commande.',
  },
  late_retry: {
    name: 'Une relance tardive',
    sent: 'La douzième tentative d’un paiement dont les précédentes ne sont jamais arrivées.',
    cost: 'Après une panne chez vous, vous manquez des paiements.',
    mend: 'Reconnaissez les répétitions à l’identifiant de l’événement, jamais à `X-Service-Attempt`.',
  },
  reordered: {
    name: 'Des événements dans le désordre',
    sent: 'Un transfert annulé, puis l’événement plus ancien de sa réussite.',
    cost: 'Vous comptez comme envoyé un argent revenu.',
    mend: 'Ne laissez aucun événement revenir de `Reversed`.',
  },
  cancelled_then_paid: {
    name: 'Annulé, puis payé',
    sent: 'L’annulation non signée d’une commande, puis son paiement signé.',
    cost: 'Le client a payé et ne reçoit rien.',
    mend: 'Ne modifiez aucune commande pour `PAYMENT_CANCELLATION`. Le résultat signé suit.',
  },
  refund_before_payment: {
    name: 'Un remboursement avant son paiement',
    sent: 'Le remboursement d’un paiement entier, puis le paiement.',
    cost: 'Vous perdez le remboursement, ou livrez ce qui est remboursé.',
    mend: 'Enregistrez un remboursement même si son paiement est inconnu, et cherchez-le quand le paiement arrive.',
  },
} as const satisfies Record<string, CheckText>
