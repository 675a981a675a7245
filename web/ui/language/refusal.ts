// Why a request was refused, in the reader's language. The service speaks English; what it says often is said here in
// both, and the rest is passed on as it is.
import { type Fault, isUnanswered, type RequestError } from '../service/client.ts'
import { catalogue } from './language.ts'
import { serviceMessage } from './service-messages.ts'

const texts = catalogue({
  fr: {
    offline: 'Le service ne répond pas. Vérifiez votre connexion, puis réessayez.',
    unavailable: 'Le service est momentanément indisponible. Réessayez dans un instant.',
    broken:
      'Une erreur est survenue de notre côté. Réessayez ; si elle se répète, citez le numéro de la demande.',
    tooMany: (wait: string) => `Trop de demandes. Réessayez dans ${wait}.`,
    signedOut: 'Votre session est terminée. Connectez-vous de nouveau.',
    forbidden: 'Cette action ne vous est pas permise.',
    missing: 'Introuvable.',
    faulty: 'Un champ manque ou n’est pas valable.',
    seconds: (count: number) => `${count} s`,
    minutes: (count: number) => `${count} min`,
    request: (id: string) => `Demande ${id}`,
    field: {
      required: 'Ce champ est nécessaire.',
      short: (least: string) => `Au moins ${least} caractères.`,
      long: (most: string) => `Au plus ${most} caractères.`,
      url: 'Ceci n’est pas une adresse web valable (https://…).',
      phone: 'Ce numéro de téléphone n’existe pas.',
      network: 'Ceci n’est ni une adresse IP ni un réseau (CIDR).',
      pattern: 'La forme n’est pas la bonne.',
      email: 'Cette adresse e-mail n’est pas valable.',
      greater: (bound: string) => `Plus grand que ${bound}.`,
      number: 'Ceci n’est pas un nombre.',
      country: 'Ce code de pays n’existe pas.',
      other: 'Cette valeur n’est pas acceptée.',
    },
  },
  en: {
    offline: 'The service does not answer. Check your connection, then try again.',
    unavailable: 'The service is not available just now. Try again in a moment.',
    broken: 'Something went wrong on our side. Try again; if it stays, quote the number of the request.',
    tooMany: (wait: string) => `Too many requests. Try again in ${wait}.`,
    signedOut: 'Your session has ended. Sign in again.',
    forbidden: 'You are not allowed to do this.',
    missing: 'Not found.',
    faulty: 'A field is missing or not valid.',
    seconds: (count: number) => `${count} s`,
    minutes: (count: number) => `${count} min`,
    request: (id: string) => `Request ${id}`,
    field: {
      required: 'This field is needed.',
      short: (least: string) => `At least ${least} characters.`,
      long: (most: string) => `At most ${most} characters.`,
      url: 'This is not a valid web address (https://…).',
      phone: 'There is no such phone number.',
      network: 'This is neither an IP address nor a network (CIDR).',
      pattern: 'This does not have the right form.',
      email: 'This email address is not valid.',
      greater: (bound: string) => `Greater than ${bound}.`,
      number: 'This is not a number.',
      country: 'There is no such country code.',
      other: 'This value is not accepted.',
    },
  },
})

/**
 * Words of a page for refusals it expects: by their code, or by what the service says where there is none; `unanswered`
 * for a request that may have been done although no answer says so.
 */
export type KnownCodes = Readonly<Record<string, string | ((error: RequestError) => string)>>

/** For a notice above a form or in place of a list. */
export function refusalText(error: RequestError, known: KnownCodes = {}): string {
  const t = texts()
  const own =
    known[error.code ?? ''] ?? known[error.message] ?? (isUnanswered(error) ? known.unanswered : undefined)
  if (own !== undefined) return typeof own === 'string' ? own : own(error)
  if (error.status === 0) return t.offline
  if (error.status === 429) return t.tooMany(waitText(error.retryAfterSeconds ?? 60))
  if (error.status === 503) return t.unavailable
  if (error.status >= 500) return `${t.broken} ${error.requestId ? t.request(error.requestId) : ''}`
  if (error.status === 401) return t.signedOut
  if (error.faults.length > 0) return t.faulty
  if (error.status === 404) return serviceMessage(error.message) ?? t.missing
  return serviceMessage(error.message) ?? (error.message || (error.status === 403 ? t.forbidden : t.broken))
}

export function waitText(seconds: number): string {
  const t = texts()
  return seconds < 90 ? t.seconds(Math.ceil(seconds)) : t.minutes(Math.ceil(seconds / 60))
}

/** For under a field. */
export function faultText({ field, message }: Fault): string {
  const t = texts().field
  const [bound = ''] = /\d{1,20}(\.\d{1,20})?$/.exec(message.replace(/ characters?$/, '')) ?? []
  if (/^Field required|at least 1 character/.test(message)) return t.required
  if (/at least \d+ character/.test(message)) return t.short(bound)
  if (/at most \d+ character/.test(message)) return t.long(bound)
  if (/phone/i.test(message)) return t.phone
  if (/URL|https?:/i.test(message)) return t.url
  if (/CIDR/.test(message)) return t.network
  if (/country/i.test(message)) return t.country
  if (/greater than/.test(message)) return t.greater(bound)
  if (/valid (number|decimal|integer)/.test(message)) return t.number
  if (/pattern/.test(message)) return /email/.test(field) ? t.email : t.pattern
  return t.other
}
