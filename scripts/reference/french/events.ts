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
  'Whether the next page can be read at once.': 'Indique si la page suivante peut être lue tout de suite.',
}
