// The cause and the remedy of each error code in French, for the pages of docs/errors/fr/. A test checks that every code has both
// languages.
import type { Advice } from './error-guide.ts'

export const frenchErrorGuide: Readonly<Record<string, Advice>> = {
  'RMT-401': {
    cause:
      "Pour les transferts : l'en-tête `Authorization` est absent, envoyé deux fois ou n'est pas de type Basic, ou le code ou le secret marchand est incorrect. Après un renouvellement, l'ancien secret est refusé immédiatement. Pour le compte : l'adresse e-mail ou le mot de passe est incorrect, ou le jeton d'accès est absent, inconnu, expiré, ou annulé par une déconnexion ou un changement de mot de passe.",
    remedy:
      "Pour les transferts, envoyez `Authorization: Basic` avec le Base64 de `<merchant_code>:<merchant_secret>`. Le secret commence par `msk_` ; la clé et le secret d'API servent aux paiements par carte. Pour le compte, connectez-vous à nouveau.",
  },
  'RMT-403': {
    cause:
      "L'authentification est valable, mais cette requête n'est pas autorisée. Raisons possibles : le marchand est suspendu ; la requête vient d'une adresse IP qui n'est pas sur la liste du marchand ; l'installation ne sert pas l'environnement du marchand ; un marchand en production a fait un appel réservé au mode test ; un transfert a été retenu en mode test avant le passage en production et ne peut plus être libéré ; la création de comptes est fermée. Pour l'administration : le réseau ou le jeton n'est pas autorisé.",
    remedy:
      "Le message indique la raison. Contactez l'équipe qui exploite l'installation. Si vous l'exploitez derrière un proxy, `TRUSTED_PROXIES` détermine l'adresse qui compte.",
  },
  'RMT-404': {
    cause:
      "Le chemin n'existe pas, ou rien ne porte cette référence ou cet identifiant. Le transfert d'un autre marchand est lui aussi introuvable.",
    remedy:
      "Vérifiez le chemin et la référence. Un envoi refusé par un statut 4xx n'a créé aucun transfert, et sa référence est donc introuvable : corrigez la requête et renvoyez-la.",
  },
  'RMT-405': {
    cause: "Le chemin existe, mais n'accepte pas cette méthode.",
    remedy: "L'en-tête `Allow` de la réponse liste les méthodes acceptées.",
  },
  'RMT-409': {
    cause:
      "Une requête précédente avec la même `Idempotency-Key` est encore en cours, ou l'état du marchand ne permet pas cette requête. Le message indique cet état.",
    remedy:
      "Avec une `Idempotency-Key` : attendez une seconde et renvoyez la même requête avec la même clé ; vous recevez la première réponse. Sinon, consultez l'état actuel : `GET /api/v1/merchant/go-live`, `GET /api/v1/merchant/callback`.",
  },
  'RMT-413': {
    cause: 'Le corps dépasse 64 Kio, ou 4 Kio dans une requête sans authentification.',
    remedy:
      'Un transfert demande environ 1 Kio. Envoyez `Authorization` avec chaque requête qui en a besoin.',
  },
  'RMT-415': {
    cause: "Le corps n'est pas déclaré en JSON, ou il est compressé.",
    remedy: 'Envoyez `Content-Type: application/json`, sans `Content-Encoding`.',
  },
  'RMT-422': {
    cause:
      "La `Idempotency-Key` a servi pour une autre requête dans les dernières 24 heures, ou elle n'a pas de 1 à 255 caractères ASCII imprimables.",
    remedy:
      'Utilisez une nouvelle clé pour chaque nouvelle requête, et la même clé seulement pour répéter une requête. Pour les transferts, la référence joue ce rôle sans clé.',
  },
  'RMT-429': {
    cause:
      "Le marchand a envoyé trop de requêtes ; `RateLimit-Limit` indique la pointe autorisée. À la connexion : après trop de mots de passe incorrects, l'adresse e-mail est bloquée depuis cette adresse IP, même avec le bon mot de passe. Les clés et les secrets continuent de fonctionner.",
    remedy:
      'Attendez le nombre de secondes indiqué par `Retry-After`. Suivez les transferts par leurs webhooks, et ne consultez que ceux dont le webhook tarde.',
  },
  'RMT-500': {
    cause: 'Une erreur de notre côté. Nos journaux la contiennent sous le `X-Request-Id` de la réponse.',
    remedy:
      "La requête a peut-être été exécutée, peut-être pas. Renvoyez-la avec la même référence : aucun mouvement n'a lieu deux fois. Si l'erreur persiste, transmettez-nous le `X-Request-Id`.",
  },
  'RMT-503': {
    cause:
      "Le service est surchargé et refuse les requêtes les moins importantes avant de les traiter : d'abord les listes, puis les consultations de statut, puis les transferts. Ou la base de données est momentanément inaccessible.",
    remedy:
      "Renvoyez la même requête après `Retry-After`, avec la même référence ou la même `Idempotency-Key` ; ni l'une ni l'autre n'a servi. Suivez les transferts par leurs webhooks : ils sont envoyés même quand les listes sont refusées.",
  },
  'RMT-1001': {
    cause:
      "Le corps n'est pas une seule valeur JSON en UTF-8 : par exemple une virgule finale, une clé en double, une marque d'ordre des octets ou un corps vide.",
    remedy: 'Faites écrire le corps par une bibliothèque JSON.',
  },
  'RMT-1002': {
    cause:
      "Le montant n'est pas un nombre JSON, n'est pas supérieur à 0, a plus de deux décimales, ou dépasse 9999999999.99 (10000.00 pour un approvisionnement). Un texte comme `\"1.00\"` n'est pas un nombre. Un montant de moins d'un cent américain est aussi refusé.",
    remedy: 'Envoyez un nombre : `"amount": 12.5`.',
  },
  'RMT-1003': {
    cause:
      "La devise de l'expéditeur n'est pas USD, EUR, NGN, GHS, UGX ou CAD ; `receiver_currency` n'est pas USD ; ou la devise d'un taux en direct n'est pas un code ISO 4217 pris en charge par le fournisseur de taux.",
    remedy: "Envoyez le code en majuscules. N'envoyez pas `receiver_currency`.",
  },
  'RMT-1004': {
    cause:
      "Le numéro de téléphone est incorrect, n'appartient à aucun opérateur pris en charge, ou contredit le champ `operator`. `errors` indique le champ. Le numéro d'un expéditeur peut être de tout pays, pourvu qu'on puisse l'appeler.",
    remedy:
      "Vérifiez le numéro avec `GET /api/v1/remittance/kyc?phone=…`, qui renvoie son pays et son opérateur, et n'envoyez pas `operator` : le préfixe suffit.",
  },
  'RMT-1005': {
    cause:
      'Des champs sont absents, vides, trop longs ou du mauvais type, ou un paramètre de liste est incorrect. `errors` les indique tous, y compris ceux qui ont leur propre code.',
    remedy:
      'Corrigez tout ce que liste `errors` : la première réponse est complète. Parmi les champs obligatoires, seuls `sender_msisdn`, `sender_middle_name` et `receiver_middle_name` peuvent être des textes vides.',
  },
  'RMT-1006': {
    cause:
      "Une date n'est pas au format `AAAA-MM-JJ` ou n'existe pas ; l'expéditeur a moins de 18 ans ; ou la pièce d'identité a expiré, n'est pas encore délivrée, ou a été délivrée après sa date d'expiration.",
    remedy:
      "`errors` indique les dates. Un expéditeur de moins de 18 ans, ou dont la pièce d'identité a expiré, ne peut pas envoyer de transfert.",
  },
  'RMT-1007': {
    cause:
      "Un transfert porte déjà cette référence, avec d'autres champs ; `errors` indique ceux qui diffèrent. Cette requête n'a rien modifié.",
    remedy:
      'Pour répéter un transfert, envoyez les mêmes champs. Pour un nouveau transfert, utilisez une nouvelle référence. Consultez celui qui existe avec `GET /api/v1/remittance/transaction/status?reference=…`.',
  },
  'RMT-1008': {
    cause:
      "La décision a déjà été prise, ou la demande a expiré : une approbation, une demande de remboursement, un versement, un ajustement, un transfert retenu, des taux de change, un dossier de conformité. Le message indique l'état. Un dossier ne se clôt pas tant qu'un de ses transferts ou une de ses alertes reste à traiter. Pour un reçu : le transfert n'est pas arrivé.",
    remedy: 'Actualisez la liste des décisions en attente.',
  },
  'RMT-1009': {
    cause: "`current_password` n'est pas le mot de passe du compte.",
    remedy: 'Envoyez le mot de passe avec lequel vous vous connectez.',
  },
  'RMT-1010': {
    cause: "Le nouveau mot de passe n'est pas accepté. Le message indique pourquoi.",
    remedy:
      'Choisissez de 12 à 128 caractères, qui ne figurent pas dans une liste de mots de passe courants.',
  },
  'RMT-1011': {
    cause: "Une entrée de `addresses` n'est ni une adresse IP ni un réseau en notation CIDR.",
    remedy: 'Écrivez `203.0.113.7` ou `203.0.113.0/24`. Une liste vide autorise toutes les adresses.',
  },
  'RMT-1012': {
    cause: 'Administrateurs seulement : le numéro est déjà sur la liste noire de cet environnement.',
    remedy: 'Rien : le numéro est bloqué.',
  },
  'RMT-1013': {
    cause: 'Administrateurs seulement : cette alerte est déjà close.',
    remedy: "Consultez l'alerte pour savoir qui l'a close, et pourquoi.",
  },
  'RMT-1014': {
    cause:
      "Administrateurs seulement : le transfert n'est pas Successful, a été repris ou est en cours de reprise, ou son opérateur ne permet pas les reprises. Le message indique la raison. Rien n'a été envoyé à l'opérateur.",
    remedy:
      "Relisez le transfert : `allowed_actions.reverse` indique s'il peut être repris. Si l'opérateur ne le permet pas, convenez du remboursement avec le bénéficiaire.",
  },
  'RMT-1015': {
    cause: "`sender_document_type` n'est pas PASSPORT, NATIONAL_ID, DRIVING_LICENCE, VOTER_CARD ou OTHER.",
    remedy: 'Envoyez la valeur en majuscules. `errors` contient la liste.',
  },
  'RMT-1016': {
    cause: "`reason_of_transaction` n'est pas l'une de ses 23 valeurs.",
    remedy:
      'Envoyez la valeur en majuscules. `errors` contient la liste ; `OTHER` avec `reason_details` est toujours possible.',
  },
  'RMT-1017': {
    cause: "`source_of_funds` n'est pas l'une de ses 10 valeurs.",
    remedy: 'Envoyez la valeur en majuscules. `errors` contient la liste.',
  },
  'RMT-1018': {
    cause: '`receiver_current_address` et `receiver_permanent_address` sont tous deux absents ou vides.',
    remedy: "Envoyez l'un des deux au moins.",
  },
  'RMT-1019': {
    cause: "`receiver_document_type` n'est pas PASSPORT, NATIONAL_ID, DRIVING_LICENCE, VOTER_CARD ou OTHER.",
    remedy: 'Envoyez la valeur en majuscules. `errors` contient la liste.',
  },
  'RMT-1020': {
    cause:
      "Administrateurs seulement : rien n'a encore été envoyé à l'opérateur, ou aucune connexion avec lui n'est configurée, et il n'y a donc pas de paiement sortant à vérifier. Le message indique la raison.",
    remedy: 'Relisez le transfert : `payout` indique si et quand il a été envoyé.',
  },
  'RMT-1021': {
    cause:
      "Administrateurs seulement : l'administrateur qui a demandé un ajustement ou proposé l'issue d'un dossier de conformité ne peut pas en décider.",
    remedy:
      'Demandez à un autre administrateur de décider. Ce sont les personnes qui comptent, non les jetons ni leurs noms : une personne qui a deux jetons reste une seule personne.',
  },
  'RMT-1022': {
    cause:
      "Administrateurs seulement : un ajustement, l'issue d'un dossier de conformité, ou un approvisionnement supérieur à ce qu'un seul administrateur peut ajouter en 24 heures demande deux administrateurs, et `ADMIN_TOKENS` de cette installation ne nomme qu'une personne.",
    remedy: 'Ajoutez à `ADMIN_TOKENS` une deuxième personne, avec son propre jeton.',
  },
  'RMT-1024': {
    cause: "Administrateurs seulement : un autre administrateur a déjà suspendu ou rétabli l'opérateur.",
    remedy: 'Actualisez la liste des opérateurs.',
  },
  'RMT-1034': {
    cause:
      "Vous avez envoyé les mêmes lignes dans un lot au cours des 30 derniers jours, quels que soient leur ordre et le nom du lot. Rien n'a été enregistré : personne n'est payé deux fois.",
    remedy:
      'Lisez le premier lot : `errors` donne son `batch_id`. Si les mêmes personnes doivent recevoir de nouveau les mêmes montants, donnez de nouvelles références aux lignes. Un lot annulé avant tout envoi ne compte pas.',
  },
  'RMT-1026': {
    cause:
      "Un autre administrateur a modifié les règles de plafond depuis que vous les avez lues. Rien n'a été modifié.",
    remedy: 'Relisez les règles avec `GET /api/v1/admin/compliance/rules` et repartez de leur `version`.',
  },
  'RMT-1030': {
    cause:
      "Le transfert désigne un devis (`quote_id`) établi pour un autre montant, une autre devise, un autre opérateur ou un autre numéro. `errors` nomme les champs qui diffèrent. Aucun transfert n'a été créé et le devis reste utilisable.",
    remedy:
      "Omettez `amount` et `currency`, que le devis donne, ou demandez un devis pour ce transfert. Envoyez l'argent à l'opérateur et au numéro du devis.",
  },
  'RMT-1031': {
    cause:
      "Le devis a expiré : `expires_at` était atteint au moment de la décision. Aucun transfert n'a été créé. `errors` contient un élément pour `quote_id` avec un nouveau devis (`quote`) pour le même montant, sauf s'il n'y a pas de taux récent ou si le plafond des devis non utilisés est atteint.",
    remedy:
      "Montrez le nouveau prix à l'expéditeur. S'il l'accepte, renvoyez le transfert avec le nouveau `quote_id` ; sa `reference` est libre.",
  },
  'RMT-1032': {
    cause: 'Un autre transfert a utilisé ce devis. Un devis sert à un seul transfert.',
    remedy:
      "Pour savoir ce qu'un transfert est devenu, répétez-le avec sa propre `reference` : il reçoit la première réponse. Pour un autre transfert, demandez un autre devis.",
  },
  'RMT-1033': {
    cause:
      "Avec ce devis, vos devis non utilisés promettraient plus que votre plafond, ou ceux de tous les marchands plus que le service n'admet dans cette devise. Les devis utilisés ou expirés ne comptent pas.",
    remedy:
      "Demandez un devis quand un expéditeur s'apprête à payer, pas pour chaque visiteur : `GET /api/v1/remittance/rate` affiche les taux sans les garantir. Réessayez quand des devis auront été utilisés ou auront expiré, ou demandez un plafond plus élevé à l'équipe qui exploite le service.",
  },
  'RMT-1025': {
    cause:
      "Cette modification pourrait détourner de l'argent ou donner un accès : vous devez confirmer de nouveau votre identité. `X-Step-Up-Token` est absent ou inconnu, il date de plus de cinq minutes, ou il appartient à une autre connexion. Un utilisateur qui a un second facteur ne reçoit pas de jeton pour le seul mot de passe.",
    remedy:
      "Appelez `POST /api/v1/merchant/step-up` avec le mot de passe ou, si l'utilisateur a un second facteur, avec ce facteur, puis envoyez dans les cinq minutes le jeton reçu dans `X-Step-Up-Token`. Un administrateur appelle `POST /api/v1/admin/step-up` avec un code ou une clé d'accès.",
  },
  'RMT-1027': {
    cause:
      "L'utilisateur a un second facteur. Le mot de passe est correct mais ne suffit pas : aucun code n'a été envoyé, ou le code est incorrect ou a déjà servi. Personne n'a été connecté.",
    remedy:
      "Envoyez le code de l'application d'authentification dans `totp` ou un code de secours dans `recovery_code`, ou utilisez une clé d'accès. À la connexion, envoyez-le avec l'adresse du compte et le mot de passe.",
  },
  'RMT-1028': {
    cause:
      "Le code de l'application d'authentification ou le code de secours est incorrect, ou a déjà été utilisé : chaque code n'est accepté qu'une fois. Cinq codes incorrects en 15 minutes bloquent la connexion pendant 15 minutes.",
    remedy:
      "Attendez le code suivant de l'application et envoyez-le. Si les codes restent incorrects, réglez l'heure du téléphone.",
  },
  'RMT-1029': {
    cause:
      "La réponse du navigateur pour la clé d'accès ne convient pas : le défi date de plus de cinq minutes ou a déjà servi, il a été créé pour une autre session, ou la clé appartient à un autre utilisateur.",
    remedy: 'Recommencez avec de nouvelles options.',
  },
  'RMT-2001': {
    cause:
      "Le solde disponible du portefeuille est inférieur au montant plus les frais. Aucun transfert n'a été créé et la référence reste libre. Un transfert retenu qu'un administrateur libère reste retenu ; un ajustement qu'un administrateur approuve reste en attente.",
    remedy:
      'Consultez `GET /api/v1/remittance/balance`, faites approvisionner le portefeuille et renvoyez la même requête. En mode test : `POST /api/v1/remittance/sandbox/topup`.',
  },
  'RMT-3001': {
    cause: "Le numéro du bénéficiaire est sur la liste noire. Aucun transfert n'a été créé.",
    remedy:
      "N'envoyez rien à ce numéro. L'équipe qui exploite l'installation peut vous dire pourquoi il est bloqué.",
  },
  'RMT-3002': {
    cause:
      "Avec ce transfert, l'expéditeur, le bénéficiaire, le numéro ou la pièce d'identité dépasserait un plafond. Les transferts de tous les partenaires comptent. Aucun transfert n'a été créé et la référence reste libre. `errors` contient un élément par plafond : `rule`, et `frees_at`, l'heure à partir de laquelle ce transfert est possible ; null si le montant dépasse à lui seul le plafond.",
    remedy:
      'Renvoyez la même requête après `frees_at`, ou un montant plus petit. `GET /api/v1/remittance/limits` indique ce qui reste.',
  },
  'RMT-4001': {
    cause:
      "L'opérateur n'a pas de portefeuille mobile money à ce numéro, ou le portefeuille ne peut pas recevoir d'argent. Aucun transfert n'a été créé.",
    remedy:
      "Demandez à l'expéditeur de vérifier le numéro, ou au bénéficiaire de faire activer son portefeuille. `GET /api/v1/remittance/account-lookup` vérifie un numéro sans rien envoyer.",
  },
  'RMT-4006': {
    cause:
      "`expected_receiver_name` diffère trop du nom enregistré du portefeuille : le score est inférieur à 0,6. Aucun transfert n'a été créé.",
    remedy:
      "Demandez à l'expéditeur de vérifier le numéro. `GET /api/v1/remittance/account-lookup` avec `expected_receiver_name` montre mot par mot ce qui correspond. L'ordre, la casse, les accents et les variantes courantes sont sans effet.",
  },
  'RMT-5001': {
    cause:
      "L'opérateur n'a pas répondu à la recherche du nom, aucune connexion avec lui n'est configurée, ou un administrateur l'a suspendu. Aucun transfert n'a été créé. Quand un administrateur interroge l'opérateur au sujet d'un transfert : l'opérateur n'a pas répondu, et rien n'a changé.",
    remedy: 'Renvoyez la même requête plus tard, avec la même référence.',
  },
  'RMT-5002': {
    cause:
      "Le fournisseur de taux n'a pas donné de taux en direct, ou aucun n'est configuré. Les transferts ne sont pas touchés : ils sont convertis avec la grille de taux.",
    remedy:
      'Utilisez `GET /api/v1/remittance/rate`, qui ne dépend pas du fournisseur, ou réessayez plus tard.',
  },
  'RMT-5003': {
    cause:
      "Les taux de change ont plus de 12 heures, ou il n'y en a pas encore : rien ne peut être converti. Aucun transfert n'a été créé. Les transferts en USD n'ont pas besoin de taux.",
    remedy:
      "Renvoyez la même requête plus tard, avec la même référence. Si vous exploitez l'installation, voyez les taux de change dans docs/operations.md.",
  },
  'RMT-9001': {
    cause: 'Les transferts vers un autre pays ne sont pas pris en charge.',
    remedy: 'Utilisez `POST /api/v1/remittance/inbound`, le seul type de transfert.',
  },
  'RMT-9003': {
    cause: 'En mode test, un transfert vaut au plus 1,00 USD, quelle que soit sa devise.',
    remedy: 'Envoyez un montant inférieur : `"amount": 1, "currency": "USD"`.',
  },
}
