// French texts of events and webhook secrets in the merchants' document, by the English text.
export const eventDescriptions: Readonly<Record<string, string>> = {
  'The `next_after` of the page before; without it, the feed begins with its oldest event.':
    'Le `next_after` de la page précédente ; sans lui, le flux commence par son événement le plus ancien.',
  'Only events of these types, separated by commas.':
    'Seulement les événements de ces types, séparés par des virgules.',
  'The `X-Service-Event-Id` of its webhooks.': 'Le `X-Service-Event-Id` de ses webhooks.',
  'The body of its webhooks.': 'Le corps de ses webhooks.',
  'Another payment of the same payer, reference and amount was made within twenty minutes.':
    'Un autre paiement du même payeur, de même référence et de même montant a eu lieu à moins de vingt minutes.',
  'Send it as `after` to go on, now or later.':
    'À renvoyer dans `after` pour continuer, maintenant ou plus tard.',
  'Until then webhooks have a signature of the old secret, too, before that of the new one.':
    'Jusque-là, les webhooks portent aussi une signature de l’ancien secret, avant celle du nouveau.',
  '`true` if you asked to resend the webhooks of a time.':
    '`true` si vous avez demandé le renvoi des webhooks d’une période.',
  'The first time of creation.': 'Le premier instant de création.',
  'The time before which they were created.': 'L’instant avant lequel ils ont été créés.',
  'Only deliveries that ended so; absent: all that ended.':
    'Seulement les envois terminés ainsi ; absent : tous les envois terminés.',
  'Only events of these types; absent: of all.':
    'Seulement les événements de ces types ; absent : tous les types.',
  'A further webhook endpoint; absent: deliveries to the webhook URL and to the URLs of orders.':
    'Une autre adresse de webhook ; absente : les envois à l’adresse de webhook et aux adresses des commandes.',
  'How many a second at most; 5 by default.': 'Combien par seconde au plus ; 5 par défaut.',
  'How many deliveries will be sent.': 'Combien de webhooks seront envoyés.',
  'The id of the delivery. To the webhook URL it is the id of the event.':
    'L’identifiant de l’envoi. Pour l’adresse de webhook, c’est celui de l’événement.',
  'The `X-Service-Event-Id`, the same at each of your addresses.':
    'Le `X-Service-Event-Id`, le même à chacune de vos adresses.',
  'The further webhook endpoint that it goes to; null for the webhook URL.':
    'L’autre adresse de webhook à laquelle il est envoyé ; null pour l’adresse de webhook.',
  'Only deliveries to this further webhook endpoint. They are counted up to 10,000.':
    'Seulement les envois à cette autre adresse de webhook. Ils sont comptés jusqu’à 10 000.',
  'The events that are copied to it, whether the webhook URL gets them or not.':
    'Les événements qui y sont copiés, que l’adresse de webhook les reçoive ou non.',
  'All events that are copied; absent leaves them as they are.':
    'Tous les événements copiés ; absents, ils restent inchangés.',
  'What it is for, in your words.': 'À quoi elle sert, dans vos mots.',
  'A disabled endpoint gets no copies, and deliveries that wait for it end as FAILED.':
    'Une adresse désactivée ne reçoit aucune copie, et les envois qui l’attendent se terminent en FAILED.',
  'Where the copies are sent.': 'Où les copies sont envoyées.',
  'Absent leaves it as it is. Deliveries that wait are sent to the new one.':
    'Absente, elle reste inchangée. Les envois en attente partent vers la nouvelle.',
  'Signs its webhooks. It is never shown again.': 'Signe ses webhooks. Il n’est plus jamais affiché.',
  'How many a merchant has at most.': 'Combien un marchand peut en avoir au plus.',
  'Whether the next page can be read at once.': 'Indique si la page suivante peut être lue tout de suite.',
}
