// French texts of payment links in the merchants' reference.

export const linkDescriptions: Readonly<Record<string, string>> = {
  '`single`: each payment is of `amount`. `open`: the payer chooses the amount. `parts`: several payments of `total`.':
    '`single` : chaque paiement est de `amount`. `open` : le payeur choisit le montant. `parts` : plusieurs paiements de `total`.',
  'Required for `single`, and absent otherwise.': 'Obligatoire pour `single`, absent sinon.',
  'Of `open`: the lowest amount. Required.': 'Pour `open` : le montant minimal. Obligatoire.',
  'Of `open`: the highest amount.': 'Pour `open` : le montant maximal.',
  'Of `parts`: what is to be paid in all. Required.': 'Pour `parts` : le total à payer. Obligatoire.',
  'Of `parts`: the lowest amount of one part, but for all that remains. Required.':
    'Pour `parts` : le montant minimal d’une partie, sauf pour la totalité du reste. Obligatoire.',
  'Of `parts`: what is due when, in order of the days; no more than the total.':
    'Pour `parts` : ce qui est dû à quelle date, dans l’ordre des jours ; au plus le total.',
  'Whom the link is for, in your own words. Payers do not see it.':
    'Le destinataire du lien, avec vos propres mots. Les payeurs ne le voient pas.',
  'The list that the link belongs to, such as a class.':
    'La liste à laquelle le lien appartient, une classe par exemple.',
  'Of each payment; of `parts` the total; null for an open amount.':
    'Le montant de chaque paiement ; pour `parts`, le total ; null pour un montant libre.',
  'Null unless the kind is `single`.': 'Null sauf pour le type `single`.',
  'Of an open amount.': 'Pour un montant libre.',
  'Of an open amount; null for none.': 'Pour un montant libre ; null s’il n’y en a pas.',
  'The least that one part may be; only of `parts`.': 'Le minimum d’une part ; seulement pour `parts`.',
  'When which part is due; only of `parts`.': 'Quand chaque part est due ; seulement pour `parts`.',
  'Successful payments, less refunds. Absent for `single`.':
    'Les paiements réussis, moins les remboursements. Absent pour `single`.',
  'Of a payment link: its payments, oldest first.':
    'D’un lien de paiement : ses paiements, du plus ancien au plus récent.',
  'The code of its own receipt.': 'Le code de son propre reçu.',
  'Of `parts`: what is left to pay; null for an open amount; absent for `single`.':
    'Pour `parts` : le reste à payer ; null pour un montant libre ; absent pour `single`.',
  'What is missing of the first day of the schedule that is not paid yet.':
    'Ce qui manque à la première échéance qui n’est pas encore payée.',
  'The bodies of the links.': 'Les corps des liens.',
  'Whether the rows are only checked.': 'Vérifie seulement les lignes.',
  'Of the rows of a CSV file that name no group.': 'Des lignes d’un CSV qui n’indiquent aucun groupe.',
  'Of the rows of a CSV file that name no currency.': 'Des lignes d’un CSV qui n’indiquent aucune devise.',
  '`repeated`: the same rows were uploaded before, and nothing has changed.':
    '`repeated` : les mêmes lignes ont déjà été envoyées, et rien n’a changé.',
  'Of the rows.': 'Des lignes.',
  'Empty when the rows are only checked.': 'Vide si les lignes sont seulement vérifiées.',
  'Without those that were cancelled.': 'Sans ceux qui ont été annulés.',
  'Paid in full.': 'Entièrement payés.',
  'A day of their schedule has passed and is not paid.': 'Une échéance est passée et n’est pas payée.',
  'What should have been paid before today.': 'Ce qui aurait dû être payé avant aujourd’hui.',
  '`UNPAID` also finds those that are late.': '`UNPAID` trouve aussi ceux qui sont en retard.',
  'A part of a name, a reference or a code.': 'Une partie d’un nom, d’une référence ou d’un code.',
  '`PAID`: in full. `LATE`: a day of the schedule has passed and is not paid.':
    '`PAID` : entièrement. `LATE` : une échéance est passée et n’est pas payée.',
  'Null for an open amount.': 'Null pour un montant libre.',
  'Null for `single`.': 'Null pour `single`.',
  'Null unless the kind is `parts`.': 'Null sauf pour le type `parts`.',
  'Of the file, from 1.': 'Du fichier, à partir de 1.',
  'Only the links of this group, newest first.':
    'Seulement les liens de ce groupe, les plus récents d’abord.',
  'What remains, without the parts that are being paid now.':
    'Ce qui reste, sans les parties qui sont en cours de paiement.',
  "What is missing of all that is due until today, in the merchant's time zone.":
    'Ce qui manque à tout ce qui est dû jusqu’à aujourd’hui, dans le fuseau horaire du marchand.',
  "What is missing of all that is due until today, in the merchant's time zone. Null unless the kind is `parts`, and once it was cancelled.":
    'Ce qui manque à tout ce qui est dû jusqu’à aujourd’hui, dans le fuseau horaire du marchand. Null sauf pour `parts`, et une fois le lien annulé.',
  'Since the first day of the schedule that has passed and is not paid; 0 without one.':
    'Depuis la première échéance passée qui n’est pas payée ; 0 s’il n’y en a pas.',
  'A part of a name or a reference, a code, or the address of a link as its printed code has it.':
    'Une partie d’un nom ou d’une référence, un code, ou l’adresse d’un lien telle que son code imprimé la contient.',
  'Which the till chose, and put as `sale` into the address that the payer opened.':
    'Choisi par la caisse, qui l’a mis comme `sale` dans l’adresse que le payeur a ouverte.',
  'Which the payer may have changed.': 'Que le payeur a pu changer.',
  'Set while the payer is being asked on the phone.':
    'Présent tant que le payeur est sollicité sur son téléphone.',
  'The page of the receipt of this part.': 'La page du reçu de cette partie.',
  'Null until the payer has begun.': 'Null tant que le payeur n’a pas commencé.',
}
