// The texts of the checks of a webhook handler, for the command, the portal and the guide.
import type { CheckId } from './checks.ts'
import { englishChecks } from './texts-en.ts'
import { frenchChecks } from './texts-fr.ts'

/** `mend` says how to correct the fault that a check finds, `cost` what the fault costs a shop. */
export type CheckText = { name: string; sent: string; cost: string; mend: string }

export const checkTexts: Record<'en' | 'fr', Record<CheckId, CheckText>> = {
  en: englishChecks,
  fr: frenchChecks,
}
