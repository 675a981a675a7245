// The service's English messages, shown in the reader's language where a translation is known.
import { language } from '../../ui/language/language.ts'
import { serviceMessage } from '../../ui/language/service-messages.ts'
import { RequestError } from '../../ui/service/client.ts'

const french: readonly (readonly [words: RegExp, french: string])[] = [
  [/^The transfer is held, so nothing was sent$/, 'Le transfert est retenu\u00a0: rien n’a été envoyé'],
  [/^The transfer is not held$/, 'Le transfert n’est pas retenu'],
  [/^Nothing was sent to the operator$/, 'Rien n’a été envoyé à l’opérateur'],
  [/^The payout is waiting to be sent$/, 'Le décaissement est en attente d’envoi'],
  [/^No connection to the operator is configured$/, 'Aucune connexion à l’opérateur n’est configurée'],
  [/^A reversal is in progress$/, 'Une restitution est en cours'],
  [
    /^The operator protocol does not support reversals$/,
    'Le protocole de l’opérateur ne permet pas de restituer un décaissement',
  ],
  [
    /^The operator has not provided a payout reference$/,
    'L’opérateur n’a donné aucune référence pour le décaissement',
  ],
  [/^The adjustment is \w+( already, by .*)?$/, 'Cet ajustement a déjà été traité'],
  [
    /^The requester of an adjustment cannot decide it$/,
    'Un ajustement est approuvé par un autre administrateur que son demandeur',
  ],
  [
    /^An adjustment needs a second admin, and this deployment has only one$/,
    'Un ajustement nécessite un second administrateur, et ce service n’en a qu’un',
  ],
  [
    /^A user of this merchant cannot decide about it as an admin$/,
    'Vous êtes utilisateur de ce marchand\u00a0: un autre administrateur doit intervenir',
  ],
  [
    /^Read this request before you approve it: it shows the persons and the list entry$/,
    'Ouvrez d’abord cette demande\u00a0: elle montre les personnes et l’entrée de la liste',
  ],
  [
    /^Read this case before you confirm its outcome$/,
    'Ouvrez d’abord le dossier, tel qu’il est depuis que l’issue a été proposée',
  ],
  [
    /^This request is (withdrawn) already$/,
    'Cette demande n’a plus d’objet\u00a0: l’opération a été décidée autrement',
  ],
  [/^This request is (approved) already$/, 'Cette demande a déjà été approuvée'],
  [/^This request is (rejected) already$/, 'Cette demande a déjà été rejetée'],
  [/^This request is (expired) already$/, 'Cette demande a expiré'],
  [
    /^This needs the approval of a second admin, and this deployment has only one$/,
    'Cette opération nécessite un second administrateur, et ce service n’en a qu’un',
  ],
  [/^Request body is larger than ([\d.]+) ([KM])iB$/, 'L’envoi dépasse $1\u00a0$2io'],
  [/^Not allowed for your role$/, 'Votre rôle ne permet pas cette action'],
  [
    /^Another admin user has this name, by which persons are told apart$/,
    'Un autre administrateur porte ce nom, qui sert à distinguer les personnes',
  ],
  [
    /^A former admin user had this email under another name$/,
    'Un ancien administrateur avait cette adresse sous un autre nom',
  ],
  [/^This email belongs to an admin user already$/, 'Cette adresse appartient déjà à un administrateur'],
  [/^The user has this role already$/, 'Cette personne a déjà ce rôle'],
  [
    /^The refund right or the limit has changed since this was requested$/,
    'Le droit de remboursement ou le découvert autorisé a changé depuis la demande',
  ],
  [/^The user has changed since this was requested$/, 'Cette personne a changé depuis la demande'],
  [
    /^There must be at least one owner among the admin users$/,
    'L’équipe doit compter au moins un propriétaire',
  ],
  [
    /^Another admin must reset your second factor$/,
    'Un autre administrateur doit réinitialiser votre second facteur',
  ],
  [/^Case not found$/, 'Aucun dossier ne porte cet identifiant'],
  [/^The case is \w+$/, 'L’état du dossier ne le permet pas'],
  [
    /^A transfer of the case is held, or an alert of it is open$/,
    'Un transfert du dossier est encore retenu, ou une de ses alertes est encore ouverte',
  ],
  [
    /^Whoever proposed the outcome of a case cannot decide it$/,
    'La décision revient à une autre personne que celle qui a proposé l’issue',
  ],
  [
    /^Whoever wrote the declaration of a case cannot confirm it$/,
    'La confirmation revient à une autre personne que celle qui a rédigé la déclaration',
  ],
  [
    /^A case needs a second admin, and this deployment has only one$/,
    'Un dossier nécessite un second administrateur, et ce service n’en a qu’un',
  ],
  [/^The case has no declaration$/, 'Rédigez d’abord la déclaration de soupçon'],
  [/^The declaration is not confirmed$/, 'La déclaration n’est pas encore confirmée'],
  [/^A case has at most 50 papers$/, 'Un dossier compte au plus 50 pièces'],
  [
    /^Three upload links of the case are open already$/,
    'Trois liens d’envoi de ce dossier sont déjà ouverts\u00a0: retirez-en un',
  ],
  [/^The upload link was withdrawn$/, 'Ce lien d’envoi a été retiré'],
  [/^Transaction already fully refunded$/, 'Le paiement est déjà entièrement remboursé'],
  [/^Transaction older than 60 days$/, 'Le paiement a plus de 60 jours'],
  [/^Transaction older than 24 hours$/, 'Le paiement a plus de 24 heures'],
  [
    /^Another operation on this transaction is in progress$/,
    'Une autre opération est en cours sur ce paiement',
  ],
  [/^The merchant is already (active|suspended)$/, 'Le marchand est déjà dans cet état'],
  [/^The operator is (paused already|not paused)$/, 'L’opérateur est déjà dans cet état'],
  [/^No go-live request is pending$/, 'Aucune demande de passage en production n’est en attente'],
  [/^The merchant is already live$/, 'Le marchand est déjà en production'],
  [/^A test profile stays in the sandbox$/, 'Un profil de test ne passe pas en production'],
  [/^Exception not found$/, 'Cette anomalie est déjà clôturée'],
  [/^Transaction not found$/, 'Aucune transaction ne porte cet identifiant'],
  [/^Merchant not found$/, 'Aucun marchand ne porte ce code'],
  [/^Payout batch not found$/, 'Ce lot de versements n’existe plus'],
  [/^The payout batch is \w+ already$/, 'Une décision a déjà été prise pour ce lot'],
  [
    /^A second user of the merchant must approve this (?:payout|refund) first$/,
    'Un second utilisateur du marchand doit d’abord approuver cette demande',
  ],
  [/^No payout waits for this batch$/, 'Aucun versement n’attend ce lot'],
  [
    /^A payout to a bank is recorded as paid by a line of a bank statement$/,
    'Un versement à une banque est marqué comme versé par une ligne de relevé bancaire',
  ],
  [
    /^Only a payout whose outcome no inquiry brings is ended by hand$/,
    'Seul un versement dont l’issue reste inconnue se clôt à la main',
  ],
  [/^No operator was asked to make this payout$/, 'Aucun opérateur n’a reçu ce versement'],
  [/^Another admin must decide this payout batch$/, 'Un autre administrateur doit décider de ce lot'],
  [
    /^Another admin must assign this line: you approved the payout or imported its return$/,
    'Un autre administrateur doit rapprocher cette ligne\u00a0: vous avez approuvé le versement ou importé son retour',
  ],
  [/^This bank file cannot be read(?:: .*)?$/, 'Ce fichier bancaire est illisible'],
  [/^We have no bank account of this kind$/, 'Nous n’avons pas ce compte bancaire'],
  [
    /^The statement is of an account that is not ours: (\S+) in (\w+)$/,
    'Ce relevé n’est pas celui d’un de nos comptes\u00a0: $1 en $2',
  ],
  [
    /^The statement was imported before with other content$/,
    'Ce relevé a déjà été importé avec un autre contenu',
  ],
  [/^The bank line is \w+ already$/, 'Une décision a déjà été prise pour cette ligne'],
  [
    /^No open movement of this kind matches the bank line$/,
    'Aucun mouvement attendu ne correspond à cette ligne',
  ],
  [
    /^The bank line has another amount than the movement$/,
    'Le montant de la ligne n’est pas celui du mouvement',
  ],
  [/^Another admin must confirm this write-off$/, 'Un autre administrateur doit confirmer cette décision'],
  [/^Reporting fetch failed$/, 'Le rapport de la passerelle n’a pas pu être obtenu. Réessayez plus tard.'],
]

/** A message in the current language; undefined when there is no translation. */
export function translated(label: string): string | undefined {
  const shared = serviceMessage(label)
  if (shared !== undefined || language.value === 'en') return shared ?? label
  const [pattern, text] = french.find(([known]) => known.test(label)) ?? []
  if (!pattern || text === undefined) return undefined
  return label.replace(pattern, text)
}

export function TranslatedMessage({ children }: { children: string }) {
  const label = translated(children)
  return (
    <span class="soft" lang={label === undefined ? 'en' : undefined}>
      {label ?? children}
    </span>
  )
}

/** An error with its message in the reader's language, where a translation is known. */
export function inReaderLanguage(error: unknown): unknown {
  if (!(error instanceof RequestError)) return error
  const label = translated(error.message)
  return label === undefined ? error : new RequestError(label, error)
}
