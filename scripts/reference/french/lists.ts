// French texts of totals, figures and the customer of a payment, and of test mode, by the operation or the English text.

export const listOperations: Readonly<Record<string, readonly [summary: string, description?: string]>> = {
  readPaymentTotals: [
    'Additionner les paiements filtrés',
    'Prend les filtres de la liste. Au plus 50\u202f000 lignes, les plus récentes, sont additionnées, mille avec `q`.',
  ],
  readTransferTotals: [
    'Additionner les transferts filtrés',
    'Prend les filtres de la liste. Au plus 50\u202f000 lignes, les plus récentes, sont additionnées, mille avec `q`.',
  ],
  readPeriodFigures: [
    'Lire les chiffres de 7, 30 ou 90 jours et des jours précédents',
    'Les jours sont ceux du fuseau horaire choisi dans les préférences du marchand.',
  ],
  readCustomerOfPayment: [
    'Lire l’activité du client d’un paiement',
    'Les paiements de la même adresse e-mail, du même téléphone ou du même numéro payeur, les mille plus récents, et jusqu’à cent de chacun\u00a0: remboursements, litiges et liens.',
  ],
}

export const listDescriptions: Readonly<Record<string, string>> = {
  'All payments that were made, also those that were refunded or voided.':
    'Tous les paiements reçus, y compris ceux qui ont été remboursés ou annulés.',
  'Amounts are compared within a currency, US dollars come first.':
    'Les montants se comparent dans une même devise, les dollars américains d’abord.',
  'As many days before.': 'Autant de jours avant.',
  'Both, as the wallet is debited.': 'Les deux, tels qu’ils sont débités du portefeuille.',
  'How many days, the last of which is today.': 'Le nombre de jours, dont le dernier est aujourd’hui.',
  'In test mode: the merchant whose test profile this is; otherwise null.':
    'En mode test\u00a0: le marchand dont c’est le profil de test\u202f; sinon null.',
  'Set where more rows match than are added up: how many of the newest ones the sums are of.':
    'Présent s’il y a plus de lignes qu’on n’en additionne\u00a0: le nombre des plus récentes dont voici les sommes.',
  'The id of a row: the page begins after it, wherever it is by now.':
    'L’identifiant d’une ligne\u00a0: la page commence après elle, où qu’elle soit désormais.',
  'The test profile of a live merchant; null for a sandbox merchant, and in test mode.':
    'Le profil de test d’un marchand en production\u202f; null pour un marchand du bac à sable, et en mode test.',
  'What was or will be paid out, in US dollars.': 'Ce qui a été ou sera versé, en dollars américains.',
  '`test` is the test profile of the merchant.': '`test` est le profil de test du marchand.',
}
