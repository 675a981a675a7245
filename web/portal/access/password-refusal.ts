import { catalogue } from '../../ui/language/language.ts'

const texts = catalogue({
  fr: {
    short: 'Le mot de passe doit contenir au moins 12 caractères.',
    long: 'Le mot de passe ne peut pas dépasser 128 caractères.',
    untypable: 'Le mot de passe contient des caractères impossibles à saisir au clavier.',
    common: 'Ce mot de passe est trop facile à deviner.',
  },
  en: {
    short: 'Password must be at least 12 characters.',
    long: 'Password must be at most 128 characters.',
    untypable: 'Password contains characters that can’t be typed.',
    common: 'This password is too easy to guess.',
  },
})

/** Why the service refused a new password, in the reader's language. */
export function passwordRefusal(message: string): string {
  const t = texts()
  if (/at least/.test(message)) return t.short
  if (/at most/.test(message)) return t.long
  return /typed/.test(message) ? t.untypable : t.common
}
