// French texts of the descriptions of parameters, fields and responses in the merchants' document, by the English text. A test fails
// while one is missing, and for one that the document has no longer.

import { fieldMeanings } from '../../server/composition/openapi/fields/describe-fields.ts'
import { batchDescriptions } from './french/batches.ts'
import { businessDescriptions } from './french/business.ts'
import { collectionDescriptions } from './french/collections.ts'
import { accountDescriptions } from './french/disputes-keys-and-approvals.ts'
import { eventDescriptions } from './french/events.ts'
import { frenchFactors } from './french/factors.ts'
import { listDescriptions } from './french/lists.ts'
import { linkDescriptions } from './french/payment-links.ts'
import { payoutDescriptions } from './french/payouts.ts'
import { quoteDescriptions } from './french/quotes.ts'
import { sampleDescriptions } from './french/sample.ts'

export const frenchDescriptions: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...fieldMeanings.values()].map(({ en, fr }) => [en, fr])),
  'The transactions of the period, oldest first.':
    'Les opérations de la période, des plus anciennes aux plus récentes.',
  ...accountDescriptions,
  ...batchDescriptions,
  ...businessDescriptions,
  ...collectionDescriptions,
  ...eventDescriptions,
  ...quoteDescriptions,
  ...linkDescriptions,
  ...listDescriptions,
  ...sampleDescriptions,
  // Custom checkout.
  'Where the payer comes back after a challenge in the whole window; an address of `target_origin`.':
    'Où le payeur revient après une vérification dans toute la fenêtre ; une adresse de `target_origin`.',
  'Renews the card fields of this open transaction instead of creating another one.':
    'Renouvelle les champs de carte de cette transaction ouverte, au lieu d’en créer une autre.',
  // Parameters and headers.
  '1 to 255 printable ASCII characters. For 24 hours the same request with the same key gets the stored response, with `Idempotency-Replayed: true`.':
    'De 1 à 255 caractères ASCII imprimables. Pendant 24 heures, la même requête avec la même clé reçoit la réponse enregistrée, avec `Idempotency-Replayed: true`.',
  'The signature from the order link.': 'La signature du lien de la commande.',
  'The language of the page. Defaults to that of the link, then of the browser.':
    'La langue de la page. Par défaut celle du lien, puis celle du navigateur.',
  'Larger values are treated as 100.': 'Au-delà de 100, la valeur est ramenée à 100.',
  'Values above 100 count as 100.': 'Au-delà de 100, la valeur est ramenée à 100.',
  'Larger values are treated as 500.': 'Au-delà de 500, la valeur est ramenée à 500.',
  'Sandbox only: skips the comparison with the name of the wallet owner, who is still screened.':
    'En test uniquement : ne compare pas le nom avec celui du titulaire du portefeuille, qui reste filtré.',
  'A UTC day, inclusive.': 'Un jour UTC, inclus.',
  'The currency that USD is converted to, as an ISO 4217 code.':
    'La devise vers laquelle les USD sont convertis, en code ISO 4217.',
  'ISO 3166-1 alpha-2': 'Code ISO 3166-1 alpha-2.',
  'The `transaction_uuid`.': 'Le `transaction_uuid`.',
  'The `transaction_id`.': 'Le `transaction_id`.',
  'The code of the link.': 'Le code du lien.',
  'The same for every attempt: process each id once.':
    'Le même à chaque tentative : traitez chaque identifiant une seule fois.',
  'The number of the attempt, from 1.': 'Le numéro de la tentative, à partir de 1.',
  'The time of the attempt in Unix seconds.': 'L’heure de la tentative, en secondes Unix.',
  'The value of `X-Service-Event-Id`, under the name of Standard Webhooks.':
    'La valeur de `X-Service-Event-Id`, sous le nom de Standard Webhooks.',
  'The value of `X-Service-Timestamp`, under the name of Standard Webhooks.':
    'La valeur de `X-Service-Timestamp`, sous le nom de Standard Webhooks.',
  '`t=<Unix seconds>,v1=<hex>`: HMAC-SHA256, keyed with the webhook secret (`whsec_…`, as text), over the text of `t` directly followed by the exact body. Compute it over the bytes received, compare in constant time, and refuse a `t` that is more than a few minutes old.':
    '`t=<secondes Unix>,v1=<hex>` : HMAC-SHA256 du texte de `t` immédiatement suivi du corps exact, avec pour clé le secret des webhooks (`whsec_…`, en texte). Calculez-le sur les octets reçus, comparez en temps constant, et refusez un `t` de plus de quelques minutes.',
  "For libraries of Standard Webhooks, Svix among them: `v1,<base64>`, HMAC-SHA256 keyed with the webhook secret, over `webhook-id`, `webhook-timestamp` and the body, joined by dots. Pass the library the base64 of the whole secret's text, including `whsec_`.":
    'Pour les bibliothèques de Standard Webhooks, dont Svix : `v1,<base64>`, HMAC-SHA256 de `webhook-id`, de `webhook-timestamp` et du corps, séparés par des points, avec pour clé le secret des webhooks. Donnez à la bibliothèque le Base64 du texte entier du secret, `whsec_` compris.',
  'The number of the line in this wallet.': 'Le numéro de la ligne dans ce portefeuille.',
  // Users and sessions.
  'The groups of routes that the role of the user may call.':
    'Les groupes de routes que le rôle de l’utilisateur permet.',
  'The email of the owner who made it.': 'L’e-mail du propriétaire qui l’a créée.',
  'Whether this request was made with it.': 'Si cette requête l’utilise.',
  'The browser and its system, or the name of a program.':
    'Le navigateur et son système, ou le nom d’un programme.',
  'To the minute.': 'À la minute près.',
  "Today, in the merchant's time zone.": 'Aujourd’hui, dans le fuseau horaire du marchand.',
  'Paid payments, without what was refunded.': 'Les paiements encaissés, sans ce qui a été remboursé.',
  'The newest 200 payments, whatever became of them.':
    'Les 200 paiements les plus récents, quel que soit leur état.',
  ...frenchFactors,
  ...payoutDescriptions,
  // Responses.
  'The checkout page.': 'La page de paiement.',
  'The payment has ended: redirects to its `return_url`, or to our own page, with the outcome.':
    'Le paiement est terminé : redirige vers sa `return_url`, ou vers notre page, avec le résultat.',
  'Redirects a browser that paid by the link, once it is closed, to its receipt.':
    'Redirige le navigateur qui a payé par ce lien, une fois le lien clos, vers son reçu.',
  'Redirects all other clients to that page.': 'Redirige tous les autres clients vers cette page.',
  'The page that asks for the billing details, for a browser that opens the address.':
    'La page qui demande les coordonnées de facturation, pour un navigateur qui ouvre cette adresse.',
  'The IANA name of the time zone of `from` and `to`; UTC by default.':
    'Le nom IANA du fuseau horaire de `from` et de `to` ; UTC par défaut.',
  "The merchant's time zone, in which a page shows these times.":
    'Le fuseau horaire du marchand, dans lequel une page affiche ces heures.',
  'For a transfer: the operator, and the last four digits of the number that received it.':
    'Pour un transfert : l’opérateur et les quatre derniers chiffres du numéro qui l’a reçu.',
  'The payment or transfer that the webhook reports; null for an event about neither.':
    'Le paiement ou le transfert que le webhook annonce ; null pour un événement qui n’en concerne aucun.',
  'The `transaction_uuid` of the payment or the `transaction_id` of the transfer.':
    'Le `transaction_uuid` du paiement ou le `transaction_id` du transfert.',
  'The `status` in the body; null if it has none.': 'Le `status` du corps ; null s’il n’en a pas.',
  'Not settled by the gateway yet. Below zero after refunds.':
    'Pas encore réglé par la passerelle. Négatif après des remboursements.',
  'Below zero if more was refunded or disputed than was available; pending money and later payments make up for it.':
    'Négatif si un remboursement ou un litige a dépassé le disponible ; l’argent en attente et les paiements suivants le compensent.',
  'The language of a PDF.': 'La langue d’un PDF.',
  'A month or a day in UTC that has begun.': 'Un mois ou un jour UTC qui a commencé.',
  'The statement, in the format that `format` selects.': 'Le relevé, dans le format choisi par `format`.',
  'Whether the statement is complete. A period becomes final 15 minutes after its end.':
    'Indique si le relevé est complet. Une période devient définitive 15 minutes après sa fin.',
  'Contains the transactions before this time.': 'Contient les opérations antérieures à cette heure.',
  'The balance before the period: pending, available and reserved together.':
    'Le solde avant la période : en attente, disponible et réservé réunis.',
  'The opening balance and the `net` of all lines.': 'Le solde d’ouverture et le `net` de toutes les lignes.',
  'The `fee` of all totals.': 'La somme des `fee` des totaux.',
  'The opening balance and the `net` of all totals.': 'Le solde d’ouverture et les `net` des totaux.',
  'The number of lines.': 'Le nombre de lignes.',
  'The balance after this transaction.': 'Le solde après cette opération.',
  'The invoice, in the format that `format` selects.': 'La facture, dans le format choisi par `format`.',
  'A credit note if more fees were returned in the month than taken; its amounts are negative.':
    'Un avoir si plus de commissions ont été rendues dans le mois que prélevées ; ses montants sont négatifs.',
  'The month of the fees.': 'Le mois des commissions.',
  'The fees of the month, which include the VAT.': 'Les commissions du mois, TVA comprise.',
  'Held for payouts in progress. A dispute takes its amount and fee from `available`.':
    'Retenu pour les versements en cours. Un litige prélève son montant et ses frais sur `available`.',
  'Tried and not delivered for ten minutes; retries go on.':
    'Essayés et non reçus depuis dix minutes\u00a0; les essais continuent.',
  'Negative if it was taken from the merchant.': 'Négatif si le montant est repris au marchand.',
  'Our fee; a void gives it back, so it is negative.':
    'Nos frais\u00a0; une annulation les restitue, ils sont alors négatifs.',
  'What the cardholder disputes.': 'Ce que le titulaire de la carte conteste.',
  'What is out of your available balance now, fee included: zero for an inquiry and after `WON`.':
    'Ce qui est retiré de votre solde disponible en ce moment, frais compris : zéro pour une question de la banque et après `WON`.',
  'What came back to your available balance when the dispute was won, fee included: zero if it had taken nothing.':
    'Ce qui est revenu sur votre solde disponible quand le litige a été gagné, frais compris\u00a0: zéro si rien n’avait été retiré.',
  "The card scheme's code.": 'Le code du réseau de cartes.',
  'Why the payment is justified.': 'Pourquoi le paiement est justifié.',
  'How and when it was delivered, with tracking numbers.':
    'Comment et quand la livraison a eu lieu, avec les numéros de suivi.',
  'What the customer and you wrote to each other.': 'Ce que le client et vous vous êtes écrit.',
  'And where the customer accepted it.': 'Et où le client les a acceptées.',
  'One more file; a dispute has at most five.': 'Un fichier de plus ; un litige en a cinq au plus.',
  'A PDF, JPEG or PNG file of at most 5 MiB, in Base64.':
    'Un fichier PDF, JPEG ou PNG de 5 Mio au plus, en Base64.',
  'Sends the evidence. It cannot be changed afterwards.':
    'Envoie les justificatifs, qui ne peuvent plus être modifiés.',
  'The amount less the fee: what changed the balance.':
    'Le montant moins les frais : ce qui a changé le solde.',
  'A CSV file that ends with lines of totals.': 'Un fichier CSV, terminé par des lignes de totaux.',
  'Repeating the same request returns the same response.': 'Répéter la même requête renvoie la même réponse.',
  'A declined card also returns HTTP 200, so check `status`.':
    'Une carte refusée renvoie aussi HTTP 200 : vérifiez `status`.',
  'Unknown card fields are empty.': 'Les champs de carte inconnus sont vides.',
  'All secrets of the merchant. They are never shown again.':
    'Tous les secrets du marchand. Ils ne seront plus jamais affichés.',
  '`access_token` is null if this browser is not signed in.':
    '`access_token` est null si ce navigateur n’est pas connecté.',
  'All values are text; unknown values are empty. There is no `event_type`.':
    'Toutes les valeurs sont du texte ; celles qui sont inconnues sont vides. Il n’y a pas d’`event_type`.',
  // Times, numbers and amounts.
  'Seconds until it expires.': 'Secondes jusqu’à son expiration.',
  'Digits with country code.': 'Des chiffres, avec l’indicatif du pays.',
  'A time in UTC, to the microsecond, written without a zone.':
    'Une heure UTC, à la microseconde, écrite sans fuseau.',
  'A time in UTC, to the second.': 'Une heure UTC, à la seconde.',
  'A decimal number as text, with two places.': 'Un nombre décimal en texte, à deux décimales.',
  'A decimal number as text, with four decimal places.': 'Un nombre décimal en texte, à quatre décimales.',
  'At most two decimals, at least 1.00 USD or 500.00 CDF.':
    'Deux décimales au plus, au moins 1.00 USD ou 500.00 CDF.',
  'With two decimals; null while a custom checkout has no amount.':
    'À deux décimales ; null tant qu’un paiement intégré n’a pas de montant.',
  'Empty while a custom checkout has no amount.': 'Vide tant qu’un paiement intégré n’a pas de montant.',
  'The rate in percent. The amounts add up to the order amount.':
    'Le taux en pourcentage. La somme des montants est le montant de la commande.',
  'USD or CDF': 'USD ou CDF.',
  'The month in which the card expires, as MM-YYYY.':
    'Le mois d’expiration de la carte, sous la forme MM-AAAA.',
  // Card payments.
  'Fields are null until a custom checkout provides them.':
    'Les champs sont null tant qu’un paiement intégré ne les a pas fournis.',
  'For the card-field library, in the browser.':
    'Pour la bibliothèque des champs de carte, dans le navigateur.',
  "The gateway's payment id; named `cs_payment_id` elsewhere.":
    'L’identifiant du paiement à la passerelle, nommé ailleurs `cs_payment_id`.',
  'Digits, spaces, hyphens and parentheses, with or without `+`. Without a country code, the number is read as one of the address country.':
    'Chiffres, espaces, traits d’union et parenthèses, avec ou sans `+`. Sans indicatif, le numéro est lu comme un numéro du pays de l’adresse.',
  'Your own number of the order. The payer sees it, and webhooks carry it.':
    'Votre propre numéro de commande. Le client le voit, les webhooks le portent.',
  'How many cards a payer may try for one payment; the portal proposes 3.':
    'Le nombre de cartes qu’un client peut essayer pour un paiement ; l’espace marchand propose 3.',
  'First name of the payer, or the only name.': 'Prénom du client, ou son seul nom.',
  'Last name of the payer; `-` for people with one name.': 'Nom du client ; `-` pour qui n’a qu’un seul nom.',
  'Street and number.': 'Rue et numéro.',
  'Town or city.': 'Ville.',
  'Email of the payer, stored in lower case.': 'E-mail du client, enregistré en minuscules.',
  'The name of the user who marked it.': 'Le nom de l’utilisateur qui l’a marqué.',
  'Chosen for this act. A repeat with the same id is not a second hand-over.':
    'Choisi pour cet acte. Une répétition avec le même identifiant n’est pas une seconde remise.',
  'Required for US and CA, as two letters.': 'Obligatoire pour US et CA, en deux lettres.',
  'Required for US (12345 or 12345-6789) and CA (A1A1A1).':
    'Obligatoire pour US (12345 ou 12345-6789) et CA (A1A1A1).',
  'Post `JWT` = `access_token` to this address, in a frame.':
    'Envoyez par POST `JWT` = `access_token` à cette adresse, dans un cadre.',
  'Where the webhooks of this payment are sent.': 'L’adresse des webhooks de ce paiement.',
  'Where the customer goes after paying.': 'L’adresse où va le client après avoir payé.',
  'Alias of return_url, which takes precedence.': 'Autre nom de return_url, qui a la priorité.',
  'Where the customer goes after cancelling.': 'L’adresse où va le client après avoir annulé.',
  'The signed address of the checkout page.': 'L’adresse signée de la page de paiement.',
  'Why the card was declined. A `declined` attempt leaves the payment open for another card.':
    'La raison du refus de la carte. Une tentative `declined` laisse le paiement ouvert à une autre carte.',
  'When 3-D Secure began.': 'Le début du 3-D Secure.',
  'The page of the signed receipt, to share with the customer; null without one.':
    'La page du reçu signé, à partager avec le client ; null s’il n’y en a pas.',
  'Why the payment failed; empty otherwise.': 'La raison de l’échec du paiement ; vide sinon.',
  'How many payments of the link succeeded.': 'Le nombre de paiements réussis du lien.',
  'Where the webhooks of its payments are sent. Defaults to the webhook URL of the merchant profile, if any.':
    'L’adresse des webhooks de ses paiements. Par défaut, l’adresse de webhook de votre compte, si elle est définie.',
  // Settings of the merchant.
  'Where the logo is served; the address changes with the image.':
    'L’adresse du logo ; elle change avec l’image.',
  'A PNG, JPEG or WebP image of at most 64 KiB and 16 to 2000 pixels a side, not animated, as a data URI or in base64. The address that a response contains leaves the logo as it is; `null` removes it.':
    'Une image PNG, JPEG ou WebP de 64 Kio au plus, de 16 à 2000 pixels de côté, non animée, en URI `data:` ou en Base64. L’adresse que contient une réponse laisse le logo tel quel ; `null` le supprime.',
  'The colour of buttons and of the panel with the amount, as `#rrggbb`.':
    'La couleur des boutons et du panneau qui porte le montant, sous la forme `#rrggbb`.',
  '`created`: newest links first. `newest_payment`: links that were paid last first.':
    '`created` : les liens les plus récents d’abord. `newest_payment` : les derniers liens payés d’abord.',
  'Whom payers contact: a phone number in international form, or `https://wa.me/243991234567` for WhatsApp. Premium-rate numbers are refused.':
    'Qui les payeurs contactent : un numéro de téléphone au format international, ou `https://wa.me/243991234567` pour WhatsApp. Les numéros surtaxés sont refusés.',
  'How many cards a customer may try at one payment. While attempts are left, a decline keeps the payment PENDING and sends no webhook. `null` is the default: 1 for orders created by the API, 3 for payment links and orders created in the portal.':
    'Le nombre de cartes qu’un client peut essayer pour un paiement. Tant qu’il reste des tentatives, un refus laisse le paiement PENDING et n’envoie aucun webhook. `null` est la valeur par défaut : 1 pour les commandes créées par l’API, 3 pour les liens de paiement et les commandes créées dans l’espace marchand.',
  'How the merchant mainly uses the service; null if it has not said.':
    'Comment le marchand utilise surtout le service ; null s’il ne l’a pas indiqué.',
  'The IANA name of the time zone of its days.': 'Le nom IANA du fuseau horaire de ses journées.',
  // Transfers and the wallet.
  'Null if no expected name was given.': 'Null si aucun nom attendu n’est donné.',
  'The name the wallet is registered under.': 'Le nom sous lequel le portefeuille est enregistré.',
  'Reserved for transfers in progress.': 'Réservé aux transferts en cours.',
  'Null until the transfer is converted.': 'Null tant que le transfert n’est pas converti.',
  'One USD is `rate` units of the currency.': 'Un USD vaut `rate` unités de la devise.',
  'Negative for a debit of the available balance.': 'Négatif pour un débit du solde disponible.',
  // The overview and lists of the portal.
  'A fraction from 0 to 1; null if no payment has completed.':
    'Une fraction de 0 à 1 ; null si aucun paiement n’est terminé.',
  'The sums of successful payments, one per currency.': 'Les sommes des paiements réussis, une par devise.',
  'What of these sums went back since: refunds, whole or in part, voids, and disputes that were lost.':
    'Ce qui a été rendu depuis sur ces sommes : remboursements, en entier ou en partie, paiements annulés avant règlement et litiges perdus.',
  'The page that verifies the signed receipt, to share with the sender; null without one.':
    'La page qui vérifie le reçu signé, à envoyer à l’expéditeur ; null s’il n’y en a pas.',
  'What the payment link says is sold; null without a link or a description.':
    'Ce que vend le lien de paiement ; null sans lien ou sans description.',
  'The five newest that wait for our decision.': 'Les cinq plus récentes qui attendent notre décision.',
  'The seven days before.': 'Les sept jours précédents.',
  'The sum of delivered transfers, in USD.': 'La somme des transferts arrivés, en USD.',
  'Set if there are more matches than a search examines.':
    'Présent s’il y a plus de résultats que la recherche n’en examine.',
  'Byte for byte as received.': 'À l’octet près, tel que reçu.',
  'A machine-readable cause; null if the signature is valid.':
    'Une cause lisible par un programme ; null si la signature est valide.',
  // Refund requests.
  '`APPROVED` until the outcome of the refund is known. `EXPIRED` when the payment can no longer be refunded.':
    '`APPROVED` tant que le résultat du remboursement n’est pas connu. `EXPIRED` quand le paiement ne peut plus être remboursé.',
  'The email of your user, or `api` for your server.':
    'L’e-mail de votre utilisateur, ou `api` pour votre serveur.',
  'Why the request was rejected.': 'La raison du rejet de la demande.',
  'The refund of an approved request.': 'Le remboursement d’une demande approuvée.',
  'Why not.': 'Pourquoi pas.',
  'Whether the merchant may refund at once, without our approval.':
    'Si le marchand peut rembourser aussitôt, sans notre accord.',
  'From which amount on the next one waits for a second user of the merchant; null: none does.':
    'Le montant à partir duquel le prochain attend un second utilisateur du marchand ; null : aucun n’attend.',
  // Receipts.
  'The token, shorter than 300 bytes: its content in JSON and an Ed25519 signature, both in Base64 for URLs.':
    'Le jeton, de moins de 300 octets : son contenu en JSON et une signature Ed25519, tous deux en Base64 pour URL.',
  'Ten characters without look-alikes, the same in each receipt.':
    'Dix caractères sans ressemblance entre eux, les mêmes sur chaque reçu du paiement.',
  'The report with its Ed25519 signature, by a key of `/.well-known/receipt-keys.json`.':
    'Le rapport avec sa signature Ed25519, par une clé de `/.well-known/receipt-keys.json`.',
  '`service`: we called the webhook URL. `command_line`: whoever ran the command chose the URL.':
    '`service` : nous avons appelé l’adresse de webhook. `command_line` : qui a lancé la commande a choisi l’adresse.',
  '`kid` of the key that signed it.': 'Le `kid` de la clé qui l’a signé.',
  'The page that verifies it. Hand it to the customer as it is.':
    'La page qui le vérifie. Remettez-la telle quelle au client.',
  // Limits.
  'Dollars; a number for what is counted.': 'En dollars ; un nombre pour ce qui est compté.',
  'When the oldest transfer leaves the window; null if there is none.':
    'Quand le plus ancien transfert sort de la période ; null s’il n’y en a pas.',
  // Notifications.
  'The language of messages.': 'La langue des messages.',
  'A payout failed or was returned.': 'Un versement a échoué ou a été renvoyé.',
  'A payment is disputed, or the time to respond is nearly over.':
    'Un paiement est contesté, ou le délai de réponse touche à sa fin.',
  'Your server does not accept webhooks, or accepts them again.':
    'Votre serveur n’accepte plus les webhooks, ou les accepte de nouveau.',
  'Whether payers get a receipt by email, a message about each refund or void, and the reminders of due dates that they ask for. Off at first.':
    'Si les clients reçoivent par e-mail un reçu, un avis de chaque remboursement ou annulation, et les rappels d’échéance qu’ils demandent. Désactivé au départ.',
  'Where alerts also go, by `channels`.': 'Où les alertes arrivent aussi, par `channels`.',
  'Besides email.': 'En plus de l’e-mail.',
  'Alert when less than this, in USD, is available in the wallet; null: never.':
    'Alerte lorsque le solde disponible du portefeuille, en USD, est inférieur à ce montant ; null : jamais.',
  'The page that shows the messages of the sandbox; null in production.':
    'La page qui affiche les messages du mode test ; null en production.',
  'Absent leaves it as it is; `null` removes it.': 'Absent : inchangé ; `null` : supprimé.',
  'For a server behind HTTP basic authentication. Webhooks to the origin of `callback_url` carry them. Absent leaves them as they are, unless the URL moves to another origin; `null` removes them.':
    'Pour un serveur protégé par une authentification HTTP « basic ». Les webhooks envoyés à l’origine de `callback_url` les portent. Absents : inchangés, sauf si l’adresse change d’origine ; `null` les supprime.',
  'The user name for HTTP basic authentication; the password is never shown.':
    'Le nom d’utilisateur de l’authentification HTTP « basic » ; le mot de passe n’est jamais affiché.',
  'Of the titles of columns and the names of states; absent: as the API writes them.':
    'La langue des titres de colonnes et des noms d’états ; absent : comme l’API les écrit.',
  'What separates columns: `semicolon` for a French Excel, which opens other files as one column; amounts then have a decimal comma.':
    'Ce qui sépare les colonnes : `semicolon` pour un Excel en français, qui ouvre les autres fichiers en une seule colonne ; les montants ont alors une virgule décimale.',
  'Why it waits: `destination_not_active` until its destination was confirmed again, for example after a new password. Null if nothing keeps it.':
    'Pourquoi il attend : `destination_not_active` tant que sa destination n’a pas été confirmée à nouveau, par exemple après un changement de mot de passe. Null si rien ne le retient.',
}
