// The French texts of the payment page for mobile money.
import type { english } from './en.ts'

export const french: typeof english = {
  choose: 'Choisissez comment payer',
  card: 'Carte bancaire',
  cardNetworks: 'Visa, Mastercard, Amex',
  unavailable: {
    paused: 'Momentanément indisponible',
    min: 'À partir de {amount}',
    max: 'Jusqu’à {amount}',
    whole: 'Sans centimes uniquement',
  },
  title: 'Payer par Mobile Money',
  number: 'Numéro de téléphone',
  numberHint: 'Par exemple 097\u00a0123\u00a04567',
  operator: 'Opérateur',
  byNumber: 'Opérateur',
  change: 'Changer',
  debit: 'Vous serez débité de {amount} sur votre compte {operator} en {currency}.',
  trust:
    'Vous validerez avec votre code PIN sur votre téléphone. Ne saisissez jamais ce code sur une page web.',
  otherMethod: 'Payer autrement',
  prompt: {
    title: 'Confirmez sur votre téléphone',
    text: 'Une demande de paiement arrive sur le {number}. Saisissez votre code PIN {operator} sur ce téléphone.',
    shows: 'La demande indique',
    timeLeft: 'Temps restant\u00a0: {time}',
    spoken: 'Il vous reste {time} pour valider sur votre téléphone.',
    tips: [
      'Déverrouillez le téléphone et terminez tout appel en cours.',
      'Ne saisissez jamais votre code PIN sur une page web, seulement dans la demande.',
    ],
    nothing: 'Rien ne s’affiche\u202f?',
    dial: 'Composer {code}',
    otherwise: [
      'Numéro sur un autre téléphone\u202f? Validez-y la demande et laissez cette page ouverte.',
      'À la fin du compte à rebours, vous pourrez réessayer ou changer de numéro.',
    ],
  },
  checking: {
    title: 'Nous vérifions votre paiement',
    text: '{operator} n’a pas encore confirmé le résultat.',
    tips: [
      'Ne payez pas une seconde fois.',
      'Cette page s’actualise toute seule.',
      'Vous pouvez la fermer et rouvrir le même lien plus tard.',
    ],
    refresh: 'Actualiser',
  },
  declined: {
    title: 'Paiement non effectué',
    text: 'Aucun montant n’a été débité.',
    returning:
      'Un montant de {amount} a été débité du numéro {number}. Son remboursement sur le même numéro est en cours.',
    returned: 'Un montant de {amount} a été débité du numéro {number}, puis remboursé sur le même numéro.',
    again: 'Réessayer',
    otherNumber: 'Autre numéro',
    byCard: 'Payer par carte',
  },
  faults: {
    missing: 'Saisissez votre numéro de téléphone.',
    wrong:
      'Vérifiez le numéro\u00a0: 10\u00a0chiffres qui commencent par 0, par exemple 097\u00a0123\u00a04567.',
    foreign: 'Saisissez un numéro congolais, qui commence par 0 ou +243.',
    operatorMissing: 'Choisissez l’opérateur de ce numéro.',
    operatorOther: 'C’est un numéro {known}. Choisissez {known}, ou saisissez un autre numéro.',
    unavailable:
      '{operator} n’est pas disponible pour ce paiement. Saisissez le numéro d’un autre opérateur ou payez autrement.',
    noWallet: 'Ce numéro n’a pas de compte {operator} actif. Vérifiez-le, ou saisissez un autre numéro.',
    refused: 'Ce numéro ne peut pas être utilisé ici. Saisissez un autre numéro ou payez autrement.',
    tooMany:
      'Trop de demandes ont été envoyées à ce numéro. Réessayez dans {wait}, ou saisissez un autre numéro.',
    silent:
      '{operator} ne répond pas pour le moment. Aucun montant n’a été débité. Réessayez plus tard ou payez autrement.',
    busy: 'Trop de tentatives ont été faites. Réessayez dans {wait}.',
  },
  late: {
    title: 'Votre paiement est arrivé trop tard',
    double: 'Vous avez payé deux fois',
    other: 'Un autre montant a été débité',
    text: 'Un montant de {amount} a été débité du numéro {number} alors que la commande était annulée ou expirée.',
    doubleText:
      'Ce paiement était déjà effectué\u00a0: un second montant de {amount} a été débité du numéro {number}.',
    otherText: '{amount} au lieu de {asked} ont été débités du numéro {number}.',
    pendingText: 'Cet argent revient sur le même numéro. Vous n’avez rien à faire.',
    doneText: 'Ce montant a été remboursé sur le même numéro.',
    pending: 'Remboursement en cours',
    done: 'Remboursement effectué',
    receipt: 'Voir le reçu',
  },
  linkDetails: 'Elles accompagnent votre paiement.',
  linkMethods: {
    choose: 'Comment souhaitez-vous payer\u202f?',
    wallet: 'Mobile Money',
    card: 'Carte',
    email: 'Pour votre reçu. Obligatoire pour une carte seulement.',
  },
  testNumbers: 'Numéros de test',
  testAdvice: 'Les deux derniers chiffres décident, quels que soient les précédents.',
  use: 'Utiliser le numéro {number}',
  tests: {
    '21': 'Accepté aussitôt',
    '22': 'Accepté après 10\u00a0secondes',
    '23': 'Code PIN incorrect',
    '24': 'Sans réponse',
    '25': 'Solde insuffisant',
    '05': 'Pas de compte',
  },
  script: {
    sending: 'Envoi de la demande sur votre téléphone…',
    returning: 'C’est fait. Nous vous redirigeons…',
    cancelling: 'Annulation…',
    doNotClose: 'Ne fermez pas cette page. Vous ne paierez qu’une fois.',
    offline: 'Vous êtes hors connexion. Nous reprendrons dès le retour du réseau.',
    notSent: 'La demande n’a pas été envoyée et aucun montant n’a été débité. Réessayez.',
    cancelFailed: 'L’annulation n’a pas abouti. Réessayez dans un instant.',
  },
}
