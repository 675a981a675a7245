import type { Texts } from './page-texts.ts'

export const french: Texts = {
  secure: 'Paiement sécurisé',
  language: 'Langue',
  toPay: 'Montant à payer',
  reference: 'Référence',
  payer: 'Client',
  card: 'Carte bancaire',
  expiryHint: 'MM/AA',
  expiryHelp: 'Mois et année',
  pay: 'Payer {amount}',
  cancel: 'Annuler',
  cancelPayment: 'Annuler le paiement',
  retry: 'Réessayer',
  startOver: {
    merchant: 'Pour payer, retournez chez le marchand et recommencez.',
    link: 'Pour payer, réessayez ci-dessous\u00a0: votre lien de paiement est toujours valable.',
    newLink: 'Pour payer, demandez un nouveau lien au marchand.',
  },
  continue: 'Continuer',
  trust:
    'Le numéro de votre carte est chiffré et va directement au réseau bancaire. Ni le marchand ni Likuta ne le voient.',
  verification: 'Vérification par votre banque',
  verificationText: 'Votre banque vous demande de confirmer ce paiement.',
  otherCard: 'Changer de carte',
  reloadCheck: 'Recharger la vérification',
  elsewhere: {
    title: 'Paiement en cours dans un autre onglet',
    text: 'La vérification de votre banque y est déjà ouverte. Terminez‑la là‑bas, ou continuez ici si cet onglet a été fermé.',
  },
  continueHere: 'Continuer ici',
  scriptNeeded: {
    title: 'JavaScript est nécessaire',
    text: 'Pour protéger votre carte, cette page a besoin de JavaScript. Activez‑le dans votre navigateur, ou ouvrez ce lien dans un autre navigateur. Rien n’a été débité.',
  },
  testMode: 'Mode test, sans argent réel',
  testCards: 'Cartes d’essai',
  testAdvice: 'Toute date à venir et tout cryptogramme de 3 chiffres conviennent.',
  testFrictionless: 'Acceptée',
  testChallenge: 'Acceptée après le code 1234',
  testDeclined: 'Refusée par la banque',
  testFunds: 'Solde insuffisant',
  copy: 'Copier le numéro {number}',
  moment: 'Un instant…',
  momentText: 'Votre banque a répondu. Nous terminons votre paiement.',
  success: {
    title: 'Paiement réussi',
    text: 'Merci. Le marchand a été informé. Vous pouvez fermer cette page\u202f; gardez la référence ci-dessous.',
  },
  already_paid: {
    title: 'Ce paiement est déjà fait',
    text: 'Vous avez déjà payé et le marchand a été informé. Rien d’autre n’a été débité.',
  },
  refunded: {
    title: 'Paiement remboursé',
    text: 'Vous aviez payé, puis le marchand vous a remboursé. Votre banque affiche le montant sur votre compte sous quelques jours.',
  },
  partially_refunded: {
    title: 'Paiement remboursé en partie',
    text: 'Vous aviez payé, puis le marchand vous a remboursé une partie du montant. Votre banque l’affiche sur votre compte sous quelques jours.',
  },
  voided: {
    title: 'Paiement annulé par le marchand',
    text: 'Vous aviez payé, puis le marchand a annulé le débit. Si le montant est encore bloqué, votre banque le libérera.',
  },
  failed: {
    title: 'Le paiement n’a pas abouti',
    text: 'Le montant reste à payer.',
  },
  cancelled: {
    title: 'Paiement annulé',
    text: 'Rien n’a été débité.',
  },
  confirming: {
    title: 'Nous confirmons votre paiement',
    text: 'Nous vérifions le résultat auprès du réseau bancaire. Inutile de payer de nouveau\u00a0: le marchand sera informé du résultat. Cette page se met à jour d’elle-même.',
  },
  refresh: 'Actualiser',
  paidTo: 'Marchand',
  amount: 'Montant',
  transaction: 'Transaction',
  back: 'Retourner chez le marchand',
  ends: {
    expired: {
      title: 'Ce lien a expiré',
      text: 'Le délai pour payer est passé et rien n’a été débité.',
    },
    timed_out: {
      title: 'Le délai pour payer est passé',
      text: 'Rien n’a été débité.',
    },
    cancelled: {
      title: 'Paiement annulé',
      text: 'Ce paiement a été annulé et rien n’a été débité.',
    },
    not_found: {
      title: 'Paiement introuvable',
      text: 'Ce lien ne mène à aucun paiement. Vérifiez que vous l’avez copié en entier, ou demandez‑le de nouveau au marchand.',
    },
    no_page: {
      title: 'Page introuvable',
      text: 'Il n’y a rien à cette adresse. Pour payer, ouvrez le lien que le marchand vous a donné.',
    },
    forbidden: {
      title: 'Ce lien n’est pas valable',
      text: 'L’adresse est incomplète ou a été modifiée. Ouvrez le lien tel que le marchand vous l’a donné.',
    },
    link_exhausted: {
      title: 'Ce lien a déjà servi',
      text: 'Tous les paiements prévus par ce lien ont été faits. Si vous deviez encore payer, demandez un nouveau lien au marchand.',
    },
    link_cancelled: {
      title: 'Ce lien n’est plus valable',
      text: 'Le marchand l’a annulé et rien n’a été débité. Pour payer, demandez-lui un nouveau lien.',
    },
    link_taken: {
      title: 'Ce lien vient d’être utilisé',
      text: 'Le dernier paiement prévu par ce lien est fait ou en cours, et rien ne vous a été débité. S’il n’aboutit pas, la place se libère : réessayez dans un instant, ou demandez un nouveau lien au marchand.',
    },
    link_declined: {
      title: 'Trop de paiements refusés',
      text: 'Plusieurs paiements par ce lien ont été refusés depuis votre appareil ou votre réseau. Pour cette tentative, rien n’a été débité. Réessayez dans un quart d’heure, ou demandez au marchand un autre moyen de payer.',
    },
    merchant_closed: {
      title: 'Ce marchand n’accepte pas de paiements en ce moment',
      text: 'Rien n’a été débité. Demandez au marchand comment payer.',
    },
    unavailable: {
      title: 'Service momentanément indisponible',
      text: 'Nous n’arrivons pas à ouvrir ce paiement. Attendez une minute, puis rechargez cette page. Si vous aviez déjà validé le paiement, ne payez pas ailleurs avant d’avoir vu le résultat ici.',
    },
  },
  link: {
    step: 'Étape 1 sur 2',
    details: 'Vos coordonnées',
    why: 'Votre banque les demande pour vérifier que c’est bien vous. La carte vient ensuite.',
    go: 'Passer au paiement',
    mend: 'Il reste quelque chose à corriger.',
    wait: {
      title: 'Un instant, s’il vous plaît',
      text: 'Ce lien est très sollicité. Vos coordonnées sont enregistrées\u00a0: le paiement s’ouvre dans {wait}.',
      goOn: 'La page ne s’ouvre pas\u00a0? Continuer',
    },
    country: 'Choisissez un pays',
    fields: {
      bill_to_forename: 'Prénom',
      bill_to_surname: 'Nom',
      bill_to_email: 'E-mail',
      bill_to_phone: 'Téléphone',
      bill_to_address_country: 'Pays',
      bill_to_address_line1: 'Adresse',
      bill_to_address_city: 'Ville',
      bill_to_address_province: 'Province',
      bill_to_address_state: 'État',
      bill_to_address_postal_code: 'Code postal',
    },
    hints: {
      bill_to_phone: 'Un numéro étranger commence par + et l’indicatif du pays.',
      bill_to_address_province: '2 lettres : ON',
      bill_to_address_state: '2 lettres : NY',
    },
    missing: {
      bill_to_forename: 'Saisissez votre prénom.',
      bill_to_surname: 'Saisissez votre nom.',
      bill_to_email: 'Saisissez votre adresse e-mail.',
      bill_to_phone: 'Saisissez votre numéro de téléphone.',
      bill_to_address_country: 'Choisissez votre pays.',
      bill_to_address_line1: 'Saisissez votre adresse.',
      bill_to_address_city: 'Saisissez votre ville.',
      bill_to_address_province: 'Saisissez votre province.',
      bill_to_address_state: 'Saisissez votre État.',
      bill_to_address_postal_code: 'Saisissez votre code postal.',
    },
    wrong: {
      bill_to_forename: 'Vérifiez votre prénom.',
      bill_to_surname: 'Vérifiez votre nom.',
      bill_to_email: 'Vérifiez l’adresse, par exemple grace@exemple.cd.',
      bill_to_phone: 'Vérifiez le numéro, par exemple 099 123 4567 ou +32 470 12 34 56.',
      bill_to_address_country: 'Choisissez un pays de la liste.',
      bill_to_address_line1: 'Vérifiez votre adresse.',
      bill_to_address_city: 'Vérifiez votre ville.',
      bill_to_address_province: 'Saisissez les 2 lettres de la province, par exemple ON.',
      bill_to_address_state: 'Saisissez les 2 lettres de l’État, par exemple NY.',
      bill_to_address_postal_code:
        'Vérifiez le code postal, par exemple 10001 (États-Unis) ou K1A0B1 (Canada).',
    },
    tooLong: 'Ce texte est trop long.',
  },
  refusals: {
    AUTHENTICATION_FAILED:
      'La vérification par votre banque n’a pas abouti\u00a0: elle a été annulée, le code n’était pas le bon, ou la banque l’a refusée. Rien n’a été débité.',
    NON_3DS:
      'Cette carte n’a pas été vérifiée par la banque. Demandez à votre banque d’activer le paiement en ligne sécurisé, ou utilisez une autre carte.',
    REVIEW:
      'Ce paiement n’a pas été accepté après contrôle. Si un montant a été bloqué, votre banque le libérera. Utilisez une autre carte ou parlez‑en au marchand.',
    INSUFFICIENT_FUND:
      'Le solde disponible de la carte ne suffit pas. Rechargez‑la ou utilisez une autre carte.',
    EXPIRED_CARD:
      'Cette carte n’est plus valable. Utilisez une autre carte ou demandez‑en une nouvelle à votre banque.',
    STOLEN_LOST_CARD:
      'Votre banque n’autorise plus l’usage de cette carte. Appelez le numéro inscrit au dos, ou utilisez une autre carte.',
    INVALID_CVN:
      'Le cryptogramme ne correspond pas à la carte. Relisez les 3 chiffres au dos (4 devant pour American Express).',
    INVALID_ACCOUNT: 'La banque ne reconnaît pas ce numéro de carte. Relisez‑le chiffre par chiffre.',
    EXCEEDS_CREDIT_LIMIT:
      'Le plafond de la carte est atteint. Demandez à votre banque de le relever, ou utilisez une autre carte.',
    UNAUTHORIZED_CARD:
      'Cette carte n’est pas autorisée pour les paiements en ligne. Votre banque peut l’activer\u202f; sinon, utilisez une autre carte.',
    SUSPENDED_ACCOUNT:
      'La banque a bloqué cette carte. Appelez‑la pour la débloquer, ou utilisez une autre carte.',
    CARD_TYPE_NOT_ACCEPTED:
      'Le marchand n’accepte pas ce type de carte. Utilisez une carte Visa, Mastercard ou American Express.',
    ISSUER_UNAVAILABLE: 'La banque de votre carte ne répond pas pour le moment. Attendez quelques minutes.',
    GENERAL_DECLINE: 'Votre banque a refusé sans donner de raison. Appelez‑la, ou utilisez une autre carte.',
    RISK_DECLINE:
      'Ce paiement n’a pas satisfait aux contrôles de sécurité. Utilisez une autre carte ou parlez‑en au marchand.',
    CONFIGURATION:
      'Les paiements par carte ne sont pas disponibles chez ce marchand en ce moment. Prévenez‑le, ou payez autrement.',
    GATEWAY_ERROR: 'Le paiement n’a pas pu être traité et rien n’a été débité. Attendez quelques minutes.',
    NOT_COMPLETED:
      'Le paiement n’est pas allé jusqu’au bout. Si un montant a été bloqué, votre banque le libérera.',
    AMOUNT_MISMATCH:
      'La banque a répondu pour un autre montant\u202f; nous avons tout annulé. Si un montant a été bloqué, votre banque le libérera.',
    CUSTOMER_CANCELLED: 'Vous avez annulé ce paiement. Rien n’a été débité.',
  },
  script: {
    cardNumber: 'Numéro de carte',
    expiry: "Date d'expiration",
    securityCode: 'Cryptogramme',
    securityCodeShort: '3 chiffres au dos',
    securityCodeLong: '4 chiffres devant',
    numberMissing: 'Saisissez le numéro de la carte.',
    numberWrong: 'Numéro de carte incomplet ou incorrect.',
    networkRefused: 'Ce type de carte n’est pas accepté. Utilisez Visa, Mastercard ou American Express.',
    expiryMissing: 'Saisissez la date d’expiration.',
    expiryWrong: 'Saisissez le mois et l’année en chiffres, par exemple 09/28.',
    expiryPast: 'Cette date est passée. Vérifiez‑la.',
    codeMissing: 'Saisissez le cryptogramme.',
    codeWrong: 'Vérifiez le cryptogramme\u00a0: il manque un chiffre.',
    fieldsFailed: 'Les champs de la carte n’ont pas pu s’ouvrir. Vérifiez votre connexion, puis réessayez.',
    fieldsRenewed: 'Pour votre sécurité, saisissez de nouveau votre carte. Rien n’a été débité.',
    sending: 'Envoi sécurisé…',
    asking: 'Nous interrogeons votre banque…',
    confirming: 'Confirmation du paiement…',
    slow: 'Cela prend plus de temps que d’habitude. Tout suit son cours.',
    confirmingTitle: 'Paiement en cours de confirmation',
    confirmingText:
      'Nous vérifions le résultat auprès du réseau bancaire. Inutile de payer de nouveau\u00a0: le marchand sera informé du résultat. Vous pouvez attendre ici ou quitter cette page.',
    returning: 'C’est fait. Nous vous redirigeons…',
    cancelling: 'Annulation…',
    doNotClose: 'Gardez cette page ouverte. Vous ne serez débité qu’une seule fois.',
    connectionCut: 'La connexion a été coupée et le paiement n’est pas parti. Appuyez de nouveau sur Payer.',
    offline: 'Vous êtes hors connexion. Nous reprendrons dès le retour du réseau.',
    offlineCard: 'Vous êtes hors connexion. Rien n’a été débité\u202f; ce que vous avez saisi reste là.',
    offlineCheck: 'Vous êtes hors connexion. La vérification se rechargera dès le retour du réseau.',
    backOnline: 'La connexion est revenue. Appuyez de nouveau sur Payer.',
    overOffline: {
      title: 'Paiement traité, hors connexion',
      text: 'Votre paiement est terminé et enregistré\u202f; ne payez pas de nouveau. Reconnectez‑vous pour voir le résultat.',
    },
    unavailable: 'Le réseau bancaire ne répond pas. Rien n’a été débité. Réessayez dans un instant.',
    cardAgain: 'Votre carte n’a pas pu être lue. Vérifiez‑la, puis réessayez.',
    cancelFailed: 'L’annulation n’a pas abouti. Réessayez dans un instant.',
    minutesLeft: 'Il vous reste {minutes} minutes pour payer.',
    oneMinuteLeft: 'Il vous reste une minute pour payer.',
    timeLeft: 'Temps restant\u00a0: {time}',
    copied: 'Copié',
  },
}
