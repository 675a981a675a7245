// What the papers of a business are called in messages.
import type { Language } from '../../kernel/language.ts'
import type { PaperKind } from './required-papers.ts'

export const paperNames: Record<PaperKind, Record<Language, string>> = {
  REGISTER: { fr: 'Extrait du RCCM', en: 'Trade register extract (RCCM)' },
  NATIONAL_ID: {
    fr: 'Attestation d’identification nationale',
    en: 'National identification certificate',
  },
  TAX: { fr: 'Attestation du numéro impôt', en: 'Tax number certificate' },
  STATUTES: { fr: 'Statuts', en: 'Articles of association' },
  AUTHORIZATION: {
    fr: 'Arrêté de personnalité juridique ou agrément',
    en: 'Order of recognition or accreditation',
  },
  ADDRESS: { fr: 'Justificatif d’adresse', en: 'Proof of address' },
  BANK: { fr: 'Relevé d’identité bancaire', en: 'Proof of bank account' },
  OWNER_IDENTITY: { fr: 'Pièce d’identité', en: 'Identity document' },
}
