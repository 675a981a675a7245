// Explains a failed request in the reader's language. The service's messages are English: frequent ones are translated
// here, others are shown as they are.
import { type Fault, isUnanswered, type RequestError } from '../service/client.ts'
import { catalogue } from './language.ts'
import { serviceMessage } from './service-messages.ts'

const texts = catalogue({
  fr: {
    offline: 'Vous êtes hors connexion. Réessayez une fois connecté.',
    offlineRetried: 'Hors connexion. Nous réessayons.',
    silent: 'Le service ne répond pas. Réessayez dans un instant.',
    silentRetried: 'Le service ne répond pas. Nous réessayons.',
    unavailable: 'Le service est momentanément indisponible. Réessayez dans un instant.',
    broken:
      'Une erreur est survenue de notre côté. Réessayez\u202f; si elle persiste, communiquez-nous le numéro de la requête.',
    tooMany: (wait: string) => `Trop de requêtes. Réessayez dans ${wait}.`,
    signedOut: 'Votre session est terminée. Connectez-vous à nouveau.',
    forbidden: 'Vous n’êtes pas autorisé à effectuer cette action.',
    missing: 'Introuvable.',
    faulty: 'Un champ est manquant ou incorrect.',
    seconds: (count: number) => `${count} s`,
    minutes: (count: number) => `${count} min`,
    request: (id: string) => `Requête ${id}`,
    field: {
      required: 'Ce champ est obligatoire.',
      short: (least: string) => `Saisissez au moins ${least} caractères.`,
      long: (most: string) => `Saisissez au plus ${most} caractères.`,
      url: 'Saisissez une adresse web complète, qui commence par https://.',
      phone: 'Numéro de téléphone incorrect.',
      premium: 'Les numéros surtaxés ne sont pas acceptés\u00a0: saisissez un numéro ordinaire.',
      network: 'Saisissez une adresse IP ou un réseau CIDR, par exemple 203.0.113.7 ou 203.0.113.0/24.',
      pattern: 'Vérifiez le format de ce champ.',
      email: 'Saisissez une adresse e-mail complète, par exemple nom@exemple.cd.',
      greater: (bound: string) => `Saisissez une valeur supérieure à ${bound}.`,
      number: 'Saisissez un nombre.',
      country: 'Saisissez le code de pays à deux lettres, par exemple CD.',
      other: 'Cette valeur n’est pas acceptée\u00a0: vérifiez-la.',
    },
  },
  en: {
    offline: 'You’re offline. Try again once you’re connected.',
    offlineRetried: 'You’re offline. We’ll retry.',
    silent: 'The service isn’t responding. Try again in a moment.',
    silentRetried: 'The service isn’t responding. We’ll retry.',
    unavailable: 'The service is temporarily unavailable. Try again in a moment.',
    broken: 'Something went wrong on our side. Try again; if it persists, send us the request number.',
    tooMany: (wait: string) => `Too many requests. Try again in ${wait}.`,
    signedOut: 'Your session has ended. Sign in again.',
    forbidden: 'You aren’t allowed to do this.',
    missing: 'Not found.',
    faulty: 'A field is missing or invalid.',
    seconds: (count: number) => `${count} s`,
    minutes: (count: number) => `${count} min`,
    request: (id: string) => `Request ${id}`,
    field: {
      required: 'This field is required.',
      short: (least: string) => `Enter at least ${least} characters.`,
      long: (most: string) => `Enter at most ${most} characters.`,
      url: 'Enter a full web address, starting with https://.',
      phone: 'Invalid phone number.',
      premium: 'Premium-rate numbers aren’t accepted: enter an ordinary number.',
      network: 'Enter an IP address or a CIDR network, such as 203.0.113.7 or 203.0.113.0/24.',
      pattern: 'Check the format of this field.',
      email: 'Enter a full email address, such as name@example.com.',
      greater: (bound: string) => `Enter a value greater than ${bound}.`,
      number: 'Enter a number.',
      country: 'Enter the two-letter country code, such as CD.',
      other: 'This value isn’t accepted: check it.',
    },
  },
})

/**
 * A page's own texts for the errors it expects, by error code, or by the service's message where there is no code;
 * `unanswered` is for a request that may have been executed although its response was lost.
 */
export type KnownCodes = Readonly<Record<string, string | ((error: RequestError) => string)>>

/** The text for a notice above a form, or instead of a list. */
export function refusalText(error: RequestError, known: KnownCodes = {}): string {
  const t = texts()
  const own =
    known[error.code ?? ''] ?? known[error.message] ?? (isUnanswered(error) ? known.unanswered : undefined)
  if (own !== undefined) return typeof own === 'string' ? own : own(error)
  if (error.status === 0) return navigator.onLine ? t.silent : t.offline
  if (error.status === 429) return t.tooMany(waitText(error.retryAfterSeconds ?? 60))
  if (error.status === 503) return t.unavailable
  if (error.status >= 500) return `${t.broken} ${error.requestId ? t.request(error.requestId) : ''}`
  if (error.status === 401) return t.signedOut
  if (error.faults.length > 0) return t.faulty
  if (error.status === 404) return serviceMessage(error.message) ?? t.missing
  return serviceMessage(error.message) ?? (error.message || (error.status === 403 ? t.forbidden : t.broken))
}

/** The text where the page loads again by itself. */
export function retriedText(error: RequestError): string {
  const t = texts()
  if (error.status !== 0) return refusalText(error)
  return navigator.onLine ? t.silentRetried : t.offlineRetried
}

export function waitText(seconds: number): string {
  const t = texts()
  return seconds < 90 ? t.seconds(Math.ceil(seconds)) : t.minutes(Math.ceil(seconds / 60))
}

/** The error message to show under a field. */
export function faultText({ field, message }: Fault): string {
  const t = texts().field
  const [bound = ''] = /\d{1,20}(\.\d{1,20})?$/.exec(message.replace(/ characters?$/, '')) ?? []
  if (/^Field required|at least 1 character/.test(message)) return t.required
  if (/at least \d+ character/.test(message)) return t.short(bound)
  if (/at most \d+ character/.test(message)) return t.long(bound)
  if (/premium-rate/.test(message)) return t.premium
  if (/phone/i.test(message)) return t.phone
  if (/URL|https?:/i.test(message)) return t.url
  if (/CIDR/.test(message)) return t.network
  if (/country/i.test(message)) return t.country
  if (/greater than/.test(message)) return t.greater(bound)
  if (/valid (number|decimal|integer)/.test(message)) return t.number
  if (/pattern/.test(message)) return /email/.test(field) ? t.email : t.pattern
  return t.other
}
