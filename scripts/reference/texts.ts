// The texts around the API's descriptions.
import type { Language } from '../guides/guide-texts.ts'
import type { Authentication } from './document.ts'

export type ReferenceTexts = {
  site: string
  skip: string
  calls: string
  introduction: string
  search: string
  nothing: string
  document: string
  /** Above the groups of calls that only signed-in users make. */
  portal: string
  /** On their pages. Trusted HTML. */
  portalNote: string
  /** Above the other groups, on the pages of those. */
  serverCalls: string
  copy: string
  copied: string
  authentication: Record<Authentication, string>
  authorized: string
  sandboxOnly: string
  parameters: Record<'path' | 'query' | 'header', string>
  body: string
  response: string
  redirect: string
  refusals: string
  status: string
  meaning: string
  sample: string
  example: string
  required: string
  /** Above the fields of a nested object. */
  fields: (count: number) => string
  /** Instead of fields that an operation above has. @param link trusted HTML */
  sameAs: (link: string) => string
  sameAsAbove: string
  or: string
  oneOf: string
  atLeast: string
  atMost: string
  characters: string
  byDefault: string
  pattern: string
  types: Record<string, string>
  /** Says that the descriptions of the admins' pages are in English; empty in English. */
  english: string
  /** Says that messages are in English, with a link to their meanings; empty in English. Trusted HTML. */
  messages: string
  event: string
  webhookHeaders: string
  previous: string
  next: string
  admin: string
  tryIt: Record<
    'open' | 'hint' | 'key' | 'secret' | 'code' | 'token' | 'body' | 'send' | 'sending' | 'failed',
    string
  >
}

const fr: ReferenceTexts = {
  site: 'Référence de l’API',
  skip: 'Aller au contenu',
  calls: 'Tous les appels',
  introduction: 'Introduction',
  search: 'Rechercher un appel',
  nothing: 'Aucun appel ne correspond.',
  document: 'Document OpenAPI',
  portal: 'Espace marchand',
  portalNote:
    'Ces appels demandent qu’un utilisateur se connecte : aucune clé d’API ne les permet. Ils ne sont pas dans <code>/openapi.merchant.json</code>, mais dans <a href="/openapi.json">le document complet</a>.',
  serverCalls: 'API pour votre serveur',
  copy: 'Copier',
  copied: 'Copié',
  authentication: {
    signature: 'Requête signée',
    basic: 'Code et secret marchand',
    bearer: 'Jeton d’accès',
    admin: 'Jeton d’administration',
    none: 'Sans authentification',
  },
  authorized: 'Authentification',
  sandboxOnly: 'En test uniquement',
  parameters: { path: 'Paramètres du chemin', query: 'Paramètres de la requête', header: 'En-têtes' },
  body: 'Corps de la requête',
  response: 'Réponse',
  redirect: 'Redirection',
  refusals: 'Erreurs',
  status: 'Statut',
  meaning: 'Message',
  sample: 'Exemple d’appel',
  example: 'Exemple :',
  required: 'obligatoire',
  fields: (count) => (count > 1 ? `${count} champs` : '1 champ'),
  sameAs: (link) => `Les mêmes champs que la réponse de «\u00a0${link}\u00a0».`,
  sameAsAbove: 'Les mêmes champs que ci-dessus.',
  or: 'ou',
  oneOf: 'Valeurs :',
  atLeast: 'au moins',
  atMost: 'au plus',
  characters: 'caractères',
  byDefault: 'par défaut',
  pattern: 'format',
  types: {
    string: 'texte',
    integer: 'nombre entier',
    number: 'nombre',
    boolean: 'booléen',
    object: 'objet',
    array: 'liste',
    null: 'null',
    any: 'toute valeur JSON',
    uri: 'adresse',
    'uri-reference': 'adresse',
    date: 'date',
    'date-time': 'date et heure',
  },
  english: 'Les descriptions et les messages d’erreur des appels d’administration sont en anglais.',
  messages:
    'L’API renvoie ses messages en anglais. <a href="/guides/fr/errors/all">Leur signification en français</a>',
  event: 'Événement',
  webhookHeaders: 'En-têtes de chaque webhook',
  previous: 'Précédent',
  next: 'Suivant',
  admin: 'Administration',
  tryIt: {
    open: 'Essayer',
    hint: 'Avec vos clés de test. Elles restent dans cette page et disparaissent quand vous la quittez.',
    key: 'Clé d’API',
    secret: 'Secret',
    code: 'Code marchand',
    token: 'Jeton d’accès',
    body: 'Corps de la requête',
    send: 'Envoyer la requête',
    sending: 'Envoi en cours…',
    failed: 'Pas de réponse. Vérifiez votre connexion, puis réessayez.',
  },
}

const en: ReferenceTexts = {
  site: 'API reference',
  skip: 'Skip to content',
  calls: 'All calls',
  introduction: 'Introduction',
  search: 'Search calls',
  nothing: 'No call matches.',
  document: 'OpenAPI document',
  portal: 'Portal',
  portalNote:
    'These calls need a user who signs in: no API key may make them. They are not in <code>/openapi.merchant.json</code>, but in <a href="/openapi.json">the whole document</a>.',
  serverCalls: 'API for your server',
  copy: 'Copy',
  copied: 'Copied',
  authentication: {
    signature: 'Signed request',
    basic: 'Merchant code and secret',
    bearer: 'Access token',
    admin: 'Admin token',
    none: 'No authentication',
  },
  authorized: 'Authentication',
  sandboxOnly: 'Sandbox only',
  parameters: { path: 'Path parameters', query: 'Query parameters', header: 'Headers' },
  body: 'Request body',
  response: 'Response',
  redirect: 'Redirect',
  refusals: 'Errors',
  status: 'Status',
  meaning: 'Message',
  sample: 'Sample call',
  example: 'Example:',
  required: 'required',
  fields: (count) => (count > 1 ? `${count} fields` : '1 field'),
  sameAs: (link) => `The same fields as the response of “${link}”.`,
  sameAsAbove: 'The same fields as above.',
  or: 'or',
  oneOf: 'Values:',
  atLeast: 'at least',
  atMost: 'at most',
  characters: 'characters',
  byDefault: 'default',
  pattern: 'format',
  types: {
    string: 'text',
    integer: 'integer',
    number: 'number',
    boolean: 'boolean',
    object: 'object',
    array: 'list',
    null: 'null',
    any: 'any JSON value',
    uri: 'URL',
    'uri-reference': 'URL',
    date: 'date',
    'date-time': 'date and time',
  },
  english: '',
  messages: '',
  event: 'Event',
  webhookHeaders: 'Headers of every webhook',
  previous: 'Previous',
  next: 'Next',
  admin: 'Administration',
  tryIt: {
    open: 'Try it',
    hint: 'With your test keys. They stay in this page and are gone when you leave it.',
    key: 'API key',
    secret: 'Secret',
    code: 'Merchant code',
    token: 'Access token',
    body: 'Request body',
    send: 'Send the request',
    sending: 'Sending…',
    failed: 'No response. Check your connection, then try again.',
  },
}

export const referenceTexts: Record<Language, ReferenceTexts> = { fr, en }
