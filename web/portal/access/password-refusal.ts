import { catalogue } from '../../ui/language/language.ts'

const texts = catalogue({
  fr: {
    short: 'Le mot de passe doit avoir au moins 12 caractères.',
    long: 'Le mot de passe peut avoir au plus 128 caractères.',
    untypable: 'Le mot de passe contient des caractères qui ne peuvent pas être tapés.',
    common: 'Ce mot de passe est trop facile à deviner.',
  },
  en: {
    short: 'The password needs at least 12 characters.',
    long: 'The password may have at most 128 characters.',
    untypable: 'The password has characters that cannot be typed.',
    common: 'This password is too easy to guess.',
  },
})

/** What the service finds wrong with a new password, in the reader's language. */
export function passwordRefusal(message: string): string {
  const t = texts()
  if (/at least/.test(message)) return t.short
  if (/at most/.test(message)) return t.long
  return /typed/.test(message) ? t.untypable : t.common
}
