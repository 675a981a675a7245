// French texts of mobile-money payments: their calls, and the descriptions of their fields by the English text.

export const frenchCollections: Readonly<Record<string, [summary: string, description?: string]>> = {
  createCollection: [
    'Demander un paiement au téléphone',
    'Demande au client d’une commande de la valider avec le code PIN de son portefeuille mobile money. La commande doit exister, et son marchand proposer le mobile money. Une seule tentative est en cours à la fois, par carte ou par téléphone ; le résultat vous parvient par le webhook de paiement.\n\nLa clé d’API doit avoir le droit `charge`.',
  ],
  readCollection: ['Lire une demande de paiement', 'La clé d’API doit avoir le droit `charge` ou `read`.'],
  readPaymentHelp: [
    'Savoir ce qu’un paiement est devenu',
    'Pour les clients, sans identifiants : ce que sont devenus les paiements qui correspondent au jour, au montant et aux derniers chiffres, du plus récent au plus ancien, et ce qu’il faut faire maintenant. La réponse ne nomme personne. Une adresse dispose de dix essais par heure.',
  ],
  listPaymentsToCheck: [
    'Lister ce qui est à vérifier dans les paiements d’un jour',
    'Les paiements qui ont peut-être été faits deux fois, et l’argent arrivé trop tard.',
  ],
  receiveCollectionReturned: [
    'Un paiement par mobile money est arrivé trop tard et a été rendu',
    'Envoyé aux marchands qui ont demandé l’événement `COLLECTION_RETURNED`, une fois que l’opérateur a confirmé que le client a retrouvé son argent. La commande reste telle quelle.',
  ],
}

export const collectionDescriptions: Readonly<Record<string, string>> = {
  'The only ways to pay this order, among those of the merchant profile; absent: all of them.':
    'Les seuls moyens de payer cette commande, parmi ceux du profil du marchand ; absent : tous.',
  'How the payment was made; null while nobody has paid. This and the next two fields are there only for merchants with mobile money.':
    'Le moyen de paiement utilisé ; null tant que personne n’a payé. Ce champ et les deux suivants n’existent que pour les marchands qui proposent le mobile money.',
  'The operator of the wallet that paid; null for a card.':
    'L’opérateur du portefeuille qui a payé ; null pour une carte.',
  'The number that paid, masked but for its last three digits; null for a card.':
    'Le numéro qui a payé, masqué sauf les trois derniers chiffres ; null pour une carte.',
  'Whether another payment of the same reference, amount and payer was made within 20 minutes, and both are kept; in the list of payments and in the detail.':
    'Si un autre paiement de même référence, même montant et même client a été fait à moins de 20 minutes, sans que l’un des deux ait été rendu ; dans la liste des paiements et dans le détail.',
  'Whether a refund can be requested now; `waiting` for a decision, `running` at the operator or gateway.':
    'Si un remboursement peut être demandé maintenant ; `waiting` : en attente d’une décision, `running` : en cours chez l’opérateur ou la passerelle.',
  '`RETURNING`: the money goes back by itself. `REFUSED`: the operator refuses it, and we look for another way.':
    '`RETURNING` : l’argent revient de lui-même. `REFUSED` : l’opérateur refuse, et nous cherchons un autre moyen.',
  'Payments of the same reference, amount and payer within 20 minutes.':
    'Les paiements de même référence, même montant et même client à moins de 20 minutes.',
  'Mobile money that was debited when its payment could no longer be made. It is not yours, and goes back.':
    'L’argent mobile débité alors que son paiement ne pouvait plus être fait. Il n’est pas à vous, et revient au client.',
  'Whether there are more than the first 200 of either.':
    'S’il y en a plus que les 200 premiers de l’un ou de l’autre.',
  "A day of the merchant's time zone; today by default.":
    'Un jour du fuseau horaire du marchand ; aujourd’hui par défaut.',
  'The day of the payment, in the time zone of the merchant.':
    'Le jour du paiement, dans le fuseau horaire du marchand.',
  'The exact amount.': 'Le montant exact.',
  'The last four digits of the card, or the last three of the number that paid.':
    'Les quatre derniers chiffres de la carte, ou les trois derniers du numéro qui a payé.',
  'The language of `next_step`; by default that of `Accept-Language`, or French.':
    'La langue de `next_step` ; par défaut celle d’`Accept-Language`, sinon le français.',
  '`CHECKING`: the outcome is not known yet, do not pay again. `DECLINED`, `EXPIRED`, `CANCELLED`: nothing was debited as far as is known. `RETURNING`, `RETURNED`: debited too late, and given back. `REFUNDING`, `PARTIALLY_REFUNDED`, `REFUNDED`, `VOIDED`: what the merchant has given back.':
    '`CHECKING` : le résultat n’est pas encore connu, ne payez pas une seconde fois. `DECLINED`, `EXPIRED`, `CANCELLED` : à notre connaissance, rien n’a été débité. `RETURNING`, `RETURNED` : débité trop tard, et rendu. `REFUNDING`, `PARTIALLY_REFUNDED`, `REFUNDED`, `VOIDED` : ce que le marchand a rendu.',
  'What the payer can do, as a sentence to show.':
    'Ce que le client peut faire, sous la forme d’une phrase à afficher.',
  'Where the merchant is reached: a number, or an address of WhatsApp; null without one.':
    'Comment joindre le marchand : un numéro, ou une adresse WhatsApp ; null sans contact.',
  'The id of the order to pay.': 'L’identifiant de la commande à payer.',
  'What each method costs and when it pays, whether it is offered or not.':
    'Ce que coûte chaque moyen de paiement et quand l’argent est disponible, qu’il soit proposé ou non.',
  'What we take of a payment, in percent.': 'Ce que nous prélevons sur un paiement, en pour cent.',
  'Days (UTC) from a payment until its money is available.':
    'Nombre de jours (UTC) entre un paiement et la disponibilité de l’argent.',
  'The operators whose wallets can pay; empty for cards.':
    'Les opérateurs dont les portefeuilles peuvent payer ; vide pour la carte.',
  'False while the operator takes no payments.': 'Faux tant que l’opérateur ne reçoit pas de paiements.',
  'The number that pays, in any form.': 'Le numéro qui paie, sous n’importe quelle forme.',
  'The operator of the number; absent: by its prefix.':
    'L’opérateur du numéro ; absent : d’après le préfixe.',
  '`MM-` and 16 characters; the `cs_payment_id` of a payment that it pays.':
    '`MM-` et 16 caractères ; le `cs_payment_id` du paiement qu’elle règle.',
  '`REQUESTED` and `PROMPTED`: the payer is being asked. `UNKNOWN`: the operator has not said how it ended; nothing else can be paid meanwhile. `REFUNDED`: approved too late, and given back.':
    '`REQUESTED` et `PROMPTED` : le client doit encore répondre. `UNKNOWN` : l’opérateur n’a pas dit comment elle s’est terminée ; rien d’autre ne peut être payé entre-temps. `REFUNDED` : validée trop tard, et rendue.',
  'Masked but for the last three digits.': 'Masqué sauf les trois derniers chiffres.',
  'How a payer who sees no prompt can approve; null where no way is known.':
    'Comment valider quand aucune demande ne s’affiche ; null si aucun moyen n’est connu.',
  'Why it was declined or lapsed.': 'Pourquoi elle a été refusée ou a expiré.',
  'How customers may pay. With mobile money, a payment allows five attempts over both methods.':
    'Les moyens de paiement proposés aux clients. Avec le mobile money, un paiement permet cinq tentatives, tous moyens confondus.',
  'Of one link: a customer is being asked on the phone now.':
    'D’un lien : un client reçoit en ce moment une demande sur son téléphone.',
  '`card` or `mobile_money`; only for merchants that offer mobile money.':
    '`card` ou `mobile_money` ; seulement pour les marchands qui proposent le mobile money.',
  'The operator of the wallet, for a payment by mobile money.':
    'L’opérateur du portefeuille, pour un paiement par mobile money.',
  '`LATE`: the order had ended. `DOUBLE`: it was paid otherwise. `AMOUNT`: another amount was taken.':
    '`LATE` : la commande était terminée. `DOUBLE` : elle a été payée autrement. `AMOUNT` : un autre montant a été prélevé.',
}
