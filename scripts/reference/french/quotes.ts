// French texts of quotes in the merchants' document, by the English text.
export const quoteDescriptions: Readonly<Record<string, string>> = {
  "What the beneficiary gets in cash after the operator's fee for cashing out, in dollars and between two amounts in francs; null if the operator is not known, or has no valid table of fees for the amount.":
    'Ce que le bénéficiaire reçoit en espèces après les frais de retrait de l’opérateur, en dollars et entre deux montants en francs ; null si l’opérateur n’est pas connu ou n’a pas de barème valable pour ce montant.',
  "When the operator's table of fees began to apply.": 'Date d’entrée en vigueur du barème de l’opérateur.',
  'What the sender pays, in `currency`: `amount` of the transfer.':
    'Ce que l’expéditeur paie, dans `currency` : `amount` du transfert.',
  'One USD is `rate` units of `currency`.': 'Un USD vaut `rate` unités de `currency`.',
  'In USD, on top of `receiver_amount`.': 'En USD, en plus de `receiver_amount`.',
  'What the wallet will pay: `receiver_amount` and `fee`, in USD.':
    'Ce que le portefeuille paiera : `receiver_amount` et `fee`, en USD.',
  'At this time the quote has expired, in UTC.': 'À cette heure, en UTC, le devis a expiré.',
  'The promise, signed with the keys of receipts. `/verify` reads it without a network and says that it is no payment.':
    'La promesse, signée avec les clés des reçus. `/verify` la lit sans réseau et indique que ce n’est pas un paiement.',
  // Checks before a transfer.
  'Checks the transfer without sending it: the response says what would become of it, with every fault. Nothing is stored, and the reference stays free.':
    'Vérifie le transfert sans l’envoyer : la réponse indique ce qu’il deviendrait, avec toutes les erreurs. Rien n’est enregistré et la référence reste libre.',
  'All that would refuse the transfer, where a transfer is refused for the first.':
    'Tout ce qui ferait refuser le transfert ; un envoi réel est refusé à la première erreur.',
  'Null, as are the fields after it, if the fields of the request could not be read.':
    'Null, comme les champs suivants, si les champs de la requête ne sont pas lisibles.',
  'With `X-Check-Only: true`.': 'Avec `X-Check-Only: true`.',
  'The fields that the next release will require in addition.':
    'Les champs que la prochaine version rendra obligatoires en plus.',
}
