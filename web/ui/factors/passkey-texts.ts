// The texts of adding and listing passkeys.
import { catalogue } from '../language/language.ts'

export const passkeyTexts = catalogue({
  fr: {
    hint: 'Une clé d’accès utilise l’empreinte, le visage ou le code de votre appareil.',
    add: 'Ajouter une clé d’accès',
    name: 'Nom de la clé',
    nameHint: 'Pour la reconnaître dans la liste, par exemple «\u00a0Téléphone\u00a0».',
    goOn: 'Continuer',
    passkey: 'Clé d’accès',
    added: (day: string) => `ajoutée le ${day}`,
    lastUsed: (time: string) => `dernière utilisation ${time}`,
    unused: 'jamais utilisée',
  },
  en: {
    hint: 'A passkey uses your device’s fingerprint, face or PIN.',
    add: 'Add a passkey',
    name: 'Name of the passkey',
    nameHint: 'To recognize it in the list, such as “Phone”.',
    goOn: 'Continue',
    passkey: 'Passkey',
    added: (day: string) => `added ${day}`,
    lastUsed: (time: string) => `last used ${time}`,
    unused: 'never used',
  },
})
