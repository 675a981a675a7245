// The texts of setting up second factors, on the account page.
import { catalogue } from '../../ui/language/language.ts'

export const securityTexts = catalogue({
  fr: {
    title: 'Sécurité de la connexion',
    off: 'Votre mot de passe suffit pour vous connecter. Ajoutez une clé d’accès ou une application d’authentification\u00a0: un mot de passe volé ne suffira plus.',
    on: 'Votre mot de passe seul ne suffit plus pour vous connecter, ni pour modifier ce qui touche à l’argent et aux accès.',
    app: 'Application d’authentification',
    appOn: (day: string) => `activée le ${day}`,
    appOff: 'Un code à six chiffres, qui change toutes les 30 secondes.',
    setUp: 'Configurer',
    firstCode: 'Code affiché par l’application',
    turnOn: 'Activer',
    remove: 'Retirer',
    removeTitle: (name: string) => `Retirer «\u00a0${name}\u00a0»\u202f?`,
    removeText: 'Vos autres sessions seront fermées.',
    removeLast:
      'C’est votre seul second facteur\u00a0: votre mot de passe suffira de nouveau pour vous connecter.',
    saved: 'Sécurité de la connexion modifiée.',
  },
  en: {
    title: 'Sign-in security',
    off: 'Your password is enough to sign in. Add a passkey or an authenticator app, so that a stolen password is no longer enough.',
    on: 'Your password alone isn’t enough to sign in, or to change what concerns money and access.',
    app: 'Authenticator app',
    appOn: (day: string) => `turned on ${day}`,
    appOff: 'A six-digit code that changes every 30 seconds.',
    setUp: 'Set up',
    firstCode: 'Code shown by the app',
    turnOn: 'Turn on',
    remove: 'Remove',
    removeTitle: (name: string) => `Remove “${name}”?`,
    removeText: 'Your other sessions are signed out.',
    removeLast: 'This is your only second factor: your password will be enough to sign in again.',
    saved: 'Sign-in security changed.',
  },
})
