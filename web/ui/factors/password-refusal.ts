// Sends a new password, and says at its field why the service refused it.
import { Faults } from '../forms/form.tsx'
import { catalogue } from '../language/language.ts'
import { RequestError } from '../service/client.ts'

const texts = catalogue({
  fr: {
    short: 'Le mot de passe doit contenir au moins 12 caractères.',
    long: 'Le mot de passe ne peut pas dépasser 128 caractères.',
    untypable: 'Le mot de passe contient des caractères impossibles à saisir au clavier.',
    common:
      'Trop facile à deviner\u00a0: évitez les mots de passe courants et les suites. Essayez trois mots sans rapport.',
  },
  en: {
    short: 'Password must be at least 12 characters.',
    long: 'Password must be at most 128 characters.',
    untypable: 'Password contains characters that can’t be typed.',
    common: 'Too easy to guess: avoid common passwords and sequences. Try three unrelated words.',
  },
})

/** Why the service refused a new password, in the reader's language. */
function passwordRefusal(message: string): string {
  const t = texts()
  if (/at least/.test(message)) return t.short
  if (/at most/.test(message)) return t.long
  return /typed/.test(message) ? t.untypable : t.common
}

/**
 * Sends a new password; its refusal is shown at the field.
 * @param field of the password
 * @throws Faults for a refused password, and whatever else `send` throws
 */
export async function sendPassword(field: string, send: () => Promise<unknown>): Promise<void> {
  try {
    await send()
  } catch (error) {
    if (error instanceof RequestError && error.code === 'RMT-1010')
      throw new Faults({ [field]: passwordRefusal(error.message) })
    throw error
  }
}
