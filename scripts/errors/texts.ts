// The words around the error catalogues, on the pages of each language.
import type { ProblemSpec } from '../../server/kernel/problem.ts'
import type { Language } from '../guides/guide-texts.ts'

/** The catalogues of the card errors, which have no codes. */
export type Catalogue = 'requests' | 'signing' | 'cards' | 'admin' | 'test'

export type ErrorTexts = {
  /** The start of a page's heading, before the title of the code. */
  heading: (code: string, title: string) => string
  /** What to do after a message, beside it. */
  again: Record<Exclude<ProblemSpec['retry'], 'never'>, string>
  cause: string
  remedy: string
  title: string
  lead: string
  coded: string
  codedText: string
  cards: string
  cardsText: string
  catalogues: Record<Catalogue, string>
}

const en: ErrorTexts = {
  heading: (code, title) => `${code}: ${title}`,
  again: { later: 'send it again later', same_key: 'send it again with the same key' },
  cause: 'Cause.',
  remedy: 'What to do.',
  title: 'Errors',
  lead: 'Every error that the API returns. Each remittance code has a page with its cause and what to do.',
  coded: 'Remittance and merchant self-service',
  codedText: `Every error is \`{"status": "error", "code": "RMT-…", "message": "…"}\`. When fields are invalid,
\`errors: [{"field": "…", "message": "…"}]\` lists all of them at once, whatever their codes. \`code\` is then the first that
applies of RMT-1005, 1018, 1015, 1016, 1017, 1019, 1006, 1002, 1003, 1004, 9003. Programs should check \`code\`, because
messages may be reworded. A request refused with a 4xx creates no transfer, and its reference stays free.
The codes, each with its HTTP status:`,
  cards: 'Cards',
  cardsText: `Every error is \`{"detail": "…"}\`. For a body of the wrong shape the status is 422, and \`detail\` is a list of
\`{"type", "loc", "msg", "input"}\`, one per invalid field. In the messages below, words in braces stand for values. The same
request can succeed later only where it is said.`,
  catalogues: {
    requests: 'Any request',
    signing: 'Signed requests',
    cards: 'Orders, checkout, custom checkout, links, refunds, voids, reports',
    admin: 'Admin calls',
    test: 'Test receiver',
  },
}

const fr: ErrorTexts = {
  heading: (code, title) =>
    `${code} : ${/^\p{Lu}{2}/u.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1)}`,
  again: { later: 'à renvoyer plus tard', same_key: 'à renvoyer avec la même clé' },
  cause: 'Cause.',
  remedy: 'Que faire.',
  title: 'Toutes les erreurs',
  lead: "Chaque erreur que l'API renvoie. L'API renvoie ses messages en anglais. Chaque code des transferts et du compte a une page avec sa cause et la marche à suivre.",
  coded: 'Transferts et compte marchand',
  codedText: `Chaque erreur est \`{"status": "error", "code": "RMT-…", "message": "…"}\`. Si des champs sont incorrects,
\`errors: [{"field": "…", "message": "…"}]\` les liste tous à la fois, quel que soit leur code. \`code\` est alors le premier qui
s'applique parmi RMT-1005, 1018, 1015, 1016, 1017, 1019, 1006, 1002, 1003, 1004 et 9003. Vos programmes doivent se fier à
\`code\`, car le texte des messages peut changer. Une requête refusée par un statut 4xx ne crée aucun transfert, et sa référence
reste libre. Les codes, chacun avec son statut HTTP :`,
  cards: 'Cartes',
  cardsText: `Chaque erreur est \`{"detail": "…"}\`. Si le corps n'a pas la forme attendue, le statut est 422 et \`detail\` est une liste de
\`{"type", "loc", "msg", "input"}\`, une entrée par champ incorrect. Dans les messages ci-dessous, les mots entre accolades
représentent des valeurs. La même requête ne peut réussir plus tard que si c'est indiqué.`,
  catalogues: {
    requests: 'Toute requête',
    signing: 'Requêtes signées',
    cards: 'Commandes, page de paiement, paiement intégré, liens, remboursements, annulations, rapports',
    admin: "Appels de l'administration",
    test: 'Récepteur de test',
  },
}

export const errorTexts: Record<Language, ErrorTexts> = { en, fr }
