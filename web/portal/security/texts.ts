// The texts of giving a second factor: at sign-in, and to confirm a change. They are loaded with the first page.
import { catalogue } from '../../ui/language/language.ts'

export const factorTexts = catalogue({
  fr: {
    withPasskey: 'Utiliser une clé d’accès',
    or: 'ou',
    codeTitle: 'Second facteur',
    codeIntro: 'Votre mot de passe est correct. Confirmez avec votre second facteur.',
    code: 'Code',
    codeHint: 'Les six chiffres de votre application, ou un code de secours.',
    codeMissing: 'Saisissez le code.',
    goOn: 'Continuer',
    startAgain: 'Utiliser un autre compte',
    wrongCode: 'Code incorrect ou déjà utilisé. Attendez le code suivant.',
    wrongPasskey: 'Cette clé d’accès n’est pas reconnue. Choisissez un autre moyen.',
    locked: (wait: string) => `Trop de tentatives. Réessayez dans ${wait}.`,
  },
  en: {
    withPasskey: 'Sign in with a passkey',
    or: 'or',
    codeTitle: 'Second factor',
    codeIntro: 'Your password is correct. Confirm with your second factor.',
    code: 'Code',
    codeHint: 'The six digits of your app, or a recovery code.',
    codeMissing: 'Enter the code.',
    goOn: 'Continue',
    startAgain: 'Use another account',
    wrongCode: 'Wrong code, or already used. Wait for the next code.',
    wrongPasskey: 'This passkey isn’t recognized. Choose another way.',
    locked: (wait: string) => `Too many attempts. Try again in ${wait}.`,
  },
})
