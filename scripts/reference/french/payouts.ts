// French texts of the descriptions that speak of balances and payouts, by the English text.

export const payoutDescriptions: Readonly<Record<string, string>> = {
  'With at most two decimals; none in CDF to a wallet.':
    'Deux décimales au plus ; aucune en CDF vers un portefeuille.',
  'Your own reference. The same one again returns the first response and pays nothing more.':
    'Votre propre référence. La renvoyer donne la première réponse et ne verse rien de plus.',
  'Of a wallet.': 'D’un portefeuille.',
  'Of the wallet; null for a user whose role may not read it.':
    'Du portefeuille ; null pour un utilisateur dont le rôle ne permet pas de le consulter.',
  'Of a wallet, as the operator gave it; null where it gives no names.':
    'D’un portefeuille, tel que l’opérateur l’a donné ; null s’il ne donne pas de noms.',
  'The last four characters of a bank account.': 'Les quatre derniers caractères d’un compte bancaire.',
  'Of the bank.': 'De la banque.',
  'Of the bank account, as banks receive it.': 'Du compte bancaire, tel que les banques le reçoivent.',
  '`REQUESTED` waits for our approval, `APPROVED` for its turn, `SENT` for the operator or bank. `RETURNED` was paid and came back.':
    '`REQUESTED` attend notre approbation, `APPROVED` son tour, `SENT` l’opérateur ou la banque. `RETURNED` a été versé puis renvoyé.',
  'Taken in addition to the amount.': 'Prélevés en plus du montant.',
  "The operator's own id of the payment, for questions to its support.":
    'L’identifiant du paiement chez l’opérateur, pour interroger son assistance.',
  'Why we rejected the payout.': 'Pourquoi nous avons rejeté le versement.',
  'The most that can be requested now.': 'Le montant maximal d’une demande en ce moment.',
  'A payout of this amount or more waits for our approval; null: none does.':
    'À partir de ce montant, un versement attend notre approbation ; null : aucun ne l’attend.',
  'Null where payouts to bank accounts are not offered in this currency.':
    'Null si les versements vers un compte bancaire ne sont pas proposés dans cette devise.',
  'How long a new destination cannot be used.':
    'Le temps pendant lequel une nouvelle destination n’est pas utilisable.',
  'A mobile number in DR Congo, in any usual form.':
    'Un numéro mobile de la RD Congo, sous toute forme usuelle.',
  'Why the operator, the bank or we refused a `FAILED` payout.':
    'Pourquoi l’opérateur, la banque ou nous avons refusé un versement `FAILED`.',
  'The state from then on; null where it did not change.':
    'L’état à partir de ce moment ; null s’il n’a pas changé.',
  'Oldest first.': 'Du plus ancien au plus récent.',
  'What happened to the payout, oldest first.':
    'Ce qui est arrivé au versement, du plus ancien au plus récent.',
  'For a wallet: a mobile number in DR Congo, in any usual form.':
    'Pour un portefeuille : un numéro mobile de la RD Congo, sous toute forme usuelle.',
  'For a bank account: an IBAN, or a Congolese account number of 23 digits, in any usual form.':
    'Pour un compte bancaire : un IBAN, ou un numéro de compte congolais de 23 chiffres, sous toute forme usuelle.',
  'For a bank account: 8 or 11 characters.': 'Pour un compte bancaire : 8 ou 11 caractères.',
  'For a bank account: the name of its holder. Accents are removed, as banks require.':
    'Pour un compte bancaire : le nom du titulaire. Les accents sont supprimés, comme les banques l’exigent.',
  'Whether it can be paid now: confirmed, and `usable_from` has passed.':
    'Si elle est utilisable maintenant : confirmée, et `usable_from` est passé.',
  'Less than this waits for the next run.': 'Une somme inférieure attend le versement suivant.',
  'Required unless `manual`.': 'Obligatoire sauf pour `manual`.',
  'From `POST /api/v1/merchant/step-up`.': 'Reçu de `POST /api/v1/merchant/step-up`.',
  'Which optional events it also receives; absent leaves them as they are.':
    'Les événements facultatifs qu’elle reçoit aussi ; absent, ils ne changent pas.',
  'The optional events it receives, besides those that are always sent.':
    'Les événements facultatifs qu’elle reçoit, en plus de ceux qui sont toujours envoyés.',
  'The `transaction_uuid` of the payment or the `payout_id` of the payout, if there is one.':
    'Le `transaction_uuid` du paiement ou le `payout_id` du versement, s’il y en a un.',
  'Your reference of the payment or payout, if there is one.':
    'Votre référence du paiement ou du versement, s’il y en a un.',
  'Why we corrected the balance; null otherwise.':
    'Pourquoi nous avons corrigé le solde ; null dans les autres cas.',
  'What the payment link says is sold, or why we corrected the balance; null without either.':
    'Ce que vend le lien de paiement, ou pourquoi nous avons corrigé le solde ; null sans l’un ni l’autre.',
}
