// The French texts of the payment pages.
import type { english } from './en.ts'

const frenchRefusals: (typeof english)['refusals'] = {
  AUTHENTICATION_FAILED: [
    'Votre banque n’a pas pu vérifier ce paiement\u00a0: la vérification a été annulée, le code était incorrect, ou la banque a refusé.',
  ],
  NON_3DS: [
    'Votre banque n’a pas vérifié cette carte.',
    'Demandez-lui d’activer le paiement en ligne sécurisé (3-D Secure), ou utilisez une autre carte.',
  ],
  REVIEW: [
    'Ce paiement n’a pas été accepté après contrôle. Si un montant a été bloqué, votre banque le libérera.',
    'Utilisez une autre carte ou parlez-en au marchand.',
  ],
  INSUFFICIENT_FUND: [
    'Le solde disponible de la carte ne suffit pas.',
    'Rechargez-la ou utilisez une autre carte.',
  ],
  EXPIRED_CARD: [
    'Cette carte a expiré.',
    'Utilisez une autre carte ou demandez-en une nouvelle à votre banque.',
  ],
  STOLEN_LOST_CARD: [
    'Votre banque n’autorise plus l’usage de cette carte.',
    'Appelez le numéro inscrit au dos, ou utilisez une autre carte.',
  ],
  INVALID_CVN: [
    'Le cryptogramme ne correspond pas à la carte.',
    'Vérifiez les 3 chiffres au dos (4 au recto pour American Express).',
  ],
  INVALID_ACCOUNT: ['La banque ne reconnaît pas ce numéro de carte.', 'Vérifiez-le chiffre par chiffre.'],
  EXCEEDS_CREDIT_LIMIT: [
    'Le plafond de la carte est atteint.',
    'Demandez à votre banque de le relever, ou utilisez une autre carte.',
  ],
  UNAUTHORIZED_CARD: [
    'Cette carte n’est pas activée pour les paiements en ligne.',
    'Demandez à votre banque de l’activer, ou utilisez une autre carte.',
  ],
  SUSPENDED_ACCOUNT: [
    'La banque a bloqué cette carte.',
    'Appelez-la pour la débloquer, ou utilisez une autre carte.',
  ],
  CARD_TYPE_NOT_ACCEPTED: [
    'Le marchand n’accepte pas ce type de carte.',
    'Utilisez une carte Visa, Mastercard ou American Express.',
  ],
  ISSUER_UNAVAILABLE: [
    'La banque de votre carte ne répond pas pour le moment.',
    'Patientez quelques minutes.',
  ],
  GENERAL_DECLINE: [
    'Votre banque a refusé le paiement sans donner de raison.',
    'Appelez-la, ou utilisez une autre carte.',
  ],
  RISK_DECLINE: [
    'Ce paiement n’a pas satisfait aux contrôles de sécurité.',
    'Utilisez une autre carte ou parlez-en au marchand.',
  ],
  CONFIGURATION: [
    'Ce marchand n’accepte pas les paiements par carte pour le moment.',
    'Prévenez-le, ou payez autrement.',
  ],
  GATEWAY_ERROR: ['Le paiement n’a pas pu être traité.', 'Patientez quelques minutes, puis réessayez.'],
  NOT_COMPLETED: [
    'Le paiement a été interrompu avant la fin. Si un montant a été bloqué, votre banque le libérera.',
  ],
  AMOUNT_MISMATCH: [
    'La banque a approuvé un autre montant\u202f; nous avons annulé le paiement. Si un montant a été bloqué, votre banque le libérera.',
  ],
  CUSTOMER_CANCELLED: ['Vous avez annulé ce paiement.'],
  MM_INSUFFICIENT_FUNDS: [
    'Votre compte n’a pas assez d’argent dans cette devise.',
    'Rechargez-le ou payez autrement.',
  ],
  MM_WRONG_PIN: [
    'Le code PIN saisi est incorrect.',
    'Réessayez\u202f; après plusieurs erreurs, l’opérateur bloque le compte.',
  ],
  MM_NO_ANSWER: ['La demande a expiré sans réponse.', 'Gardez le téléphone déverrouillé et réessayez.'],
  MM_CANCELLED: ['Vous avez refusé la demande sur votre téléphone.'],
  MM_LIMIT: ['Vous avez atteint le plafond de votre compte.', 'Réessayez plus tard ou payez autrement.'],
  MM_NO_WALLET: [
    'Ce numéro n’a pas de compte actif chez cet opérateur.',
    'Vérifiez le numéro et l’opérateur.',
  ],
  MM_BLOCKED: ['Votre compte est bloqué ou inactif.', 'Contactez l’opérateur ou payez autrement.'],
  MM_DECLINED: ['Le paiement n’a pas été validé\u00a0: refus, code PIN incorrect ou délai dépassé.'],
}

export const french: typeof english = {
  secure: 'Paiement sécurisé',
  help: 'J’ai payé, que s’est-il passé\u202f?',
  language: 'Langue',
  toPay: 'Montant à payer',
  reference: 'Référence',
  payer: 'Client',
  card: 'Carte bancaire',
  expiryHint: 'MM/AA',
  expiryHelp: 'Mois et année',
  pay: 'Payer {amount}',
  cancel: 'Annuler',
  askCancel: {
    title: 'Annuler ce paiement\u202f?',
    text: 'Nous préviendrons {merchant}, et ce paiement ne pourra plus être effectué.',
    later: 'Pour payer plus tard, retournez chez le marchand sans annuler.',
    yes: 'Oui, annuler le paiement',
    no: 'Continuer à payer',
  },
  retry: 'Réessayer',
  startOver: {
    merchant: 'Rien n’est perdu\u00a0: retournez chez {merchant} et recommencez.',
    link: 'Pour payer, réessayez ci-dessous\u00a0: votre lien de paiement est toujours valable.',
    newLink: 'Pour payer, demandez un nouveau lien à {merchant}.',
  },
  continue: 'Continuer',
  trust:
    'Le numéro de votre carte est chiffré et transmis directement à la passerelle de paiement sécurisée. Ni le marchand ni Likuta n’y ont accès.',
  steps: {
    sending: 'Transmission de la carte',
    asking: 'Vérification auprès de votre banque',
    confirming: 'Confirmation du paiement',
  },
  verification: 'Vérification par votre banque',
  verificationText: 'Votre banque vous demande de confirmer ce paiement.',
  otherCard: 'Changer de carte',
  reloadCheck: 'Recharger la vérification',
  elsewhere: {
    title: 'Paiement en cours dans un autre onglet',
    text: 'Terminez la vérification de votre banque dans l’autre onglet, ou continuez ici si vous l’avez fermé.',
  },
  overOffline: {
    title: 'Paiement traité, mais vous êtes hors connexion',
    text: 'Votre paiement a été traité et enregistré\u202f; ne payez pas à nouveau. Reconnectez-vous pour voir le résultat.',
  },
  continueHere: 'Continuer ici',
  scriptNeeded: {
    title: 'JavaScript est nécessaire',
    text: 'Cette page a besoin de JavaScript pour protéger votre carte. Activez-le dans votre navigateur, ou ouvrez ce lien dans un autre. Aucun montant n’a été débité.',
  },
  testMode: 'Mode test, sans argent réel',
  testCards: 'Cartes de test',
  testAdvice: 'Utilisez une date future et un cryptogramme de 3 chiffres, au choix.',
  testFrictionless: 'Acceptée',
  testChallenge: 'Acceptée après le code 1234',
  testDeclined: 'Refusée par la banque',
  testFunds: 'Solde insuffisant',
  copy: 'Copier le numéro {number}',
  moment: 'Un instant…',
  momentText: 'Votre banque a répondu. Nous finalisons votre paiement.',
  success: {
    title: 'Paiement réussi',
    text: 'Merci. Nous avons informé {merchant}. Gardez ce reçu\u00a0: il prouve votre paiement.',
  },
  already_paid: {
    title: 'Paiement déjà effectué',
    text: 'Vous avez déjà payé et nous en avons informé {merchant}. Vous n’avez pas été débité une seconde fois.',
  },
  refunded: {
    title: 'Paiement remboursé',
    text: '{merchant} vous a remboursé. Le montant apparaîtra sur votre compte sous quelques jours.',
  },
  partially_refunded: {
    title: 'Paiement remboursé en partie',
    text: '{merchant} vous a remboursé {amount}. Le montant apparaîtra sur votre compte sous quelques jours.',
  },
  voided: {
    title: 'Paiement annulé par le marchand',
    text: '{merchant} a annulé le débit après votre paiement. Si le montant est encore bloqué, votre banque le libérera.',
  },
  disputed: {
    title: 'Paiement contesté',
    text: 'Le titulaire de la carte conteste ce paiement auprès de sa banque, qui n’a pas encore décidé. Ce reçu ne prouve plus que {merchant} a été payé.',
  },
  returned: {
    title: 'Paiement rendu par la banque',
    text: 'Après une contestation, la banque a rendu {amount} au titulaire de la carte. Ce reçu ne prouve plus que {merchant} a été payé.',
  },
  undebited:
    'Aucun débit ne nous a été signalé. Si un montant a été débité, il vous sera remboursé automatiquement.',
  failed: {
    title: 'Le paiement n’a pas abouti',
    text: 'Aucun montant n’a été débité.',
  },
  cancelled: {
    title: 'Paiement annulé',
    text: 'Aucun montant n’a été débité.',
  },
  confirming: {
    title: 'Nous confirmons votre paiement',
    text: 'Ne payez pas une deuxième fois. Nous vérifions le résultat auprès du réseau bancaire\u202f; {merchant} en sera informé. Cette page s’actualise automatiquement.',
  },
  refresh: 'Actualiser',
  paidTo: 'Marchand',
  amount: 'Montant',
  description: 'Description',
  transaction: 'Transaction',
  seeReceipt: 'Voir le reçu',
  back: 'Retour à la boutique',
  backTo: 'Retour à {merchant}',
  ends: {
    expired: {
      title: 'Ce lien a expiré',
      text: 'Le délai de paiement est dépassé. Aucun montant n’a été débité.',
    },
    link_expired: {
      title: 'Ce lien a expiré',
      text: 'Si vous n’avez pas encore payé, demandez un nouveau lien au marchand.',
    },
    timed_out: {
      title: 'Le délai de paiement est dépassé',
      text: 'Aucun montant n’a été débité.',
    },
    cancelled: {
      title: 'Paiement annulé',
      text: 'Ce paiement a été annulé. Aucun montant n’a été débité.',
    },
    not_found: {
      title: 'Paiement introuvable',
      text: 'Ce lien ne mène à aucun paiement. Vérifiez que vous l’avez copié en entier, ou demandez au marchand de vous le renvoyer.',
    },
    no_page: {
      title: 'Page introuvable',
      text: 'Il n’y a rien à cette adresse. Pour payer, ouvrez le lien que le marchand vous a donné.',
    },
    forbidden: {
      title: 'Ce lien n’est pas valable',
      text: 'L’adresse est incomplète ou a été modifiée. Ouvrez le lien tel que le marchand vous l’a envoyé.',
    },
    link_exhausted: {
      title: 'Ce lien a déjà servi',
      text: 'Tous les paiements prévus par ce lien ont été effectués. Si vous devez encore payer, demandez un nouveau lien au marchand.',
    },
    link_paid: {
      title: 'Tout est payé',
      text: 'Le montant total de ce lien a été payé. Il ne reste rien à payer.',
    },
    link_cancelled: {
      title: 'Ce lien n’est plus valable',
      text: 'Le marchand l’a annulé. Si vous n’avez pas encore payé, demandez-lui un nouveau lien.',
    },
    part_taken: {
      title: 'Le reste à payer a diminué',
      text: 'Une autre personne a payé une partie par ce lien, ou est en train de le faire. Rien n’a été débité pour cet essai. Rouvrez le lien pour voir ce qui reste à payer.',
    },
    rest_too_small: {
      title: 'Ce montant laisserait trop peu à payer',
      text: 'Depuis que vous l’avez choisi, d’autres ont payé par ce lien, et le reste serait trop petit pour un paiement. Rien n’a été débité pour cet essai. Rouvrez le lien pour payer tout le reste, ou un montant plus petit.',
    },
    link_taken: {
      title: 'Ce lien vient d’être utilisé',
      text: 'Le dernier paiement prévu par ce lien est effectué ou en cours. Rien n’a été débité pour cet essai. S’il n’aboutit pas, le lien redevient disponible\u00a0: réessayez dans un instant, ou demandez un nouveau lien au marchand.',
    },
    link_declined: {
      title: 'Trop de paiements refusés',
      text: 'Plusieurs paiements par ce lien ont été refusés depuis votre appareil ou votre réseau. Aucun montant n’a été débité pour cette tentative. Réessayez dans 15 minutes, ou demandez au marchand un autre moyen de payer.',
    },
    merchant_closed: {
      title: 'Ce marchand n’accepte pas de paiements pour le moment',
      text: 'Si vous n’avez pas encore payé, demandez au marchand comment faire.',
    },
    unavailable: {
      title: 'Service momentanément indisponible',
      text: 'Nous ne pouvons pas ouvrir ce paiement pour le moment. Patientez une minute, puis actualisez cette page. Si vous avez déjà validé le paiement, ne payez pas ailleurs avant d’avoir vu le résultat ici.',
    },
  },
  link: {
    step: 'Étape 1 sur 2',
    cardStep: 'Étape 2 sur 2',
    details: 'Vos coordonnées',
    why: 'Votre banque s’en sert pour vérifier que c’est bien vous. Vous saisirez votre carte à l’étape suivante.',
    go: 'Passer au paiement',
    mend: 'Corrigez les champs signalés.',
    wait: {
      title: 'Un instant, s’il vous plaît',
      text: 'Ce lien est très sollicité. Vos coordonnées sont enregistrées\u00a0: le paiement s’ouvre dans {wait}.',
      goOn: 'La page ne s’ouvre pas\u202f? Continuer',
    },
    country: 'Choisissez un pays',
    oneName: 'Je n’ai qu’un seul nom',
    fields: {
      bill_to_forename: 'Prénom',
      bill_to_surname: 'Nom',
      bill_to_email: 'E-mail',
      bill_to_phone: 'Téléphone (facultatif)',
      bill_to_address_country: 'Pays',
      bill_to_address_line1: 'Adresse',
      bill_to_address_city: 'Ville',
      bill_to_address_province: 'Province',
      bill_to_address_state: 'État',
      bill_to_address_postal_code: 'Code postal',
    },
    hints: {
      bill_to_address_province: '2 lettres\u00a0: ON',
      bill_to_address_state: '2 lettres\u00a0: NY',
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
      bill_to_phone:
        'Vérifiez le numéro, par exemple 099\u00a0123\u00a04567 ou +32\u00a0470\u00a012\u00a034\u00a056.',
      bill_to_address_country: 'Choisissez un pays dans la liste.',
      bill_to_address_line1: 'Vérifiez votre adresse.',
      bill_to_address_city: 'Vérifiez votre ville.',
      bill_to_address_province: 'Saisissez les 2 lettres de la province, par exemple ON.',
      bill_to_address_state: 'Saisissez les 2 lettres de l’État, par exemple NY.',
      bill_to_address_postal_code:
        'Vérifiez le code postal, par exemple 10001 (États-Unis) ou K1A0B1 (Canada).',
    },
    tooLong: 'Ce texte est trop long.',
  },
  refusals: frenchRefusals,
  script: {
    cardNumber: 'Numéro de carte',
    expiry: "Date d'expiration",
    securityCode: 'Cryptogramme',
    securityCodeShort: '3 chiffres au dos (4 devant pour Amex)',
    securityCodeLong: '4 chiffres au recto',
    numberMissing: 'Saisissez le numéro de la carte.',
    numberWrong: 'Numéro de carte incomplet ou incorrect.',
    networkRefused: 'Ce type de carte n’est pas accepté. Utilisez Visa, Mastercard ou American Express.',
    expiryMissing: 'Saisissez la date d’expiration.',
    expiryWrong: 'Saisissez le mois et l’année en chiffres, par exemple 09/28.',
    expiryPast: 'Cette date d’expiration est dépassée.',
    codeMissing: 'Saisissez le cryptogramme.',
    codeWrong: 'Cryptogramme incomplet.',
    fieldsFailed:
      'Les champs de la carte n’ont pas pu être chargés. Vérifiez votre connexion, puis réessayez.',
    fieldsRenewed: 'Pour votre sécurité, saisissez à nouveau votre carte. Aucun montant n’a été débité.',
    sending: 'Transmission sécurisée…',
    asking: 'Vérification auprès de votre banque…',
    confirming: 'Confirmation du paiement…',
    slow: 'Cela prend plus de temps que d’habitude, mais votre paiement suit son cours.',
    confirmingTitle: 'Paiement en cours de confirmation',
    confirmingText:
      'Ne payez pas une deuxième fois. Nous vérifions le résultat auprès du réseau bancaire\u202f; {merchant} sera prévenu. Vous pouvez fermer cette page.',
    returning: 'C’est fait. Nous vous redirigeons…',
    cancelling: 'Annulation…',
    doNotClose: 'Ne fermez pas cette page. Vous ne paierez qu’une fois.',
    connectionCut:
      'La connexion a été coupée avant l’envoi du paiement. Appuyez à nouveau sur «\u00a0Payer\u00a0».',
    offline: 'Vous êtes hors connexion. Nous reprendrons dès le retour du réseau.',
    offlineCard: 'Vous êtes hors connexion. Aucun montant n’a été débité\u202f; votre saisie est conservée.',
    attemptsLeft: 'Il vous reste {left}\u00a0tentatives.',
    lastAttempt: 'Il vous reste une tentative.',
    cardDeclined: 'Carte refusée. Rien n’a été débité.',
    offlineCheck: 'Vous êtes hors connexion. La vérification se rechargera dès le retour du réseau.',
    backOnline: 'Connexion rétablie. Appuyez à nouveau sur «\u00a0Payer\u00a0».',
    unavailable: 'Le réseau bancaire ne répond pas. Aucun montant n’a été débité. Réessayez dans un instant.',
    cardAgain: 'Les données de la carte n’ont pas pu être lues. Vérifiez-les, puis réessayez.',
    cancelFailed: 'L’annulation n’a pas abouti. Réessayez dans un instant.',
    leftToPay: 'Il vous reste {time} pour payer.',
    timeLeft: 'Temps restant\u00a0: {time}',
    copied: 'Copié',
  },
}
