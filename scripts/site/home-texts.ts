// The texts of the home page and of the page for unknown addresses.
import { operators } from '../../server/kernel/operators.ts'
import type { Language } from '../guides/guide-texts.ts'

const allOperators = (locale: string) =>
  new Intl.ListFormat(locale).format(Object.values(operators).map(({ name }) => name))

type Audience = { title: string; text: string; points: string[]; action: string; href: string }

export type SiteTexts = {
  language: string
  skip: string
  menu: string
  guides: string
  reference: string
  signIn: string
  /** The short form, for the bar at the top of a phone. */
  access: string
  signUp: string
  title: string
  description: string
  place: string
  headline: string
  lead: string
  tryCheckout: string
  picture: {
    shop: string
    toPay: string
    amount: string
    card: string
    expiry: string
    code: string
    pay: string
    paid: string
    signed: string
    rows: [string, string][]
  }
  audiences: string
  audience: Audience[]
  demo: {
    title: string
    text: string
    card: string
    expiry: string
    code: string
    others: string
    cards: [number: string, outcome: string][]
    button: string
  }
  certainty: string
  certainties: [title: string, text: string][]
  receipts: { title: string; text: string; action: string }
  developers: { title: string; text: string; caption: string; comment: string }
  closing: { title: string; text: string }
  source: string
  notFound: { title: string; text: string; home: string }
}

const fr: SiteTexts = {
  language: 'Français',
  skip: 'Aller au contenu',
  menu: 'Menu principal',
  guides: 'Guides',
  reference: 'Référence de l’API',
  signIn: 'Se connecter',
  access: 'Connexion',
  signUp: 'Créer un compte',
  title: 'Likuta · Paiements en RD Congo',
  description:
    'Encaissez par carte en dollars et en francs congolais, vendez par lien de paiement et envoyez de l’argent vers les portefeuilles mobile money de la RD Congo.',
  place: 'Paiements en République démocratique du Congo',
  headline: 'Soyez payé. Et sûr de l’être.',
  lead: `Encaissez par carte en dollars et en francs congolais, sur votre site ou par simple lien. Envoyez de l’argent vers ${allOperators('fr')}. Chaque paiement laisse un reçu infalsifiable.`,
  tryCheckout: 'Essayer un paiement',
  picture: {
    shop: 'Boutique Lac Kivu',
    toPay: 'À payer',
    amount: '25,50',
    card: 'Numéro de carte',
    expiry: 'Expiration',
    code: 'Code',
    pay: 'Payer 25,50 USD',
    paid: 'Payé',
    signed: 'Reçu signé',
    rows: [
      ['Carte', '•••• 4242'],
      ['Date', '21 nov., 10:30'],
      ['Référence', 'INV-2041'],
    ],
  },
  audiences: 'Pour vendre, pour envoyer',
  audience: [
    {
      title: 'Vous vendez sans site',
      text: 'Créez un lien de paiement, envoyez-le par WhatsApp ou affichez son code QR. Votre client paie, vous êtes prévenu.',
      points: [
        'Aucun serveur, aucune ligne de code',
        'Lien à usage unique ou réutilisable, avec date limite',
        'Suivi des paiements sur votre téléphone',
      ],
      action: 'Créer mon premier lien',
      href: '/portal/sign-up?sells_by=link',
    },
    {
      title: 'Vous avez un site ou une application',
      text: 'Une requête crée la commande, notre page encaisse le paiement, un webhook signé vous donne le résultat.',
      points: [
        'Page de paiement hébergée, ou champs de carte dans votre page',
        '3-D Secure, remboursements, annulations',
        'SDK JavaScript, exemples en PHP et en Go',
      ],
      action: 'Accepter un premier paiement',
      href: '/guides/fr/quick-start',
    },
    {
      title: 'Vous envoyez de l’argent',
      text: 'Depuis un portefeuille prépayé, créditez un compte mobile money en quelques secondes, après vérification du nom du bénéficiaire.',
      points: [
        `${allOperators('fr')} par une seule API`,
        'Contrôle sur les listes de sanctions',
        'Taux de change et frais connus avant l’envoi',
      ],
      action: 'Envoyer un premier transfert',
      href: '/guides/fr/remittance',
    },
  ],
  demo: {
    title: 'Payez comme vos clients.',
    text: 'Une vraie page de paiement, une carte de test, aucun argent réel. Il vous faut moins d’une minute.',
    card: 'Carte de test',
    expiry: 'Date future au choix',
    code: 'Code au choix',
    others: 'Pour tester un refus ou un code',
    cards: [
      ['4000 0000 0000 3220', 'la banque demande un code : 1234'],
      ['4000 0000 0000 9995', 'refusée, solde insuffisant'],
    ],
    button: 'Ouvrir un paiement de test',
  },
  certainty: 'Chaque franc est suivi',
  certainties: [
    [
      'Enregistré avant d’être envoyé',
      'Chaque opération est écrite avant l’appel à la banque ou à l’opérateur. Une panne n’efface rien et ne débite personne deux fois.',
    ],
    [
      'Jamais de résultat deviné',
      'Quand une réponse se perd, nous interrogeons la banque ou l’opérateur jusqu’à connaître l’issue.',
    ],
    [
      'Compté au centime',
      'Une comptabilité en partie double suit chaque mouvement. Le likuta valait un centième de zaïre : ici aussi, chaque centime compte.',
    ],
  ],
  receipts: {
    title: 'Un reçu que personne ne peut falsifier',
    text: 'Chaque paiement se termine par un reçu signé. Scannez son code QR : vous savez aussitôt s’il est authentique, même sans réseau.',
    action: 'Vérifier un reçu',
  },
  developers: {
    title: 'Une requête, un lien, un webhook.',
    text: 'Les guides vont de la première commande à la mise en production, avec du code exécuté par nos tests. La référence décrit chaque appel, chaque champ et chaque erreur.',
    caption: 'Créer une commande avec le SDK JavaScript',
    comment: 'Redirigez le client vers order.links.',
  },
  closing: {
    title: 'Commencez en test, aujourd’hui.',
    text: 'Le compte de test s’ouvre en une minute, sans dossier. Vous passez en production quand vous êtes prêt.',
  },
  source: 'Logiciel libre, licence Apache 2.0',
  notFound: {
    title: 'Page introuvable',
    text: 'Cette adresse ne mène à aucune page. Elle est peut-être incomplète, ou la page a changé de place. Pour payer, ouvrez le lien que le marchand vous a envoyé.',
    home: 'Aller à l’accueil',
  },
}

const en: SiteTexts = {
  language: 'English',
  skip: 'Skip to content',
  menu: 'Main menu',
  guides: 'Guides',
  reference: 'API reference',
  signIn: 'Sign in',
  access: 'Sign in',
  signUp: 'Create an account',
  title: 'Likuta · Payments in the DR Congo',
  description:
    'Take bank cards in US dollars and Congolese francs, sell by payment link, and send money to mobile-money wallets in the DR Congo.',
  place: 'Payments in the Democratic Republic of the Congo',
  headline: 'Get paid, and know it.',
  lead: `Take bank cards in US dollars and Congolese francs, on your site or with just a link. Send money to ${allOperators('en-GB')} wallets. Every payment comes with a receipt nobody can forge.`,
  tryCheckout: 'Try a checkout',
  picture: {
    shop: 'Boutique Lac Kivu',
    toPay: 'To pay',
    amount: '25.50',
    card: 'Card number',
    expiry: 'Expiry',
    code: 'Code',
    pay: 'Pay 25.50 USD',
    paid: 'Paid',
    signed: 'Signed receipt',
    rows: [
      ['Card', '•••• 4242'],
      ['Date', '21 Nov, 10:30'],
      ['Reference', 'INV-2041'],
    ],
  },
  audiences: 'For every way to sell and send',
  audience: [
    {
      title: 'You sell without a site',
      text: 'Create a payment link, send it on WhatsApp or show its QR code. Your customer pays, and you see it.',
      points: [
        'No server, no line of code',
        'Links for one payment or many, with an end date',
        'Follow your payments on your phone',
      ],
      action: 'Create my first link',
      href: '/portal/sign-up?sells_by=link',
    },
    {
      title: 'You have a site or an app',
      text: 'One request creates the order, our page takes the card, and a signed webhook brings you the outcome.',
      points: [
        'Hosted checkout, or card fields in your own page',
        '3-D Secure, refunds and voids',
        'JavaScript SDK, examples in PHP and Go',
      ],
      action: 'Take a first payment',
      href: '/guides/en/quick-start',
    },
    {
      title: 'You send money',
      text: 'From a prefunded wallet, credit a mobile-money account within seconds, with the recipient’s name checked.',
      points: [
        `${allOperators('en-GB')} through one API`,
        'Sanctions screening',
        'Exchange rate and fee known before you send',
      ],
      action: 'Send a first transfer',
      href: '/guides/en/remittance',
    },
  ],
  demo: {
    title: 'Pay as your customers do.',
    text: 'A real checkout, a test card, no real money. It takes less than a minute.',
    card: 'Test card',
    expiry: 'Any future date',
    code: 'Any code',
    others: 'Other outcomes',
    cards: [
      ['4000 0000 0000 3220', 'the bank asks for a code: 1234'],
      ['4000 0000 0000 9995', 'declined, insufficient funds'],
    ],
    button: 'Open a test checkout',
  },
  certainty: 'Every franc accounted for',
  certainties: [
    [
      'Recorded before it is sent',
      'Every operation is stored before the bank or the operator is called. An outage loses nothing and charges nobody twice.',
    ],
    [
      'We never guess an outcome',
      'When a reply is lost, we ask the bank or the operator until the outcome is known.',
    ],
    [
      'Counted to the cent',
      'Double-entry books follow every movement. The likuta was worth a hundredth of a zaire: here too, every cent counts.',
    ],
  ],
  receipts: {
    title: 'A receipt nobody can forge',
    text: 'Every payment ends with a signed receipt. Scan its QR code to know at once whether it is genuine, even without a network.',
    action: 'Verify a receipt',
  },
  developers: {
    title: 'One request, one link, one webhook.',
    text: 'The guides lead from the first order to going live, with code that our tests run. The reference describes every call, every field and every error.',
    caption: 'Create an order with the JavaScript SDK',
    comment: 'Send the customer to order.links.',
  },
  closing: {
    title: 'Start testing today.',
    text: 'A test account opens in a minute, without paperwork. Go live when you are ready.',
  },
  source: 'Open source, Apache 2.0 licence',
  notFound: {
    title: 'Page not found',
    text: 'No page has this address. It may be incomplete, or the page has moved. To pay, open the link that the merchant sent you.',
    home: 'Go to the home page',
  },
}

export const siteTexts: Record<Language, SiteTexts> = { fr, en }
