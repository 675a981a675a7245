// The texts of giving a code of a second factor.
import { catalogue } from '../../language/language.ts'

export const codeTexts = catalogue({
  fr: {
    code: 'Code',
    codeHint: 'Les six chiffres de votre application, ou un code de secours.',
    codeMissing: 'Saisissez le code.',
    wrongCode:
      'Code incorrect ou déjà utilisé. Saisissez le code suivant de votre application, ou un autre code de secours.',
    wrongPasskey: 'Cette clé d’accès n’est pas reconnue. Choisissez un autre moyen.',
    locked: (wait: string) => `Trop de tentatives. Réessayez dans ${wait}.`,
  },
  en: {
    code: 'Code',
    codeHint: 'The six digits of your app, or a recovery code.',
    codeMissing: 'Enter the code.',
    wrongCode: 'Wrong code, or already used. Enter the next code of your app, or another recovery code.',
    wrongPasskey: 'This passkey isn’t recognized. Choose another way.',
    locked: (wait: string) => `Too many attempts. Try again in ${wait}.`,
  },
})
