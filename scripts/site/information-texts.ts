// The texts of the pages about privacy, terms and the state of the service. `{contacts}` is how to reach the team that runs the
// deployment, `{state}` what its database says now; the server puts both in.
import type { Language } from '../guides/guide-texts.ts'

export type InformationName = 'privacy' | 'terms' | 'status'
export const informationNames: readonly InformationName[] = ['privacy', 'terms', 'status']

type Section = [title: string, text: string]

/** `link` is how other pages name it. */
export type Information = { link: string; title: string; lead: string; sections: readonly Section[] }

const fr: Record<InformationName, Information> = {
  privacy: {
    link: 'Confidentialité',
    title: 'Vos données chez Likuta',
    lead: 'Nous traitons ce qu’un paiement ou un transfert demande, et rien d’autre. Pas de publicité, pas de mesure d’audience, pas de revente.',
    sections: [
      [
        'Quand vous payez',
        'Votre nom, votre adresse, votre e-mail et, si vous le donnez, votre téléphone vont à votre banque pour qu’elle vous reconnaisse, avec des indications sur votre navigateur. Le numéro de votre carte va directement à la passerelle de paiement : ni le marchand ni Likuta ne le voient. Le marchand reçoit votre nom, vos coordonnées et le résultat.',
      ],
      [
        'Quand vous envoyez ou recevez de l’argent',
        'L’identité des deux personnes, le numéro du portefeuille et le montant. La loi nous oblige à les vérifier et à les comparer aux listes de sanctions.',
      ],
      [
        'Qui les reçoit',
        'Le marchand ou le partenaire, les banques, la passerelle de paiement et l’opérateur du portefeuille : chacun ce qu’il lui faut. Les autorités, quand la loi l’exige.',
      ],
      [
        'Combien de temps',
        'Aussi longtemps que la loi et les délais de contestation l’exigent. Ensuite, ce qui identifie une personne est effacé. Les pièces et les noms sont conservés chiffrés.',
      ],
      [
        'Cookies',
        'Un cookie garde la session d’un marchand, un autre reconnaît l’appareil qui a payé par un lien, pour lui rendre son reçu. Aucun autre.',
      ],
      [
        'Vos droits',
        'Pour consulter, corriger ou effacer vos données, adressez-vous au marchand que vous avez payé, ou à nous. {contacts}',
      ],
    ],
  },
  terms: {
    link: 'Conditions',
    title: 'Conditions d’utilisation',
    lead: 'L’essentiel en quelques lignes. Si vous avez signé un contrat avec nous, c’est lui qui s’applique.',
    sections: [
      [
        'Qui fait quoi',
        'Le marchand vend et livre. Likuta transmet le paiement et vous dit son résultat. Une question sur l’achat va au marchand.',
      ],
      [
        'Paiements et reçus',
        'Un paiement est fait quand la page de paiement ou le reçu signé le dit. Un reçu se vérifie à tout moment, et indique un remboursement.',
      ],
      [
        'Remboursements et litiges',
        'Le marchand rembourse, la banque crédite votre carte sous quelques jours. Si vous contestez un paiement auprès de votre banque, c’est elle qui décide.',
      ],
      [
        'Ce qui est interdit',
        'Payer avec la carte d’un autre, vendre ce que la loi interdit, contourner les contrôles. Nous suspendons les comptes concernés.',
      ],
      [
        'Mode test',
        'Un compte de test ne déplace pas d’argent réel. Ses paiements et ses reçus n’ont aucune valeur.',
      ],
      ['Nous joindre', '{contacts}'],
    ],
  },
  status: {
    link: 'État du service',
    title: 'État du service',
    lead: '{state}',
    sections: [
      ['Opérateurs de mobile money', '{operators}'],
      [
        'Un paiement reste sans réponse ?',
        'Ne payez pas une deuxième fois. Quand une réponse se perd, nous interrogeons la banque ou l’opérateur jusqu’à connaître l’issue, et le marchand en est prévenu.',
      ],
      ['Nous joindre', '{contacts}'],
    ],
  },
}

const en: Record<InformationName, Information> = {
  privacy: {
    link: 'Privacy',
    title: 'Your data at Likuta',
    lead: 'We process what a payment or a transfer needs, and nothing else. No advertising, no tracking, no resale.',
    sections: [
      [
        'When you pay',
        'Your name, address, email and, if you give it, your phone number go to your bank so that it recognises you, with facts about your browser. Your card number goes straight to the payment gateway: neither the merchant nor Likuta sees it. The merchant receives your name, your contact details and the outcome.',
      ],
      [
        'When you send or receive money',
        'The identity of both people, the wallet’s number and the amount. The law requires us to verify them and to compare them with sanctions lists.',
      ],
      [
        'Who receives them',
        'The merchant or partner, the banks, the payment gateway and the wallet’s operator: each what it needs. Authorities, where the law requires it.',
      ],
      [
        'For how long',
        'As long as the law and the time limits of disputes require. Then whatever identifies a person is erased. Papers and names are stored encrypted.',
      ],
      [
        'Cookies',
        'One cookie keeps a merchant signed in, another recognises the device that paid by a link, to give it back its receipt. No others.',
      ],
      ['Your rights', 'To see, correct or erase your data, ask the merchant you paid, or us. {contacts}'],
    ],
  },
  terms: {
    link: 'Terms',
    title: 'Terms of use',
    lead: 'The essentials in a few lines. If you signed a contract with us, the contract applies.',
    sections: [
      [
        'Who does what',
        'The merchant sells and delivers. Likuta carries the payment and tells you its outcome. A question about your purchase goes to the merchant.',
      ],
      [
        'Payments and receipts',
        'A payment is made when the payment page or the signed receipt says so. A receipt can be verified at any time, and shows a refund.',
      ],
      [
        'Refunds and disputes',
        'The merchant refunds, and the bank credits your card within a few days. If you dispute a payment with your bank, your bank decides.',
      ],
      [
        'What isn’t allowed',
        'Paying with someone else’s card, selling what the law forbids, evading controls. We suspend the accounts concerned.',
      ],
      ['Test mode', 'A test account moves no real money. Its payments and receipts have no value.'],
      ['Contact us', '{contacts}'],
    ],
  },
  status: {
    link: 'Service status',
    title: 'Service status',
    lead: '{state}',
    sections: [
      ['Mobile-money operators', '{operators}'],
      [
        'No reply to a payment?',
        'Don’t pay a second time. When a reply is lost, we ask the bank or the operator until the outcome is known, and the merchant is notified.',
      ],
      ['Contact us', '{contacts}'],
    ],
  },
}

export const informationTexts: Record<Language, Record<InformationName, Information>> = { fr, en }
