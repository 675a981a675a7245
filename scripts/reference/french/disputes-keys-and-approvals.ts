// French texts of operations and descriptions about disputes, scopes of keys, confirmed addresses and second users.

export const accountOperations: Readonly<Record<string, [summary: string, description?: string]>> = {
  readConfirmations: [
    'Lire quelles adresses sont confirmées',
    'L’e-mail de l’utilisateur, et le téléphone qui reçoit les alertes du marchand.',
  ],
  confirmAddress: [
    'Confirmer une adresse avec son code',
    'Jusque-là, l’adresse ne reçoit que des codes. Cinq codes incorrects en 15 minutes bloquent l’appel pendant 15 minutes.',
  ],
  sendConfirmationCode: [
    'Envoyer un code de confirmation',
    'L’inscription et un nouveau téléphone en envoient déjà un. Un code sert pendant 30 minutes, jusqu’à l’envoi du suivant. Une adresse en reçoit au plus un par minute et deux par heure, tous comptes confondus.',
  ],
  requestPaymentRefund: [
    'Demander le remboursement d’un paiement',
    'Sans `amount`, ce qui reste du paiement. La demande attend notre accord (`WAITING`), sauf si le marchand peut rembourser lui-même : le paiement est alors remboursé aussitôt, et la demande est `REFUNDED`, `FAILED`, ou `APPROVED` tant que l’issue du remboursement n’est pas connue. Une seule demande par paiement peut être ouverte, et 20 demandes par paiement en 24 heures. La clé d’API doit avoir le droit `refund`.',
  ],
}

export const accountDescriptions: Readonly<Record<string, string>> = {
  'An open dispute, otherwise the newest; null without one.':
    'Un litige ouvert, sinon le plus récent ; null sans litige.',
  'As of `POST signature-check`, or `clock_behind`, `clock_ahead`, or one that begins with `merchant_secret_`.':
    'Comme pour `POST signature-check`, ou `clock_behind`, `clock_ahead`, ou une cause qui commence par `merchant_secret_`.',
  'From this amount on.': 'À partir de ce montant.',
  'In French, where the bank gave only the code.': 'En français, là où la banque n’a donné que le code.',
  'Its SHA-256, to compare with the bytes that were signed.':
    'Son SHA-256, à comparer avec les octets signés.',
  'Of a `REQUESTED` payout: the approval that a second user of yours decides, or its own id, under which we decide it.':
    'Pour un versement `REQUESTED` : l’accord que décide un autre de vos utilisateurs, ou son propre identifiant, sous lequel nous le décidons.',
  'What is available in this currency now. The money of a payout that waits is no longer part of it.':
    'Ce qui est disponible dans cette devise maintenant. L’argent d’un versement en attente n’en fait plus partie.',
  'The payout to decide; null for a refund.': 'Le versement à décider ; null pour un remboursement.',
  'The payment to refund; null for a payout.': 'Le paiement à rembourser ; null pour un versement.',
  'What was refunded before.': 'Ce qui a déjà été remboursé.',
  'What other users of yours requested and you may approve; zero where your role may not.':
    'Ce que d’autres de vos utilisateurs ont demandé et que vous pouvez approuver ; zéro si votre rôle ne le permet pas.',
  'The part of it for those that wait for your evidence.':
    'La part qui concerne ceux qui attendent vos justificatifs.',
  'Of a refund.': 'Pour un remboursement.',
  'Of the merchant: pages show times in its zone from the first one on.':
    'Celui du marchand : les pages affichent les heures dans ce fuseau dès la première.',
  'Open disputes that wait for your evidence.': 'Les litiges ouverts qui attendent vos justificatifs.',
  'Proves who you are, unless you have a second factor or send a step-up. Not needed in the sandbox.':
    'Prouve qui vous êtes, sauf avec un second facteur ou une confirmation d’identité. Inutile en test.',
  'The day in UTC on which the money becomes, or became, available.':
    'Le jour UTC où l’argent devient, ou est devenu, disponible.',
  'The first payout in this currency since the money is available.':
    'Le premier versement dans cette devise depuis que l’argent est disponible.',
  'The first scheduled payout from the day on which it is available, until one was made.':
    'Le premier versement prévu à partir du jour où il est disponible, tant qu’aucun n’a été fait.',
  'The length of the body as received.': 'La longueur du corps tel qu’il a été reçu.',
  'The link for the invited person, never shown again; null where it was mailed to them.':
    'Le lien pour la personne invitée, affiché une seule fois ; null s’il lui a été envoyé par e-mail.',
  'The reference of the payout, or the transaction of the refund.':
    'La référence du versement, ou la transaction du remboursement.',
  "The user's email; `api` or `schedule` where no user asked.":
    'L’e-mail de l’utilisateur ; `api` ou `schedule` si aucun utilisateur ne l’a demandé.',
  'Those, and the ones whose evidence was sent.': 'Ceux-ci, et ceux dont les justificatifs ont été envoyés.',
  'Until its code was given to `POST /api/v1/merchant/confirmations`, it gets no alerts.':
    'Tant que son code n’a pas été donné à `POST /api/v1/merchant/confirmations`, il ne reçoit aucune alerte.',
  'What differs in a request whose signature or merchant secret was refused; null for others.':
    'Ce qui diffère dans une requête dont la signature ou le secret marchand a été refusé ; null pour les autres.',
  'What disputes have taken from the balance and not given back, fees included.':
    'Ce que les litiges ont pris sur le solde sans le rendre, frais compris.',
  'What happened. `state` is what the dispute is now. `submitted`: we filed your evidence with the bank.':
    'Ce qui s’est passé. `state` est l’état actuel du litige. `submitted` : nous avons déposé vos justificatifs à la banque.',
  'What is out of the balance for open disputes, fees included, one sum per currency.':
    'Ce qui est sorti du solde pour les litiges ouverts, frais compris, une somme par devise.',
  'What it moved on your available balance, fee included: negative when the dispute took it.':
    'Ce qui a changé dans votre solde disponible, frais compris : négatif quand le litige l’a pris.',
  'What the API key may be used for.': 'Ce que la clé d’API permet.',
  'What the new key may be used for. Absent: what the old one was, as far as your role may give it. Only owners give `payouts` and `disputes`.':
    'Ce que la nouvelle clé permet. Absent : comme l’ancienne, dans la mesure où votre rôle peut le donner. Seul un propriétaire donne `payouts` et `disputes`.',
  'What the payment has left on the balance: `merchant_amount` after refunds, a void and disputes. Null for a payment that was not made.':
    'Ce que le paiement a laissé sur le solde : `merchant_amount` après remboursements, annulation et litiges. Null pour un paiement qui n’a pas eu lieu.',
  'When we filed it with the bank.': 'Quand nous les avons déposés à la banque.',
  'Whether a dispute of the payment is open.': 'Si un litige du paiement est ouvert.',
  'Whether this sign-in may confirm it: it is `waiting`, and was added at another one.':
    'Si cette connexion peut la confirmer : elle est `waiting`, et a été ajoutée lors d’une autre.',
  'Whether you requested it, so that another user must decide.':
    'Si vous l’avez demandé, et qu’un autre utilisateur doit décider.',
  'While it waits: the approval that a second user of yours decides, or its own id, under which we decide it.':
    'Tant qu’elle attend : l’accord que décide un autre de vos utilisateurs, ou son propre identifiant, sous lequel nous la décidons.',
  'Who is signed in.': 'Qui est connecté.',
  '`EXPIRED`: the payout or refund request ended before anybody decided.':
    '`EXPIRED` : le versement ou la demande de remboursement a pris fin avant toute décision.',
  '`X-Timestamp` as received.': '`X-Timestamp` tel qu’il a été reçu.',
}
