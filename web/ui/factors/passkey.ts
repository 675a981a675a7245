// Passkeys in the browser. Refusals are in the reader's language. The first page loads this when a passkey is used.
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type * as schemas from '../../api/schemas.generated.ts'
import { catalogue } from '../language/language.ts'

const texts = catalogue({
  fr: {
    cancelled: 'Aucune clé d’accès n’a été utilisée. Réessayez, ou choisissez un autre moyen.',
    known: 'Cet appareil a déjà une clé d’accès pour votre compte.',
    elsewhere: 'Les clés d’accès ne fonctionnent pas à cette adresse.',
  },
  en: {
    cancelled: 'No passkey was used. Try again, or choose another way.',
    known: 'This device already has a passkey for your account.',
    elsewhere: 'Passkeys don’t work at this address.',
  },
})

export type PasskeyOptions = schemas.PasskeyRequestOptions['data']
type CreationOptions = schemas.PasskeyCreationOptions['data']

/** Has a passkey sign the options of the service. @throws what the browser says */
export function signedBy(options: PasskeyOptions) {
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']
  return startAuthentication({ optionsJSON: options as Options })
}

/** Makes a passkey for the options of the service. @throws what the browser says */
export function newPasskey(options: CreationOptions) {
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON']
  return startRegistration({ optionsJSON: options as Options })
}

/** Explains why the browser used no passkey; undefined for an error of another kind. */
export function passkeyFault(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const t = texts()
  if (error.name === 'InvalidStateError') return t.known
  if (error.name === 'SecurityError') return t.elsewhere
  const isOfPasskeys = ['NotAllowedError', 'AbortError', 'WebAuthnError', 'NotSupportedError', 'UnknownError']
  return isOfPasskeys.includes(error.name) ? t.cancelled : undefined
}
