// The texts of the checks of a webhook handler, for the command, the portal and the guide.
import type { CheckId, CheckText } from './checks.ts'
import { englishChecks } from './texts-en.ts'
import { frenchChecks } from './texts-fr.ts'

export const checkTexts: Record<'en' | 'fr', Record<CheckId, CheckText>> = {
  en: englishChecks,
  fr: frenchChecks,
}
