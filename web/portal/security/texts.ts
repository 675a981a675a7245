// The texts of giving a second factor: at sign-in, and to confirm a change. They are loaded with the first page.
import { catalogue } from '../../ui/language/language.ts'

export const factorTexts = catalogue({
  fr: {
    withPasskey: 'Utiliser une clé d’accès',
    or: 'ou',
    codeTitle: 'Second facteur',
    codeIntro: 'Votre mot de passe est correct. Confirmez avec votre second facteur.',
    goOn: 'Continuer',
    startAgain: 'Utiliser un autre compte',
  },
  en: {
    withPasskey: 'Sign in with a passkey',
    or: 'or',
    codeTitle: 'Second factor',
    codeIntro: 'Your password is correct. Confirm with your second factor.',
    goOn: 'Continue',
    startAgain: 'Use another account',
  },
})
