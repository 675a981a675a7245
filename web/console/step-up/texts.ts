import { catalogue } from '../../ui/language/language.ts'

/** The texts of confirming one's identity. */
export const stepUpTexts = catalogue({
  fr: {
    title: 'Confirmez votre identité',
    why: 'Pour votre sécurité, cette action demande une confirmation. Cela ne sera plus demandé pendant cinq minutes.',
    whyThis: 'Votre confirmation vaut pour cette opération seulement.',
    withPasskey: 'Confirmer avec une clé d’accès',
    or: 'ou',
    confirm: 'Confirmer',
  },
  en: {
    title: 'Confirm it’s you',
    why: 'For your security, this action needs a confirmation. You won’t be asked again for five minutes.',
    whyThis: 'Your confirmation counts for this one act only.',
    withPasskey: 'Confirm with a passkey',
    or: 'or',
    confirm: 'Confirm',
  },
})
