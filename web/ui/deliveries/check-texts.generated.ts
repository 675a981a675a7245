// From server/webhooks/certification, by scripts/generate.ts.
export const checkTexts = {
  "en": {
    "genuine": {
      "name": "A genuine payment",
      "sent": "A signed payment.",
      "cost": "You miss every payment.",
      "mend": "Start your server, correct the address, or check the webhook secret: the reply says which."
    },
    "in_time": {
      "name": "Replies in time",
      "sent": "All requests of the run, timed. The slowest reply counts.",
      "cost": "After 15 seconds we hang up and send the event again, while you work on it.",
      "mend": "Store the event, reply, and do slow work afterwards."
    },
    "altered_body": {
      "name": "An altered amount",
      "sent": "A payment whose amount was changed after it was signed.",
      "cost": "Anyone in between can change amounts and statuses.",
      "mend": "Compute the signature over the whole body and compare it, in constant time."
    },
    "wrong_secret": {
      "name": "A foreign secret",
      "sent": "A payment signed with a secret that is not yours.",
      "cost": "Anyone can send you paid orders.",
      "mend": "Compare the signature with the one that your secret gives. Have no default secret."
    },
    "missing_signature": {
      "name": "No signature",
      "sent": "A payment without any signature.",
      "cost": "Anyone can send you paid orders.",
      "mend": "Refuse a request without `X-Service-Signature` with 400."
    },
    "malformed_signature": {
      "name": "A malformed signature",
      "sent": "A payment whose signature header cannot be read.",
      "cost": "A stranger makes your handler fail, or believe a forgery.",
      "mend": "Refuse with 400 what does not match the format, before you use its parts."
    },
    "old_timestamp": {
      "name": "An old signature",
      "sent": "A payment signed ten minutes ago.",
      "cost": "Who has copied a request can send it again for ever.",
      "mend": "Refuse signatures older than five minutes. Keep your clock right (NTP)."
    },
    "future_timestamp": {
      "name": "A signature of the future",
      "sent": "A payment signed ten minutes ahead of now.",
      "cost": "A request can be copied now and sent later.",
      "mend": "Compare the distance from now, in both directions."
    },
    "moved_timestamp": {
      "name": "A moved timestamp",
      "sent": "A payment signed ten minutes ago, with a new `X-Service-Timestamp`.",
      "cost": "A copied request passes as new.",
      "mend": "Judge the age by `t` in the signature. No other header is signed."
    },
    "two_signatures": {
      "name": "Two signatures",
      "sent": "A payment with two signatures, the second one of your secret.",
      "cost": "When you replace your secret, you miss events.",
      "mend": "Accept a request if one of its `v1` fits."
    },
    "exact_bytes": {
      "name": "Unusual JSON",
      "sent": "A payment written with line breaks, escapes and a number that ends in zero.",
      "cost": "A change in how we write JSON ends your payments.",
      "mend": "Verify the bytes that you received, not an object that you wrote again."
    },
    "not_json": {
      "name": "No JSON",
      "sent": "Half a payment, with a foreign signature.",
      "cost": "A stranger makes your handler fail, or believe a forgery.",
      "mend": "Verify the signature before anything parses the body."
    },
    "unknown_event": {
      "name": "An unknown event",
      "sent": "A signed event of a type that does not exist.",
      "cost": "When we add a type, your deliveries fail.",
      "mend": "Reply 204 to types that you do not know."
    },
    "unknown_fields": {
      "name": "Unknown fields",
      "sent": "A payment with new fields, one of them nested.",
      "cost": "When we add a field, you miss payments.",
      "mend": "Read the fields that you need and ignore the others."
    },
    "utf_8": {
      "name": "Names in UTF-8",
      "sent": "A payment of a customer with accents, phonetic letters and an emoji.",
      "cost": "You miss payments of customers whose name has an accent.",
      "mend": "Compute over the bytes, decode UTF-8, and store four-byte characters (`utf8mb4` in MySQL)."
    },
    "large_numbers": {
      "name": "Large numbers",
      "sent": "A payment of 99,999,999.99 CDF, with a payment id of 32 digits.",
      "cost": "You miss your largest sales, or book them wrong.",
      "mend": "Store amounts as decimals and ids as text."
    },
    "large_body": {
      "name": "A large body",
      "sent": "A payment of 32 KB.",
      "cost": "You miss events that grow with new fields.",
      "mend": "Accept bodies of up to 64 KiB."
    },
    "failed_payment": {
      "name": "A failed payment",
      "sent": "A payment with the status `FAILED`.",
      "cost": "You ship what was not paid.",
      "mend": "Release the goods only for `SUCCESS`."
    },
    "doubled": {
      "name": "The same event twice",
      "sent": "A payment, and then the same event again.",
      "cost": "You ship twice, or your deliveries end as failed.",
      "mend": "Store `X-Service-Event-Id` with what the event changes. Reply 2xx to a known one."
    },
    "doubled_at_once": {
      "name": "The same event at once",
      "sent": "A payment four times at the same moment, and once more.",
      "cost": "You ship twice.",
      "mend": "Let a unique key of your database decide, in the transaction that changes the order."
    },
    "late_retry": {
      "name": "A late retry",
      "sent": "The twelfth attempt of a payment whose earlier attempts never arrived.",
      "cost": "After an outage of yours you miss payments.",
      "mend": "Recognise repeats by the event id, never by `X-Service-Attempt`."
    },
    "reordered": {
      "name": "Events in the wrong order",
      "sent": "A transfer that was reversed, and then the older news that it succeeded.",
      "cost": "You count money as sent that came back.",
      "mend": "Let no event lead back from `Reversed`."
    },
    "cancelled_then_paid": {
      "name": "Cancelled, then paid",
      "sent": "The unsigned cancellation of an order, and then its signed payment.",
      "cost": "The customer has paid and gets nothing.",
      "mend": "Change no order for `PAYMENT_CANCELLATION`. The signed outcome follows."
    },
    "refund_before_payment": {
      "name": "A refund before its payment",
      "sent": "The refund of a whole payment, and then the payment.",
      "cost": "You lose the refund, or ship what you have refunded.",
      "mend": "Store a refund also if its payment is unknown, and look for it when the payment comes."
    }
  },
  "fr": {
    "genuine": {
      "name": "Un vrai paiement",
      "sent": "Un paiement signé.",
      "cost": "Vous manquez tous les paiements.",
      "mend": "Démarrez votre serveur, corrigez l’adresse ou vérifiez le secret de webhook : la réponse dit lequel."
    },
    "in_time": {
      "name": "Réponses à temps",
      "sent": "Toutes les requêtes, chronométrées. La réponse la plus lente compte.",
      "cost": "Après 15 secondes, nous raccrochons et renvoyons l’événement, alors que vous le traitez encore.",
      "mend": "Enregistrez l’événement, répondez, puis faites le travail lent."
    },
    "altered_body": {
      "name": "Un montant modifié",
      "sent": "Un paiement dont le montant a été modifié après la signature.",
      "cost": "Un intermédiaire peut modifier montants et statuts.",
      "mend": "Calculez la signature sur tout le corps et comparez-la, en temps constant."
    },
    "wrong_secret": {
      "name": "Un autre secret",
      "sent": "Un paiement signé avec un secret qui n’est pas le vôtre.",
      "cost": "N’importe qui peut vous envoyer des commandes payées.",
      "mend": "Comparez la signature avec celle que donne votre secret. N’ayez pas de secret par défaut."
    },
    "missing_signature": {
      "name": "Sans signature",
      "sent": "Un paiement sans aucune signature.",
      "cost": "N’importe qui peut vous envoyer des commandes payées.",
      "mend": "Refusez avec 400 une requête sans `X-Service-Signature`."
    },
    "malformed_signature": {
      "name": "Une signature mal formée",
      "sent": "Un paiement dont l’en-tête de signature est illisible.",
      "cost": "Un inconnu fait échouer votre récepteur, ou lui fait croire un faux.",
      "mend": "Refusez avec 400 ce qui ne suit pas le format, avant d’en utiliser les parties."
    },
    "old_timestamp": {
      "name": "Une signature ancienne",
      "sent": "Un paiement signé il y a dix minutes.",
      "cost": "Quiconque a copié une requête peut la renvoyer indéfiniment.",
      "mend": "Refusez les signatures de plus de cinq minutes. Gardez votre horloge à l’heure (NTP)."
    },
    "future_timestamp": {
      "name": "Une signature du futur",
      "sent": "Un paiement signé dix minutes en avance.",
      "cost": "Une requête copiée maintenant peut être envoyée plus tard.",
      "mend": "Comparez l’écart avec maintenant, dans les deux sens."
    },
    "moved_timestamp": {
      "name": "Un horodatage modifié",
      "sent": "Un paiement signé il y a dix minutes, avec un nouveau `X-Service-Timestamp`.",
      "cost": "Une requête copiée passe pour nouvelle.",
      "mend": "Calculez l’âge à partir de `t`, dans la signature. Aucun autre en-tête n’est signé."
    },
    "two_signatures": {
      "name": "Deux signatures",
      "sent": "Un paiement avec deux signatures, la seconde de votre secret.",
      "cost": "Quand vous remplacez votre secret, vous manquez des événements.",
      "mend": "Acceptez une requête si l’un de ses `v1` convient."
    },
    "exact_bytes": {
      "name": "Un JSON inhabituel",
      "sent": "Un paiement écrit avec des retours à la ligne, des échappements et un nombre qui finit par zéro.",
      "cost": "Un changement dans notre écriture du JSON arrête vos paiements.",
      "mend": "Vérifiez les octets reçus, pas un objet que vous avez réécrit."
    },
    "not_json": {
      "name": "Pas de JSON",
      "sent": "Une moitié de paiement, avec une autre signature.",
      "cost": "Un inconnu fait échouer votre récepteur, ou lui fait croire un faux.",
      "mend": "Vérifiez la signature avant toute analyse du corps."
    },
    "unknown_event": {
      "name": "Un événement inconnu",
      "sent": "Un événement signé d’un type qui n’existe pas.",
      "cost": "Quand nous ajoutons un type, vos livraisons échouent.",
      "mend": "Répondez 204 aux types que vous ne connaissez pas."
    },
    "unknown_fields": {
      "name": "Des champs inconnus",
      "sent": "Un paiement avec de nouveaux champs, dont un imbriqué.",
      "cost": "Quand nous ajoutons un champ, vous manquez des paiements.",
      "mend": "Lisez les champs dont vous avez besoin et ignorez les autres."
    },
    "utf_8": {
      "name": "Des noms en UTF-8",
      "sent": "Un paiement d’un client avec des accents, des lettres phonétiques et un emoji.",
      "cost": "Vous manquez les paiements des clients dont le nom a un accent.",
      "mend": "Calculez sur les octets, décodez en UTF-8 et stockez les caractères de quatre octets (`utf8mb4` avec MySQL)."
    },
    "large_numbers": {
      "name": "De grands nombres",
      "sent": "Un paiement de 99 999 999,99 CDF, avec un identifiant de 32 chiffres.",
      "cost": "Vous manquez vos plus grandes ventes, ou les comptez mal.",
      "mend": "Stockez les montants en décimal et les identifiants en texte."
    },
    "large_body": {
      "name": "Un grand corps",
      "sent": "Un paiement de 32 Ko.",
      "cost": "Vous manquez les événements qui grandissent avec de nouveaux champs.",
      "mend": "Acceptez des corps jusqu’à 64 Kio."
    },
    "failed_payment": {
      "name": "Un paiement échoué",
      "sent": "Un paiement avec le statut `FAILED`.",
      "cost": "Vous livrez ce qui n’est pas payé.",
      "mend": "Ne livrez que pour `SUCCESS`."
    },
    "doubled": {
      "name": "Le même événement deux fois",
      "sent": "Un paiement, puis le même événement encore.",
      "cost": "Vous livrez deux fois, ou vos livraisons finissent en échec.",
      "mend": "Enregistrez `X-Service-Event-Id` avec ce que l’événement modifie. Répondez 2xx à un événement connu."
    },
    "doubled_at_once": {
      "name": "Le même événement simultané",
      "sent": "Un paiement quatre fois au même moment, puis une fois encore.",
      "cost": "Vous livrez deux fois.",
      "mend": "Laissez une clé unique de votre base décider, dans la transaction qui modifie la commande."
    },
    "late_retry": {
      "name": "Une relance tardive",
      "sent": "La douzième tentative d’un paiement dont les précédentes ne sont jamais arrivées.",
      "cost": "Après une panne chez vous, vous manquez des paiements.",
      "mend": "Reconnaissez les répétitions à l’identifiant de l’événement, jamais à `X-Service-Attempt`."
    },
    "reordered": {
      "name": "Des événements dans le désordre",
      "sent": "Un transfert annulé, puis l’événement plus ancien de sa réussite.",
      "cost": "Vous comptez comme envoyé un argent revenu.",
      "mend": "Ne laissez aucun événement revenir de `Reversed`."
    },
    "cancelled_then_paid": {
      "name": "Annulé, puis payé",
      "sent": "L’annulation non signée d’une commande, puis son paiement signé.",
      "cost": "Le client a payé et ne reçoit rien.",
      "mend": "Ne modifiez aucune commande pour `PAYMENT_CANCELLATION`. Le résultat signé suit."
    },
    "refund_before_payment": {
      "name": "Un remboursement avant son paiement",
      "sent": "Le remboursement d’un paiement entier, puis le paiement.",
      "cost": "Vous perdez le remboursement, ou livrez ce qui est remboursé.",
      "mend": "Enregistrez un remboursement même si son paiement est inconnu, et cherchez-le quand le paiement arrive."
    }
  }
} as const
export const genuineMends = {
  "en": {
    "unreachable": "Nobody replied at this address: start your server, or correct the address.",
    "timeout": "Your handler took longer than 15 seconds: store the event, reply, and do slow work afterwards.",
    "redirected": "The address redirects, and we follow no redirect: save the address that it leads to.",
    "no_such_path": "Your server has no handler that takes POST at this path: correct the path.",
    "refused": "Your handler refused a genuine signature: check its webhook secret, and compute over the bytes as received.",
    "crashed": "Your program failed: its log says why."
  },
  "fr": {
    "unreachable": "Personne ne répond à cette adresse : démarrez votre serveur ou corrigez l’adresse.",
    "timeout": "Votre récepteur a mis plus de 15 secondes : enregistrez l’événement, répondez, puis faites le travail lent.",
    "redirected": "L’adresse redirige, et nous ne suivons aucune redirection : enregistrez l’adresse d’arrivée.",
    "no_such_path": "Aucun récepteur n’accepte POST à ce chemin : corrigez-le.",
    "refused": "Votre récepteur refuse une vraie signature : vérifiez son secret de webhook, et calculez sur les octets tels que reçus.",
    "crashed": "Votre programme a échoué : son journal dit pourquoi."
  }
} as const
export const unsignedTexts = {
  "en": {
    "name": "Your handler does not check the signature",
    "cost": "It accepts whatever anybody sends: anyone can mark orders as paid.",
    "mend": "Compute the signature with your webhook secret over the body as received, and reply 400 if it differs from `v1`."
  },
  "fr": {
    "name": "Votre récepteur ne vérifie pas la signature",
    "cost": "Il accepte tout ce qu’on lui envoie : n’importe qui peut déclarer une commande payée.",
    "mend": "Calculez la signature avec votre secret de webhook sur le corps tel que reçu, et répondez 400 si elle diffère de `v1`."
  }
} as const
