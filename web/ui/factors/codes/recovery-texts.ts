// The texts of recovery codes.
import { catalogue } from '../../language/language.ts'

export const recoveryTexts = catalogue({
  fr: {
    codes: 'Codes de secours',
    codesLeft: (left: number) => (left > 1 ? `${left} codes restants` : `${left} code restant`),
    renew: 'Remplacer',
    renewText: 'Dix nouveaux codes remplacent les précédents, qui ne fonctionneront plus.',
    codesOnce: 'Affichés une seule fois',
    codesText:
      'Conservez ces codes hors de votre téléphone. Si vous le perdez, chacun vous connecte une fois.',
    stored: 'J’ai enregistré les codes, fermer',
  },
  en: {
    codes: 'Recovery codes',
    codesLeft: (left: number) => (left === 1 ? '1 code left' : `${left} codes left`),
    renew: 'Replace',
    renewText: 'Ten new codes replace the earlier ones, which stop working.',
    codesOnce: 'Shown only once',
    codesText: 'Keep these codes somewhere other than your phone. If you lose it, each signs you in once.',
    stored: 'I’ve stored the codes, close',
  },
})
